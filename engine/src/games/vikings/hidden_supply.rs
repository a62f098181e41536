//! The tiles, vikings and bonus tiles of later rounds, which are not on the table yet (S2, S4). A dealt state carries
//! them as they were dealt; one drawn from a view carries what is left and a seed, and draws each round when it is laid,
//! so that a determinization costs next to nothing until a new round begins.

use super::bonus::{Bonus, ROW};
use super::component::{Colour, LOTS, ROUNDS, Tile};
use super::deal::{Deal, tile_counts};
use super::rule_set::RuleSet;
use super::wheel::Wheel;
use crate::cpu::Cpu;
use crate::games::bits::bits;
use crate::seed::Rng;

/// Face-down bonus tiles that can come into the row later: at most four at the start of each round (A6).
const LATER: usize = ROW * (ROUNDS - 1);

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

/// How many there are of up to eight kinds, eight bits each; at most 127 in total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counts(u64);

impl Counts {
    fn add(&mut self, kind: u32, count: u32) {
        self.0 += u64::from(count) << (8 * kind);
    }

    #[inline(always)]
    fn remove(&mut self, kind: u32, count: u32) {
        self.0 -= u64::from(count) << (8 * kind);
    }

    /// Cumulative counts of the kinds; the last is the total.
    #[inline(always)]
    fn sums(self) -> u64 {
        self.0.wrapping_mul(ONES)
    }

    /// Removes one of those that are left, each equally likely. `fraction` is a uniform fraction of
    /// 2^64; its remainder is one again (its precision shrinks by the number of those left).
    #[inline(always)]
    fn draw(&mut self, fraction: &mut u64) -> u32 {
        let sums = self.sums();
        let product = u128::from(*fraction) * u128::from(sums >> 56);
        *fraction = product as u64;
        let place = (product >> 64) as u64;
        let beyond = ((place.wrapping_mul(ONES) | HIGH) - sums) & HIGH;
        let kind = ((beyond >> 7).wrapping_mul(ONES) >> 56) as u32;
        self.remove(kind, 1);
        kind
    }
}

/// Draws per random word: with at most 127 = 2^7 left, 24 bits of precision remain.
const DRAWS_PER_WORD: usize = 6;

/// The kind under which a tile is counted: its lowest two bits for islands, 4 + sail for ships.
#[inline(always)]
const fn kind_of(tile: Tile) -> u32 {
    if tile.is_ship() { 4 + tile.variant() } else { tile.bits() as u32 & 3 }
}

/// The contribution of every two tiles, by their bits, to [`Future::unseen_tiles`] and [`Future::middles`].
static WORTH: [(u64, u32); 256] = {
    let (mut table, mut tiles) = ([(0, 0); 256], 0);
    while tiles < 512 {
        let tile = Tile::from_bits((tiles / 2) >> (4 * (tiles % 2)));
        let (kind, worth) = (kind_of(tile), &mut table[tiles as usize / 2]);
        worth.0 += 1 << (8 * kind);
        worth.1 += if kind == 3 { 1 << (8 * tile.variant()) } else { 0 };
        tiles += 1;
    }
    table
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Future {
    /// Rounds as dealt: the tile of every space, four bits each. 0 when laid.
    tiles: [u64; ROUNDS],
    /// Rounds as dealt: the number of vikings of every colour, four bits each. 0 when laid.
    vikings: [u32; ROUNDS],
    /// Face-down bonus tiles as dealt, in order, four bits each. 0 when laid.
    bonus: [u8; LATER / 2],
    /// Middles in the stacks, eight bits per building.
    middles: u32,
    /// Tiles in the stacks, by [`kind_of`].
    unseen_tiles: Counts,
    unseen_vikings: Counts,
    /// 0: the rounds are as dealt; otherwise they are drawn from this seed.
    seed: u64,
}

impl Future {
    /// From which rounds can be drawn, but only one kind of everything.
    pub(super) const MEANINGLESS: Future = Future {
        tiles: [0; ROUNDS],
        vikings: [0; ROUNDS],
        bonus: [0; LATER / 2],
        middles: 0,
        unseen_tiles: Counts(127 << 8),
        unseen_vikings: Counts(127),
        seed: 1,
    };

    /// All tiles and vikings, before they are dealt.
    pub(super) fn all(rule_set: &RuleSet) -> Future {
        let mut unseen_tiles = Counts(0);
        for (tile, count) in Tile::ALL.into_iter().zip(tile_counts(rule_set)) {
            unseen_tiles.add(kind_of(tile), count);
        }
        let mut unseen_vikings = Counts(0);
        for colour in Colour::ALL {
            unseen_vikings.add(colour.index(), rule_set.vikings.per_colour);
        }
        let middles = 0x0101_0101 * rule_set.tiles.middles_per_building;
        Future { middles, unseen_tiles, unseen_vikings, seed: 0, ..Future::MEANINGLESS }
    }

    /// The same as they were dealt.
    #[inline(always)]
    pub(super) fn dealt<C: Cpu>(&self, cpu: C, deal: &Deal) -> Future {
        let mut bonus = [0; LATER / 2];
        for (place, &kind) in deal.bonus.iter().skip(ROW).take(LATER).enumerate() {
            bonus[place / 2] |= (kind as u8) << (4 * (place % 2));
        }
        let mut dealt = Future { bonus, ..*self };
        // A closure would be compiled for the plainest processor.
        for round in 0..ROUNDS {
            dealt.tiles[round] = deal.stacks[round].on_wheel(cpu);
            dealt.vikings[round] = deal.bag[round].packed(cpu);
        }
        dealt
    }

    /// The same, but everything unseen is left to be drawn from `rng`, unless nothing is to come.
    #[inline(always)]
    pub(super) fn forgotten(&self, nothing_left: bool, rng: &mut Rng) -> Future {
        Future {
            tiles: [0; ROUNDS],
            vikings: [0; ROUNDS],
            bonus: [0; LATER / 2],
            seed: if nothing_left { 0 } else { rng.word() | 1 },
            ..*self
        }
    }

    /// The seed of a drawn state; 0: the rounds are as dealt.
    #[inline(always)]
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    #[inline(always)]
    pub(super) fn lay(&mut self, round: usize) -> Wheel {
        Wheel::lay(self.lay_tiles(round), self.draw_vikings(round, LOTS))
    }

    /// The tiles of `round`, four bits for every space.
    #[inline(always)]
    pub(super) fn lay_tiles(&mut self, round: usize) -> u64 {
        if self.seed == 0 { self.dealt_tiles(round) } else { self.drawn_tiles(round) }
    }

    /// The vikings of `round`, four bits for the number of every colour; `count` says how many
    /// there are if they are drawn.
    #[inline(always)]
    pub(super) fn draw_vikings(&mut self, round: usize, count: usize) -> u32 {
        if self.seed == 0 { self.dealt_vikings(round) } else { self.drawn_vikings(round, count) }
    }

    /// The bonus tile at a place of the dealt stack, which is no longer hidden.
    pub(super) fn lay_bonus(&mut self, place: u8) -> Bonus {
        let (pair, shift) = (&mut self.bonus[usize::from(place) / 2], 4 * (place % 2));
        let kind = (*pair >> shift) & 15;
        *pair &= !(15 << shift);
        Bonus::from_index(u32::from(kind))
    }

    #[inline(always)]
    fn dealt_tiles(&mut self, round: usize) -> u64 {
        let tiles = std::mem::take(&mut self.tiles[round]);
        for two in 0..LOTS / 2 {
            let (seen, middles) = WORTH[(tiles >> (8 * two)) as usize & 255];
            self.unseen_tiles.0 -= seen;
            self.middles -= middles;
        }
        tiles
    }

    #[inline(always)]
    fn dealt_vikings(&mut self, round: usize) -> u32 {
        let vikings = std::mem::take(&mut self.vikings[round]);
        for colour in 0..6 {
            self.unseen_vikings.remove(colour, (vikings >> (4 * colour)) & 15);
        }
        vikings
    }

    fn drawn_tiles(&mut self, round: usize) -> u64 {
        let mut rng = Rng::from_seed(self.seed.wrapping_add(round as u64));
        let (mut tiles, mut low, mut high) = (0, 0, 4 * (LOTS as u32 - 1));
        for _ in 0..LOTS / DRAWS_PER_WORD {
            let mut fraction = rng.word();
            for _ in 0..DRAWS_PER_WORD {
                let kind = self.unseen_tiles.draw(&mut fraction);
                if kind >= 4 {
                    tiles |= Tile::ship(kind - 4).bits() << high;
                    high = high.wrapping_sub(4);
                } else {
                    tiles |= u64::from(kind) << low;
                    low += 4;
                }
            }
        }
        tiles | self.draw_buildings(tiles, &mut rng)
    }

    fn drawn_vikings(&mut self, round: usize, count: usize) -> u32 {
        let mut rng = Rng::from_seed(self.seed.wrapping_add((8 + round) as u64));
        let (mut vikings, mut fraction) = (0, 0);
        for drawn in 0..count {
            if drawn % DRAWS_PER_WORD == 0 {
                fraction = rng.word();
            }
            vikings += 1 << (4 * self.unseen_vikings.draw(&mut fraction));
        }
        vikings
    }

    fn draw_buildings(&mut self, tiles: u64, rng: &mut Rng) -> u64 {
        let middles = tiles & (tiles >> 1) & 0x1111_1111_1111;
        let mut left = Counts(u64::from(self.middles));
        let mut buildings = 0;
        for space in bits(middles) {
            buildings |= u64::from(left.draw(&mut rng.word())) << (space + 2);
        }
        self.middles = left.0 as u32;
        buildings
    }
}
