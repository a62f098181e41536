//! One random game in progress.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::Breach;
use super::parts::differences;
use crate::error::Endless;
use crate::fact::Ledger;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::DealSeed;

pub(super) const ENDS: &str = "random games end (see `Game::MOST_DECISIONS`, `Game::to_move`)";

/// What was found of a game that breaks that promise.
pub(super) fn endless<G: Recorded>() -> String {
    let reason = Endless { decisions: G::MOST_DECISIONS };
    format!(
        "{reason}; see what ends it in `to_move` and `apply_unchecked`, or name a higher number"
    )
}

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

    pub(super) fn breach(&self, promise: &'static str, found: impl Display) -> Breach {
        let actions = self.played.iter().map(|(_, action, _)| action.to_string()).collect();
        Breach { promise, found: found.to_string(), deal: Some(self.seed.deal), actions }
    }

    /// `Err` unless `kept`; `found` is what was observed instead.
    pub(super) fn promise(
        &self,
        kept: bool,
        promise: &'static str,
        found: impl Display,
    ) -> Result<(), Breach> {
        debug_assert!(promise.contains(" (see `"), "names no method: {promise}");
        if kept { Ok(()) } else { Err(self.breach(promise, found)) }
    }

    /// The seat to move, which must be one at the table, in a game that must end eventually.
    pub(super) fn to_move(&self) -> Result<Option<Seat>, Breach> {
        let seat = self.game.to_move(&self.state);
        let seats = self.game.players();
        let promise = "the seat to move sits at the table (see `Game::to_move`)";
        let sits = seat.is_none_or(|seat| seat.index() < seats);
        self.promise(sits, promise, format_args!("{seat:?} of {seats}"))?;
        if seat.is_some() && self.played.len() >= G::MOST_DECISIONS as usize {
            return Err(self.breach(ENDS, endless::<G>()));
        }
        Ok(seat)
    }

    pub(super) fn play(&mut self, action: G::Action) -> Result<(), Breach> {
        let game = self.game;
        let before = self.state;
        let Some(seat) = game.to_move(&before) else { return Ok(()) };
        let clock = game.clock(&before);
        let fresh = self.clocks.insert((seat, clock));
        let promise = "the clock differs between any two decisions of one seat (see `Game::clock`)";
        self.promise(fresh, promise, format_args!("clock {clock} again for seat {seat}"))?;
        let (mut plain, mut state) = (before, before);
        game.apply_unchecked(&mut plain, action, &mut ());
        let applied = game.apply(&mut state, action, &mut self.ledger).is_ok();
        self.promise(applied, "a random legal action is legal (see `Game::is_legal`)", action)?;
        let promise = "collecting facts changes no state (see `Game::apply_unchecked`)";
        let found = differences(&plain, &state);
        let found = format_args!("after `{action}`, without facts or with them: {found}");
        self.promise(plain == state, promise, found)?;
        let (old, new) = (game.epoch(&before), game.epoch(&state));
        let found = format_args!("from {old} to {new} by `{action}`");
        self.promise(old <= new, "the epoch never falls (see `Game::epoch`)", found)?;
        self.played.push((seat, action, game.count_legal(&before)));
        self.state = state;
        Ok(())
    }
}
