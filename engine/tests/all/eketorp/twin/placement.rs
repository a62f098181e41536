//! Step 2, secret placement (P1 to P4, N4), and step 3, reveal (R1).

use super::material::SPACES;
use super::{Phase, Twin};

/// The kinds of siege spaces (C2): catapult, boat, ram.
pub const ENGINES: [char; 3] = ['C', 'B', 'R'];

/// Is a place one of the material spaces?
pub fn is_material(place: &str) -> bool {
    place.len() == 1
}

impl Twin {
    /// P2, N4: the places of a seat in their order.
    pub fn places(&self, seat: usize) -> Vec<String> {
        let mut places: Vec<String> = SPACES.iter().map(|space| space.to_string()).collect();
        let mut village = self.next(seat);
        while village != seat {
            for engine in ENGINES {
                places.push(format!("{village}{engine}"));
            }
            village = self.next(village);
        }
        places
    }

    pub fn start_placement(&mut self) {
        self.seat = self.first; // P4
        self.phase = Phase::Place;
    }

    /// N4; nothing for a seat without Vikings left (P3).
    pub fn legal_places(&self) -> Vec<String> {
        let player = &self.players[self.seat];
        if player.home == 0 {
            return Vec::new();
        }
        let mut open = self.places(self.seat);
        if let Some(last) = &player.last_place {
            let index = open.iter().position(|place| place == last).expect("a place");
            // P1, P2: any number on a material space, at most 1 on a siege space.
            open = open.split_off(if is_material(last) { index } else { index + 1 });
        }
        let mut legal: Vec<String> = open.iter().map(|place| format!("put {place}")).collect();
        legal.push("home".to_owned());
        legal
    }

    pub fn put(&mut self, place: &str) {
        let player = &mut self.players[self.seat];
        player.home -= 1;
        *player.sent.entry(place.to_owned()).or_default() += 1;
        player.last_place = Some(place.to_owned());
    }

    /// P4
    pub fn next_to_place(&mut self) {
        self.seat = self.next(self.seat);
        if self.seat == self.first {
            self.reveal();
        }
    }

    /// R1
    fn reveal(&mut self) {
        for player in &mut self.players {
            player.last_place = None;
            for (place, vikings) in player.sent.clone() {
                let fact = if is_material(&place) { "sent_spaces" } else { "sent_sieges" };
                player.count(fact, vikings);
            }
            player.count("sent_home", player.home);
            player.count("in_hospital", player.hospital.iter().sum());
        }
        self.held.clear();
        self.seat = self.first;
        self.phase = Phase::Choose;
    }
}
