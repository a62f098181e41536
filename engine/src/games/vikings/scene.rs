//! The table as data for a picture: what [`fields`] gives, and what a reader of a picture would
//! otherwise have to derive from the rules.

use serde_json::{Map, Value, json};

use super::cells::{Cells, Wide};
use super::component::{Cell, LOTS, ROUNDS, Row};
use super::scoring::{islands, mouths_and_feeders};
use super::state::{Phase, StateOf};
use super::tableau::Board;
use super::variant::Variant;
use super::{VikingsOf, fields, table};

/// The table of [`fields::table`], and in addition: `drawing`, the name of the drawing script;
/// `rounds`; `heading`, whose decision it is in words; `spaces` of the wheel from 0, each `null` or
/// the `tile`, `viking` and `price` of its lot, as far as present; `winning_price` of the lot with
/// which a bonus tile may be taken, or `null`; `sails` with the `gold` and `glory` that each is
/// worth; and for each seat `threatened` cells, `repelled` (columns), complete `islands`, the
/// `longest` of them, `meals` that its vikings eat and `food` that its fishermen bring. The
/// contents of stacks and bag are left out.
pub(super) fn scene<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> Value {
    let mut scene = fields::table(game, state);
    scene.insert("drawing".to_owned(), json!("vikings"));
    scene.insert("rounds".to_owned(), json!(ROUNDS));
    scene.insert("heading".to_owned(), json!(table::heading(game, state)));
    scene.insert("spaces".to_owned(), spaces(state));
    scene.insert("winning_price".to_owned(), json!(game.winning_price(state)));
    scene.insert("sails".to_owned(), sails(game));
    if let Some(Value::Array(seats)) = scene.get_mut("seats") {
        for (seat, fields) in seats.iter_mut().enumerate() {
            if let Value::Object(fields) = fields {
                fields.extend(judged(game, state, seat));
            }
        }
    }
    Value::Object(scene)
}

/// The twelve spaces of the wheel.
fn spaces<V: Variant>(state: &StateOf<V>) -> Value {
    let lots: Vec<_> = state.wheel.lots().collect();
    let Some(&(dearest, ..)) = lots.last() else { return json!(vec![Value::Null; LOTS]) };
    // Prices give the distance of lots from the first one, and the wheel gives its position.
    let first = state.wheel.first_space();
    debug_assert!(dearest + first < LOTS as u32);
    let setting = state.phase == Phase::Set;
    let to_come = state.extra().filter(|_| setting).map_or(0, |extra| extra.auction.total());
    let space = |space: u32| {
        let lot = lots.iter().find(|(price, ..)| price + first == space);
        lot.map_or(Value::Null, |(price, tile, viking)| {
            let mut lot = Map::new();
            lot.insert("tile".to_owned(), json!(tile.letter()));
            // The highest spaces are set first (A3).
            if space >= to_come {
                lot.insert("viking".to_owned(), json!(viking.letter()));
            }
            if !setting {
                lot.insert("price".to_owned(), json!(price));
            }
            Value::Object(lot)
        })
    };
    (0..LOTS as u32).map(space).collect()
}

fn sails<V: Variant>(game: &VikingsOf<V>) -> Value {
    let worth = Row::ALL[1..].iter().zip(game.numbers.ships).map(|(row, sail)| {
        (row.letter().to_string(), json!({ "gold": sail.gold, "glory": sail.glory }))
    });
    Value::Object(worth.collect())
}

/// What the rules say about the tableau of a seat.
fn judged<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>, seat: usize) -> Map<String, Value> {
    let board = state.tableaus.wide(seat);
    let (complete, longest) = islands(&board);
    let (on_tiles, feeders) = mouths_and_feeders(&board);
    let ashore: u32 = (0..6).map(|colour| state.tableaus.seat(seat).ashore(colour)).sum();
    let food = i64::from(feeders) * i64::from(game.numbers.fisherman_feeds);
    let fields = [
        ("threatened", threatened(&board)),
        ("repelled", repelled(&board)),
        ("islands", json!(complete)),
        ("longest", json!(longest)),
        ("meals", json!(on_tiles + ashore)),
        ("food", json!(food)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn threatened(board: &Board<Wide>) -> Value {
    let threatened = board.threatened();
    let cells = (1..=Cell::MAX_COLUMN).flat_map(|column| {
        Row::ALL.into_iter().filter_map(move |row| {
            Cell::new(row, column).filter(|cell| threatened.holds(u32::from(cell.0)))
        })
    });
    cells.map(|cell| json!(cell.to_string())).collect()
}

fn repelled(board: &Board<Wide>) -> Value {
    let repelling = board.repelling();
    let columns = 1..=Cell::MAX_COLUMN;
    let repelled = columns.filter(|column| repelling.holds(5 * (column - 1) + Row::W.index()));
    repelled.map(|column| json!(column)).collect()
}
