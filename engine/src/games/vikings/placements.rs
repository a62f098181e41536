//! The placements of a decision, judged on the figures that they share.

use super::VikingsOf;
use super::action::Action;
use super::cells::{Cells, ROWS};
use super::component::{Colour, Tile};
use super::scoring::islands;
use super::state::{Phase, TableOf};
use super::tableau::{Board, on_board};
use super::tableau_stats::{Survey, Verdict, buildings, survey};
use super::variant::Variant;
use crate::cpu::{Cpu, Processor, Task};

/// What changes if a tile is placed, but no ship is repelled and nothing else moves. Figures of the same name as in
/// [`Survey`] are those afterwards.
#[allow(missing_docs)] // the figures of `Survey`
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The row of the cell, W N S G F.
    pub row: usize,
    /// Whether the viking stands on the tile; otherwise he comes ashore.
    pub viking: bool,
    /// Whether the cell is unthreatened.
    pub is_safe: bool,
    pub waiting_ships: i32,
    pub above_goldsmiths: i32,
    pub above_fishermen: i32,
    pub islands: i32,
    pub longest: i32,
    pub open_islands: i32,
    pub buildings: i32,
    pub building_room: i32,
}

/// A verdict on each placement of a decision, which share most figures.
pub trait Comparison: Verdict + Copy {
    /// What is kept of the figures before the placement.
    type Known;
    /// Prepares what is kept; the viking in hand is not among those of `survey`.
    fn before(self, survey: &Survey, viking: Colour) -> Self::Known;
    /// What [`Verdict::of`] says of the figures after `placement`. What it changes in `before` must make no difference.
    fn after(self, before: &mut Self::Known, placement: &Placement) -> Self::Output;
}

struct Placements<'a, V: Variant, J, F: ?Sized>(
    &'a VikingsOf<V>,
    &'a TableOf<V>,
    &'a [Action],
    J,
    &'a mut F,
);
impl<V: Variant, J: Comparison, F: FnMut(Action, J::Output) + ?Sized> Task
    for Placements<'_, V, J, F>
{
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Placements(game, state, actions, verdict, tell) = self;
        let seat = usize::from(state.seat);
        on_board!(with ships, state.tableaus, seat, |board| {
            let tableau = state.tableaus.seat(seat);
            let survey = survey(tableau, &board, tableau.ashore, islands(&board));
            let placing = Placing::new(state, &board, &survey);
            let mut before = verdict.before(&survey, state.viking);
            for action in actions {
                let output = match *action {
                    Action::Tile { cell, viking } if !placing.repels(cell.0.into(), viking) => {
                        let placement = placing.with_tile(game, state, cell.0.into(), viking);
                        verdict.after(&mut before, &placement)
                    }
                    _ => game.judge_after(state, *action, verdict),
                };
                tell(*action, output);
            }
        });
    }
}

/// What the placements of a tile share.
struct Placing<'a, W> {
    board: &'a Board<W>,
    survey: &'a Survey,
    tile: Tile,
    /// Cells where each side with land meets a tile. Elsewhere no island is completed.
    joins: W,
    threatened: W,
    scouts: W,
    unrepelled: W,
    left_ends: i32,
    /// Whether the seat has building tiles.
    builds: bool,
}

impl<'a, W: Cells> Placing<'a, W> {
    #[inline(always)]
    fn new<V: Variant>(
        state: &TableOf<V>,
        board: &'a Board<W>,
        survey: &'a Survey,
    ) -> Placing<'a, W> {
        let (tile, seat) = (state.tile, usize::from(state.seat));
        let (threatened, tiles) = (board.threatened(), board.tiles());
        let joins_left = W::select(tile.land_left(), tiles.up(ROWS), !W::NONE);
        let joins_right = W::select(tile.land_right(), tiles.down(ROWS), !W::NONE);
        let builds = state.extra().is_some_and(|extra| {
            let upgraded: W = extra.upgraded(seat, state.players());
            !upgraded.is_empty() || extra.keeps(seat, tile)
        });
        Placing {
            board,
            survey,
            tile,
            joins: joins_left & joins_right,
            threatened,
            scouts: board.vikings.without(threatened).in_row(2),
            unrepelled: (board.sails & W::ROW_W).without(board.repelling()),
            left_ends: survey.open_islands + survey.islands + i32::from(!tile.land_left()),
            builds,
        }
    }

    /// Whether the viking on the tile on the cell of an index repels a ship.
    #[inline(always)]
    fn repels(&self, index: u32, viking: bool) -> bool {
        viking && !(W::bit(index) & self.unrepelled).is_empty()
    }

    /// A tile on the cell of an index, whose viking repels no ship.
    #[inline(always)]
    fn with_tile<V: Variant>(
        &self,
        game: &VikingsOf<V>,
        state: &TableOf<V>,
        index: u32,
        viking: bool,
    ) -> Placement {
        let Placing { survey, tile, threatened, .. } = *self;
        let cell = W::bit(index);
        let board = || self.board.with_tile(tile, index, viking);
        let above = if viking {
            let scouts = self.scouts | cell.in_row(2).without(threatened);
            let vikings = self.board.vikings | cell;
            [1, 2].map(|rows| (scouts & vikings.down(rows)).count() as i32)
        } else {
            [survey.above_goldsmiths, survey.above_fishermen]
        };
        let (islands, longest) = if (cell & self.joins).is_empty() {
            (survey.islands, survey.longest)
        } else {
            let (islands, longest) = islands(&board());
            (islands as i32, longest as i32)
        };
        let (buildings, building_room) = if self.builds {
            buildings(game, state, usize::from(state.seat), &board(), (index, tile))
        } else {
            (0, 0)
        };
        let waits = !viking && !(cell & self.unrepelled).is_empty();
        Placement {
            // `index % ROWS` by two products (Lemire, Kaser, Kurz 2019), exact below 2^30.
            row: ((u64::from(index.wrapping_mul(u32::MAX / ROWS + 1)) * u64::from(ROWS)) >> 32)
                as usize,
            viking,
            is_safe: (cell & threatened).is_empty(),
            waiting_ships: survey.waiting_ships + i32::from(waits),
            above_goldsmiths: above[0],
            above_fishermen: above[1],
            islands,
            longest,
            open_islands: self.left_ends - islands,
            buildings,
            building_room,
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// The result of [`VikingsOf::judge_after`] for each of some `actions`, told in their order.
    #[inline(always)]
    pub fn judge_placements<J: Comparison>(
        &self,
        processor: Processor,
        state: &TableOf<V>,
        actions: &[Action],
        verdict: J,
        tell: &mut (impl FnMut(Action, J::Output) + ?Sized),
    ) {
        if state.phase == Phase::Place && !state.tile.is_ship() {
            return processor.run(Placements(self, state, actions, verdict, tell));
        }
        for &action in actions {
            tell(action, self.judge_after(state, action, verdict));
        }
    }
}
