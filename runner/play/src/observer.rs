//! Looks at single games: for records, and for times.

use std::time::Duration;

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;

use crate::game::Watch;
use crate::timing::Timing;

/// Sees what is wanted of a game.
pub(crate) struct Observer<Action> {
    /// Every decision of a game with the number of legal actions, if it is recorded.
    pub(crate) records: bool,
    pub(crate) decisions: Vec<(Seat, Action, u32)>,
    /// The thinking of every agent, if it is timed.
    pub(crate) times: bool,
    pub(crate) timing: Timing,
}

impl<G: Game> Watch<G> for Observer<G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if self.records {
            self.decisions.push((seat, action, game.count_legal(state)));
        }
    }

    fn is_timing(&self) -> bool {
        self.times
    }

    fn thought(&mut self, agent: u8, time: Duration) {
        self.timing.0[usize::from(agent)].add(time);
    }
}

impl<Action> Observer<Action> {
    /// Wants nothing yet.
    pub(crate) fn new() -> Observer<Action> {
        Observer { records: false, decisions: Vec::new(), times: false, timing: Timing::default() }
    }
}
