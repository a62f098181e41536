//! The wheel: lots, their prices, and which of them may be bought (O1 to O4, B1 to B3).

use super::component::{Colour, LOTS, Tile};
use super::rule_set::BonusTrigger;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wheel {
    tiles: u64,
    /// The viking of every space, four bits each. Equal colours stand side by side.
    colours: u64,
    /// The spaces that still hold a lot.
    present: u32,
    /// The last space of every colour.
    ends: u32,
}

/// `n` times the four bits of `value`, from the lowest.
fn repeat(value: u32, n: u32) -> u64 {
    (u64::from(value) * 0x1111_1111_1111_1111) & ((1 << (4 * n)) - 1)
}

impl Wheel {
    /// Lays a round's tiles, arranged by space, and its vikings: four bits per colour with the number of them (O1, O2).
    #[inline(always)]
    pub(super) fn lay(tiles: u64, vikings: u32) -> Wheel {
        let (mut colours, mut ends, mut space) = (0, 0, 0);
        for colour in Colour::ON_WHEEL {
            let count = (vikings >> (4 * colour.index())) & 15;
            colours |= repeat(colour.index(), count) << (4 * space);
            space += count;
            ends |= (1 << space) >> 1;
        }
        Wheel { tiles, colours, present: (1 << LOTS) - 1, ends }
    }

    /// Nothing: the tiles are hidden (A1).
    pub(super) const EMPTY: Wheel = Wheel { tiles: 0, colours: 0, present: 0, ends: 0 };

    /// Puts `count` vikings of a colour onto the spaces below `free`, the number of spaces that still lack one (A3).
    #[inline(always)]
    pub(super) fn set(&mut self, colour: Colour, count: u32, free: u32) {
        self.colours |= repeat(colour.index(), count) << (4 * (free - count));
        self.ends |= (1 << free) >> 1;
    }

    /// The lowest space that holds a lot: the one priced 0 (O3). Beyond the last space if there is no lot.
    #[inline(always)]
    pub(super) fn zero(&self) -> u32 {
        self.present.trailing_zeros()
    }

    #[inline(always)]
    fn colour_bits(&self, space: u32) -> u64 {
        (self.colours >> (4 * space)) & 15
    }

    /// What may be bought with this much gold and glory: bit p for the lot priced p.
    #[inline(always)]
    pub(super) fn choice(&self, gold: i32, glory: i32) -> u32 {
        let zero = self.zero();
        let lots = self.present >> zero;
        // B2: every price up to gold + glory.
        debug_assert!(gold + glory >= 0);
        let most = (gold + glory).min(LOTS as i32);
        let prices = lots & !(!1 << most);
        // B3: other lots with the viking of the lot priced 0; equal colours are next to each other.
        let ends = self.ends >> zero;
        let others = lots & (ends ^ ends.wrapping_sub(1)) & !1;
        // It waits if gold buys the nearest of them. Without branches, because the outcome is unpredictable.
        let waits = (others != 0) & (gold >= others.trailing_zeros() as i32);
        prices & !u32::from(waits)
    }

    /// Whether the lot at `price` is the one that wins a bonus tile (A7).
    #[inline(always)]
    pub(super) fn wins_bonus(&self, trigger: BonusTrigger, price: u32) -> bool {
        let space = self.zero() + price;
        price > 0
            && match trigger {
                BonusTrigger::Space11 => space == LOTS as u32 - 1,
                BonusTrigger::Highest => self.present >> space == 1,
            }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, price: u32) -> (Tile, Colour) {
        let space = self.zero() + price;
        let lot = self.lot(space);
        self.present &= !(1 << space);
        lot
    }

    #[inline(always)]
    pub(super) fn prices(&self) -> u32 {
        self.present >> (self.zero() & 31)
    }

    /// The lot priced `price`; an arbitrary one if there is none.
    #[inline(always)]
    pub(super) fn at_price(&self, price: u32) -> (Tile, Colour) {
        self.lot(self.zero() + price)
    }

    #[inline(always)]
    fn lot(&self, space: u32) -> (Tile, Colour) {
        let tile = Tile::from_bits(self.tiles >> (4 * space));
        (tile, Colour::from_index(self.colour_bits(space) as u32))
    }

    pub(super) fn lots(&self) -> impl Iterator<Item = (u32, Tile, Colour)> + '_ {
        let spaces = (0..LOTS as u32).filter(|space| (self.present >> space) & 1 == 1);
        spaces.map(|space| {
            let (tile, colour) = self.lot(space);
            (space - self.zero(), tile, colour)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lots in the order of spaces, for example `[F` for a left end with a fisherman.
    fn wheel(vikings: &str) -> Wheel {
        let mut counts = 0;
        for letter in vikings.chars() {
            counts += 1 << (4 * letter.to_string().parse::<Colour>().unwrap().index());
        }
        Wheel::lay(0x2222_2222_2222, counts)
    }

    fn prices(choice: u32) -> Vec<u32> {
        (0..12).filter(|p| choice >> p & 1 == 1).collect()
    }

    #[test]
    fn o2_o3_vikings_stand_in_order_and_prices_count_from_the_lowest_lot() {
        let wheel = wheel("FFGGSSNNWWBB");
        let letters: String = wheel.lots().map(|lot| lot.2.to_string()).collect();
        assert_eq!(letters, "FFGGSSNNWWBB");
        assert_eq!(wheel.lots().map(|lot| lot.0).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn o4_prices_fall_when_the_lot_priced_0_is_bought() {
        let mut wheel = wheel("FGGGSSNNWWBB");
        wheel.take(1);
        wheel.take(2);
        assert_eq!(wheel.lots().map(|lot| lot.0).collect::<Vec<_>>()[..3], [0, 3, 4]);
        wheel.take(0);
        assert_eq!(wheel.lots().map(|lot| lot.0).collect::<Vec<_>>()[..3], [0, 1, 2]);
    }

    #[test]
    fn b2_gold_and_glory_together_limit_the_price() {
        let wheel = wheel("FGGGSSNNWWBB");
        assert_eq!(prices(wheel.choice(3, 1)), [0, 1, 2, 3, 4]);
        assert_eq!(prices(wheel.choice(0, 0)), [0]);
        assert_eq!(prices(wheel.choice(90, 90)), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn b3_e7_the_lot_priced_0_waits_for_the_last_of_its_colour() {
        let mut wheel = wheel("FFFGSSNNWWBB");
        assert_eq!(prices(wheel.choice(1, 0)), [1]);
        // Only gold counts: nobody is obliged to exchange glory.
        assert_eq!(prices(wheel.choice(0, 2)), [0, 1, 2]);
        wheel.take(1);
        assert_eq!(prices(wheel.choice(1, 2)), [0, 2, 3]);
        assert_eq!(prices(wheel.choice(2, 0)), [2]);
        wheel.take(2);
        assert_eq!(prices(wheel.choice(3, 0)), [0, 3]);
        wheel.take(0);
        assert_eq!(wheel.lots().next().unwrap().2, Colour::Goldsmith);
    }

    #[test]
    fn b3_the_last_lot_is_free() {
        let mut wheel = wheel("FFFFFFFFFFFF");
        for _ in 0..11 {
            wheel.take(wheel.lots().last().unwrap().0);
        }
        assert_eq!(prices(wheel.choice(50, 0)), [0]);
    }
}
