//! What is on the table, and whose decision it is.

use super::barrel::Barrels;
use super::component::{Good, Goods, MAX_PLAYERS, Place, SHIPS, SPACES, Ship, Zone};
use super::line::{Line, only};
use super::stack::{Known, Stack};
use crate::seat::Seat;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Phase {
    /// Where the acting viking goes (R1).
    Go,
    Promote,
    Switch,
    Bet,
    /// Where the token drawn in Warehouse 1 goes (A5).
    Load1,
    Raise,
    Move,
    Tavern,
    /// Which token drawn in Warehouse 2 goes where (A9).
    Load2,
    Crew,
    Swap,
    Under,
    Sail,
    Take,
    Box,
    Over,
}

pub(super) const ALL_SPACES: u32 = (1 << SPACES) - 1;
pub(super) const NOBODY: u8 = u8::MAX;

/// The departure under way (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Departure {
    pub(super) ship: u8,
    /// Clans aboard in the order of their influence; only the first `aboard` are.
    pub(super) order: [u8; 4],
    pub(super) aboard: u8,
    /// Index in `order` of the clan whose pick it is.
    pub(super) pick: u8,
    /// Seat and number of the barrel that was won; [`NOBODY`] for none.
    pub(super) winner: u8,
    pub(super) barrel: u8,
    pub(super) taken: [Goods; MAX_PLAYERS],
    pub(super) boxed: Goods,
}

impl Departure {
    pub(super) const NONE: Departure = Departure {
        ship: 0,
        order: [0; 4],
        aboard: 0,
        pick: 0,
        winner: NOBODY,
        barrel: 0,
        taken: [Goods::NONE; MAX_PLAYERS],
        boxed: Goods::NONE,
    };
}

/// The whole table, hidden things included. Agents read the public fields; nothing checks what is written into them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct State {
    pub(super) line: Line,
    /// Supplies on the bows of the ships.
    pub bows: [Goods; SHIPS],
    pub(super) barrels: Barrels,
    /// Supplies that each seat has taken.
    pub goods: [Goods; MAX_PLAYERS],
    pub(super) w1: Stack,
    pub(super) w2: Stack,
    pub(super) known: Known,
    /// Vikings on the old and on the new side: four bits for each space, the seat plus 1.
    pub(super) old: u64,
    pub(super) new: u64,
    pub(super) free: u32,
    pub(super) round: u32,
    pub(super) market: [u16; 3],
    /// How often something hidden became visible (H6).
    pub(super) epoch: u16,
    pub(super) phase: Phase,
    pub(super) seat: u8,
    /// Vikings that have moved in this round.
    pub(super) turn: u8,
    /// The seat that took a stern in this round, or [`NOBODY`].
    pub(super) stern: u8,
    /// Ships that have sailed.
    pub departures: u8,
    pub(super) players: u8,
    pub(super) departure: Departure,
}

impl State {
    /// The seat of the foremost viking that has not moved.
    #[inline(always)]
    pub(super) fn leader(&self) -> u8 {
        (self.old >> (self.old.trailing_zeros() & 60) & 0xF) as u8 - 1
    }
}

impl State {
    /// The round from 1.
    pub fn round(&self) -> u32 {
        self.round + 1
    }

    /// Whether `ship` has not sailed.
    #[inline]
    pub fn is_docked(&self, ship: Ship) -> bool {
        self.line.docked() & only(ship) != 0
    }

    /// Present value of a good.
    #[inline]
    pub fn market(&self, good: Good) -> i32 {
        i32::from(self.market[good as usize])
    }

    /// Bodies of a ship, the one behind the bow first.
    #[inline]
    pub fn bodies(&self, ship: Ship) -> impl Iterator<Item = super::component::Body> + '_ {
        let first = self.line.at(Place { ship, place: 0 });
        (first..first + self.line.len(ship)).map(|at| self.line.body(at))
    }

    /// The seat that took a stern in this round, and will choose the ship that leaves.
    #[inline]
    pub fn stern(&self) -> Option<Seat> {
        (self.stern != NOBODY).then(|| Seat::new(usize::from(self.stern)))
    }

    /// The seat whose barrel lies at `zone`.
    pub fn barrel_owner(&self, zone: Zone) -> Option<Seat> {
        Seat::all(usize::from(self.players))
            .find(|seat| self.barrels.barrel_at(seat.index(), zone).is_some())
    }

    /// Tokens left in the two stacks.
    pub fn stacks(&self) -> [u32; 2] {
        [self.w1.len(), self.w2.len()]
    }

    /// Vikings that have not moved in this round, in the order in which they will: their seats.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        row(self.old).map(|(_, seat)| seat)
    }
}

#[inline(always)]
pub(super) fn seat_of(number: u8) -> Seat {
    Seat::new(usize::from(number & 3))
}

/// The vikings of one side: space from 0 and seat.
pub(super) fn row(side: u64) -> impl Iterator<Item = (usize, Seat)> {
    (0..SPACES).filter_map(move |space| {
        let owner = (side >> (4 * space) & 0xF) as usize;
        (owner > 0).then(|| (space, Seat::new(owner - 1)))
    })
}
