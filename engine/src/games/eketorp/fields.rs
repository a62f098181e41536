//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::Eketorp;
use super::component::{Kind, Place, SPACES, Stones};
use super::state::Phase;
use super::table::sieges;
use crate::game::{Game, View};
use crate::seat::Seat;

/// The table as the seat of `view` knows it.
pub(super) fn known(view: View<'_, Eketorp>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("phase", json!(phase(state.phase)));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    tell("first", json!(state.first));
    tell("material_card", json!(state.materials[usize::from(state.round)] + 1));
    let turned_up = usize::from(state.round) + 1;
    let cards = game.numbers.cards.len();
    let mut to_come: Vec<u8> =
        state.materials[turned_up.min(cards)..cards].iter().map(|card| card + 1).collect();
    to_come.sort_unstable();
    tell("material_cards_hidden", json!(to_come));
    tell("spaces", (0..SPACES).map(|number| space(view, number)).collect());
    let besieged = sieges(game, state).filter_map(|(place, seats)| {
        let seats: Vec<usize> =
            seats.filter(|&seat| view.sees_placement(seat)).map(Seat::index).collect();
        let held = state.held & place.bit() != 0;
        (!seats.is_empty())
            .then(|| json!({ "place": place.to_string(), "seats": seats, "held": held }))
    });
    tell("sieges", besieged.collect());
    if !matches!(
        state.phase,
        Phase::Place | Phase::Choose | Phase::Take | Phase::Build | Phase::Over
    ) {
        tell("duel", duel(view));
    }
    if state.phase == Phase::Build {
        tell("from_wall", json!(state.from + 1));
    }
    tell("supply", stones(state.supply));
    tell("talon", json!(state.talon.left()));
    tell("discarded", json!(state.discarded.iter().collect::<Vec<_>>()));
    tell("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect());
    fields
}

/// The names of phases in data.
fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Place => "place",
        Phase::Choose => "choose",
        Phase::AttackerSwap => "attacker_swap",
        Phase::DefenderSwap => "defender_swap",
        Phase::AttackerCard => "attacker_card",
        Phase::DefenderCard => "defender_card",
        Phase::Loot => "loot",
        Phase::Take => "take",
        Phase::Build => "build",
        Phase::Over => "over",
    }
}

/// How many there are of each kind.
fn stones(stones: Stones) -> Value {
    let count = |kind: Kind| (kind.letter().to_string(), json!(stones.count(kind)));
    Value::Object(Kind::ALL.into_iter().map(count).collect())
}

fn space(view: View<'_, Eketorp>, number: usize) -> Value {
    let state = view.state();
    let vikings = Seat::all(view.game().players()).map(|seat| {
        let number = state.crowds[number].of(seat.index());
        if view.sees_placement(seat) { json!(number) } else { Value::Null }
    });
    json!({
        "space": Place::space(number).to_string(),
        "stones": stones(state.stones[number]),
        "vikings": vikings.collect::<Value>(),
    })
}

fn duel(view: View<'_, Eketorp>) -> Value {
    let duel = &view.state().duel;
    let mut fields = Map::new();
    fields.insert("place".to_owned(), json!(duel.place.to_string()));
    fields.insert("attacker".to_owned(), json!(duel.attacker));
    fields.insert("defender".to_owned(), json!(duel.defender));
    if view.state().phase == Phase::Loot {
        fields.insert("difference".to_owned(), json!(duel.difference));
    }
    Value::Object(fields)
}

fn seat(view: View<'_, Eketorp>, seat: Seat) -> Value {
    let (game, state) = (view.game(), view.state());
    let player = &state.players[seat.index()];
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    let walls: Vec<String> = player
        .walls
        .iter()
        .map(|wall| if wall.height() == 0 { String::new() } else { wall.to_string() })
        .collect();
    tell("walls", json!(walls));
    tell("stones", stones(player.village));
    tell("points", json!(game.final_points(state, seat.index())));
    tell("load", stones(player.load));
    tell("hospital", json!([1, 2, 3].map(|station| player.sick.at(station))));
    tell("vikings_free", json!(game.free_vikings(state, seat)));
    let home = view.sees_placement(seat).then_some(player.home);
    tell("vikings_home", json!(home));
    tell("amulets", json!(player.amulets));
    tell("swaps", json!(player.swaps));
    tell("swapped", json!(player.swapped));
    tell("cards", json!(player.cards));
    tell("pile", json!(player.pile.iter().collect::<Vec<_>>()));
    tell("hand_open", json!(state.is_known(seat)));
    tell("hand_dealt", json!(state.is_first_hand(seat)));
    tell("high_among", json!(state.high_among(seat)));
    tell("hand", json!(view.hand(seat).map(|hand| hand.iter().collect::<Vec<_>>())));
    tell("discarded_unseen", json!(player.discarded.total()));
    if seat == view.seat() {
        tell("discarded", json!(player.discarded.iter().collect::<Vec<_>>()));
        if state.phase == Phase::DefenderCard && usize::from(state.duel.attacker) == seat.index() {
            tell("own_card", json!(state.duel.card));
        }
    }
    Value::Object(fields)
}
