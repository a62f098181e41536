//! The table as the heuristic sees it: the prospects of each docked ship for a seat.

use std::ops::Deref;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::component::{
    BARRELS, BarrelPlace, Good, Goods, SHIPS, Zone,
};
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::VikingsOnBoardJudge;
use super::harbour::{Barrel, Dock, Harbour, Reach, bits};
use super::ship::{BestAction, Chances, Ranks, Strengths, picked, without};

pub(super) fn barrels(game: &VikingsOnBoard, state: &State, seat: Seat) -> [Barrel; BARRELS] {
    game.barrels(state, seat).map(|(value, place)| (f64::from(value), place))
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

    #[inline(always)]
    pub(super) fn price(&self, now: f64, to_come: f64) -> f64 {
        let most = f64::from(self.game.rule_set().market.max);
        (now + self.opinion.weights.rise * to_come).min(most)
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
                true => Ranks::new(&dock.strengths, &self.opinion.next).worth_now(&dock.stakes),
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
    pub(super) fn favourite(&self, owner: Seat) -> Option<usize> {
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
        let ranks = Ranks::new(strengths, self.chances(dock));
        dock.hold * (ranks.worth_now(&dock.stakes) - dock.worth)
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
