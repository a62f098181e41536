//! The table for a person to read.
//!
//! Columns count from the mainland; `.` is a free cell, `[` a left end, `]` a right end, `a` to `d` a middle with its
//! building, `A` to `D` the building tile that replaced one, `+` a viking on the tile before it; ships are written as
//! the row that their sail reaches. The base game ignores buildings: its middles are all `=`.

use super::VikingsOf;
use super::advanced_state::Extra;
use super::cells::{Cells, Wide};
use super::component::{Cell, Row};
use super::state::{Ferry, Phase, StateOf};
use super::variant::Variant;
use crate::game::Game;
use crate::seat::Seat;

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

fn bought<V: Variant>(state: &StateOf<V>) -> String {
    format!("tile {} with viking {}", state.tile, state.viking)
}

fn landing(ferry: Ferry) -> String {
    let (row, then) = ferry.all_rows();
    let then: String = then.map(|row| format!(", then in {row}")).collect();
    format!("{} in row {row}{then}", ferry.left)
}

pub(super) fn text<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>) -> String {
    let mut text = heading(game, state) + "\n";
    if let Some(extra) = state.extra() {
        text += &extra_text(extra, state.phase, state.players());
    }
    let lots = state.wheel.lots();
    let lots: Vec<String> =
        lots.map(|(price, tile, viking)| format!("{price}:{tile}{viking}")).collect();
    if state.phase == Phase::Set {
        let tiles: String = state.wheel.lots().map(|(_, tile, _)| tile.to_string()).collect();
        text += &format!("tiles on the wheel  {tiles}\n");
    } else if !lots.is_empty() {
        text += &format!("wheel (price:tile viking)  {}\n", lots.join(" "));
    }
    for seat in Seat::all(state.players()) {
        text += &seat_text(state, seat.index());
    }
    text
}

fn extra_text(extra: &Extra, phase: Phase, players: usize) -> String {
    let mut text = String::new();
    let auction = &extra.auction;
    if matches!(phase, Phase::Bid | Phase::Remove | Phase::Set) {
        text += &format!("vikings to come  {}\n", auction.letters());
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
        text += &format!("bonus tiles  {}\n", extra.row.names().join(" "));
    }
    text
}

fn seat_text<V: Variant>(state: &StateOf<V>, seat: usize) -> String {
    let tableau = state.tableaus.seat(seat);
    let mut text = format!("seat {seat}: gold {}, glory {}", tableau.gold, tableau.glory);
    let ashore = tableau.letters_ashore();
    if !ashore.is_empty() {
        text += &format!(", ashore {ashore}");
    }
    if let Some(extra) = state.extra()
        && !extra.owned(seat).is_empty()
    {
        text += &format!(", bonus tiles {}", extra.owned(seat).names().join(" "));
    }
    text.push('\n');
    let mut line = |name: &str, cells: Vec<&'static str>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:<3}")).collect();
        text += format!("  {name:<5} {cells}").trim_end();
        text.push('\n');
    };
    line("ships", ship_texts(state, seat));
    Row::ALL.into_iter().for_each(|row| line(row.name(), tile_texts(state, seat, row)));
    text
}

/// The texts of a row's tiles, with or without vikings, up to the last one.
pub(super) fn tile_texts<V: Variant>(
    state: &StateOf<V>,
    seat: usize,
    row: Row,
) -> Vec<&'static str> {
    let board = state.tableaus.wide(seat);
    let middles = ["aa+bb+cc+dd+", "AA+BB+CC+DD+", "==+"];
    let text = |column: u32| {
        let index = 5 * (column - 1) + row.index();
        let viking = usize::from(board.vikings.holds(index));
        match (board.land_left.holds(index), board.land_right.holds(index)) {
            (false, false) => ".",
            (false, true) => ["[", "[+"][viking],
            (true, false) => ["]", "]+"][viking],
            (true, true) => {
                let (set, building) = middle(state, seat, index);
                &middles[set][3 * building + viking..][..1 + viking]
            }
        }
    };
    trimmed(text)
}

/// Whether a middle has a printed building (0), a building tile (1), or its building is not known (2); and which.
fn middle<V: Variant>(state: &StateOf<V>, seat: usize, index: u32) -> (usize, usize) {
    let Some(extra) = state.extra() else { return (2, 0) };
    let (board, players) = (state.tableaus.wide(seat), state.players());
    let of = |building| extra.with_building(&board, seat, players, building).holds(index);
    let building = (0..4).find(|&building| of(building)).unwrap_or(0) as usize;
    (usize::from(extra.upgraded::<Wide>(seat, players).holds(index)), building)
}

pub(super) fn ship_texts<V: Variant>(state: &StateOf<V>, seat: usize) -> Vec<&'static str> {
    let sails = state.tableaus.wide(seat).sails;
    let reach = |column| (0..5).filter(|row| sails.holds(5 * (column - 1) + row)).count();
    trimmed(|column| [".", ".", "N", "S", "G", "F"][reach(column)])
}

fn trimmed(text: impl Fn(u32) -> &'static str) -> Vec<&'static str> {
    let mut texts: Vec<&str> = (1..=Cell::MAX_COLUMN).map(text).collect();
    while texts.last() == Some(&".") {
        texts.pop();
    }
    texts
}
