//! Points (F2, F3), what records note of them (2.10), and the strategy facts (2.14).

use serde_json::{Map, Value, json};

use super::{Phase, Twin, stone};

/// The strategy facts in their order.
pub const FACTS: &str = "points_stones points_full points_amulets stones_g stones_w stones_c \
    stones_s rounds gathered gathered_points looted looted_points razed razed_points lost \
    lost_points sent_spaces sent_sieges sent_home in_hospital empty_handed fights fights_started \
    fights_won fights_lost fights_tied sieges sieges_won sieges_lost sieges_tied \
    sieges_undefended defences defences_won defences_lost defences_tied undefended cards_played \
    cards_sum swaps amulets_used";

impl Twin {
    /// F2: points for stones, for a full village, and for unused amulets.
    fn parts(&self, seat: usize) -> [usize; 3] {
        let stones = self.players[seat].village();
        let full = stones.len() >= self.rules.village.full;
        [
            self.rules.value(&stones),
            if full { self.rules.scoring.full_bonus } else { 0 },
            self.players[seat].amulets * self.rules.scoring.amulet,
        ]
    }

    /// F2: the points that a seat would have if the game ended now.
    pub fn points(&self, seat: usize) -> usize {
        self.parts(seat).iter().sum()
    }

    fn seats(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    /// 2.10: after step 5 and before step 6 of every round.
    pub fn note_scoring(&mut self) {
        let players = &self.players;
        let list =
            |number: &dyn Fn(usize) -> usize| -> Vec<usize> { self.seats().map(number).collect() };
        let scoring = json!({
            "round": self.round,
            "kind": "round",
            "stones": list(&|seat| players[seat].village().len()),
            "points": list(&|seat| self.parts(seat)[0]),
            "amulets": list(&|seat| players[seat].amulets),
            "hospital": list(&|seat| players[seat].hospital.iter().sum()),
        });
        self.scorings.push(scoring);
    }

    /// F3: the better of two tied places for both, a shared win share for the best.
    pub fn result(&self) -> Option<Value> {
        if self.phase != Phase::Over {
            return None;
        }
        let points: Vec<usize> = self.seats().map(|seat| self.points(seat)).collect();
        let mut stones = Vec::new();
        let mut places = Vec::new();
        for seat in self.seats() {
            stones.push(self.players[seat].village().len());
            places.push(1 + points.iter().filter(|&&other| other > points[seat]).count());
        }
        let winners = places.iter().filter(|&&place| place == 1).count();
        let share = |&place: &usize| if place == 1 { 1.0 / winners as f64 } else { 0.0 };
        Some(json!({
            "points": points,
            "stones": stones,
            "place": places,
            "win_share": places.iter().map(share).collect::<Vec<f64>>(),
        }))
    }

    /// 2.14: the facts of a seat in their order; the points as if the game ended now.
    pub fn facts(&self, seat: usize) -> Vec<(String, i64)> {
        let parts = self.parts(seat);
        let player = &self.players[seat];
        let mut facts = Vec::new();
        for name in FACTS.split_whitespace() {
            let kept = |kind| stone::count(&player.village(), kind);
            let count = match name {
                "points_stones" => parts[0] as i64,
                "points_full" => parts[1] as i64,
                "points_amulets" => parts[2] as i64,
                "stones_g" => kept('g') as i64,
                "stones_w" => kept('w') as i64,
                "stones_c" => kept('c') as i64,
                "stones_s" => kept('s') as i64,
                "rounds" => self.scorings.len() as i64,
                other => player.facts.get(other).copied().unwrap_or(0),
            };
            facts.push((name.to_owned(), count));
        }
        facts
    }

    /// 2.14: one object for each seat.
    pub fn breakdown(&self) -> Value {
        let mut seats = Vec::new();
        for seat in self.seats() {
            let mut facts = Map::new();
            for (name, count) in self.facts(seat) {
                facts.insert(name, count.into());
            }
            seats.push(Value::Object(facts));
        }
        Value::Array(seats)
    }
}
