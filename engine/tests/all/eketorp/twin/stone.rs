//! C4, N1: stones and walls as texts.

use std::collections::BTreeMap;

/// The kinds in the order of N1: grass, wood, clay, stone.
pub const KINDS: [char; 4] = ['g', 'w', 'c', 's'];

/// The stones of a list in the order of N1.
pub fn sorted(stones: &[char]) -> Vec<char> {
    let mut list = Vec::new();
    for kind in KINDS {
        for &stone in stones {
            if stone == kind {
                list.push(kind);
            }
        }
    }
    list
}

/// The different kinds among stones, in the order of N1.
pub fn kinds(stones: &[char]) -> Vec<char> {
    KINDS.into_iter().filter(|kind| stones.contains(kind)).collect()
}

/// Takes one stone of a kind out of a list.
pub fn remove(stones: &mut Vec<char>, kind: char) {
    let place = stones.iter().position(|&stone| stone == kind).expect("a stone of this kind");
    stones.remove(place);
}

/// How many stones of a kind there are.
pub fn count(stones: &[char], kind: char) -> usize {
    stones.iter().filter(|&&stone| stone == kind).count()
}

/// The stones that are on no space, wall or Viking.
pub type Supply = BTreeMap<char, usize>;
