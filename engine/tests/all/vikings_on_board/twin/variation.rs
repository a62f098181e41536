//! Rule sets far from the preset, and deals for them without the engine.

use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

use super::component::CLANS;
use super::rules::Rules;

/// A valid rule set with other values, so that none of them is baked in.
pub fn varied(rng: &mut Rng) -> Rules {
    let mut rules = Rules::base();
    // From 0 to `most`.
    let mut value = |most: usize| rng.below(most as u32 + 1) as usize;
    for players in 2..=4 {
        if value(2) == 0 {
            let each = 1 + value(11 / players - 1);
            let mut letters: Vec<char> = Vec::new();
            for letter in ['A', 'B', 'C', 'D'].into_iter().take(players) {
                letters.extend(vec![letter; each]);
            }
            shuffle(&mut letters, &mut value);
            rules.setup.row.insert(players.to_string(), letters.into_iter().collect());
        }
    }
    if value(1) == 0 {
        rules.ships.max_bodies = [3, 4, 6, 3 + value(21)][value(3)];
    }
    if value(2) == 0 {
        rules.ships.departures = 1 + value(6);
    }
    // Few different shields make many equal bodies.
    let most = [1, 2, 9][value(2)];
    if value(1) == 0 {
        rules.bodies.shields = (0..6).map(|_| 1 + value(most - 1) as i64).collect();
    }
    rules.bodies.crew_shields = [1, value(9) as i64][value(1)];
    let most = [0, 1, 9][value(2)];
    if value(1) == 0 {
        rules.barrels.values = (0..4).map(|_| value(most) as i64).collect();
    }
    rules.barrels.max_per_ship = [1, 1 + value(3), 4][value(2)];
    if value(1) == 0 {
        let supplies = &mut rules.supplies;
        supplies.hide = value(10);
        supplies.grain = value(10);
        supplies.metal = value(9) + 1;
        supplies.warehouse_1 = value(supplies.hide + supplies.grain + supplies.metal);
    }
    if value(1) == 0 {
        rules.warehouse_2.returning = "choice".to_owned();
        // More than seven returned tokens could have more than 252 orders.
        rules.warehouse_2.draw = 1 + value(7);
    } else if value(1) == 0 {
        rules.warehouse_2.draw = 1 + value(30);
    }
    if value(1) == 0 {
        rules.market.start = value(5) as i64;
        rules.market.max = rules.market.start + value(5) as i64;
    }
    rules.options.null_moves = value(1) == 0;
    rules.options.max_rounds = [40, 40, 1 + value(9)][value(2)];
    rules.check().expect("only valid values");
    rules
}

/// A deal for the rule set as L2 says.
pub fn dealt(rules: &Rules, players: usize, rng: &mut Rng) -> Value {
    let mut value = |most: usize| rng.below(most as u32 + 1) as usize;
    let mut missing: Vec<char> = [CLANS, CLANS].concat();
    shuffle(&mut missing, &mut value);
    let mut ships = vec![Vec::new(); 8];
    for clan in CLANS {
        let mut shields = rules.bodies.shields.clone();
        shuffle(&mut shields, &mut value);
        for (ship, missing) in ships.iter_mut().zip(&missing) {
            if *missing != clan {
                ship.push(format!("{clan}{}", shields.pop().expect("six ships with the clan")));
            }
        }
    }
    for ship in &mut ships {
        shuffle(ship, &mut value);
    }
    let mut pile: Vec<char> = Vec::new();
    pile.extend(vec!['h'; rules.supplies.hide]);
    pile.extend(vec!['g'; rules.supplies.grain]);
    pile.extend(vec!['m'; rules.supplies.metal]);
    shuffle(&mut pile, &mut value);
    let w2 = pile.split_off(rules.supplies.warehouse_1);
    let mut order: Vec<usize> = (0..players).collect();
    shuffle(&mut order, &mut value);
    json!({
        "ships": ships.iter().map(|ship| ship.concat()).collect::<Vec<_>>(),
        "w1": pile.iter().collect::<String>(),
        "w2": w2.iter().collect::<String>(),
        "order": order,
    })
}

/// Any order is as likely as another, if `value(n)` is any number from 0 to n.
pub fn shuffle<T>(items: &mut [T], value: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, value(last));
    }
}
