//! A game played on at once against the same decisions one by one.

use super::Breach;
use super::walk::{ENDS, RandomGame, endless};
use crate::error::Endless;
use crate::fact::Ledger;
use crate::game::{Decider, Game, step_by_step};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::DecisionKey;

/// A decision, and whether it is one in the state that was shown with it.
pub(crate) type ShownDecision<A> = (Seat, A, bool);

/// Decides at random, with a key of its own for every decision; keeps what it is shown. The choices
/// of every other seat are left to the engine.
struct Diary<A>(u64, Vec<ShownDecision<A>>);

impl<G: Game> Decider<G> for Diary<G::Action> {
    type Stop = Endless;

    fn uniform(&self, seat: Seat) -> Option<DecisionKey> {
        seat.index().is_multiple_of(2).then(|| DecisionKey::new(self.0, 0, 0, seat))
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Endless> {
        let clock = game.clock(state);
        Ok(game.random_legal(state, &mut DecisionKey::new(self.0, 0, 0, seat).at(clock)))
    }

    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        let fits = game.to_move(state) == Some(seat) && game.is_legal(state, action);
        self.1.push((seat, action, fits));
    }
}

/// The end of a random game, its decisions, and its facts and scorings.
pub(crate) type Ended<G> =
    (<G as Game>::State, Vec<ShownDecision<<G as Game>::Action>>, Ledger<<G as Game>::Scoring>);

/// Plays a deal with the keys of `number`: by [`Game::play_on`], or [one by one](step_by_step).
pub(crate) fn ended<G: Recorded>(
    game: &G,
    deal: &G::Deal,
    number: u64,
    at_once: bool,
) -> Result<Ended<G>, Endless> {
    let (mut state, mut diary) = (game.state(deal), Diary(number, Vec::new()));
    let mut ledger = Ledger::new(game.players(), G::FACTS.len());
    match at_once {
        true => game.play_on(&mut state, &mut diary, &mut ledger)?,
        false => step_by_step(game, &mut state, &mut diary, &mut ledger)?,
    }
    Ok((state, diary.1, ledger))
}

pub(super) fn check<G: Recorded>(walk: &RandomGame<'_, G>) -> Result<(), Breach> {
    let [once, steps] = [true, false].map(|at_once| {
        ended(walk.game, &walk.deal, walk.seed.deal, at_once)
            .map_err(|_| Breach::alone(ENDS, endless::<G>()))
    });
    let ((state, decisions, ledger), steps) = (once?, steps?);
    let promise = "a game played on is the one played step by step (see `Game::play_on`)";
    let found = |what| Breach::alone(promise, format!("other {what} in deal {}", walk.seed.deal));
    if decisions != steps.1 {
        return Err(found("decisions"));
    }
    if state != steps.0 {
        return Err(found("states at the end"));
    }
    if ledger != steps.2 {
        return Err(found("facts or scorings"));
    }
    Ok(())
}
