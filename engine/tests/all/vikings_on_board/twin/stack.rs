//! The warehouses: drawing, loading, returning, and who knows what (H3, H4).

use super::component::{Token, one_kind};
use super::{Phase, Twin};

impl Twin {
    /// A5: the drawing seat sees the token (V13).
    pub(super) fn draw_from_w1(&mut self) {
        let token = self.w1.remove(0);
        self.drawn.push(token);
        self.learn_drawn();
    }

    /// A9: three tokens, or what is left.
    pub(super) fn draw_from_w2(&mut self) {
        while self.drawn.len() < self.rules.warehouse_2.draw && !self.w2.is_empty() {
            let token = self.w2.remove(0);
            self.drawn.push(token);
        }
        self.learn_drawn();
    }

    fn learn_drawn(&mut self) {
        for token in &mut self.drawn {
            if !token.known_by.contains(&self.seat) {
                token.known_by.push(self.seat);
                token.known_by.sort_unstable();
            }
        }
    }

    /// A5, A9: a drawn token is put on a bow; V14: the first of its kind.
    pub(super) fn load(&mut self, good: char, ship: usize) {
        let mut knew_all: Vec<usize> = (0..self.players.len()).collect();
        knew_all.retain(|seat| self.drawn.iter().all(|token| token.known_by.contains(seat)));
        let index = self.drawn.iter().position(|token| token.good == good).expect("drawn");
        self.drawn.remove(index);
        self.ships[ship].supplies.push(good);
        let goods: Vec<char> = self.drawn.iter().map(|token| token.good).collect();
        let choice = self.rules.return_by_choice() && goods.len() >= 2 && !one_kind(&goods);
        for token in &mut self.drawn {
            // H4: what the others knew is of no use once the order is chosen.
            token.known_by = if choice { vec![self.seat] } else { knew_all.clone() };
        }
        if choice {
            self.phase = Phase::Under;
            return;
        }
        // V4: in the order in which they were drawn, or there is nothing to choose.
        self.w2.append(&mut self.drawn);
        self.next_turn();
    }

    /// V4, `return = "choice"`: the others do not see the order (H4).
    pub(super) fn under(&mut self, order: &str) {
        for good in order.chars() {
            let index = self.drawn.iter().position(|token| token.good == good).expect("drawn");
            let token = self.drawn.remove(index);
            self.w2.push(token);
        }
        self.next_turn();
    }

    /// H3, H4: what a seat knows of W2, top first.
    pub fn known_w2(&self, seat: usize) -> Vec<Option<char>> {
        self.w2.iter().map(|token| known(token, seat)).collect()
    }

    /// H3, H4: what a seat knows of the tokens that are drawn and not yet loaded or returned.
    pub fn known_drawn(&self, seat: usize) -> Vec<Option<char>> {
        self.drawn.iter().map(|token| known(token, seat)).collect()
    }
}

fn known(token: &Token, seat: usize) -> Option<char> {
    if token.known_by.contains(&seat) { Some(token.good) } else { None }
}
