//! What comes to all seats in turn order: events, raids, months (E1 to E3, R1 to R5, M1 to M3).

use super::NoMoreVikings;
use super::component::{Bonus, Column, Kind, MAX_PLAYERS, Parcel, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::fact::Sink;
use crate::seat::Seat;

impl NoMoreVikings {
    /// E1 to E3: an event takes effect. Whether somebody is asked.
    #[inline(always)]
    pub(super) fn begin_event(&self, state: &mut State, kind: Kind) -> bool {
        let (unit, gain) = match kind {
            Kind::Plague => (Unit::Villager, false),
            Kind::Newcomers => (Unit::Villager, true),
            Kind::Fire => (Unit::Cottage, false),
            Kind::Fog => {
                state.fog = true;
                return false;
            }
            Kind::Storm => {
                for seat in 0..self.numbers.players {
                    let longships = state.player(seat).longships;
                    if longships != 0 {
                        state.remove_longship(seat, longships & longships.wrapping_neg());
                    }
                }
                return false;
            }
            _ => {
                self.give_edicts(state);
                return false;
            }
        };
        self.begin_asking(state, Phase::Event, unit, gain)
    }

    /// An edict for each seat, as long as the supply has one.
    #[inline(always)]
    fn give_edicts(&self, state: &mut State) {
        for steps in 0..self.numbers.players {
            state.take_edicts(self.numbers.after(state.first, steps), 1);
        }
    }

    #[inline(always)]
    fn begin_asking(&self, state: &mut State, phase: Phase, unit: Unit, gain: bool) -> bool {
        state.asked = unit;
        state.gain = gain;
        state.reached = 0;
        state.phase = phase;
        self.ask_next(state)
    }

    /// E2, M2: the next seat that gains or loses a unit. Whether there is one.
    #[inline(always)]
    fn ask_next(&self, state: &mut State) -> bool {
        while state.reached < self.numbers.players {
            let seat = self.numbers.after(state.first, state.reached);
            state.reached += 1;
            let possible = match state.gain {
                true => state.has(state.asked) && self.free(state, seat) != 0,
                false => state.player(seat).unit(state.asked) != 0,
            };
            if possible {
                state.seat = seat;
                return true;
            }
        }
        false
    }

    /// E2.
    #[inline(always)]
    pub(super) fn suffer<S: Sink<Scoring>>(&self, state: &mut State, parcel: Parcel, sink: &mut S) {
        if state.gain {
            if self.place(state, state.asked, parcel, sink) {
                return;
            }
        } else {
            self.remove(state, state.seat, state.asked, parcel);
        }
        if !self.ask_next(state) {
            self.draw_on(state);
        }
    }

    /// Step 4.
    #[inline(always)]
    pub(super) fn begin_raids<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        if state.fog {
            self.end_raids(state, sink);
        } else {
            self.raid(state, sink);
        }
    }

    /// The raids of the current seat and of those after it, up to the next decision.
    #[inline(always)]
    fn raid<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        while state.turn < self.numbers.players {
            state.seat = self.current(state);
            let player = state.player(state.seat);
            let (towers, longships) = (player.unit(Unit::Tower).count_ones(), player.longships);
            // R1, R2.
            if towers > 0 && longships != 0 {
                state.left = towers as u8;
                state.phase = Phase::Tower;
                return;
            }
            state.raiders = longships;
            if self.attack(state, sink) {
                return;
            }
            state.turn += 1;
        }
        self.end_raids(state, sink);
    }

    /// R3 to R5 for the longships that have not raided. Whether the seat is asked.
    #[inline(always)]
    fn attack<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) -> bool {
        while state.raiders != 0 {
            let column = Column(state.raiders.trailing_zeros() as u8);
            let player = state.player(state.seat);
            let soldiers = player.unit(Unit::Soldier) & column.parcels();
            // N7.
            if soldiers & soldiers.wrapping_sub(1) != 0 {
                state.phase = Phase::Soldier;
                return true;
            }
            state.raiders &= state.raiders - 1;
            if soldiers != 0 {
                let parcel = Parcel(soldiers.trailing_zeros() as u8);
                self.fight(state, column, parcel, sink);
                continue;
            }
            let seat = usize::from(state.seat) % MAX_PLAYERS;
            let Some((parcel, unit)) = self.prey(state, seat, column) else { continue };
            self.remove(state, state.seat, unit, parcel);
            sink.add(Seat::new(usize::from(state.seat)), Fact::UnitsRaided, 1);
        }
        false
    }

    /// R4: what a longship destroys: the first target from the beach.
    #[inline(always)]
    pub(super) fn prey(
        &self,
        state: &State,
        seat: usize,
        column: Column,
    ) -> Option<(Parcel, Unit)> {
        let (units, targets) = (&state.players[seat].units, &self.numbers.targets);
        let exposed = |unit: Unit| units[unit as usize] & targets[unit as usize] & column.parcels();
        let (villagers, cottages) = (exposed(Unit::Villager), exposed(Unit::Cottage));
        let all = villagers | cottages | exposed(Unit::Field);
        let first = all & all.wrapping_neg();
        let unit = if villagers & first != 0 {
            Unit::Villager
        } else if cottages & first != 0 {
            Unit::Cottage
        } else {
            Unit::Field
        };
        (all != 0).then(|| (Parcel(all.trailing_zeros() as u8), unit))
    }

    /// R3.
    #[inline(always)]
    fn fight<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        column: Column,
        parcel: Parcel,
        sink: &mut S,
    ) {
        self.remove(state, state.seat, Unit::Soldier, parcel);
        self.destroy(state, state.seat, column, sink);
    }

    /// R2.
    #[inline(always)]
    pub(super) fn fire_tower<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        column: Column,
        sink: &mut S,
    ) {
        self.destroy(state, state.seat, column, sink);
        state.left -= 1;
        let longships = state.player(state.seat).longships;
        if state.left > 0 && longships != 0 {
            return;
        }
        state.left = 0;
        state.raiders = longships;
        self.attack_on(state, sink);
    }

    /// R3: a soldier that the seat has chosen.
    #[inline(always)]
    pub(super) fn send_soldier<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        parcel: Parcel,
        sink: &mut S,
    ) {
        let column = Column(state.raiders.trailing_zeros() as u8);
        state.raiders &= state.raiders - 1;
        self.fight(state, column, parcel, sink);
        self.attack_on(state, sink);
    }

    #[inline(always)]
    fn attack_on<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        if !self.attack(state, sink) {
            state.turn += 1;
            self.raid(state, sink);
        }
    }

    /// Step 5, M1 and M2.
    #[inline(always)]
    fn end_raids<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        sink.scoring(|| self.raid_scoring(state));
        // Months are counted from 1, so this is the next one.
        let asked = match self.numbers.months.get(usize::from(state.round)) {
            None => return self.finish(state, sink),
            Some(Bonus::Nothing) => false,
            Some(Bonus::Edict) => {
                self.give_edicts(state);
                false
            }
            Some(Bonus::Villager) => self.begin_asking(state, Phase::Month, Unit::Villager, true),
            Some(Bonus::Cottage) => self.begin_asking(state, Phase::Month, Unit::Cottage, true),
        };
        if !asked {
            self.end_round(state, sink);
        }
    }

    /// M2.
    #[inline(always)]
    pub(super) fn add_month<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        parcel: Parcel,
        sink: &mut S,
    ) {
        if self.place(state, state.asked, parcel, sink) {
            return;
        }
        if !self.ask_next(state) {
            self.end_round(state, sink);
        }
    }

    /// M3, F1.
    #[inline(always)]
    fn end_round<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        if state.filled != 0 {
            return self.finish(state, sink);
        }
        state.first = self.numbers.next(state.first);
        self.begin_round(state);
    }
}
