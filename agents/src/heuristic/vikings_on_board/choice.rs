//! What each choice adds to the value of the position.

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::action::Action;
use drakkar_engine::games::vikings_on_board::component::{
    BODIES, BarrelPlace, Good, Goods, Place, SHIPS, Ship, Zone,
};
use drakkar_engine::recorded::Recorded;

use super::harbour::{Findings, Reach, UNKNOWN, bits};
use super::ship::{Ranks, with};
use super::survey::{Survey, zone_number};

#[inline(always)]
fn best(values: impl Iterator<Item = f64>) -> f64 {
    let mut best = f64::NEG_INFINITY;
    for value in values {
        best = best.max(value);
    }
    best
}

pub(super) struct ActionValues<'a> {
    pub(super) survey: &'a Survey<'a>,
    pub(super) found: &'a mut Findings,
}

impl ActionValues<'_> {
    #[inline(always)]
    pub(super) fn value(&mut self, action: Action) -> f64 {
        match action {
            Action::Go { space } => self.go(space),
            Action::Promote { body } => self.promote(self.index(body)),
            Action::Switch { body, ship } | Action::Move { body, ship } => {
                self.relocate(self.index(body), ship.index())
            }
            Action::Bet { value, zone } => self.bet(value, zone_number(zone)),
            Action::Load { good, ship } => self.load([good], ship.index())[0],
            Action::Raise { good } => self.raise(good),
            Action::Shift { from, to } => self.shift(from, zone_number(to)),
            Action::Crew { body } => self.crew(self.index(body)),
            Action::Swap { low, high } => self.swap(self.index(low), self.index(high)),
            Action::Sail { ship } => self.sail(ship),
            Action::Take { good } => self.take(good),
            Action::Box { good } => self.deal_out(good),
            // The order in which tokens go back is not evaluated.
            Action::Under { .. } | Action::Stay => 0.0,
        }
    }

    #[inline(always)]
    fn index(&self, place: Place) -> usize {
        self.survey.docks[place.ship.index()].first + usize::from(place.place)
    }

    /// The best action on a space, even if it is bad: something must be done (R3).
    #[inline(always)]
    fn go(&mut self, space: u8) -> f64 {
        let (survey, own) = (self.survey, self.survey.seat.index());
        let weights = &survey.opinion.weights;
        let is_own = |part: &Reach| part.clan as usize == own;
        let gain = match space {
            2 => {
                let mut best = f64::NEG_INFINITY;
                for at in 0..survey.len {
                    if is_own(&survey.parts[at]) && !self.is_front(at) {
                        best = best.max(self.promote(at));
                    }
                }
                best
            }
            3 => self.move_best(is_own),
            4 => self.bet_best(),
            5 => weights.draw_one * self.loads().iter().sum::<f64>() / 3.0,
            6 => best(Good::ALL.into_iter().map(|good| self.raise(good))),
            7 => self.move_best(|_| true),
            8 => self.bet_best().max(self.shift_best()),
            9 => weights.draw_many * best(self.loads().into_iter()),
            10 => self.take_stern(),
            11 => self.swap_best(is_own),
            _ => 0.0,
        };
        // Without any effect if nothing is possible.
        let gain = if gain == f64::NEG_INFINITY { 0.0 } else { gain };
        gain + weights.order * f64::from(space)
    }

    /// Whether only equal bodies are in front of a body (V3).
    #[inline(always)]
    fn is_front(&self, at: usize) -> bool {
        let part = &self.survey.parts[at];
        let first = self.survey.docks[part.ship()].first;
        self.survey.parts[first..at].iter().all(|before| before.kind() == part.kind())
    }

    #[inline(always)]
    fn promote(&self, at: usize) -> f64 {
        let part = &self.survey.parts[at];
        let strengths = with(self.survey.lifted(part), part.clan, part.shields, -1);
        self.survey.change(part.ship(), &strengths)
    }

    #[inline(always)]
    fn crew(&self, at: usize) -> f64 {
        let part = &self.survey.parts[at];
        let shields = self.survey.game.rule_set().bodies.crew_shields as i32;
        let strengths = self.survey.docks[part.ship()].strengths;
        self.survey.change(part.ship(), &with(strengths, part.clan, shields, part.place.into()))
    }

    #[inline(always)]
    fn relocate(&mut self, at: usize, ship: usize) -> f64 {
        let kind = self.survey.parts[at].kind();
        self.lift(at) + self.add(kind, ship)
    }

    #[inline(always)]
    fn lift(&mut self, at: usize) -> f64 {
        if self.found.lifted[at].is_nan() {
            let part = &self.survey.parts[at];
            self.found.lifted[at] = self.survey.change(part.ship(), &self.survey.lifted(part));
        }
        self.found.lifted[at]
    }

    #[inline(always)]
    fn add(&mut self, kind: usize, ship: usize) -> f64 {
        let (part, dock) = (&self.survey.kinds[kind], &self.survey.docks[ship & 7]);
        if !dock.at_stake {
            return 0.0;
        }
        let known = &mut self.found.added[ship & 7][kind];
        if known.is_nan() {
            let strengths = with(dock.strengths, part.clan, part.shields, dock.len as i32);
            *known = self.survey.change(ship, &strengths);
        }
        *known
    }

    #[inline(always)]
    fn move_best(&mut self, wanted: impl Fn(&Reach) -> bool) -> f64 {
        let survey = self.survey;
        let most = survey.game.rule_set().ships.max_bodies as usize;
        // Where nothing is at stake nothing is gained, so the second best needs two such ships at most.
        let (mut room, mut idle) = (0, 0);
        for ship in bits(survey.docked) {
            let dock = &survey.docks[ship];
            if dock.len < most && (dock.at_stake || idle < 2) {
                room |= 1 << ship;
                idle += u32::from(!dock.at_stake);
            }
        }
        // For each kind the best ship and the second best, which is the best for bodies of the first.
        let mut targets = [[(usize::MAX, f64::NEG_INFINITY); 2]; BODIES];
        for ship in bits(room) {
            for (kind, [best, second]) in targets.iter_mut().enumerate().take(survey.n_kinds) {
                if !wanted(&survey.kinds[kind]) {
                    continue;
                }
                let value = self.add(kind, ship);
                if value > best.1 {
                    (*best, *second) = ((ship, value), *best);
                } else if value > second.1 {
                    *second = (ship, value);
                }
            }
        }
        let mut value = f64::NEG_INFINITY;
        for at in 0..survey.len {
            let part = survey.parts[at];
            if !wanted(&part) {
                continue;
            }
            let [best, second] = targets[part.kind()];
            let target = if best.0 == part.ship() { second } else { best };
            value = value.max(self.lift(at) + target.1);
        }
        value
    }

    #[inline(always)]
    fn swap(&mut self, low: usize, high: usize) -> f64 {
        let (one, two) = (self.survey.parts[low], self.survey.parts[high]);
        if one.kind() == two.kind() {
            return f64::NEG_INFINITY;
        }
        self.replace(low, two.kind()) + self.replace(high, one.kind())
    }

    /// The approximate gain from the best exchange of an own body: as if both bodies went to the
    /// rear.
    #[inline(always)]
    fn swap_best(&mut self, is_own: impl Fn(&Reach) -> bool) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for own in 0..self.survey.len {
            let part = self.survey.parts[own];
            if !is_own(&part) {
                continue;
            }
            let mut moved = [0.0; SHIPS];
            for ship in bits(self.survey.docked & !(1 << part.ship())) {
                moved[ship] = self.relocate(own, ship);
            }
            for other in 0..self.survey.len {
                let ship = self.survey.parts[other].ship();
                if ship != part.ship() && self.survey.parts[other].kind() != part.kind() {
                    best = best.max(moved[ship] + self.relocate(other, part.ship()));
                }
            }
        }
        best
    }

    #[inline(always)]
    fn replace(&mut self, at: usize, kind: usize) -> f64 {
        if !self.found.may_replace {
            (self.found.replaced, self.found.may_replace) = ([[UNKNOWN; BODIES]; BODIES], true);
        }
        let known = &mut self.found.replaced[at][kind];
        if known.is_nan() {
            let (part, other) = (&self.survey.parts[at], &self.survey.kinds[kind]);
            let lifted = self.survey.lifted(part);
            let strengths = with(lifted, other.clan, other.shields, part.place.into());
            *known = self.survey.change(part.ship(), &strengths);
        }
        *known
    }

    /// The value of a point of an own barrel at each zone: the probability that its clan leads when
    /// the ship sails.
    #[inline(always)]
    fn zones(&mut self) -> &[f64; 4 * SHIPS] {
        let survey = self.survey;
        self.found.zones.get_or_insert_with(|| {
            let mut zones = [0.0; 4 * SHIPS];
            for ship in bits(survey.docked) {
                let dock = &survey.docks[ship];
                for (zone, lead) in zones[4 * ship..].iter_mut().zip(dock.ranks.leads()) {
                    *zone = dock.hold * lead;
                }
            }
            zones
        })
    }

    #[inline(always)]
    fn bet(&mut self, value: u8, zone: usize) -> f64 {
        f64::from(value) * (self.zones()[zone] + self.survey.bet())
    }

    #[inline(always)]
    fn best_zone(&mut self) -> f64 {
        if let Some(best) = self.found.best_zone {
            return best;
        }
        let (zones, mut best) = (*self.zones(), f64::NEG_INFINITY);
        for zone in bits(self.survey.state.empty_zones()) {
            best = best.max(zones[zone]);
        }
        self.found.best_zone = Some(best);
        best
    }

    #[inline(always)]
    fn bet_best(&mut self) -> f64 {
        let gain = self.best_zone() + self.survey.bet();
        let unused = self.survey.barrels.iter().filter(|(_, place)| *place == BarrelPlace::Unused);
        best(unused.map(|(value, _)| value * gain))
    }

    #[inline(always)]
    fn shift(&mut self, from: Zone, to: usize) -> f64 {
        let at = |&&(_, place): &&(f64, BarrelPlace)| place == BarrelPlace::At(from);
        let value = self.survey.barrels.iter().find(at).map_or(0.0, |&(value, _)| value);
        // Zones at docks of departed ships are worth nothing.
        value * (self.zones()[to] - self.zones()[zone_number(from)])
    }

    #[inline(always)]
    fn shift_best(&mut self) -> f64 {
        let (to, barrels) = (self.best_zone(), self.survey.barrels);
        let zones = self.zones();
        best(barrels.into_iter().filter_map(|(points, place)| match place {
            BarrelPlace::At(from) => Some(points * (to - zones[zone_number(from)])),
            _ => None,
        }))
    }

    /// What ships gain if they get a supply: there is more to pick, and they will leave sooner.
    #[inline(always)]
    fn load<const GOODS: usize>(&self, goods: [Good; GOODS], ship: usize) -> [f64; GOODS] {
        let (survey, dock) = (self.survey, &self.survey.docks[ship & 7]);
        let hold = survey.hold(ship, survey.favourite, 1);
        let mut gains = [0.0; GOODS];
        for (gain, good) in gains.iter_mut().zip(goods) {
            let mut picked = [survey.prices[good as usize], 0.0, 0.0, 0.0, 0.0];
            if dock.supplies > 0 {
                let mut bow = survey.state.bows[ship & 7];
                bow.add(Goods::of(good, 1));
                picked = survey.picked(bow, dock.stakes.aboard);
            }
            *gain = hold * dock.ranks.worth(&dock.stakes, &picked) - dock.hold * dock.worth;
        }
        gains
    }

    /// The gain from each good on the best ship for it.
    #[inline(always)]
    fn loads(&mut self) -> [f64; 3] {
        if let Some(loads) = self.found.loads {
            return loads;
        }
        let mut most = [f64::NEG_INFINITY; 3];
        for ship in bits(self.survey.docked) {
            for (most, gain) in most.iter_mut().zip(self.load(Good::ALL, ship)) {
                *most = most.max(gain);
            }
        }
        self.found.loads = Some(most);
        most
    }

    /// The supplies of the good that all seats have and will pick gain value.
    #[inline(always)]
    fn raise(&self, good: Good) -> f64 {
        let survey = self.survey;
        let now = f64::from(self.survey.state.market(good));
        let by = survey.price(now + 1.0, survey.to_come) - survey.prices[good as usize];
        if now >= f64::from(survey.game.rule_set().market.max) {
            return f64::NEG_INFINITY;
        }
        let (mut hands, mut aboard) = (0.0, 0.0);
        for owner in 0..survey.game.players() {
            hands += survey.share[owner] * f64::from(survey.state.goods[owner].count(good));
        }
        // The seat's part of the supplies there.
        for ship in bits(survey.docked) {
            let (dock, bow) = (&survey.docks[ship], survey.state.bows[ship]);
            let count = f64::from(bow.count(good));
            if count > 0.0 {
                aboard += dock.hold * count * dock.worth / survey.goods(bow).max(1.0);
            }
        }
        by * (hands + aboard)
    }

    #[inline(always)]
    fn sail(&self, ship: Ship) -> f64 {
        let (survey, dock) = (&self.survey, &self.survey.docks[ship.index()]);
        let ranks = Ranks::new(&dock.strengths, &survey.opinion.now);
        ranks.worth_now(&dock.stakes) - dock.hold * dock.worth
    }

    /// Holding a stern: the seat's favourite ship leaves, and the others stay.
    #[inline(always)]
    fn take_stern(&self) -> f64 {
        let survey = self.survey;
        let weights = &survey.opinion.weights;
        let crew = if survey.game.players() == 2 { weights.crew } else { 0.0 };
        survey.with_stern() + weights.stern + crew
    }

    #[inline(always)]
    fn take(&self, good: Good) -> f64 {
        self.survey.prices[good as usize] + self.deal_out(good)
    }

    /// The picks of the seats, each taking the most valuable, when `good` is gone.
    #[inline(always)]
    fn deal_out(&self, good: Good) -> f64 {
        let Some(ship) = self.survey.state.departing() else { return 0.0 };
        let survey = self.survey;
        let mut left = Good::ALL.map(|kind| self.survey.state.bows[ship.index()].count(kind));
        left[good as usize] -= 1;
        let mut value = 0.0;
        for clan in self.survey.state.picks().skip(1).take(left.iter().sum::<u32>() as usize) {
            let kind = survey.by_price.into_iter().find(|&kind| left[kind as usize] > 0);
            let Some(kind) = kind else { break };
            left[kind as usize] -= 1;
            value += survey.share[clan as usize] * survey.prices[kind as usize];
        }
        value
    }
}
