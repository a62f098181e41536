//! Rule sets far from the preset, and deals for them without the engine. In all of it `any(n)` is
//! any number from 0 to n.

use serde_json::{Value, json};

use super::card;
use super::piece::{Piece, column_name};
use super::rules::{Cards, Rules, Strategy, Whim};

/// A valid rule set with other values for a number of players, so that none of them is baked in.
pub fn varied(players: usize, any: &mut impl FnMut(usize) -> usize) -> Rules {
    let mut rules = Rules::base();
    if any(2) > 0 {
        // Small ones are often full, large ones never.
        let most = [2, 4, 7][any(2)];
        rules.board.rows = 1 + any(most);
        rules.board.columns = 1 + any(most);
    }
    if any(2) > 0 {
        vary_supply(players, &mut rules, any);
    }
    if any(1) == 0 {
        let names = ["", "villager", "cottage", "edict"];
        rules.months.bonus = (0..1 + any(13)).map(|_| names[any(3)].to_owned()).collect();
    }
    if any(1) == 0 {
        let mut strategy = || Strategy { draw: any(4), keep: any(3), actions: any(5) };
        rules.strategies.aggressive = strategy();
        rules.strategies.balanced = strategy();
        rules.strategies.development = strategy();
    }
    if any(1) == 0 {
        let scoring = &mut rules.scoring;
        for points in [
            &mut scoring.villager,
            &mut scoring.soldier,
            &mut scoring.cottage,
            &mut scoring.fortress,
            &mut scoring.tower,
            &mut scoring.edict,
            &mut scoring.field_neighbour,
            &mut scoring.sunk_longship,
        ] {
            *points = any(12) as i64 - 5;
        }
    }
    rules.switches.occupied_column = ["none", "next"][any(1)].to_owned();
    rules.switches.full_board_end = ["immediate", "round"][any(1)].to_owned();
    rules.switches.tower_returns_fortress = any(1) == 0;
    if any(1) == 0 {
        rules.switches.raid_targets = vec![Piece::Villager, Piece::Cottage, Piece::Field];
        rules.switches.raid_targets.retain(|_| any(2) > 0);
    }
    // Landings have to be on the board.
    if any(2) > 0 || rules.board.columns < 4 {
        vary_cards(&mut rules, any);
    }
    if any(1) == 0 {
        rules.setup.edicts = any(4);
        rules.setup.villagers = any(2);
        rules.setup.whims_drawn = 1 + any(2);
    }
    if any(1) == 0 || rules.whims.len() <= players * rules.setup.whims_drawn {
        vary_whims(players, &mut rules, any);
    }
    let villagers = rules.supply[&Piece::Villager] / players;
    rules.setup.villagers = rules.setup.villagers.min(villagers);
    rules.setup.villagers = rules.setup.villagers.min(rules.board.rows * rules.board.columns);
    let actions = rules.deck().iter().filter(|card| !card::is_event(&card.kind)).count();
    rules.setup.cards = [3, any(6)][any(1)].min(actions / players);
    rules.check().and_then(|()| rules.check_players(players)).expect("only valid values");
    rules
}

/// Often too few.
fn vary_supply(players: usize, rules: &mut Rules, any: &mut impl FnMut(usize) -> usize) {
    let most = [3, 12, 40][any(2)];
    for count in rules.supply.values_mut() {
        if any(3) > 0 {
            *count = any(most);
        }
    }
    // A few more for the set-up.
    *rules.supply.get_mut(&Piece::Villager).expect("villagers") += players * any(1);
}

/// From 1 to 64 cards.
fn vary_cards(rules: &mut Rules, any: &mut impl FnMut(usize) -> usize) {
    let most = [9, 29, 63][any(2)];
    let mut left = 1 + any(most);
    // Some decks have few kinds.
    let kinds: Vec<&str> =
        card::ACTIONS.into_iter().chain(card::EVENTS).filter(|_| any(3) > 0).collect();
    rules.cards.clear();
    while left > 0 {
        let count = (1 + any(4)).min(left);
        left -= count;
        let kind = if kinds.is_empty() { "counter" } else { kinds[any(kinds.len() - 1)] };
        let landing = (0..count).map(|_| landing(rules.board.columns, any)).collect();
        rules.cards.push(Cards { kind: kind.to_owned(), landing });
    }
}

/// One or two columns.
fn landing(columns: usize, any: &mut impl FnMut(usize) -> usize) -> String {
    let (one, other) = (any(columns - 1), any(columns - 1));
    if one == other {
        return column_name(one);
    }
    column_name(one.min(other)) + &column_name(one.max(other))
}

/// At least as many as the players draw, and one more.
fn vary_whims(players: usize, rules: &mut Rules, any: &mut impl FnMut(usize) -> usize) {
    let units = &Piece::ALL[..6];
    let count = 1 + players * rules.setup.whims_drawn + any(5);
    rules.whims.clear();
    for number in 0..count {
        let mut whim = Whim {
            name: format!("whim{number}"),
            points: any(11) as i64 - 3,
            pattern: None,
            need: None,
            none: None,
        };
        match any(3) {
            0 => {
                let pairs = (0..1 + any(1)).map(|_| (units[any(5)], any(4)));
                whim.need = Some(pairs.collect());
            }
            1 => whim.none = Some(units[any(5)]),
            _ => {
                let (width, height) = (1 + any(3), 1 + any(3));
                let mut line = || (0..width).map(|_| ["H", "A", ".", "."][any(3)]).collect();
                whim.pattern = Some((0..height).map(|_| line()).collect());
            }
        }
        rules.whims.push(whim);
    }
}

/// A deal for the rule set (D1 to D3).
pub fn dealt(rules: &Rules, any: &mut impl FnMut(usize) -> usize) -> Value {
    let numbers: Vec<usize> = (1..=rules.deck().len()).collect();
    let mut order = || {
        let mut order = numbers.clone();
        shuffle(&mut order, any);
        order
    };
    let deck = order();
    let mixes: Vec<Vec<usize>> = (0..8).map(|_| order()).collect();
    let mut whims: Vec<&str> = rules.whims.iter().map(|whim| whim.name.as_str()).collect();
    shuffle(&mut whims, any);
    json!({ "deck": deck, "mixes": mixes, "whims": whims })
}

/// The deal of X15: everything in the order of the components.
pub fn plain(rules: &Rules) -> Value {
    let numbers: Vec<usize> = (1..=rules.deck().len()).collect();
    let whims: Vec<&str> = rules.whims.iter().map(|whim| whim.name.as_str()).collect();
    json!({ "deck": numbers, "mixes": vec![numbers; 8], "whims": whims })
}

/// Any order is as likely as another.
pub fn shuffle<T>(items: &mut [T], any: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, any(last));
    }
}
