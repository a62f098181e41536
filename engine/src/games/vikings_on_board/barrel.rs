//! Barrels: where each one lies, and its value (A4, A8, D3).

use super::component::{BARRELS, BarrelPlace, Clan, MAX_PLAYERS, Ship, Zone};
use crate::seed::Rng;

/// Place of a barrel that has not been bet; zones have numbers below.
const UNUSED: u8 = 32;
/// Place of a barrel on its owner's scoring shield.
const WON: u8 = 64;
const EACH: u32 = 0x0101_0101;

pub(super) type Zones = u32;

#[inline(always)]
pub(super) fn zones_of(ship: Ship) -> Zones {
    0xF << ((4 * u32::from(ship.0)) & 31)
}

/// Where all barrels are. A player's barrels are numbered by ascending value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Barrels {
    /// For each seat and barrel: a zone, [`UNUSED`] or [`WON`].
    pub(super) at: [[u8; BARRELS]; MAX_PLAYERS],
    empty: Zones,
}

impl Barrels {
    pub(super) const NEW: Barrels =
        Barrels { at: [[UNUSED; BARRELS]; MAX_PLAYERS], empty: Zones::MAX };

    #[inline(always)]
    fn of(&self, seat: usize) -> &[u8; BARRELS] {
        &self.at[seat & 3]
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> Zones {
        self.empty
    }

    /// The places of the barrels of `seat`, a byte each.
    #[inline(always)]
    fn word(&self, seat: usize) -> u32 {
        u32::from_le_bytes(*self.of(seat))
    }

    /// Barrels that `seat` has not bet, one bit each.
    #[inline(always)]
    pub(super) fn unused(&self, seat: usize) -> u32 {
        collect((self.word(seat) / u32::from(UNUSED)) & EACH)
    }

    /// Barrels that `seat` has won, one bit each.
    #[inline(always)]
    pub(super) fn won(&self, seat: usize) -> u32 {
        collect((self.word(seat) / u32::from(WON)) & EACH)
    }

    #[inline(always)]
    pub(super) fn has_unused(&self, seat: usize) -> bool {
        self.word(seat) & (EACH * u32::from(UNUSED)) != 0
    }

    #[inline(always)]
    pub(super) fn has_bet(&self, seat: usize) -> bool {
        let word = self.word(seat);
        ((word / u32::from(UNUSED)) | (word / u32::from(WON))) & EACH != EACH
    }

    #[inline(always)]
    pub(super) fn zones(&self, seat: usize) -> Zones {
        // Places that are not zones fall out at the upper end.
        self.of(seat).iter().fold(0u64, |zones, &at| zones | 1 << at.min(63)) as Zones
    }

    #[inline(always)]
    pub(super) fn barrel_at(&self, seat: usize, zone: Zone) -> Option<usize> {
        self.of(seat).iter().position(|&at| at == zone.0)
    }

    /// `seat` bets its barrel number `barrel` (A4).
    #[inline(always)]
    pub(super) fn bet(&mut self, seat: usize, barrel: usize, zone: Zone) {
        self.at[seat & 3][barrel & 3] = zone.0;
        self.empty &= !(1 << zone.0);
    }

    /// The barrel of `seat` at `from` moves (A8). A zone at the dock of a departed ship stays closed.
    #[inline(always)]
    pub(super) fn shift(&mut self, seat: usize, from: Zone, to: Zone, from_docked: bool) {
        for at in &mut self.at[seat & 3] {
            if *at == from.0 {
                *at = to.0;
            }
        }
        self.empty = (self.empty | u32::from(from_docked) << from.0) & !(1 << to.0);
    }

    /// The barrel at the zone of the `first` clan, if there is one, is won: its owner and its number
    /// (D3). The ship's other zones close.
    #[inline(always)]
    pub(super) fn depart(&mut self, ship: Ship, first: Option<Clan>) -> Option<(usize, usize)> {
        self.empty &= !zones_of(ship);
        let zone = Zone::new(ship, first?);
        for (seat, barrels) in self.at.iter_mut().enumerate() {
            for (barrel, at) in barrels.iter_mut().enumerate() {
                if *at == zone.0 {
                    *at = WON;
                    return Some((seat, barrel));
                }
            }
        }
        None
    }

    #[inline(always)]
    pub(super) fn all(&self, seat: usize) -> [BarrelPlace; BARRELS] {
        self.of(seat).map(|at| match at {
            UNUSED => BarrelPlace::Unused,
            WON => BarrelPlace::Won,
            zone => BarrelPlace::At(Zone(zone)),
        })
    }

    /// Puts the barrels of `seat` in the order of their places, which tells nothing of their values.
    #[inline]
    pub(super) fn sort(&mut self, seat: usize) {
        self.at[seat & 3].sort_unstable();
    }

    /// Draws anew which barrel of `seat` lies at which of their places.
    pub(super) fn permute(&mut self, seat: usize, rng: &mut Rng) {
        self.sort(seat);
        rng.shuffle(&mut self.at[seat & 3]);
    }
}

/// Bit 0 of every byte, side by side.
#[inline(always)]
fn collect(bits: u32) -> u32 {
    // Byte `i` comes to bit `24 + i`; nothing is carried there.
    bits.wrapping_mul(0x0102_0408) >> 24 & 0xF
}

/// Zones of ships at which fewer than `limit` of `own` lie (V1).
#[inline(always)]
pub(super) fn below_limit(own: Zones, limit: u32) -> Zones {
    // Nibble by nibble: the number of bits, then bit 3 of the number plus 8 less the limit.
    let pairs = own - (own >> 1 & 0x5555_5555);
    let counts = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let reached = (counts + (8 - limit) * 0x1111_1111) & 0x8888_8888;
    !((reached >> 3) * 0xF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_below_the_limit_are_those_of_ships_with_fewer_barrels() {
        let mut rng = crate::seed::Rng::from_seed(1);
        for _ in 0..1000 {
            let own = (rng.word() & rng.word()) as u32;
            for limit in 1..=4 {
                let expected =
                    (0..8).map(Ship).filter(|&s| (own & zones_of(s)).count_ones() < limit);
                let expected = expected.fold(0, |zones, ship| zones | zones_of(ship));
                assert_eq!(below_limit(own, limit), expected, "{own:#x} {limit}");
            }
        }
    }
}
