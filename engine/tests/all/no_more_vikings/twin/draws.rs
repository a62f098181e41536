//! Drawing cards (K6, T2, T3).

use super::{Step, Twin, card};

impl Twin {
    /// K6, D3: the next card, if there is one.
    pub fn draw_card(&mut self) -> Option<usize> {
        if self.deck.is_empty() && !self.discard.is_empty() {
            let order = self.next_mix();
            self.deck = order.into_iter().filter(|card| self.discard.contains(card)).collect();
            self.discard.clear();
        }
        if self.deck.is_empty() {
            return None;
        }
        self.epoch += 1;
        Some(self.deck.remove(0))
    }

    /// D3, D4: after the eighth list the first comes again.
    pub fn next_mix(&mut self) -> Vec<usize> {
        let mix = self.mixes[self.mixes_used % self.mixes.len()].clone();
        self.mixes_used += 1;
        mix
    }

    /// Puts a card on the discard.
    pub fn throw_away(&mut self, card: usize) {
        self.discard.push(card);
        self.discard.sort_unstable();
    }

    /// T2: the whole draw of the token.
    pub fn start_draw(&mut self, seat: usize) {
        let token = self.players[seat].token.clone().expect("a token");
        let left = self.rules.strategy(&token).draw;
        self.plan(vec![Step::Draw { seat, left }, Step::Drop { seat }]);
    }

    /// T2: one card after the other; each event takes effect when drawn.
    pub fn draw_one(&mut self, seat: usize, left: usize) {
        if left == 0 {
            return;
        }
        self.agenda.push(Step::Draw { seat, left: left - 1 });
        let Some(card) = self.draw_card() else {
            return;
        };
        let kind = self.kind(card).to_owned();
        if card::is_event(&kind) {
            self.throw_away(card);
            self.start_event(&kind);
        } else {
            self.players[seat].aside.push(card);
            self.players[seat].aside.sort_unstable();
        }
    }

    /// T3
    pub fn too_many_aside(&self, seat: usize) -> bool {
        let player = &self.players[seat];
        let token = player.token.as_ref().expect("a token");
        player.aside.len() > self.rules.strategy(token).keep
    }

    /// K2: one action for each kind.
    pub fn legal_drops(&self, seat: usize) -> Vec<String> {
        let kinds = self.kinds(&self.players[seat].aside);
        kinds.into_iter().map(|kind| format!("drop {kind}")).collect()
    }

    /// K2: the lowest number.
    pub fn drop_aside(&mut self, seat: usize, kind: &str) {
        self.agenda.push(Step::Drop { seat });
        let card = self.lowest(&self.players[seat].aside, kind);
        self.players[seat].aside.retain(|&other| other != card);
        self.throw_away(card);
        self.epoch += 1;
    }

    /// T3: the others join the hand.
    pub fn take_aside(&mut self, seat: usize) {
        for card in std::mem::take(&mut self.players[seat].aside) {
            self.players[seat].take_card(card);
        }
    }

    /// The different kinds of cards.
    pub fn kinds(&self, cards: &[usize]) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for &card in cards {
            if !kinds.iter().any(|kind| kind == self.kind(card)) {
                kinds.push(self.kind(card).to_owned());
            }
        }
        kinds
    }

    /// K2: of several cards of a kind the one with the lowest number.
    pub fn lowest(&self, cards: &[usize], kind: &str) -> usize {
        let like = cards.iter().filter(|&&card| self.kind(card) == kind);
        *like.min().expect("a card of that kind")
    }
}
