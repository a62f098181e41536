//! The data kept about each docked ship and its bodies.

use super::ship::{ABSENT, Stakes, Strengths};

/// A body of a docked ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) clan: u8,
    pub(super) ship: u8,
    pub(super) kind: u8,
    pub(super) place: u8,
    pub(super) crew: bool,
    /// Including its viking's.
    pub(super) shields: i32,
}

impl Reach {
    #[inline(always)]
    pub(super) fn clan(&self) -> usize {
        usize::from(self.clan & 3)
    }

    #[inline(always)]
    pub(super) fn ship(&self) -> usize {
        usize::from(self.ship & 7)
    }

    /// The number of bodies in front of it.
    #[inline(always)]
    pub(super) fn place(&self) -> i32 {
        i32::from(self.place)
    }

    /// Equal bodies have the same number.
    #[inline(always)]
    pub(super) fn kind(&self) -> usize {
        usize::from(self.kind)
    }
}

/// Fills lists.
pub(super) const NO_PART: Reach =
    Reach { clan: 0, ship: 0, kind: 0, place: 0, crew: false, shields: 0 };

#[derive(Clone, Copy, Debug)]
pub(super) struct Dock {
    pub(super) strengths: Strengths,
    pub(super) stakes: Stakes,
    /// How much its present value counts, before and at the next departure.
    pub(super) hold: f64,
    /// Whether it is the one that probably leaves next.
    pub(super) next: bool,
    /// Its value, without the factor `hold`.
    pub(super) worth: f64,
    /// Number of supplies and of bodies.
    pub(super) supplies: u32,
    pub(super) len: usize,
    /// Its first body in the list of all bodies.
    pub(super) first: usize,
}

impl Dock {
    /// Whether there is anything to gain when it leaves.
    #[inline(always)]
    pub(super) fn at_stake(&self) -> bool {
        self.supplies > 0 || self.stakes.betted
    }
}

/// Fills lists.
pub(super) const NO_DOCK: Dock = Dock {
    strengths: [ABSENT; 4],
    stakes: Stakes {
        shares: [0.0; 4],
        picked: [[0.0; 5]; 3],
        aboard: 0,
        bets: [0.0; 4],
        betted: false,
    },
    hold: 0.0,
    next: false,
    worth: 0.0,
    supplies: 0,
    len: 0,
    first: 0,
};
