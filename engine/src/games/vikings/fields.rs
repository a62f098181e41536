//! What one seat may know, as data for programs, and the whole table as data for a picture, with what a reader of a
//! picture would otherwise have to derive from the rules.

use serde_json::{Map, Value, json};

use super::cells::{Cells, Wide};
use super::component::{Cell, Colour, LOTS, ROUNDS, Row, Tile};
use super::scoring::{islands, mouths_and_feeders};
use super::state::{Phase, StateOf};
use super::table::{ship_texts, tile_texts};
use super::tableau::Board;
use super::variant::Variant;
use super::{VikingsOf, table};
use crate::data::object;
use crate::game::Game;
use crate::seat::Seat;

/// The table as data, the same for all seats, as nothing hidden is included; `docs/agents.md` explains the keys.
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

/// The table of [`table`], and in addition: `spaces` of the wheel from 0, each `null` or its lot as far as
/// present; the `winning_price` of the lot with which a bonus tile may be taken; what each of the `sails` is worth; and
/// what the rules say about each seat's tableau. The contents of stacks and bag are left out.
pub(super) fn scene<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> Value {
    let mut scene = table(game, state);
    scene.extend(object(vec![
        ("drawing", json!("vikings")),
        ("rounds", json!(ROUNDS)),
        ("heading", json!(table::heading(game, state))),
        ("spaces", spaces(state)),
        ("winning_price", json!(game.winning_price(state))),
        ("sails", sails(game)),
    ]));
    let seats = scene.get_mut("seats").and_then(Value::as_array_mut);
    for (seat, fields) in seats.into_iter().flatten().enumerate() {
        fields.as_object_mut().into_iter().for_each(|own| own.extend(judged(game, state, seat)));
    }
    Value::Object(scene)
}

fn spaces<V: Variant>(state: &StateOf<V>) -> Value {
    let lots: Vec<_> = state.wheel.lots().collect();
    let Some(&(dearest, ..)) = lots.last() else { return json!(vec![Value::Null; LOTS]) };
    // Prices give the distance of lots from the first one, and the wheel gives its position.
    let first = state.wheel.zero();
    debug_assert!(dearest + first < LOTS as u32);
    let setting = state.phase == Phase::Set;
    let to_come = state.extra().filter(|_| setting).map_or(0, |extra| extra.auction.total());
    let space = |space: u32| {
        let lot = lots.iter().find(|(price, ..)| price + first == space);
        lot.map_or(Value::Null, |(price, tile, viking)| {
            let mut lot = json!({ "tile": tile.to_string() });
            // The highest spaces are set first (A3).
            if space >= to_come {
                lot["viking"] = json!(viking.name());
            }
            if !setting {
                lot["price"] = json!(price);
            }
            lot
        })
    };
    (0..LOTS as u32).map(space).collect()
}

fn sails<V: Variant>(game: &VikingsOf<V>) -> Value {
    let worth = Row::ALL[1..]
        .iter()
        .zip(game.rule_set.ships.list())
        .map(|(row, sail)| (row.to_string(), json!({ "gold": sail.gold, "glory": sail.glory })));
    Value::Object(worth.collect())
}

fn judged<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>, seat: usize) -> Map<String, Value> {
    let board = state.tableaus.wide(seat);
    let (complete, longest) = islands(&board);
    let (on_tiles, feeders) = mouths_and_feeders(&board);
    let ashore: u32 = (0..6).map(|colour| state.tableaus.seat(seat).ashore(colour)).sum();
    let food = i64::from(feeders) * i64::from(game.rule_set.scoring.fisherman_feeds);
    object(vec![
        ("threatened", threatened(&board)),
        ("repelled", repelled(&board)),
        ("islands", json!(complete)),
        ("longest", json!(longest)),
        ("meals", json!(on_tiles + ashore)),
        ("food", json!(food)),
    ])
}

fn threatened(board: &Board<Wide>) -> Value {
    let threatened = board.threatened();
    let columns = 1..=Cell::MAX_COLUMN;
    let cells = columns.flat_map(|column| Row::ALL.map(|row| Cell::new(row, column)));
    let cells = cells.flatten().filter(|cell| threatened.holds(u32::from(cell.0)));
    cells.map(|cell| cell.to_string()).collect()
}

fn repelled(board: &Board<Wide>) -> Value {
    let repelling = board.repelling();
    (1..=Cell::MAX_COLUMN).filter(|column| repelling.holds(5 * (column - 1))).collect()
}
