//! The effects of choices (sections 3 and 4).

use super::VikingsOnBoard;
use super::action::Action;
use super::component::{Good, Goods, Ship, Zone};
use super::departure::put_aside;
use super::fact::BoardFact;
use super::options::Options;
use super::rule_set::Return;
use super::scoring::{Final, Scoring};
use super::state::{ALL_SPACES, NOBODY, Phase, State, seat_of};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::{PerSeat, Seat};

/// A5: the top token of W1 is drawn.
#[inline(always)]
pub(super) fn draw_1(state: &mut State) -> Phase {
    state.epoch += 1;
    Phase::Load1
}

impl<S: Sink<Scoring>> Play<'_, VikingsOnBoard, S> {
    #[inline(always)]
    pub(super) fn carry_out(&mut self, action: Action) {
        let state = &mut *self.state;
        match action {
            Action::Go { space } => {
                // First Player and Set Sail can always be performed (R4).
                let idle = state.free & (1 << 0 | 1 << 9) == 0
                    && state.free & self.game.performable(state) == 0;
                return self.go(u32::from(space) - 1, idle);
            }
            Action::Load { good, ship } => return self.load(good, ship),
            Action::Sail { ship } => return self.sail(ship),
            Action::Take { good } => {
                self.take(self.state.seat, good);
                return self.distribute();
            }
            Action::Box { good } => {
                self.sink.add(seat_of(state.seat), BoardFact::Boxed, 1);
                put_aside(state, good);
                return self.distribute();
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
                self.sink.add(seat_of(state.seat), BoardFact::Crew, 1);
            }
            Action::Bet { value, zone } => self.bet(value, zone),
            Action::Shift { from, to } => {
                let docked = state.is_docked(from.ship());
                state.barrels.shift(usize::from(state.seat), from, to, docked);
                self.sink.add(seat_of(state.seat), BoardFact::BarrelsShifted, 1);
            }
            Action::Raise { good } => state.market[good as usize] += 1,
            Action::Under { tokens } => state.w2.set_bottom(tokens),
            Action::Stay => {}
        }
        self.next();
    }

    /// R1: the acting viking stands on `space`, numbered from 0; `idle` says that no free space has
    /// an action that can be performed (R4).
    #[inline(always)]
    pub(super) fn go(&mut self, space: u32, idle: bool) {
        self.stand(space, idle);
        if idle {
            return self.next();
        }
        self.state.phase = match space {
            1 => Phase::Promote,
            2 => Phase::Switch,
            3 => Phase::Bet,
            4 => draw_1(self.state),
            5 => Phase::Raise,
            6 => Phase::Move,
            7 => Phase::Tavern,
            8 => self.game.draw_2(self.state),
            9 => return self.set_sail(),
            10 => Phase::Swap,
            _ => return self.next(),
        };
    }

    #[inline(always)]
    pub(super) fn stand(&mut self, space: u32, idle: bool) {
        let state = &mut *self.state;
        let seat = seat_of(state.seat);
        state.old &= !(0xF << (state.old.trailing_zeros() & 60));
        state.new |= (seat.index() as u64 + 1) << (4 * space);
        state.free &= !(1 << space);
        state.turn += 1;
        self.sink.add(seat, BoardFact::Space.plus(space), 1);
        self.sink.add(seat, BoardFact::Idle, i32::from(idle));
    }

    /// A10: a stern is taken.
    #[inline(always)]
    pub(super) fn set_sail(&mut self) {
        self.state.stern = self.state.seat;
        // With two players, the other seat puts a viking on one of its bodies if possible (V5).
        if self.game.players == 2 {
            self.state.seat = 1 - self.state.seat;
            if self.game.crews(self.state).any() {
                self.state.phase = Phase::Crew;
                return;
            }
        }
        self.next();
    }

    #[inline(always)]
    fn bet(&mut self, value: u8, zone: Zone) {
        let (barrels, values) = (&mut self.state.barrels, &self.game.numbers.values);
        let seat = seat_of(self.state.seat);
        let unused = barrels.unused(seat.index());
        let fits = |&barrel: &usize| unused >> barrel & 1 == 1 && values[barrel] == value;
        let barrel = (0..4).find(fits).unwrap_or_default();
        barrels.bet(seat.index(), barrel, zone);
        self.sink.add(seat, BoardFact::BarrelsBet, 1);
        let own = zone.clan() as usize == seat.index();
        self.sink.add(seat, BoardFact::BetsOwn, i32::from(own));
    }

    /// A5, A9.
    #[inline(always)]
    fn load(&mut self, good: Good, ship: Ship) {
        self.state.epoch += 1;
        self.state.bows[ship.index() & 7].add(Goods::of(good, 1));
        if self.state.phase == Phase::Load1 {
            self.state.w1.pop();
        } else if self.game.return_others(self.state, good) {
            self.state.phase = Phase::Under;
            return;
        }
        self.next();
    }

    /// R1: the next viking, or the end of the round.
    #[inline(always)]
    pub(super) fn next(&mut self) {
        let state = &mut *self.state;
        if state.old != 0 {
            (state.seat, state.phase) = (state.leader(), Phase::Go);
        } else if state.stern != NOBODY {
            (state.seat, state.phase) = (state.stern, Phase::Sail);
        } else {
            self.finish_round();
        }
    }

    /// R2: the leader changes sides, or the game is over.
    #[inline(always)]
    pub(super) fn finish_round(&mut self) {
        let (rules, state) = (&self.game.rule_set, &mut *self.state);
        if u32::from(state.departures) >= rules.ships.departures
            || state.round() >= rules.options.max_rounds
        {
            state.phase = Phase::Over;
            return self.score();
        }
        state.round += 1;
        (state.old, state.new, state.free) = (state.new, 0, ALL_SPACES);
        (state.stern, state.turn) = (NOBODY, 0);
        (state.seat, state.phase) = (state.leader(), Phase::Go);
    }

    /// F1: reports the final score.
    #[inline(always)]
    fn score(&mut self) {
        let (game, state) = (self.game, &*self.state);
        let goods = PerSeat::from_fn(game.players, |seat| game.goods_points(state, seat));
        let barrels = PerSeat::from_fn(game.players, |seat| game.barrel_points(state, seat));
        for seat in Seat::all(game.players) {
            self.sink.add(seat, BoardFact::GoodsPoints, goods[seat]);
            self.sink.add(seat, BoardFact::BarrelPoints, barrels[seat]);
        }
        self.sink.scoring(|| {
            let score = PerSeat::from_fn(game.players, |seat| goods[seat] + barrels[seat]);
            let (round, market) = (state.round(), state.market);
            Scoring::Final(Final { round, kind: "final", market, goods, barrels, score })
        });
    }
}

impl VikingsOnBoard {
    /// A9: the top tokens of W2 are drawn.
    #[inline(always)]
    pub(super) fn draw_2(&self, state: &mut State) -> Phase {
        state.epoch += 1;
        state.known.draw(usize::from(state.seat), self.drawn(state));
        Phase::Load2
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
}
