//! The legal actions of decisions about bodies: `promote`, `switch`, `move`, `crew` and `swap`.

use super::action::Action;
use super::component::{BODIES, Ship};
use super::line::{Fleet, Line, only};
use super::options::{Options, nth_bit, nth_ship};
use crate::cpu::Cpu;
use crate::games::bits::bits;

/// `promote`, and perhaps `stay`.
pub(super) struct Promotions<'a> {
    pub(super) line: &'a Line,
    pub(super) bodies: u32,
    pub(super) stay: bool,
}

impl Options for Promotions<'_> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.bodies != 0 || self.stay
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        self.bodies.count_ones() + u32::from(self.stay)
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        if self.stay && k == self.bodies.count_ones() {
            return Action::Stay;
        }
        Action::Promote { body: self.line.place(nth_bit(cpu, self.bodies, k)) }
    }
}

/// `switch` or `move`: each of `bodies` to any ship of `room` but its own.
pub(super) struct Relocations<'a> {
    pub(super) line: &'a Line,
    pub(super) bodies: u32,
    /// Those of `bodies` that stand on ships without room.
    pub(super) crowded: u32,
    pub(super) room: Fleet,
    pub(super) switch: bool,
}

impl<'a> Relocations<'a> {
    #[inline(always)]
    pub(super) fn new(line: &'a Line, bodies: u32, room: Fleet, switch: bool) -> Relocations<'a> {
        let (mut full, mut crowded) = (line.docked() & !room, 0);
        while full != 0 {
            crowded |= line.mask(Ship((full.trailing_zeros() / 8) as u8));
            full &= full - 1;
        }
        Relocations { line, bodies, crowded: bodies & crowded, room, switch }
    }

    #[inline(always)]
    fn action(&self, at: u32, ship: Ship) -> Action {
        let body = self.line.place(at);
        if self.switch { Action::Switch { body, ship } } else { Action::Move { body, ship } }
    }
}

impl Options for Relocations<'_> {
    #[inline(always)]
    fn any(&self) -> bool {
        can_relocate(self.line, self.bodies, self.room)
    }
    #[inline(always)]
    fn count(&self) -> u32 {
        let ships = self.room.count_ones();
        self.bodies.count_ones() * ships - (self.bodies & !self.crowded).count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        let ships = self.room.count_ones();
        let (at, k) = if self.crowded == 0 {
            let others = (ships - 1).max(1);
            (nth_bit(cpu, self.bodies, k / others), k % others)
        } else {
            let (mut bodies, mut k) = (self.bodies, k);
            loop {
                let at = bodies.trailing_zeros();
                let others = ships - 1 + (self.crowded >> (at & 31) & 1);
                if k < others || bodies & (bodies - 1) == 0 {
                    break (at, k);
                }
                k -= others;
                bodies &= bodies - 1;
            }
        };
        let others = self.room & !only(self.line.ship_of(at));
        self.action(at, nth_ship(cpu, others, k))
    }
}

/// `crew`.
pub(super) struct Crews<'a> {
    pub(super) line: &'a Line,
    pub(super) bodies: u32,
}

impl Options for Crews<'_> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.bodies.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        Action::Crew { body: self.line.place(nth_bit(cpu, self.bodies, k)) }
    }
}

/// `swap`, and perhaps `stay`.
pub(super) struct Swaps<'a> {
    pub(super) line: &'a Line,
    /// For each body: those of ships with higher numbers that are not equal to it.
    pub(super) partners: [u32; BODIES],
    pub(super) pairs: u32,
    pub(super) stay: bool,
}

impl<'a> Swaps<'a> {
    #[inline(always)]
    pub(super) fn new(line: &'a Line, stay: bool) -> Swaps<'a> {
        let (mut partners, mut pairs) = ([0; BODIES], 0);
        let (mut bodies, mut higher) = (line.bodies(), line.bodies());
        while bodies != 0 {
            let at = bodies.trailing_zeros();
            if line.heads() >> at & 1 == 1 {
                higher = line.bodies() & !line.mask(line.ship_of(at)) & !((1 << at) - 1);
            }
            let partner = line.unlike(at) & higher;
            partners[at as usize % BODIES] = partner;
            pairs += partner.count_ones();
            bodies &= bodies - 1;
        }
        Swaps { line, partners, pairs, stay }
    }

    /// Pairs of the bodies of one ship with those of `others`.
    #[inline(always)]
    fn between(&self, ship: u32, others: u32) -> u32 {
        let (mut ship, mut pairs) = (ship, 0);
        while ship != 0 {
            pairs += (self.partners[ship.trailing_zeros() as usize % BODIES] & others).count_ones();
            ship &= ship - 1;
        }
        pairs
    }

    #[inline(always)]
    fn action(&self, low: u32, high: u32) -> Action {
        Action::Swap { low: self.line.place(low), high: self.line.place(high) }
    }
}

/// A random swap, each equally likely: pairs are drawn until one fits. There must be one.
#[inline(always)]
pub(super) fn random_swap<C: Cpu>(
    cpu: C,
    line: &Line,
    mut below: impl FnMut(u32) -> u32,
) -> Action {
    let count = line.bodies().count_ones();
    loop {
        let pair = below(count * count);
        let one = nth_bit(cpu, line.bodies(), pair / count);
        let two = nth_bit(cpu, line.bodies(), pair % count);
        if line.ship_of(one) < line.ship_of(two) && line.unlike(one) >> two & 1 == 1 {
            return Action::Swap { low: line.place(one), high: line.place(two) };
        }
    }
}

impl Options for Swaps<'_> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.pairs + u32::from(self.stay)
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, mut k: u32) -> Action {
        if k >= self.pairs {
            return Action::Stay;
        }
        let mut bodies = self.line.bodies();
        // The lower ship, then the higher one, then the places.
        let low = loop {
            let ship = self.line.mask(self.line.ship_of(bodies.trailing_zeros()));
            let pairs = self.between(ship, !0);
            if k < pairs {
                break ship;
            }
            k -= pairs;
            bodies &= !ship;
        };
        bodies &= !low;
        let high = loop {
            let ship = self.line.mask(self.line.ship_of(bodies.trailing_zeros()));
            let pairs = self.between(low, ship);
            if k < pairs {
                break ship;
            }
            k -= pairs;
            bodies &= !ship;
        };
        let mut ship = low;
        loop {
            let at = ship.trailing_zeros();
            let partners = self.partners[at as usize % BODIES] & high;
            if k < partners.count_ones() {
                return self.action(at, nth_bit(cpu, partners, k));
            }
            k -= partners.count_ones();
            ship &= ship - 1;
        }
    }
    /// Ship by ship, without a search for each pair.
    #[inline(always)]
    fn list<C: Cpu>(&self, _: C, into: &mut Vec<Action>) {
        let ships: Vec<u32> =
            Ship::all().map(|ship| self.line.mask(ship) & self.line.bodies()).collect();
        for (index, &low) in ships.iter().enumerate() {
            for &high in &ships[index + 1..] {
                for at in bits(low) {
                    let partners = self.partners[at as usize % BODIES] & high;
                    into.extend(bits(partners).map(|other| self.action(at, other)));
                }
            }
        }
        if self.stay {
            into.push(Action::Stay);
        }
    }
}

/// Whether one of `bodies` can go to a ship of `room` that is not its own.
#[inline(always)]
pub(super) fn can_relocate(line: &Line, bodies: u32, room: Fleet) -> bool {
    if bodies == 0 || room == 0 {
        return false;
    }
    // With two or more ships, each body has one to go to.
    room & (room - 1) != 0 || bodies & !line.mask(Ship((room.trailing_zeros() / 8) as u8)) != 0
}

/// Whether two equal bodies stand on two docked ships.
pub(super) fn has_equal_pair(line: &Line) -> bool {
    bits(line.bodies()).any(|at| {
        let others = line.bodies() & !line.mask(line.ship_of(at));
        others & !line.unlike(at) != 0
    })
}
