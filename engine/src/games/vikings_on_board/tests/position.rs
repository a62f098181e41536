//! Positions set up by hand: ships of any lengths, supplies, barrels, rows.

use super::table::{Table, goods, ship, zone};
use crate::games::vikings_on_board::barrel::Barrels;
use crate::games::vikings_on_board::component::{Body, Clan, Place, Ship};
use crate::games::vikings_on_board::line::Line;
use crate::games::vikings_on_board::stack::Known;
use crate::games::vikings_on_board::state::{ALL_SPACES, Phase};

impl Table {
    /// Ships from number 1 on, `-` for one without bodies and `x` for one that has sailed; those not
    /// named have sailed too. Bodies of the box that are not named sailed with the last ship.
    pub fn ships(mut self, text: &str) -> Table {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.resize(8, "x");
        let mut ships: Vec<Vec<Body>> =
            words.iter().map(|word| bodies(word.trim_matches(['-', 'x']))).collect();
        let mut rest: Vec<Body> = Vec::new();
        for clan in Clan::ALL {
            let shields = self.game.rule_set.bodies.shields;
            rest.extend(shields.map(|shields| Body { clan, shields: shields as u8, crew: false }));
        }
        for body in ships.iter().flatten() {
            let known = |left: &Body| left.clan == body.clan && left.shields == body.shields;
            rest.remove(rest.iter().position(known).expect("a body of the box"));
        }
        if !rest.is_empty() {
            let last = words.iter().rposition(|&word| word == "x").expect("a ship that has sailed");
            ships[last] = rest;
        }
        let mut all = ships.iter().flatten().copied();
        let plain =
            [[(); 3]; 8].map(|ship| ship.map(|()| Body { crew: false, ..all.next().unwrap() }));
        self.state.line = line(&plain, &ships);
        self.state.barrels = Barrels::NEW;
        self.state.departures = 0;
        for (at, _) in Ship::all().zip(&words).filter(|(_, word)| **word == "x") {
            self.state.line.depart(at);
            self.state.barrels.depart(at, None);
            self.state.departures += 1;
        }
        self
    }

    /// Supplies on the bow of a ship.
    pub fn load(mut self, number: usize, text: &str) -> Table {
        self.state.bows[number - 1] = goods(text);
        self
    }

    /// The barrel of some value lies at a zone.
    pub fn bet(mut self, seat: usize, value: u8, at: &str) -> Table {
        let barrel = self.barrel(value);
        self.state.barrels.bet(seat, barrel, zone(at));
        self
    }

    pub fn market(mut self, market: [u16; 3]) -> Table {
        self.state.market = market;
        self
    }

    pub fn stacks(mut self, w1: &str, w2: &str) -> Table {
        self.state.w1 = w1.parse().unwrap();
        self.state.w2 = w2.parse().unwrap();
        self.state.known = Known::default();
        self
    }

    pub fn owning(mut self, seat: usize, text: &str) -> Table {
        self.state.goods[seat] = goods(text);
        self
    }

    /// Vikings that have not moved, by their seats; `.` for an empty space.
    pub fn row(mut self, seats: &str) -> Table {
        self.state.old = row(seats);
        self.state.phase = Phase::Go;
        self.state.seat = seats.trim_start_matches('.')[..1].parse().unwrap();
        self
    }

    /// Vikings that have moved, by their seats; `.` for a free space.
    pub fn moved(mut self, seats: &str) -> Table {
        self.state.new = row(seats);
        let taken = seats.chars().enumerate().filter(|(_, seat)| *seat != '.');
        self.state.free = taken.fold(ALL_SPACES, |free, (space, _)| free & !(1 << space));
        self
    }

    /// All vikings have moved, seat 0's to First Player, and `seat` sends a ship off.
    pub fn sailing(self, seat: usize) -> Table {
        let mut table = self.moved("0");
        table.state.old = 0;
        table.state.stern = seat as u8;
        table.state.seat = seat as u8;
        table.state.phase = Phase::Sail;
        table
    }
}

/// `R1B3+`.
fn bodies(text: &str) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter.to_string().parse() {
            Ok(clan) => {
                let shields = letters.next().unwrap().to_digit(10).unwrap() as u8;
                bodies.push(Body { clan, shields, crew: false });
            }
            Err(_) => bodies.last_mut().unwrap().crew = true,
        }
    }
    bodies
}

fn row(seats: &str) -> u64 {
    let seats =
        seats.chars().enumerate().filter_map(|(space, seat)| Some((space, seat.to_digit(10)?)));
    seats.fold(0, |row, (space, seat)| row | u64::from(seat + 1) << (4 * space))
}

/// A line of ships of any lengths, given its bodies three by three.
fn line(plain: &[[Body; 3]; 8], ships: &[Vec<Body>]) -> Line {
    let mut line = Line::new(plain);
    // All bodies to the first ship, and from its end to the others.
    for number in 2..=8 {
        for _ in 0..line.len(ship(number)) {
            line.relocate(line.at(Place { ship: ship(number), place: 0 }), ship(1));
        }
    }
    let first = ships[0].len() as u8;
    for (number, bodies) in (1..).zip(ships).skip(1) {
        for _ in bodies {
            line.relocate(line.at(Place { ship: ship(1), place: first }), ship(number));
        }
    }
    let crew = ships.iter().flatten().map(|body| body.crew);
    for (at, _) in (0..).zip(crew).filter(|(_, crew)| *crew) {
        line.put_crew(at);
    }
    line
}
