//! Step 4: raids (R1 to R5).

use super::piece::{Parcel, Piece};
use super::{Step, Twin};

impl Twin {
    /// E3: not in fog.
    pub fn start_raids(&mut self) {
        if !self.fog {
            let seats = self.clockwise();
            self.plan(seats.into_iter().map(|seat| Step::Raid { seat }).collect());
        }
    }

    /// R1, R2
    pub fn start_raid(&mut self, seat: usize) {
        let towers = self.players[seat].parcels(Piece::Tower).len();
        let mut steps = vec![Step::Tower { seat }; towers];
        steps.push(Step::Columns { seat });
        self.plan(steps);
    }

    /// R3: the longships that the towers have left, from left to right.
    pub fn start_columns(&mut self, seat: usize) {
        let columns = self.players[seat].beach.iter();
        self.plan(columns.map(|&column| Step::Column { seat, column }).collect());
    }

    /// The soldiers of a column.
    pub fn soldiers(&self, seat: usize, column: usize) -> Vec<Parcel> {
        let mut soldiers = self.players[seat].parcels(Piece::Soldier);
        soldiers.retain(|parcel| parcel.0 == column);
        soldiers
    }

    /// O6: a single soldier fights without asking; R4 if there is none.
    pub fn raid(&mut self, seat: usize, column: usize) {
        if let Some(&soldier) = self.soldiers(seat, column).first() {
            return self.fight(seat, column, soldier);
        }
        let village = &self.players[seat].village;
        // Parcels are in order, so the first of a column is nearest the beach.
        let hit = village.iter().find(|&(parcel, unit)| {
            parcel.0 == column && self.rules.switches.raid_targets.contains(unit)
        });
        if let Some((&parcel, _)) = hit {
            self.remove(seat, parcel);
            self.players[seat].count("units_raided");
        }
    }

    /// R3
    pub fn fight(&mut self, seat: usize, column: usize, soldier: Parcel) {
        self.remove(seat, soldier);
        self.sink(seat, seat, column);
    }
}
