//! All legal actions in the notation of section 10 and in the order of N6, which is that of the
//! loops below.

use super::component::{CLANS, GOODS, Ship};
use super::{Phase, Twin};

/// More actions than there are at any decision.
const ALL: usize = usize::MAX;

impl Twin {
    /// All legal actions, none of them twice.
    pub fn legal(&self) -> Vec<String> {
        let seat = self.seat;
        match self.phase {
            Phase::Go => self.go_texts(),
            Phase::Action(space) => self.action_texts(space, seat, ALL),
            Phase::Under => self.under_texts(),
            Phase::Crew => self.crew_texts(seat),
            Phase::Sail => self.sail_texts(),
            Phase::Take => self.pick_texts("take"),
            Phase::ToBox => self.pick_texts("box"),
            Phase::Over => Vec::new(),
        }
    }

    /// Docked ships with their numbers from 1 (R7).
    fn docked(&self) -> Vec<(usize, &Ship)> {
        let mut docked = Vec::new();
        for (index, ship) in self.ships.iter().enumerate() {
            if !ship.sailed {
                docked.push((index + 1, ship));
            }
        }
        docked
    }

    fn free_spaces(&self) -> Vec<usize> {
        (1..=11).filter(|space| !self.row.contains_key(space)).collect()
    }

    /// R3: free spaces with an action that can be carried out.
    fn performable_spaces(&self) -> Vec<usize> {
        let mut spaces = self.free_spaces();
        spaces.retain(|&space| self.performable(space));
        spaces
    }

    pub(super) fn performable(&self, space: usize) -> bool {
        match space {
            1 | 10 => true,
            5 => !self.w1.is_empty(),
            9 => !self.w2.is_empty(),
            _ => !self.action_texts(space, self.seat, 1).is_empty(),
        }
    }

    /// R3, R4
    fn go_texts(&self) -> Vec<String> {
        let mut spaces = self.performable_spaces();
        if spaces.is_empty() {
            spaces = self.free_spaces();
        }
        spaces.iter().map(|space| format!("go {space}")).collect()
    }

    /// The decision of an action space; those of 5 and 9 after drawing. The longer lists may end
    /// after `enough` actions.
    fn action_texts(&self, space: usize, seat: usize, enough: usize) -> Vec<String> {
        match space {
            2 => self.promote_texts(seat),
            3 => self.move_texts("switch", Some(CLANS[seat]), enough),
            4 => self.bet_texts(seat, enough),
            5 | 9 => self.load_texts(),
            6 => self.raise_texts(),
            7 => self.move_texts("move", None, enough),
            8 => {
                let mut texts = self.bet_texts(seat, enough);
                texts.append(&mut self.shift_texts(seat));
                texts
            }
            11 => self.swap_texts(enough),
            other => panic!("space {other} has no decision of its own"),
        }
    }

    /// A2, V3, N5
    fn promote_texts(&self, seat: usize) -> Vec<String> {
        let mut texts = Vec::new();
        let mut null_move = false;
        for (number, ship) in self.docked() {
            for (index, body) in ship.bodies.iter().enumerate() {
                if body.clan != CLANS[seat] {
                    continue;
                }
                if ship.bodies[..index].iter().all(|other| other == body) {
                    null_move = true;
                } else if !behind_its_equal(ship, index) {
                    texts.push(format!("promote {number}.{}", index + 1));
                }
            }
        }
        if null_move && self.rules.options.null_moves {
            texts.push("stay".to_owned());
        }
        texts
    }

    /// A3 (bodies of one clan), A7 (of any), R5
    fn move_texts(&self, verb: &str, clan: Option<char>, enough: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for (number, ship) in self.docked() {
            if texts.len() >= enough {
                break;
            }
            for (index, body) in ship.bodies.iter().enumerate() {
                if clan.is_some_and(|clan| body.clan != clan) || behind_its_equal(ship, index) {
                    continue;
                }
                for (target, other) in self.docked() {
                    if target != number && other.bodies.len() < self.rules.ships.max_bodies {
                        texts.push(format!("{verb} {number}.{} {target}", index + 1));
                    }
                }
            }
        }
        texts
    }

    /// A4, V1, V2
    fn bet_texts(&self, seat: usize, enough: usize) -> Vec<String> {
        let mut values = self.players[seat].unused.clone();
        values.sort_unstable();
        values.dedup();
        let mut texts = Vec::new();
        for value in values {
            for (number, ship) in self.docked() {
                if texts.len() >= enough {
                    break;
                }
                if ship.barrels_of(seat) >= self.rules.barrels.max_per_ship {
                    continue;
                }
                for clan in CLANS {
                    if !ship.zones.contains_key(&clan) {
                        texts.push(format!("bet {value} {number}.{clan}"));
                    }
                }
            }
        }
        texts
    }

    /// A8: from any dock, also of a ship that has left, to an empty zone of a docked ship.
    fn shift_texts(&self, seat: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for (index, ship) in self.ships.iter().enumerate() {
            let from = index + 1;
            for from_clan in CLANS {
                if ship.zones.get(&from_clan).is_none_or(|barrel| barrel.owner != seat) {
                    continue;
                }
                for (to, target) in self.docked() {
                    let mut there = target.barrels_of(seat);
                    if to == from {
                        there -= 1; // V1: the barrel itself is not in its own way.
                    }
                    if there >= self.rules.barrels.max_per_ship {
                        continue;
                    }
                    for clan in CLANS {
                        if !target.zones.contains_key(&clan) {
                            texts.push(format!("shift {from}.{from_clan} {to}.{clan}"));
                        }
                    }
                }
            }
        }
        texts
    }

    /// A5, A9: equal tokens are one.
    fn load_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for good in GOODS {
            if self.drawn.iter().any(|token| token.good == good) {
                for (number, _) in self.docked() {
                    texts.push(format!("load {good} {number}"));
                }
            }
        }
        texts
    }

    /// V4, `return = "choice"`: all orders of the returned tokens.
    fn under_texts(&self) -> Vec<String> {
        let goods: Vec<char> = self.drawn.iter().map(|token| token.good).collect();
        let mut orders = vec![String::new()];
        for _ in 0..goods.len() {
            let mut longer = Vec::new();
            for order in orders {
                for good in GOODS {
                    let used = order.chars().filter(|&other| other == good).count();
                    let there = goods.iter().filter(|&&other| other == good).count();
                    if used < there {
                        longer.push(format!("{order}{good}"));
                    }
                }
            }
            orders = longer;
        }
        orders.iter().map(|order| format!("under {order}")).collect()
    }

    /// A6
    fn raise_texts(&self) -> Vec<String> {
        let below = |good: &&char| self.market[*good] < self.rules.market.max;
        GOODS.iter().filter(below).map(|good| format!("raise {good}")).collect()
    }

    /// V5: docked bodies of a seat's clan without a Viking.
    pub(super) fn crew_texts(&self, seat: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for (number, ship) in self.docked() {
            for (index, body) in ship.bodies.iter().enumerate() {
                if body.clan == CLANS[seat] && !body.crew {
                    texts.push(format!("crew {number}.{}", index + 1));
                }
            }
        }
        texts
    }

    /// A11, V3
    fn swap_texts(&self, enough: usize) -> Vec<String> {
        let mut texts = Vec::new();
        let mut null_move = false;
        for (lower, one) in self.docked() {
            for (higher, other) in self.docked() {
                if higher <= lower {
                    continue;
                }
                if texts.len() >= enough {
                    break;
                }
                for (i, body) in one.bodies.iter().enumerate() {
                    for (j, instead) in other.bodies.iter().enumerate() {
                        if body == instead {
                            null_move = true;
                        } else {
                            texts.push(format!("swap {lower}.{} {higher}.{}", i + 1, j + 1));
                        }
                    }
                }
            }
        }
        if null_move && self.rules.options.null_moves {
            texts.push("stay".to_owned());
        }
        texts
    }

    /// D1
    fn sail_texts(&self) -> Vec<String> {
        let mut ships = self.docked();
        ships.retain(|(_, ship)| !ship.supplies.is_empty() && !ship.bodies.is_empty());
        if ships.is_empty() {
            ships = self.docked();
        }
        ships.iter().map(|(number, _)| format!("sail {number}")).collect()
    }

    /// D4, D5: one for each kind on the bow.
    fn pick_texts(&self, verb: &str) -> Vec<String> {
        let ship = self.departure.as_ref().expect("a ship is leaving").ship;
        let mut goods = GOODS.to_vec();
        goods.retain(|good| self.ships[ship].supplies.contains(good));
        goods.iter().map(|good| format!("{verb} {good}")).collect()
    }
}

/// N5: of equal bodies side by side only the foremost is named.
fn behind_its_equal(ship: &Ship, index: usize) -> bool {
    index > 0 && ship.bodies[index - 1] == ship.bodies[index]
}
