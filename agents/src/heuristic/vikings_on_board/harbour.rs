//! What a seat has seen of the table, and what has been found out about the actions of a decision.

use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BODIES, BarrelPlace, Clan, Good, SHIPS,
};
use drakkar_engine::seat::Seat;

use super::ship::{Ranks, Stakes, Strengths};

/// Its value and where it is.
pub(super) type Barrel = (f64, BarrelPlace);

#[derive(Default, Debug)]
pub(crate) struct Harbour {
    pub(super) seat: Seat,
    /// The value to the seat of a point for each clan.
    pub(super) share: [f64; 4],
    /// Expected value of each good at the end, and the goods from the dearest on.
    pub(super) prices: [f64; 3],
    pub(super) by_price: [Good; 3],
    /// Departures that are still to come, and their part of all.
    pub(super) to_come: f64,
    pub(super) left: f64,
    /// Ships with supplies, and these supplies.
    pub(super) loaded: f64,
    pub(super) supplies: f64,
    pub(super) favourite: Option<usize>,
    pub(super) barrels: [Barrel; BARRELS],
    /// Docked ships, one bit each.
    pub(super) docked: u32,
    pub(super) docks: [Dock; SHIPS],
    pub(super) parts: [Reach; BODIES],
    pub(super) len: usize,
    pub(super) kinds: [Reach; BODIES],
    pub(super) n_kinds: usize,
}

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

pub(super) const UNKNOWN: f64 = f64::NAN;

/// What actions have in common, which is computed when first needed.
pub(super) struct Findings {
    /// What each body's ship gains without it.
    pub(super) lifted: [f64; BODIES],
    /// What each ship gains with one more body of each kind at its rear.
    pub(super) added: [[f64; BODIES]; SHIPS],
    /// What each body's ship gains with one of each kind in its place.
    pub(super) replaced: [[f64; BODIES]; BODIES],
    pub(super) may_replace: bool,
    /// The value of a point of a barrel at each zone, if computed.
    pub(super) zones: Option<[f64; 4 * SHIPS]>,
    pub(super) best_zone: Option<f64>,
    /// The gain from each good on the best ship for it, if computed.
    pub(super) loads: Option<[f64; 3]>,
}

impl Findings {
    pub(super) const NONE: Findings = Findings {
        lifted: [UNKNOWN; BODIES],
        added: [[UNKNOWN; BODIES]; SHIPS],
        replaced: [[UNKNOWN; BODIES]; BODIES],
        may_replace: true,
        zones: None,
        best_zone: None,
        loads: None,
    };

    #[inline(always)]
    pub(super) fn forget(&mut self) {
        (self.lifted, self.added) = ([UNKNOWN; BODIES], [[UNKNOWN; BODIES]; SHIPS]);
        (self.may_replace, self.zones, self.best_zone, self.loads) = (false, None, None, None);
    }
}

/// The numbers below 32 of a mask's bits.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}
