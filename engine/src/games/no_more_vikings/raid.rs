//! What comes to all seats in turn order: events, raids, months (E1 to E3, R1 to R5, M1 to M3).

use super::NoMoreVikings;
use super::component::{Bonus, Column, Kind, MAX_PLAYERS, Parcel, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::Seat;

impl NoMoreVikings {
    /// What the longship of a column destroys if no soldier is there: the first target from the beach (R4).
    #[inline(always)]
    pub fn prey_of(&self, state: &State, seat: Seat, column: Column) -> Option<(Parcel, Unit)> {
        let (units, targets) = (&state[seat].units, &self.numbers.targets);
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
}

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    /// E1 to E3: an event takes effect. Whether somebody is asked.
    #[inline(always)]
    pub(super) fn begin_event(&mut self, kind: Kind) -> bool {
        let (unit, gain) = match kind {
            Kind::Plague => (Unit::Villager, false),
            Kind::Newcomers => (Unit::Villager, true),
            Kind::Fire => (Unit::Cottage, false),
            Kind::Fog => {
                self.state.fog = true;
                return false;
            }
            Kind::Storm => {
                for seat in 0..self.game.numbers.players {
                    let longships = self.state.player(seat).longships;
                    if longships != 0 {
                        self.state.remove_longship(seat, longships & longships.wrapping_neg());
                    }
                }
                return false;
            }
            _ => {
                self.give_edicts();
                return false;
            }
        };
        self.begin_asking(Phase::Event, unit, gain)
    }

    #[inline(always)]
    fn give_edicts(&mut self) {
        for steps in 0..self.game.numbers.players {
            self.state.take_edicts(self.game.numbers.after(self.state.first, steps), 1);
        }
    }

    #[inline(always)]
    fn begin_asking(&mut self, phase: Phase, unit: Unit, gain: bool) -> bool {
        self.state.asked = unit;
        self.state.gain = gain;
        self.state.reached = 0;
        self.state.phase = phase;
        self.ask_next()
    }

    /// E2, M2: the next seat that gains or loses a unit. Whether there is one.
    #[inline(always)]
    fn ask_next(&mut self) -> bool {
        while self.state.reached < self.game.numbers.players {
            let seat = self.game.numbers.after(self.state.first, self.state.reached);
            self.state.reached += 1;
            let possible = match self.state.gain {
                true => self.state.has(self.state.asked) && self.game.free(self.state, seat) != 0,
                false => self.state.player(seat).unit(self.state.asked) != 0,
            };
            if possible {
                self.state.seat = seat;
                return true;
            }
        }
        false
    }

    /// E2.
    #[inline(always)]
    pub(super) fn suffer(&mut self, parcel: Parcel) {
        if self.state.gain {
            if self.place(self.state.asked, parcel) {
                return;
            }
        } else {
            self.remove(self.state.seat, self.state.asked, parcel);
        }
        if !self.ask_next() {
            self.draw_on();
        }
    }

    /// Step 4: the raids of the current seat and of those after it, up to the next decision; none in fog.
    #[inline(always)]
    pub(super) fn raid(&mut self) {
        while !self.state.fog && self.state.turn < self.game.numbers.players {
            self.state.seat = self.game.current(self.state);
            let player = self.state.player(self.state.seat);
            let (towers, longships) = (player.unit(Unit::Tower).count_ones(), player.longships);
            // R1, R2.
            if towers > 0 && longships != 0 {
                self.state.left = towers as u8;
                self.state.phase = Phase::Tower;
                return;
            }
            self.state.raiders = longships;
            if self.attack() {
                return;
            }
            self.state.turn += 1;
        }
        self.end_raids();
    }

    /// R3 to R5 for the longships that have not raided. Whether the seat is asked.
    #[inline(always)]
    fn attack(&mut self) -> bool {
        while self.state.raiders != 0 {
            let column = Column(self.state.raiders.trailing_zeros() as u8);
            let player = self.state.player(self.state.seat);
            let soldiers = player.unit(Unit::Soldier) & column.parcels();
            // N7.
            if soldiers & soldiers.wrapping_sub(1) != 0 {
                self.state.phase = Phase::Soldier;
                return true;
            }
            self.state.raiders &= self.state.raiders - 1;
            if soldiers != 0 {
                let parcel = Parcel(soldiers.trailing_zeros() as u8);
                self.fight(column, parcel);
                continue;
            }
            let seat = Seat::new(usize::from(self.state.seat) % MAX_PLAYERS);
            let Some((parcel, unit)) = self.game.prey_of(self.state, seat, column) else {
                continue;
            };
            self.remove(self.state.seat, unit, parcel);
            self.count(Fact::UnitsRaided);
        }
        false
    }

    /// R3.
    #[inline(always)]
    fn fight(&mut self, column: Column, parcel: Parcel) {
        self.remove(self.state.seat, Unit::Soldier, parcel);
        self.destroy(self.state.seat, column);
    }

    /// R2.
    #[inline(always)]
    pub(super) fn fire_tower(&mut self, column: Column) {
        self.destroy(self.state.seat, column);
        self.state.left -= 1;
        let longships = self.state.player(self.state.seat).longships;
        if self.state.left > 0 && longships != 0 {
            return;
        }
        self.state.left = 0;
        self.state.raiders = longships;
        self.attack_on();
    }

    /// R3: a soldier that the seat has chosen.
    #[inline(always)]
    pub(super) fn send_soldier(&mut self, parcel: Parcel) {
        let column = Column(self.state.raiders.trailing_zeros() as u8);
        self.state.raiders &= self.state.raiders - 1;
        self.fight(column, parcel);
        self.attack_on();
    }

    #[inline(always)]
    fn attack_on(&mut self) {
        if !self.attack() {
            self.state.turn += 1;
            self.raid();
        }
    }

    /// Step 5, M1 and M2.
    #[inline(always)]
    fn end_raids(&mut self) {
        self.sink.scoring(|| self.game.raid_scoring(self.state));
        // Months are counted from 1, so this is the next one.
        let asked = match self.game.rule_set.months.bonus.get(usize::from(self.state.round)) {
            None => return self.finish(),
            Some(Bonus::Nothing) => false,
            Some(Bonus::Edict) => {
                self.give_edicts();
                false
            }
            Some(Bonus::Villager) => self.begin_asking(Phase::Month, Unit::Villager, true),
            Some(Bonus::Cottage) => self.begin_asking(Phase::Month, Unit::Cottage, true),
        };
        if !asked {
            self.end_round();
        }
    }

    /// M2.
    #[inline(always)]
    pub(super) fn add_month(&mut self, parcel: Parcel) {
        if self.place(self.state.asked, parcel) {
            return;
        }
        if !self.ask_next() {
            self.end_round();
        }
    }

    /// M3, F1.
    #[inline(always)]
    fn end_round(&mut self) {
        if self.state.filled != 0 {
            return self.finish();
        }
        self.state.first = self.game.numbers.next(self.state.first);
        self.begin_round();
    }
}
