//! The table for a person to read.

use super::VikingsOf;
use super::component::{Cell, Colour, Row};
use super::extra::Extra;
use super::notation::{ashore_text, bonus_text, cell_text, ship_text, trimmed};
use super::state::{Ferry, Phase, StateOf};
use super::variant::Variant;
use crate::game::Game;
use crate::seat::Seat;

/// Whose decision it is, in words.
pub(super) fn heading<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> String {
    let what = match (game.to_move(state), state.phase) {
        (None, _) => ", the game is over".to_owned(),
        (Some(seat), Phase::Buy) => {
            format!(", purchase {}: seat {seat} buys", state.purchases() + 1)
        }
        (Some(seat), Phase::Start) => {
            format!(": seat {seat} places the start tile, then {}", bought(state))
        }
        (Some(seat), Phase::Place) => format!(": seat {seat} places {}", bought(state)),
        (Some(seat), Phase::Take) => format!(": seat {seat} may take a bonus tile"),
        (Some(seat), Phase::Upgrade) => {
            let tile = state.extra().map_or("", |extra| extra.replacing().name());
            format!(": seat {seat} places the building tile {tile}")
        }
        (Some(seat), Phase::Bid) => format!(": auction, seat {seat} bids"),
        (Some(seat), Phase::Remove) => format!(": seat {seat} removes a viking"),
        (Some(seat), Phase::Set) => format!(": seat {seat} sets a colour"),
        (Some(seat), Phase::Land) => {
            format!(": large scoring, seat {seat} lands {}", landing(state.ferry))
        }
        (Some(seat), _) => format!(": large scoring, seat {seat} uses boatswains"),
    };
    format!("round {}{what}", state.round())
}

/// The lot that is being placed.
fn bought<V: Variant>(state: &StateOf<V>) -> String {
    format!("tile {} with viking {}", state.tile.letter(), state.viking.letter())
}

/// The vikings that a ferry still has to land.
fn landing(ferry: Ferry) -> String {
    let row = |row: u32| Row::from_index(row).letter();
    let mut text = format!("{} in row {}", ferry.left, row(u32::from(ferry.row)));
    for next in (0..5).filter(|next| ferry.rows >> next & 1 == 1) {
        text += &format!(", then in {}", row(next));
    }
    text
}

/// The whole table for a person to read.
pub(super) fn text<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> String {
    let mut text = heading(game, state) + "\n";
    if let Some(extra) = state.extra() {
        text += &extra_text(extra, state.phase, state.players());
    }
    let lots: Vec<String> = state
        .wheel
        .lots()
        .map(|(price, tile, viking)| format!("{price}:{}{}", tile.letter(), viking.letter()))
        .collect();
    if state.phase == Phase::Set {
        let tiles: String = state.wheel.lots().map(|(_, tile, _)| tile.letter()).collect();
        text += &format!("tiles on the wheel  {tiles}\n");
    } else if !lots.is_empty() {
        text += &format!("wheel (price:tile viking)  {}\n", lots.join(" "));
    }
    for seat in Seat::all(state.players()) {
        text += &seat_text(state, seat.index());
    }
    text
}

/// What lies face up apart from the wheel: the auction and the row of bonus tiles.
fn extra_text(extra: &Extra, phase: Phase, players: usize) -> String {
    let mut text = String::new();
    let auction = &extra.auction;
    if matches!(phase, Phase::Bid | Phase::Remove | Phase::Set) {
        let vikings: String = Colour::ON_WHEEL
            .into_iter()
            .flat_map(|colour| std::iter::repeat_n(colour.letter(), auction.count(colour) as usize))
            .collect();
        text += &format!("vikings to come  {vikings}\n");
    }
    if phase == Phase::Bid {
        text += &match auction.leader() {
            Some(seat) => format!("standing bid  {} by seat {seat}\n", auction.bid),
            None => "standing bid  none\n".to_owned(),
        };
        let passed: Vec<String> = auction.passed(players).map(|seat| seat.to_string()).collect();
        if !passed.is_empty() {
            text += &format!("passed  seat {}\n", passed.join(", "));
        }
    }
    if !extra.row.is_empty() {
        text += &format!("bonus tiles  {}\n", bonus_text(extra.row));
    }
    text
}

fn seat_text<V: Variant>(state: &StateOf<V>, seat: usize) -> String {
    let tableau = state.tableaus.seat(seat);
    let mut text = format!("seat {seat}: gold {}, glory {}", tableau.gold, tableau.glory);
    let ashore = ashore_text(tableau);
    if !ashore.is_empty() {
        text += &format!(", ashore {ashore}");
    }
    if let Some(extra) = state.extra()
        && !extra.owned(seat).is_empty()
    {
        text += &format!(", bonus tiles {}", bonus_text(extra.owned(seat)));
    }
    text.push('\n');
    let columns = 1..=Cell::MAX_COLUMN;
    let ships = trimmed(columns.clone().map(|column| ship_text(state, seat, column)));
    let mut line = |name: &str, cells: Vec<&'static str>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:<3}")).collect();
        text += format!("  {name:<5} {cells}").trim_end();
        text.push('\n');
    };
    line("ships", ships);
    for row in Row::ALL {
        let index = |column| 5 * (column - 1) + row.index();
        let cells = columns.clone().map(|column| cell_text(state, seat, index(column)));
        line(&row.letter().to_string(), trimmed(cells));
    }
    text
}
