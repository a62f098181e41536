//! What lies in the box: clans and goods by their letters, bodies, ships, barrels, supply tokens.

use std::collections::BTreeMap;
use std::fmt;

/// The clans in the order of N1. The clan with index s belongs to seat s, if there is such a seat.
pub const CLANS: [char; 4] = ['R', 'B', 'G', 'Y'];
/// The goods in the order of N1.
pub const GOODS: [char; 3] = ['h', 'g', 'm'];

/// The index of a letter in a list of letters.
pub fn rank(letter: char, letters: &[char]) -> usize {
    letters.iter().position(|&other| other == letter).expect("a letter of the list")
}

/// N1: goods sorted h g m.
pub fn sorted(goods: &[char]) -> String {
    let mut text = String::new();
    for good in GOODS {
        for other in goods {
            if *other == good {
                text.push(good);
            }
        }
    }
    text
}

/// Are all goods of a list of one kind?
pub fn one_kind(goods: &[char]) -> bool {
    goods.iter().all(|&good| good == goods[0])
}

/// C4, A10: a body, perhaps with a Viking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub clan: char,
    pub shields: i64,
    pub crew: bool,
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.clan, self.shields, if self.crew { "+" } else { "" })
    }
}

/// C5: a barrel that lies on a bet zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrel {
    pub owner: usize,
    pub value: i64,
}

/// A supply that is not on a bow, and the seats that know its kind (H4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub good: char,
    /// Its place in the deal: W1 from the top, then W2.
    pub dealt_as: usize,
    pub known_by: Vec<usize>,
}

/// A ship with its dock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ship {
    /// The foremost body first.
    pub bodies: Vec<Body>,
    pub supplies: Vec<char>,
    /// The barrels on the zones of its dock, which stay when the ship leaves (D3).
    pub zones: BTreeMap<char, Barrel>,
    pub sailed: bool,
}

impl Ship {
    /// D2: shields and Vikings of a clan.
    pub fn influence(&self, clan: char, crew_shields: i64) -> i64 {
        let mut sum = 0;
        for body in &self.bodies {
            if body.clan == clan {
                sum += body.shields;
                if body.crew {
                    sum += crew_shields;
                }
            }
        }
        sum
    }

    /// D2: the clans aboard, the most influential first.
    pub fn influence_order(&self, crew_shields: i64) -> Vec<char> {
        // In the order of their foremost bodies; the sort is stable.
        let mut clans: Vec<char> = Vec::new();
        for body in &self.bodies {
            if !clans.contains(&body.clan) {
                clans.push(body.clan);
            }
        }
        clans.sort_by_key(|&clan| -self.influence(clan, crew_shields));
        clans
    }

    /// How many barrels of a seat lie at the dock.
    pub fn barrels_of(&self, seat: usize) -> usize {
        self.zones.values().filter(|barrel| barrel.owner == seat).count()
    }
}

/// What a player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The values of the unused barrels.
    pub unused: Vec<i64>,
    /// The values of the barrels on the scoring shield.
    pub won: Vec<i64>,
    pub taken: Vec<char>,
    /// Section 13, but for the parts of the score.
    pub facts: BTreeMap<String, i64>,
}

impl Player {
    pub fn count(&mut self, fact: &str, amount: i64) {
        *self.facts.entry(fact.to_owned()).or_default() += amount;
    }
}
