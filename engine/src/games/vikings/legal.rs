//! What is legal, by counting and picking; and random turns in one piece, in which a purchase and the placing of what
//! was bought follow each other without determining the phase in between.

use super::action::Action;
use super::advanced::auction_step;
use super::cells::Cells;
use super::component::{Cell, Row};
use super::ferries::{ferries, is_last_round};
use super::scoring::Scoring;
use super::state::{Ferry, Phase, StateOf};
use super::tableau::{Board, on_board};
use super::variant::Variant;
use super::{VikingsOf, ferry_step};
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::play::Play;
use crate::games::task::{Fraction, Picked};
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// Tiles on which the next viking of the ferry may land, leaving enough for those after him.
#[inline(always)]
pub(super) fn landings<W: Cells>(row: u32, from: u32, board: &Board<W>) -> W {
    board.free(row).starting(from)
}

/// Where the bought island tile fits, and where among these the viking may stand on it (P5).
#[inline(always)]
fn placements<V: Variant, W: Cells>(state: &StateOf<V>, board: &Board<W>) -> (W, W) {
    let fits = board.fits(state.tile);
    (fits, fits & W::home(state.viking))
}

/// Bit p: the lot priced p may be bought.
#[inline(always)]
fn prices<V: Variant>(state: &StateOf<V>, seat: usize) -> u32 {
    let tableau = state.tableaus.seat(seat);
    state.wheel.choice(tableau.gold, tableau.glory)
}

#[inline(always)]
fn pick_price<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let prices = prices(state, seat);
    cpu.nth_set(u64::from(prices), pick(prices.count_ones())) as u8
}

#[inline(always)]
fn pick_ship_column<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let columns = state.tableaus.seat(seat).ship_columns();
    cpu.nth_set(columns, pick(columns.count_ones())) as u8 + 1
}

/// One of the cells for the bought island tile, and whether the viking stands on it; `None` if it fits nowhere.
#[inline(always)]
fn pick_cell<V: Variant, C: Cpu, W: Cells>(
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
            _ => self.pick_advanced(cpu, state, pick),
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
                let columns = state.tableaus.seat(seat).ship_columns();
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
                let ferries = ferries(self, state, seat);
                for k in 0..ferries.count() {
                    into.push(ferries.nth(cpu, k));
                }
                if !is_last_round(state) {
                    into.push(Action::Stop);
                }
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
        self.play_at_random(cpu, state, &mut OneWord { rng, rest: Fraction(0) }, &mut ())
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
        self.play_at_random(cpu, state, &mut Keyed { decider, seat, turn: key.at(0) }, sink)
    }
}

/// The source of the choices of random turns, and their observer.
trait Choices<V: Variant> {
    /// Turns to the decision at which the state is. Returns whether it is made at random, as it is at the first one.
    fn reach(&mut self, state: &StateOf<V>) -> bool;
    /// A uniform fraction for the decision of a step of the turn, as [`Game::clock`] has it.
    fn fraction(&mut self, step: u32) -> Fraction;
    /// Takes back the rest of it: a uniform fraction again.
    fn give_back(&mut self, rest: Fraction);
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action);
}

/// One random word for a whole turn. It takes at most 12 lots x 5 rows x 76 placements, less than 2^13 in total, so
/// the last choice is uniform up to an error below 2^-50.
struct OneWord<'a> {
    rng: &'a mut Rng,
    rest: Fraction,
}

impl<V: Variant> Choices<V> for OneWord<'_> {
    #[inline(always)]
    fn reach(&mut self, _: &StateOf<V>) -> bool {
        self.rest = Fraction(self.rng.word());
        true
    }
    #[inline(always)]
    fn fraction(&mut self, _: u32) -> Fraction {
        self.rest
    }
    #[inline(always)]
    fn give_back(&mut self, rest: Fraction) {
        self.rest = rest;
    }
    #[inline(always)]
    fn watch(&mut self, _: &VikingsOf<V>, _: &StateOf<V>, _: Action) {}
}

/// The generators of `seat`, one for each decision, and the decider that is shown their choices.
struct Keyed<'a, D> {
    decider: &'a mut D,
    seat: Seat,
    /// The generator at the clock of the turn, to which a decision adds its step.
    turn: Rng,
}

impl<V: Variant, D: Decider<VikingsOf<V>>> Choices<V> for Keyed<'_, D> {
    #[inline(always)]
    fn reach(&mut self, state: &StateOf<V>) -> bool {
        self.seat = state.mover();
        let key = self.decider.uniform(self.seat);
        if let Some(key) = key {
            self.turn = key.at(state.turn_clock());
        }
        key.is_some()
    }
    /// [`Rng::below`] takes a word as a fraction too.
    #[inline(always)]
    fn fraction(&mut self, step: u32) -> Fraction {
        let mut rng = self.turn.clone();
        // Clocks are 2^32 draws apart.
        rng.skip(u64::from(step) << 32);
        Fraction(rng.word())
    }
    #[inline(always)]
    fn give_back(&mut self, _: Fraction) {}
    #[inline(always)]
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action) {
        self.decider.watch(game, state, self.seat, action);
    }
}

/// Random decisions about boatswains that follow each other, out of line like what follows from them.
struct RandomFerries<'a, V: Variant, S, D>(Play<'a, VikingsOf<V>, S>, &'a mut D);
impl<V: Variant, S: Sink<Scoring>, D: Choices<V>> Task for RandomFerries<'_, V, S, D> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let RandomFerries(mut play, choices) = self;
        while matches!(play.state.phase, Phase::Boatswain | Phase::Land)
            && choices.reach(play.state)
        {
            let mut fraction = choices.fraction(ferry_step(play.state));
            let pick = |count| fraction.below(count);
            let action = play.game.pick_ferry(cpu, play.state, pick);
            choices.watch(play.game, play.state, action);
            play.scorings(Some(action));
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// A choice about boatswains (G3).
    #[inline(always)]
    fn pick_ferry<C: Cpu>(
        &self,
        cpu: C,
        state: &StateOf<V>,
        pick: impl FnOnce(u32) -> u32,
    ) -> Action {
        let seat = usize::from(state.seat);
        if state.phase == Phase::Boatswain {
            let ferries = ferries(self, state, seat);
            let count = ferries.count();
            let k = pick(count + u32::from(!is_last_round(state)));
            return if k < count { ferries.nth(cpu, k) } else { Action::Stop };
        }
        on_board!(state.tableaus, seat, |board| {
            let Ferry { row, from, .. } = state.ferry;
            let free = landings(row.into(), from.into(), &board);
            let k = pick(free.count() - u32::from(state.ferry.left) + 1);
            Action::Land { cell: Cell(free.nth(cpu, k) as u8) }
        })
    }

    /// Decisions that are made at random and follow each other; `false` if that is not possible here.
    #[inline(always)]
    fn play_at_random<C: Cpu, S: Sink<Scoring>, D: Choices<V>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        choices: &mut D,
        sink: &mut S,
    ) -> bool {
        match state.phase {
            Phase::Buy => {
                while state.phase == Phase::Buy && choices.reach(state) {
                    self.random_turn(cpu, state, choices, sink);
                }
            }
            Phase::Boatswain | Phase::Land => {
                self.processor.run(RandomFerries(Play { game: self, state, sink }, choices));
            }
            phase if V::ADVANCED && phase.is_advanced() => {
                while state.phase.is_advanced() && choices.reach(state) {
                    let mut fraction = choices.fraction(auction_step(state.phase, state.extra()));
                    let pick = |count| fraction.below(count);
                    let action = self.pick_advanced(cpu, state, pick);
                    choices.watch(self, state, action);
                    Play { game: self, state, sink }.play_advanced(action);
                }
            }
            _ => return false,
        }
        true
    }

    /// A purchase and the placing of what was bought.
    #[inline(always)]
    fn random_turn<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        let seat = state.mover();
        let index = seat.index();
        let mut rest = choices.fraction(Phase::Buy as u32);
        let price = pick_price(cpu, state, index, |count| rest.below(count));
        choices.give_back(rest);
        choices.watch(self, state, Action::Buy { price });
        if self.buy(state, seat, u32::from(price), sink) {
            state.phase = Phase::Place;
        } else {
            state.phase = Phase::Start;
            let mut rest = choices.fraction(Phase::Start as u32);
            let row = Row::from_index(rest.below(5));
            choices.give_back(rest);
            choices.watch(self, state, Action::Start { row });
            self.start(state, seat, row, sink);
        }
        // The last choice of the turn: nothing is given back.
        let mut rest = choices.fraction(Phase::Place as u32);
        if state.tile.is_ship() {
            let column = pick_ship_column(cpu, state, index, |count| rest.below(count));
            choices.watch(self, state, Action::Ship { column });
            self.ship(state, seat, column, sink);
        } else if state.tableaus.is_narrow(index) {
            let board = state.tableaus.narrow(index);
            self.random_cell(cpu, state, (seat, &board), rest, choices, sink);
        } else {
            self.random_far_cell(cpu, state, seat, rest, choices, sink);
        }
        self.placed(state, sink);
    }

    /// The placing of an island tile.
    #[inline(always)]
    fn random_cell<C: Cpu, W: Cells, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        (seat, board): (Seat, &Board<W>),
        mut rest: Fraction,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        match pick_cell(cpu, state, board, |count| rest.below(count)) {
            Some((cell, viking)) => {
                choices.watch(self, state, Action::Tile { cell, viking });
                self.place(state, seat, cell, viking, sink);
            }
            None => {
                choices.watch(self, state, Action::Discard);
                self.discard(state, seat, sink);
            }
        }
    }

    /// The same on the wide board, which not one tableau in hundreds needs. It takes values where a closure would take
    /// references, so that they stay in registers.
    #[cold]
    #[inline(never)]
    fn random_far_cell<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        seat: Seat,
        rest: Fraction,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        let board = state.tableaus.wide(seat.index());
        self.random_cell(cpu, state, (seat, &board), rest, choices, sink);
    }
}
