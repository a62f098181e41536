//! The data kept about each docked ship and its bodies.

use drakkar_engine::games::vikings_on_board::component::Clan;

use super::ship::{Ranks, Stakes, Strengths};

/// A body of a docked ship.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach {
    pub(super) clan: Clan,
    pub(super) ship: u8,
    /// Equal bodies have the same number.
    pub(super) kind: u8,
    /// The number of bodies in front of it.
    pub(super) place: u8,
    /// Including its viking's.
    pub(super) shields: i32,
}

impl Reach {
    #[inline(always)]
    pub(super) fn ship(&self) -> usize {
        usize::from(self.ship & 7)
    }

    #[inline(always)]
    pub(super) fn kind(&self) -> usize {
        usize::from(self.kind)
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Dock {
    pub(super) strengths: Strengths,
    /// Nearness to the bow of each clan's second body, 0 if it has none.
    pub(super) seconds: [i32; 4],
    /// As its bodies stand now.
    pub(super) ranks: Ranks,
    pub(super) stakes: Stakes,
    /// How much its present value counts, before and at the next departure.
    pub(super) hold: f64,
    /// Whether it is the one that probably leaves next.
    pub(super) next: bool,
    /// Its value, without the factor `hold`.
    pub(super) worth: f64,
    pub(super) supplies: u32,
    /// Whether there is anything to gain when it leaves.
    pub(super) at_stake: bool,
    /// Number of bodies, and the place of the first in the list of all.
    pub(super) len: usize,
    pub(super) first: usize,
}
