//! Tableaus as one line, both ways: `gold 12 glory 30 | ships .NS | W [+a] | N .[+]+ | S | G [B] | F [+ | ashore FFSB |
//! bonus noble1 longboat`, with the signs of the table; the base game has no part `bonus`.

use crate::error::ParseError;
use crate::games::vikings::bonus::{Bonus, Kinds};
use crate::games::vikings::cells::{Cells, Wide};
use crate::games::vikings::component::{Cell, Colour, MAX_BONUS, Row, Tile};
use crate::games::vikings::state::StateOf;
use crate::games::vikings::table::{ship_texts, tile_texts};
use crate::games::vikings::tableau::{Board, Tableaus};
use crate::games::vikings::variant::Variant;
use crate::seat::Seat;

impl<V: Variant> StateOf<V> {
    /// One seat's tableau as a line of text; [`StateOf::set_tableau`] reads it.
    pub(super) fn tableau_text(&self, seat: Seat) -> String {
        let seat = seat.index();
        let tableau = self.tableaus.seat(seat);
        let mut parts = vec![format!("gold {} glory {}", tableau.gold, tableau.glory)];
        parts.push(format!("ships {}", ship_texts(self, seat).concat()));
        for row in Row::ALL {
            parts.push(format!("{row} {}", tile_texts(self, seat, row).concat()));
        }
        parts.push(format!("ashore {}", tableau.letters_ashore()));
        if let Some(extra) = self.extra() {
            parts.push(format!("bonus {}", extra.owned(seat).names().join(" ")));
        }
        parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join(" | ")
    }

    /// Replaces one seat's tableau by the one that `text` describes; parts that are left out are empty, gold and
    /// glory stay. It does not check that play can lead there, only that tiles match their left
    /// neighbours, that ships from column 4 on have no gaps (P1), and that there are no more columns than purchases fill.
    /// The state stays as it is if the text is not of that form.
    pub(super) fn set_tableau(&mut self, seat: Seat, text: &str) -> Result<(), ParseError> {
        let (mut state, index) = (*self, seat.index());
        clear(&mut state, index);
        read(&mut state, index, text).map_err(|reason| ParseError::new("tableau", text, reason))?;
        *self = state;
        Ok(())
    }
}

/// Takes everything but gold and glory from a seat.
fn clear<V: Variant>(state: &mut StateOf<V>, seat: usize) {
    let players = state.players();
    let purse = *state.tableaus.seat(seat);
    let empty = Tableaus::new(2, &[(0, 0); 4]);
    state.tableaus.ships[seat] = 0;
    for slot in [Some(seat), (players == 2).then_some(seat + 2)].into_iter().flatten() {
        *state.tableaus.seat_mut(slot) = *empty.seat(0);
        if let Some(extra) = state.extra_mut() {
            *extra.owned_mut(slot) = Kinds::NONE;
            extra.upgraded[slot] = [0; 2];
            extra.buildings[0][slot] = [0; 2];
            extra.buildings[1][slot] = [0; 2];
        }
    }
    let tableau = state.tableaus.seat_mut(seat);
    (tableau.gold, tableau.glory) = (purse.gold, purse.glory);
}

fn read<V: Variant>(state: &mut StateOf<V>, seat: usize, text: &str) -> Result<(), String> {
    let mut names = Vec::new();
    for part in text.split('|') {
        let (name, rest) = part.trim().split_once(' ').unwrap_or((part.trim(), ""));
        if names.contains(&name) {
            return Err(format!("`{name}` is given twice"));
        }
        names.push(name);
        read_part(state, seat, name, rest.trim())?;
    }
    check_columns(&state.tableaus.wide(seat))
}

/// Checks that tiles and ships far from the mainland have no gap before them: the narrow board uses
/// column 12, or the number of ships, to tell whether it holds everything.
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
fn most_columns<V: Variant>(state: &StateOf<V>) -> u32 {
    if state.players() == 2 { Cell::MAX_COLUMN } else { 25 }
}

fn read_part<V: Variant>(
    state: &mut StateOf<V>,
    seat: usize,
    name: &str,
    rest: &str,
) -> Result<(), String> {
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
                let colour = letter.to_string().parse::<Colour>();
                let colour =
                    colour.map_err(|_| format!("`{letter}` is no viking; expected F G S N W B"))?;
                if state.tableaus.seat(seat).ashore(colour.index()) == 100 {
                    return Err("more than 100 vikings of a colour ashore".into());
                }
                state.tableaus.seat_mut(seat).come_ashore(colour, 1);
            }
            Ok(())
        }
        "bonus" if V::ADVANCED => read_bonus(state, seat, rest),
        _ => {
            let row = name.parse().map_err(|_| {
                let more = if V::ADVANCED { ", bonus" } else { "" };
                format!("unknown part `{name}`; expected gold, ships, W N S G F, ashore{more}")
            });
            read_row(state, seat, row?, rest)
        }
    }
}

fn read_bonus<V: Variant>(state: &mut StateOf<V>, seat: usize, text: &str) -> Result<(), String> {
    for name in text.split_whitespace() {
        let kind: Bonus = name.parse().map_err(|error: ParseError| error.to_string())?;
        let Some(extra) = state.extra_mut() else { return Ok(()) };
        let elsewhere = extra.row.count(kind) + extra.unseen(kind);
        if extra.owned(seat).count(kind) + elsewhere >= MAX_BONUS {
            return Err(format!("more than {MAX_BONUS} bonus tiles `{name}` in all"));
        }
        extra.owned_mut(seat).add(kind);
    }
    Ok(())
}

fn read_ships<V: Variant>(state: &mut StateOf<V>, seat: usize, text: &str) -> Result<(), String> {
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

fn read_row<V: Variant>(
    state: &mut StateOf<V>,
    seat: usize,
    row: Row,
    text: &str,
) -> Result<(), String> {
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
            '=' if !V::ADVANCED => Tile::middle(0),
            'a'..='d' if V::ADVANCED => Tile::middle(letter as u32 - 'a' as u32),
            'A'..='D' if V::ADVANCED => Tile::middle(letter as u32 - 'A' as u32),
            _ => {
                let middles = if V::ADVANCED { "a to d A to D" } else { "=" };
                return Err(format!("`{letter}` is no tile; expected [ {middles} ] or ."));
            }
        };
        let neighbour =
            column > 1 && state.tableaus.wide(seat).tiles().holds(u32::from(cell.0) - 5);
        if (neighbour && open != tile.land_left()) || (column == 1 && tile.land_left()) {
            return Err(format!("the tile at {cell} does not match its left side"));
        }
        open = tile.land_right();
        let viking = tiles.next_if_eq(&'+').is_some();
        state.tableaus.place_tile(seat, tile, cell, viking);
        if let Some(extra) = state.extra_mut() {
            extra.note_building(seat, tile, cell);
            if letter.is_ascii_uppercase() {
                extra.upgrade(seat, cell);
            }
        }
    }
    Ok(())
}
