//! What can be chosen, counted and picked without lists, in the order of N6.

use super::VikingsOnBoard;
use super::action::Action;
use super::barrel::{Zones, below_limit, zones_of};
use super::component::{BODIES, Good, Goods, SPACES, Ship, Zone};
use super::line::{Fleet, Line, only};
use super::rule_set::Return;
use super::stack::{nth_order, orders};
use super::state::{Phase, State};
use crate::cpu::Cpu;

/// The legal actions of one decision.
pub(super) trait Options {
    /// How many there are.
    fn count(&self) -> u32;
    /// The `k`-th.
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action;
    /// Whether there is any.
    #[inline(always)]
    fn any(&self) -> bool {
        self.count() > 0
    }
    /// Whether `action` is one.
    fn has(&self, action: Action) -> bool;
    /// Appends all.
    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, into: &mut Vec<Action>) {
        into.extend((0..self.count()).map(|k| self.nth(cpu, k)));
    }
}

/// Asks something of the options of a decision.
pub(super) trait Question {
    type Answer;
    fn ask<C: Cpu, O: Options>(self, cpu: C, options: O) -> Self::Answer;
}

#[inline(always)]
fn nth_ship<C: Cpu>(cpu: C, fleet: Fleet, k: u32) -> Ship {
    Ship((cpu.nth_set(fleet, k) / 8) as u8 & 7)
}

#[inline(always)]
fn nth_bit<C: Cpu>(cpu: C, set: u32, k: u32) -> u32 {
    cpu.nth_set(u64::from(set), k) & 31
}

#[inline(always)]
fn nth_zone<C: Cpu>(cpu: C, zones: Zones, k: u32) -> Zone {
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
    fn has(&self, action: Action) -> bool {
        let Action::Go { space } = action else { return false };
        (1..=SPACES as u8).contains(&space) && self.0 >> (space - 1) & 1 == 1
    }
}

/// `promote`, and perhaps `stay`.
pub(super) struct Promotions<'a> {
    line: &'a Line,
    bodies: u32,
    stay: bool,
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
    fn has(&self, action: Action) -> bool {
        match action {
            Action::Promote { body } => {
                self.line.has(body) && self.bodies >> self.line.at(body) & 1 == 1
            }
            Action::Stay => self.stay,
            _ => false,
        }
    }
}

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
    fn new(line: &'a Line, bodies: u32, room: Fleet, switch: bool) -> Relocations<'a> {
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
    fn has(&self, action: Action) -> bool {
        let (body, ship) = match action {
            Action::Switch { body, ship } if self.switch => (body, ship),
            Action::Move { body, ship } if !self.switch => (body, ship),
            _ => return false,
        };
        self.line.has(body)
            && self.bodies >> self.line.at(body) & 1 == 1
            && self.room & only(ship) != 0
            && ship != body.ship
    }
}

/// `bet`: each of `barrels` to each of `zones`.
pub(super) struct Bets<'a> {
    values: &'a [u8; 4],
    barrels: u32,
    zones: Zones,
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
    fn has(&self, action: Action) -> bool {
        let Action::Bet { value, zone } = action else { return false };
        let listed =
            |barrel: usize| self.barrels >> barrel & 1 == 1 && self.values[barrel] == value;
        (0..4).any(listed) && self.zones >> zone.0 & 1 == 1
    }
}

/// `bet` or `shift`.
pub(super) struct Tavern<'a> {
    bets: Bets<'a>,
    /// Zones of own barrels.
    own: Zones,
    /// Empty zones, and those of them at ships where there may be one more.
    empty: Zones,
    allowed: Zones,
}

impl Tavern<'_> {
    /// Where a barrel at `from` may go.
    #[inline(always)]
    fn targets(&self, from: Zone) -> Zones {
        self.allowed | (self.empty & zones_of(from.ship()))
    }

    /// Whether an own barrel can move.
    #[inline(always)]
    fn can_shift(&self) -> bool {
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
    fn has(&self, action: Action) -> bool {
        match action {
            Action::Shift { from, to } => {
                self.own >> from.0 & 1 == 1 && self.targets(from) >> to.0 & 1 == 1
            }
            _ => self.bets.has(action),
        }
    }
}

/// `load`: each kind drawn onto each docked ship.
pub(super) struct Loads {
    kinds: u32,
    ships: Fleet,
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
    fn has(&self, action: Action) -> bool {
        let Action::Load { good, ship } = action else { return false };
        self.kinds >> good.index() & 1 == 1 && self.ships & only(ship) != 0
    }
}

/// What is done with one kind of goods.
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
    fn has(&self, action: Action) -> bool {
        match (action, self.1) {
            (Action::Raise { good }, Use::Raise)
            | (Action::Take { good }, Use::Take)
            | (Action::Box { good }, Use::Box) => self.0 >> good.index() & 1 == 1,
            _ => false,
        }
    }
}

/// `crew`.
pub(super) struct Crews<'a> {
    line: &'a Line,
    bodies: u32,
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
    fn has(&self, action: Action) -> bool {
        let Action::Crew { body } = action else { return false };
        self.line.has(body) && self.bodies >> self.line.at(body) & 1 == 1
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
    fn new(line: &'a Line, stay: bool) -> Swaps<'a> {
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

/// A random swap, each as likely as the others: pairs are drawn until one fits. There must be one.
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
    fn has(&self, action: Action) -> bool {
        match action {
            Action::Swap { low, high } => {
                self.line.has(low)
                    && self.line.has(high)
                    && self.partners[self.line.at(low) as usize] >> self.line.at(high) & 1 == 1
            }
            Action::Stay => self.stay,
            _ => false,
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

/// The numbers of the set bits.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// `under`.
pub(super) struct Orders(Goods);

impl Options for Orders {
    fn count(&self) -> u32 {
        orders(self.0)
    }
    fn nth<C: Cpu>(&self, _: C, k: u32) -> Action {
        Action::Under { tokens: nth_order(self.0, k) }
    }
    fn has(&self, action: Action) -> bool {
        matches!(action, Action::Under { tokens } if tokens.top(tokens.len()) == self.0)
    }
}

/// `sail`.
pub(super) struct Sails(Fleet);

impl Options for Sails {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, k: u32) -> Action {
        Action::Sail { ship: nth_ship(cpu, self.0, k) }
    }
    fn has(&self, action: Action) -> bool {
        matches!(action, Action::Sail { ship } if self.0 & only(ship) != 0)
    }
}

/// The acting seat's options, one method for each decision.
impl VikingsOnBoard {
    /// R1, R3, R4: free spaces whose action can be performed, or else all free spaces.
    #[inline(always)]
    pub(super) fn spaces(&self, state: &State) -> Spaces {
        let performable = state.free & self.performable(state);
        Spaces(if performable == 0 { state.free } else { performable })
    }

    /// Spaces whose action the seat to move can perform now (section 4).
    #[inline(always)]
    pub(super) fn performable(&self, state: &State) -> u32 {
        let line = &state.line;
        let own = line.of(u32::from(state.seat));
        let room = self.room(state);
        let (bet, shift) = self.taverns_open(state);
        // First Player and Set Sail always are.
        let mut spaces = 1 << 0 | 1 << 9;
        spaces |= u32::from(self.promotions(state).any()) << 1;
        spaces |= u32::from(can_relocate(line, own, room)) << 2;
        spaces |= u32::from(bet) << 3;
        spaces |= u32::from(!state.w1.is_empty()) << 4;
        spaces |= u32::from(self.raises(state).0 != 0) << 5;
        spaces |= u32::from(can_relocate(line, line.bodies(), room)) << 6;
        spaces |= u32::from(bet || shift) << 7;
        spaces |= u32::from(!state.w2.is_empty()) << 8;
        spaces | u32::from(self.can_swap(state)) << 10
    }

    /// Whether the seat to move can bet a barrel, and whether it can shift one.
    #[inline(always)]
    fn taverns_open(&self, state: &State) -> (bool, bool) {
        if self.numbers.max_per_ship == 4 {
            let (seat, empty) = (usize::from(state.seat), state.barrels.empty() != 0);
            return (state.barrels.has_unused(seat) && empty, state.barrels.has_bet(seat) && empty);
        }
        let tavern = self.tavern(state);
        (tavern.bets.any(), tavern.can_shift())
    }

    /// Whether there is a swap, or one that changes nothing and counts.
    #[inline(always)]
    pub(super) fn can_swap(&self, state: &State) -> bool {
        state.line.has_unequal_pair() || self.null_swap(state)
    }

    #[inline(always)]
    fn room(&self, state: &State) -> Fleet {
        state.line.with_room(self.numbers.max_bodies)
    }

    #[inline(always)]
    pub(super) fn promotions<'a>(&self, state: &'a State) -> Promotions<'a> {
        let line = &state.line;
        let own = line.of(u32::from(state.seat));
        // A body unlike the one before it has an unequal one before it; a body like the one before
        // it stands behind the foremost of its run (N5).
        let bodies = own & line.changes() & !line.heads();
        Promotions { line, bodies, stay: self.numbers.null_moves && self.null_promotion(state) }
    }

    /// Whether actions that change nothing may be chosen (V3).
    #[inline(always)]
    pub(super) fn chooses_null_moves(&self) -> bool {
        self.numbers.null_moves
    }

    /// V3: an own body with nothing but equal bodies before it; the first of its ship is one.
    fn null_promotion(&self, state: &State) -> bool {
        state.line.of(u32::from(state.seat)) & state.line.heads() != 0
    }

    /// V3: two equal bodies on two docked ships, if that counts.
    #[inline(always)]
    fn null_swap(&self, state: &State) -> bool {
        self.numbers.null_moves && has_equal_pair(&state.line)
    }

    #[inline(always)]
    pub(super) fn switches<'a>(&self, state: &'a State) -> Relocations<'a> {
        let line = &state.line;
        let bodies = line.of(u32::from(state.seat)) & line.fronts();
        Relocations::new(line, bodies, self.room(state), true)
    }

    #[inline(always)]
    pub(super) fn moves<'a>(&self, state: &'a State) -> Relocations<'a> {
        let line = &state.line;
        Relocations::new(line, line.bodies() & line.fronts(), self.room(state), false)
    }

    #[inline(always)]
    pub(super) fn bets(&self, state: &State) -> Bets<'_> {
        self.tavern(state).bets
    }

    #[inline(always)]
    pub(super) fn tavern(&self, state: &State) -> Tavern<'_> {
        let seat = usize::from(state.seat);
        let (own, empty) = (state.barrels.zones(seat), state.barrels.empty());
        let limit = self.numbers.max_per_ship;
        // Four zones hold no fifth barrel.
        let allowed = if limit == 4 { empty } else { empty & below_limit(own, limit) };
        let barrels = self.numbers.distinct(state.barrels.unused(seat));
        let bets = Bets { values: &self.numbers.values, barrels, zones: allowed };
        Tavern { bets, own, empty, allowed }
    }

    /// The token drawn from W1.
    #[inline(always)]
    pub(super) fn loads_1(&self, state: &State) -> Loads {
        Loads { kinds: 1 << state.w1.get(0).index(), ships: state.line.docked() }
    }

    /// The tokens drawn from W2.
    #[inline(always)]
    pub(super) fn loads_2(&self, state: &State) -> Loads {
        Loads { kinds: state.w2.top(self.drawn(state)).kinds(), ships: state.line.docked() }
    }

    /// How many tokens are drawn from W2 (A9).
    #[inline(always)]
    pub(super) fn drawn(&self, state: &State) -> u32 {
        self.numbers.draw.min(state.w2.len())
    }

    #[inline(always)]
    pub(super) fn raises(&self, state: &State) -> Kinds {
        let below = |good: usize| u32::from(state.market[good] < self.numbers.market_max) << good;
        Kinds(below(0) | below(1) | below(2), Use::Raise)
    }

    /// Docked bodies of the seat to move without a viking (V5).
    #[inline(always)]
    pub(super) fn crews<'a>(&self, state: &'a State) -> Crews<'a> {
        let line = &state.line;
        Crews { line, bodies: line.of(u32::from(state.seat)) & !line.crewed() }
    }

    #[inline(always)]
    pub(super) fn swaps<'a>(&self, state: &'a State) -> Swaps<'a> {
        Swaps::new(&state.line, self.null_swap(state))
    }

    /// The tokens that go back, which lie at the bottom of W2 already.
    pub(super) fn orders(&self, state: &State) -> Orders {
        // One of the drawn tokens has been loaded.
        let back = self.numbers.draw.min(state.w2.len() + 1) - 1;
        Orders(state.w2.bottom(back).top(back))
    }

    /// D1.
    #[inline(always)]
    pub(super) fn sails(&self, state: &State) -> Sails {
        let loaded = (0..8).fold(0, |fleet, ship| {
            let ship = Ship(ship);
            let ready = !state.bow(ship).is_empty() && state.line.len(ship) > 0;
            fleet | if ready { only(ship) } else { 0 }
        });
        let ready = loaded & state.line.docked();
        Sails(if ready == 0 { state.line.docked() } else { ready })
    }

    /// The kinds of supplies on the departing ship.
    #[inline(always)]
    pub(super) fn picks(&self, state: &State, what: Use) -> Kinds {
        Kinds(state.bows[usize::from(state.departure.ship & 7)].kinds(), what)
    }

    /// Hands the options of the decision to `question`; `None` when the game is over.
    #[inline(always)]
    pub(super) fn ask<C: Cpu, Q: Question>(
        &self,
        cpu: C,
        state: &State,
        question: Q,
    ) -> Option<Q::Answer> {
        Some(match state.phase {
            Phase::Go => question.ask(cpu, self.spaces(state)),
            Phase::Promote => question.ask(cpu, self.promotions(state)),
            Phase::Switch => question.ask(cpu, self.switches(state)),
            Phase::Bet => question.ask(cpu, self.bets(state)),
            Phase::Load1 => question.ask(cpu, self.loads_1(state)),
            Phase::Raise => question.ask(cpu, self.raises(state)),
            Phase::Move => question.ask(cpu, self.moves(state)),
            Phase::Tavern => question.ask(cpu, self.tavern(state)),
            Phase::Load2 => question.ask(cpu, self.loads_2(state)),
            Phase::Crew => question.ask(cpu, self.crews(state)),
            Phase::Swap => question.ask(cpu, self.swaps(state)),
            Phase::Under => question.ask(cpu, self.orders(state)),
            Phase::Sail => question.ask(cpu, self.sails(state)),
            Phase::Take => question.ask(cpu, self.picks(state, Use::Take)),
            Phase::Box => question.ask(cpu, self.picks(state, Use::Box)),
            Phase::Over => return None,
        })
    }

    /// Whether the tokens that go back are put in an order of choice (V4).
    #[inline(always)]
    pub(super) fn chooses_order(&self) -> bool {
        self.numbers.give_back == Return::Choice
    }
}

/// Whether one of `bodies` can go to a ship of `room` that is not its own.
#[inline(always)]
fn can_relocate(line: &Line, bodies: u32, room: Fleet) -> bool {
    if bodies == 0 || room == 0 {
        return false;
    }
    // With two ships or more each body finds one.
    room & (room - 1) != 0 || bodies & !line.mask(Ship((room.trailing_zeros() / 8) as u8)) != 0
}

/// Whether two equal bodies stand on two docked ships.
fn has_equal_pair(line: &Line) -> bool {
    bits(line.bodies()).any(|at| {
        let others = line.bodies() & !line.mask(line.ship_of(at));
        others & !line.unlike(at) != 0
    })
}
