//! Where the actions of a token are possible (A2 to A8).

use super::NoMoreVikings;
use super::action::Action;
use super::component::{NOT_FIRST, NOT_LAST, Parcel, SIDE, Unit, parcels};
use super::state::State;
use crate::cpu::Cpu;

/// Actions of one parcel: populate, enlist, cultivate.
const SINGLES: usize = 3;
/// Actions of two adjacent parcels: marry, fortress, tower, move.
const PAIRS: usize = 4;
/// From the first parcel to the second one: away from the beach, towards it, right, left.
const STEPS: [i8; 4] = [SIDE as i8, -(SIDE as i8), 1, -1];

/// The possible actions of a seat as sets of parcels.
#[derive(Clone, Copy)]
pub(super) struct Options {
    singles: [u64; SINGLES],
    /// For each step the first parcels.
    pairs: [[u64; STEPS.len()]; PAIRS],
}

/// Parcels of `first` whose neighbour in each step is one of `second`.
#[inline(always)]
const fn adjacent(first: u64, second: u64) -> [u64; STEPS.len()] {
    [
        first & second >> SIDE,
        first & second << SIDE,
        first & second >> 1 & NOT_LAST,
        first & second << 1 & NOT_FIRST,
    ]
}

#[inline(always)]
const fn only_if(condition: bool, set: u64) -> u64 {
    if condition { set } else { 0 }
}

impl NoMoreVikings {
    /// What the seat to move could do with an action.
    #[inline(always)]
    pub(super) fn options(&self, state: &State) -> Options {
        let player = state.player(state.seat);
        let free = self.free(state, state.seat);
        let [villagers, soldiers, cottages, fortresses, ..] = player.units;
        let marrying = only_if(state.has(Unit::Cottage), villagers);
        let walling = only_if(state.has(Unit::Fortress), cottages);
        let towering = only_if(state.has(Unit::Tower), fortresses);
        Options {
            singles: [
                only_if(state.has(Unit::Villager), free),
                only_if(state.has(Unit::Soldier), villagers),
                only_if(state.has(Unit::Field), villagers),
            ],
            pairs: [
                adjacent(marrying, marrying),
                adjacent(walling, walling),
                adjacent(towering, soldiers),
                adjacent(villagers | soldiers, free),
            ],
        }
    }
}

impl Options {
    /// How many actions there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let count = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
        count(&self.singles) + self.pairs.iter().map(|sets| count(sets)).sum::<u32>()
    }

    #[inline(always)]
    pub(super) fn nth<C: Cpu>(&self, cpu: C, mut k: u32) -> Action {
        for (number, set) in self.singles.into_iter().enumerate() {
            let count = set.count_ones();
            if k < count {
                return single(number, Parcel(cpu.nth_set(set, k) as u8));
            }
            k -= count;
        }
        for (number, sets) in self.pairs.into_iter().enumerate() {
            for (set, step) in sets.into_iter().zip(STEPS) {
                let count = set.count_ones();
                if k < count {
                    return pair(number, Parcel(cpu.nth_set(set, k) as u8), step);
                }
                k -= count;
            }
        }
        Action::End
    }

    /// All actions in their order.
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        for (number, set) in self.singles.into_iter().enumerate() {
            into.extend(parcels(set).map(|parcel| single(number, parcel)));
        }
        for (number, sets) in self.pairs.into_iter().enumerate() {
            for (set, step) in sets.into_iter().zip(STEPS) {
                into.extend(parcels(set).map(|parcel| pair(number, parcel, step)));
            }
        }
    }
}

#[inline(always)]
fn single(number: usize, parcel: Parcel) -> Action {
    match number {
        0 => Action::Populate { parcel },
        1 => Action::Enlist { parcel },
        _ => Action::Cultivate { parcel },
    }
}

#[inline(always)]
fn pair(number: usize, one: Parcel, step: i8) -> Action {
    let two = Parcel(one.0.wrapping_add_signed(step));
    match number {
        0 => Action::Marry { house: one, free: two },
        1 => Action::Fortress { house: one, free: two },
        2 => Action::Tower { fortress: one, soldier: two },
        _ => Action::Move { from: one, to: two },
    }
}
