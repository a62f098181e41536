//! What is legal at one decision.

use super::Breach;
use super::differ::differences;
use super::walk::RandomGame;
use crate::recorded::Recorded;
use crate::seed::Rng;

/// Actions that were legal in some state, to be tried where they may be illegal.
pub(super) struct Strangers<A> {
    pub(super) seen: Vec<A>,
}

impl<A> Default for Strangers<A> {
    fn default() -> Strangers<A> {
        Strangers { seen: Vec::new() }
    }
}

impl<A: Copy + PartialEq> Strangers<A> {
    /// Enough for variety, few enough to compare.
    const MOST: usize = 256;

    fn meet(&mut self, actions: &[A]) {
        for &action in actions {
            if self.seen.len() < Self::MOST && !self.seen.contains(&action) {
                self.seen.push(action);
            }
        }
    }

    /// A few of them.
    fn sample<'a>(&'a self, rng: &mut Rng) -> impl Iterator<Item = A> + 'a {
        let start = rng.below(self.seen.len() as u32) as usize;
        self.seen.iter().cycle().skip(start).take(self.seen.len().min(16)).copied()
    }
}

/// All checks of the decision at which `walk` stands.
pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    strangers: &mut Strangers<G::Action>,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let count = game.count_legal(state);
    walk.promise(
        count >= 1,
        "there is a legal action until the game is over (see `Game::legal`, `Game::to_move`)",
        || "0".into(),
    )?;
    let listed: Vec<G::Action> = (0..count).map(|k| game.nth_legal(state, k)).collect();
    let mut legal = vec![listed[0]; 2];
    game.legal(state, &mut legal);
    // First, since whether an action is legal may be derived from it.
    walk.promise(
        legal == listed,
        "`legal` fills in what is counted (see `Game::count_legal`, `Game::nth_legal`)",
        || differences(&legal, &listed),
    )?;
    check_listed(walk, &listed)?;
    let random = game.random_legal(state, rng);
    walk.promise(
        listed.contains(&random),
        "a random action is listed (see `Game::random_legal`)",
        || random.to_string(),
    )?;
    for stranger in strangers.sample(rng) {
        let is_listed = listed.contains(&stranger);
        walk.promise(
            game.is_legal(state, stranger) == is_listed,
            "an action is legal if and only if it is listed (see `Game::is_legal`)",
            || format!("`{stranger}`"),
        )?;
        if !is_listed {
            check_refused(walk, stranger)?;
        }
    }
    strangers.meet(&listed);
    Ok(())
}

/// Every listed action is legal, has its own text, applies, and leads to its own state.
fn check_listed<G: Recorded>(walk: &RandomGame<'_, G>, listed: &[G::Action]) -> Result<(), Breach> {
    let (game, state) = (walk.game, walk.state);
    let mut states: Vec<G::State> = Vec::with_capacity(listed.len());
    for (k, &action) in listed.iter().enumerate() {
        walk.promise(
            !listed[..k].contains(&action),
            "no action is listed twice (see `Game::legal`)",
            || action.to_string(),
        )?;
        walk.promise(
            game.is_legal(&state, action),
            "a listed action is legal (see `Game::is_legal`)",
            || action.to_string(),
        )?;
        let text = action.to_string();
        walk.promise(
            text.parse().as_ref() == Ok(&action),
            "an action's text reads back (see `Display` and `FromStr` of `Game::Action`)",
            || format!("{action:?} is `{text}`, which is {:?}", text.parse::<G::Action>()),
        )?;
        let mut next = state;
        let applied = game.apply(&mut next, action, &mut ());
        walk.promise(applied.is_ok(), "a listed action applies (see `Game::apply`)", || {
            text.clone()
        })?;
        walk.promise(
            state == walk.state,
            "playing on a copy leaves the original alone (see `Game::apply_unchecked`)",
            || text.clone(),
        )?;
        // Dice may show the same however many are rolled.
        let is_open = game.epoch(&next) == game.epoch(&state);
        let twin = states.iter().position(|other| *other == next && G::ASKS_ALL && is_open);
        walk.promise(
            twin.is_none(),
            "different actions lead to different states, unless something is revealed (see `Game::apply_unchecked`)",
            || format!("`{}` and `{text}`", twin.map_or(String::new(), |k| listed[k].to_string())),
        )?;
        states.push(next);
    }
    Ok(())
}

/// `action`, which is not legal, is refused and changes nothing.
pub(super) fn check_refused<G: Recorded>(
    walk: &RandomGame<'_, G>,
    action: G::Action,
) -> Result<(), Breach> {
    let mut state = walk.state;
    let applied = walk.game.apply(&mut state, action, &mut ());
    walk.promise(applied.is_err(), "an illegal action is refused (see `Game::apply`)", || {
        format!("`{action}`")
    })?;
    walk.promise(
        state == walk.state,
        "a refused action leaves the state alone (see `Game::apply`)",
        || format!("`{action}`"),
    )
}
