//! Open information for heuristics and people; what belongs to the advanced rules is nothing without them.

use super::VikingsOf;
use super::bonus::{Bonus, Kinds};
use super::bonus_scoring::around_building;
use super::cells::Cells;
use super::component::{Colour, Tile};
use super::state::{Phase, TableOf};
use super::tableau::{Board, on_board};
use super::variant::Variant;
use crate::cpu::{Cpu, Task};
use crate::seat::Seat;

impl<V: Variant> TableOf<V> {
    /// Bonus tiles that a seat owns and that still have an effect; building tiles only until they are placed.
    #[inline(always)]
    pub fn tiles(&self, seat: Seat) -> Kinds {
        self.extra().map_or(Kinds::NONE, |extra| extra.owned(seat.index()))
    }

    /// Those of a kind.
    #[inline(always)]
    pub fn owned(&self, seat: Seat, kind: Bonus) -> u32 {
        self.tiles(seat).count(kind)
    }

    /// The bonus tiles that lie face up.
    #[inline(always)]
    pub fn row(&self) -> Kinds {
        self.extra().map_or(Kinds::NONE, |extra| extra.row)
    }

    /// The lot for sale at a price below [`LOTS`](super::component::LOTS); the viking is missing as long as none is set
    /// beside the tile (A3).
    #[inline(always)]
    pub fn lot(&self, price: u32) -> Option<(Tile, Option<Colour>)> {
        if self.wheel.prices() >> price & 1 == 0 {
            return None;
        }
        let missing = if V::ADVANCED && self.phase == Phase::Set {
            self.extra().map_or(0, |extra| extra.auction.total())
        } else {
            0
        };
        let (tile, viking) = self.wheel.at_price(price);
        Some((tile, (price >= missing).then_some(viking)))
    }

    /// The first player of the round (S3).
    #[inline]
    pub fn first(&self) -> Seat {
        Seat::new(usize::from(self.first))
    }

    /// The standing bid and the seat that made it (A2).
    pub fn standing_bid(&self) -> Option<(u32, Seat)> {
        let auction = self.extra().map(|extra| &extra.auction)?;
        auction.leader().map(|seat| (auction.bid, Seat::new(usize::from(seat))))
    }

    /// Whether a seat may still bid (A2).
    #[inline]
    pub fn bids(&self, seat: Seat) -> bool {
        let bidders = self.extra().map_or(0, |extra| extra.auction.bidders());
        self.is(Phase::Bid) && bidders >> seat.index() & 1 == 1
    }

    /// Vikings of a colour that are drawn for the round and neither removed nor set (A1, A3).
    #[inline]
    pub fn drawn(&self, colour: Colour) -> u32 {
        self.extra().map_or(0, |extra| extra.auction.count(colour))
    }
}

struct Buildings<'a, V: Variant>(&'a VikingsOf<V>, &'a TableOf<V>, usize, u32);
impl<V: Variant> Task for Buildings<'_, V> {
    type Output = (u32, u32);
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> (u32, u32) {
        let Buildings(game, state, seat, building) = self;
        let Some(extra) = state.extra() else { return (0, 0) };
        on_board!(state.tableaus, seat, |board| {
            let cells = extra.upgradable(&board, seat, state.players(), building);
            let safe = cells.without(game.worthless(&board));
            (cells.count(), most_around(&board, safe))
        })
    }
}

#[inline(always)]
fn most_around<W: Cells>(board: &Board<W>, cells: W) -> u32 {
    let (mut most, mut left) = (0, cells);
    while !left.is_empty() {
        let cell = W::bit(left.first());
        most = most.max(around_building(board, cell, 1, i32::MAX));
        left = left.without(cell);
    }
    most as u32
}

impl<V: Variant> VikingsOf<V> {
    /// The size of the effect of each kind of bonus tile, in the order of [`Bonus::ALL`]; 0 for `longboat`.
    #[inline]
    pub fn bonus_values(&self) -> &[i32; Bonus::COUNT] {
        &self.bonus
    }

    /// The glory that is given with each, in the same order.
    #[inline]
    pub fn bonus_glory(&self) -> &[i32; Bonus::COUNT] {
        &self.bonus_glory
    }

    /// The price of the lot that wins a bonus tile now, if there is one and a tile lies face up (A7).
    #[inline]
    pub fn winning_price(&self, state: &TableOf<V>) -> Option<u8> {
        let open = state.extra().is_some_and(|extra| !extra.row.is_empty());
        let highest = state.wheel.prices().checked_ilog2().filter(|_| open)?;
        state
            .wheel
            .wins_bonus(self.rule_set.advanced.bonus_trigger, highest)
            .then_some(highest as u8)
    }

    /// How many middles of `seat` the tile of a building, 0 (`a`) to 3 (`d`), could replace (A9), and
    /// the most vikings on and around one that is not threatened.
    pub fn building_prospects(&self, state: &TableOf<V>, seat: Seat, building: u32) -> (u32, u32) {
        self.processor.run(Buildings(self, state, seat.index(), building))
    }
}
