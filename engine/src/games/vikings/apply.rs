//! What an action changes.

use super::VikingsOf;
use super::action::Action;
use super::advanced::{end_of_row, offer, use_longboat};
use super::auction::Auction;
use super::cells::Cells;
use super::component::{Cell, Colour, DRAWN, LOTS, ROUNDS, Row, Tile};
use super::fact::VikingsFact as Fact;
use super::ferries::movable;
use super::legal::landings;
use super::scoring::{Scoring, ScoringKind};
use super::state::{Ferry, Phase, StateOf};
use super::tableau::on_board;
use super::variant::Variant;
use super::wheel::Wheel;
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::seat::Seat;

/// [`VikingsOf::scorings`] out of line: it is called rarely and would only slow down a turn.
struct Scorings<'a, V: Variant, S> {
    game: &'a VikingsOf<V>,
    state: &'a mut StateOf<V>,
    /// What a boatswain does; `None` after the last purchase.
    action: Option<Action>,
    sink: &'a mut S,
}

impl<V: Variant, S: Sink<Scoring>> Task for Scorings<'_, V, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.game.scorings(self.state, self.action, self.sink);
    }
}

impl<V: Variant> VikingsOf<V> {
    /// Plays a legal action and everything that follows without a decision.
    #[inline(always)]
    pub(super) fn carry_out<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        action: Action,
        sink: &mut S,
    ) {
        let seat = state.mover();
        match action {
            Action::Buy { price } => return buy(self, state, seat, u32::from(price), sink),
            Action::Start { row } => return start(state, seat, row, sink),
            Action::Tile { cell, viking } => place(state, seat, cell, viking, sink),
            Action::Discard => discard(state, seat, sink),
            Action::Ship { column } => ship(state, seat, column, sink),
            Action::Ferry { .. } | Action::FerryEach | Action::Land { .. } | Action::Stop => {
                let action = Some(action);
                return self.processor.run(Scorings { game: self, state, action, sink });
            }
            Action::Longboat { .. } | Action::LongboatEach if V::ADVANCED => {
                let action = Some(action);
                return self.processor.run(Scorings { game: self, state, action, sink });
            }
            _ if V::ADVANCED => return self.play_advanced(state, seat, action, sink),
            _ => return,
        }
        self.placed(state, sink);
    }

    /// The bought lot has been placed: a bonus tile may be taken (A7), or the turn is over.
    #[inline(always)]
    pub(super) fn placed<S: Sink<Scoring>>(&self, state: &mut StateOf<V>, sink: &mut S) {
        let prize = state.extra().is_some_and(|extra| extra.prize > 0);
        if prize { offer(state, sink) } else { self.end_turn(state, sink) }
    }

    /// The turn is over: the next seat buys, or the round is over.
    #[inline(always)]
    pub(super) fn end_turn<S: Sink<Scoring>>(&self, state: &mut StateOf<V>, sink: &mut S) {
        state.turn += 1;
        if usize::from(state.turn) < LOTS {
            state.seat = state.next_seat();
            state.phase = Phase::Buy;
        } else {
            self.processor.run(Scorings { game: self, state, action: None, sink });
        }
    }

    /// What follows from the last purchase of a round (B4), and from boatswains.
    #[inline(always)]
    fn scorings<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        action: Option<Action>,
        sink: &mut S,
    ) {
        let seat = usize::from(state.seat);
        match action {
            Some(Action::Stop) => return self.large_scorings(state, true, sink),
            Some(Action::Ferry { row }) => {
                begin_ferry(state, 1 << row.index(), self.weak_boatswains(), sink)
            }
            Some(Action::FerryEach) => {
                let rows = movable(state, seat);
                begin_ferry(state, rows as u8, true, sink);
            }
            Some(Action::Longboat { row }) => {
                use_longboat(state, sink);
                begin_ferry(state, 1 << row.index(), false, sink);
            }
            Some(Action::LongboatEach) => {
                let rows = movable(state, seat);
                use_longboat(state, sink);
                begin_ferry(state, rows as u8, true, sink);
            }
            Some(Action::Land { cell }) => {
                let ferry = &mut state.ferry;
                ferry.left -= 1;
                ferry.from = cell.0 + 1;
                let row = u32::from(ferry.row);
                state.tableaus.place_viking(seat, u32::from(cell.0));
                state.tableaus.seat_mut(seat).leave_shore(row, 1);
                sink.add(state.mover(), Fact::Ferried.plus(row), 1);
            }
            _ if state.round.is_multiple_of(2) => {
                self.small_scoring(state, sink);
                return self.next_round(state, sink);
            }
            _ => state.seat = state.first,
        }
        // Nobody is being placed after the last purchase.
        if land(state, sink) {
            self.large_scorings(state, false, sink);
        }
    }

    /// G2: seat after seat uses its boatswains, unless it has `stopped`, and scores; stops at the
    /// first seat that has a decision.
    #[inline(always)]
    fn large_scorings<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        stopped: bool,
        sink: &mut S,
    ) {
        let mut stopped = stopped;
        loop {
            if !stopped && movable(state, usize::from(state.seat)) != 0 {
                state.phase = Phase::Boatswain;
                return;
            }
            stopped = false;
            self.large_scoring(state, usize::from(state.seat), sink);
            state.turn += 1;
            if usize::from(state.turn) == LOTS + state.players() {
                break;
            }
            state.seat = state.next_seat();
        }
        self.report(state, ScoringKind::Large, sink);
        if usize::from(state.round) + 1 < ROUNDS {
            self.next_round(state, sink);
        } else {
            self.final_scoring(state, sink);
            state.phase = Phase::Over;
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// A5; always false without the advanced rules.
    #[inline(always)]
    pub(super) fn weak_boatswains(&self) -> bool {
        V::ADVANCED && self.numbers.weak_boatswains
    }

    /// The marker passes on and the next round begins (S3).
    #[inline(never)]
    fn next_round<S: Sink<Scoring>>(&self, state: &mut StateOf<V>, sink: &mut S) {
        if V::ADVANCED {
            end_of_row(state, sink);
        }
        state.round += 1;
        state.turn = 0;
        state.seat = state.first;
        state.seat = state.next_seat();
        state.first = state.seat;
        self.begin_round(state);
    }

    /// The row of bonus tiles is filled up (A6); the offer is laid (O1, O2), or the auction opens
    /// (A1).
    #[inline(always)]
    pub(super) fn begin_round(&self, state: &mut StateOf<V>) {
        self.give_grants(state);
        let (round, players, seed) =
            (usize::from(state.round), state.players(), state.future.seed());
        if let Some(extra) = V::get_mut(&mut state.extra) {
            if round > 0 {
                extra.refill(round, seed);
            }
            if self.numbers.auction {
                let drawn = state.future.draw_vikings(round, DRAWN);
                extra.auction = Auction::new(drawn, players);
                state.wheel = Wheel::EMPTY;
                state.phase = Phase::Bid;
                return;
            }
        }
        state.wheel = state.future.lay(round);
        state.phase = Phase::Buy;
    }
}

/// Places the start tile (P7).
#[inline(always)]
pub(super) fn start<V: Variant, S: Sink<Scoring>>(
    state: &mut StateOf<V>,
    seat: Seat,
    row: Row,
    sink: &mut S,
) {
    let cell = Cell(row.index() as u8);
    state.tableaus.place_tile(seat.index(), Tile::LEFT_END, cell, false);
    sink.add(seat, Fact::LeftEnds, 1);
    state.phase = Phase::Place;
}

/// The tile fits nowhere (P4).
#[inline(always)]
pub(super) fn discard<V: Variant, S: Sink<Scoring>>(
    state: &mut StateOf<V>,
    seat: Seat,
    sink: &mut S,
) {
    sink.add(seat, Fact::Discarded, 1);
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
}

/// Places the bought ship (P1).
#[inline(always)]
pub(super) fn ship<V: Variant, S: Sink<Scoring>>(
    state: &mut StateOf<V>,
    seat: Seat,
    column: u8,
    sink: &mut S,
) {
    let sail = state.tile.variant();
    sink.add(seat, Fact::ShipsN.plus(sail), 1);
    state.tableaus.place_ship(seat.index(), sail, u32::from(column));
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
}

/// Places the bought island tile (P2, P5).
#[inline(always)]
pub(super) fn place<V: Variant, S: Sink<Scoring>>(
    state: &mut StateOf<V>,
    seat: Seat,
    cell: Cell,
    viking: bool,
    sink: &mut S,
) {
    state.tableaus.place_tile(seat.index(), state.tile, cell, viking);
    let tile = state.tile;
    if let Some(extra) = state.extra_mut() {
        extra.place_tile(seat.index(), tile, cell);
    }
    // The two lowest bits of an island tile: 1 right end, 2 left end, 3 middle.
    sink.add(seat, Fact::RightEnds.plus((state.tile.bits() as u32 & 3).wrapping_sub(1)), 1);
    // Without a branch, because the outcome is unpredictable. Boatswains, who stay ashore, add
    // nothing to the fact after the last.
    sink.add(seat, Fact::Placed.plus(state.viking.index()), i32::from(viking));
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, u32::from(!viking));
}

/// A boatswain leaves and moves vikings onto `rows` (G3): one each, or all of them.
#[inline(always)]
pub(super) fn begin_ferry<V: Variant, S: Sink<Scoring>>(
    state: &mut StateOf<V>,
    rows: u8,
    each: bool,
    sink: &mut S,
) {
    let tableau = state.tableaus.seat_mut(usize::from(state.seat));
    tableau.leave_shore(Colour::Boatswain.index(), 1);
    sink.add(state.mover(), Fact::BoatswainsUsed, 1);
    state.ferry = Ferry { each, rows, ..Ferry::NONE };
}

/// Lands vikings as long as there is no choice; `false` if the seat is to choose a tile.
#[inline(always)]
fn land<V: Variant, S: Sink<Scoring>>(state: &mut StateOf<V>, sink: &mut S) -> bool {
    let seat = usize::from(state.seat);
    loop {
        if state.ferry.left == 0 {
            if state.ferry.rows == 0 {
                state.ferry = Ferry::NONE;
                return true;
            }
            begin_row(state);
        }
        let left = u32::from(state.ferry.left);
        let forced = on_board!(state.tableaus, seat, |board| {
            let free = landings(state, &board);
            let forced = free.count() == left;
            if forced {
                state.tableaus.place_vikings(seat, free.words());
            }
            forced
        });
        if !forced {
            state.phase = Phase::Land;
            return false;
        }
        let row = u32::from(state.ferry.row);
        state.tableaus.seat_mut(seat).leave_shore(row, left);
        sink.add(state.mover(), Fact::Ferried.plus(row), left as i32);
        state.ferry.left = 0;
    }
}

/// B1, B2: pays for a lot and takes it.
#[inline(always)]
pub(super) fn buy<V: Variant, S: Sink<Scoring>>(
    game: &VikingsOf<V>,
    state: &mut StateOf<V>,
    seat: Seat,
    price: u32,
    sink: &mut S,
) {
    if let Some(extra) = V::get_mut(&mut state.extra) {
        let wins = game.wins_bonus(&state.wheel, price);
        extra.prize = if wins && !extra.row.is_empty() { price as u8 } else { 0 };
    }
    (state.tile, state.viking) = state.wheel.take(price);
    let tableau = state.tableaus.seat_mut(seat.index());
    let (gold, glory) = tableau.pay(price as i32);
    state.phase = if tableau.has_started() { Phase::Place } else { Phase::Start };
    sink.add(seat, Fact::Price0.plus(price), 1);
    sink.add(seat, Fact::Bought.plus(state.viking.index()), 1);
    sink.add(seat, Fact::GoldSpent, gold);
    sink.add(seat, Fact::GloryExchanged, -glory);
}

/// Turns to the first row that the ferry has not served yet.
#[inline(always)]
fn begin_row<V: Variant>(state: &mut StateOf<V>) {
    let seat = usize::from(state.seat);
    let row = state.ferry.rows.trailing_zeros();
    state.ferry.rows &= state.ferry.rows - 1;
    let left = if state.ferry.each {
        1
    } else {
        let free = on_board!(state.tableaus, seat, |board| board.free(row).count());
        state.tableaus.seat(seat).ashore(row).min(free)
    };
    state.ferry.row = row as u8;
    state.ferry.left = left as u8;
    state.ferry.from = 0;
}
