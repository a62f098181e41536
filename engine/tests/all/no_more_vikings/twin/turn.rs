//! Step 3: a player's turn with its actions (A1 to A9).

use super::piece::{Parcel, Piece, adjacent, name, parcel};
use super::{Step, Twin};

impl Twin {
    /// A1
    pub fn start_turn(&mut self, seat: usize) {
        let token = self.players[seat].token.clone().expect("a token");
        let strategy = self.rules.strategy(&token);
        let step = Step::Turn { seat, actions: strategy.actions, draw: strategy.draw > 0 };
        self.plan(vec![step]);
    }

    /// O3
    pub fn legal_turn(&self, seat: usize, actions: usize, draw: bool) -> Vec<String> {
        let possible = if actions > 0 { self.legal_actions(seat) } else { Vec::new() };
        let may_end = possible.is_empty() && !draw; // A9
        let mut legal = possible;
        legal.extend(self.legal_plays(seat));
        if draw {
            legal.push("draw".to_owned());
        }
        if may_end {
            legal.push("end".to_owned());
        }
        legal
    }

    /// A2 to A8: what an action of a token can do.
    pub fn legal_actions(&self, seat: usize) -> Vec<String> {
        let supplied = |piece: Piece| self.supply[&piece] > 0;
        let player = &self.players[seat];
        let free = self.free(seat);
        let villagers = player.parcels(Piece::Villager);
        let soldiers = player.parcels(Piece::Soldier);
        let cottages = player.parcels(Piece::Cottage);
        let mut legal = Vec::new();
        let one = |verb: &str, parcels: &[Parcel]| -> Vec<String> {
            parcels.iter().map(|&parcel| format!("{verb} {}", name(parcel))).collect()
        };
        if supplied(Piece::Villager) {
            legal.extend(one("populate", &free));
        }
        if supplied(Piece::Cottage) {
            legal.extend(pairs("marry", &villagers, &villagers));
        }
        if supplied(Piece::Fortress) {
            legal.extend(pairs("fortress", &cottages, &cottages));
        }
        if supplied(Piece::Soldier) {
            legal.extend(one("enlist", &villagers));
        }
        if supplied(Piece::Tower) {
            legal.extend(pairs("tower", &player.parcels(Piece::Fortress), &soldiers));
        }
        legal.extend(pairs("move", &villagers, &free));
        legal.extend(pairs("move", &soldiers, &free));
        if supplied(Piece::Field) {
            legal.extend(one("cultivate", &villagers));
        }
        legal
    }

    /// One decision of a turn, which goes on after it unless it has ended.
    pub fn take_turn(&mut self, seat: usize, actions: usize, draw: bool, words: &[&str]) {
        match words[0] {
            "end" => {}
            "draw" => {
                self.agenda.push(Step::Turn { seat, actions, draw: false });
                self.start_draw(seat);
            }
            "play" => {
                self.agenda.push(Step::Turn { seat, actions, draw });
                self.announce(seat, words);
            }
            verb => {
                self.agenda.push(Step::Turn { seat, actions: actions - 1, draw });
                self.players[seat].count(&format!("did_{verb}"));
                let parcels: Vec<Parcel> = words[1..].iter().map(|word| parcel(word)).collect();
                self.act(seat, verb, &parcels);
            }
        }
    }

    fn act(&mut self, seat: usize, verb: &str, parcels: &[Parcel]) {
        let place = parcels[0];
        match verb {
            "populate" => {
                self.take(Piece::Villager);
                self.put(seat, place, Piece::Villager);
            }
            // A3
            "marry" => {
                self.remove(seat, parcels[1]);
                self.change(seat, place, Piece::Cottage);
            }
            // A4: the cottage on `place` becomes a part of the fortress.
            "fortress" => {
                self.remove(seat, parcels[1]);
                self.take(Piece::Fortress);
                self.players[seat].village.insert(place, Piece::Fortress);
            }
            "enlist" => self.change(seat, place, Piece::Soldier),
            // A6, N5
            "tower" => {
                self.remove(seat, parcels[1]);
                self.take(Piece::Tower);
                self.players[seat].village.insert(place, Piece::Tower);
                if self.rules.switches.tower_returns_fortress {
                    self.give_back(Piece::Fortress);
                    self.give_back(Piece::Cottage);
                }
            }
            // A7
            "move" => {
                let unit = self.players[seat].village.remove(&place).expect("a unit");
                self.players[seat].village.insert(parcels[1], unit);
            }
            "cultivate" => self.change(seat, place, Piece::Field),
            other => panic!("`{other}` is no action"),
        }
    }
}

/// The actions with two adjacent parcels, one of each list.
fn pairs(verb: &str, ones: &[Parcel], others: &[Parcel]) -> Vec<String> {
    let mut legal = Vec::new();
    for &one in ones {
        for &other in others {
            if adjacent(one, other) {
                legal.push(format!("{verb} {} {}", name(one), name(other)));
            }
        }
    }
    legal
}
