//! What the seat to move can choose, decision by decision.

use super::VikingsOnBoard;
use super::action::Action;
use super::barrel::below_limit;
use super::body_options::{Crews, Promotions, Relocations, Swaps, can_relocate, has_equal_pair};
use super::component::Ship;
use super::line::{Fleet, only};
use super::options::{Bets, Kinds, Loads, Options, Orders, Question, Sails, Spaces, Tavern, Use};
use super::rule_set::Return;
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::task::Picked;
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

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

    /// Whether there is a swap, or a null swap that counts as one.
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
        // Four zones hold at most four barrels.
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

    /// The tokens that go back, which are already at the bottom of W2.
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

    /// Passes the options of the decision to `question`; `None` when the game is over.
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

    /// Whether the order of the tokens that go back is chosen (V4).
    #[inline(always)]
    pub(super) fn chooses_order(&self) -> bool {
        self.numbers.give_back == Return::Choice
    }
}

struct Nth<F>(F);
impl<F: FnOnce(u32) -> u32> Question for Nth<F> {
    type Answer = Action;
    #[inline(always)]
    fn ask<C: Cpu, O: Options>(self, cpu: C, options: O) -> Action {
        let k = (self.0)(options.count());
        options.nth(cpu, k)
    }
}

struct HowMany;
impl Question for HowMany {
    type Answer = u32;
    #[inline(always)]
    fn ask<C: Cpu, O: Options>(self, _: C, options: O) -> u32 {
        options.count()
    }
}

struct All<'a>(&'a mut Vec<Action>);
impl Question for All<'_> {
    type Answer = ();
    #[inline(always)]
    fn ask<C: Cpu, O: Options>(self, cpu: C, options: O) {
        options.list(cpu, self.0);
    }
}

struct Includes(Action);
impl Question for Includes {
    type Answer = bool;
    #[inline(always)]
    fn ask<C: Cpu, O: Options>(self, cpu: C, options: O) -> bool {
        (0..options.count()).any(|k| options.nth(cpu, k) == self.0)
    }
}

impl Picked for VikingsOnBoard {
    #[inline(always)]
    fn pick<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        self.ask(cpu, state, Nth(choose)).unwrap_or(Action::Stay)
    }

    #[inline(always)]
    fn count<C: Cpu>(&self, cpu: C, state: &State) -> u32 {
        self.ask(cpu, state, HowMany).unwrap_or(0)
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &State, into: &mut Vec<Action>) {
        into.clear();
        self.ask(cpu, state, All(into));
    }

    #[inline(always)]
    fn has<C: Cpu>(&self, cpu: C, state: &State, action: Action) -> bool {
        self.ask(cpu, state, Includes(action)).unwrap_or(false)
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        self.carry_out(state, action, sink);
    }

    #[inline(always)]
    fn hurry<C: Cpu>(&self, cpu: C, state: &mut State, rng: &mut Rng) -> bool {
        let goes = state.phase == Phase::Go;
        if goes {
            self.quick_turn(cpu, state, rng);
        }
        goes
    }

    #[inline(always)]
    fn hurry_for<C: Cpu, D: Decider<VikingsOnBoard>, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut State,
        (_, key): (Seat, DecisionKey),
        decider: &mut D,
        sink: &mut S,
    ) -> bool {
        let goes = state.phase == Phase::Go;
        if goes {
            self.keyed_turn(cpu, state, key, decider, sink);
        }
        goes
    }
}
