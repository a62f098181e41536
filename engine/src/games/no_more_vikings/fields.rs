//! What one seat may know, as data for programs, and the whole table as data for a picture, with what a reader of a
//! picture would otherwise have to derive from the rules.

use serde_json::{Map, Value, json};

use super::NoMoreVikings;
use super::component::{Column, Name, Parcel, SIDE, Unit, columns, parcels};
use super::scoring::named;
use super::state::{NO_TOKEN, NO_WHIM, Phase, State};
use super::table::{self, raided, unit_at, whim_name};
use crate::game::{Game, View};
use crate::seat::Seat;

pub(super) fn known(view: View<'_, NoMoreVikings>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("rounds", json!(game.rule_set.months.bonus.len()));
    tell("next_month", json!(game.next_month(state)));
    tell("phase", json!(state.phase));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    tell("first", json!(state.first));
    tell("fog", json!(state.fog));
    tell("board_filled", json!(state.filled != 0));
    tell("official_whim", json!(whim_name(game, state.whim)));
    tell("deck", json!(state.deck.len()));
    tell("discard", cards(game, state.discard));
    tell("supply", supply(state));
    if state.phase.in_turn() {
        let (seat, actions) = (game.current(state), state.actions);
        let turn = json!({ "seat": seat, "actions": actions, "draw": state.owed, "to_draw": state.drawing });
        tell("turn", turn);
    }
    match state.phase {
        Phase::Event | Phase::Month => {
            tell("asked", json!({ "unit": state.asked.name(), "gain": state.gain }));
        }
        Phase::Tower => {
            tell("towers_left", json!(state.left));
        }
        Phase::Soldier => {
            tell("column", json!(raided(state).to_string()));
        }
        _ => {}
    }
    if matches!(state.phase, Phase::Respond | Phase::Effect) {
        tell("window", window(game, state));
    }
    tell("laid_aside", json!(state.aside.count_ones()));
    tell("laid_aside_by", json!((state.aside != 0).then(|| game.current(state))));
    tell("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect());
    fields
}

fn supply(state: &State) -> Value {
    let names = Unit::ALL.map(Unit::name).into_iter().chain(["edict", "longship"]);
    let supply = names.zip(state.supply).map(|(name, number)| (name.to_owned(), json!(number)));
    Value::Object(supply.collect())
}

fn window(game: &NoMoreVikings, state: &State) -> Value {
    let window = &state.window;
    let top = match (window.responses, window.is_card) {
        (0, _) => window.kind.name(),
        (_, true) => "counter",
        (_, false) => "edict",
    };
    json!({
        "kind": window.kind.name(),
        "seat": game.current(state),
        "target": window.kind.names_seat().then_some(window.target),
        "responses": window.responses,
        "top": top,
        "owner": window.owner,
    })
}

/// Cards with their numbers (C4) and kinds.
fn cards(game: &NoMoreVikings, set: u64) -> Value {
    parcels(set)
        .map(|card| json!({ "card": card.0 + 1, "kind": game.numbers.kind(card.0).name() }))
        .collect()
}

fn seat(view: View<'_, NoMoreVikings>, seat: Seat) -> Value {
    let (game, state) = (view.game(), view.state());
    let player = &state[seat];
    let own = seat == view.seat();
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    let units = Unit::ALL.into_iter().map(|unit| {
        let there = parcels(state.units(seat, unit)).map(|parcel| parcel.to_string());
        (unit.to_string(), there.collect::<Value>())
    });
    tell("village", Value::Object(units.collect()));
    tell("longships", columns(player.longships).map(|column| column.to_string()).collect());
    tell("track", json!(player.track));
    tell("edicts", json!(player.edicts));
    tell("token", json!(view.token(seat).map(|token| token.name())));
    tell("token_chosen", json!(player.token != NO_TOKEN));
    tell("cards", json!(player.hand.count_ones()));
    tell("hand", cards(game, view.hand(seat)));
    let whim = |number: u8| json!(whim_name(game, number));
    if own {
        // H3: cards that this seat has stolen, and from whom.
        let stolen = Seat::all(game.players()).filter_map(|other| {
            let cards_known = state[other].known & player.hand;
            (other != seat && cards_known != 0)
                .then(|| json!({ "seat": other.index(), "cards": cards(game, cards_known) }))
        });
        tell("known_to", stolen.collect());
        if usize::from(game.current(state)) == seat.index() {
            tell("aside", cards(game, state.aside));
        }
        tell("whim", whim(player.whim));
        let drawn = (0..64).filter(|number| player.whims >> number & 1 != 0);
        tell("whims_drawn", drawn.map(whim).collect());
        tell("points", json!(game.score_now(state, seat)));
    } else {
        tell("points_without_whim", json!(game.known_score(state, seat)));
    }
    Value::Object(fields)
}

/// The table, hidden things included; the keys are those of [`known`] and what their names say.
pub(super) fn scene(game: &NoMoreVikings, state: &State) -> Value {
    let rules = &game.rule_set;
    let in_window = matches!(state.phase, Phase::Respond | Phase::Effect);
    json!({
        "drawing": "no-more-vikings",
        "round": state.round(),
        "rounds": rules.months.bonus.len(),
        "note": game.contents,
        "heading": heading(game, state),
        "phase": state.phase,
        "to_move": game.to_move(state).map(Seat::index),
        "first": state.first,
        "months": rules.months.bonus,
        "next_month": game.next_month(state),
        "fog": state.fog,
        "board_filled": state.filled != 0,
        "rows": rules.board.rows,
        "columns": columns(game.numbers.beach).map(|column| column.to_string()).collect::<Value>(),
        "official": whim(game, state.whim),
        "deck": state.deck.len(),
        "discard": cards(game, state.discard),
        "supply": supply(state),
        "window": if in_window { window(game, state) } else { Value::Null },
        "aside": cards(game, state.aside),
        "seats": Seat::all(game.players()).map(|one| scene_seat(game, state, one)).collect::<Value>(),
    })
}

fn heading(game: &NoMoreVikings, state: &State) -> String {
    let round = format!("round {} of {}", state.round(), game.rule_set.months.bonus.len());
    match game.to_move(state) {
        None => format!("the game is over after round {}", state.round()),
        Some(seat) => format!("{round}: seat {seat} {}", table::asked(state)),
    }
}

fn whim(game: &NoMoreVikings, number: u8) -> Value {
    game.rule_set.whims.get(usize::from(number)).map_or(Value::Null, |whim| json!(whim))
}

/// Rows of the `village` go from the beach; a longship has the `soldiers` who could fight it, and the parcel that it
/// would `raid` without towers; a card of the `hand` has the other seats it is `known_by`.
fn scene_seat(game: &NoMoreVikings, state: &State, seat: Seat) -> Value {
    let player = &state[seat];
    let rows = (0..game.rule_set.board.rows).map(|row| {
        (0..game.rule_set.board.columns)
            .map(|column| unit_at(state, seat, Parcel(row * SIDE as u8 + column)))
            .map(|unit| json!(unit.map(Unit::name)))
            .collect::<Value>()
    });
    let longships = columns(player.longships).map(|column| longship(game, state, seat, column));
    let away = (0..64).filter(|number| {
        player.whims >> number & 1 != 0 && *number != player.whim && player.whim != NO_WHIM
    });
    let away: Vec<Option<Name>> = away.map(|number| whim_name(game, number)).collect();
    let mut hand = cards(game, player.hand);
    for card in hand.as_array_mut().into_iter().flatten() {
        let bit = card["card"].as_u64().map_or(0, |number| 1 << (number - 1));
        let known = |other: &Seat| state[*other].known & bit != 0;
        let others = Seat::all(game.players()).filter(known).map(Seat::index);
        card["known_by"] = others.collect();
    }
    let fulfilled = |number: u8| {
        game.numbers.whims.get(usize::from(number)).is_some_and(|whim| whim.is_fulfilled(player))
    };
    let parts = named(game.parts(state, seat));
    json!({
        "village": rows.collect::<Value>(),
        "longships": longships.collect::<Value>(),
        "track": player.track,
        "edicts": player.edicts,
        "hand": hand,
        "token": state.chosen(seat).map(|token| token.name()),
        "whim": whim(game, player.whim),
        "put_away": away,
        "score": game.score_now(state, seat),
        "parts": Value::Object(parts.map(|(name, points)| (name.to_owned(), json!(points))).collect()),
        "fulfilled": { "own": fulfilled(player.whim), "official": fulfilled(state.whim) },
    })
}

fn longship(game: &NoMoreVikings, state: &State, seat: Seat, column: Column) -> Value {
    let player = &state[seat];
    let soldiers = player.unit(Unit::Soldier) & column.parcels();
    let prey = game.prey_of(state, seat, column);
    json!({
        "column": column.to_string(),
        "soldiers": soldiers.count_ones(),
        "raid": prey.filter(|_| soldiers == 0).map(|(parcel, _)| parcel.to_string()),
    })
}
