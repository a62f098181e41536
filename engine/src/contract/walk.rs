//! One random game in progress.

use std::collections::BTreeSet;

use super::Breach;
use super::differ::differences;
use crate::error::Endless;
use crate::fact::Ledger;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::DealSeed;

pub(super) const ENDS: &str = "random games end (see `Game::MOST_DECISIONS`, `Game::to_move`)";

/// Most decisions of a game.
pub(super) fn most<G: Recorded>() -> usize {
    G::MOST_DECISIONS as usize
}

/// What was found of a game that breaks that promise.
pub(super) fn endless<G: Recorded>() -> String {
    let reason = Endless { decisions: G::MOST_DECISIONS };
    format!(
        "{reason}; see what ends it in `to_move` and `apply_unchecked`, or name a higher number"
    )
}

/// One random game in progress.
pub(super) struct RandomGame<'g, G: Recorded> {
    pub(super) game: &'g G,
    pub(super) seed: DealSeed,
    pub(super) deal: G::Deal,
    pub(super) state: G::State,
    pub(super) played: Vec<(Seat, G::Action, u32)>,
    pub(super) ledger: Ledger<G::Scoring>,
    /// Every (seat, clock) so far.
    clocks: BTreeSet<(Seat, u32)>,
}

impl<'g, G: Recorded> RandomGame<'g, G> {
    pub(super) fn new(game: &'g G, seed: u64, deal: u64) -> RandomGame<'g, G> {
        let seed = DealSeed { seed, deal };
        let deal = game.deal(seed);
        let mut ledger = Ledger::new(game.players(), G::FACTS.len());
        game.opening(&deal, &mut ledger);
        let state = game.state(&deal);
        RandomGame { game, seed, state, deal, played: Vec::new(), ledger, clocks: BTreeSet::new() }
    }

    /// The error that `promise` is broken here.
    pub(super) fn breach(&self, promise: &'static str, found: impl Into<String>) -> Breach {
        let actions = self.played.iter().map(|(_, action, _)| action.to_string()).collect();
        Breach { promise, found: found.into(), deal: Some(self.seed.deal), actions }
    }

    /// `Err` unless `kept`; `found` describes what was observed instead.
    pub(super) fn promise(
        &self,
        kept: bool,
        promise: &'static str,
        found: impl FnOnce() -> String,
    ) -> Result<(), Breach> {
        debug_assert!(promise.contains(" (see `"), "names no method: {promise}");
        if kept { Ok(()) } else { Err(self.breach(promise, found())) }
    }

    /// The seat to move, which must be one at the table, in a game that must end eventually.
    pub(super) fn to_move(&self) -> Result<Option<Seat>, Breach> {
        let seat = self.game.to_move(&self.state);
        let seats = self.game.players();
        self.promise(
            seat.is_none_or(|seat| seat.index() < seats),
            "the seat to move sits at the table (see `Game::to_move`)",
            || format!("{seat:?} of {seats}"),
        )?;
        self.promise(seat.is_none() || self.played.len() < most::<G>(), ENDS, endless::<G>)?;
        Ok(seat)
    }

    /// Plays a legal action, with facts and without.
    pub(super) fn play(&mut self, action: G::Action) -> Result<(), Breach> {
        let game = self.game;
        let before = self.state;
        let Some(seat) = game.to_move(&before) else { return Ok(()) };
        let clock = game.clock(&before);
        let fresh = self.clocks.insert((seat, clock));
        self.promise(
            fresh,
            "the clock differs between any two decisions of one seat (see `Game::clock`)",
            || format!("clock {clock} again for seat {seat}"),
        )?;
        let mut plain = before;
        game.apply_unchecked(&mut plain, action, &mut ());
        let mut state = before;
        let applied = game.apply(&mut state, action, &mut self.ledger);
        self.promise(
            applied.is_ok(),
            "a random legal action is legal (see `Game::is_legal`)",
            || action.to_string(),
        )?;
        self.promise(
            plain == state,
            "collecting facts changes no state (see `Game::apply_unchecked`)",
            || {
                format!(
                    "after `{action}`, without facts or with them: {}",
                    differences(&plain, &state)
                )
            },
        )?;
        let (old, new) = (game.epoch(&before), game.epoch(&state));
        self.promise(old <= new, "the epoch never falls (see `Game::epoch`)", || {
            format!("from {old} to {new} by `{action}`")
        })?;
        self.played.push((seat, action, game.count_legal(&before)));
        self.state = state;
        Ok(())
    }
}
