//! The table as data for a picture, with what a reader of a picture would otherwise have to derive from the rules.

use serde_json::{Value, json};

use super::NoMoreVikings;
use super::component::{Column, Name, Parcel, SIDE, Unit, columns};
use super::fields::{cards, supply, window};
use super::state::{NO_WHIM, Phase, State};
use super::table::{self, unit_at, whim_name};
use crate::game::Game;
use crate::seat::Seat;

/// The table, hidden things included; the keys are those of [`fields`](super::fields::known) and what their names say.
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
        "seats": Seat::all(game.players()).map(|one| seat(game, state, one)).collect::<Value>(),
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
fn seat(game: &NoMoreVikings, state: &State, seat: Seat) -> Value {
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
    let parts = super::scoring::named(game.parts(state, seat));
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
