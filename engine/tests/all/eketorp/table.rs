//! Positions of the plain twin of *Eketorp*, set up directly.

use super::twin::deal::text;
use super::twin::{Phase, Rules, Twin};
use serde_json::{Value, json};

/// A deal in which everybody has 1 4 5 6; the material cards and the talon are in ascending order.
pub fn deal(rules: &Rules, players: usize) -> Value {
    let mut talon = Vec::new();
    for card in 1..=rules.cards.highest {
        talon.extend(vec![card; rules.cards.copies]);
    }
    let mut hands = Vec::new();
    for _ in 0..players {
        let mut hand = Vec::new();
        for card in [1, 4, 5, 6] {
            let place = talon.iter().position(|&other| other == card).unwrap();
            hand.push(talon.remove(place));
        }
        hands.push(text(&hand));
    }
    let materials: Vec<usize> = (1..=rules.materials.cards.len()).collect();
    json!({ "materials": materials, "hands": hands, "talon": text(&talon) })
}

/// A game before its first decision.
pub fn twin(rules: Rules, players: usize) -> Twin {
    let deal = deal(&rules, players);
    Twin::new(rules, players, &deal).unwrap()
}

/// Step 4 of round 1, in which nobody has sent anybody anywhere. Nobody has amulets, so that
/// nobody is asked about them; no stones are left on the spaces.
pub fn revealed(players: usize) -> Twin {
    revealed_with(Rules::queen2007(), players)
}

pub fn revealed_with(rules: Rules, players: usize) -> Twin {
    let mut twin = twin(rules, players);
    for space in &mut twin.spaces {
        for stone in space.drain(..) {
            *twin.supply.get_mut(&stone).unwrap() += 1;
        }
    }
    for player in &mut twin.players {
        player.amulets = 0;
    }
    twin.phase = Phase::Choose;
    twin
}

/// Puts Vikings of a seat on a place.
pub fn send(twin: &mut Twin, seat: usize, place: &str, vikings: usize) {
    let player = &mut twin.players[seat];
    player.home -= vikings;
    player.sent.insert(place.to_owned(), vikings);
}

/// Gives a seat a hand.
pub fn hand(twin: &mut Twin, seat: usize, cards: &str) {
    twin.players[seat].hand = cards.chars().map(|card| card as usize - '0' as usize).collect();
}

/// Builds a wall, numbered from 1.
pub fn wall(twin: &mut Twin, seat: usize, number: usize, stones: &str) {
    twin.players[seat].walls[number - 1] = stones.chars().collect();
}

/// Plays actions one after the other.
pub fn play(twin: &mut Twin, actions: &[&str]) {
    for action in actions {
        twin.play(action).unwrap();
    }
}

/// A round in which everybody stays at home.
pub fn home(twin: &mut Twin) {
    let round = twin.round;
    while twin.round == round && twin.to_move().is_some() {
        play(twin, &["home"]);
    }
}

pub fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
