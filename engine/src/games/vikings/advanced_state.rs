//! What the advanced rules add to the table: the auction, bonus tiles, buildings.

use super::auction::Auction;
use super::bonus::{Bonus, Kinds, ROW};
use super::cells::Cells;
use super::component::{Cell, Tile};
use super::deal::Deal;
use super::hidden_supply::Future;
use super::rule_set::RuleSet;
use super::tableau::{Board, Tableaus};
use crate::seed::Rng;

/// What the advanced rules add to a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extra {
    /// The two bits of the building of every middle, in the words of [`Tableaus`].
    pub(super) buildings: [[[u64; 2]; 4]; 2],
    /// Cells with a building bonus tile.
    pub(super) upgraded: [[u64; 2]; 4],
    /// Bonus tiles of every seat; building tiles only as long as they are kept (A9).
    owned: [Kinds; 4],
    pub(super) row: Kinds,
    unseen: Kinds,
    pub(super) auction: Auction,
    laid: u8,
    /// In this turn: the price of the lot with which a bonus tile may be taken, 0 if none may;
    /// after that, the building of the tile that must replace a middle (A9).
    pub(super) prize: u8,
}

impl Extra {
    pub(super) fn new(rule_set: &RuleSet, deal: &Deal) -> Extra {
        let mut extra = Extra {
            buildings: [[[0; 2]; 4]; 2],
            upgraded: [[0; 2]; 4],
            owned: [Kinds::NONE; 4],
            row: Kinds::NONE,
            unseen: Kinds::NONE,
            auction: Auction::NONE,
            laid: 0,
            prize: 0,
        };
        if rule_set.advanced.bonus_tiles {
            extra.unseen = Kinds::of(rule_set.bonus.counts());
            deal.bonus.iter().take(ROW).for_each(|&kind| extra.show(kind));
        }
        extra
    }

    fn show(&mut self, kind: Bonus) {
        self.unseen.remove(kind);
        self.row.add(kind);
    }

    /// Fills up the row at the start of a round (A6).
    pub(super) fn refill(&mut self, round: usize, future: &mut Future) {
        let seed = future.seed();
        let missing = (ROW as u32 - self.row.total()).min(self.unseen.total());
        // Every round draws from its own place, separate from tiles and vikings.
        let mut rng = Rng::from_seed(seed.wrapping_add(32 + round as u64));
        for _ in 0..missing {
            let kind = if seed == 0 {
                future.lay_bonus(self.laid)
            } else {
                self.unseen.at(rng.below(self.unseen.total()))
            };
            self.laid += 1;
            self.show(kind);
        }
    }

    pub(super) fn unseen(&self, kind: Bonus) -> u32 {
        self.unseen.count(kind)
    }

    /// Bonus tiles of a seat that are kept or still have an effect.
    #[inline(always)]
    pub(super) fn owned(&self, seat: usize) -> Kinds {
        self.owned[seat & 3]
    }

    #[inline(always)]
    pub(super) fn owned_mut(&mut self, seat: usize) -> &mut Kinds {
        &mut self.owned[seat & 3]
    }

    #[inline(always)]
    fn cells<W: Cells>(mask: &[[u64; 2]; 4], seat: usize, players: usize) -> W {
        let far = if players == 2 { mask[(seat + 2) & 3][0] } else { 0 };
        W::from_words(mask[seat & 3], far)
    }

    /// The building on one cell, 0 (`a`) to 3 (`d`).
    #[inline(always)]
    pub(super) fn building<W: Cells>(&self, cell: W, seat: usize, players: usize) -> u32 {
        let bits = [0, 1].map(|bit| Extra::cells::<W>(&self.buildings[bit], seat, players));
        let [low, high] = bits.map(|bit| u32::from(!(bit & cell).is_empty()));
        low | high << 1
    }

    /// Middles of `board` with a building, 0 (`a`) to 3 (`d`).
    #[inline(always)]
    pub(super) fn with_building<W: Cells>(
        &self,
        board: &Board<W>,
        seat: usize,
        players: usize,
        building: u32,
    ) -> W {
        let middles = board.land_left & board.land_right;
        let [low, high] = [0, 1].map(|bit| Extra::cells::<W>(&self.buildings[bit], seat, players));
        let low = if building & 1 == 1 { low } else { !low };
        let high = if building & 2 == 2 { high } else { !high };
        middles & low & high
    }

    #[inline(always)]
    pub(super) fn upgraded<W: Cells>(&self, seat: usize, players: usize) -> W {
        Extra::cells(&self.upgraded, seat, players)
    }

    #[inline(always)]
    pub(super) fn building_tiles<W: Cells>(
        &self,
        board: &Board<W>,
        seat: usize,
        players: usize,
        building: u32,
    ) -> W {
        let upgraded: W = self.upgraded(seat, players);
        self.with_building(board, seat, players, building) & upgraded
    }

    /// Printed middles that a building tile may replace (A9).
    #[inline(always)]
    pub(super) fn upgradable<W: Cells>(
        &self,
        board: &Board<W>,
        seat: usize,
        players: usize,
        building: u32,
    ) -> W {
        let matching = self.with_building(board, seat, players, building);
        matching.without(self.upgraded(seat, players))
    }

    #[inline(always)]
    pub(super) fn note_building(&mut self, seat: usize, tile: Tile, cell: Cell) {
        let index = u32::from(cell.0);
        let (slot, word) = Tableaus::place_of(seat, index);
        // Ends have no building and leave the bits as they are.
        self.buildings[0][slot][word] |= u64::from(tile.variant() & 1) << (index % 64);
        self.buildings[1][slot][word] |= u64::from(tile.variant() >> 1) << (index % 64);
    }

    /// The same for a tile that has been bought; a kept building tile replaces it.
    #[inline(always)]
    pub(super) fn place_tile(&mut self, seat: usize, tile: Tile, cell: Cell) {
        if tile.land_left() && tile.land_right() {
            self.note_building(seat, tile, cell);
            if self.keeps(seat, tile) {
                self.owned_mut(seat).remove(Bonus::building(tile.variant()));
                self.upgrade(seat, cell);
            }
        }
    }

    /// Whether a seat keeps a building tile that will replace `tile` when it is laid (A9).
    #[inline(always)]
    pub(super) fn keeps(&self, seat: usize, tile: Tile) -> bool {
        self.owned(seat).has_buildings()
            && tile.land_left()
            && tile.land_right()
            && self.owned(seat).count(Bonus::building(tile.variant())) > 0
    }

    /// At the decision where a middle is replaced: the building tile that replaces it (A9).
    pub(super) fn replacing(&self) -> Bonus {
        Bonus::building(u32::from(self.prize))
    }

    #[inline(always)]
    pub(super) fn upgrade(&mut self, seat: usize, cell: Cell) {
        let index = u32::from(cell.0);
        let (slot, word) = Tableaus::place_of(seat, index);
        self.upgraded[slot][word] |= 1 << (index % 64);
    }
}
