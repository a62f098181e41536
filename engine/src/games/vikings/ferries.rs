//! What a seat may do with its boatswains (G3, A5, A9).

use super::VikingsOf;
use super::action::Action;
use super::bonus::Bonus;
use super::cells::Cells;
use super::component::{LOTS, ROUNDS, Row};
use super::rule_set::{LastBoatswains, WholeColour};
use super::scoring::{islands, large};
use super::state::TableOf;
use super::tableau::on_board;
use super::tableau_stats::{NOTHING, Verdict, buildings, survey};
use super::variant::Variant;
use crate::cpu::{Cpu, Processor, Task};
use crate::games::play::Play;

#[derive(Clone, Copy)]
pub(super) struct Ferries {
    /// Rows that `ferry` may name, one bit each.
    pub(super) rows: u32,
    pub(super) each: bool,
    pub(super) longboat_rows: u32,
    pub(super) longboat_each: bool,
}

impl Ferries {
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        let ferries = self.rows.count_ones() + u32::from(self.each);
        ferries + self.longboat_rows.count_ones() + u32::from(self.longboat_each)
    }

    /// The `k`-th choice: rows from the top, then `each`; ferries, then longboats.
    #[inline(always)]
    pub(super) fn nth<C: Cpu>(self, cpu: C, k: u32) -> Action {
        let rows = self.rows.count_ones();
        let row = |rows: u32, k| Row::from_index(cpu.nth_set(u64::from(rows), k));
        let ferries = rows + u32::from(self.each);
        if k < rows {
            Action::Ferry { row: row(self.rows, k) }
        } else if k < ferries {
            Action::FerryEach
        } else if k - ferries < self.longboat_rows.count_ones() {
            Action::Longboat { row: row(self.longboat_rows, k - ferries) }
        } else {
            Action::LongboatEach
        }
    }
}

/// Whether using boatswains is no longer optional (G3).
#[inline(always)]
pub(super) fn is_last_round<V: Variant>(state: &TableOf<V>) -> bool {
    usize::from(state.round) + 1 == ROUNDS
}

/// Rows onto which a boatswain can move somebody, one bit each; none without a boatswain.
#[inline(always)]
pub(super) fn movable<V: Variant>(state: &TableOf<V>, seat: usize) -> u32 {
    let tableau = state.tableaus.seat(seat);
    if tableau.ashore(5) == 0 {
        return 0;
    }
    let free = on_board!(state.tableaus, seat, |board| board.tiles().without(board.vikings).rows());
    free & tableau.colours_ashore()
}

/// What the seat that decides about its boatswains may do with one.
#[inline(always)]
pub(super) fn ferries<V: Variant>(game: &VikingsOf<V>, state: &TableOf<V>) -> Ferries {
    let (seat, rows) = (state.mover().index(), u32::from(state.ferry.rows));
    let tableau = state.tableaus.seat(seat);
    // With one colour, moving one viking differs from moving all if there are two or more.
    let (row, several) = (rows.trailing_zeros(), rows & (rows - 1) != 0);
    let is_long = tableau.ashore(row) >= 2
        && on_board!(state.tableaus, seat, |board| board.free(row).count() >= 2);
    let (mut whole, mut each) = (rows, several || is_long);
    let scoring = &game.rule_set.scoring;
    let all_or_none = scoring.whole_colour == WholeColour::AllOrNone;
    let most = scoring.last_boatswains == LastBoatswains::Most;
    if all_or_none || most {
        let ashore = [0, 1, 2, 3, 4].map(|row| tableau.ashore(row));
        let free = on_board!(state.tableaus, seat, |board| {
            [0, 1, 2, 3, 4].map(|row| board.free(row).count())
        });
        (whole, each) = other_readings(ashore, free, all_or_none, most && is_last_round(state));
    }
    let weak = game.weak_boatswains();
    let longboat = state.extra().is_some_and(|extra| extra.owned(seat).count(Bonus::Longboat) > 0);
    Ferries {
        rows: if weak { rows } else { whole },
        each: each && !weak,
        longboat_rows: if longboat { whole } else { 0 },
        longboat_each: longboat && each,
    }
}

/// By the other readings of G3: rows whose colour may be brought as a whole, and whether one of each
/// may; if `most`, only where that moves most vikings.
#[cold]
fn other_readings(ashore: [u32; 5], free: [u32; 5], all_or_none: bool, most: bool) -> (u32, bool) {
    let movable = |row: usize| ashore[row].min(free[row]);
    let fits = |row: usize| !all_or_none || ashore[row] <= free[row];
    let colours = (0..5).filter(|&row| movable(row) > 0);
    let whole = colours.clone().filter(|&row| fits(row));
    // One of each is left out if a whole colour is the same vikings.
    let each = colours.clone().count() as u32;
    let same = whole.clone().any(|row| each == 1 && movable(row) == 1);
    let offered = whole.clone().map(movable).chain((!same).then_some(each));
    let least = if most { offered.max().unwrap_or(0) } else { 1 };
    let rows = whole.filter(|&row| movable(row) >= least).map(|row| 1 << row).sum();
    (rows, !same && each >= least)
}

struct Boatswains<'a, V: Variant, J, F>(
    &'a VikingsOf<V>,
    &'a TableOf<V>,
    &'a [Action],
    [Option<J>; 2],
    &'a mut F,
);
impl<V: Variant, J: Verdict + Copy, F: FnMut(Action, Option<J::Output>)> Task
    for Boatswains<'_, V, J, F>
{
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Boatswains(game, state, actions, verdicts, tell) = self;
        let seat = usize::from(state.seat);
        let mut next = state.alone();
        let islands = on_board!(state.tableaus, seat, |board| islands(&board));
        for &action in actions {
            // A longboat changes what other things are worth.
            if matches!(action, Action::Longboat { .. } | Action::LongboatEach) {
                tell(action, None);
                continue;
            }
            next.tableaus.copy_seat(&state.tableaus, seat);
            (next.ferry, next.phase) = (state.ferry, state.phase);
            debug_assert_eq!(next.table, *state);
            let mut play = Play { game, state: &mut next, sink: &mut () };
            let landed = play.use_boatswain(Some(action)) == Some(true);
            let scores = landed && (action == Action::Stop || movable(play.state, seat) == 0);
            let output = verdicts[usize::from(scores)].map(|verdict| {
                on_board!(with ships, next.tableaus, seat, |board| {
                    if scores {
                        let mut play = Play { game, state: &mut next, sink: &mut () };
                        play.score_large(seat, &large(&board));
                    }
                    let tableau = next.tableaus.seat(seat);
                    let mut survey = survey(tableau, &board, tableau.ashore, islands);
                    (survey.buildings, survey.building_room) =
                        buildings(game, &next, seat, &board, NOTHING);
                    verdict.of(&survey)
                })
            });
            tell(action, output);
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// The round, from 0, in which the seat that decides about its boatswains decides next after its scoring, and
    /// whether it has scored in it; `None` if more than that scoring happens to it before.
    pub fn after_boatswains(&self, state: &TableOf<V>) -> Option<(usize, bool)> {
        let (round, players) = (usize::from(state.round), self.players);
        let later = players + LOTS - 1 - usize::from(state.turn);
        let waits = |by| movable(state, (usize::from(state.seat) + by) % players) != 0;
        if (1..=later).any(waits) {
            Some((round, true))
        } else {
            (round + 1 < ROUNDS && self.rule_set.grants.is_empty()).then_some((round + 1, false))
        }
    }

    /// For each of some `actions`, all about boatswains, what the first verdict says of the tableau if the seat is to
    /// move again before its scoring, the second one after that; if there is no such verdict, or the action changes more
    /// than that, nothing.
    pub fn judge_boatswains<J: Verdict + Copy>(
        &self,
        processor: Processor,
        state: &TableOf<V>,
        actions: &[Action],
        verdicts: [Option<J>; 2],
        tell: &mut impl FnMut(Action, Option<J::Output>),
    ) {
        processor.run(Boatswains(self, state, actions, verdicts, tell));
    }
}
