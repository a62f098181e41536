use drakkar_engine::games::vikings_on_board::component::{BARRELS, Body, Good, Ship};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::harbour::{Barrel, Dock, Reach, bits};
use super::ship::{ABSENT, Ranks, aboard, joined, nearness};
use super::survey::Survey;

impl Survey<'_> {
    /// Sees the table as a seat with these barrels does. Somebody may have seen the `same_bodies` before.
    #[inline(always)]
    pub(super) fn look(&mut self, seat: Seat, barrels: [Barrel; BARRELS], same_bodies: bool) {
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
    fn list_parts(&mut self) {
        let (state, harbour) = (self.state, &mut *self.harbour);
        let crew = self.game.rule_set().bodies.crew_shields as i32;
        // The kinds of bodies by what they look like, plus 1.
        let (mut known, mut n_kinds, mut len, mut docked) = ([0u8; 128], 0, 0, 0);
        for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
            docked |= 1 << ship.index();
            let dock = &mut harbour.docks[ship.index()];
            *dock = Dock { first: len, strengths: [ABSENT; 4], ..Dock::default() };
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
}
