//! What chance decides (S1 to S3, L1, L2), from a seed and as data.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::component::{BODIES_PER_SHIP, Body, Clan, Good, MAX_PLAYERS, SHIPS};
use super::rule_set::RuleSet;
use super::stack::Stack;
use crate::error::KeyError;
use crate::games::deal::each_once;
use crate::games::notation::as_text;
use crate::seat::PerSeat;
use crate::seed::{DealSeed, shuffle};

const BODIES_STREAM: u32 = 0;
const SUPPLIES_STREAM: u32 = 1;
const ORDER_STREAM: u32 = 2;

crate::data!(Deal);

/// The bodies of one ship, bow first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull(pub [Body; BODIES_PER_SHIP]);

as_text!(Hull);

/// One deal: everything that chance decides in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The ships, number 1 first.
    pub ships: [Hull; SHIPS],
    /// Stack W1.
    pub w1: Stack,
    /// Stack W2.
    pub w2: Stack,
    /// The seats of A, B, C, D (S3).
    #[serde(deserialize_with = "read_order")]
    pub order: PerSeat<u8>,
}

/// A deal under a rule set that has been [checked](RuleSet::check); ships and stacks do not depend on the number of
/// players (L3).
pub(super) fn deal(rule_set: &RuleSet, players: usize, seed: DealSeed) -> Deal {
    let kinds = Good::ALL.into_iter().zip(rule_set.supplies.counts());
    let mut supplies: Vec<Good> =
        kinds.flat_map(|(good, n)| std::iter::repeat_n(good, n as usize)).collect();
    shuffle(&mut supplies, &mut seed.stream(SUPPLIES_STREAM));
    let (w1, w2) = supplies.split_at(rule_set.supplies.warehouse_1 as usize);
    let mut seats = [0, 1, 2, 3];
    let seats = &mut seats[..players];
    shuffle(seats, &mut seed.stream(ORDER_STREAM));
    let order = PerSeat::from_fn(players, |seat| seats[seat.index()]);
    let [w1, w2] = [w1, w2].map(|goods| goods.iter().copied().collect());
    Deal { ships: ships(rule_set, seed), w1, w2, order }
}

/// L2: the clan that each ship lacks, then each clan's bodies over the others, then the order on each ship.
fn ships(rule_set: &RuleSet, seed: DealSeed) -> [Hull; SHIPS] {
    let mut stream = seed.stream(BODIES_STREAM);
    let mut lacking = [0, 0, 1, 1, 2, 2, 3, 3];
    shuffle(&mut lacking, &mut stream);
    let mut shields = [rule_set.bodies.shields; 4];
    for shields in &mut shields {
        shuffle(shields, &mut stream);
    }
    let mut dealt = [0; 4];
    let mut ships = [Hull([Body { clan: Clan::Red, shields: 0, crew: false }; 3]); SHIPS];
    for (ship, lacking) in ships.iter_mut().zip(lacking) {
        let clans = Clan::ALL.into_iter().filter(|&clan| clan as usize != lacking);
        for (body, clan) in ship.0.iter_mut().zip(clans) {
            let index = clan as usize;
            *body = Body { clan, shields: shields[index][dealt[index]] as u8, crew: false };
            dealt[index] += 1;
        }
        shuffle(&mut ship.0, &mut stream);
    }
    ships
}

/// Whether `deal` consists of the components of `rule_set` and satisfies S1 to S3 (L4).
pub(super) fn check(rule_set: &RuleSet, players: usize, deal: &Deal) -> Result<(), KeyError> {
    check_ships(rule_set, deal)?;
    for (good, count) in Good::ALL.into_iter().zip(rule_set.supplies.counts()) {
        let all = deal.w1.iter().chain(deal.w2.iter());
        let found = all.filter(|&other| other == good).count();
        if found != count as usize {
            let reason = format!("{found} supplies `{good}`, but the rules have {count}");
            return Err(KeyError::new("w1 and w2", reason));
        }
    }
    let expected = rule_set.supplies.warehouse_1;
    if deal.w1.len() != expected {
        let reason = format!("{} supplies instead of {expected}", deal.w1.len());
        return Err(KeyError::new("w1", reason));
    }
    each_once("order", "seat", deal.order.as_slice(), 0..=players as u8 - 1)
}

fn check_ships(rule_set: &RuleSet, deal: &Deal) -> Result<(), KeyError> {
    let refuse = |reason: String| Err(KeyError::new("ships", reason));
    for (number, ship) in (1..).zip(&deal.ships) {
        let [a, b, c] = ship.0.map(|body| body.clan);
        if a == b || b == c || a == c {
            return refuse(format!("ship {number} has two bodies of one clan"));
        }
        if ship.0.iter().any(|body| body.crew) {
            return refuse(format!("a viking stands on ship {number} already"));
        }
    }
    let mut expected: Vec<u8> =
        rule_set.bodies.shields.iter().map(|&shields| shields as u8).collect();
    expected.sort_unstable();
    for clan in Clan::ALL {
        let bodies = deal.ships.iter().flat_map(|ship| ship.0);
        let own = bodies.filter(|body| body.clan == clan);
        let mut found: Vec<u8> = own.map(|body| body.shields).collect();
        found.sort_unstable();
        if found != expected {
            return refuse(format!("clan `{clan}` has shields {found:?} instead of {expected:?}"));
        }
    }
    Ok(())
}

impl fmt::Display for Hull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|body| write!(f, "{body}"))
    }
}

impl FromStr for Hull {
    type Err = String;

    fn from_str(text: &str) -> Result<Hull, String> {
        let letters: Vec<char> = text.chars().collect();
        let body = |pair: &[char]| {
            let shields = pair.get(1)?.to_digit(10).filter(|&shields| shields > 0)?;
            Some(Body {
                clan: pair[0].to_string().parse().ok()?,
                shields: shields as u8,
                crew: false,
            })
        };
        let bodies: Option<Vec<Body>> = letters.chunks(2).map(body).collect();
        let hull = bodies.and_then(|bodies| bodies.try_into().ok()).map(Hull);
        hull.ok_or_else(|| format!("`{text}` is no ship; expected one such as R1B3G2"))
    }
}

fn read_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<u8>, D::Error> {
    let seats = Vec::<u8>::deserialize(deserializer)?;
    if seats.len() > MAX_PLAYERS {
        return Err(D::Error::custom(format!("more than {MAX_PLAYERS} seats in `order`")));
    }
    Ok(PerSeat::from_fn(seats.len(), |seat| seats[seat.index()]))
}
