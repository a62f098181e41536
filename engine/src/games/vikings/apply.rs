use super::VikingsOf;
use super::action::Action;
use super::auction::Auction;
use super::bonus::Bonus;
use super::cells::Cells;
use super::component::{Cell, Colour, DRAWN, LOTS, MAX_BONUS, Row, Tile};
use super::fact::VikingsFact as Fact;
use super::ferries::{is_last_round, movable};
use super::picks::landings;
use super::scoring::{Scoring, ScoringKind};
use super::state::{Ferry, Phase, StateOf, TableOf};
use super::tableau::on_board;
use super::variant::Variant;
use super::wheel::Wheel;
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::Seat;

/// [`Play::scorings`] out of line: it is called rarely and would only slow down a turn.
struct Scorings<'a, V: Variant, S>(Play<'a, VikingsOf<V>, S>, Option<Action>);
impl<V: Variant, S: Sink<Scoring>> Task for Scorings<'_, V, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(mut self, _: C) {
        self.0.scorings(self.1);
    }
}

/// Turns. Their state and sink are parameters, so that the compiler knows that they are apart.
impl<V: Variant> VikingsOf<V> {
    #[inline(always)]
    pub(super) fn carry_out<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        action: Action,
        sink: &mut S,
    ) {
        let seat = state.mover();
        match action {
            Action::Buy { price } => {
                let has_started = self.buy(state, seat, u32::from(price), sink);
                state.phase = if has_started { Phase::Place } else { Phase::Start };
                return;
            }
            Action::Start { row } => return self.start(state, seat, row, sink),
            Action::Tile { cell, viking } => self.place(state, seat, cell, viking, sink),
            Action::Discard => self.discard(state, seat, sink),
            Action::Ship { column } => self.ship(state, seat, column, sink),
            Action::Ferry { .. } | Action::FerryEach | Action::Land { .. } | Action::Stop => {
                return self.score(state, Some(action), sink);
            }
            Action::Longboat { .. } | Action::LongboatEach if V::ADVANCED => {
                return self.score(state, Some(action), sink);
            }
            _ if V::ADVANCED => return Play { game: self, state, sink }.play_advanced(action),
            _ => return,
        }
        self.placed(state, sink);
    }

    #[inline(always)]
    fn score(&self, state: &mut StateOf<V>, action: Option<Action>, sink: &mut impl Sink<Scoring>) {
        self.processor.run(Scorings(Play { game: self, state, sink }, action));
    }

    /// The bought lot has been placed: a bonus tile may be taken (A7), or the turn is over.
    #[inline(always)]
    pub(super) fn placed(&self, state: &mut StateOf<V>, sink: &mut impl Sink<Scoring>) {
        let prize = state.extra().is_some_and(|extra| extra.prize > 0);
        if prize { Play { game: self, state, sink }.offer() } else { self.end_turn(state, sink) }
    }

    #[inline(always)]
    pub(super) fn end_turn(&self, state: &mut StateOf<V>, sink: &mut impl Sink<Scoring>) {
        state.turn += 1;
        if usize::from(state.turn) < LOTS {
            state.seat = state.next_seat();
            state.phase = Phase::Buy;
        } else {
            self.score(state, None, sink);
        }
    }

    /// B1, B2. Returns whether the seat has placed its start tile: what is to be decided next depends on it.
    #[inline(always)]
    pub(super) fn buy(
        &self,
        state: &mut TableOf<V>,
        seat: Seat,
        price: u32,
        sink: &mut impl Sink<Scoring>,
    ) -> bool {
        if let Some(extra) = V::get_mut(&mut state.extra) {
            let wins = state.wheel.wins_bonus(self.rule_set.advanced.bonus_trigger, price);
            extra.prize = if wins && !extra.row.is_empty() { price as u8 } else { 0 };
        }
        let (tile, viking) = state.wheel.take(price);
        (state.tile, state.viking) = (tile, viking);
        let tableau = state.tableaus.seat_mut(seat.index());
        let (gold, glory) = tableau.pay(price as i32);
        let has_started = tableau.has_started();
        sink.add(seat, Fact::Prices.plus(price), 1);
        sink.add(seat, Fact::Bought.plus(viking.index()), 1);
        sink.add(seat, Fact::GoldSpent, gold);
        sink.add(seat, Fact::GloryExchanged, -glory);
        has_started
    }

    /// P7.
    #[inline(always)]
    pub(super) fn start(
        &self,
        state: &mut TableOf<V>,
        seat: Seat,
        row: Row,
        sink: &mut impl Sink<Scoring>,
    ) {
        let cell = Cell(row.index() as u8);
        state.tableaus.place_tile(seat.index(), Tile::LEFT_END, cell, false);
        state.phase = Phase::Place;
        sink.add(seat, Fact::LeftEnds, 1);
    }

    /// P4.
    #[inline(always)]
    pub(super) fn discard(
        &self,
        state: &mut TableOf<V>,
        seat: Seat,
        sink: &mut impl Sink<Scoring>,
    ) {
        state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
        sink.add(seat, Fact::Discarded, 1);
    }

    /// P1.
    #[inline(always)]
    pub(super) fn ship(
        &self,
        state: &mut TableOf<V>,
        seat: Seat,
        column: u8,
        sink: &mut impl Sink<Scoring>,
    ) {
        let sail = state.tile.variant();
        state.tableaus.place_ship(seat.index(), sail, u32::from(column));
        state.tableaus.seat_mut(seat.index()).come_ashore(state.viking, 1);
        sink.add(seat, Fact::Ships.plus(sail), 1);
    }

    /// P2, P5.
    #[inline(always)]
    pub(super) fn place<S: Sink<Scoring>>(
        &self,
        state: &mut TableOf<V>,
        seat: Seat,
        cell: Cell,
        viking: bool,
        sink: &mut S,
    ) {
        let (tile, colour) = (state.tile, state.viking);
        state.tableaus.place_tile(seat.index(), tile, cell, viking);
        if let Some(extra) = state.extra_mut() {
            extra.place_tile(seat.index(), tile, cell);
        }
        state.tableaus.seat_mut(seat.index()).come_ashore(colour, u32::from(!viking));
        // The two lowest bits of an island tile: 1 right end, 2 left end, 3 middle.
        sink.add(seat, Fact::RightEnds.plus((tile.bits() as u32 & 3).wrapping_sub(1)), 1);
        // Without a branch, because the outcome is unpredictable. Boatswains, who stay ashore, add
        // nothing to the fact after the last.
        sink.add(seat, Fact::Placed.plus(colour.index()), i32::from(viking));
    }
}

impl<V: Variant, S: Sink<Scoring>> Play<'_, VikingsOf<V>, S> {
    /// What follows from the last purchase of a round (B4), and from boatswains.
    #[inline(always)]
    pub(super) fn scorings(&mut self, action: Option<Action>) {
        let landed = self.use_boatswain(action);
        self.landed(landed, action == Some(Action::Stop));
    }

    /// The same after [`Play::use_boatswain`].
    #[inline(always)]
    pub(super) fn landed(&mut self, landed: Option<bool>, stops: bool) {
        if landed.is_none_or(|landed| landed && self.large_scorings(stops)) {
            self.next_round();
        }
    }

    /// The same as long as the seat has nothing else to choose about the landings that follow; `Some(false)` if it has.
    /// Nothing after a small scoring.
    #[inline(always)]
    pub(super) fn use_boatswain(&mut self, action: Option<Action>) -> Option<bool> {
        match action {
            Some(action) => self.steer(action),
            None if self.state.round.is_multiple_of(2) => {
                self.small_scoring();
                return None;
            }
            None => self.state.seat = self.state.first,
        }
        // Nobody is being placed after the last purchase.
        Some(action == Some(Action::Stop) || self.land())
    }

    /// What was chosen about boatswains, up to the landings that follow.
    #[inline(always)]
    pub(super) fn steer(&mut self, action: Action) {
        let (seat, rows) = (usize::from(self.state.seat), self.state.ferry.rows);
        match action {
            Action::Ferry { row } => {
                self.begin_ferry(1 << row.index(), self.game.weak_boatswains());
            }
            Action::FerryEach => self.begin_ferry(rows, true),
            Action::Longboat { row } => {
                self.use_longboat();
                self.begin_ferry(1 << row.index(), false);
            }
            Action::LongboatEach => {
                self.use_longboat();
                self.begin_ferry(rows, true);
            }
            Action::Land { cell } => {
                let ferry = &mut self.state.ferry;
                ferry.left -= 1;
                ferry.from = cell.0 + 1;
                let row = u32::from(ferry.row);
                self.state.tableaus.place_viking(seat, u32::from(cell.0));
                self.state.tableaus.seat_mut(seat).leave_shore(row, 1);
                self.sink.add(self.state.mover(), Fact::Ferried.plus(row), 1);
            }
            _ => self.state.ferry = Ferry::NONE,
        }
    }

    /// G2: seat after seat uses its boatswains, unless it has `stopped`, and scores; up to the first decision. Returns
    /// whether a round follows.
    #[inline(always)]
    fn large_scorings(&mut self, mut stopped: bool) -> bool {
        loop {
            let seat = usize::from(self.state.seat);
            let rows = if stopped { 0 } else { movable(self.state, seat) };
            if rows != 0 {
                self.state.ferry.rows = rows as u8;
                self.state.phase = Phase::Boatswain;
                return false;
            }
            stopped = false;
            self.large_scoring(seat);
            self.state.turn += 1;
            if usize::from(self.state.turn) == LOTS + self.state.players() {
                break;
            }
            self.state.seat = self.state.next_seat();
        }
        self.report(ScoringKind::Large);
        let is_last = is_last_round(self.state);
        if is_last {
            self.final_scoring();
            self.state.phase = Phase::Over;
        }
        !is_last
    }

    /// S3.
    #[inline(always)]
    fn next_round(&mut self) {
        if V::ADVANCED {
            self.end_of_row();
        }
        let state = &mut *self.state;
        state.round += 1;
        state.turn = 0;
        state.seat = state.first;
        state.seat = state.next_seat();
        state.first = state.seat;
        self.game.begin_round(state);
    }

    /// A boatswain leaves and moves vikings onto `rows` (G3): one each, or all of them.
    #[inline(always)]
    fn begin_ferry(&mut self, rows: u8, each: bool) {
        let table = &mut self.state.table;
        let tableau = table.tableaus.seat_mut(usize::from(table.seat));
        tableau.leave_shore(Colour::Boatswain.index(), 1);
        self.sink.add(self.state.mover(), Fact::BoatswainsUsed, 1);
        self.state.ferry = Ferry { each, rows, ..Ferry::NONE };
    }

    /// Lands vikings as long as there is no choice; `false` if the seat is to choose a tile.
    #[inline(always)]
    pub(super) fn land(&mut self) -> bool {
        let state = &mut self.state.table;
        let seat = usize::from(state.seat);
        loop {
            let ferry = &mut state.ferry;
            if ferry.left == 0 {
                if ferry.rows == 0 {
                    *ferry = Ferry::NONE;
                    return true;
                }
                // The first row that the ferry has not served yet.
                let row = ferry.rows.trailing_zeros();
                ferry.rows &= ferry.rows - 1;
                ferry.left =
                    if ferry.each { 1 } else { state.tableaus.seat(seat).ashore(row) as u8 };
                (ferry.row, ferry.from) = (row as u8, 0);
            }
            let (row, from) = (u32::from(ferry.row), u32::from(ferry.from));
            let count = on_board!(state.tableaus, seat, |board| {
                let free = landings(row, from, &board);
                let count = free.count();
                if count <= u32::from(ferry.left) {
                    state.tableaus.place_vikings(seat, free.words());
                }
                count
            });
            if count > u32::from(ferry.left) {
                state.phase = Phase::Land;
                return false;
            }
            ferry.left = 0;
            state.tableaus.seat_mut(seat).leave_shore(row, count);
            self.sink.add(state.mover(), Fact::Ferried.plus(row), count as i32);
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// A5; always false without the advanced rules.
    #[inline(always)]
    pub(super) fn weak_boatswains(&self) -> bool {
        V::ADVANCED && self.rule_set.advanced.weak_boatswains
    }

    /// Grants are given, the row of bonus tiles is filled up (A6); the offer is laid (O1, O2), or the auction opens
    /// (A1).
    #[inline(always)]
    pub(super) fn begin_round(&self, state: &mut StateOf<V>) {
        if V::ADVANCED {
            for grant in &self.rule_set.grants {
                if grant.round == u32::from(state.round) + 1 {
                    self.give(state, grant.seat, grant.kind);
                }
            }
        }
        let round = usize::from(state.round);
        let players = state.players();
        let StateOf { table: state, future } = state;
        if let Some(extra) = V::get_mut(&mut state.extra) {
            if round > 0 {
                extra.refill(round, future);
            }
            if self.rule_set.advanced.auction {
                extra.auction = Auction::new(future.draw_vikings(round, DRAWN), players);
                state.wheel = Wheel::EMPTY;
                state.phase = Phase::Bid;
                return;
            }
        }
        state.wheel = future.lay(round);
        state.phase = Phase::Buy;
    }

    /// Gives a seat a bonus tile from outside the game, and what is given with it. Returns whether there is room for
    /// one more of its kind.
    pub(super) fn give(&self, state: &mut TableOf<V>, seat: usize, kind: Bonus) -> bool {
        let Some(extra) = V::get_mut(&mut state.extra) else { return false };
        if kind != Bonus::Gold5 && extra.owned(seat).count(kind) == MAX_BONUS {
            return false;
        }
        let tableau = state.tableaus.seat_mut(seat);
        tableau.glory += self.bonus_glory[kind as usize];
        if kind == Bonus::Gold5 {
            tableau.gold += self.bonus[Bonus::Gold5 as usize];
        } else {
            extra.owned_mut(seat).add(kind);
        }
        true
    }
}
