//! What one seat may know, as data for programs, and the whole table as data for a picture, with what a reader of a
//! picture would otherwise have to derive from the rules.

use serde_json::{Map, Value, json};

use super::Eketorp;
use super::component::{Cards, Kind, Place, SIEGE_SPACES, SPACES, Stones, Wall};
use super::state::{Phase, State};
use super::table::{besiegers, heading, in_duel, sieges, to_come};
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

/// The table, hidden things included: `drawing`, the name of the drawing script; `heading` (whose decision it is, in
/// words), the number of the `card` that lays the stones; the `spaces` with their `stones` and the number of `vikings`
/// of each seat; `wall_height`, the stones of a `full` village; and the `seats`. Stones and walls are letters of the
/// notation, hands and piles are digits. `conflict` says of a place whether there may be a `fight` or a `siege`.
pub(super) fn scene(game: &Eketorp, state: &State) -> Value {
    let rules = &game.rule_set;
    let spaces = (0..SPACES).map(|number| {
        let vikings = Seat::all(game.players()).map(|seat| state.crowds[number].of(seat.index()));
        json!({
            "space": Place::space(number).to_string(),
            "stones": signs(state.stones[number]),
            "vikings": vikings.collect::<Vec<_>>(),
            "conflict": conflict(state, Place::space(number)),
        })
    });
    json!({
        "drawing": "eketorp",
        "round": state.round(),
        "rounds": rules.game.rounds,
        "heading": heading(game, state),
        "to_move": game.to_move(state).map(Seat::index),
        "first": state.first,
        "card": state.material_card(),
        "spaces": spaces.collect::<Value>(),
        "talon": state.talon.left(),
        "supply": signs(state.supply),
        "duel": in_duel(state).then(|| duel(state)),
        "wall_height": rules.village.wall_height,
        "full": rules.village.full,
        "seats": Seat::all(game.players()).map(|one| scene_seat(game, state, one)).collect::<Value>(),
    })
}

/// Without the sign for nothing.
fn signs(text: impl ToString) -> String {
    text.to_string().replace('-', "")
}

fn conflict(state: &State, place: Place) -> Option<&'static str> {
    if state.may_be_fought(place) {
        return Some("fight");
    }
    (state.sieges & place.bit() != 0).then_some("siege")
}

/// The attacker's `card`, face down until the other one is chosen; for loot, the most `points`.
fn duel(state: &State) -> Value {
    let duel = &state.duel;
    json!({
        "place": duel.place.to_string(),
        "attacker": duel.attacker,
        "defender": duel.defender,
        "card": (state.phase == Phase::DefenderCard).then_some(duel.card),
        "points": (state.phase == Phase::Loot).then_some(duel.difference),
    })
}

/// `walls` from the bottom up, and stones `beside` them; `besieged`, for each siege space the `seats` there and
/// whether the siege has been `held`; Vikings at `home` and at the three stations of the `hospital`; `hand`, whether
/// everybody knows it (`open`), and cards `discarded` for amulets; the `load` on the way home.
fn scene_seat(game: &Eketorp, state: &State, seat: Seat) -> Value {
    let player = &state[seat];
    let mut beside = player.village;
    for wall in player.walls {
        let stones = (0..wall.height()).map(|depth| wall.from_top(depth));
        stones.for_each(|kind: Kind| beside.take(Stones::of(kind, 1)));
    }
    let besieged = (0..SIEGE_SPACES).map(|weapon| {
        let place = Place::siege(seat.index(), weapon);
        let seats: Vec<usize> = besiegers(game, state, place).map(Seat::index).collect();
        json!({
            "place": place.to_string(),
            "seats": seats,
            "held": !seats.is_empty() && state.is_held(place),
            "conflict": conflict(state, place),
        })
    });
    let hospital = [1, 2, 3].map(|station| player.sick.at(station));
    json!({
        "walls": player.walls.map(signs),
        "beside": signs(beside),
        "besieged": besieged.collect::<Value>(),
        "points": game.score_now(state, seat),
        "stones": player.village.total(),
        "load": signs(player.load),
        "home": player.home,
        "hospital": hospital,
        "amulets": player.amulets,
        "hand": signs(player.hand),
        "open": state.is_known(seat),
        "pile": signs(player.pile),
        "discarded": player.discarded.total(),
    })
}
