//! What is legal, by counting and picking.

use super::VikingsOf;
use super::action::Action;
use super::cells::Cells;
use super::component::{Cell, Row};
use super::ferries::{ferries, is_last_round};
use super::picks::{landings, pick_cell, pick_price, pick_ship_column, placements, prices};
use super::random::{Keyed, OneWord};
use super::scoring::Scoring;
use super::state::{Ferry, Phase, StateOf};
use super::tableau::on_board;
use super::variant::Variant;
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::task::{Fraction, Picked};
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// Adds the action of each bit of a set. Their number is known, so that room is made only once.
#[inline(always)]
fn add_each(into: &mut Vec<Action>, mut set: u64, action: impl Fn(u32) -> Action) {
    into.extend((0..set.count_ones()).map(|_| {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        action(bit)
    }));
}

impl<V: Variant> Picked for VikingsOf<V> {
    /// Cheapest lot first; rows from the top; cells by column and then from the top; vikings ashore before vikings
    /// on tiles; `ferry each` and `stop` last.
    #[inline(always)]
    fn pick<C: Cpu>(&self, cpu: C, state: &StateOf<V>, pick: impl FnOnce(u32) -> u32) -> Action {
        let seat = usize::from(state.seat);
        match state.phase {
            Phase::Buy => Action::Buy { price: pick_price(cpu, state, seat, pick) },
            Phase::Start => Action::Start { row: Row::from_index(pick(5)) },
            Phase::Place if state.tile.is_ship() => {
                Action::Ship { column: pick_ship_column(cpu, state, seat, pick) }
            }
            Phase::Place => on_board!(state.tableaus, seat, |board| {
                match pick_cell(cpu, state, &board, pick) {
                    Some((cell, viking)) => Action::Tile { cell, viking },
                    None => Action::Discard,
                }
            }),
            Phase::Boatswain | Phase::Land => self.pick_ferry(cpu, state, pick),
            // Callers already know that there is none.
            Phase::Over => Action::Stop,
            _ => self.pick_advanced(cpu, state, state.phase, pick),
        }
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &StateOf<V>, into: &mut Vec<Action>) {
        into.clear();
        let seat = usize::from(state.seat);
        match state.phase {
            Phase::Buy => {
                let buy = |price| Action::Buy { price: price as u8 };
                add_each(into, prices(state, seat).into(), buy);
            }
            Phase::Place if state.tile.is_ship() => {
                let columns = state.tableaus.ship_columns(seat);
                add_each(into, columns, |column| Action::Ship { column: column as u8 + 1 });
            }
            Phase::Place if state.tableaus.is_narrow(seat) => {
                let (fits, own) = placements(state, &state.tableaus.narrow(seat));
                if fits == 0 {
                    into.push(Action::Discard);
                }
                for (cells, viking) in [(fits, false), (own, true)] {
                    add_each(into, cells, |cell| Action::Tile { cell: Cell(cell as u8), viking });
                }
            }
            Phase::Boatswain => {
                let ferries = ferries(self, state);
                for k in 0..ferries.count() {
                    into.push(ferries.nth(cpu, k));
                }
                if !is_last_round(state) {
                    into.push(Action::Stop);
                }
            }
            Phase::Land if state.tableaus.is_narrow(seat) => {
                let Ferry { row, from, left, .. } = state.ferry;
                let free = landings(row.into(), from.into(), &state.tableaus.narrow(seat));
                let last = free.nth(cpu, free.count() - u32::from(left));
                let land = |cell| Action::Land { cell: Cell(cell as u8) };
                add_each(into, free & ((2 << last) - 1), land);
            }
            Phase::Bid => self.list_bids(state, into),
            // A loop, since a function that is given a closure is compiled for the plainest processor.
            _ => {
                for k in 0..self.count(cpu, state) {
                    into.push(self.pick(cpu, state, |_| k));
                }
            }
        }
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut StateOf<V>, action: Action, sink: &mut S) {
        self.carry_out(state, action, sink);
    }

    #[inline(always)]
    fn hurry<C: Cpu>(&self, cpu: C, state: &mut StateOf<V>, rng: &mut Rng) -> bool {
        self.play_at_random(cpu, state, OneWord { rng, rest: Fraction(0) }, &mut ())
    }

    #[inline(always)]
    fn hurry_for<C: Cpu, D: Decider<VikingsOf<V>>, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        (seat, key): (Seat, DecisionKey),
        decider: &mut D,
        sink: &mut S,
    ) -> bool {
        self.play_at_random(cpu, state, Keyed { decider, seat, turn: key.at(0) }, sink)
    }
}

impl<V: Variant> VikingsOf<V> {
    /// A choice about boatswains (G3).
    #[inline(always)]
    pub(super) fn pick_ferry<C: Cpu>(
        &self,
        cpu: C,
        state: &StateOf<V>,
        pick: impl FnOnce(u32) -> u32,
    ) -> Action {
        if state.phase == Phase::Boatswain {
            let ferries = ferries(self, state);
            let count = ferries.count();
            let k = pick(count + u32::from(!is_last_round(state)));
            return if k < count { ferries.nth(cpu, k) } else { Action::Stop };
        }
        self.pick_landing(cpu, state, pick)
    }

    #[inline(always)]
    pub(super) fn pick_landing<C: Cpu>(
        &self,
        cpu: C,
        state: &StateOf<V>,
        pick: impl FnOnce(u32) -> u32,
    ) -> Action {
        let seat = usize::from(state.seat);
        on_board!(state.tableaus, seat, |board| {
            let Ferry { row, from, .. } = state.ferry;
            let free = landings(row.into(), from.into(), &board);
            let k = pick(free.count() - u32::from(state.ferry.left) + 1);
            Action::Land { cell: Cell(free.nth(cpu, k) as u8) }
        })
    }
}
