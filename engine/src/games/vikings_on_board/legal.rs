use super::VikingsOnBoard;
use super::action::Action;
use super::barrel::below_limit;
use super::body_options::{Relocations, Swaps, can_relocate};
use super::component::{Good, Goods, Ship, Zone};
use super::line::{Fleet, only};
use super::options::{Each, Options, Orders, Pairs, Tavern, each, ship_at};
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::bits::bits;
use crate::games::play::Play;
use crate::games::task::Picked;
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

impl VikingsOnBoard {
    /// R1, R3, R4: free spaces whose action can be performed, or else all free spaces.
    #[inline(always)]
    pub(super) fn spaces(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        let performable = state.free & self.performable(state);
        let spaces = if performable == 0 { state.free } else { performable };
        each(spaces, |space| Action::Go { space: (space & 31) as u8 + 1 })
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
        spaces |= u32::from(self.raises(state).any()) << 5;
        spaces |= u32::from(can_relocate(line, line.bodies(), room)) << 6;
        spaces |= u32::from(bet || shift) << 7;
        spaces |= u32::from(!state.w2.is_empty()) << 8;
        spaces | u32::from(self.can_swap(state)) << 10
    }

    #[inline(always)]
    fn taverns_open(&self, state: &State) -> (bool, bool) {
        if self.rule_set.barrels.max_per_ship == 4 {
            let (seat, empty) = (usize::from(state.seat), state.barrels.empty() != 0);
            return (state.barrels.has_unused(seat) && empty, state.barrels.has_bet(seat) && empty);
        }
        let tavern = self.tavern(state);
        (tavern.bets.any(), tavern.can_shift())
    }

    /// Whether there is a swap, or a null swap that counts as one.
    #[inline(always)]
    fn can_swap(&self, state: &State) -> bool {
        state.line.has_unequal_pair() || self.null_swap(state)
    }

    #[inline(always)]
    fn room(&self, state: &State) -> Fleet {
        state.line.with_room(self.rule_set.ships.max_bodies)
    }

    #[inline(always)]
    pub(super) fn promotions(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        let line = &state.line;
        let own = line.of(u32::from(state.seat));
        // A body unlike the one before it has an unequal one before it; a body like the one before
        // it stands behind the foremost of its run (N5).
        let bodies = own & line.changes() & !line.heads();
        // V3: an own body with nothing but equal bodies before it; the first of its ship is one.
        let stay = self.chooses_null_moves() && own & line.heads() != 0;
        let action = |body| Action::Promote { body: line.place(body & 31) };
        Each { set: bodies.into(), stay, action }
    }

    /// Whether actions that change nothing may be chosen (V3).
    #[inline(always)]
    pub(super) fn chooses_null_moves(&self) -> bool {
        self.rule_set.options.null_moves
    }

    /// V3: two equal bodies on two docked ships, if that counts.
    #[inline(always)]
    fn null_swap(&self, state: &State) -> bool {
        let line = &state.line;
        let others = |at| line.bodies() & !line.mask(line.ship_of(at));
        self.chooses_null_moves()
            && bits(line.bodies()).any(|at| others(at) & !line.unlike(at) != 0)
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
    pub(super) fn bets(&self, state: &State) -> Pairs<impl Fn(u32, u32) -> Action> {
        self.tavern(state).bets
    }

    #[inline(always)]
    pub(super) fn tavern(&self, state: &State) -> Tavern<impl Fn(u32, u32) -> Action> {
        let seat = usize::from(state.seat);
        let (own, empty) = (state.barrels.zones(seat), state.barrels.empty());
        let limit = self.rule_set.barrels.max_per_ship;
        // Four zones hold at most four barrels.
        let allowed = if limit == 4 { empty } else { empty & below_limit(own, limit) };
        let barrels = self.numbers.distinct(state.barrels.unused(seat));
        let bet = |barrel: u32, zone: u32| Action::Bet {
            value: self.numbers.values[(barrel & 3) as usize],
            zone: Zone(zone as u8 & 31),
        };
        Tavern { bets: Pairs(barrels.into(), allowed.into(), bet), own, empty, allowed }
    }

    #[inline(always)]
    fn loads(&self, state: &State, kinds: u32) -> Pairs<impl Fn(u32, u32) -> Action> {
        Pairs(kinds.into(), state.line.docked(), |good, ship| Action::Load {
            good: Good::from_index(good / 8),
            ship: ship_at(ship),
        })
    }

    #[inline(always)]
    pub(super) fn loads_1(&self, state: &State) -> Pairs<impl Fn(u32, u32) -> Action> {
        self.loads(state, Goods::of(state.w1.get(0), 1).kinds())
    }

    #[inline(always)]
    pub(super) fn loads_2(&self, state: &State) -> Pairs<impl Fn(u32, u32) -> Action> {
        self.loads(state, state.w2.top(self.drawn(state)).kinds())
    }

    /// How many tokens are drawn from W2 (A9).
    #[inline(always)]
    pub(super) fn drawn(&self, state: &State) -> u32 {
        self.rule_set.warehouse_2.draw.min(state.w2.len())
    }

    /// A6: goods whose value may rise.
    #[inline(always)]
    pub(super) fn raises(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        let most = self.rule_set.market.max;
        let below = |good: usize| u32::from(u32::from(state.market[good]) < most) << good;
        let kinds = below(0) | below(1) | below(2);
        each(kinds, |kind| Action::Raise { good: Good::from_index(kind) })
    }

    /// Docked bodies of the seat to move without a viking (V5).
    #[inline(always)]
    pub(super) fn crews(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        let line = &state.line;
        let bodies = line.of(u32::from(state.seat)) & !line.crewed();
        each(bodies, |body| Action::Crew { body: line.place(body & 31) })
    }

    #[inline(always)]
    pub(super) fn swaps<'a>(&self, state: &'a State) -> Swaps<'a> {
        Swaps::new(&state.line, self.null_swap(state))
    }

    /// The tokens that go back, which are already at the bottom of W2.
    fn orders(&self, state: &State) -> Orders {
        // One of the drawn tokens has been loaded.
        let back = self.rule_set.warehouse_2.draw.min(state.w2.len() + 1) - 1;
        Orders(state.w2.bottom(back).top(back))
    }

    #[inline(always)]
    fn sails(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        let loaded = (0..8).fold(0, |fleet, ship| {
            let ship = Ship(ship);
            let ready = !state.bows[ship.index()].is_empty() && state.line.len(ship) > 0;
            fleet | if ready { only(ship) } else { 0 }
        });
        let ready = loaded & state.line.docked();
        let ships = if ready == 0 { state.line.docked() } else { ready };
        each(ships, |ship| Action::Sail { ship: ship_at(ship) })
    }

    #[inline(always)]
    fn kinds(&self, state: &State) -> u32 {
        state.bows[usize::from(state.departure.ship & 7)].kinds()
    }

    #[inline(always)]
    fn takes(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        each(self.kinds(state), |kind| Action::Take { good: Good::from_index(kind / 8) })
    }

    #[inline(always)]
    fn boxes(&self, state: &State) -> Each<impl Fn(u32) -> Action> {
        each(self.kinds(state), |kind| Action::Box { good: Good::from_index(kind / 8) })
    }
}

/// What `$answer` makes of the `$options` of the decision; `$over` when the game is over.
macro_rules! ask {
    ($game:ident, $state:ident, $options:ident => $answer:expr, $over:expr) => {
        ask!(@ $game, $state, $options, $answer, $over,
            Go spaces, Promote promotions, Switch switches, Bet bets, Load1 loads_1, Raise raises,
            Move moves, Tavern tavern, Load2 loads_2, Crew crews, Swap swaps, Under orders,
            Sail sails, Take takes, Box boxes)
    };
    (@ $game:ident, $state:ident, $options:ident, $answer:expr, $over:expr,
        $($phase:ident $of:ident),+
    ) => {
        match $state.phase {
            $(Phase::$phase => {
                let $options = $game.$of($state);
                $answer
            })+
            Phase::Over => $over,
        }
    };
}

impl Picked for VikingsOnBoard {
    #[inline(always)]
    fn pick<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        ask!(self, state, options => options.nth(cpu, choose(options.count())), Action::Stay)
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &State, into: &mut Vec<Action>) {
        into.clear();
        ask!(self, state, options => options.list(cpu, into), ());
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        Play { game: self, state, sink }.carry_out(action);
    }

    #[inline(always)]
    fn hurry<C: Cpu>(&self, cpu: C, state: &mut State, rng: &mut Rng) -> bool {
        let goes = state.phase == Phase::Go;
        if goes {
            Play { game: self, state, sink: &mut () }.quick_turn(cpu, rng);
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
            Play { game: self, state, sink }.keyed_turn(cpu, key, decider);
        }
        goes
    }
}
