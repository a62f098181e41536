//! The only place that names random generators. Both are functions of numbers in every record:
//!
//! - **The table** (what chance deals) draws from ChaCha8, keyed by (master seed, deal, component).
//!   Each kind of component has its own stream, so one more tile changes no viking.
//! - **Agents** draw from SplitMix64 (Steele, Lea, Flood 2014), keyed anew for every decision by
//!   (master seed, block, seating, seat, game clock). The clock is a place in the game, so an agent
//!   that thinks longer, stops early or is asked once more shifts nothing elsewhere.
//!
//! Both implement the traits of `rand`. What `rand` has as well (shuffles, a number below another one) is implemented
//! here, because `rand` would draw numbers other than those in all published results.

use std::convert::Infallible;

use rand_chacha::rand_core::{self, Rng as _, SeedableRng, TryRng, utils};

use crate::seat::Seat;

/// Raised when the same seed gives other deals or other draws.
pub const GENERATORS: u32 = 1;

/// Generator of the table's streams.
#[derive(Clone, Debug)]
pub struct TableRng(rand_chacha::ChaCha8Rng);

impl TableRng {
    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.next_u64()
    }

    /// A number from 0 to `bound - 1`, drawn as [`Rng::below`] draws it; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        part(self.word(), bound)
    }
}

impl TryRng for TableRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// `word` as a fraction, times `bound`, without what follows the point.
#[inline(always)]
const fn part(word: u64, bound: u32) -> u32 {
    ((word as u128 * bound as u128) >> 64) as u32
}

/// Puts `items` into random order, every order equally likely (Fisher and Yates; Durstenfeld 1964): a deck with
/// the table's generator, what is shuffled during play or drawn anew with an [`Rng`]. Several choices share one random
/// word, treated as a fraction: multiplied by the number of choices, its integer part is a choice and its fractional
/// part is the next fraction. A word serves as many choices as use up 32 of its bits, so each is uniform up to 2^-32.
/// Panics if there are 2^32 items or more.
pub fn shuffle<T>(items: &mut [T], rng: &mut impl rand_core::Rng) {
    assert!(u32::try_from(items.len()).is_ok());
    let bits = usize::BITS - items.len().leading_zeros();
    match (32 / bits.max(1)).max(1) {
        // Large decks, compiled for them.
        4 => shuffle_by(4, items, rng),
        per_word => shuffle_by(per_word, items, rng),
    }
}

#[inline(always)]
fn shuffle_by<T>(per_word: u32, mut items: &mut [T], rng: &mut impl rand_core::Rng) {
    while items.len() > 1 {
        let mut fraction = rng.next_u64();
        for _ in 0..per_word {
            let Some(last) = items.len().checked_sub(1) else { return };
            let product = u128::from(fraction) * items.len() as u128;
            fraction = product as u64;
            // Also with itself: whether it is that is unpredictable.
            items.swap(last, (product >> 64) as usize);
            items = &mut items[..last];
        }
    }
}

/// 2^64 divided by the golden ratio, odd: the usual increment of Weyl sequences.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13): a bijection in
/// which every input bit flips every output bit with probability one half.
#[inline(always)]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A hash of a text, the same on every machine: FNV-1a (Fowler, Noll, Vo) of 64 bits.
pub fn hash_of(text: &str) -> u64 {
    let next = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    text.bytes().fold(0xCBF2_9CE4_8422_2325, next)
}

/// Identifies one deal of a run: everything that chance decides in it follows from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealSeed {
    /// Master seed of the run.
    pub seed: u64,
    /// Number of the deal within the run.
    pub deal: u64,
}

impl DealSeed {
    /// The stream of one kind of component (tiles, vikings, ...), numbered by the game.
    pub fn stream(self, component: u32) -> TableRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&self.deal.to_le_bytes());
        key[16..20].copy_from_slice(&component.to_le_bytes());
        key[24..].copy_from_slice(b"drakkar1");
        TableRng(rand_chacha::ChaCha8Rng::from_seed(key))
    }

    /// The generator that draws which seatings of this deal are played, if not all of them are.
    pub fn seatings(self) -> Rng {
        // Seating numbers of games are small, so the last one belongs to no game.
        DecisionKey::new(self.seed, self.deal, u64::MAX, Seat::new(0)).at(0)
    }
}

/// Key of all decisions that one seat takes in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionKey(u64);

impl DecisionKey {
    /// The key of `seat` in seating number `seating` of block number `block`.
    pub const fn new(seed: u64, block: u64, seating: u64, seat: Seat) -> DecisionKey {
        let mut key = mix(seed.wrapping_add(GOLDEN));
        key = mix(key ^ block.wrapping_mul(GOLDEN));
        key = mix(key ^ (seating.wrapping_mul(8) + seat.index() as u64).wrapping_mul(GOLDEN));
        DecisionKey(key)
    }

    /// The key for continuation `number` of the same game: its decisions draw other numbers, and
    /// [what holds throughout a game](Rng::of_game) stays as it is.
    pub const fn again(self, number: u64) -> DecisionKey {
        // Entry points differ by multiples of 2^32, so that the lower half belongs to the game.
        DecisionKey(self.0 ^ mix(number.wrapping_add(GOLDEN)) << 32)
    }

    /// The generator of the decision at `clock`, see [`Game::clock`](crate::game::Game::clock). A seat's decisions enter
    /// one SplitMix64 sequence 2^32 draws apart, so that none reaches the draws of another.
    #[inline(always)]
    pub fn at(self, clock: u32) -> Rng {
        let start = self.0.wrapping_add((u64::from(clock) << 32).wrapping_mul(GOLDEN));
        Rng(start)
    }
}

/// The key of a game's [dice](crate::dice::Dice) and the place of a roll, as the generator of that roll.
pub(crate) const fn roll(key: u64, turn: u32, place: u32) -> Rng {
    let at = (turn as u64) << 32 | place as u64;
    Rng(mix(mix(key.wrapping_add(GOLDEN)) ^ at.wrapping_mul(GOLDEN)))
}

/// The small fast generator of agents and rollouts.
// `rand_xoshiro` calls a function to make a SplitMix64: for every decision, 1 to 2 % of a random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator from one number, for uses outside of games: resampling, tests, benches.
    pub fn from_seed(seed: u64) -> Rng {
        DecisionKey(mix(seed)).at(0)
    }

    /// The generator of a seat in a game, for choices made once per game. This one must be that of a decision, with
    /// nothing drawn from it yet.
    pub fn of_game(&self) -> Rng {
        // Entry points differ by multiples of 2^32.
        Rng::from_seed(self.0 & u64::from(u32::MAX))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// Leaves out so many words, and returns where it stood before, for [`Rng::standing_at`].
    #[inline(always)]
    pub(crate) const fn skip(&mut self, words: u64) -> u64 {
        let before = self.0;
        self.0 = before.wrapping_add(words.wrapping_mul(GOLDEN));
        before
    }

    #[inline(always)]
    pub(crate) const fn standing_at(place: u64) -> Rng {
        Rng(place)
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0. Each is drawn with probability `1 / bound` up to an error below
    /// `bound / 2^64` (multiply-shift, Lemire 2019, without the rejection step).
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        part(self.word(), bound)
    }

    /// A number from 0 to below 1, one of 2^53 that are equally likely.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles, with a word for each item.
    #[inline]
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_end(items, 0);
    }

    /// The same for the places from `first` on; what is left for those before stays in some order.
    #[inline(always)]
    pub(crate) fn shuffle_end<T>(&mut self, items: &mut [T], first: usize) {
        let mut left = items.len();
        while left > first.max(1) {
            let chosen = self.below(left as u32) as usize;
            left -= 1;
            items.swap(left, chosen);
        }
        self.skip(left.saturating_sub(1) as u64);
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || Ok(self.word()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuations_draw_other_numbers_in_the_same_game() {
        let key = DecisionKey::new(1, 2, 3, Seat::new(0));
        let mut words = Vec::new();
        for number in 0..100 {
            let mut again = key.again(number).at(7);
            assert_eq!(again.of_game(), key.at(9).of_game());
            words.push(again.word());
        }
        words.push(key.at(7).word());
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 101);
    }

    /// Published results can be reproduced only as long as these stay the same.
    #[test]
    fn first_draws_are_pinned() {
        let mut table = DealSeed { seed: 7, deal: 3 }.stream(1);
        assert_eq!([table.next_u64(), table.next_u64()], PINNED_TABLE);
        // The same words as fractions of 2^64.
        let mut again = DealSeed { seed: 7, deal: 3 }.stream(1);
        assert_eq!([again.below(1000), again.below(1000)], [234, 665]);
        let mut agent = DecisionKey::new(7, 3, 2, Seat::new(1)).at(5);
        let mut twin = agent.clone();
        assert_eq!([agent.word(), agent.word()], PINNED_AGENT);
        assert_eq!([twin.next_u64(), twin.next_u64()], PINNED_AGENT);
    }

    /// Values of the reference implementation, <https://xoshiro.di.unimi.it/splitmix64.c>.
    #[test]
    fn agents_draw_from_splitmix64() {
        let mut rng = Rng(1_477_776_061_723_855_037);
        assert_eq!(
            [1_985_237_415_132_408_290, 2_979_275_885_539_914_483],
            [rng.word(), rng.word()]
        );
        let mut bytes = [0; 12];
        rng.clone().fill_bytes(&mut bytes);
        let words = [rng.word(), rng.word()];
        assert_eq!(words, [13_511_426_838_097_143_398, 8_488_337_342_461_049_707]);
        // Distributions draw 32 bits as the upper half of a word.
        assert_eq!(rng.clone().next_u32(), (rng.word() >> 32) as u32);
        assert_eq!(bytes[..8], words[0].to_le_bytes());
        assert_eq!(bytes[8..], words[1].to_le_bytes()[..4]);
    }

    const PINNED_TABLE: [u64; 2] = [4330519556663097871, 12285439091727549860];
    const PINNED_GAME: u64 = 11552220297939107771;
    const PINNED_AGENT: [u64; 2] = [15264768247939439494, 773078127836158564];

    #[test]
    fn every_order_is_equally_likely() {
        // 48,000 shuffles of 4 items, 24 orders: chi-square with 23 degrees of freedom stays under
        // its 0.999 quantile, 49.7. And every place of a long list takes every item equally often.
        let mut orders = std::collections::BTreeMap::new();
        let mut places = [[0u32; 60]; 60];
        for deal in 0..48_000 {
            let rng = &mut DealSeed { seed: 2, deal }.stream(0);
            let mut items = [0, 1, 2, 3];
            shuffle(&mut items, rng);
            *orders.entry(items).or_insert(0u32) += 1;
            let mut items: [usize; 60] = std::array::from_fn(|index| index);
            shuffle(&mut items, rng);
            for (place, item) in items.into_iter().enumerate() {
                places[place][item] += 1;
            }
        }
        assert_eq!(orders.len(), 24);
        let chi2 = |counts: &mut dyn Iterator<Item = u32>, expected: f64| -> f64 {
            counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
        };
        assert!(chi2(&mut orders.values().copied(), 2000.0) < 49.7);
        // 59 x 59 degrees of freedom: mean 3481, deviation 83.
        let all = chi2(&mut places.iter().flatten().copied(), 800.0);
        assert!((3150.0..3810.0).contains(&all), "{all}");
    }

    #[test]
    fn every_part_of_the_key_counts() {
        let first = |seed, block, seating, seat, clock| {
            DecisionKey::new(seed, block, seating, Seat::new(seat)).at(clock).word()
        };
        let mut words = vec![first(1, 2, 3, 4, 5)];
        words.extend([first(2, 2, 3, 4, 5), first(1, 3, 3, 4, 5), first(1, 2, 4, 4, 5)]);
        words.extend([first(1, 2, 3, 5, 5), first(1, 2, 3, 4, 6)]);
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 6);
    }

    /// Decisions of a seat in a game share a generator, those of others have another one.
    #[test]
    fn a_game_has_a_generator_of_its_own() {
        let word = |block, seating, seat, clock| {
            let decision = DecisionKey::new(7, block, seating, Seat::new(seat)).at(clock);
            decision.of_game().word()
        };
        assert_eq!(word(3, 2, 1, 0), PINNED_GAME);
        let mut games = Vec::new();
        for (block, seating, seat) in [(3, 2, 1), (4, 2, 1), (3, 1, 1), (3, 2, 0)] {
            games.push(word(block, seating, seat, 0));
            assert!(
                (1..500).all(|clock| word(block, seating, seat, clock) == *games.last().unwrap())
            );
        }
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), 4);
        let mut decision = DecisionKey::new(7, 3, 2, Seat::new(1)).at(5);
        assert_ne!(decision.word(), PINNED_GAME);
    }

    #[test]
    fn first_draws_of_neighbouring_clocks_are_uniform() {
        // 100,000 first draws below 10 over neighbouring keys: chi-square with 9 degrees of
        // freedom stays under its 0.999 quantile, 27.9.
        let mut counts = [0u32; 10];
        for game in 0..1000 {
            let key = DecisionKey::new(1, game, 0, Seat::new(0));
            for clock in 0..100 {
                counts[key.at(clock).below(10) as usize] += 1;
            }
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 27.9, "{chi2} {counts:?}");
    }
}
