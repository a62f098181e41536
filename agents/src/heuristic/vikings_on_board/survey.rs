//! The table as the heuristic sees it: the prospects of each docked ship for a seat.

use std::ops::Deref;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BODIES, BarrelPlace, Body, Good, Goods, SHIPS, Ship, Zone,
};
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::VikingsOnBoardJudge;
use super::dock::{Dock, Reach};
use super::ship::{
    ABSENT, BestAction, Chances, Ranks, Strengths, aboard, joined, nearness, picked, without, worth,
};

pub(super) type Barrel = (f64, BarrelPlace);

pub(super) fn barrels(game: &VikingsOnBoard, state: &State, seat: Seat) -> [Barrel; BARRELS] {
    game.barrels(state, seat).map(|(value, place)| (f64::from(value), place))
}

/// What a seat has seen.
#[derive(Debug)]
pub(crate) struct Harbour {
    pub(super) seat: Seat,
    /// The value to the seat of a point for each clan.
    pub(super) share: [f64; 4],
    /// Expected value of each good at the end, and the goods from the dearest on.
    pub(super) prices: [f64; 3],
    pub(super) by_price: [Good; 3],
    /// Departures that are still to come, and their part of all.
    pub(super) to_come: f64,
    left: f64,
    /// Ships with supplies, and these supplies.
    loaded: f64,
    supplies: f64,
    pub(super) favourite: Option<usize>,
    pub(super) barrels: [Barrel; BARRELS],
    /// Docked ships, one bit each.
    pub(super) docked: u32,
    pub(super) docks: [Dock; SHIPS],
    pub(super) parts: [Reach; BODIES],
    pub(super) len: usize,
    pub(super) kinds: [Reach; BODIES],
    pub(super) n_kinds: usize,
}

impl Harbour {
    pub(crate) const UNSEEN: Harbour = Harbour {
        seat: Seat::new(0),
        share: [0.0; 4],
        prices: [0.0; 3],
        by_price: Good::ALL,
        to_come: 0.0,
        left: 0.0,
        loaded: 0.0,
        supplies: 0.0,
        favourite: None,
        barrels: [(0.0, BarrelPlace::Unused); BARRELS],
        docked: 0,
        docks: [Dock::EMPTY; SHIPS],
        parts: [Reach::NOBODY; BODIES],
        len: 0,
        kinds: [Reach::NOBODY; BODIES],
        n_kinds: 0,
    };
}

/// A position with what a seat sees there, once it has [looked](Survey::look).
#[derive(Debug)]
pub(super) struct Survey<'a> {
    pub(super) opinion: &'a VikingsOnBoardJudge,
    pub(super) game: &'a VikingsOnBoard,
    pub(super) state: &'a State,
    pub(super) harbour: &'a mut Harbour,
}

impl Deref for Survey<'_> {
    type Target = Harbour;
    #[inline(always)]
    fn deref(&self) -> &Harbour {
        self.harbour
    }
}

/// The numbers below 32 of a mask's bits.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// 4 times ship plus clan.
#[inline(always)]
pub(super) fn zone_number(zone: Zone) -> usize {
    4 * zone.ship().index() + zone.clan() as usize
}

impl<'a> Survey<'a> {
    /// The value of a barrel to somebody who does not know it.
    #[inline(always)]
    fn mean_barrel(&self) -> f64 {
        let values = self.game.rule_set().barrels.values;
        f64::from(values.iter().sum::<u32>()) / values.len() as f64
    }

    /// The barrels of a seat as they look to the others: all count as the mean one.
    #[inline(always)]
    pub(super) fn unseen(&self, seat: Seat) -> [Barrel; BARRELS] {
        let mean = self.mean_barrel();
        self.game.barrels(self.state, seat).map(|(_, place)| (mean, place))
    }

    #[inline(always)]
    pub(super) fn shares_of(&self, seat: Seat) -> [f64; 4] {
        let players = self.game.players();
        let mut shares = [0.0; 4];
        shares[..players].fill(-self.opinion.weights.rivalry / (players - 1) as f64);
        shares[seat.index()] = 1.0;
        shares
    }

    /// Sees the table as a seat with these barrels does.
    #[inline(always)]
    pub(super) fn look(&mut self, seat: Seat, barrels: [Barrel; BARRELS]) {
        self.look_again(seat, barrels, false);
    }

    /// The same if somebody may have seen the `same_bodies` before.
    #[inline(always)]
    pub(super) fn look_again(&mut self, seat: Seat, barrels: [Barrel; BARRELS], same_bodies: bool) {
        let departures = f64::from(self.game.rule_set().ships.departures);
        let to_come = departures - f64::from(self.state.departures);
        let prices = Good::ALL.map(|good| self.price(f64::from(self.state.market(good)), to_come));
        let share = self.shares_of(seat);
        let harbour = &mut *self.harbour;
        (harbour.to_come, harbour.prices, harbour.share) = (to_come, prices, share);
        (harbour.seat, harbour.barrels, harbour.left) = (seat, barrels, to_come / departures);
        harbour.by_price = Good::ALL;
        harbour
            .by_price
            .sort_by(|one, two| prices[*two as usize].total_cmp(&prices[*one as usize]));
        if !same_bodies {
            self.list_parts();
        }
        self.set_picked();
        let bets = self.bets(&share, (seat, &barrels));
        let harbour = &mut *self.harbour;
        (harbour.loaded, harbour.supplies) = (0.0, 0.0);
        for ship in bits(harbour.docked) {
            let dock = &mut harbour.docks[ship];
            dock.supplies = self.state.bows[ship].total();
            harbour.loaded += f64::from(u8::from(dock.supplies > 0));
            harbour.supplies += f64::from(dock.supplies);
            (dock.stakes.shares, dock.stakes.bets) = (share, bets[ship]);
            dock.stakes.betted = self.state.empty_zones() >> (4 * ship) & 0xF != 0xF;
            dock.at_stake = dock.supplies > 0 || dock.stakes.betted;
        }
        self.weigh_ships();
    }

    #[inline(always)]
    pub(super) fn price(&self, now: f64, to_come: f64) -> f64 {
        let most = f64::from(self.game.rule_set().market.max);
        (now + self.opinion.weights.rise * to_come).min(most)
    }

    #[inline(always)]
    fn list_parts(&mut self) {
        let (state, harbour) = (self.state, &mut *self.harbour);
        let crew = self.game.rule_set().bodies.crew_shields as i32;
        // The kinds of bodies by what they look like, plus 1.
        let (mut known, mut n_kinds, mut len, mut docked) = ([0u8; 128], 0, 0, 0);
        for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
            docked |= 1 << ship.index();
            let dock = &mut harbour.docks[ship.index()];
            *dock = Dock { first: len, ..Dock::EMPTY };
            for (place, body) in (0..).zip(state.bodies(ship)) {
                let Body { clan, crew: has_crew, .. } = body;
                let shields = i32::from(body.shields) + if has_crew { crew } else { 0 };
                let strength = &mut dock.strengths[clan as usize];
                if *strength != ABSENT && dock.seconds[clan as usize] == 0 {
                    dock.seconds[clan as usize] = nearness(place.into());
                }
                *strength = joined(*strength, shields, place.into());
                let look = body.shields << 3 | u8::from(has_crew) << 2 | clan as u8;
                let kind = &mut known[usize::from(look & 127)];
                let is_new = *kind == 0;
                if is_new {
                    n_kinds += 1;
                    *kind = n_kinds;
                }
                let (ship, kind) = (ship.index() as u8, *kind - 1);
                let part = Reach { clan, ship, kind, place, shields };
                if is_new {
                    harbour.kinds[usize::from(kind)] = part;
                }
                harbour.parts[len] = part;
                len += 1;
            }
            dock.len = len - dock.first;
            dock.stakes.aboard = aboard(&dock.strengths);
            dock.ranks = Ranks::new(&dock.strengths, &self.opinion.later);
        }
        (harbour.docked, harbour.len, harbour.n_kinds) = (docked, len, n_kinds.into());
    }

    #[inline(always)]
    fn weigh_ships(&mut self) {
        for ship in bits(self.docked) {
            let dock = &mut self.harbour.docks[ship];
            if dock.next {
                dock.next = false;
                dock.ranks = Ranks::new(&dock.strengths, &self.opinion.later);
            }
            dock.worth = match dock.at_stake {
                true => dock.ranks.worth(&dock.stakes, &dock.stakes.picked[1]),
                false => 0.0,
            };
        }
        let favourite = self.state.stern().and_then(|owner| self.favourite(owner));
        self.harbour.favourite = favourite;
        for ship in bits(self.docked) {
            self.harbour.docks[ship].hold = self.hold(ship, favourite, 0);
            if favourite == Some(ship) {
                let dock = &mut self.harbour.docks[ship];
                dock.next = true;
                dock.ranks = Ranks::new(&dock.strengths, &self.opinion.next);
                dock.worth = dock.ranks.worth(&dock.stakes, &dock.stakes.picked[1]);
            }
        }
    }

    /// How much the present value of a ship counts with this many `more` supplies aboard.
    #[inline(always)]
    pub(super) fn hold(&self, ship: usize, favourite: Option<usize>, more: u32) -> f64 {
        let (weights, before) = (&self.opinion.weights, self.docks[ship].supplies);
        let now = f64::from(before + more);
        let newly = if before == 0 && more > 0 { 1.0 } else { 0.0 };
        let loaded = self.loaded + newly;
        let empty = f64::from(self.docked.count_ones()) - loaded;
        // Ships with supplies leave first (D1).
        let later = self.to_come - 1.0;
        let reached = if now > 0.0 {
            (later / loaded).min(1.0)
        } else {
            ((later - loaded) / empty).clamp(0.0, 1.0)
        };
        let part = now / (self.supplies + f64::from(more)).max(1.0);
        let soon = match favourite {
            Some(best) if best == ship => weights.sure,
            Some(_) => (1.0 - weights.sure) * part,
            None => weights.round * part,
        };
        soon + (1.0 - soon) * reached * weights.later
    }

    /// What the position gains if the seat holds a stern.
    #[inline(always)]
    pub(super) fn with_stern(&self) -> f64 {
        let favourite = self.favourite(self.seat);
        let mut gain = 0.0;
        for ship in bits(self.docked) {
            let dock = &self.docks[ship];
            let then = match favourite == Some(ship) {
                true => worth(&dock.strengths, &dock.stakes, &self.opinion.next),
                false => dock.worth,
            };
            gain += self.hold(ship, favourite, 0) * then - dock.hold * dock.worth;
        }
        gain
    }

    #[inline(always)]
    pub(super) fn picked(&self, bow: Goods, aboard: usize) -> BestAction {
        picked(bow, &self.prices, &self.by_price, aboard)
    }

    /// What the clans aboard get of the supplies on each ship.
    #[inline(always)]
    fn set_picked(&mut self) {
        for ship in bits(self.docked) {
            let bow = self.state.bows[ship];
            let now = self.docks[ship].stakes.aboard;
            let mut picked = [[0.0; 5]; 3];
            for (aboard, picked) in (now..).zip(&mut picked) {
                if !bow.is_empty() && aboard > 1 {
                    *picked = self.picked(bow, aboard - 1);
                }
            }
            self.harbour.docks[ship].stakes.picked = picked;
        }
    }

    /// What each clan's lead brings by the barrel at its zone (D3): the `seat` knows its `own` barrels, the others count as
    /// the mean one.
    #[inline(always)]
    pub(super) fn bets(
        &self,
        shares: &[f64; 4],
        (seat, own): (Seat, &[Barrel; BARRELS]),
    ) -> [[f64; 4]; SHIPS] {
        let (mut bets, mean) = ([[0.0; 4]; SHIPS], self.mean_barrel());
        for owner in Seat::all(self.game.players()).filter(|&owner| owner != seat) {
            let bet = shares[owner.index()] * mean;
            bits(self.state.zones(owner)).for_each(|zone| bets[zone / 4][zone & 3] = bet);
        }
        for &(value, place) in own {
            if let BarrelPlace::At(zone) = place {
                let zone = zone_number(zone);
                bets[zone / 4][zone & 3] = shares[seat.index()] * value;
            }
        }
        bets
    }

    /// The ship that `owner` would rather send off now (D1).
    #[inline(always)]
    fn favourite(&self, owner: Seat) -> Option<usize> {
        let mut ships = 0;
        for ship in bits(self.docked) {
            let dock = &self.docks[ship];
            ships |= u32::from(dock.supplies > 0 && dock.len > 0) << ship;
        }
        let shares = self.shares_of(owner);
        let others = (owner != self.seat).then(|| self.bets(&shares, (owner, &self.unseen(owner))));
        let mut best = None;
        for ship in bits(if ships == 0 { self.docked } else { ships }) {
            let dock = &self.docks[ship];
            let bets = others.as_ref().map_or(&dock.stakes.bets, |bets| &bets[ship]);
            let ranks = Ranks::new(&dock.strengths, &self.opinion.next);
            let gains = ranks.gains(&dock.stakes.picked[1]);
            let worth = ranks.worth_to(&shares, dock.stakes.betted.then_some(bets), &gains);
            if best.is_none_or(|(_, most): (usize, f64)| worth.total_cmp(&most).is_ge()) {
                best = Some((ship, worth));
            }
        }
        best.map(|(ship, _)| ship)
    }

    #[inline(always)]
    pub(super) fn chances(&self, dock: &Dock) -> &'a Chances {
        if dock.next { &self.opinion.next } else { &self.opinion.later }
    }

    #[inline(always)]
    pub(super) fn change(&self, ship: usize, strengths: &Strengths) -> f64 {
        let dock = &self.docks[ship & 7];
        if !dock.at_stake {
            return 0.0;
        }
        dock.hold * (worth(strengths, &dock.stakes, self.chances(dock)) - dock.worth)
    }

    /// The strengths on a body's ship without it.
    #[inline(always)]
    pub(super) fn lifted(&self, part: &Reach) -> Strengths {
        let dock = &self.docks[part.ship()];
        let second = dock.seconds[part.clan as usize];
        without(dock.strengths, part.clan, part.shields, part.place, second)
    }

    #[inline(always)]
    pub(super) fn goods(&self, goods: Goods) -> f64 {
        Good::ALL.map(|good| f64::from(goods.count(good)) * self.prices[good as usize]).iter().sum()
    }

    /// The value of a point of a barrel at a dock in addition to its chance there.
    #[inline(always)]
    pub(super) fn bet(&self) -> f64 {
        self.opinion.weights.bet * self.left
    }

    #[inline(always)]
    pub(super) fn hand(&self, seat: Seat, barrels: &[Barrel; BARRELS]) -> f64 {
        let barrels = barrels.iter().map(|&(value, place)| match place {
            BarrelPlace::Unused => 0.0,
            BarrelPlace::At(_) => value * self.bet(),
            BarrelPlace::Won => value,
        });
        self.goods(self.state.goods[seat.index()]) + barrels.sum::<f64>()
    }

    /// The position: supplies and barrels that the seats have, and the prospects of the ships.
    /// `barrels` tells what each seat has.
    pub(super) fn value(&self, barrels: impl Fn(Seat) -> [Barrel; BARRELS]) -> f64 {
        let own = |seat: Seat| self.hand(seat, &barrels(seat));
        let seats = Seat::all(self.game.players());
        let hands: f64 = seats.map(|seat| self.share[seat.index()] * own(seat)).sum();
        let ships = bits(self.docked).map(|ship| self.docks[ship].hold * self.docks[ship].worth);
        hands + ships.sum::<f64>()
    }
}
