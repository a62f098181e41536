//! What the advanced rules lay open, for heuristics and people; nothing without them.

use super::VikingsOf;
use super::bonus::Bonus;
use super::component::Colour;
use super::state::{Phase, StateOf};
use super::variant::Variant;
use crate::seat::Seat;

impl<V: Variant> StateOf<V> {
    /// Bonus tiles of a kind that a seat owns and that have an effect to come; building tiles only
    /// until they are placed.
    #[inline(always)]
    pub fn owned(&self, seat: Seat, kind: Bonus) -> u32 {
        self.extra().map_or(0, |extra| extra.owned(seat.index()).count(kind))
    }

    /// Whether a seat owns such a tile.
    #[inline(always)]
    pub fn owns_any(&self, seat: Seat) -> bool {
        self.extra().is_some_and(|extra| !extra.owned(seat.index()).is_empty())
    }

    /// The kinds of bonus tiles that lie face up.
    pub fn row(&self) -> impl Iterator<Item = Bonus> + '_ {
        self.extra().into_iter().flat_map(|extra| extra.row.iter())
    }

    /// Vikings of a colour that are drawn for the round and neither removed nor set (A1, A3).
    #[inline]
    pub fn drawn(&self, colour: Colour) -> u32 {
        self.extra().map_or(0, |extra| extra.auction.count(colour))
    }

    /// Whether bids are made now (A2).
    #[inline]
    pub fn is_bidding(&self) -> bool {
        V::ADVANCED && self.phase == Phase::Bid
    }

    /// Whether a viking is removed or a colour set now (A3).
    #[inline]
    pub fn is_setting(&self) -> bool {
        V::ADVANCED && matches!(self.phase, Phase::Remove | Phase::Set)
    }

    /// Whether a bonus tile may be taken now (A7).
    #[inline]
    pub fn is_taking(&self) -> bool {
        V::ADVANCED && self.phase == Phase::Take
    }
}

impl<V: Variant> VikingsOf<V> {
    /// Whether a bonus tile may be taken with the lot at `price`, if one lies face up (A7).
    #[inline]
    pub fn wins_bonus(&self, state: &StateOf<V>, price: u8) -> bool {
        let price = u32::from(price);
        V::ADVANCED
            && match self.numbers.trigger_on_top {
                true => state.wheel.is_on_top(price),
                false => state.wheel.is_highest(price),
            }
    }

    /// How many middles of `seat` the tile of a building, 0 (`a`) to 3 (`d`), could replace (A9), and
    /// the most vikings on and around one that is not threatened.
    pub fn building_prospects(&self, state: &StateOf<V>, seat: Seat, building: u32) -> (u32, u32) {
        use super::bonus_scoring::around_buildings;
        use super::cells::{Cells, Wide};
        let Some(extra) = state.extra() else { return (0, 0) };
        let (index, players) = (seat.index(), state.players());
        let board = state.tableaus.wide(index);
        let cells = extra.upgradable(&board, index, players, building);
        let (mut best, mut from) = (0, 0);
        while !cells.starting(from).is_empty() {
            let cell = cells.starting(from).first();
            best = best.max(around_buildings(&board, Wide::bit(cell), 1, i32::MAX));
            from = cell + 1;
        }
        (cells.count(), best as u32)
    }
}
