//! A determinization (H5): a table that differs from another only in what a seat does not know.

use super::rules::require;
use super::variation::shuffle;
use super::{Twin, card};

impl Twin {
    /// Redraws all that `seat` does not know; `any(n)` is any number from 0 to n.
    pub fn redraw(&self, seat: usize, any: &mut impl FnMut(usize) -> usize) -> Twin {
        let mut drawn = self.clone();
        drawn.redraw_cards(seat, any);
        for mix in &mut drawn.mixes {
            shuffle(mix, any);
        }
        drawn.redraw_whims(seat, any);
        for (other, player) in drawn.players.iter_mut().enumerate() {
            if other != seat && !self.revealed && player.token.is_some() {
                let token = ["aggressive", "balanced", "development"][any(2)];
                player.token = Some(token.to_owned());
            }
        }
        drawn
    }

    /// The other hands and cards laid aside, action cards only; the deck is the rest.
    fn redraw_cards(&mut self, seat: usize, any: &mut impl FnMut(usize) -> usize) {
        let mut rest = self.unseen(seat);
        shuffle(&mut rest, any);
        let mut actions = rest.clone();
        actions.retain(|&card| !card::is_event(self.kind(card)));
        for other in (0..self.players.len()).filter(|&other| other != seat) {
            let known = self.known_cards(seat, other);
            let player = &mut self.players[other];
            let hidden = actions.split_off(actions.len() - (player.hand.len() - known.len()));
            player.aside = actions.split_off(actions.len() - player.aside.len());
            rest.retain(|card| !hidden.contains(card) && !player.aside.contains(card));
            // What third seats know of this hand are other cards now, as many as before.
            let mut stolen = hidden.clone();
            let before = std::mem::take(&mut player.stolen_from);
            for (card, from) in before {
                let card = if from == seat { card } else { stolen.pop().expect("a hidden card") };
                player.stolen_from.insert(card, from);
            }
            player.hand = [known, hidden].concat();
            player.hand.sort_unstable();
            player.aside.sort_unstable();
        }
        assert_eq!(rest.len(), self.deck.len());
        // Hands have taken the last action cards of the order, so that events are late in what is left.
        shuffle(&mut rest, any);
        self.deck = rest;
    }

    fn redraw_whims(&mut self, seat: usize, any: &mut impl FnMut(usize) -> usize) {
        let mut whims = self.hidden_whims(seat);
        shuffle(&mut whims, any);
        for (other, player) in self.players.iter_mut().enumerate() {
            if other == seat {
                continue;
            }
            if let Some(whim) = &mut player.whim {
                *whim = whims.pop().expect("enough whims");
            }
            for whim in player.drawn_whims.iter_mut().chain(&mut player.put_away) {
                *whim = whims.pop().expect("enough whims");
            }
        }
        self.whims_left = whims;
    }

    /// All whims but the official one and those that a seat has drawn.
    fn hidden_whims(&self, seat: usize) -> Vec<String> {
        let own = &self.players[seat];
        let mut whims: Vec<String> =
            self.rules.whims.iter().map(|whim| whim.name.clone()).collect();
        whims.retain(|name| {
            *name != self.official
                && own.whim.as_ref() != Some(name)
                && !own.drawn_whims.contains(name)
                && !own.put_away.contains(name)
        });
        whims
    }

    /// H5: whether `drawn` can be a redraw of this game for a seat; says what is wrong if not.
    /// What a third seat knows of a hand (H3) has to be in that hand, and is free otherwise.
    pub fn allows(&self, drawn: &Twin, seat: usize) -> Result<(), String> {
        require(self.sight(seat) == drawn.sight(seat), "what the seat knows stays")?;
        require(self.without_hidden(drawn) == *self, "H1: what is open stays")?;
        let mut cards = [drawn.deck.clone(), drawn.discard.clone()].concat();
        let mut whims = drawn.whims_left.clone();
        whims.push(drawn.official.clone());
        for (player, before) in drawn.players.iter().zip(&self.players) {
            for &card in player.hand.iter().chain(&player.aside) {
                require(!card::is_event(self.kind(card)), "H5: action cards only")?;
                cards.push(card);
            }
            require(player.hand.is_sorted() && player.aside.is_sorted(), "hands are sorted")?;
            for (card, &from) in &player.stolen_from {
                let held = player.hand.contains(card) && from < self.players.len();
                require(held && before.hand.len() == player.hand.len(), "H3: a card in hand")?;
            }
            for (one, other) in [
                (player.whim.iter().count(), before.whim.iter().count()),
                (player.drawn_whims.len(), before.drawn_whims.len()),
                (player.put_away.len(), before.put_away.len()),
            ] {
                require(one == other, "H5: as many whims as before")?;
            }
            let own = player.drawn_whims.iter().chain(&player.put_away).chain(&player.whim);
            whims.extend(own.cloned());
            let tokens = ["aggressive", "balanced", "development"];
            let known = player.token.iter().all(|token| tokens.contains(&token.as_str()));
            require(known, "H5: one of the three tokens")?;
        }
        let all: Vec<usize> = (1..=self.cards.len()).collect();
        require(sorted(cards) == all, "C4: every card once")?;
        let names = self.rules.whims.iter().map(|whim| whim.name.clone()).collect();
        require(sorted(whims) == sorted(names), "F4: every whim once")?;
        require(drawn.mixes.len() == self.mixes.len(), "D3: as many mixes as before")?;
        for mix in &drawn.mixes {
            require(sorted(mix.clone()) == all, "D3: a mix is an order of all cards")?;
        }
        Ok(())
    }

    /// `drawn` with all that can be hidden from some seat as it is here.
    fn without_hidden(&self, drawn: &Twin) -> Twin {
        let mut open = drawn.clone();
        open.deck = self.deck.clone();
        open.mixes = self.mixes.clone();
        open.whims_left = self.whims_left.clone();
        for (player, before) in open.players.iter_mut().zip(&self.players) {
            player.hand = before.hand.clone();
            player.aside = before.aside.clone();
            player.stolen_from = before.stolen_from.clone();
            player.whim = before.whim.clone();
            player.drawn_whims = before.drawn_whims.clone();
            player.put_away = before.put_away.clone();
            if !self.revealed {
                player.token = before.token.clone();
            }
        }
        open
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}
