//! What heuristics and inputs of nets need from a state beyond what everybody sees: sets as bit masks, barrels by
//! value, influence, the picks of a departure.
//!
//! Values of other seats' barrels are hidden; agents hold drawn states, in which they are guesses, or
//! blank ones, in which they lie in the order of their places.

use super::VikingsOnBoard;
use super::component::{BARRELS, BarrelPlace, Clan, Goods, Ship};
use super::state::{Phase, State, row};
use crate::seat::Seat;

/// What may be decided next, as in `phase` of what programs are told.
pub const DECISIONS: [&str; 15] = [
    "go", "promote", "switch", "bet", "load1", "raise", "move", "tavern", "load2", "crew", "swap",
    "under", "sail", "take", "box",
];

impl State {
    /// Whether the docked ships and their bodies are as in another state.
    #[inline(always)]
    pub fn has_same_bodies(&self, other: &State) -> bool {
        self.line == other.line
    }

    /// Whether supplies aboard, barrels, the market, the stern and the number of departures are.
    #[inline(always)]
    pub fn has_same_stakes(&self, other: &State) -> bool {
        (self.bows, self.barrels) == (other.bows, other.barrels)
            && (self.market, self.stern, self.departures)
                == (other.market, other.stern, other.departures)
    }

    /// What is decided next, by its number among [`DECISIONS`]; `None` when the game is over.
    #[inline]
    pub fn decision(&self) -> Option<usize> {
        (self.phase != Phase::Over).then_some(self.phase as usize)
    }

    /// Supplies in both stacks together, which is no secret.
    pub fn in_stacks(&self) -> Goods {
        let mut goods = self.w1.top(self.w1.len());
        goods.add(self.w2.top(self.w2.len()));
        goods
    }

    /// Vikings that have moved in this round: the space, from 1, and the seat.
    pub fn moved(&self) -> impl Iterator<Item = (usize, Seat)> {
        row(self.new).map(|(space, seat)| (space + 1, seat))
    }

    /// Shields of a clan on a docked ship, of which a viking on a body counts `crew_shields`.
    #[inline]
    pub fn shields(&self, ship: Ship, clan: Clan, crew_shields: u32) -> u32 {
        let bodies = self.line.of(clan as u32) & self.line.mask(ship);
        let (shields, crew) = self.line.shields(bodies);
        shields + crew * crew_shields
    }

    /// The clans aboard a docked ship, the most influential first (D2).
    #[inline]
    pub fn influence(&self, ship: Ship, crew_shields: u32) -> impl Iterator<Item = Clan> {
        let (order, aboard) = self.line.influence(ship, crew_shields);
        order.into_iter().take(usize::from(aboard)).map(|clan| Clan::from_index(u32::from(clan)))
    }

    /// Zones at which barrels of `seat` lie, those of ships that have sailed included: bit `4 * ship + clan`.
    #[inline(always)]
    pub fn zones(&self, seat: Seat) -> u32 {
        self.barrels.zones(seat.index())
    }

    /// Empty zones of docked ships: bit `4 * ship + clan`.
    #[inline(always)]
    pub fn empty_zones(&self) -> u32 {
        self.barrels.empty()
    }

    /// While supplies of a departing ship are taken or boxed (D4, D5): the ship.
    #[inline]
    pub fn departing(&self) -> Option<Ship> {
        matches!(self.phase, Phase::Take | Phase::Box).then_some(Ship(self.departure.ship))
    }

    /// The clans whose picks come next, beginning with the current pick, cycling through the order of influence without
    /// end (D4). Only meaningful while a ship is [departing](State::departing).
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
    /// Supplies that have been drawn at a warehouse and wait for a ship (A5, A9). Only the seat to move knows them.
    pub fn in_hand(&self, state: &State) -> Goods {
        match state.phase {
            Phase::Load1 => state.w1.top(1),
            Phase::Load2 => state.w2.top(self.drawn(state)),
            _ => Goods::NONE,
        }
    }

    /// Value and place of each barrel of a seat, by ascending value.
    #[inline(always)]
    pub fn barrels(&self, state: &State, seat: Seat) -> [(u8, BarrelPlace); BARRELS] {
        let places = state.barrels.all(seat.index());
        std::array::from_fn(|barrel| (self.numbers.values[barrel], places[barrel]))
    }
}
