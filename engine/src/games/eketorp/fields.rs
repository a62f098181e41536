//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::Eketorp;
use super::component::{Cards, Kind, Place, SPACES, Stones, Wall};
use super::state::Phase;
use super::table::{in_duel, sieges, to_come};
use crate::data::object;
use crate::game::{Game, View};
use crate::seat::Seat;

pub(super) fn known(view: View<'_, Eketorp>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut hidden: Vec<u8> = to_come(game, state).collect();
    hidden.sort_unstable();
    let besieged = sieges(game, state).filter_map(|(place, seats)| {
        let seats = seats.filter(|&seat| view.sees_placement(seat)).map(Seat::index);
        let (seats, held): (Vec<usize>, bool) = (seats.collect(), state.is_held(place));
        let siege = json!({ "place": place.to_string(), "seats": seats, "held": held });
        (!seats.is_empty()).then_some(siege)
    });
    let mut fields = vec![
        ("round", json!(state.round())),
        ("phase", json!(state.phase)),
        ("to_move", json!(game.to_move(state).map(Seat::index))),
        ("first", json!(state.first)),
        ("material_card", json!(state.material_card())),
        ("material_cards_hidden", json!(hidden)),
        ("spaces", (0..SPACES).map(|number| space(view, number)).collect()),
        ("sieges", besieged.collect()),
    ];
    if in_duel(state) {
        let duel = &state.duel;
        let mut told = vec![
            ("place", json!(duel.place.to_string())),
            ("attacker", json!(duel.attacker)),
            ("defender", json!(duel.defender)),
        ];
        if state.phase == Phase::Loot {
            told.push(("difference", json!(duel.difference)));
        }
        fields.push(("duel", object(told).into()));
    }
    if state.phase == Phase::Build {
        fields.push(("from_wall", json!(state.from + 1)));
    }
    fields.extend([
        ("supply", stones(state.supply)),
        ("talon", json!(state.talon.left())),
        ("discarded", cards(state.discarded)),
        ("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect()),
    ]);
    object(fields)
}

fn stones(stones: Stones) -> Value {
    let count = |kind: Kind| (kind.to_string(), json!(stones.count(kind)));
    Value::Object(Kind::ALL.into_iter().map(count).collect())
}

fn cards(cards: Cards) -> Value {
    cards.iter().collect()
}

fn space(view: View<'_, Eketorp>, number: usize) -> Value {
    let state = view.state();
    let vikings = Seat::all(view.game().players()).map(|seat| {
        let number = state.crowds[number].of(seat.index());
        view.sees_placement(seat).then_some(number)
    });
    json!({
        "space": Place::space(number).to_string(),
        "stones": stones(state.stones[number]),
        "vikings": vikings.collect::<Value>(),
    })
}

fn seat(view: View<'_, Eketorp>, seat: Seat) -> Value {
    let (game, state) = (view.game(), view.state());
    let player = &state[seat];
    let wall = |wall: Wall| wall.to_string().replace('-', "");
    let mut fields = vec![
        ("walls", json!(player.walls.map(wall))),
        ("stones", stones(player.village)),
        ("points", json!(game.score_now(state, seat))),
        ("load", stones(player.load)),
        ("hospital", json!([1, 2, 3].map(|station| player.sick.at(station)))),
        ("vikings_free", json!(game.free_vikings(state, seat))),
        ("vikings_home", json!(view.sees_placement(seat).then_some(player.home))),
        ("amulets", json!(player.amulets)),
        ("swaps", json!(player.swaps)),
        ("swapped", json!(player.swapped)),
        ("cards", json!(player.cards)),
        ("pile", cards(player.pile)),
        ("hand_open", json!(state.is_known(seat))),
        ("hand_dealt", json!(state.is_first_hand(seat))),
        ("high_among", json!(state.high_among(seat))),
        ("hand", json!(view.hand(seat).map(cards))),
        ("discarded_unseen", json!(player.discarded.total())),
    ];
    if seat == view.seat() {
        fields.push(("discarded", cards(player.discarded)));
        if state.phase == Phase::DefenderCard && usize::from(state.duel.attacker) == seat.index() {
            fields.push(("own_card", json!(state.duel.card)));
        }
    }
    object(fields).into()
}
