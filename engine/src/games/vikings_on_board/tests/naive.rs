//! The table as plain texts, and what is legal said again in the plainest way. What the engine computes
//! with sets of bits is compared with this.

use super::table::Table;
use crate::games::vikings_on_board::state::{Phase, row};
use crate::seat::Seat;

pub const CLANS: [char; 4] = ['R', 'B', 'G', 'Y'];
pub const GOODS: [char; 3] = ['h', 'g', 'm'];

/// What lies on the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Naive {
    /// Bodies such as `R3+`, bow first; `None` for a ship that has sailed.
    pub ships: Vec<Option<Vec<String>>>,
    /// Letters of the supplies on each bow, sorted.
    pub bows: Vec<String>,
    pub market: [u16; 3],
    /// For each seat: value and place (`unused`, `won`, `3.R`), sorted.
    pub barrels: Vec<Vec<(u8, String)>>,
    pub w1: String,
    pub w2: String,
}

/// The letters h g m in their order.
pub fn sorted(text: &str) -> String {
    GOODS.iter().flat_map(|&good| text.chars().filter(move |&other| other == good)).collect()
}

/// The kinds among some letters.
pub fn kinds(text: &str) -> Vec<char> {
    GOODS.into_iter().filter(|&good| text.contains(good)).collect()
}

impl Naive {
    pub fn read(table: &Table) -> Naive {
        let bodies = |number: usize| -> Option<Vec<String>> {
            let text = table.ship(number);
            let mut bodies: Vec<String> = Vec::new();
            for letter in text.chars() {
                match letter {
                    'x' => return None,
                    'R' | 'B' | 'G' | 'Y' => bodies.push(letter.into()),
                    _ => bodies.last_mut().unwrap().push(letter),
                }
            }
            Some(bodies)
        };
        let barrels = |seat: usize| {
            let values = table.game.numbers.values.iter().enumerate();
            let mut barrels: Vec<(u8, String)> = values
                .map(|(barrel, &value)| {
                    let place = table.state.barrels.all(seat)[barrel].to_string();
                    (value, place.trim_start_matches("on ").to_owned())
                })
                .collect();
            barrels.sort_unstable();
            barrels
        };
        Naive {
            ships: (1..=8).map(bodies).collect(),
            bows: (1..=8).map(|number| table.on_bow(number)).collect(),
            market: table.state.market,
            barrels: (0..table.game.players).map(barrels).collect(),
            w1: table.state.w1.to_string(),
            w2: table.state.w2.to_string(),
        }
    }

    /// Numbers of the docked ships.
    fn docked(&self) -> impl Iterator<Item = usize> + '_ {
        (1..=8).filter(|&number| self.ships[number - 1].is_some())
    }

    fn bodies(&self, number: usize) -> &[String] {
        self.ships[number - 1].as_deref().unwrap_or_default()
    }

    /// Places of docked bodies, those of one clan or all.
    fn places(&self, clan: Option<usize>) -> Vec<(usize, usize)> {
        let all = self.docked().flat_map(|ship| {
            let places = 1..=self.bodies(ship).len();
            places.map(move |place| (ship, place))
        });
        let own = |(ship, place): &(usize, usize)| {
            clan.is_none_or(|clan| self.bodies(*ship)[place - 1].starts_with(CLANS[clan]))
        };
        all.filter(own).collect()
    }

    /// Whether the body is like the one before it on its ship.
    fn follows_equal(&self, (ship, place): (usize, usize)) -> bool {
        let bodies = self.bodies(ship);
        place > 1 && bodies[place - 1] == bodies[place - 2]
    }

    fn promotions(&self, table: &Table, seat: usize) -> Vec<String> {
        let mut list = Vec::new();
        let mut null = false;
        for (ship, place) in self.places(Some(seat)) {
            let bodies = self.bodies(ship);
            let changes = bodies[..place - 1].iter().any(|body| *body != bodies[place - 1]);
            null |= !changes;
            if changes && !self.follows_equal((ship, place)) {
                list.push(format!("promote {ship}.{place}"));
            }
        }
        if null && table.game.rule_set.options.null_moves {
            list.push("stay".into());
        }
        list
    }

    fn relocations(&self, table: &Table, verb: &str, clan: Option<usize>) -> Vec<String> {
        let most = table.game.rule_set.ships.max_bodies as usize;
        let mut list = Vec::new();
        for (ship, place) in self.places(clan) {
            if self.follows_equal((ship, place)) {
                continue;
            }
            let others = self.docked().filter(|&to| to != ship && self.bodies(to).len() < most);
            list.extend(others.map(|to| format!("{verb} {ship}.{place} {to}")));
        }
        list
    }

    fn swaps(&self, table: &Table) -> Vec<String> {
        let mut pairs = Vec::new();
        let mut null = false;
        for (low, at) in self.places(None) {
            for (high, other) in self.places(None).into_iter().filter(|&(high, _)| high > low) {
                if self.bodies(low)[at - 1] == self.bodies(high)[other - 1] {
                    null = true;
                } else {
                    pairs.push((low, high, at, other));
                }
            }
        }
        pairs.sort_unstable();
        let texts =
            pairs.iter().map(|(low, high, at, other)| format!("swap {low}.{at} {high}.{other}"));
        let mut list: Vec<String> = texts.collect();
        if null && table.game.rule_set.options.null_moves {
            list.push("stay".into());
        }
        list
    }

    /// Zones in their order.
    fn empty_zones(&self) -> Vec<String> {
        let zones = self.docked().flat_map(|ship| CLANS.map(|clan| format!("{ship}.{clan}")));
        zones.filter(|zone| self.barrels.iter().flatten().all(|(_, place)| place != zone)).collect()
    }

    /// Whether `seat` may add a barrel at the ship of `zone`.
    fn below_limit(&self, table: &Table, seat: usize, zone: &str) -> bool {
        let there = self.barrels[seat].iter().filter(|(_, place)| place[..1] == zone[..1]);
        there.count() < table.game.rule_set.barrels.max_per_ship as usize
    }

    fn bets(&self, table: &Table, seat: usize) -> Vec<String> {
        let unused = self.barrels[seat].iter().filter(|(_, place)| place == "unused");
        let mut values: Vec<u8> = unused.map(|(value, _)| *value).collect();
        values.dedup();
        let mut zones = self.empty_zones();
        zones.retain(|zone| self.below_limit(table, seat, zone));
        values
            .iter()
            .flat_map(|value| zones.iter().map(move |zone| format!("bet {value} {zone}")))
            .collect()
    }

    fn shifts(&self, table: &Table, seat: usize) -> Vec<String> {
        let mut list = Vec::new();
        let places = self.barrels[seat].iter().map(|(_, place)| place);
        let mut zones: Vec<&String> = places.filter(|place| place.contains('.')).collect();
        let rank =
            |zone: &str| (zone[..1].to_owned(), CLANS.iter().position(|&c| zone.ends_with(c)));
        zones.sort_unstable_by_key(|zone| rank(zone));
        for from in zones {
            let own_ship = |zone: &str| zone[..1] == from[..1];
            let targets = self.empty_zones();
            let targets =
                targets.iter().filter(|zone| own_ship(zone) || self.below_limit(table, seat, zone));
            list.extend(targets.map(|zone| format!("shift {from} {zone}")));
        }
        list
    }

    fn loads(&self, tokens: &str) -> Vec<String> {
        let goods = kinds(tokens).into_iter();
        goods
            .flat_map(|good| self.docked().map(move |ship| format!("load {good} {ship}")))
            .collect()
    }

    pub fn drawn<'a>(&'a self, table: &Table) -> &'a str {
        &self.w2[..self.w2.len().min(table.game.rule_set.warehouse_2.draw as usize)]
    }

    /// What may be decided on a space.
    fn on_space(&self, table: &Table, seat: usize, space: usize) -> Vec<String> {
        match space {
            2 => self.promotions(table, seat),
            3 => self.relocations(table, "switch", Some(seat)),
            4 => self.bets(table, seat),
            5 => self.loads(&self.w1[..self.w1.len().min(1)]),
            6 => {
                let most = table.game.rule_set.market.max as u16;
                let low = GOODS.iter().zip(self.market).filter(|(_, value)| *value < most);
                low.map(|(good, _)| format!("raise {good}")).collect()
            }
            7 => self.relocations(table, "move", None),
            8 => [self.bets(table, seat), self.shifts(table, seat)].concat(),
            9 => self.loads(self.drawn(table)),
            11 => self.swaps(table),
            _ => Vec::new(),
        }
    }

    /// Free spaces with an action that can be performed, or else all free ones.
    fn spaces(&self, table: &Table, seat: usize) -> Vec<String> {
        let taken: Vec<usize> = row(table.state.new).map(|(space, _)| space + 1).collect();
        let free: Vec<usize> = (1..=11).filter(|space| !taken.contains(space)).collect();
        let works = |&space: &usize| {
            matches!(space, 1 | 10) || !self.on_space(table, seat, space).is_empty()
        };
        let mut list: Vec<usize> = free.iter().copied().filter(works).collect();
        if list.is_empty() {
            list = free;
        }
        list.iter().map(|space| format!("go {space}")).collect()
    }

    fn orders(&self, table: &Table) -> Vec<String> {
        // One of the drawn tokens is gone from the stack; the others lie at its bottom.
        let drawn = (self.w2.len() + 1).min(table.game.rule_set.warehouse_2.draw as usize);
        let back: Vec<char> = self.w2[self.w2.len() + 1 - drawn..].chars().collect();
        let mut orders = vec![String::new()];
        for _ in 0..back.len() {
            orders = orders
                .iter()
                .flat_map(|order| GOODS.map(|good| format!("{order}{good}")))
                .filter(|order| {
                    let count =
                        |letters: &[char], good| letters.iter().filter(|&&l| l == good).count();
                    let order: Vec<char> = order.chars().collect();
                    GOODS.iter().all(|&good| count(&order, good) <= count(&back, good))
                })
                .collect();
        }
        orders.iter().map(|order| format!("under {order}")).collect()
    }

    fn sails(&self) -> Vec<String> {
        let ready =
            |&ship: &usize| !self.bodies(ship).is_empty() && !self.bows[ship - 1].is_empty();
        let mut ships: Vec<usize> = self.docked().filter(ready).collect();
        if ships.is_empty() {
            ships = self.docked().collect();
        }
        ships.iter().map(|ship| format!("sail {ship}")).collect()
    }

    /// The legal actions of the decision at which `table` stands; `None` for the picks of a departure.
    pub fn legal(&self, table: &Table) -> Option<Vec<String>> {
        let seat = usize::from(table.state.seat);
        assert_eq!(table.mover(), Some(seat));
        let space = match table.state.phase {
            Phase::Go => return Some(self.spaces(table, seat)),
            Phase::Promote => 2,
            Phase::Switch => 3,
            Phase::Bet => 4,
            Phase::Load1 => 5,
            Phase::Raise => 6,
            Phase::Move => 7,
            Phase::Tavern => 8,
            Phase::Load2 => 9,
            Phase::Swap => 11,
            Phase::Crew => {
                let places = self.places(Some(seat)).into_iter();
                let bare = places.filter(|(ship, at)| !self.bodies(*ship)[at - 1].ends_with('+'));
                return Some(bare.map(|(ship, at)| format!("crew {ship}.{at}")).collect());
            }
            Phase::Under => return Some(self.orders(table)),
            Phase::Sail => return Some(self.sails()),
            Phase::Take | Phase::Box | Phase::Over => return None,
        };
        // The viking stands there.
        assert_eq!(
            row(table.state.new).find(|(at, _)| at + 1 == space).unwrap().1,
            Seat::new(seat)
        );
        Some(self.on_space(table, seat, space))
    }
}
