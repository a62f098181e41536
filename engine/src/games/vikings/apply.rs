//! What an action changes.

use super::Vikings;
use super::action::Action;
use super::cells::Cells;
use super::component::{Cell, Colour, LOTS, ROUNDS, Row, Tile};
use super::fact::VikingsFact as Fact;
use super::legal::{ferries, landings};
use super::scoring::{Scoring, ScoringKind};
use super::state::{Ferry, Phase, State};
use super::tableau::on_board;
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::seat::Seat;

/// [`Vikings::scorings`] as a task of its own: called seldom, it would only burden a turn.
struct Scorings<'a, S> {
    game: &'a Vikings,
    state: &'a mut State,
    /// What a boatswain does; `None` after the last purchase.
    action: Option<Action>,
    sink: &'a mut S,
}

impl<S: Sink<Scoring>> Task for Scorings<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.game.scorings(self.state, self.action, self.sink);
    }
}

impl Vikings {
    /// Plays a legal action and everything that follows without a decision.
    #[inline(always)]
    pub(super) fn play<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        let seat = mover(state);
        match action {
            Action::Buy { price } => return buy(state, seat, u32::from(price), sink),
            Action::Start { row } => return start(state, seat, row, sink),
            Action::Tile { cell, viking } => place(state, seat, cell, viking, sink),
            Action::Discard => discard(state, seat, sink),
            Action::Ship { column } => ship(state, seat, column, sink),
            other => {
                let action = Some(other);
                return self.processor.run(Scorings { game: self, state, action, sink });
            }
        }
        self.end_turn(state, sink);
    }

    /// The bought lot has been placed: the next seat buys, or the round is over.
    #[inline(always)]
    pub(super) fn end_turn<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        state.turn += 1;
        if usize::from(state.turn) < LOTS {
            state.seat = next_seat(state);
            state.phase = Phase::Buy;
        } else {
            self.processor.run(Scorings { game: self, state, action: None, sink });
        }
    }

    /// What follows from the last purchase of a round (B4), and from boatswains.
    #[inline(always)]
    fn scorings<S: Sink<Scoring>>(&self, state: &mut State, action: Option<Action>, sink: &mut S) {
        let seat = usize::from(state.seat);
        match action {
            Some(Action::Stop) => return self.large_scorings(state, true, sink),
            Some(Action::Ferry { row }) => begin_ferry(state, 1 << row.index(), false, sink),
            Some(Action::FerryEach) => {
                let rows = ferries(state, seat).rows;
                begin_ferry(state, rows as u8, true, sink);
            }
            Some(Action::Land { cell }) => {
                let ferry = &mut state.ferry;
                ferry.left -= 1;
                ferry.from = cell.0 + 1;
                let row = u32::from(ferry.row);
                state.tableaus.place_viking(seat, u32::from(cell.0));
                state.tableaus.seat_mut(seat).leave_shore(row, 1);
                sink.add(mover(state), Fact::FerriedW.plus(row), 1);
            }
            _ if state.round.is_multiple_of(2) => {
                self.small_scoring(state, sink);
                return next_round(state);
            }
            _ => state.seat = state.first,
        }
        // Nobody is under way after the last purchase.
        if land(state, sink) {
            self.large_scorings(state, false, sink);
        }
    }

    /// G2: seat after seat is asked for its boatswains, unless it has `stopped`, and scores; stops
    /// at the first that has something to decide.
    #[inline(always)]
    fn large_scorings<S: Sink<Scoring>>(&self, state: &mut State, stopped: bool, sink: &mut S) {
        let mut stopped = stopped;
        loop {
            if !stopped && ferries(state, usize::from(state.seat)).rows != 0 {
                state.phase = Phase::Boatswain;
                return;
            }
            stopped = false;
            self.large_scoring(state, usize::from(state.seat), sink);
            state.turn += 1;
            if usize::from(state.turn) == LOTS + state.players() {
                break;
            }
            state.seat = next_seat(state);
        }
        self.report(state, ScoringKind::Large, sink);
        if usize::from(state.round) + 1 < ROUNDS {
            next_round(state);
        } else {
            self.final_scoring(state, sink);
            state.phase = Phase::Over;
        }
    }
}

/// Places the start tile (P7).
#[inline(always)]
pub(super) fn start<S: Sink<Scoring>>(state: &mut State, seat: Seat, row: Row, sink: &mut S) {
    let cell = Cell(row.index() as u8);
    state.tableaus.place_tile(seat.index(), Tile::LEFT_END, cell, false);
    sink.add(seat, Fact::LeftEnds, 1);
    state.phase = Phase::Place;
}

/// The tile fits nowhere (P4).
#[inline(always)]
pub(super) fn discard<S: Sink<Scoring>>(state: &mut State, seat: Seat, sink: &mut S) {
    sink.add(seat, Fact::Discarded, 1);
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
}

/// Places the bought ship (P1).
#[inline(always)]
pub(super) fn ship<S: Sink<Scoring>>(state: &mut State, seat: Seat, column: u8, sink: &mut S) {
    let sail = state.tile.variant();
    sink.add(seat, Fact::ShipsN.plus(sail), 1);
    state.tableaus.place_ship(seat.index(), sail, u32::from(column));
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
}

/// Places the bought island tile (P2, P5).
#[inline(always)]
pub(super) fn place<S: Sink<Scoring>>(
    state: &mut State,
    seat: Seat,
    cell: Cell,
    viking: bool,
    sink: &mut S,
) {
    state.tableaus.place_tile(seat.index(), state.tile, cell, viking);
    // The two lowest bits of an island tile: 1 right end, 2 left end, 3 middle.
    sink.add(seat, Fact::RightEnds.plus((state.tile.bits() as u32 & 3).wrapping_sub(1)), 1);
    // Without a jump: which it is cannot be foreseen. For boatswains, who stay ashore, nothing is
    // added to the fact behind the last.
    sink.add(seat, Fact::PlacedW.plus(state.viking.index()), i32::from(viking));
    state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, u32::from(!viking));
}

/// A boatswain leaves and moves vikings onto `rows` (G3).
#[inline(always)]
fn begin_ferry<S: Sink<Scoring>>(state: &mut State, rows: u8, each: bool, sink: &mut S) {
    let tableau = state.tableaus.seat_mut(usize::from(state.seat));
    tableau.leave_shore(Colour::Boatswain.index(), 1);
    sink.add(mover(state), Fact::BoatswainsUsed, 1);
    state.ferry = Ferry { each, rows, ..Ferry::NONE };
}

/// Lands vikings as long as there is no choice; `false` if the seat is to choose a tile.
#[inline(always)]
fn land<S: Sink<Scoring>>(state: &mut State, sink: &mut S) -> bool {
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
        sink.add(mover(state), Fact::FerriedW.plus(row), left as i32);
        state.ferry.left = 0;
    }
}

/// The seat to move.
#[inline(always)]
fn mover(state: &State) -> Seat {
    Seat::new(usize::from(state.seat & 3))
}

#[inline(always)]
fn next_seat(state: &State) -> u8 {
    let next = state.seat + 1;
    if usize::from(next) == state.players() { 0 } else { next }
}

/// B1, B2: pays for a lot and takes it.
#[inline(always)]
pub(super) fn buy<S: Sink<Scoring>>(state: &mut State, seat: Seat, price: u32, sink: &mut S) {
    (state.tile, state.viking) = state.wheel.take(price);
    let tableau = state.tableaus.seat_mut(seat.index());
    let gold = tableau.gold.min(price as i32);
    let glory = price as i32 - gold;
    tableau.gold -= gold;
    tableau.glory -= glory;
    state.phase = if tableau.has_started() { Phase::Place } else { Phase::Start };
    sink.add(seat, Fact::Price0.plus(price), 1);
    sink.add(seat, Fact::BoughtW.plus(state.viking.index()), 1);
    sink.add(seat, Fact::GoldSpent, gold);
    sink.add(seat, Fact::GloryExchanged, -glory);
}

/// The marker passes on and the next offer is laid (S3, O1, O2).
#[inline(never)]
fn next_round(state: &mut State) {
    state.round += 1;
    state.turn = 0;
    state.seat = state.first;
    state.seat = next_seat(state);
    state.first = state.seat;
    state.wheel = state.future.lay(usize::from(state.round));
    state.phase = Phase::Buy;
}

/// Turns to the first row that the ferry has not served yet.
#[inline(always)]
fn begin_row(state: &mut State) {
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
