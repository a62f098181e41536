//! What chance decides (S1 to S3, L1, L2), from a seed and as data.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::component::{
    BODIES, BODIES_PER_CLAN, BODIES_PER_SHIP, Body, Clan, Good, MAX_PLAYERS, SHIPS,
};
use super::rule_set::RuleSet;
use super::stack::Stack;
use crate::error::KeyError;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, shuffle};

/// Streams of the components.
const BODIES_STREAM: u32 = 0;
const SUPPLIES_STREAM: u32 = 1;
const ORDER_STREAM: u32 = 2;

crate::data!(Deal);

/// The bodies of one ship, bow first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull(pub [Body; BODIES_PER_SHIP]);

/// The seats of A, B, C, D (S3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order(pub PerSeat<u8>);

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
    /// The seats in the order of the first row's letters.
    pub order: Order,
}

/// The components before they are shuffled.
#[derive(Clone, Debug)]
pub(super) struct Components {
    shields: [u8; BODIES_PER_CLAN],
    supplies: Vec<Good>,
    warehouse_1: usize,
    players: usize,
}

impl Components {
    /// The components of a rule set that has been [checked](RuleSet::check).
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Components {
        let kinds = Good::ALL.into_iter().zip(rule_set.supplies.counts());
        Components {
            shields: rule_set.bodies.shields.map(|shields| shields as u8),
            supplies: kinds.flat_map(|(good, n)| std::iter::repeat_n(good, n as usize)).collect(),
            warehouse_1: rule_set.supplies.warehouse_1 as usize,
            players,
        }
    }

    /// Deals; ships and stacks do not depend on the number of players (L3).
    pub(super) fn deal(&self, seed: DealSeed) -> Deal {
        let mut supplies = [Good::Hide; super::rule_set::MAX_SUPPLIES as usize];
        let supplies = &mut supplies[..self.supplies.len()];
        supplies.copy_from_slice(&self.supplies);
        shuffle(supplies, &mut seed.stream(SUPPLIES_STREAM));
        let (mut w1, mut w2) = (Stack::EMPTY, Stack::EMPTY);
        for (place, &good) in supplies.iter().enumerate() {
            if place < self.warehouse_1 { w1.push_under(good) } else { w2.push_under(good) }
        }
        let mut seats = [0, 1, 2, 3];
        let seats = &mut seats[..self.players];
        shuffle(seats, &mut seed.stream(ORDER_STREAM));
        let order = Order(PerSeat::from_fn(self.players, |seat| seats[seat.index()]));
        Deal { ships: self.ships(seed), w1, w2, order }
    }

    /// L2: the clan that each ship lacks, then each clan's bodies over the others, then the order on
    /// each ship.
    fn ships(&self, seed: DealSeed) -> [Hull; SHIPS] {
        let mut stream = seed.stream(BODIES_STREAM);
        let mut lacking = [0, 0, 1, 1, 2, 2, 3, 3];
        shuffle(&mut lacking, &mut stream);
        let mut shields = [self.shields; 4];
        for shields in &mut shields {
            shuffle(shields, &mut stream);
        }
        let mut dealt = [0; 4];
        let mut ships = [Hull([Body { clan: Clan::Red, shields: 0, crew: false }; 3]); SHIPS];
        for (ship, lacking) in ships.iter_mut().zip(lacking) {
            let clans = Clan::ALL.into_iter().filter(|clan| clan.index() != lacking);
            for (body, clan) in ship.0.iter_mut().zip(clans) {
                let index = clan.index();
                *body = Body { clan, shields: shields[index][dealt[index]], crew: false };
                dealt[index] += 1;
            }
            shuffle(&mut ship.0, &mut stream);
        }
        ships
    }
}

/// Whether `deal` consists of the components of `rule_set` and satisfies S1 to S3 (L4).
pub(super) fn check(rule_set: &RuleSet, players: usize, deal: &Deal) -> Result<(), KeyError> {
    check_ships(rule_set, deal)?;
    let stacks = [("w1", &deal.w1), ("w2", &deal.w2)];
    for (good, count) in Good::ALL.into_iter().zip(rule_set.supplies.counts()) {
        let found =
            stacks.iter().flat_map(|(_, stack)| stack.iter()).filter(|&g| g == good).count();
        if found != count as usize {
            let reason =
                format!("{found} supplies `{}`, but the rules have {count}", good.letter());
            return Err(KeyError::new("w1 and w2", reason));
        }
    }
    let expected = rule_set.supplies.warehouse_1;
    if deal.w1.len() != expected {
        let reason = format!("{} supplies instead of {expected}", deal.w1.len());
        return Err(KeyError::new("w1", reason));
    }
    let mut seats: Vec<u8> = deal.order.0.as_slice().to_vec();
    seats.sort_unstable();
    if !seats.iter().copied().eq(0..players as u8) {
        let reason = format!("expected each seat from 0 to {} once", players - 1);
        return Err(KeyError::new("order", reason));
    }
    Ok(())
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
        let mut found: Vec<u8> = Vec::with_capacity(BODIES);
        let bodies = deal.ships.iter().flat_map(|ship| ship.0);
        found.extend(bodies.filter(|body| body.clan == clan).map(|body| body.shields));
        found.sort_unstable();
        if found != expected {
            let letter = clan.letter();
            return refuse(format!(
                "clan `{letter}` has shields {found:?} instead of {expected:?}"
            ));
        }
    }
    Ok(())
}

impl Serialize for Hull {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b, c] = self.0;
        serializer.collect_str(&format_args!("{a}{b}{c}"))
    }
}

impl<'de> Deserialize<'de> for Hull {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hull, D::Error> {
        let text = String::deserialize(deserializer)?;
        let letters: Vec<char> = text.chars().collect();
        let body = |pair: &[char]| {
            let shields = pair[1].to_digit(10).filter(|&shields| shields > 0)?;
            Some(Body { clan: Clan::from_letter(pair[0])?, shields: shields as u8, crew: false })
        };
        let bodies: Option<Vec<Body>> = letters.chunks_exact(2).map(body).collect();
        bodies
            .filter(|_| letters.len() == 2 * BODIES_PER_SHIP)
            .and_then(|bodies| bodies.try_into().ok())
            .map(Hull)
            .ok_or_else(|| {
                D::Error::custom(format!("`{text}` is no ship; expected one such as R1B3G2"))
            })
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Order, D::Error> {
        let seats = Vec::<u8>::deserialize(deserializer)?;
        if seats.len() > MAX_PLAYERS {
            return Err(D::Error::custom(format!("more than {MAX_PLAYERS} seats in `order`")));
        }
        Ok(Order(PerSeat::from_fn(seats.len(), |seat: Seat| seats[seat.index()])))
    }
}
