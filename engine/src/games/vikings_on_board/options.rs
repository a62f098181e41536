//! The legal actions of every kind of decision except those about bodies: counted, picked and
//! recognised without lists, in the order of N6.

use super::action::Action;
use super::barrel::{Zones, zones_of};
use super::component::{Good, Goods, Ship, Zone};
use super::line::Fleet;
use super::stack::{nth_order, orders};
use crate::cpu::Cpu;
use crate::games::bits::bits;

/// The legal actions of one decision.
pub(super) trait Options {
    /// Their number.
    fn count(&self) -> u32;
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action;
    /// Whether there is any.
    #[inline(always)]
    fn any(&self) -> bool {
        self.count() > 0
    }
    /// Appends all.
    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, into: &mut Vec<Action>) {
        into.extend((0..self.count()).map(|k| self.nth(cpu, k)));
    }
}

/// A question about the options of a decision.
pub(super) trait Question {
    type Answer;
    fn ask<C: Cpu, O: Options>(self, cpu: C, options: O) -> Self::Answer;
}

#[inline(always)]
pub(super) fn nth_ship<C: Cpu>(cpu: C, fleet: Fleet, k: u32) -> Ship {
    Ship((cpu.nth_set(fleet, k) / 8) as u8 & 7)
}

#[inline(always)]
pub(super) fn nth_bit<C: Cpu>(cpu: C, set: u32, k: u32) -> u32 {
    cpu.nth_set(u64::from(set), k) & 31
}

#[inline(always)]
pub(super) fn nth_zone<C: Cpu>(cpu: C, zones: Zones, k: u32) -> Zone {
    Zone(nth_bit(cpu, zones, k) as u8)
}

/// `go`: the spaces, bit 0 for space 1.
pub(super) struct Spaces(pub(super) u32);

impl Options for Spaces {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        Action::Go { space: nth_bit(cpu, self.0, k) as u8 + 1 }
    }
}

/// `bet`: each of `barrels` to each of `zones`.
pub(super) struct Bets<'a> {
    pub(super) values: &'a [u8; 4],
    pub(super) barrels: u32,
    pub(super) zones: Zones,
}

impl Options for Bets<'_> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.barrels != 0 && self.zones != 0
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        self.barrels.count_ones() * self.zones.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let zones = self.zones.count_ones().max(1);
        let barrel = nth_bit(cpu, self.barrels, k / zones);
        let value = self.values[(barrel & 3) as usize];
        Action::Bet { value, zone: nth_zone(cpu, self.zones, k % zones) }
    }
}

/// `bet` or `shift`.
pub(super) struct Tavern<'a> {
    pub(super) bets: Bets<'a>,
    pub(super) own: Zones,
    /// Empty zones, and those of them at ships where there may be one more.
    pub(super) empty: Zones,
    pub(super) allowed: Zones,
}

impl Tavern<'_> {
    /// Where a barrel at `from` may go.
    #[inline(always)]
    fn targets(&self, from: Zone) -> Zones {
        self.allowed | (self.empty & zones_of(from.ship()))
    }

    /// Whether an own barrel can move.
    #[inline(always)]
    pub(super) fn can_shift(&self) -> bool {
        let stays = |from| self.targets(Zone(from as u8)) != 0;
        self.own != 0 && (self.allowed != 0 || self.empty != 0 && bits(self.own).any(stays))
    }
}

impl Options for Tavern<'_> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.bets.any() || self.can_shift()
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        let (mut own, mut shifts) = (self.own, 0);
        while own != 0 {
            shifts += self.targets(Zone(own.trailing_zeros() as u8)).count_ones();
            own &= own - 1;
        }
        self.bets.count() + shifts
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let bets = self.bets.count();
        if k < bets {
            return self.bets.nth(cpu, k);
        }
        let (mut own, mut k) = (self.own, k - bets);
        loop {
            let from = Zone(own.trailing_zeros() as u8 & 31);
            let targets = self.targets(from);
            let count = targets.count_ones();
            if k < count || own & own.wrapping_sub(1) == 0 {
                return Action::Shift { from, to: nth_zone(cpu, targets, k) };
            }
            k -= count;
            own &= own - 1;
        }
    }
}

/// `load`: each kind drawn onto each docked ship.
pub(super) struct Loads {
    pub(super) kinds: u32,
    pub(super) ships: Fleet,
}

impl Options for Loads {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.kinds.count_ones() * self.ships.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let ships = self.ships.count_ones().max(1);
        let good = Good::from_index(nth_bit(cpu, self.kinds, k / ships));
        Action::Load { good, ship: nth_ship(cpu, self.ships, k % ships) }
    }
}

/// An action on one kind of goods.
#[derive(Clone, Copy)]
pub(super) enum Use {
    Raise,
    Take,
    Box,
}

/// `raise`, `take` or `box`.
pub(super) struct Kinds(pub(super) u32, pub(super) Use);

impl Options for Kinds {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let good = Good::from_index(nth_bit(cpu, self.0, k));
        match self.1 {
            Use::Raise => Action::Raise { good },
            Use::Take => Action::Take { good },
            Use::Box => Action::Box { good },
        }
    }
}

/// `under`.
pub(super) struct Orders(pub(super) Goods);

impl Options for Orders {
    fn count(&self) -> u32 {
        orders(self.0)
    }
    fn nth<C: Cpu>(&self, _: C, k: u32) -> Action {
        Action::Under { tokens: nth_order(self.0, k) }
    }
}

/// `sail`.
pub(super) struct Sails(pub(super) Fleet);

impl Options for Sails {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        Action::Sail { ship: nth_ship(cpu, self.0, k) }
    }
}
