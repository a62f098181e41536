//! Step 4: which fights and sieges there are, and whose turn it is (B1 to B4).

use super::material::SPACES;
use super::placement::{ENGINES, is_material};
use super::{Phase, Twin};

/// A fight or siege that is being held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// A material or siege space.
    pub place: String,
    pub siege: bool,
    /// The player whose turn it is.
    pub attacker: usize,
    /// The other player; in a siege the village's owner.
    pub defender: usize,
    /// U5: the attacker's card while the defender chooses.
    pub card: Option<usize>,
    /// D2: after a siege has been won.
    pub difference: usize,
}

impl Twin {
    /// All Vikings on a place, whatever their colour.
    pub fn vikings_on(&self, place: &str) -> usize {
        self.players.iter().map(|player| player.on(place)).sum()
    }

    /// The other seats with Vikings on a place.
    fn others_on(&self, place: &str, seat: usize) -> Vec<usize> {
        let others = (0..self.players.len()).filter(|&other| other != seat);
        others.filter(|&other| self.players[other].on(place) > 0).collect()
    }

    /// B2, B3, E13: may Vikings of different colours on this place fight?
    fn contested(&self, place: &str) -> bool {
        if !is_material(place) {
            return true;
        }
        let index = SPACES.iter().position(|space| place == space.to_string()).expect("a space");
        let stones = self.spaces[index].len();
        if stones == 0 && !self.rules.fights.empty_spaces {
            return false;
        }
        self.vikings_on(place) > stones
    }

    /// N5: all fights and sieges that a seat can start.
    pub fn legal_conflicts(&self, seat: usize) -> Vec<String> {
        let mut legal = Vec::new();
        let mut places: Vec<String> = SPACES.iter().map(|space| space.to_string()).collect();
        for village in 0..self.players.len() {
            places.extend(ENGINES.iter().map(|engine| format!("{village}{engine}")));
        }
        for place in places {
            if self.players[seat].on(&place) == 0 {
                continue;
            }
            let others = self.others_on(&place, seat);
            if self.contested(&place) {
                // B2, B3
                for other in &others {
                    legal.push(format!("fight {place} {other}"));
                }
            }
            // B4
            if !is_material(&place) && others.is_empty() && !self.held.contains(&place) {
                legal.push(format!("siege {place}"));
            }
        }
        legal
    }

    /// B1: a player without a fight or siege is skipped, until none is left.
    pub fn skip_turn(&mut self) {
        let mut seats = 0..self.players.len();
        if seats.any(|seat| !self.legal_conflicts(seat).is_empty()) {
            self.seat = self.next(self.seat);
        } else {
            self.start_gathering();
        }
    }

    /// B1: the next turn is that of the next player clockwise.
    pub fn end_turn(&mut self) {
        let conflict = self.conflict.take().expect("a fight or siege");
        self.seat = self.next(conflict.attacker);
        self.phase = Phase::Choose;
    }

    /// B2, B3
    pub fn start_fight(&mut self, place: &str, other: usize) {
        for seat in [self.seat, other] {
            self.players[seat].count("fights", 1);
        }
        self.players[self.seat].count("fights_started", 1);
        self.start_conflict(place, false, other);
    }

    /// B4
    pub fn start_siege(&mut self, place: &str) {
        let owner = super::number(&place[..1]);
        self.players[self.seat].count("sieges", 1);
        if self.players[owner].home > 0 {
            self.players[owner].count("defences", 1);
        } else {
            self.players[owner].count("undefended", 1);
            self.players[self.seat].count("sieges_undefended", 1);
        }
        self.start_conflict(place, true, owner);
    }

    fn start_conflict(&mut self, place: &str, siege: bool, defender: usize) {
        self.conflict = Some(Conflict {
            place: place.to_owned(),
            siege,
            attacker: self.seat,
            defender,
            card: None,
            difference: 0,
        });
        self.phase = Phase::AttackerSwap; // A2
    }
}
