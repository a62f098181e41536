//! The legal actions of decisions about several bodies: `switch`, `move` and `swap`.

use super::action::Action;
use super::component::{BODIES, Place, Ship};
use super::line::{Fleet, Line, only};
use super::options::{Options, ship_at};
use crate::cpu::Cpu;
use crate::games::bits::bits;

/// `switch` or `move`: each of `bodies` to any ship of `room` but its own.
pub(super) struct Relocations<'a> {
    line: &'a Line,
    bodies: u32,
    /// Those of `bodies` that stand on ships without room.
    crowded: u32,
    room: Fleet,
    switch: bool,
}

impl<'a> Relocations<'a> {
    #[inline(always)]
    pub(super) fn new(line: &'a Line, bodies: u32, room: Fleet, switch: bool) -> Relocations<'a> {
        let full = bits(line.docked() & !room);
        let crowded = full.fold(0, |crowded, ship| crowded | line.mask(ship_at(ship)));
        Relocations { line, bodies, crowded: bodies & crowded, room, switch }
    }

    #[inline(always)]
    fn action(&self, body: Place, ship: Ship) -> Action {
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
            (cpu.nth_set(self.bodies.into(), k / others) & 31, k % others)
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
        let body = self.line.place(at);
        self.action(body, ship_at(cpu.nth_set(self.room & !only(body.ship), k)))
    }
    #[inline(always)]
    fn list<C: Cpu>(&self, _: C, into: &mut Vec<Action>) {
        for at in bits(self.bodies) {
            let body = self.line.place(at);
            for ship in bits(self.room & !only(body.ship)) {
                into.push(self.action(body, ship_at(ship)));
            }
        }
    }
}

/// `swap`, and perhaps `stay`.
pub(super) struct Swaps<'a> {
    line: &'a Line,
    /// For each body: those of ships with higher numbers that are not equal to it.
    partners: [u32; BODIES],
    pairs: u32,
    stay: bool,
}

impl<'a> Swaps<'a> {
    #[inline(always)]
    pub(super) fn new(line: &'a Line, stay: bool) -> Swaps<'a> {
        let (mut partners, mut pairs) = ([0; BODIES], 0);
        let mut higher = line.bodies();
        for at in bits(line.bodies()) {
            if line.heads() >> at & 1 == 1 {
                higher = line.bodies() & !line.mask(line.ship_of(at)) & !((1 << at) - 1);
            }
            let partner = line.unlike(at) & higher;
            partners[at as usize % BODIES] = partner;
            pairs += partner.count_ones();
        }
        Swaps { line, partners, pairs, stay }
    }

    #[inline(always)]
    fn partners(&self, at: u32) -> u32 {
        self.partners[at as usize % BODIES]
    }

    #[inline(always)]
    fn action(&self, low: u32, high: u32) -> Action {
        Action::Swap { low: self.line.place(low), high: self.line.place(high) }
    }

    /// The first ship among `bodies` for which `pairs` of its bodies reach `k`, from which those before are taken.
    #[inline(always)]
    fn ship(&self, mut bodies: u32, k: &mut u32, pairs: impl Fn(u32) -> u32) -> u32 {
        loop {
            let ship = self.line.mask(self.line.ship_of(bodies.trailing_zeros()));
            let pairs = pairs(ship);
            if *k < pairs {
                return ship;
            }
            *k -= pairs;
            bodies &= !ship;
        }
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
        let [one, two] =
            [pair / count, pair % count].map(|k| cpu.nth_set(line.bodies().into(), k) & 31);
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
        // The lower ship, then the higher one, then the places.
        let bodies = self.line.bodies();
        let between = |one: u32, two: u32| -> u32 {
            bits(one).map(|at| (self.partners(at) & two).count_ones()).sum()
        };
        let low = self.ship(bodies, &mut k, |ship| between(ship, !0));
        let high = self.ship(bodies & !low, &mut k, |ship| between(low, ship));
        let mut ship = low;
        loop {
            let at = ship.trailing_zeros();
            let partners = self.partners(at) & high;
            if k < partners.count_ones() {
                return self.action(at, cpu.nth_set(partners.into(), k) & 31);
            }
            k -= partners.count_ones();
            ship &= ship - 1;
        }
    }
    /// Ship by ship, without a search for each pair.
    #[inline(always)]
    fn list<C: Cpu>(&self, _: C, into: &mut Vec<Action>) {
        for one in bits(self.line.docked()) {
            for two in bits(self.line.docked() >> one).skip(1).map(|above| ship_at(one + above)) {
                let first = self.line.at(Place { ship: two, place: 0 });
                for at in bits(self.line.mask(ship_at(one))) {
                    let low = self.line.place(at);
                    for at in bits(self.partners(at) & self.line.mask(two)) {
                        let high = Place { ship: two, place: (at - first) as u8 };
                        into.push(Action::Swap { low, high });
                    }
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
    room & (room - 1) != 0 || bodies & !line.mask(ship_at(room.trailing_zeros())) != 0
}
