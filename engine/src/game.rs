//! The trait that every game answers, and what follows from it.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::error::{Endless, Illegal, ParseError};
use crate::fact::Sink;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::{DealSeed, DecisionKey, Rng};
use crate::view::View;

/// So many decisions are made at most without asking a [`Decider`].
pub const PAUSE: u32 = 1 << 10;

/// Decides for all seats of a game, see [`Game::play_on`].
pub trait Decider<G: Game> {
    /// Why a game is not completed.
    type Stop: From<Endless>;

    /// If all choices of `seat` are to be uniformly random: the key of the generators, one for each
    /// [clock](Game::clock), from which [`Game::random_legal`] draws them. Then the decider is asked
    /// only at every [`PAUSE`]-th decision, to be able to stop, and gives the same choice.
    /// The answer for a seat may change only once, from none to a key, and only while the decider is asked.
    fn uniform(&self, seat: Seat) -> Option<DecisionKey>;

    /// A legal action for `seat`, which is to move.
    ///
    /// # Errors
    /// If the game is not to go on.
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Self::Stop>;

    /// Is shown every decision before it is carried out.
    #[inline(always)]
    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        let _ = (game, state, seat, action);
    }
}

/// A game with the rule set in force.
///
/// The value itself is immutable and passed by reference; everything that changes during play is in
/// [`Game::State`]. Chance is decided by the deal before the first decision and lies hidden in the
/// state, so that the same deal can be played by other agents, in other seats, under other rules.
///
/// Decisions are made one at a time by one seat. Simultaneous secret choices are made one seat after
/// the other; [`Game::is_secret`] says that the others do not see the choice yet, and a
/// [view](View) draws it anew.
pub trait Game: Send + Sync + Sized {
    /// Everything that chance decides, as a person would write it down.
    type Deal: Clone + PartialEq + Debug + Send + Sync;
    /// What is on the table and whose decision it is: plain data, cheap to copy.
    type State: Copy + PartialEq + Debug + Send + Sync;
    /// One choice. Its text form round-trips; a search keeps averages by its hash.
    type Action: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// What the game reports when it scores, or when chance decides something during play, see [`Sink::scoring`];
    /// `()` if it never does.
    type Scoring: Clone + PartialEq + Debug + Send;
    /// What one seat may know.
    type View<'a>: View<Self>
    where
        Self: 'a;

    /// Whether anything is ever hidden from a seat. If not, a view's drawn state is the state.
    const HIDES: bool;

    /// Whether decisions with a single legal action are asked, too. If not, they are carried out at once
    /// with the action before, and two actions may then lead to the same state.
    const ASKS_ALL: bool = true;

    /// Most decisions of a game. A game that is not over by then fails as one that would never end,
    /// and so does what is played on from a position; a roll-out of a search ends there.
    const MOST_DECISIONS: u32 = 10_000;

    /// Number of seats.
    fn players(&self) -> usize;

    /// Deals. Only component counts may influence it, never point values or switches.
    fn deal(&self, seed: DealSeed) -> Self::Deal;

    /// The state before the first decision.
    fn state(&self, deal: &Self::Deal) -> Self::State;

    /// The seat that decides now; `None` when the game is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Replaces the content of `into` by all legal actions, in an order that is fixed by the game:
    /// at least one until the game is over, then none. Everything else about legal actions follows
    /// from this.
    fn legal(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Plays `action` without checking that it is legal: an illegal one may panic or leave a
    /// nonsensical state. Facts go to `sink`.
    fn apply_unchecked<S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    );

    /// Final values, places and win shares; during the game, those of the current standing.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// What `seat` may know.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The place in the game (round, turn, step), different for any two decisions of one seat in
    /// one game. It depends on where the game stands and not on how many decisions it took to get
    /// there, as far as the rules allow.
    fn clock(&self, state: &Self::State) -> u32;

    /// A number that rises whenever something hidden becomes visible.
    ///
    /// While it stays the same and nobody chooses secretly, the same choices lead to the same seat
    /// to move and the same legal actions, in the same order, in all states that agree with a seat's
    /// view: searches build one tree for all of them.
    fn epoch(&self, state: &Self::State) -> u32;

    /// A state that any seat sees as it sees `state`, in which everything that no seat knows is dealt anew, with
    /// the probabilities that the deal gives: hands, secret choices and everything else that at least one seat
    /// knows stay as they are, and decks are shuffled again. Two states that differ only in what no seat knows
    /// give the same one. So luck can be told apart: what chance has dealt to anybody, and what is still to come.
    ///
    /// This one is what the first seat [draws](View::draw), if all others see that as they see `state`: always
    /// where nothing is hidden but what is to come. It is `None` otherwise, and figures of luck are then told as
    /// approximate. A game with hidden hands or secret choices says better how its decks are shuffled.
    fn redeal(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::State> {
        if !Self::HIDES {
            return Some(*state);
        }
        let drawn = self.view(state, Seat::new(0)).draw(rng);
        let key = rng.word();
        let seen = |state, seat| self.view(state, seat).draw(&mut Rng::from_seed(key));
        let is_alike = |seat| seen(state, seat) == seen(&drawn, seat);
        Seat::all(self.players()).skip(1).all(is_alike).then_some(drawn)
    }

    // ------------------------------------------------------------------------------------------
    // Derived; a game may replace them by something faster with the same results.

    /// Reports to `sink` what happened before the first decision, on the way to [`Game::state`]: the facts and
    /// scorings of an opening in which something is rolled or scored already.
    fn opening<S: Sink<Self::Scoring>>(&self, deal: &Self::Deal, sink: &mut S) {
        let _ = (deal, sink);
    }

    /// Whether the other seats do not see all of what is chosen now, or of what it is chosen from.
    fn is_secret(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Whether the other seats cannot distinguish `one` from `two` when either is chosen. `two` is
    /// legal now; `one` is, too, or was chosen in a state that looks like this one to another seat.
    fn indistinguishable(&self, state: &Self::State, one: Self::Action, two: Self::Action) -> bool {
        let _ = state;
        one == two
    }

    /// How many actions are legal now. Games that are played millions of times should count without
    /// a list.
    fn count_legal(&self, state: &Self::State) -> u32 {
        listed(self, state).len() as u32
    }

    /// The `k`-th legal action, counted from 0. Games that are played millions of times should find
    /// it without a list.
    ///
    /// # Panics
    /// May panic or return any action if `k` is not below [`Game::count_legal`].
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

    /// Plays on to the end, asking `decider` for every action; facts go to `sink`. A faster version
    /// must give the same decisions; it need not count them if the rules end every game.
    ///
    /// # Errors
    /// What the decider stopped with, or [`Endless`] after [`Game::MOST_DECISIONS`]; `state` is then
    /// the one at which it stopped.
    fn play_on<D: Decider<Self>, S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        decider: &mut D,
        sink: &mut S,
    ) -> Result<(), D::Stop> {
        let mut decisions = 0;
        while let Some(seat) = self.to_move(state) {
            if decisions == Self::MOST_DECISIONS {
                return Err(Endless::of::<Self>().into());
            }
            decisions += 1;
            let action = match decider.uniform(seat) {
                Some(key) if !decisions.is_multiple_of(PAUSE) => {
                    self.random_legal(state, &mut key.at(self.clock(state)))
                }
                _ => decider.decide(self, state, seat)?,
            };
            decider.watch(self, state, seat, action);
            self.apply_unchecked(state, action, sink);
        }
        Ok(())
    }

    /// Plays uniformly random actions to the end, or [`Game::MOST_DECISIONS`] of them. A faster version
    /// may draw differently from `rng`, as long as every legal action stays equally likely; it need
    /// not count if the rules end every game.
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) {
        for _ in 0..Self::MOST_DECISIONS {
            if self.to_move(state).is_none() {
                return;
            }
            let action = self.random_legal(state, rng);
            self.apply_unchecked(state, action, &mut ());
        }
    }

    /// Number of sequences of `depth` legal actions from here (*perft*, a checksum of the rules).
    /// Sequences that end the game earlier are not counted, and there is none of more than
    /// [`Game::MOST_DECISIONS`].
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

/// All legal actions, in a new list.
fn listed<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    actions
}
