//! Events (E1 to E3).

use super::piece::Piece;
use super::{Step, Twin};

impl Twin {
    /// E2, E3: on all players in turn order; nobody responds (W5).
    pub fn start_event(&mut self, kind: &str) {
        let seats = self.clockwise();
        let remove = |piece| seats.iter().map(|&seat| Step::Remove { seat, piece }).collect();
        match kind {
            "plague" => self.plan(remove(Piece::Villager)),
            "fire" => self.plan(remove(Piece::Cottage)),
            "newcomers" => {
                let piece = Piece::Villager;
                self.plan(seats.iter().map(|&seat| Step::Add { seat, piece }).collect());
            }
            "fog" => self.fog = true,
            "storm" => {
                for seat in seats {
                    if let Some(&leftmost) = self.players[seat].beach.first() {
                        self.remove_longship(seat, leftmost);
                    }
                }
            }
            "grace" => seats.into_iter().for_each(|seat| self.take_edict(seat)),
            other => panic!("`{other}` is no event"),
        }
    }
}
