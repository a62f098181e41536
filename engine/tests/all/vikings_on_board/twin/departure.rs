//! Section 5: a ship leaves, a barrel wins, the supplies are shared out.

use serde_json::json;

use super::component::{CLANS, one_kind, sorted};
use super::{Phase, Twin};

/// The ship that is leaving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    pub ship: usize,
    /// D2
    pub influence: Vec<char>,
    /// Number of picks made so far, those for the box included.
    pub picks: usize,
    /// Per seat the value of the barrel won.
    pub won: Vec<i64>,
    /// Per seat the supplies taken.
    pub taken: Vec<Vec<char>>,
    pub boxed: Vec<char>,
}

impl Departure {
    /// D4: the clan of a pick, counted from 0.
    fn clan(&self, pick: usize) -> char {
        self.influence[pick % self.influence.len()]
    }
}

impl Twin {
    /// D1 to D3.
    pub(super) fn sail(&mut self, index: usize) {
        let crew_shields = self.rules.bodies.crew_shields;
        let stern_taker = self.seat;
        self.players[stern_taker].count("sterns", 1);
        self.ships[index].sailed = true;
        let influence = self.ships[index].influence_order(crew_shields);
        for (seat, player) in self.players.iter_mut().enumerate() {
            let clan = CLANS[seat];
            if influence.contains(&clan) {
                player.count("aboard", 1);
                let shields = self.ships[index].influence(clan, crew_shields);
                player.count("shields_sailed", shields);
            }
            if influence.first() == Some(&clan) {
                player.count("led", 1);
            }
        }
        let mut won = vec![0; self.players.len()];
        if let Some(first) = influence.first()
            && let Some(barrel) = self.ships[index].zones.remove(first)
        {
            won[barrel.owner] = barrel.value;
            self.players[barrel.owner].won.push(barrel.value);
            self.players[barrel.owner].count("barrels_won", 1);
        }
        self.departure = Some(Departure {
            ship: index,
            influence,
            picks: 0,
            won,
            taken: vec![Vec::new(); self.players.len()],
            boxed: Vec::new(),
        });
        self.go_on_sharing();
    }

    /// D4, D5: up to the next pick that has to be asked for (N4).
    fn go_on_sharing(&mut self) {
        loop {
            let departure = self.departure.as_ref().expect("a ship is leaving");
            let supplies = self.ships[departure.ship].supplies.clone();
            if supplies.is_empty() {
                return self.end_departure();
            }
            if departure.influence.is_empty() {
                return self.box_the_rest(); // V7
            }
            let obvious = one_kind(&supplies) || departure.influence.len() == 1;
            if let Some(seat) = self.seat_of(departure.clan(departure.picks)) {
                self.seat = seat;
                if !obvious {
                    self.phase = Phase::Take;
                    return;
                }
                self.take_one(supplies[0]);
            } else {
                // D5: with n supplies left, the next n - 1 picks.
                let mut first_player = None;
                for later in 1..supplies.len() {
                    let clan = departure.clan(departure.picks + later);
                    if first_player.is_none() {
                        first_player = self.seat_of(clan);
                    }
                }
                let Some(player) = first_player else {
                    return self.box_the_rest();
                };
                self.seat = (player + 1) % self.players.len(); // V6
                if !obvious {
                    self.phase = Phase::ToBox;
                    return;
                }
                self.box_one(supplies[0]);
            }
        }
    }

    pub(super) fn take(&mut self, good: char) {
        self.take_one(good);
        self.go_on_sharing();
    }

    pub(super) fn put_into_box(&mut self, good: char) {
        self.players[self.seat].count("boxed", 1);
        self.box_one(good);
        self.go_on_sharing();
    }

    fn take_one(&mut self, good: char) {
        let seat = self.seat;
        self.remove_from_bow(good);
        self.departure.as_mut().expect("a ship is leaving").taken[seat].push(good);
        self.players[seat].taken.push(good);
        let name = match good {
            'h' => "hide",
            'g' => "grain",
            _ => "metal",
        };
        self.players[seat].count(name, 1);
    }

    fn box_one(&mut self, good: char) {
        self.remove_from_bow(good);
        self.departure.as_mut().expect("a ship is leaving").boxed.push(good);
        self.boxed.push(good);
    }

    fn remove_from_bow(&mut self, good: char) {
        let departure = self.departure.as_mut().expect("a ship is leaving");
        departure.picks += 1;
        let supplies = &mut self.ships[departure.ship].supplies;
        let index = supplies.iter().position(|&other| other == good).expect("on the bow");
        supplies.remove(index);
    }

    fn box_the_rest(&mut self) {
        let ship = self.departure.as_ref().expect("a ship is leaving").ship;
        for good in self.ships[ship].supplies.clone() {
            self.box_one(good);
        }
        self.end_departure();
    }

    /// N7, D6.
    fn end_departure(&mut self) {
        let departure = self.departure.take().expect("a ship is leaving");
        let taken: Vec<String> = departure.taken.iter().map(|goods| sorted(goods)).collect();
        self.scorings.push(json!({
            "round": self.round,
            "kind": "sail",
            "ship": departure.ship + 1,
            "influence": departure.influence.iter().collect::<String>(),
            "won": departure.won,
            "taken": taken,
            "box": sorted(&departure.boxed),
        }));
        self.departures += 1;
        self.end_round();
    }
}
