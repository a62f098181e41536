//! Section 3.7: what one seat knows of the table. Two games that differ only in what a seat does
//! not know give it equal sights.

use serde_json::{Value, json};

use super::Twin;
use super::piece::{Village, column_name, name};

impl Twin {
    /// Everything that a seat knows, as one object to compare (H1 to H3). It has all keys at all
    /// times; what the seat does not know is null.
    ///
    /// - `seat`, `to_move`, `legal` (the own decision's actions, sorted), `over`
    /// - `agenda`: what is to be done, the next step last; all of it is public
    /// - `round`, `first`, `revealed`, `fog`, `board_filled`, `epoch`, `mixes_used`, `official`
    /// - `supply`, `deck` and `whims_left` (sizes), `discard` (numbers)
    /// - `players`: a list of [`seen`](Twin::seen)
    /// - `drawn_whims`, `whim`, `put_away`: the own ones (H2)
    pub fn sight(&self, seat: usize) -> Value {
        let own = &self.players[seat];
        let mut legal = None;
        if self.to_move() == Some(seat) {
            let mut actions = self.legal();
            actions.sort();
            legal = Some(actions);
        }
        let players: Vec<Value> =
            (0..self.players.len()).map(|other| self.seen(seat, other)).collect();
        json!({
            "seat": seat,
            "to_move": self.to_move(),
            "legal": legal,
            "over": self.agenda.is_empty(),
            "agenda": self.agenda,
            "round": self.round,
            "first": self.first,
            "revealed": self.revealed,
            "fog": self.fog,
            "board_filled": self.board_filled,
            "epoch": self.epoch,
            "mixes_used": self.mixes_used,
            "official": self.official,
            "supply": self.supply,
            "deck": self.deck.len(),
            "whims_left": self.whims_left.len(),
            "discard": self.discard,
            "players": players,
            "drawn_whims": own.drawn_whims,
            "whim": own.whim,
            "put_away": own.put_away,
        })
    }

    /// A seat as another seat, or itself, sees it.
    ///
    /// - `village` (unit by parcel), `beach` (columns), `edicts`, `track` (points)
    /// - `hand_size`, `aside_size`; `hand` and `aside` (numbers): the own ones
    /// - `known`: cards in this hand that were stolen from the seat that looks (H3)
    /// - `known_to`: for the own hand, the cards stolen by it and from whom, as pairs
    /// - `token`: the own one, and all when they have been revealed; `has_token`
    /// - `has_whim`: whether it has chosen (S4)
    fn seen(&self, seat: usize, other: usize) -> Value {
        let player = &self.players[other];
        let own = seat == other;
        let beach: Vec<String> = player.beach.iter().map(|&column| column_name(column)).collect();
        let known: Vec<usize> = self.known_cards(seat, other);
        let known_to: Vec<(usize, usize)> =
            player.stolen_from.iter().map(|(&card, &from)| (card, from)).collect();
        json!({
            "village": units(&player.village),
            "beach": beach,
            "edicts": player.edicts,
            "track": self.track(other),
            "hand_size": player.hand.len(),
            "aside_size": player.aside.len(),
            "hand": own.then_some(&player.hand),
            "aside": own.then_some(&player.aside),
            "known": known,
            "known_to": own.then_some(known_to),
            "token": if own || self.revealed { player.token.as_ref() } else { None },
            "has_token": player.token.is_some(),
            "has_whim": player.whim.is_some(),
        })
    }

    /// H3: the cards that a seat knows in the hand of another.
    pub fn known_cards(&self, seat: usize, other: usize) -> Vec<usize> {
        let stolen = self.players[other].stolen_from.iter();
        stolen.filter(|&(_, &from)| from == seat).map(|(&card, _)| card).collect()
    }

    /// H5: the cards that a seat cannot place, in ascending order.
    pub fn unseen(&self, seat: usize) -> Vec<usize> {
        let mut unseen: Vec<usize> = (1..=self.cards.len()).collect();
        let own = &self.players[seat];
        for other in 0..self.players.len() {
            let known = self.known_cards(seat, other);
            unseen.retain(|card| !known.contains(card));
        }
        unseen.retain(|card| {
            !own.hand.contains(card) && !own.aside.contains(card) && !self.discard.contains(card)
        });
        unseen
    }
}

fn units(village: &Village) -> Value {
    let units = village.iter().map(|(&parcel, unit)| (name(parcel), json!(unit)));
    Value::Object(units.collect())
}
