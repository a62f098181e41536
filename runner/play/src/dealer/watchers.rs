//! What watches a game for its dealer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use drakkar_engine::{game::Game, past::Past, recorded::Recorded, seat::Seat};

use super::Notes;
use crate::branch::{Against, Choice, Rivals, round_of, turn_of};
use crate::game::{Foul, Watch};

/// Keeps nothing.
pub(super) struct Bare<'s>(pub &'s AtomicBool);

impl<G: Game> Watch<G> for Bare<'_> {
    #[inline(always)]
    fn gives_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Keeps what is requested of a game.
pub(super) struct Diary<'d, Action> {
    pub stop: &'d AtomicBool,
    pub notes: Notes<'d>,
    pub decisions: &'d mut Vec<(Seat, Action, u32)>,
    /// Fouls, and the decisions before each.
    pub fouls: &'d mut Vec<(Foul, usize)>,
    pub players: usize,
}

impl<G: Game> Watch<G> for Diary<'_, G::Action> {
    fn gives_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if self.notes.decisions {
            self.decisions.push((seat, action, game.count_legal(state)));
        }
    }

    fn is_timing(&self) -> bool {
        self.notes.timing.is_some()
    }

    fn thought(&mut self, agent: u8, time: Duration) {
        if let Some(timing) = &mut self.notes.timing {
            timing.0[usize::from(agent)].add(time);
        }
    }

    fn forgives(&mut self, foul: &Foul) -> bool {
        self.fouls.push((foul.clone(), self.decisions.len()));
        let loses = self.notes.losing >> foul.seat.index() & 1 == 1;
        // Without any other seat, nobody can finish the game.
        loses && !foul.is_no_program() && self.fouls.len() < self.players
    }
}

/// Ends an opening.
pub(super) struct Opener<'s> {
    pub stop: &'s AtomicBool,
    /// The turn after which it ends; none if it is a single decision.
    pub turn: Option<u32>,
    /// Decisions begun.
    pub decisions: u32,
}

impl<G: Recorded> Watch<G> for Opener<'_> {
    fn gives_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn asks_agents(&self) -> bool {
        true
    }

    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        self.decisions += 1;
        match self.turn {
            Some(turn) => turn_of(game, state) == Some(turn),
            None => self.decisions == 1,
        }
    }
}

/// Looks for decision points.
pub(super) struct Lookout<'l, G: Game> {
    pub stop: &'l AtomicBool,
    /// Actions that must be legal; without them the first decision of the round is meant.
    pub legal: Option<Rivals<'l, G::Action>>,
    pub round: u32,
    pub found: &'l mut Vec<(G::State, Past<G>)>,
    /// The legal ones of a decision; only its memory lasts.
    pub actions: Vec<G::Action>,
    /// What was decided before.
    pub past: Past<G>,
}

impl<G: Recorded> Lookout<'_, G> {
    /// Whether there is a choice between the kind and what it is compared with.
    fn is_choice(&mut self, game: &G, state: &G::State) -> bool {
        match self.legal {
            None => true,
            Some((Choice::One(kind), Against::One(other))) => {
                game.is_legal(state, *kind) && game.is_legal(state, other)
            }
            Some((kind, against)) => {
                game.legal(state, &mut self.actions);
                let of_kind = self.actions.iter().filter(|&&action| kind.fits(action)).count();
                of_kind > 0
                    && match against {
                        Against::One(other) => self.actions.contains(&other),
                        Against::Others => of_kind < self.actions.len(),
                    }
            }
        }
    }
}

impl<G: Recorded> Watch<G> for Lookout<'_, G> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        self.past.note(game, state, seat, action);
    }

    fn gives_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn asks_agents(&self) -> bool {
        true
    }

    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        let round = round_of(game, state);
        if round == self.round && self.is_choice(game, state) {
            self.past.reach(game, state);
            self.found.push((*state, self.past.clone()));
        }
        // The rest of the game may have no such decision point.
        round <= self.round && (self.legal.is_some() || self.found.is_empty())
    }
}
