//! Amulets (A1 to A4), the duel (D1 to D4), and who goes to hospital (H1, H2).

use std::cmp::Ordering;

use super::player::{Player, Swap};
use super::{Conflict, Phase, Twin};

impl Twin {
    /// A1, A3: amulets and talon must suffice for the whole hand.
    pub fn legal_swaps(&self) -> Vec<String> {
        let player = &self.players[self.seat];
        let cards = player.hand.len();
        let mut legal = Vec::new();
        if player.amulets >= cards && self.talon.len() >= cards {
            legal.push("swap".to_owned());
        }
        legal.push("keep".to_owned());
        legal
    }

    /// A1
    pub fn swap(&mut self) {
        let player = &mut self.players[self.seat];
        let cards = player.hand.len();
        player.amulets -= cards;
        player.swaps.push(Swap {
            cards: player.hand.clone(),
            public: player.hand_public,
            dealt: player.hand_dealt,
        });
        player.hand.clear();
        for _ in 0..cards {
            player.hand.push(self.talon.remove(0));
        }
        player.hand.sort_unstable();
        player.hand_public = false;
        player.hand_dealt = false;
        player.count("swaps", 1);
        player.count("amulets_used", cards);
    }

    /// A2, E5: first the attacker, then the other.
    pub fn keep(&mut self) {
        let conflict = self.conflict.as_ref().expect("a fight or siege");
        (self.phase, self.seat) = match self.phase {
            Phase::AttackerSwap => (Phase::DefenderSwap, conflict.defender),
            _ => (Phase::AttackerCard, conflict.attacker),
        };
    }

    /// D1, N6: one action per different value in the hand.
    pub fn legal_cards(&self) -> Vec<String> {
        let mut values = self.players[self.seat].hand.clone();
        values.dedup();
        values.iter().map(|value| format!("card {value}")).collect()
    }

    pub fn choose_card(&mut self, card: usize) {
        let conflict = self.conflict.as_mut().expect("a fight or siege");
        if self.phase == Phase::AttackerCard {
            conflict.card = Some(card);
            self.seat = conflict.defender;
            self.phase = Phase::DefenderCard;
            return;
        }
        let own = conflict.card.take().expect("the attacker's card");
        let conflict = conflict.clone();
        let (attacker, defender) = (conflict.attacker, conflict.defender);
        // D3: the two cards are exchanged.
        self.players[attacker].play(own);
        self.players[defender].play(card);
        self.players[attacker].receive(card);
        self.players[defender].receive(own);
        if conflict.siege {
            self.resolve_siege(&conflict, own, card);
        } else {
            self.resolve_fight(&conflict, own, card);
        }
    }

    /// D2, H1
    fn resolve_fight(&mut self, conflict: &Conflict, own: usize, other: usize) {
        let (attacker, defender) = (conflict.attacker, conflict.defender);
        let station = self.rules.station(own.abs_diff(other));
        let (won, lost) = match own.cmp(&other) {
            Ordering::Greater => (attacker, defender),
            Ordering::Less => (defender, attacker),
            Ordering::Equal => {
                for seat in [attacker, defender] {
                    self.players[seat].count("fights_tied", 1);
                    self.lose_viking(seat, &conflict.place, station);
                }
                return self.end_turn();
            }
        };
        self.players[won].count("fights_won", 1);
        self.players[lost].count("fights_lost", 1);
        self.lose_viking(lost, &conflict.place, station);
        self.end_turn();
    }

    /// L1 to L5, H2
    fn resolve_siege(&mut self, conflict: &Conflict, own: usize, other: usize) {
        let (attacker, owner) = (conflict.attacker, conflict.defender);
        if self.players[owner].home == 0 {
            // L1: the owner's card counts 0, and nobody goes to hospital.
            self.players[attacker].count("sieges_won", 1);
            return self.win_siege(own);
        }
        let difference = own.abs_diff(other);
        let station = self.rules.station(difference);
        match own.cmp(&other) {
            Ordering::Greater => {
                self.players[attacker].count("sieges_won", 1);
                self.players[owner].count("defences_lost", 1);
                // H2: never beyond station 3.
                let advanced = station + self.rules.hospital.defender_advance;
                self.lose_defender(owner, advanced.min(3));
                self.win_siege(difference);
            }
            Ordering::Less => {
                self.players[attacker].count("sieges_lost", 1);
                self.players[owner].count("defences_won", 1);
                self.lose_viking(attacker, &conflict.place, station);
                self.end_turn();
            }
            Ordering::Equal => {
                // L5, E3: no advance on a tie.
                self.players[attacker].count("sieges_tied", 1);
                self.players[owner].count("defences_tied", 1);
                self.lose_viking(attacker, &conflict.place, station);
                self.lose_defender(owner, station);
                self.end_turn();
            }
        }
    }

    /// L2, L4: the Viking stays, the siege is over, and there may be loot.
    fn win_siege(&mut self, difference: usize) {
        let conflict = self.conflict.as_mut().expect("a siege");
        conflict.difference = difference;
        self.held.push(conflict.place.clone());
        self.seat = conflict.attacker;
        self.phase = Phase::Loot;
    }

    /// H1: a Viking goes from a place to a station.
    fn lose_viking(&mut self, seat: usize, place: &str, station: usize) {
        self.players[seat].leave(place);
        self.players[seat].hospital[station - 1] += 1;
    }

    /// H2: a defender goes to a station.
    fn lose_defender(&mut self, seat: usize, station: usize) {
        self.players[seat].home -= 1;
        self.players[seat].hospital[station - 1] += 1;
    }
}

impl Player {
    /// D3: a card leaves the hand.
    fn play(&mut self, card: usize) {
        let place = self.hand.iter().position(|&other| other == card).expect("a card in hand");
        self.hand.remove(place);
        if self.hand_dealt {
            self.dealt_played.push(card);
            self.dealt_played.sort_unstable();
        }
        self.count("cards_played", 1);
        self.count("cards_sum", card);
    }

    /// D3, D4: the card received goes on the pile; whose hand is empty takes up his pile.
    fn receive(&mut self, card: usize) {
        self.pile.push(card);
        self.pile.sort_unstable();
        if self.hand.is_empty() {
            self.hand = std::mem::take(&mut self.pile);
            self.hand_public = true;
            self.hand_dealt = false;
        }
    }
}
