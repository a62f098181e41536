//! A round without its turns: tokens (T1), the landing (step 2), months (step 5), the end (F1).

use super::piece::Piece;
use super::{Step, Twin};

impl Twin {
    pub fn start_round(&mut self) {
        self.round += 1;
        self.fog = false;
        self.revealed = false;
        for player in &mut self.players {
            player.token = None;
        }
        let seats = self.clockwise();
        let mut steps = Vec::new();
        steps.extend(seats.iter().map(|&seat| Step::Token { seat }));
        steps.extend([Step::Reveal, Step::Land]);
        steps.extend(seats.iter().map(|&seat| Step::StartTurn { seat }));
        steps.extend([Step::Raids, Step::NoteRaids, Step::Month, Step::EndRound]);
        self.plan(steps);
    }

    /// T1
    pub fn reveal(&mut self) {
        self.revealed = true;
        self.epoch += 1;
        for player in &mut self.players {
            let token = player.token.clone().expect("everybody has chosen");
            player.count(&token);
        }
    }

    /// L1 to L4
    pub fn land(&mut self) {
        let Some(card) = self.draw_card() else {
            return; // K6
        };
        self.throw_away(card);
        let shown = self.cards[card - 1].landing.clone();
        let columns: Vec<Vec<usize>> =
            (0..self.players.len()).map(|seat| self.columns_served(seat, &shown)).collect();
        let needed: usize = columns.iter().map(Vec::len).sum();
        if needed > self.supply[&Piece::Longship] {
            return; // L3
        }
        for (seat, columns) in columns.into_iter().enumerate() {
            for column in columns {
                self.take(Piece::Longship);
                self.players[seat].beach.insert(column);
            }
        }
    }

    /// L2, L4: where a seat gets a longship.
    fn columns_served(&self, seat: usize, shown: &[usize]) -> Vec<usize> {
        let mut served: Vec<usize> = Vec::new();
        for &column in shown {
            let empty = |column: &usize| {
                !self.players[seat].beach.contains(column) && !served.contains(column)
            };
            let place = match self.rules.switches.occupied_column.as_str() {
                "next" => (column..self.rules.board.columns).find(empty),
                _ => Some(column).filter(empty),
            };
            served.extend(place);
        }
        served
    }

    /// The points on the track, after step 4.
    pub fn note_raids(&mut self) {
        let points: Vec<i64> = (0..self.players.len()).map(|seat| self.track(seat)).collect();
        self.note_scoring("raid", &points);
    }

    /// M1, M2
    pub fn next_month(&mut self) {
        let Some(bonus) = self.rules.months.bonus.get(self.round).cloned() else {
            return; // N11
        };
        let seats = self.clockwise();
        let add = |piece| seats.iter().map(|&seat| Step::Add { seat, piece }).collect();
        match bonus.as_str() {
            "" => {}
            "villager" => self.plan(add(Piece::Villager)),
            "cottage" => self.plan(add(Piece::Cottage)),
            "edict" => seats.iter().for_each(|&seat| self.take_edict(seat)),
            other => panic!("`{other}` is no bonus"),
        }
    }

    /// M3, F1
    pub fn end_round(&mut self) {
        if self.round == self.rules.months.bonus.len() || self.board_filled {
            return self.finish();
        }
        self.first = self.next(self.first);
        self.plan(vec![Step::StartRound]);
    }

    /// F1, O9
    pub fn finish(&mut self) {
        self.agenda.clear();
        let scores: Vec<i64> = (0..self.players.len()).map(|seat| self.score(seat)).collect();
        self.note_scoring("final", &scores);
    }
}
