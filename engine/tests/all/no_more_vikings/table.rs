//! Positions of the plain twin of *No More Vikings!*, set up directly.

use super::twin::piece::{Piece, column, name, parcel};
use super::twin::variation::plain;
use super::twin::{Rules, Step, Twin};
use serde_json::Value;

/// A game of the preset with the plain deal (X15), before its first decision.
pub fn new(players: usize) -> Twin {
    with(Rules::base(), players)
}

pub fn with(rules: Rules, players: usize) -> Twin {
    let deal = plain(&rules);
    Twin::new(rules, players, &deal).unwrap()
}

/// The turn of seat 0 in round 1; all boards and hands are empty, nobody has edicts, and nobody
/// else has a turn. The months bring nothing.
pub fn turn(players: usize, token: &str) -> Twin {
    turn_with(Rules::base(), players, token)
}

pub fn turn_with(mut rules: Rules, players: usize, token: &str) -> Twin {
    rules.setup.villagers = 0;
    rules.setup.edicts = 0;
    rules.setup.cards = 0;
    rules.months.bonus = vec![String::new(); 12];
    let mut twin = with(rules, players);
    (0..players).for_each(|_| first(&mut twin));
    twin.agenda.pop(); // The token of seat 0.
    twin.agenda.retain(|step| !matches!(step, Step::Token { .. } | Step::Land | Step::Reveal));
    twin.agenda.retain(|step| !matches!(step, Step::StartTurn { .. }));
    for player in &mut twin.players {
        player.token = Some(token.to_owned());
    }
    twin.revealed = true;
    twin.agenda.push(Step::StartTurn { seat: 0 });
    twin.settle();
    assert_eq!((twin.round, twin.to_move()), (1, Some(0)));
    twin
}

/// The raids of round 1, of seat 0 first, when the boards have been set up.
pub fn raids(players: usize) -> Twin {
    let mut twin = turn(players, "development");
    twin.agenda.pop();
    twin
}

/// The first legal action.
pub fn first(twin: &mut Twin) {
    let action = twin.legal()[0].clone();
    twin.play(&action).unwrap();
}

/// Puts units from the supply on parcels: `villager a1, cottage b2`.
pub fn village(twin: &mut Twin, seat: usize, units: &str) {
    for unit in units.split(", ") {
        let (kind, place) = unit.split_once(' ').unwrap();
        let piece: Piece = serde_json::from_value(Value::from(kind)).unwrap();
        twin.take(piece);
        if piece == Piece::Fortress {
            twin.take(Piece::Cottage);
        }
        assert_eq!(twin.players[seat].village.insert(parcel(place), piece), None);
    }
}

/// The units of a village as a text like that of `village`, by parcels.
pub fn units(twin: &Twin, seat: usize) -> String {
    let units = twin.players[seat].village.iter().map(|(&parcel, unit)| {
        format!("{} {}", serde_json::to_value(unit).unwrap().as_str().unwrap(), name(parcel))
    });
    units.collect::<Vec<_>>().join(", ")
}

/// Puts longships from the supply in front of columns.
pub fn beach(twin: &mut Twin, seat: usize, columns: &str) {
    for index in 0..columns.len() {
        twin.take(Piece::Longship);
        assert!(twin.players[seat].beach.insert(column(&columns[index..=index])));
    }
}

/// The columns with longships.
pub fn ships(twin: &Twin, seat: usize) -> String {
    twin.players[seat].beach.iter().map(|&column| char::from(b'a' + column as u8)).collect()
}

pub fn edicts(twin: &mut Twin, seat: usize, count: usize) {
    for _ in 0..count {
        twin.take(Piece::Edict);
    }
    twin.players[seat].edicts += count;
}

/// The lowest card of a kind that is in the deck leaves it.
fn from_deck(twin: &mut Twin, kind: &str) -> usize {
    let like = twin.deck.iter().copied().filter(|&card| twin.kind(card) == kind);
    let card = like.min().unwrap();
    twin.deck.retain(|&other| other != card);
    card
}

/// Gives a seat cards of these kinds from the deck.
pub fn hand(twin: &mut Twin, seat: usize, kinds: &str) {
    for kind in kinds.split(' ') {
        let card = from_deck(twin, kind);
        twin.players[seat].take_card(card);
    }
}

/// Puts cards of these kinds on top of the deck, the first one on top.
pub fn on_top(twin: &mut Twin, kinds: &str) {
    let cards: Vec<usize> = kinds.split(' ').map(|kind| from_deck(twin, kind)).collect();
    twin.deck.splice(..0, cards);
}

/// Plays actions one after the other; each is preceded by its seat, as in `0 play bow`.
pub fn play(twin: &mut Twin, actions: &[&str]) {
    for action in actions {
        let (seat, action) = action.split_once(' ').unwrap();
        assert_eq!(twin.to_move(), Some(seat.parse().unwrap()), "{action}: {:?}", twin.legal());
        twin.play(action).unwrap();
    }
}

/// The seat to move and its actions in alphabetical order.
pub fn asked(twin: &Twin) -> (Option<usize>, Vec<String>) {
    let mut legal = twin.legal();
    legal.sort();
    (twin.to_move(), legal)
}

/// What `asked` gives for a text like `0: sink a, sink c`.
pub fn expected(text: &str) -> (Option<usize>, Vec<String>) {
    let (seat, actions) = text.split_once(": ").unwrap();
    (Some(seat.parse().unwrap()), actions.split(", ").map(str::to_owned).collect())
}

/// Panics unless this is what is asked.
pub fn asks(twin: &Twin, text: &str) {
    assert_eq!(asked(twin), expected(text));
}

/// The supply with some counts changed.
pub fn supply(before: &Twin, changes: &[(Piece, i64)]) -> std::collections::BTreeMap<Piece, usize> {
    let mut supply = before.supply.clone();
    for &(piece, change) in changes {
        let count = supply.get_mut(&piece).unwrap();
        *count = count.checked_add_signed(change as isize).unwrap();
    }
    supply
}
