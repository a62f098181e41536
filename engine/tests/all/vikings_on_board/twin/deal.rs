//! The deal of L1 as a record holds it, checked as L4 says.

use std::collections::BTreeMap;

use serde_json::Value;

use super::component::{Body, CLANS, GOODS, Ship, Token};
use super::rules::{Rules, require};

/// What the deal puts on the table.
pub struct Dealt {
    pub ships: Vec<Ship>,
    pub w1: Vec<Token>,
    pub w2: Vec<Token>,
    /// The seats of A, B, C, D.
    pub order: Vec<usize>,
}

pub fn read(rules: &Rules, players: usize, deal: &Value) -> Result<Dealt, String> {
    let keys: Vec<&str> =
        deal.as_object().ok_or("the deal is an object")?.keys().map(String::as_str).collect();
    for key in keys {
        require(["ships", "w1", "w2", "order"].contains(&key), "no other keys")?;
    }
    let ships = read_ships(deal["ships"].as_array().ok_or("ships")?)?;
    check_bodies(rules, &ships)?;
    let w1 = read_stack(deal["w1"].as_str().ok_or("w1")?, 0)?;
    let w2 = read_stack(deal["w2"].as_str().ok_or("w2")?, w1.len())?;
    require(w1.len() == rules.supplies.warehouse_1, "S1: the size of W1")?;
    for (good, count) in
        [('h', rules.supplies.hide), ('g', rules.supplies.grain), ('m', rules.supplies.metal)]
    {
        let found = w1.iter().chain(&w2).filter(|token| token.good == good).count();
        require(found == count, "the supplies of the box")?;
    }
    let mut order = Vec::new();
    for seat in deal["order"].as_array().ok_or("order")? {
        order.push(seat.as_u64().ok_or("a seat")? as usize);
    }
    let mut seats = order.clone();
    seats.sort_unstable();
    require(seats == (0..players).collect::<Vec<_>>(), "every seat once")?;
    Ok(Dealt { ships, w1, w2, order })
}

fn read_ships(texts: &[Value]) -> Result<Vec<Ship>, String> {
    require(texts.len() == 8, "8 ships")?;
    let mut ships = Vec::new();
    for text in texts {
        ships.push(read_ship(text.as_str().ok_or("a ship")?)?);
    }
    Ok(ships)
}

/// A ship such as `R1B3G2`, or `R1B3+` later in a game.
pub fn read_ship(text: &str) -> Result<Ship, String> {
    let mut bodies: Vec<Body> = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '+' {
            let last = bodies.last_mut().ok_or("a body before its Viking")?;
            require(!last.crew, "at most one Viking per body")?;
            last.crew = true;
            continue;
        }
        require(CLANS.contains(&letter), "a clan")?;
        let shields = letters.next().and_then(|digit| digit.to_digit(10)).ok_or("shields")?;
        bodies.push(Body { clan: letter, shields: i64::from(shields), crew: false });
    }
    Ok(Ship { bodies, supplies: Vec::new(), zones: BTreeMap::new(), sailed: false })
}

/// S2: three bodies of different clans on every ship, all the bodies of the box.
fn check_bodies(rules: &Rules, ships: &[Ship]) -> Result<(), String> {
    for ship in ships {
        require(ship.bodies.len() == 3, "three bodies")?;
        require(ship.bodies.iter().all(|body| !body.crew), "no Vikings yet")?;
        for clan in CLANS {
            let aboard = ship.bodies.iter().filter(|body| body.clan == clan).count();
            require(aboard <= 1, "never two of a clan")?;
        }
    }
    let mut box_shields = rules.bodies.shields.clone();
    box_shields.sort_unstable();
    for clan in CLANS {
        let bodies = ships.iter().flat_map(|ship| &ship.bodies);
        let mut shields: Vec<i64> =
            bodies.filter(|body| body.clan == clan).map(|body| body.shields).collect();
        shields.sort_unstable();
        require(shields == box_shields, "the bodies of the box")?;
    }
    Ok(())
}

fn read_stack(text: &str, first: usize) -> Result<Vec<Token>, String> {
    let mut stack = Vec::new();
    for (index, good) in text.chars().enumerate() {
        require(GOODS.contains(&good), "a good")?;
        stack.push(Token { good, dealt_as: first + index, known_by: Vec::new() });
    }
    Ok(stack)
}
