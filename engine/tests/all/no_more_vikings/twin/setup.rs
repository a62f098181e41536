//! The set-up (S1 to S5), and pieces that come and go.

use super::piece::{Parcel, Piece};
use super::{Step, Twin, card};

impl Twin {
    /// S2 to S5; the decisions are put on the agenda.
    pub fn set_up(&mut self) {
        let seats = 0..self.players.len();
        // S2
        for seat in seats.clone() {
            while self.players[seat].hand.len() < self.rules.setup.cards {
                let card = self.deck.remove(0);
                if card::is_event(self.kind(card)) {
                    self.throw_away(card);
                } else {
                    self.players[seat].take_card(card);
                }
            }
        }
        // S3, S4, D2
        self.official = self.whims_left.remove(0);
        for player in &mut self.players {
            player.drawn_whims = self.whims_left.drain(..self.rules.setup.whims_drawn).collect();
        }
        let mut steps = Vec::new();
        steps.extend(seats.clone().map(|seat| Step::Whim { seat }));
        // S5
        for seat in seats {
            steps.push(Step::TakeEdicts { seat });
            let villager = Step::Add { seat, piece: Piece::Villager };
            steps.extend(vec![villager; self.rules.setup.villagers]);
        }
        steps.push(Step::StartRound);
        self.plan(steps);
    }

    /// S4
    pub fn legal_whims(&self, seat: usize) -> Vec<String> {
        self.players[seat].drawn_whims.iter().map(|name| format!("whim {name}")).collect()
    }

    pub fn keep_whim(&mut self, seat: usize, name: &str) {
        let player = &mut self.players[seat];
        for whim in std::mem::take(&mut player.drawn_whims) {
            if whim == name {
                player.whim = Some(whim);
            } else {
                player.put_away.push(whim);
            }
        }
    }

    /// S5
    pub fn take_first_edicts(&mut self, seat: usize) {
        for _ in 0..self.rules.setup.edicts {
            self.take_edict(seat);
        }
    }

    /// C3: what is not in the supply cannot be taken.
    pub fn take_edict(&mut self, seat: usize) {
        if self.supply[&Piece::Edict] > 0 {
            self.take(Piece::Edict);
            self.players[seat].edicts += 1;
        }
    }

    /// A piece from the supply.
    pub fn take(&mut self, piece: Piece) {
        let left = self.supply.get_mut(&piece).expect("a kind of piece");
        assert!(*left > 0, "C3: no {piece:?} in the supply");
        *left -= 1;
    }

    /// C3: what is lost returns to the supply.
    pub fn give_back(&mut self, piece: Piece) {
        *self.supply.get_mut(&piece).expect("a kind of piece") += 1;
    }

    /// The free parcels of a seat.
    pub fn free(&self, seat: usize) -> Vec<Parcel> {
        let mut free = Vec::new();
        for column in 0..self.rules.board.columns {
            for row in 1..=self.rules.board.rows {
                if !self.players[seat].village.contains_key(&(column, row)) {
                    free.push((column, row));
                }
            }
        }
        free
    }

    /// A piece in the supply and a free parcel.
    pub fn can_add(&self, seat: usize, piece: Piece) -> bool {
        self.supply[&piece] > 0 && !self.free(seat).is_empty()
    }

    /// A unit that has been taken comes on a free parcel; this may end the game (F1). Nothing is
    /// put on the agenda after this.
    pub fn put(&mut self, seat: usize, parcel: Parcel, piece: Piece) {
        let before = self.players[seat].village.insert(parcel, piece);
        assert_eq!(before, None, "C2: one unit on a parcel");
        if self.free(seat).is_empty() {
            self.players[seat].facts.insert("filled".to_owned(), 1);
            self.board_filled = true;
            if self.rules.switches.full_board_end == "immediate" {
                self.finish();
            }
        }
    }

    /// The unit on a parcel goes to the supply. Of a fortress both parts do (A6).
    pub fn remove(&mut self, seat: usize, parcel: Parcel) {
        let unit = self.players[seat].village.remove(&parcel).expect("a unit");
        self.give_back(unit);
    }

    /// A unit becomes another one on its parcel (A5, A8).
    pub fn change(&mut self, seat: usize, parcel: Parcel, piece: Piece) {
        self.remove(seat, parcel);
        self.take(piece);
        self.players[seat].village.insert(parcel, piece);
    }

    /// A longship leaves a beach.
    pub fn remove_longship(&mut self, seat: usize, column: usize) {
        assert!(self.players[seat].beach.remove(&column), "a longship");
        self.give_back(Piece::Longship);
    }
}
