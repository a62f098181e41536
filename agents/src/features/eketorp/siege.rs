//! The siege spaces of a village, by what is at stake.

use std::cmp::Reverse;

use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::component::{Place, SIEGE_SPACES};
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::seat::Seat;

use crate::features::number;

/// Differences of cards for which inputs say what a siege could take: a common one, and all that a high card
/// takes from a village without defenders.
pub(super) const LIMITS: [i32; 2] = [2, 6];

#[derive(Clone, Copy, Debug)]
pub(super) struct SiegeSpace {
    pub(super) place: Place,
    /// Most points that a siege takes by each of [`LIMITS`].
    pub(super) loot: [i32; LIMITS.len()],
    /// Stones on the two walls.
    pub(super) stones: i32,
}

/// Nobody looks at villages without a seat.
pub(super) const NONE: [SiegeSpace; SIEGE_SPACES] =
    [SiegeSpace { place: Place::siege(0, 0), loot: [0; LIMITS.len()], stones: 0 }; SIEGE_SPACES];

/// Those of a village: by what the higher limit takes, the most first, then by the lower limit, the stones, and in the
/// order of the spaces.
pub(super) fn by_stakes(
    game: &Eketorp,
    state: &State,
    village: usize,
) -> [SiegeSpace; SIEGE_SPACES] {
    let mut sieges = std::array::from_fn(|weapon| {
        let place = Place::siege(village, weapon);
        let walls = &state[Seat::new(village)].walls[place.low_wall()..][..2];
        let stones = number(walls.iter().map(|wall| wall.height()).sum());
        SiegeSpace { place, loot: loot(game, state, place, LIMITS), stones }
    });
    sieges.sort_unstable_by_key(|siege| {
        let [low, high] = siege.loot;
        (Reverse((high, low, siege.stones)), siege.place.index())
    });
    sieges
}

/// Most points that a siege takes off two walls by each of these differences, in ascending order.
pub(super) fn loot<const N: usize>(
    game: &Eketorp,
    state: &State,
    place: Place,
    limits: [i32; N],
) -> [i32; N] {
    let mut loot = [0; N];
    let highest = limits.last().map_or(0, |&highest| highest as u32);
    game.lootable(game.besieged(state, place), highest, |_, _, _, points| {
        for (most, _) in loot.iter_mut().zip(limits).filter(|&(_, limit)| points <= limit) {
            *most = points.max(*most);
        }
    });
    loot
}
