//! The table as all seats see it, as data for programs. Nothing hidden is included, so it is the same for all seats.

use serde_json::{Map, Value, json};

use super::VikingsOf;
use super::component::{Colour, Row, Tile};
use super::notation::{ship_texts, tile_texts};
use super::state::{Phase, StateOf};
use super::variant::Variant;
use crate::game::Game;
use crate::seat::Seat;

/// The table as data; `docs/agents.md` explains the keys.
pub(super) fn table<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> Map<String, Value> {
    let (phase, mut fields) = (state.phase, Map::new());
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("purchases", json!(state.purchases()));
    tell("first", json!(state.first));
    tell("phase", json!(phase));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    let lots = state.wheel.lots();
    if phase == Phase::Set {
        tell("tiles", lots.map(|(_, tile, _)| tile.to_string()).collect());
    } else {
        let lot = |(price, tile, viking): (u32, Tile, Colour)| json!({ "price": price, "tile": tile.to_string(), "viking": viking.name() });
        tell("lots", lots.map(lot).collect());
    }
    if matches!(phase, Phase::Start | Phase::Place) {
        let (tile, viking) = (state.tile.to_string(), state.viking.name());
        tell("bought", json!({ "tile": tile, "viking": viking }));
    }
    if phase == Phase::Land {
        let (row, then) = state.ferry.all_rows();
        let then: String = then.map(Row::name).collect();
        tell("ferry", json!({ "row": row.name(), "left": state.ferry.left, "then": then }));
    }
    if let Some(extra) = state.extra() {
        let auction = &extra.auction;
        if matches!(phase, Phase::Bid | Phase::Remove | Phase::Set) {
            tell("vikings_to_come", json!(auction.letters()));
        }
        if phase == Phase::Bid {
            let bid = auction.leader().map(|seat| json!({ "seat": seat, "bid": auction.bid }));
            tell("standing_bid", bid.unwrap_or_default());
            tell("passed", auction.passed(state.players()).collect());
        }
        if phase == Phase::Upgrade {
            tell("taken", json!(extra.replacing().name()));
        }
        tell("bonus_row", json!(extra.row.names()));
    }
    let seats = Seat::all(state.players()).map(|seat| tableau(state, seat.index()));
    tell("seats", seats.collect());
    fields
}

fn tableau<V: Variant>(state: &StateOf<V>, seat: usize) -> Value {
    let tableau = state.tableaus.seat(seat);
    let tiles = |row: Row| (row.to_string(), json!(tile_texts(state, seat, row)));
    let mut fields = json!({
        "gold": tableau.gold,
        "glory": tableau.glory,
        "ashore": tableau.letters_ashore(),
        "ships": ship_texts(state, seat),
        "rows": Value::Object(Row::ALL.map(tiles).into_iter().collect()),
    });
    if let Some(extra) = state.extra() {
        fields["bonus"] = json!(extra.owned(seat).names());
    }
    fields
}
