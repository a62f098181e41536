//! What heuristics need from a state beyond what everybody sees: sets as bit masks, barrels by
//! value, the picks of a departure.
//!
//! Values of other seats' barrels are hidden; agents only ever hold drawn states, in which they are
//! guesses.

use super::VikingsOnBoard;
use super::component::{BARRELS, Clan, Ship, Zone};
use super::state::{Phase, State};
use crate::seat::Seat;

/// Where a barrel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrelPlace {
    /// Not bet yet.
    Unused,
    /// At the dock of a ship, which may have sailed.
    At(Zone),
    /// On its owner's scoring shield.
    Won,
}

impl State {
    /// Zones at which barrels of `seat` lie, those of ships that have sailed included: bit
    /// `4 * ship + clan`.
    #[inline(always)]
    pub fn zones(&self, seat: Seat) -> u32 {
        self.barrels.zones(seat.index())
    }

    /// Empty zones of docked ships: bit `4 * ship + clan`.
    #[inline(always)]
    pub fn empty_zones(&self) -> u32 {
        self.barrels.empty()
    }

    /// Number of bodies of a ship.
    #[inline(always)]
    pub fn length(&self, ship: Ship) -> usize {
        self.line.len(ship) as usize
    }

    /// While supplies of a departing ship are taken or boxed (D4, D5): the ship.
    #[inline]
    pub fn departing(&self) -> Option<Ship> {
        matches!(self.phase, Phase::Take | Phase::Box).then_some(Ship(self.departure.ship))
    }

    /// The clans whose picks come next, beginning with the current pick, cycling through the order
    /// of influence without end (D4). Only meaningful while a ship is
    /// [departing](State::departing).
    pub fn picks(&self) -> impl Iterator<Item = Clan> {
        let departure = self.departure;
        let aboard = departure.aboard.max(1);
        (departure.pick..aboard)
            .chain(0..departure.pick)
            .cycle()
            .map(move |pick| Clan::from_index(u32::from(departure.order[usize::from(pick & 3)])))
    }
}

impl VikingsOnBoard {
    /// Value and place of each barrel of a seat, by ascending value.
    #[inline(always)]
    pub fn barrels(&self, state: &State, seat: Seat) -> [(u8, BarrelPlace); BARRELS] {
        let places = state.barrels.all(seat.index());
        std::array::from_fn(|barrel| (self.numbers.values[barrel], places[barrel]))
    }
}
