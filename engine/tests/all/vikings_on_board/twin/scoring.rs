//! Section 6 and the facts of section 13.

use serde_json::{Value, json};

use super::component::GOODS;
use super::{Phase, Twin};

/// The facts of section 13 that are counted as they happen, in their order.
const COUNTED: [&str; 25] = [
    "hide",
    "grain",
    "metal",
    "barrels_won",
    "barrels_bet",
    "barrels_shifted",
    "bets_own",
    "sterns",
    "aboard",
    "led",
    "shields_sailed",
    "boxed",
    "crew",
    "idle",
    "space_1",
    "space_2",
    "space_3",
    "space_4",
    "space_5",
    "space_6",
    "space_7",
    "space_8",
    "space_9",
    "space_10",
    "space_11",
];

impl Twin {
    /// F1: the value of a seat's supplies in the present market.
    fn goods_points(&self, seat: usize) -> i64 {
        self.players[seat].taken.iter().map(|good| self.market[good]).sum()
    }

    /// F1: the values of the barrels that a seat has won.
    fn barrel_points(&self, seat: usize) -> i64 {
        self.players[seat].won.iter().sum()
    }

    fn per_seat(&self, value: impl Fn(usize) -> i64) -> Vec<i64> {
        (0..self.players.len()).map(value).collect()
    }

    fn score(&self, seat: usize) -> i64 {
        self.goods_points(seat) + self.barrel_points(seat)
    }

    /// The scores if the game ended now.
    pub fn standing(&self) -> Vec<i64> {
        self.per_seat(|seat| self.score(seat))
    }

    /// The last entry of N7.
    pub(super) fn score_game(&mut self) {
        let market: Vec<i64> = GOODS.iter().map(|good| self.market[good]).collect();
        self.scorings.push(json!({
            "round": self.round,
            "kind": "final",
            "market": market,
            "goods": self.per_seat(|seat| self.goods_points(seat)),
            "barrels": self.per_seat(|seat| self.barrel_points(seat)),
            "score": self.standing(),
        }));
    }

    /// N8, F2, F3, once the game is over.
    pub fn result(&self) -> Option<Value> {
        if self.phase != Phase::Over {
            return None;
        }
        let score = self.standing();
        let supplies = self.per_seat(|seat| self.players[seat].taken.len() as i64);
        let place = self.per_seat(|seat| {
            let own = (score[seat], supplies[seat]);
            let better =
                (0..self.players.len()).filter(|&other| (score[other], supplies[other]) > own);
            1 + better.count() as i64
        });
        let winners = place.iter().filter(|&&place| place == 1).count();
        let win_share: Vec<f64> =
            place.iter().map(|&p| if p == 1 { 1.0 / winners as f64 } else { 0.0 }).collect();
        Some(json!({
            "score": score,
            "supplies": supplies,
            "place": place,
            "win_share": win_share,
        }))
    }

    /// The facts of a seat in the order of section 13.
    pub fn facts(&self, seat: usize) -> Vec<(String, i64)> {
        let mut facts = vec![
            ("goods_points".to_owned(), self.goods_points(seat)),
            ("barrel_points".to_owned(), self.barrel_points(seat)),
        ];
        for name in COUNTED {
            let count = self.players[seat].facts.get(name).copied().unwrap_or(0);
            facts.push((name.to_owned(), count));
        }
        facts
    }
}
