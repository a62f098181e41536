//! What single states and batches of a game share: the game, the numbers of its actions, what nets see.

use std::hash::Hash;

use drakkar_agents::features::{Features, MAX_VALUE, Seen};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_engine::{recorded::Recorded, seat::Seat};
use rustc_hash::FxHashMap;

/// What the nets of a game see.
pub(crate) type Inputs<G> = <<G as Playable>::Heuristic as Heuristic<G>>::Features;

/// More actions have no numbers: a list of what is legal would be too long for every decision.
pub const MOST_ACTIONS: usize = 1 << 15;

/// All actions by number: their places when they are sorted by their texts.
pub(crate) struct NumberedActions<A> {
    pub(crate) actions: Vec<A>,
    pub(crate) texts: Vec<String>,
    numbers: FxHashMap<A, u32>,
}

impl<A: Copy + Eq + Hash + ToString> NumberedActions<A> {
    /// None if there are too many, or the game does not list them.
    pub(crate) fn of(game: &impl Recorded<Action = A>) -> Option<NumberedActions<A>> {
        let all = game.actions(MOST_ACTIONS).filter(|all| all.len() <= MOST_ACTIONS)?;
        let mut sorted: Vec<(String, A)> = all.into_iter().map(|it| (it.to_string(), it)).collect();
        sorted.sort_by(|one, two| one.0.cmp(&two.0));
        let (texts, actions): (Vec<String>, Vec<A>) = sorted.into_iter().unzip();
        let numbers = actions.iter().zip(0..).map(|(&action, number)| (action, number)).collect();
        Some(NumberedActions { actions, texts, numbers })
    }

    /// The number of an action of the list; a game that forgets one breaks its contract.
    #[inline(always)]
    pub(crate) fn number(&self, action: A) -> Option<u32> {
        self.numbers.get(&action).copied()
    }
}

pub(crate) struct Setting<G: Recorded + Playable> {
    pub(crate) game: G,
    pub(crate) numbered: Option<NumberedActions<G::Action>>,
    pub(crate) features: Inputs<G>,
    pub(crate) inputs: usize,
}

impl<G: Recorded + Playable> Setting<G> {
    pub(crate) fn new(game: &G) -> Setting<G> {
        let features = Inputs::<G>::new(game);
        let inputs = features.inputs(game).len();
        Setting { game: game.clone(), numbered: NumberedActions::of(game), features, inputs }
    }

    /// What `seat` knows, as all inputs of a net; `into` has room for them. `seen` is scratch.
    #[inline]
    pub(crate) fn observe(
        &self,
        state: &G::State,
        seat: Seat,
        into: &mut [f32],
        seen: &mut Vec<Seen>,
    ) {
        into.fill(0.0);
        for one in self.features.see(&self.game, state, seat, seen) {
            into[usize::from(one.input)] = f32::from(one.value);
        }
    }
}

const _: () = assert!(MAX_VALUE < 1 << 24, "every value of an input is a float");

/// Why the actions of a game have no numbers.
pub fn unnumbered(game: &str) -> String {
    let most = MOST_ACTIONS;
    format!(
        "the actions of {game} have no numbers under these rules: there are more than {most}, or the game does not list them; name them by their place among the legal ones (`nth`), or by their texts"
    )
}
