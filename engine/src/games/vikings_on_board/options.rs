//! The legal actions of every kind of decision except those about several bodies: counted and picked
//! without lists, in the order of N6.

use super::action::Action;
use super::barrel::{Zones, zones_of};
use super::component::{Goods, Ship, Zone};
use super::stack::{nth_order, orders};
use crate::cpu::Cpu;
use crate::games::bits::bits;

pub(super) trait Options {
    fn count(&self) -> u32;
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action;
    #[inline(always)]
    fn any(&self) -> bool {
        self.count() > 0
    }
    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, into: &mut Vec<Action>) {
        for k in 0..self.count() {
            into.push(self.nth(cpu, k));
        }
    }
}

/// The ship of a bit of a [`Fleet`](super::line::Fleet).
#[inline(always)]
pub(super) fn ship_at(bit: u32) -> Ship {
    Ship((bit / 8) as u8 & 7)
}

/// One action for each bit of a set, and perhaps `stay`.
pub(super) struct Each<F> {
    pub(super) set: u64,
    pub(super) stay: bool,
    pub(super) action: F,
}

#[inline(always)]
pub(super) fn each<F: Fn(u32) -> Action>(set: impl Into<u64>, action: F) -> Each<F> {
    Each { set: set.into(), stay: false, action }
}

impl<F: Fn(u32) -> Action> Options for Each<F> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.set != 0 || self.stay
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        self.set.count_ones() + u32::from(self.stay)
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        if self.stay && k == self.set.count_ones() {
            return Action::Stay;
        }
        (self.action)(cpu.nth_set(self.set, k))
    }
}

/// One action for each pair of bits of two sets.
pub(super) struct Pairs<F>(pub(super) u64, pub(super) u64, pub(super) F);

impl<F: Fn(u32, u32) -> Action> Options for Pairs<F> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.0 != 0 && self.1 != 0
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.count_ones() * self.1.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let each = self.1.count_ones().max(1);
        (self.2)(cpu.nth_set(self.0, k / each), cpu.nth_set(self.1, k % each))
    }
    #[inline(always)]
    fn list<C: Cpu>(&self, _: C, into: &mut Vec<Action>) {
        for one in bits(self.0) {
            for two in bits(self.1) {
                into.push((self.2)(one, two));
            }
        }
    }
}

/// `bet` or `shift`.
pub(super) struct Tavern<F> {
    pub(super) bets: Pairs<F>,
    pub(super) own: Zones,
    /// Empty zones, and those of them at ships where there may be one more.
    pub(super) empty: Zones,
    pub(super) allowed: Zones,
}

impl<F: Fn(u32, u32) -> Action> Tavern<F> {
    #[inline(always)]
    fn targets(&self, from: Zone) -> Zones {
        self.allowed | (self.empty & zones_of(from.ship()))
    }

    #[inline(always)]
    pub(super) fn can_shift(&self) -> bool {
        let stays = |from| self.targets(Zone(from as u8)) != 0;
        self.own != 0 && (self.allowed != 0 || self.empty != 0 && bits(self.own).any(stays))
    }
}

impl<F: Fn(u32, u32) -> Action> Options for Tavern<F> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.bets.any() || self.can_shift()
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        let shifts = bits(self.own).map(|from| self.targets(Zone(from as u8)).count_ones());
        self.bets.count() + shifts.sum::<u32>()
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
                return Action::Shift { from, to: Zone(cpu.nth_set(targets.into(), k) as u8 & 31) };
            }
            k -= count;
            own &= own - 1;
        }
    }
}

pub(super) struct Orders(pub(super) Goods);

impl Options for Orders {
    fn count(&self) -> u32 {
        orders(self.0)
    }
    fn nth<C: Cpu>(&self, _: C, k: u32) -> Action {
        Action::Under { tokens: nth_order(self.0, k) }
    }
}
