//! What counts alike in all villages that a seat may have.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{KINDS, Kind, Unit};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{NoMoreVikingsJudge, Weights};

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
    question: [u64; 2],
    time: f64,
    /// Of a villager, a couple, a tower and an edict.
    pub(super) hopes: [f64; 4],
    /// Raids take a villager, a cottage, or nothing: now, if the longship stays, and if one lands.
    pub(super) losses: [[f64; 3]; 3],
    /// What a soldier brings who fights.
    pub(super) sunk: f64,
    pub(super) turns: f64,
    hand: u64,
    /// Each kind of card in hand, four at a time; of none it is -0.0, which leaves all numbers as they are.
    cards: [[f64; 4]; KINDS.div_ceil(4)],
    fours: usize,
}

impl SeatProspects {
    pub(super) fn unknown() -> SeatProspects {
        SeatProspects { question: [u64::MAX; 2], ..SeatProspects::default() }
    }

    /// Makes them those of a seat.
    #[inline(always)]
    pub(super) fn see(
        &mut self,
        judge: &NoMoreVikingsJudge,
        game: &NoMoreVikings,
        state: &State,
        outlook: Outlook,
        seat: Seat,
    ) {
        let question = [outlook.of_seat(seat), judge.number];
        let is_new = self.question != question;
        if is_new {
            self.question = question;
            self.look(judge, game, outlook, seat);
        }
        if is_new || self.hand != state[seat].hand {
            self.hand = state[seat].hand;
            self.hold(judge, game, state, outlook, seat);
        }
    }

    #[inline(always)]
    fn look(
        &mut self,
        judge: &NoMoreVikingsJudge,
        game: &NoMoreVikings,
        outlook: Outlook,
        seat: Seat,
    ) {
        let Weights { villager, couple, tower, edict, lasting, landing, .. } = judge.weights;
        let (raids, comes) = (outlook.raids(), outlook.comes(seat));
        let later = f64::from(outlook.later());
        // The part of this round that counts.
        self.time = judge.time(outlook.later(), if comes { 0.5 } else { 0.0 });
        self.turns = later + if comes { 1.0 } else { 0.0 };
        let time = self.time;
        self.hopes = [time * villager, time * couple, tower * later.min(4.0), time * edict];
        let losses = [judge.villager(time), judge.points[Unit::Cottage as usize], 0.0];
        for (unit, loss) in losses.into_iter().enumerate() {
            self.losses[0][unit] = if raids { loss } else { 0.0 };
            self.losses[1][unit] = loss * lasting * later.min(2.0);
            self.losses[2][unit] = loss * landing * lasting * later.min(3.0);
        }
        let sunk = f64::from(game.rule_set().scoring.sunk_longship);
        let sunk = sunk - judge.points[Unit::Soldier as usize];
        self.sunk = if raids { sunk } else { sunk * lasting };
    }

    #[inline(always)]
    fn hold(
        &mut self,
        judge: &NoMoreVikingsJudge,
        game: &NoMoreVikings,
        state: &State,
        outlook: Outlook,
        seat: Seat,
    ) {
        let counts = !outlook.is_over() && self.turns > 0.0;
        let mut kinds = if counts { state[seat].kinds } else { 0 };
        let mut place = 0;
        self.cards = [[-0.0; 4]; KINDS.div_ceil(4)];
        while kinds != 0 {
            let kind = Kind::from_index(kinds.trailing_zeros());
            let number = f64::from(game.held_of(state, seat, kind));
            self.cards[place / 4][place % 4] = judge.held[kind as usize] * number * self.time;
            place += 1;
            kinds &= kinds - 1;
        }
        self.fours = place.div_ceil(4);
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
