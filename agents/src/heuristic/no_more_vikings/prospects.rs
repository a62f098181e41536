//! What counts alike in all villages that a seat may have.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{KINDS, Unit};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::seat::Seat;

use super::NoMoreVikingsJudge;

/// What the worth of villages depends on, beside what their seats have: whether the game is over, whether there will be
/// raids in this round, the seats whose turn of this round is not over yet, the rounds to come and the official whim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outlook(u64);

impl Outlook {
    #[inline(always)]
    pub(super) fn of(game: &NoMoreVikings, state: &State) -> Outlook {
        let is_over = u64::from(state.phase == Phase::Over);
        // Those that are over or do not take place leave those of the rounds to come.
        let raids = u64::from(!state.fog && state.phase != Phase::Month);
        let comes = u64::from(game.turns_to_come(state));
        let later = u64::from(game.rounds_to_come(state));
        Outlook(is_over | raids << 1 | comes << 8 | u64::from(state.whim) << 16 | later << 32)
    }

    #[inline(always)]
    pub(super) fn is_over(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    pub(super) fn raids(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    pub(super) fn comes(self, seat: Seat) -> bool {
        self.0 >> (8 + seat.index()) & 1 != 0
    }

    /// Without the turns of the others.
    #[inline(always)]
    pub(super) fn of_seat(self, seat: Seat) -> u64 {
        self.0 & !(0xFF << 8) | u64::from(self.comes(seat)) << 8
    }

    #[inline(always)]
    pub(super) fn later(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// What stays as long as a seat's outlook and its cards stay.
#[derive(Default)]
pub(super) struct SeatProspects {
    /// The outlook and the judge.
    pub(super) question: [u64; 2],
    pub(super) time: f64,
    /// Of a villager, a couple, a tower and an edict.
    pub(super) hopes: [f64; 4],
    /// Raids take a villager, a cottage, or nothing: now, if the longship stays, and if one lands.
    pub(super) losses: [[f64; 3]; 3],
    /// What a soldier brings who fights.
    pub(super) sunk: f64,
    pub(super) turns: f64,
    pub(super) hand: u64,
    /// Each kind of card in hand, four at a time; of none it is -0.0, which leaves all numbers as they are.
    pub(super) cards: [[f64; 4]; KINDS.div_ceil(4)],
    pub(super) fours: usize,
}

impl SeatProspects {
    pub(super) fn unknown() -> SeatProspects {
        SeatProspects { question: [u64::MAX; 2], ..SeatProspects::default() }
    }

    /// What a village is worth that is worth `value` without cards.
    #[inline(always)]
    pub(super) fn with_cards(&self, mut value: f64) -> f64 {
        for [a, b, c, d] in &self.cards[..self.fours] {
            value = value + a + b + c + d;
        }
        value
    }
}

impl NoMoreVikingsJudge {
    /// How much prospects count, by the rounds to come and `more` of this one.
    #[inline(always)]
    pub(super) fn time(&self, later: u32, more: f64) -> f64 {
        let left = f64::from(later) + more;
        left / (left + self.weights.horizon)
    }

    /// What a villager is worth who may still become something.
    #[inline(always)]
    pub(super) fn villager(&self, time: f64) -> f64 {
        self.points[Unit::Villager as usize] + self.weights.villager * time
    }
}
