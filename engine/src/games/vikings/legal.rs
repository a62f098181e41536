//! What is legal, by counting and picking: no list of actions is ever built.

use super::VikingsOf;
use super::action::Action;
use super::cells::Cells;
use super::component::{Cell, Row};
use super::ferries::{ferries, is_last_round};
use super::scoring::Scoring;
use super::state::{Phase, StateOf};
use super::tableau::{Board, on_board};
use super::variant::Variant;
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::task::Picked;
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// Tiles on which the next viking of the ferry may land, leaving enough for those after him.
#[inline(always)]
pub(super) fn landings<V: Variant, W: Cells>(state: &StateOf<V>, board: &Board<W>) -> W {
    board.free(u32::from(state.ferry.row)).starting(u32::from(state.ferry.from))
}

/// Where the bought island tile fits, and where among these the viking may stand on it (P5).
#[inline(always)]
fn placements<V: Variant, W: Cells>(state: &StateOf<V>, board: &Board<W>) -> (W, W) {
    let fits = board.fits(state.tile);
    let own = if state.viking.index() < 5 { W::row(state.viking.index()) } else { W::NONE };
    (fits, fits & own)
}

/// The price of one of the lots for sale.
#[inline(always)]
pub(super) fn pick_price<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let tableau = state.tableaus.seat(seat);
    let prices = state.wheel.choice(tableau.gold, tableau.glory).prices;
    cpu.nth_set(u64::from(prices), pick(prices.count_ones())) as u8
}

#[inline(always)]
pub(super) fn pick_ship_column<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let columns = state.tableaus.seat(seat).ship_columns();
    cpu.nth_set(columns, pick(columns.count_ones())) as u8 + 1
}

/// One of the cells for the bought island tile, and whether the viking stands on it; `None` if it
/// fits nowhere.
#[inline(always)]
pub(super) fn pick_cell<V: Variant, C: Cpu, W: Cells>(
    cpu: C,
    state: &StateOf<V>,
    board: &Board<W>,
    pick: impl FnOnce(u32) -> u32,
) -> Option<(Cell, bool)> {
    let (fits, own) = placements(state, board);
    let ashore = fits.count();
    if ashore == 0 {
        pick(1);
        return None;
    }
    let k = pick(ashore + own.count());
    let viking = k >= ashore;
    let cells = W::select(viking, own, fits);
    let k = k - ashore * u32::from(viking);
    Some((Cell(cells.nth(cpu, k) as u8), viking))
}

impl<V: Variant> VikingsOf<V> {
    /// Whether a boatswain who could move somebody may stay unused (G3).
    #[inline(always)]
    fn may_stop(&self, state: &StateOf<V>) -> bool {
        !is_last_round(state)
    }
}

impl<V: Variant> Picked for VikingsOf<V> {
    /// Cheapest lot first; rows from
    /// the top; cells by column and then from the top; vikings ashore before vikings on tiles;
    /// `ferry each` and `stop` last.
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
            Phase::Boatswain => {
                let ferries = ferries(self, state, seat);
                let count = ferries.count();
                let k = pick(count + u32::from(self.may_stop(state)));
                if k < count { ferries.nth(cpu, k) } else { Action::Stop }
            }
            Phase::Land => on_board!(state.tableaus, seat, |board| {
                let free = landings(state, &board);
                let k = pick(free.count() - u32::from(state.ferry.left) + 1);
                Action::Land { cell: Cell(free.nth(cpu, k) as u8) }
            }),
            // Callers already know that there is none.
            Phase::Over => Action::Stop,
            _ => self.pick_advanced(cpu, state, pick),
        }
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &StateOf<V>, into: &mut Vec<Action>) {
        into.clear();
        let seat = usize::from(state.seat);
        match state.phase {
            Phase::Buy => {
                let tableau = state.tableaus.seat(seat);
                let mut prices = state.wheel.choice(tableau.gold, tableau.glory).prices;
                while prices != 0 {
                    into.push(Action::Buy { price: prices.trailing_zeros() as u8 });
                    prices &= prices - 1;
                }
            }
            Phase::Place if !state.tile.is_ship() && state.tableaus.is_narrow(seat) => {
                let (mut fits, mut own) = placements(state, &state.tableaus.narrow(seat));
                if fits == 0 {
                    into.push(Action::Discard);
                }
                for (cells, viking) in [(&mut fits, false), (&mut own, true)] {
                    while *cells != 0 {
                        let cell = Cell(cells.trailing_zeros() as u8);
                        into.push(Action::Tile { cell, viking });
                        *cells &= *cells - 1;
                    }
                }
            }
            Phase::Bid => self.list_bids(state, into),
            _ => {
                let count = self.count(cpu, state);
                into.extend((0..count).map(|k| self.pick(cpu, state, |_| k)));
            }
        }
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut StateOf<V>, action: Action, sink: &mut S) {
        self.carry_out(state, action, sink);
    }

    #[inline(always)]
    fn hurry<C: Cpu>(&self, cpu: C, state: &mut StateOf<V>, rng: &mut Rng) -> bool {
        match state.phase {
            Phase::Buy => self.hurry_turn(cpu, state, rng),
            Phase::Bid | Phase::Remove | Phase::Set if V::ADVANCED => {
                self.random_offer(cpu, state, |count| rng.below(count));
            }
            _ => return false,
        }
        true
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
        let whole = state.phase == Phase::Buy;
        if whole {
            self.keyed_turn(cpu, state, (seat, key), decider, sink);
        }
        whole
    }
}
