//! What a choice changes, said again in the plainest way.

use super::naive::{GOODS, Naive, sorted};
use super::table::Table;
use crate::games::vikings_on_board::rule_set::Return;
use crate::games::vikings_on_board::state::Phase;

impl Naive {
    fn barrel(&mut self, seat: usize, which: impl Fn(&(u8, String)) -> bool) -> &mut String {
        &mut self.barrels[seat].iter_mut().find(|barrel| which(barrel)).unwrap().1
    }

    /// What `seat`'s choice leaves; only choices that are not part of a departure. `w2` says whether
    /// a token is loaded from stack W2.
    pub fn play(&mut self, table: &Table, seat: usize, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let place = |text: &str| -> (usize, usize) {
            let (ship, at) = text.split_once('.').unwrap();
            (ship.parse::<usize>().unwrap() - 1, at.parse::<usize>().unwrap() - 1)
        };
        let ship = |text: &str| text.parse::<usize>().unwrap() - 1;
        match words[0] {
            "promote" => {
                let (from, at) = place(words[1]);
                let bodies = self.ships[from].as_mut().unwrap();
                let body = bodies.remove(at);
                bodies.insert(0, body);
            }
            "switch" | "move" => {
                let (from, at) = place(words[1]);
                let body = self.ships[from].as_mut().unwrap().remove(at);
                self.ships[ship(words[2])].as_mut().unwrap().push(body);
            }
            "swap" => {
                let ((low, at), (high, other)) = (place(words[1]), place(words[2]));
                let body = self.ships[high].as_ref().unwrap()[other].clone();
                let own = &mut self.ships[low].as_mut().unwrap()[at];
                let body = std::mem::replace(own, body);
                self.ships[high].as_mut().unwrap()[other] = body;
            }
            "crew" => {
                let (on, at) = place(words[1]);
                self.ships[on].as_mut().unwrap()[at].push('+');
            }
            "raise" => {
                self.market[GOODS.iter().position(|good| words[1].starts_with(*good)).unwrap()] += 1
            }
            "bet" => {
                let value: u8 = words[1].parse().unwrap();
                *self.barrel(seat, |(own, at)| *own == value && at == "unused") =
                    words[2].to_owned();
            }
            "shift" => *self.barrel(seat, |(_, at)| at == words[1]) = words[2].to_owned(),
            "load" => {
                let bow = &mut self.bows[ship(words[2])];
                *bow = sorted(&format!("{bow}{}", words[1]));
                if table.state.phase == Phase::Load1 {
                    assert_eq!(self.w1.remove(0).to_string(), words[1]);
                } else {
                    let mut drawn = self.drawn(table).to_owned();
                    self.w2.drain(..drawn.len());
                    drawn.remove(drawn.find(words[1]).unwrap());
                    self.w2 += &drawn;
                }
            }
            "under" => {
                assert_eq!(table.game.rule_set.warehouse_2.give_back, Return::Choice);
                self.w2.truncate(self.w2.len() - words[1].len());
                self.w2 += words[1];
            }
            _ => {}
        }
        for barrels in &mut self.barrels {
            barrels.sort_unstable();
        }
    }
}
