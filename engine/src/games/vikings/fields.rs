//! The table as all seats see it, as data for programs. Nothing hidden is included, so it is the
//! same for all seats.

use serde_json::{Map, Value, json};

use super::VikingsOf;
use super::bonus::{Bonus, Kinds};
use super::component::{Cell, Colour, Row};
use super::extra::Extra;
use super::notation::{ashore_text, cell_text, ship_text, trimmed};
use super::state::{Ferry, Phase, StateOf};
use super::variant::Variant;
use crate::game::Game;
use crate::seat::Seat;

/// The table as data.
pub(super) fn table<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("purchases", json!(state.purchases()));
    tell("first", json!(state.first));
    tell("phase", json!(phase_name(state.phase)));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    let lots = state.wheel.lots();
    if state.phase == Phase::Set {
        let tiles: Vec<String> = lots.map(|(_, tile, _)| tile.letter().to_string()).collect();
        tell("tiles", json!(tiles));
    } else {
        let lot = |(price, tile, viking): (u32, super::component::Tile, Colour)| {
            let (tile, viking) = (tile.letter().to_string(), viking.letter().to_string());
            json!({ "price": price, "tile": tile, "viking": viking })
        };
        tell("lots", lots.map(lot).collect());
    }
    if matches!(state.phase, Phase::Start | Phase::Place) {
        let (tile, viking) = (state.tile.letter().to_string(), state.viking.letter().to_string());
        tell("bought", json!({ "tile": tile, "viking": viking }));
    }
    if state.phase == Phase::Land {
        fields.insert("ferry".to_owned(), ferry(state.ferry));
    }
    if let Some(extra) = state.extra() {
        fields.extend(open(extra, state.phase, state.players()));
    }
    let seats = Seat::all(state.players()).map(|seat| tableau(state, seat.index()));
    fields.insert("seats".to_owned(), seats.collect());
    fields
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Buy => "buy",
        Phase::Start => "start",
        Phase::Place => "place",
        Phase::Take => "take",
        Phase::Upgrade => "upgrade",
        Phase::Bid => "bid",
        Phase::Remove => "remove",
        Phase::Set => "set",
        Phase::Boatswain => "boatswain",
        Phase::Land => "land",
        Phase::Over => "over",
    }
}

/// The row where vikings land, how many are still to land there, and the rows that follow.
fn ferry(ferry: Ferry) -> Value {
    let letter = |row: u32| Row::from_index(row).letter();
    let then: String = (0..5).filter(|row| ferry.rows >> row & 1 == 1).map(letter).collect();
    let row = letter(u32::from(ferry.row)).to_string();
    json!({ "row": row, "left": ferry.left, "then": then })
}

/// The parts of the advanced rules, except those that belong to a seat.
fn open(extra: &Extra, phase: Phase, players: usize) -> Map<String, Value> {
    let mut fields = Map::new();
    if matches!(phase, Phase::Bid | Phase::Remove | Phase::Set) {
        let auction = &extra.auction;
        let vikings: String = Colour::ON_WHEEL
            .into_iter()
            .flat_map(|colour| std::iter::repeat_n(colour.letter(), auction.count(colour) as usize))
            .collect();
        fields.insert("vikings_to_come".to_owned(), json!(vikings));
        if phase == Phase::Bid {
            let bid = auction.leader().map(|seat| json!({ "seat": seat, "bid": auction.bid }));
            fields.insert("standing_bid".to_owned(), bid.unwrap_or_default());
            let passed: Vec<usize> = auction.passed(players).collect();
            fields.insert("passed".to_owned(), json!(passed));
        }
    }
    if phase == Phase::Upgrade {
        fields.insert("taken".to_owned(), json!(extra.replacing().name()));
    }
    fields.insert("bonus_row".to_owned(), names(extra.row));
    fields
}

fn names(kinds: Kinds) -> Value {
    let names = Bonus::ALL
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(kind.name(), kinds.count(kind) as usize));
    names.collect()
}

/// A seat's tableau and possessions, in the letters of the notation.
fn tableau<V: Variant>(state: &StateOf<V>, seat: usize) -> Value {
    let tableau = state.tableaus.seat(seat);
    let columns = 1..=Cell::MAX_COLUMN;
    let ships = trimmed(columns.clone().map(|column| ship_text(state, seat, column)));
    let mut rows = Map::new();
    for row in Row::ALL {
        let index = |column| 5 * (column - 1) + row.index();
        let cells = columns.clone().map(|column| cell_text(state, seat, index(column)));
        rows.insert(row.letter().to_string(), json!(trimmed(cells)));
    }
    let mut fields = Map::new();
    fields.insert("gold".to_owned(), json!(tableau.gold));
    fields.insert("glory".to_owned(), json!(tableau.glory));
    fields.insert("ashore".to_owned(), json!(ashore_text(tableau)));
    fields.insert("ships".to_owned(), json!(ships));
    fields.insert("rows".to_owned(), Value::Object(rows));
    if let Some(extra) = state.extra() {
        fields.insert("bonus".to_owned(), names(extra.owned(seat)));
    }
    Value::Object(fields)
}
