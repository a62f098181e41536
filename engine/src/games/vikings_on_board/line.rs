//! All bodies of all ships, side by side in one line.
//!
//! The line begins with the bodies of ship 1, bow first, and ends with those of ship 8. All
//! properties of bodies are spread over bit masks with one bit for each of the 24 places in the
//! line, so questions about all ships take a few operations, and a body that moves rotates a range
//! of each mask by one. Bodies of ships that have sailed stay in the line but no longer count.

use super::component::{BODIES, BODIES_PER_SHIP, Body, Clan, Place, SHIPS, Ship};

/// The masks: the clan's number, the shields, whether a viking stands there, whether the ship is still docked.
const CLAN: usize = 0;
const SHIELDS: usize = 2;
const CREW: usize = 6;
const DOCKED: usize = 7;
const MASKS: usize = 8;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;
const ALL: u32 = (1 << BODIES) - 1;

/// Ships as a set: bit 7 of byte `s` stands for ship `s`.
pub(super) type Fleet = u64;

#[inline(always)]
pub(super) fn only(ship: Ship) -> Fleet {
    0x80 << ((8 * u32::from(ship.0)) & 63)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    masks: [u32; MASKS],
    /// First bodies of ships; ships without bodies have none of their own.
    heads: u32,
    /// Byte `s`: where ship `s` begins in the line.
    starts: u64,
    docked: Fleet,
}

impl Line {
    /// D2: the clans aboard, the most influential first, and their number.
    #[inline(always)]
    pub(super) fn influence(&self, ship: Ship, crew_shields: u32) -> ([u8; 4], u8) {
        let aboard = self.mask(ship);
        let docked = self.docked();
        debug_assert!(docked & only(ship) != 0);
        // Comparable numbers: shields, then nearness to the bow, then the clan's own number. Absent
        // clans are 0.
        let mut ranks = [0, 1, 2, 3].map(|clan| {
            let bodies = self.of(clan) & aboard;
            let (shields, crew) = self.shields(bodies);
            let rank = (shields + crew * crew_shields) << 8
                | (31 - bodies.trailing_zeros().min(31)) << 2
                | clan;
            if bodies == 0 { 0 } else { rank }
        });
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        let count = ranks.iter().filter(|&&rank| rank > 0).count();
        (ranks.map(|rank| (rank & 3) as u8), count as u8)
    }

    pub(super) fn new(ships: &[[Body; BODIES_PER_SHIP]; SHIPS]) -> Line {
        let mut masks = [0; MASKS];
        for (at, body) in ships.iter().flatten().enumerate() {
            let clan = body.clan as u32;
            masks[CLAN] |= (clan & 1) << at;
            masks[CLAN + 1] |= (clan >> 1) << at;
            for bit in 0..4 {
                masks[SHIELDS + bit] |= (u32::from(body.shields) >> bit & 1) << at;
            }
            masks[CREW] |= u32::from(body.crew) << at;
        }
        masks[DOCKED] = ALL;
        let starts = (0..SHIPS as u64).fold(0, |word, ship| word | (3 * ship) << (8 * ship));
        let mut line = Line { masks, heads: 0, starts, docked: HIGH };
        line.find_heads();
        line
    }

    #[inline(always)]
    pub(super) fn bodies(&self) -> u32 {
        self.masks[DOCKED]
    }

    #[inline(always)]
    pub(super) fn docked(&self) -> Fleet {
        self.docked
    }

    /// Bodies of `clan` on docked ships.
    #[inline(always)]
    pub(super) fn of(&self, clan: u32) -> u32 {
        let low = self.masks[CLAN] ^ (clan & 1).wrapping_sub(1);
        let high = self.masks[CLAN + 1] ^ (clan >> 1 & 1).wrapping_sub(1);
        low & high & self.masks[DOCKED]
    }

    #[inline(always)]
    pub(super) fn crewed(&self) -> u32 {
        self.masks[CREW]
    }

    #[inline(always)]
    pub(super) fn heads(&self) -> u32 {
        self.heads
    }

    /// Bodies unlike the one before them in the line; first bodies of ships may be among them.
    #[inline(always)]
    pub(super) fn changes(&self) -> u32 {
        self.masks.iter().fold(0, |changes, mask| changes | (mask ^ mask << 1))
    }

    /// The foremost of each run of equal bodies side by side on a ship (N5).
    #[inline(always)]
    pub(super) fn fronts(&self) -> u32 {
        self.changes() | self.heads
    }

    /// Bodies on docked ships that are not equal to the one at `at`, which is on one too.
    #[inline(always)]
    pub(super) fn unlike(&self, at: u32) -> u32 {
        let differ = |mask: &u32| mask ^ (mask >> (at & 31) & 1).wrapping_neg();
        let all = self.masks.iter().fold(0, |unlike, mask| unlike | differ(mask));
        all & self.masks[DOCKED]
    }

    /// Whether two unequal bodies stand on two docked ships (A11).
    #[inline(always)]
    pub(super) fn has_unequal_pair(&self) -> bool {
        let docked = self.masks[DOCKED];
        let first = docked.trailing_zeros();
        // If all others equal the first, no pair is unequal; if only bodies of its own ship differ
        // from it, they differ from those of the other ships, which equal it.
        docked != 0 && docked & !self.mask(self.ship_of(first)) != 0 && self.unlike(first) != 0
    }

    /// Docked ships with room for one more body (R5).
    #[inline(always)]
    pub(super) fn with_room(&self, max_bodies: u32) -> Fleet {
        let lengths = (self.starts >> 8 | (BODIES as u64) << 56) - self.starts;
        (HIGH + u64::from(max_bodies - 1) * ONES - lengths) & self.docked
    }

    #[inline(always)]
    pub(super) fn ship_of(&self, at: u32) -> Ship {
        let begun = (HIGH + u64::from(at) * ONES - self.starts) & HIGH;
        Ship((begun.count_ones() - 1) as u8 & 7)
    }

    #[inline(always)]
    fn start(&self, ship: u32) -> u32 {
        (self.starts >> ((8 * ship) & 63)) as u32 & 0xFF
    }

    #[inline(always)]
    fn end(&self, ship: u32) -> u32 {
        if ship == SHIPS as u32 - 1 { BODIES as u32 } else { self.start(ship + 1) }
    }

    #[inline(always)]
    pub(super) fn len(&self, ship: Ship) -> u32 {
        self.end(u32::from(ship.0)) - self.start(u32::from(ship.0))
    }

    #[inline(always)]
    pub(super) fn mask(&self, ship: Ship) -> u32 {
        let ship = u32::from(ship.0);
        (1 << self.end(ship)) - (1 << self.start(ship))
    }

    #[inline(always)]
    pub(super) fn at(&self, place: Place) -> u32 {
        self.start(u32::from(place.ship.0)) + u32::from(place.place)
    }

    #[inline(always)]
    pub(super) fn place(&self, at: u32) -> Place {
        let ship = self.ship_of(at);
        Place { ship, place: (at - self.start(u32::from(ship.0))) as u8 }
    }

    #[inline]
    pub(super) fn body(&self, at: u32) -> Body {
        let bit = |mask: usize| self.masks[mask] >> at & 1;
        let shields = (0..4).fold(0, |sum, i| sum | bit(SHIELDS + i) << i);
        Body {
            clan: Clan::from_index(bit(CLAN) | bit(CLAN + 1) << 1),
            shields: shields as u8,
            crew: bit(CREW) == 1,
        }
    }

    /// Shields of the bodies in `mask` and the number of vikings on them (D2).
    #[inline(always)]
    pub(super) fn shields(&self, mask: u32) -> (u32, u32) {
        let count = |index: usize| (self.masks[index] & mask).count_ones();
        let shields = count(SHIELDS)
            + 2 * count(SHIELDS + 1)
            + 4 * count(SHIELDS + 2)
            + 8 * count(SHIELDS + 3);
        (shields, count(CREW))
    }

    /// The body at `from` goes to `to`; those between close up.
    #[inline(always)]
    fn rotate(&mut self, from: u32, to: u32) {
        let (low, high) = (from.min(to), from.max(to));
        let window = (2 << high) - (1 << low);
        let others = window & !(1 << to);
        let (right, left) = (u32::from(from < to), u32::from(to < from));
        for mask in &mut self.masks {
            let moved = *mask >> right << left;
            *mask = (*mask & !window) | (moved & others) | ((*mask >> from & 1) << to);
        }
    }

    /// The body at `at` goes right behind the bow (A2).
    #[inline(always)]
    pub(super) fn promote(&mut self, at: u32) {
        let ship = self.ship_of(at);
        self.rotate(at, self.start(u32::from(ship.0)));
    }

    /// The body at `at` goes to the rear of another ship (A3, A7, A12).
    #[inline(always)]
    pub(super) fn relocate(&mut self, at: u32, ship: Ship) {
        let (from, to) = (u32::from(self.ship_of(at).0), u32::from(ship.0));
        let end = self.end(to);
        // Bytes above number `ship`.
        let above = |ship: u32| !0 << (8 * ship) << 8;
        if from < to {
            self.rotate(at, end - 1);
            self.starts -= ONES & above(from) & !above(to);
        } else {
            self.rotate(at, end);
            self.starts += ONES & above(to) & !above(from);
        }
        self.find_heads();
    }

    /// Two bodies change places (A11).
    #[inline(always)]
    pub(super) fn swap(&mut self, one: u32, two: u32) {
        for mask in &mut self.masks {
            let differ = (*mask >> one ^ *mask >> two) & 1;
            *mask ^= differ << one | differ << two;
        }
    }

    /// A viking comes onto the body at `at` (A10).
    #[inline(always)]
    pub(super) fn put_crew(&mut self, at: u32) {
        self.masks[CREW] |= 1 << at;
    }

    #[inline(always)]
    pub(super) fn depart(&mut self, ship: Ship) {
        self.masks[DOCKED] &= !self.mask(ship);
        self.docked &= !only(ship);
    }

    #[inline(always)]
    fn find_heads(&mut self) {
        let heads =
            self.starts.to_le_bytes().iter().fold(0, |heads, start| heads | 1u32 << (start & 31));
        self.heads = heads & ALL;
    }
}
