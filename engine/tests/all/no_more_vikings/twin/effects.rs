//! Which cards can be played (K3), how they are announced (K4), and what they do (K5).

use super::piece::{self, Piece, column_name, parcel};
use super::step::{Play, Window};
use super::{Step, Twin, at};

impl Twin {
    /// K3: `play KIND` and `play KIND SEAT`.
    pub fn legal_plays(&self, seat: usize) -> Vec<String> {
        let mut legal = Vec::new();
        for kind in self.kinds(&self.players[seat].hand) {
            match kind.as_str() {
                "counter" => {} // K1
                "beacon" | "divert" | "abduct" | "burn" | "duel" | "steal" => {
                    for target in 0..self.players.len() {
                        if self.could_hit(seat, &kind, target) {
                            legal.push(format!("play {kind} {target}"));
                        }
                    }
                }
                _ => {
                    if self.could_take_effect(seat, &kind) {
                        legal.push(format!("play {kind}"));
                    }
                }
            }
        }
        legal
    }

    fn could_take_effect(&self, seat: usize, kind: &str) -> bool {
        let player = &self.players[seat];
        let changed = |piece: Piece| player.has(Piece::Villager) && self.supply[&piece] > 0;
        match kind {
            "settler" => self.can_add(seat, Piece::Villager),
            "recruit" => changed(Piece::Soldier),
            "builder" => self.can_add(seat, Piece::Cottage),
            "bow" => !player.beach.is_empty(),
            "harvest" => changed(Piece::Field),
            "favour" => self.supply[&Piece::Edict] > 0,
            other => panic!("`{other}` cannot be played like this"),
        }
    }

    fn could_hit(&self, seat: usize, kind: &str, target: usize) -> bool {
        let (player, other) = (&self.players[seat], &self.players[target]);
        if kind == "beacon" {
            return !other.beach.is_empty();
        }
        let possible = match kind {
            "divert" => !player.beach.is_empty() && other.beach.len() < self.rules.board.columns,
            "abduct" | "burn" | "duel" => other.has(victim(kind)),
            "steal" => !other.hand.is_empty(),
            unknown => panic!("`{unknown}` has no target"),
        };
        possible && seat != target
    }

    /// K4: the card goes to the discard, and the window opens.
    pub fn announce(&mut self, seat: usize, words: &[&str]) {
        let kind = words[1].to_owned();
        let target = words.get(2).map(|word| word.parse().expect("a seat"));
        self.play_card(seat, &kind);
        self.players[seat].count("cards_played");
        let asked = self.next(seat);
        let play = Play { seat, kind, target };
        self.plan(vec![Step::Window(Window { play, responses: Vec::new(), asked })]);
    }

    /// K2: the lowest card of a kind goes from the hand to the discard.
    pub fn play_card(&mut self, seat: usize, kind: &str) {
        let card = self.lowest(&self.players[seat].hand, kind);
        self.players[seat].lose_card(card);
        self.throw_away(card);
        self.epoch += 1;
    }

    /// K5, O5: what the player of a card that stands chooses from; nothing for `steal`, `favour`.
    pub fn legal_effects(&self, play: &Play) -> Vec<String> {
        let player = &self.players[play.seat];
        match play.kind.as_str() {
            "settler" | "builder" => at(&self.free(play.seat)),
            "recruit" | "harvest" => at(&player.parcels(Piece::Villager)),
            "bow" => self.legal_sinks(play.seat),
            "beacon" => self.legal_sinks(target(play)),
            "divert" => {
                let mut legal = Vec::new();
                for &from in &player.beach {
                    for to in 0..self.rules.board.columns {
                        if !self.players[target(play)].beach.contains(&to) {
                            legal.push(format!("divert {} {}", column_name(from), column_name(to)));
                        }
                    }
                }
                legal
            }
            "abduct" | "burn" | "duel" => {
                at(&self.players[target(play)].parcels(victim(&play.kind)))
            }
            "steal" | "favour" => Vec::new(),
            other => panic!("`{other}` cannot be played"),
        }
    }

    /// `sink` for each longship at a beach.
    pub fn legal_sinks(&self, beach: usize) -> Vec<String> {
        let columns = self.players[beach].beach.iter();
        columns.map(|&column| format!("sink {}", column_name(column))).collect()
    }

    pub fn apply_effect(&mut self, play: &Play, words: &[&str]) {
        let seat = play.seat;
        match play.kind.as_str() {
            "settler" => {
                self.take(Piece::Villager);
                self.put(seat, parcel(words[1]), Piece::Villager);
            }
            "builder" => {
                self.take(Piece::Cottage);
                self.put(seat, parcel(words[1]), Piece::Cottage);
            }
            "recruit" => self.change(seat, parcel(words[1]), Piece::Soldier),
            "harvest" => self.change(seat, parcel(words[1]), Piece::Field),
            "bow" => self.sink(seat, seat, piece::column(words[1])),
            "beacon" => self.sink(seat, target(play), piece::column(words[1])),
            "divert" => {
                let moved = self.players[seat].beach.remove(&piece::column(words[1]));
                let free = self.players[target(play)].beach.insert(piece::column(words[2]));
                assert!(moved && free, "C2: one longship in front of a column");
            }
            "abduct" | "burn" | "duel" => self.remove(target(play), parcel(words[1])),
            other => panic!("`{other}` asks nobody"),
        }
    }

    /// What asks nobody.
    pub fn apply_unasked(&mut self, play: &Play) {
        match play.kind.as_str() {
            "steal" => self.steal(play.seat, target(play)),
            // N25
            "favour" => (0..2).for_each(|_| self.take_edict(play.seat)),
            other => panic!("K5: `{other}` can always take effect"),
        }
    }

    /// D4, H3, K5
    fn steal(&mut self, thief: usize, victim: usize) {
        if self.players[victim].hand.is_empty() {
            return;
        }
        let order = self.next_mix();
        let hand = &self.players[victim].hand;
        let card = order.into_iter().find(|card| hand.contains(card)).expect("a card in hand");
        self.players[victim].lose_card(card);
        self.players[thief].take_card(card);
        self.players[thief].stolen_from.insert(card, victim);
        self.epoch += 1;
    }

    /// A longship is destroyed for a point.
    pub fn sink(&mut self, seat: usize, beach: usize, column: usize) {
        self.remove_longship(beach, column);
        self.players[seat].sunk += 1;
        self.players[seat].count("longships_sunk");
    }
}

fn target(play: &Play) -> usize {
    play.target.expect("a seat")
}

/// What a card removes.
fn victim(kind: &str) -> Piece {
    match kind {
        "abduct" => Piece::Villager,
        "burn" => Piece::Cottage,
        "duel" => Piece::Soldier,
        other => panic!("`{other}` removes no unit"),
    }
}
