//! What a seat has seen of the table.

use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BODIES, BarrelPlace, Good, SHIPS,
};
use drakkar_engine::seat::Seat;

use super::dock::{Dock, Reach};

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

/// The numbers below 32 of a mask's bits.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}
