//! What vikings are worth to the owner of bonus tiles.

use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::bonus::{Bonus, Kinds};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::recorded::Recorded;

use super::prospects::{
    ASHORE, FISHERMEN, FISHERS, FREE, GOLDSMITHS, NOBLES, SCOUTS, TileWorths, TimeValues,
};

/// Bonus tiles that raise the value of vikings.
pub(super) const RAISING: [Bonus; 5] =
    [Bonus::Noble1, Bonus::Scout1, Bonus::Goldsmith1, Bonus::Goldsmith2, Bonus::Fisher1];

/// [`Kinds::bits`] of one tile of each of some kinds.
const fn one_of_each(kinds: &[Bonus]) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while place < kinds.len() {
        bits |= 1 << (4 * kinds[place] as u32);
        place += 1;
    }
    bits
}

/// Bits of tiles of which sets are known, and of those with which a set is not.
const KNOWN: u64 = one_of_each(&RAISING);
const UNKNOWN: u64 = (15 * (KNOWN | one_of_each(&[Bonus::Gold3, Bonus::Food3]))) & !KNOWN;

/// The place of a set among all, by a factor with which each has its own.
#[inline(always)]
pub(super) const fn place(bits: u64) -> usize {
    ((bits & KNOWN).wrapping_mul(0x90_8240_0000_0000) >> (u64::BITS - RAISING.len() as u32))
        as usize
}
const PLACES: usize = 1 << RAISING.len();

/// The values at one time, and what they are with at most one bonus tile of each kind that raises them.
#[derive(Clone, Debug)]
pub(super) struct KnownTime {
    pub(super) values: TimeValues,
    raised: Vec<TileWorths>,
}

impl KnownTime {
    pub(super) fn new<V: Variant>(values: TimeValues, game: &VikingsOf<V>) -> KnownTime {
        let has_tiles = game.rule_set().advanced.bonus_tiles;
        let mut raised = vec![values.worths; if has_tiles { PLACES } else { 1 }];
        for set in 1..raised.len() {
            let mut counts = [0; Bonus::COUNT];
            for (place, kind) in RAISING.into_iter().enumerate() {
                counts[kind as usize] = (set >> place & 1) as u32;
            }
            let owned = Kinds::of(counts);
            values.add_tiles(&mut raised[place(owned.bits())], game, owned);
        }
        KnownTime { values, raised }
    }

    /// With some bonus tiles, if that is known.
    #[inline(always)]
    pub(super) fn raised<V: Variant>(&self, tiles: Kinds) -> Option<&TileWorths> {
        if !V::ADVANCED {
            return Some(&self.values.worths);
        }
        if tiles.bits() & UNKNOWN == 0 { self.raised.get(place(tiles.bits())) } else { None }
    }
}

impl TimeValues {
    /// Adds the effects of bonus tiles, which do not change other values, to the usual `worths`.
    pub(super) fn add_tiles<V: Variant>(
        &self,
        worths: &mut TileWorths,
        game: &VikingsOf<V>,
        owned: Kinds,
    ) {
        let (weights, worth) = (&self.weights, game.bonus_values());
        if RAISING.into_iter().any(|kind| owned.count(kind) > 0) {
            let tiles = |kind: Bonus| f64::from(owned.count(kind) as i32 * worth[kind as usize]);
            let share = self.large * weights.scoring;
            let more = [
                0.0,
                tiles(Bonus::Noble1) * share,
                tiles(Bonus::Scout1) * share,
                (tiles(Bonus::Goldsmith1) + tiles(Bonus::Goldsmith2))
                    * self.gold
                    * self.small
                    * weights.scoring,
                tiles(Bonus::Fisher1) * share,
            ];
            let features = worths.features.as_flattened_mut();
            for (row, more) in more.into_iter().enumerate() {
                worths.viking[row] += more;
                features[FREE + row] += more * weights.free;
                features[ASHORE + row] += more * weights.ashore;
            }
            for row in [NOBLES, SCOUTS, GOLDSMITHS] {
                features[row] += more[row];
            }
            features[FISHERS] += more[FISHERMEN];
        }
    }
}
