//! The effects of choices (sections 3 and 4).

use super::VikingsOnBoard;
use super::action::Action;
use super::component::{Good, Goods, Ship, Zone};
use super::fact::BoardFact;
use super::options::Options;
use super::rule_set::Return;
use super::scoring::{Final, Scoring};
use super::state::{ALL_SPACES, NOBODY, Phase, State, seat_of};
use crate::fact::Sink;
use crate::seat::{PerSeat, Seat};

/// A5: the top token of W1 is drawn.
#[inline(always)]
pub(super) fn draw_1(state: &mut State) -> Phase {
    state.epoch += 1;
    Phase::Load1
}

impl VikingsOnBoard {
    #[inline(always)]
    pub(super) fn carry_out<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        action: Action,
        sink: &mut S,
    ) {
        match action {
            Action::Go { space } => {
                // First Player and Set Sail can always be performed (R4).
                let idle = state.free & (1 << 0 | 1 << 9) == 0
                    && state.free & self.performable(state) == 0;
                return self.go(state, u32::from(space) - 1, idle, sink);
            }
            Action::Load { good, ship } => return self.load(state, good, ship, sink),
            Action::Sail { ship } => return self.sail(state, ship, sink),
            Action::Take { good } => {
                self.take(state, state.seat, good, sink);
                return self.distribute(state, sink);
            }
            Action::Box { good } => {
                sink.add(seat_of(state.seat), BoardFact::Boxed, 1);
                self.put_aside(state, good);
                return self.distribute(state, sink);
            }
            Action::Promote { body } => state.line.promote(state.line.at(body)),
            Action::Switch { body, ship } | Action::Move { body, ship } => {
                state.line.relocate(state.line.at(body), ship);
            }
            Action::Swap { low, high } => {
                state.line.swap(state.line.at(low), state.line.at(high));
            }
            Action::Crew { body } => {
                state.line.put_crew(state.line.at(body));
                sink.add(seat_of(state.seat), BoardFact::Crew, 1);
            }
            Action::Bet { value, zone } => self.bet(state, value, zone, sink),
            Action::Shift { from, to } => {
                let docked = state.is_docked(from.ship());
                state.barrels.shift(usize::from(state.seat), from, to, docked);
                sink.add(seat_of(state.seat), BoardFact::BarrelsShifted, 1);
            }
            Action::Raise { good } => state.market[good as usize] += 1,
            Action::Under { tokens } => state.w2.set_bottom(tokens),
            Action::Stay => {}
        }
        self.next(state, sink);
    }

    /// R1: the acting viking stands on `space`, numbered from 0; `idle` says that no free space has
    /// an action that can be performed (R4).
    #[inline(always)]
    pub(super) fn go<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        space: u32,
        idle: bool,
        sink: &mut S,
    ) {
        self.stand(state, space, idle, sink);
        if idle {
            return self.next(state, sink);
        }
        state.phase = match space {
            1 => Phase::Promote,
            2 => Phase::Switch,
            3 => Phase::Bet,
            4 => draw_1(state),
            5 => Phase::Raise,
            6 => Phase::Move,
            7 => Phase::Tavern,
            8 => self.draw_2(state),
            9 => return self.set_sail(state, sink),
            10 => Phase::Swap,
            _ => return self.next(state, sink),
        };
    }

    #[inline(always)]
    pub(super) fn stand<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        space: u32,
        idle: bool,
        sink: &mut S,
    ) {
        let seat = seat_of(state.seat);
        state.old &= !(0xF << (state.old.trailing_zeros() & 60));
        state.new |= (seat.index() as u64 + 1) << (4 * space);
        state.free &= !(1 << space);
        state.turn += 1;
        sink.add(seat, BoardFact::Space.plus(space), 1);
        sink.add(seat, BoardFact::Idle, i32::from(idle));
    }

    /// A9: the top tokens of W2 are drawn.
    #[inline(always)]
    pub(super) fn draw_2(&self, state: &mut State) -> Phase {
        state.epoch += 1;
        state.known.draw(usize::from(state.seat), self.drawn(state));
        Phase::Load2
    }

    /// A10: a stern is taken.
    #[inline(always)]
    pub(super) fn set_sail<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        state.stern = state.seat;
        // With two players, the other seat puts a viking on one of its bodies if possible (V5).
        if self.players == 2 {
            state.seat = 1 - state.seat;
            if self.crews(state).any() {
                state.phase = Phase::Crew;
                return;
            }
        }
        self.next(state, sink);
    }

    #[inline(always)]
    fn bet<S: Sink<Scoring>>(&self, state: &mut State, value: u8, zone: Zone, sink: &mut S) {
        let seat = seat_of(state.seat);
        let unused = state.barrels.unused(seat.index());
        let fits =
            |&barrel: &usize| unused >> barrel & 1 == 1 && self.numbers.values[barrel] == value;
        let barrel = (0..4).find(fits).unwrap_or_default();
        state.barrels.bet(seat.index(), barrel, zone);
        sink.add(seat, BoardFact::BarrelsBet, 1);
        let own = zone.clan() as usize == seat.index();
        sink.add(seat, BoardFact::BetsOwn, i32::from(own));
    }

    /// A5, A9.
    #[inline(always)]
    pub(super) fn load<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        good: Good,
        ship: Ship,
        sink: &mut S,
    ) {
        state.epoch += 1;
        state.bows[ship.index() & 7].add(Goods::of(good, 1));
        if state.phase == Phase::Load1 {
            state.w1.pop();
        } else if self.return_others(state, good) {
            state.phase = Phase::Under;
            return;
        }
        self.next(state, sink);
    }

    /// The drawn tokens go under W2, except the uppermost of `good` (A9, V4, V14). Returns whether
    /// their order is to be chosen.
    #[inline(always)]
    fn return_others(&self, state: &mut State, good: Good) -> bool {
        let (n, len) = (self.drawn(state), state.w2.len());
        state.w2.return_without(n, state.w2.first(good));
        let choice = self.rule_set.warehouse_2.give_back == Return::Choice && {
            !state.w2.bottom(n - 1).top(n - 1).is_single_kind()
        };
        state.known.return_drawn(usize::from(state.seat), n, len, !choice);
        choice
    }

    /// R1: the next viking, or the end of the round.
    #[inline(always)]
    pub(super) fn next<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        if state.old != 0 {
            (state.seat, state.phase) = (state.leader(), Phase::Go);
        } else if state.stern != NOBODY {
            (state.seat, state.phase) = (state.stern, Phase::Sail);
        } else {
            self.finish_round(state, sink);
        }
    }

    /// R2: the leader changes sides, or the game is over.
    #[inline(always)]
    pub(super) fn finish_round<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        if u32::from(state.departures) >= self.rule_set.ships.departures
            || state.round() >= self.rule_set.options.max_rounds
        {
            state.phase = Phase::Over;
            return self.score(state, sink);
        }
        state.round += 1;
        (state.old, state.new, state.free) = (state.new, 0, ALL_SPACES);
        (state.stern, state.turn) = (NOBODY, 0);
        (state.seat, state.phase) = (state.leader(), Phase::Go);
    }

    /// F1: reports the final score.
    #[inline(always)]
    fn score<S: Sink<Scoring>>(&self, state: &State, sink: &mut S) {
        let goods = PerSeat::from_fn(self.players, |seat| self.goods_points(state, seat));
        let barrels = PerSeat::from_fn(self.players, |seat| self.barrel_points(state, seat));
        for seat in Seat::all(self.players) {
            sink.add(seat, BoardFact::GoodsPoints, goods[seat]);
            sink.add(seat, BoardFact::BarrelPoints, barrels[seat]);
        }
        sink.scoring(|| {
            let score = PerSeat::from_fn(self.players, |seat| goods[seat] + barrels[seat]);
            let (round, market) = (state.round(), state.market);
            Scoring::Final(Final { round, kind: "final", market, goods, barrels, score })
        });
    }
}
