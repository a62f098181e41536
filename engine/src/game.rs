//! The trait that every game answers, and what follows from it.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::error::{Endless, Illegal, ParseError};
use crate::fact::Sink;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::{DealSeed, DecisionKey, Rng};

/// So many decisions are made at most without asking a [`Decider`], unless a game [always ends](Game::ALWAYS_ENDS).
pub const PAUSE: u32 = 1 << 10;

/// Decides for all seats of a game, see [`Game::play_on`].
pub trait Decider<G: Game> {
    /// Why a game is not completed.
    type Stop: From<Endless>;

    /// If all choices of `seat` are uniformly random: the key of the generators, one for each [clock](Game::clock),
    /// from which [`Game::random_legal`] draws them. Then the decider is asked only at every [`PAUSE`]-th decision, if
    /// at all, to be able to stop, and gives the same choice. The answer may change only once, to a key, while
    /// the decider is asked.
    fn uniform(&self, seat: Seat) -> Option<DecisionKey>;

    /// A legal action for `seat`, which is to move. An error if the game is not to go on.
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Self::Stop>;

    /// Is shown every decision before it is carried out.
    #[inline(always)]
    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        let _ = (game, state, seat, action);
    }
}

/// [`Game::play_on`] one decision after the other, which is what it does in a game without a faster version. Where few
/// games are played it is enough, and rules need not be compiled into another loop.
///
/// # Errors
/// What the decider stopped with, or [`Endless`] after [`Game::MOST_DECISIONS`], unless it
/// [always ends](Game::ALWAYS_ENDS); `state` is the one at which it stopped.
pub fn step_by_step<G: Game, D: Decider<G>, S: Sink<G::Scoring>>(
    game: &G,
    state: &mut G::State,
    decider: &mut D,
    sink: &mut S,
) -> Result<(), D::Stop> {
    let mut decisions = 0;
    while let Some(seat) = game.to_move(state) {
        if decisions == G::MOST_DECISIONS && !G::ALWAYS_ENDS {
            return Err(Endless { decisions: G::MOST_DECISIONS }.into());
        }
        decisions += 1;
        let action = match decider.uniform(seat) {
            Some(key) if G::ALWAYS_ENDS || !decisions.is_multiple_of(PAUSE) => {
                game.random_legal(state, &mut key.at(game.clock(state)))
            }
            _ => decider.decide(game, state, seat)?,
        };
        decider.watch(game, state, seat, action);
        game.apply_unchecked(state, action, sink);
    }
    Ok(())
}

/// A game with the rule set in force, which never changes; what changes during play is in [`Game::State`].
///
/// Chance is decided by the deal before the first decision and lies hidden in the state, so that the same deal can be
/// played by other agents, in other seats, under other rules. Simultaneous secret choices are made one seat after the
/// other; [`Game::is_secret`] says that the others do not see the choice yet, and [`Game::draw`] draws it anew.
#[allow(unused_variables)] // by defaults
pub trait Game: Clone + Send + Sync {
    /// Everything that chance decides, as a person would write it down.
    type Deal: Clone + PartialEq + Debug + Send + Sync;
    /// What is on the table and whose decision it is: plain data, cheap to copy.
    type State: Copy + PartialEq + Debug + Send + Sync;
    /// One choice. Its text form round-trips, and equal ones have the same; a search keeps averages by its hash.
    type Action: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// What the game reports to [`Sink::scoring`]; `()` if it never does.
    type Scoring: Clone + PartialEq + Debug + Send;

    /// Whether anything is ever hidden from a seat.
    const HIDES: bool;

    /// Whether decisions with a single legal action are asked, too. If not, they are carried out with the action
    /// before, and two actions may lead to the same state.
    const ASKS_ALL: bool = true;

    /// Most decisions of a game, or from a position on. A game that is not over by then fails; a rollout ends there.
    const MOST_DECISIONS: u32 = 10_000;

    /// Whether the rules end every game, however long it takes: neither [`Game::play_on`] nor [`Game::playout`] stops after
    /// [`Game::MOST_DECISIONS`].
    const ALWAYS_ENDS: bool = false;

    /// Number of seats.
    fn players(&self) -> usize;

    /// Deals. Only component counts may influence it, never point values or switches.
    fn deal(&self, seed: DealSeed) -> Self::Deal;

    /// The state before the first decision.
    fn state(&self, deal: &Self::Deal) -> Self::State;

    /// The seat that decides now; `None` when the game is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Replaces the content of `into` by all legal actions, in an order that is fixed by the game: at least one until
    /// the game is over, then none. Everything else about legal actions follows from this.
    fn legal(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Plays `action` without checking that it is legal: an illegal one may panic or leave a nonsensical state.
    fn apply_unchecked<S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    );

    /// Final values, places and win shares; during the game, those of the current standing.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// A full state that agrees with everything `seat` knows of `state`, drawn from all of them with the probability
    /// that the deal gives (a *determinization*): hidden components are dealt anew, secret choices that are not revealed
    /// yet are drawn among that seat's legal choices. Two states that differ only in what is hidden give the same draw.
    fn draw(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Self::State {
        const { assert!(!Self::HIDES, "a game that hides something implements `Game::draw`") }
        *state
    }

    /// `state` with nothing, or always the same, where [`Game::draw`] puts what `seat` does not know: for judgements that
    /// do not look there, and not to be played on. By default it is not given.
    fn blank(&self, state: &Self::State, seat: Seat) -> Option<Self::State> {
        None
    }

    /// The place in the game (round, turn, step), different for any two decisions of one seat in one game; as far as the
    /// rules allow, it does not depend on how many decisions it took to get there.
    fn clock(&self, state: &Self::State) -> u32;

    /// A number that rises whenever something hidden becomes visible; 0 where nothing is hidden. While it stays the same
    /// and nobody chooses secretly, the same choices lead to the same seat to move and the same legal actions, in the
    /// same order, in all states that agree with a seat's view: searches build one tree for all of them.
    fn epoch(&self, state: &Self::State) -> u32 {
        const { assert!(!Self::HIDES, "a game that hides something implements `Game::epoch`") }
        0
    }

    /// A state in which only what no seat knows is dealt anew, with the probabilities that the deal gives: decks are
    /// shuffled again, hands and secret choices stay. Two states that differ only in what no seat knows give the same
    /// one. So luck that has been dealt to anybody is told apart from luck to come.
    ///
    /// By default it is what the first seat [draws](Game::draw), if all others see that as they see `state`, and `None`
    /// otherwise; figures of luck are then told as approximate.
    fn redeal(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::State> {
        if !Self::HIDES {
            return Some(*state);
        }
        let drawn = self.draw(state, Seat::new(0), rng);
        let key = rng.word();
        let seen = |state, seat| self.draw(state, seat, &mut Rng::from_seed(key));
        let is_alike = |seat| seen(state, seat) == seen(&drawn, seat);
        Seat::all(self.players()).skip(1).all(is_alike).then_some(drawn)
    }

    // Derived; a game may replace them by something faster with the same results.

    /// What `seat` may know.
    #[inline(always)]
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> View<'a, Self> {
        View { game: self, state, seat }
    }

    /// Whether everybody knows that the rest of the game is one of perfect information: nothing that matters is hidden
    /// from any seat or left to chance, and no choice to come is secret. It stays so to the end, [`Game::draw`] always
    /// gives the same state, and the same choices lead from there to the same outcome as in the game. `false` is always
    /// sound; otherwise searches may solve what is left.
    fn has_perfect_information(&self, state: &Self::State) -> bool {
        !Self::HIDES
    }

    /// Reports the facts and scorings of what happened before the first decision, on the way to [`Game::state`].
    fn opening<S: Sink<Self::Scoring>>(&self, deal: &Self::Deal, sink: &mut S) {}

    /// Whether the other seats do not see all of what is chosen now, or of what it is chosen from.
    fn is_secret(&self, state: &Self::State) -> bool {
        false
    }

    /// Whether some of the actions that are legal now may be [indistinguishable](Game::indistinguishable).
    fn lays_face_down(&self, state: &Self::State) -> bool {
        self.is_secret(state)
    }

    /// Whether the other seats cannot distinguish `one` from `two` when either is chosen. `two` is legal now; `one` is,
    /// too, or was chosen in a state that looks like this one to another seat.
    fn indistinguishable(&self, state: &Self::State, one: Self::Action, two: Self::Action) -> bool {
        one == two
    }

    /// How many actions are legal now. Games that are played millions of times should count without a list.
    fn count_legal(&self, state: &Self::State) -> u32 {
        listed(self, state).len() as u32
    }

    /// The `k`-th legal action, counted from 0; better found without a list, too. May panic or return any action if `k` is
    /// not below [`Game::count_legal`].
    fn nth_legal(&self, state: &Self::State, k: u32) -> Self::Action {
        listed(self, state)[k as usize]
    }

    /// Whether `action` is legal now.
    fn is_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        listed(self, state).contains(&action)
    }

    /// Plays `action` if it is legal.
    ///
    /// # Errors
    /// [`Illegal`] if it is not, or the game is over; the state is then as before.
    #[inline]
    fn apply<S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    ) -> Result<(), Illegal> {
        if !self.is_legal(state, action) {
            return Err(Illegal { action: action.to_string() });
        }
        self.apply_unchecked(state, action, sink);
        Ok(())
    }

    /// A uniformly random legal action: `nth_legal` of `rng.below(count_legal)`.
    #[inline]
    fn random_legal(&self, state: &Self::State, rng: &mut Rng) -> Self::Action {
        self.nth_legal(state, rng.below(self.count_legal(state)))
    }

    /// Plays on to the end, asking `decider` for every action. A faster version must give the same decisions; it need
    /// not count them if the rules end every game.
    ///
    /// # Errors
    /// What the decider stopped with, or [`Endless`] after [`Game::MOST_DECISIONS`], unless it
    /// [always ends](Game::ALWAYS_ENDS); `state` is the one at which it stopped.
    fn play_on<D: Decider<Self>, S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        decider: &mut D,
        sink: &mut S,
    ) -> Result<(), D::Stop> {
        step_by_step(self, state, decider, sink)
    }

    /// Plays uniformly random actions to the end, or [`Game::MOST_DECISIONS`] of them unless it
    /// [always ends](Game::ALWAYS_ENDS). A faster version may draw
    /// differently from `rng`, as long as every legal action stays equally likely; it need not count if the rules end
    /// every game.
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) {
        let mut decisions = 0;
        while self.to_move(state).is_some()
            && (Self::ALWAYS_ENDS || decisions < Self::MOST_DECISIONS)
        {
            decisions += 1;
            let action = self.random_legal(state, rng);
            self.apply_unchecked(state, action, &mut ());
        }
    }

    /// Number of sequences of `depth` legal actions from here, at most [`Game::MOST_DECISIONS`] (*perft*, a checksum of the
    /// rules). Sequences that end the game earlier are not counted.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        // Not recursive, since games may be long.
        let (mut reached, mut count) = (Vec::new(), 0);
        if depth <= Self::MOST_DECISIONS {
            reached.push((*state, depth));
        }
        while let Some((state, depth)) = reached.pop() {
            match depth {
                0 => count += 1,
                1 => count += u64::from(self.count_legal(&state)),
                _ => reached.extend(listed(self, &state).into_iter().map(|action| {
                    let mut next = state;
                    self.apply_unchecked(&mut next, action, &mut ());
                    (next, depth - 1)
                })),
            }
        }
        count
    }
}

/// What one seat may know of a state: all that an agent gets. Its only access to a full state is [`View::draw`], which
/// guesses everything that the seat cannot know. Games of this crate add accessors for what is visible.
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<G: Game> Clone for View<'_, G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// The rules in force.
    #[inline(always)]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The state with everything that is hidden, for accessors of what is visible.
    #[inline(always)]
    pub(crate) fn state(&self) -> &'a G::State {
        self.state
    }

    /// A full state that agrees with everything this seat knows, see [`Game::draw`].
    #[inline(always)]
    pub fn draw(&self, rng: &mut Rng) -> G::State {
        self.game.draw(self.state, self.seat, rng)
    }

    /// See [`Game::blank`].
    #[inline(always)]
    pub fn blank(&self) -> Option<G::State> {
        self.game.blank(self.state, self.seat)
    }

    /// See [`Game::has_perfect_information`].
    #[inline(always)]
    pub fn has_perfect_information(&self) -> bool {
        self.game.has_perfect_information(self.state)
    }

    /// Fills `into` with all legal actions in their order, if the seat is to move.
    #[inline(always)]
    pub fn legal(&self, into: &mut Vec<G::Action>) {
        self.game.legal(self.state, into);
    }

    /// Number of legal actions, if the seat is to move.
    #[inline(always)]
    pub fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }

    /// The `k`-th legal action, if the seat is to move.
    #[inline(always)]
    pub fn nth_legal(&self, k: u32) -> G::Action {
        self.game.nth_legal(self.state, k)
    }

    /// A uniformly random legal action, if the seat is to move.
    #[inline(always)]
    pub fn random_legal(&self, rng: &mut Rng) -> G::Action {
        self.game.random_legal(self.state, rng)
    }
}

fn listed<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    actions
}
