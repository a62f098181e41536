//! Connect four: two seats, nothing hidden, no chance. The example in CONTRIBUTING's "adding a
//! game", and a game for comparison with other tools.
//!
//! Notation: `drop 4` puts a disc into column 4; columns are numbered from 1. Deal: `{}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::data::object;
use crate::error::{KeyError, ParseError};
use crate::fact::{FactInfo, Sink};
use crate::game::{Game, View};
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::rules::{Preset, RuleTable};
use crate::seat::{PerSeat, Seat};
use crate::seed::DealSeed;

/// Columns of the board.
pub const COLUMNS: usize = 7;
/// Rows of the board.
pub const ROWS: usize = 6;
/// Bits of a column: its rows from below, and one that stays empty so that lines do not wrap.
pub const HEIGHT: usize = ROWS + 1;
/// The bottom cell of each column.
pub const BOTTOM: u64 = ((1 << (HEIGHT * COLUMNS)) - 1) / ((1 << HEIGHT) - 1);
const TOP: u64 = BOTTOM << (ROWS - 1);

/// `PICK[open][k]` is the `k`-th column of the mask `open`, and `PICK[open][COLUMNS]` their number:
/// a portable build has an instruction for neither.
static PICK: [[u8; COLUMNS + 1]; 1 << COLUMNS] = {
    let mut table = [[0; COLUMNS + 1]; 1 << COLUMNS];
    let mut open = 0;
    while open < 1 << COLUMNS {
        let (mut k, mut column) = (0, 0);
        while column < COLUMNS {
            if open >> column & 1 == 1 {
                table[open][k] = column as u8;
                k += 1;
            }
            column += 1;
        }
        table[open][COLUMNS] = k as u8;
        open += 1;
    }
    table
};

/// The game; it has no rule-set values.
#[derive(Clone, Debug, Default)]
pub struct ConnectFour {
    rule_set: RuleSet,
}

/// Connect four has one rule set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {}

static RULES: RuleTable = RuleTable::new(
    "connect-four",
    &[Preset {
        name: "base",
        about: "7 columns, 6 rows, four in a row wins",
        toml: "# Connect four has no values to change.\n",
    }],
    &[],
);

crate::data!(RuleSet, Deal);

/// Nothing is dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {}

crate::facts! {
    /// Facts of one seat in one game.
    pub enum ConnectFourFact {
        Discs: Count = "discs", "discs played";
        Centre: Count = "centre_discs", "discs played into the middle column";
        Line: Source = "score_line", "1 for a line of four";
    }
}

/// The discs on the board: one bit per cell, column by column, from below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    taken: u64,
    /// Cells with a disc of the seat to move; after the end, of the seat that did not play last.
    own: u64,
    /// Columns that are not full, one bit each; not changed by a line.
    open: u8,
    plies: u8,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Open,
    Line,
    Full,
}

/// One disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Into `column`, counted from 0.
    Drop {
        /// The column from 0.
        column: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Drop { column } = self;
        write!(f, "drop {}", u32::from(*column) + 1)
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        match text.strip_prefix("drop ").map(str::as_bytes) {
            Some([digit @ b'1'..=b'7']) => Ok(Action::Drop { column: digit - b'1' }),
            _ => Err(ParseError::new("action", text, "expected `drop 1` to `drop 7`")),
        }
    }
}

/// The first discs of lines of four at this distance between neighbours.
#[inline(always)]
fn firsts(discs: u64, step: usize) -> u64 {
    let pairs = discs & (discs >> step);
    pairs & (pairs >> (2 * step))
}

#[inline(always)]
fn has_line(discs: u64) -> bool {
    let along = |step| firsts(discs, step);
    along(1) | along(HEIGHT - 1) | along(HEIGHT) | along(HEIGHT + 1) != 0
}

/// The discs that are in a line of four.
fn in_lines(discs: u64) -> u64 {
    let along = |step: usize| {
        let first = firsts(discs, step);
        first | first << step | first << (2 * step) | first << (3 * step)
    };
    along(1) | along(HEIGHT - 1) | along(HEIGHT) | along(HEIGHT + 1)
}

impl State {
    /// What can be picked. No index needs a check, or a playout would write to memory before each.
    #[inline(always)]
    fn columns(&self) -> &'static [u8; COLUMNS + 1] {
        &PICK[usize::from(self.open) % PICK.len()]
    }

    /// The discs of `seat`: bit `HEIGHT * column + row`, rows from below.
    pub fn discs(&self, seat: Seat) -> u64 {
        if usize::from(self.plies & 1) == seat.index() { self.own } else { self.own ^ self.taken }
    }

    #[inline]
    fn disc(&self, column: usize, row: usize) -> Option<Seat> {
        let cell = 1 << (HEIGHT * column + row);
        Seat::all(2).find(|&seat| self.discs(seat) & cell != 0)
    }

    fn letter(&self, column: usize, row: usize) -> &'static str {
        match self.disc(column, row).map(Seat::index) {
            None => ".",
            Some(0) => "x",
            Some(_) => "o",
        }
    }

    /// The seat that made a line.
    #[inline(always)]
    pub fn winner(&self) -> Option<Seat> {
        (self.end == End::Line).then(|| Seat::new(usize::from(self.plies & 1 ^ 1)))
    }
}

impl Game for ConnectFour {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = ();
    const HIDES: bool = false;
    const ALWAYS_ENDS: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn deal(&self, _: DealSeed) -> Deal {
        Deal {}
    }

    fn state(&self, _: &Deal) -> State {
        State { taken: 0, own: 0, open: (1 << COLUMNS) - 1, plies: 0, end: End::Open }
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.end == End::Open).then(|| Seat::new(usize::from(state.plies & 1)))
    }

    /// The columns that are not full, from the left.
    #[inline]
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        into.extend((0..self.count_legal(state)).map(|k| self.nth_legal(state, k)));
    }

    fn count_legal(&self, state: &State) -> u32 {
        if state.end == End::Open { u32::from(state.columns()[COLUMNS]) } else { 0 }
    }

    fn nth_legal(&self, state: &State, k: u32) -> Action {
        Action::Drop { column: state.columns()[k as usize % (COLUMNS + 1)] }
    }

    #[inline(always)]
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Action, sink: &mut S) {
        let Action::Drop { column } = action;
        let seat = Seat::new(usize::from(state.plies & 1));
        // The carry runs up through the discs of the column and stops at its lowest free cell.
        let taken = state.taken | (state.taken + (1 << (HEIGHT * usize::from(column))));
        let cell = taken ^ state.taken;
        let discs = state.own | cell;
        state.own ^= state.taken;
        state.taken = taken;
        state.plies += 1;
        sink.add(seat, ConnectFourFact::Discs, 1);
        sink.add(seat, ConnectFourFact::Centre, i32::from(usize::from(column) == COLUMNS / 2));
        // Of seven discs, four may be those of one seat.
        if state.plies >= 7 && has_line(discs) {
            sink.add(seat, ConnectFourFact::Line, 1);
            state.end = End::Line;
        } else if cell & TOP != 0 {
            state.open &= !(1 << column);
            if state.open == 0 {
                state.end = End::Full;
            }
        }
    }

    /// The winner scores 1, a draw 0 for both.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(2, |seat| i32::from(state.winner() == Some(seat))))
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.plies)
    }

    #[inline]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        let Action::Drop { column } = action;
        state.end == End::Open && usize::from(column) < COLUMNS && state.open >> column & 1 == 1
    }
}

impl View<'_, ConnectFour> {
    /// The disc at `row` (0 is the lowest) of `column` (from 0).
    pub fn disc(&self, column: usize, row: usize) -> Option<Seat> {
        self.state().disc(column, row)
    }
}

impl Recorded for ConnectFour {
    type RuleSet = RuleSet;
    const ID: &'static str = "connect-four";
    const ABOUT: &'static str = "four in a row on a board of 7 columns and 6 rows";
    const PLAYERS: (usize, usize) = (2, 2);
    const SCORE: &'static str = "score";
    const FACTS: &'static [FactInfo] = ConnectFourFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] =
        &[("drop", "a disc falls to the lowest free cell of this column")];

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<ConnectFour, KeyError> {
        if players != 2 {
            return Err(KeyError::new(
                "players",
                format!("connect-four has 2 seats, not {players}"),
            ));
        }
        Ok(ConnectFour { rule_set })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn actions(&self, _: usize) -> Option<Vec<Action>> {
        Some((0..COLUMNS as u8).map(|column| Action::Drop { column }).collect())
    }

    fn text(&self, state: &State, _: Option<Seat>) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            let cells: Vec<&str> = (0..COLUMNS).map(|column| state.letter(column, row)).collect();
            text += &cells.join(" ");
            text.push('\n');
        }
        text + "1 2 3 4 5 6 7   (x: seat 0, o: seat 1)\n"
    }

    /// `rows`, highest first, in the letters of the text, and `to_move`.
    fn fields(&self, state: &State, _: Seat) -> Map<String, Value> {
        let rows = (0..ROWS)
            .rev()
            .map(|row| (0..COLUMNS).map(|column| state.letter(column, row)).collect::<String>());
        let to_move = self.to_move(state).map(Seat::index);
        object(vec![("to_move", to_move.into()), ("rows", rows.collect())])
    }

    /// The `columns` from the left, each from below as the seats of its discs, with the cells of the lines that have
    /// been made as pairs of column and row from 0.
    fn scene(&self, state: &State) -> Option<Value> {
        let cells = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        let lines = state.winner().map_or(0, |winner| in_lines(state.discs(winner)));
        let of_line = |&(column, row): &(usize, usize)| lines >> (HEIGHT * column + row) & 1 == 1;
        let column = |column| -> Value {
            let discs = (0..ROWS).map_while(|row| state.disc(column, row));
            discs.map(Seat::index).collect()
        };
        Some(json!({
            "drawing": "connect-four",
            "to_move": self.to_move(state).map(Seat::index),
            "height": ROWS,
            "columns": (0..COLUMNS).map(column).collect::<Value>(),
            "line": cells.filter(of_line).map(|(column, row)| json!([column, row])).collect::<Value>(),
        }))
    }
}

#[cfg(test)]
mod tests;
