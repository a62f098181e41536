//! Points (F2 to F6), what records note of them (3.5), and the strategy facts (3.11).

use serde_json::{Map, Value, json};

use super::Twin;
use super::piece::{Piece, Village};
use super::rules::Whim;

/// The strategy facts in their order; the first ten add up to the score.
pub const FACTS: &str = "points_track points_villagers points_soldiers points_cottages \
    points_fortresses points_towers points_edicts points_fields points_whim_own \
    points_whim_official aggressive balanced development did_populate did_marry did_fortress \
    did_enlist did_tower did_move did_cultivate cards_played cards_cancelled counters_played \
    edicts_played longships_sunk units_raided filled rounds";

impl Twin {
    /// The points on the track.
    pub fn track(&self, seat: usize) -> i64 {
        self.players[seat].sunk * self.rules.scoring.sunk_longship
    }

    /// F2 to F4, in the order of the facts.
    pub fn parts(&self, seat: usize) -> [i64; 10] {
        let (player, scoring) = (&self.players[seat], &self.rules.scoring);
        let units = |unit: Piece| player.parcels(unit).len() as i64;
        let whim = |name: &String| self.whim_points(seat, name);
        [
            self.track(seat),
            units(Piece::Villager) * scoring.villager,
            units(Piece::Soldier) * scoring.soldier,
            units(Piece::Cottage) * scoring.cottage,
            units(Piece::Fortress) * scoring.fortress,
            units(Piece::Tower) * scoring.tower,
            player.edicts as i64 * scoring.edict,
            self.neighbours_of_fields(seat) * scoring.field_neighbour,
            player.whim.as_ref().map_or(0, whim),
            whim(&self.official),
        ]
    }

    /// F5: the score that a seat would have if the game ended now.
    pub fn score(&self, seat: usize) -> i64 {
        self.parts(seat).iter().sum()
    }

    /// F3
    fn neighbours_of_fields(&self, seat: usize) -> i64 {
        let village = &self.players[seat].village;
        let mut count = 0;
        for field in self.players[seat].parcels(Piece::Field) {
            for (parcel, unit) in village {
                let seen = parcel.0 == field.0 || parcel.1 == field.1;
                if seen && (unit.is_house() || *unit == Piece::Tower) {
                    count += 1;
                }
            }
        }
        count
    }

    /// F4
    pub fn whim_points(&self, seat: usize, name: &str) -> i64 {
        let whim = self.rules.whim(name);
        if self.fulfilled(seat, whim) { whim.points } else { 0 }
    }

    fn fulfilled(&self, seat: usize, whim: &Whim) -> bool {
        let player = &self.players[seat];
        let pattern = whim.pattern.as_ref().is_none_or(|lines| self.fits(&player.village, lines));
        let mut needs = whim.need.iter().flatten();
        let need = needs.all(|(&unit, &count)| player.parcels(unit).len() >= count);
        let none = whim.none.is_none_or(|unit| !player.has(unit));
        pattern && need && none
    }

    /// N14: some translation lies wholly on the grid and fits there.
    fn fits(&self, village: &Village, lines: &[String]) -> bool {
        for column in 0..self.rules.board.columns {
            for row in 1..=self.rules.board.rows {
                let inside = column + lines[0].len() <= self.rules.board.columns
                    && row + lines.len() <= self.rules.board.rows + 1;
                if inside && fits_at(village, lines, column, row) {
                    return true;
                }
            }
        }
        false
    }

    pub fn note_scoring(&mut self, kind: &str, points: &[i64]) {
        self.scorings.push(json!({ "round": self.round, "kind": kind, "points": points }));
    }

    /// F6: the better of two tied places for both, a shared win share for the best.
    pub fn result(&self) -> Option<Value> {
        if !self.agenda.is_empty() {
            return None;
        }
        let scores: Vec<i64> = (0..self.players.len()).map(|seat| self.score(seat)).collect();
        let place = |score: &i64| 1 + scores.iter().filter(|&other| other > score).count();
        let places: Vec<usize> = scores.iter().map(place).collect();
        let winners = places.iter().filter(|&&place| place == 1).count();
        let share = |&place: &usize| if place == 1 { 1.0 / winners as f64 } else { 0.0 };
        Some(json!({
            "score": scores,
            "place": places,
            "win_share": places.iter().map(share).collect::<Vec<f64>>(),
        }))
    }

    /// 3.11: the facts of a seat in their order; the points as if the game ended now.
    pub fn facts(&self, seat: usize) -> Vec<(String, i64)> {
        let player = &self.players[seat];
        let mut facts = Vec::new();
        for (index, name) in FACTS.split_whitespace().enumerate() {
            let count = match self.parts(seat).get(index) {
                Some(&points) => points,
                None if name == "rounds" => self.round as i64,
                None => player.facts.get(name).copied().unwrap_or(0),
            };
            facts.push((name.to_owned(), count));
        }
        facts
    }

    /// 3.11: one object for each seat.
    pub fn breakdown(&self) -> Value {
        let mut seats = Vec::new();
        for seat in 0..self.players.len() {
            let mut facts = Map::new();
            for (name, count) in self.facts(seat) {
                facts.insert(name, count.into());
            }
            seats.push(Value::Object(facts));
        }
        Value::Array(seats)
    }
}

/// Whether a pattern fits with its left column and its line nearest the beach here.
fn fits_at(village: &Village, lines: &[String], column: usize, row: usize) -> bool {
    for (up, line) in lines.iter().enumerate() {
        for (right, sign) in line.chars().enumerate() {
            let unit = village.get(&(column + right, row + up));
            let fits = match sign {
                'H' => unit.is_some_and(|unit| unit.is_house()),
                'A' => unit == Some(&Piece::Field),
                _ => true,
            };
            if !fits {
                return false;
            }
        }
    }
    true
}
