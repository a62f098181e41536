//! The table as text, both ways for one seat's tableau.
//!
//! A tableau is one line: `gold 12 glory 30 | ships .NS | W [+= | N .[+]+ | S | G [=] | F [+ |
//! ashore FFSB`. Columns count from the mainland; `.` is a free cell, `[` a left end, `]` a right
//! end, `=` a middle (the base rules do not look at its building), `+` a viking on the tile before
//! it; ships are told by the row that their sail reaches.

use super::Vikings;
use super::cells::{Cells, Wide};
use super::component::{Cell, Colour, Row, Tile};
use super::state::{Phase, State};
use super::tableau::{Board, Tableau, Tableaus};
use crate::error::ParseError;
use crate::game::Game;
use crate::seat::Seat;

/// One tile of a tableau, with or without a viking.
fn cell_text(tableaus: &Tableaus, seat: usize, index: u32) -> &'static str {
    let board = tableaus.wide(seat);
    let (left, right) = (board.land_left.holds(index), board.land_right.holds(index));
    match (left, right, board.vikings.holds(index)) {
        (false, false, _) => ".",
        (false, true, false) => "[",
        (false, true, true) => "[+",
        (true, false, false) => "]",
        (true, false, true) => "]+",
        (true, true, false) => "=",
        (true, true, true) => "=+",
    }
}

fn ship_text(tableaus: &Tableaus, seat: usize, column: u32) -> &'static str {
    let sails = tableaus.wide(seat).sails;
    let reach = (0..5).filter(|row| sails.holds(5 * (column - 1) + row)).count();
    [".", ".", "N", "S", "G", "F"][reach]
}

/// The texts of a row's cells up to the last that is not free.
fn trimmed(texts: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut texts: Vec<&str> = texts.collect();
    while texts.last() == Some(&".") {
        texts.pop();
    }
    texts
}

fn ashore_text(tableau: &Tableau) -> String {
    Colour::ON_WHEEL
        .into_iter()
        .flat_map(|colour| {
            std::iter::repeat_n(colour.letter(), tableau.ashore(colour.index()) as usize)
        })
        .collect()
}

impl State {
    /// One seat's tableau as a line of text; [`State::set_tableau`] reads it.
    pub fn tableau_text(&self, seat: Seat) -> String {
        let (tableaus, seat) = (&self.tableaus, seat.index());
        let tableau = tableaus.seat(seat);
        let mut parts = vec![format!("gold {} glory {}", tableau.gold, tableau.glory)];
        let columns = 1..=Cell::MAX_COLUMN;
        let ships = trimmed(columns.clone().map(|column| ship_text(tableaus, seat, column)));
        parts.push(format!("ships {}", ships.concat()));
        for row in Row::ALL {
            let index = |column| 5 * (column - 1) + row.index();
            let cells = columns.clone().map(|column| cell_text(tableaus, seat, index(column)));
            parts.push(format!("{} {}", row.letter(), trimmed(cells).concat()));
        }
        parts.push(format!("ashore {}", ashore_text(tableau)));
        parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join(" | ")
    }

    /// Replaces one seat's tableau by the one that `text` describes; parts that are left out are
    /// empty, gold and glory stay. For tests and puzzles: it is not checked that play can lead
    /// there, only that tiles match their left neighbours, that ships from column 4 on stand side by
    /// side (P1), that no column before one beyond the eleventh is empty, and that there are no more
    /// columns than purchases can fill: 37 with two seats, 25 with more.
    ///
    /// # Errors
    /// A text that is not of that form; the state is then as before.
    pub fn set_tableau(&mut self, seat: Seat, text: &str) -> Result<(), ParseError> {
        let mut state = *self;
        let index = seat.index();
        state.tableaus.clear(index);
        read(&mut state, index, text).map_err(|reason| ParseError::new("tableau", text, reason))?;
        *self = state;
        Ok(())
    }
}

fn read(state: &mut State, seat: usize, text: &str) -> Result<(), String> {
    let mut names = Vec::new();
    for part in text.split('|') {
        let (name, rest) = part.trim().split_once(' ').unwrap_or((part.trim(), ""));
        if names.contains(&name) {
            return Err(format!("`{name}` stands twice"));
        }
        names.push(name);
        read_part(state, seat, name, rest.trim())?;
    }
    check_columns(&state.tableaus.wide(seat))
}

/// Checks that tiles and ships far from the mainland lead there without a gap: the narrow board
/// tells by column 12, or by the number of ships, whether it holds everything.
fn check_columns(board: &Board<Wide>) -> Result<(), String> {
    const NARROW: u32 = 11;
    let used = |cells: Wide, column: u32| (0..5).any(|row| cells.holds(5 * (column - 1) + row));
    let far = |cells: Wide| (1..=Cell::MAX_COLUMN).rev().find(|&column| used(cells, column));
    let gap = |cells: Wide, far: u32| (1..far).find(|&column| !used(cells, column));
    if let Some(far) = far(board.tiles()).filter(|&far| far > NARROW)
        && let Some(empty) = gap(board.tiles(), far)
    {
        return Err(format!("column {empty} has no tile, but column {far} has"));
    }
    match far(board.sails) {
        Some(far) if far > 3 && gap(board.sails, far).is_some() => {
            Err("from column 4 on ships stand side by side".into())
        }
        _ => Ok(()),
    }
}

/// Columns that purchases can fill: 36 and the start tile with two seats, 24 and it with more.
fn most_columns(state: &State) -> u32 {
    if state.players() == 2 { Cell::MAX_COLUMN } else { 25 }
}

fn read_part(state: &mut State, seat: usize, name: &str, rest: &str) -> Result<(), String> {
    match name {
        "gold" => {
            let numbers = rest
                .split_once(" glory ")
                .and_then(|(gold, glory)| Some((gold.parse().ok()?, glory.trim().parse().ok()?)));
            let (gold, glory): (u16, i16) = numbers.ok_or("expected `gold 12 glory 30`")?;
            let tableau = state.tableaus.seat_mut(seat);
            (tableau.gold, tableau.glory) = (i32::from(gold), i32::from(glory));
            Ok(())
        }
        "ships" => read_ships(state, seat, rest),
        "ashore" => {
            for letter in rest.chars() {
                let colour = Colour::from_letter(letter)
                    .ok_or_else(|| format!("`{letter}` is no viking; expected F G S N W B"))?;
                if state.tableaus.seat(seat).ashore(colour.index()) == 100 {
                    return Err("more than 100 vikings of a colour ashore".into());
                }
                state.tableaus.seat_mut(seat).come_ashore(colour, 1);
            }
            Ok(())
        }
        _ => {
            let mut letters = name.chars();
            match (letters.next().and_then(Row::from_letter), letters.next()) {
                (Some(row), None) => read_row(state, seat, row, rest),
                _ => Err(format!("unknown part `{name}`; expected gold, ships, W N S G F, ashore")),
            }
        }
    }
}

fn read_ships(state: &mut State, seat: usize, text: &str) -> Result<(), String> {
    for (column, letter) in (1..).zip(text.chars()) {
        if column >= most_columns(state) {
            return Err("too many ships".into());
        }
        if letter != '.' {
            let sail = "NSGF"
                .find(letter)
                .ok_or_else(|| format!("`{letter}` is no ship; expected N S G F or ."))?;
            state.tableaus.place_ship(seat, sail as u32, column);
        }
    }
    Ok(())
}

fn read_row(state: &mut State, seat: usize, row: Row, text: &str) -> Result<(), String> {
    let (mut column, mut open) = (0, false);
    let mut tiles = text.chars().peekable();
    while let Some(letter) = tiles.next() {
        column += 1;
        let cell = Cell::new(row, column)
            .filter(|_| column <= most_columns(state))
            .ok_or("too many columns")?;
        let tile = match letter {
            '.' => {
                open = false;
                if tiles.peek() == Some(&'+') {
                    return Err(format!("no tile for the viking at {cell}"));
                }
                continue;
            }
            '[' => Tile::LEFT_END,
            ']' => Tile::RIGHT_END,
            '=' => Tile::middle(0),
            _ => return Err(format!("`{letter}` is no tile; expected [ = ] or .")),
        };
        let neighbour =
            column > 1 && state.tableaus.wide(seat).tiles().holds(u32::from(cell.0) - 5);
        if (neighbour && open != tile.land_left()) || (column == 1 && tile.land_left()) {
            return Err(format!("the tile at {cell} does not match its left side"));
        }
        open = tile.land_right();
        let viking = tiles.next_if_eq(&'+').is_some();
        state.tableaus.place_tile(seat, tile, cell, viking);
    }
    Ok(())
}

/// The whole table for a person to read.
pub(super) fn table_text(game: &Vikings, state: &State) -> String {
    let mut text = format!("round {}", state.round());
    match (game.to_move(state), state.phase) {
        (None, _) => text += ", the game is over\n",
        (Some(seat), Phase::Buy) => {
            text += &format!(", purchase {}: seat {seat} buys\n", state.purchases() + 1);
        }
        (Some(seat), Phase::Start) => text += &format!(": seat {seat} places the start tile\n"),
        (Some(seat), Phase::Place) => {
            let (tile, viking) = (state.tile.letter(), state.viking.letter());
            text += &format!(": seat {seat} places tile {tile} with viking {viking}\n");
        }
        (Some(seat), _) => text += &format!(": large scoring, seat {seat} uses boatswains\n"),
    }
    let lots: Vec<String> = state
        .wheel
        .lots()
        .map(|(price, tile, viking)| format!("{price}:{}{}", tile.letter(), viking.letter()))
        .collect();
    if !lots.is_empty() {
        text += &format!("wheel (price:tile viking)  {}\n", lots.join(" "));
    }
    for seat in Seat::all(state.players()) {
        text += &seat_text(state, seat.index());
    }
    text
}

fn seat_text(state: &State, seat: usize) -> String {
    let tableaus = &state.tableaus;
    let tableau = tableaus.seat(seat);
    let mut text = format!("seat {seat}: gold {}, glory {}", tableau.gold, tableau.glory);
    let ashore = ashore_text(tableau);
    if !ashore.is_empty() {
        text += &format!(", ashore {ashore}");
    }
    text.push('\n');
    let columns = 1..=Cell::MAX_COLUMN;
    let ships = trimmed(columns.clone().map(|column| ship_text(tableaus, seat, column)));
    let mut line = |name: &str, cells: Vec<&'static str>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:<3}")).collect();
        text += format!("  {name:<5} {cells}").trim_end();
        text.push('\n');
    };
    line("ships", ships);
    for row in Row::ALL {
        let index = |column| 5 * (column - 1) + row.index();
        let cells = columns.clone().map(|column| cell_text(tableaus, seat, index(column)));
        line(&row.letter().to_string(), trimmed(cells));
    }
    text
}
