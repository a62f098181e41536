//! What is on the table, and whose decision it is.

use std::ops::{Deref, DerefMut};

use serde::Serialize;

use super::VikingsOf;
use super::advanced_state::Extra;
use super::component::{Colour, LOTS, MAX_PLAYERS, Row, Tile};
use super::hidden_supply::Future;
use super::tableau::{Tableau, Tableaus};
use super::variant::{Plain, Variant};
use super::wheel::Wheel;
use crate::game::View;
use crate::seat::{PerSeat, Seat};

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Phase {
    /// Which lot to buy (B1).
    Buy,
    /// Where the start tile goes (P7).
    Start,
    /// Where the bought tile goes (P1, P2).
    Place,
    /// Which bonus tile to take, if any (A7).
    Take,
    /// Which middle a building tile replaces (A9).
    Upgrade,
    /// What to bid (A2).
    Bid,
    /// Which viking leaves the game (A3).
    Remove,
    /// Which colour goes onto the wheel next (A3).
    Set,
    /// Whether and how a boatswain is used (G3).
    Boatswain,
    /// Where a ferried viking lands.
    Land,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// Whether only the advanced rules have it.
    #[inline(always)]
    pub(super) fn is_advanced(self) -> bool {
        (Phase::Take..=Phase::Set).contains(&self)
    }
}

/// The ferry under way (G3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ferry {
    /// One viking of each row, instead of all of one.
    pub(super) each: bool,
    /// Rows whose turn is still to come, one bit each; before that, those onto which a boatswain can move somebody.
    pub(super) rows: u8,
    /// The row that is landed on now.
    pub(super) row: u8,
    pub(super) left: u8,
    /// Only cells from this index up are free to choose.
    pub(super) from: u8,
}

impl Ferry {
    pub(super) const NONE: Ferry = Ferry { each: false, rows: 0, row: 0, left: 0, from: 0 };

    /// The row that is landed on now, and those that follow.
    pub(super) fn all_rows(self) -> (Row, impl Iterator<Item = Row>) {
        let then = Row::ALL.into_iter().filter(move |row| self.rows >> row.index() & 1 == 1);
        (Row::from_index(self.row.into()), then)
    }
}

/// The table with what is to come, which is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct StateOf<V: Variant> {
    pub(super) table: TableOf<V>,
    pub(super) future: Future,
}

/// What is on the table: all seats see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TableOf<V: Variant> {
    pub(super) tableaus: Tableaus,
    pub(super) wheel: Wheel,
    pub(super) round: u8,
    /// Purchases made in this round; at a large scoring 12 plus the seats that have scored.
    pub(super) turn: u8,
    /// First player of the round (S3).
    pub(super) first: u8,
    pub(super) seat: u8,
    /// The seat after each.
    pub(super) next: [u8; MAX_PLAYERS],
    pub(super) phase: Phase,
    pub(super) tile: Tile,
    pub(super) viking: Colour,
    pub(super) ferry: Ferry,
    pub(super) extra: V::Extra,
}

/// A state of the base game.
pub type State = StateOf<Plain>;

impl<V: Variant> Deref for StateOf<V> {
    type Target = TableOf<V>;
    #[inline(always)]
    fn deref(&self) -> &TableOf<V> {
        &self.table
    }
}

impl<V: Variant> DerefMut for StateOf<V> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut TableOf<V> {
        &mut self.table
    }
}

impl<V: Variant> View<'_, VikingsOf<V>> {
    /// What is on the table.
    #[inline(always)]
    pub fn table(&self) -> &TableOf<V> {
        self.state()
    }
}

impl<V: Variant> TableOf<V> {
    /// The same with something meaningless to come, for judges that play on but do not look at what comes.
    #[inline(always)]
    pub fn alone(&self) -> StateOf<V> {
        StateOf { table: *self, future: Future::MEANINGLESS }
    }

    #[inline(always)]
    pub(super) fn extra(&self) -> Option<&Extra> {
        V::get(&self.extra)
    }

    #[inline(always)]
    pub(super) fn extra_mut(&mut self) -> Option<&mut Extra> {
        V::get_mut(&mut self.extra)
    }

    /// Round and turn as [`crate::game::Game::clock`] has them; the step is added.
    #[inline(always)]
    pub(super) fn turn_clock(&self) -> u32 {
        u32::from(self.round) << 23 | u32::from(self.turn) << 18
    }

    #[inline(always)]
    pub(super) fn mover(&self) -> Seat {
        Seat::new(usize::from(self.seat & 3))
    }

    #[inline(always)]
    pub(super) fn next_seat(&self) -> u8 {
        self.next[usize::from(self.seat & 3)]
    }

    /// Number of seats.
    #[inline(always)]
    pub fn players(&self) -> usize {
        self.tableaus.players()
    }

    #[inline(always)]
    pub(super) fn each(&self, figure: impl Fn(&Tableau) -> i32) -> PerSeat<i32> {
        let of = |seat| figure(self.tableaus.seat(seat));
        PerSeat::first(self.players(), [of(0), of(1), of(2), of(3)])
    }

    /// The round from 1 to 6.
    pub fn round(&self) -> usize {
        usize::from(self.round) + 1
    }

    /// Purchases made in this round, 0 to 12.
    pub fn purchases(&self) -> usize {
        usize::from(self.turn).min(LOTS)
    }

    /// Whether this is to be decided now.
    #[inline(always)]
    pub fn is(&self, phase: Phase) -> bool {
        (V::ADVANCED || !phase.is_advanced()) && self.phase == phase
    }

    /// Gold of a seat.
    #[inline]
    pub fn gold(&self, seat: Seat) -> i32 {
        self.tableaus.seat(seat.index()).gold
    }

    /// Glory of a seat.
    #[inline]
    pub fn glory(&self, seat: Seat) -> i32 {
        self.tableaus.seat(seat.index()).glory
    }
}
