//! What a seat owns, counted: the figures from which heuristics and people judge a position.

use std::hint::black_box;

use super::VikingsOf;
use super::action::Action;
use super::bonus::Bonus;
use super::bonus_scoring::{around, around_building};
use super::cells::{Cells, ROWS};
use super::component::{Colour, LOTS, Tile};
use super::scoring::{by_sail, islands};
use super::state::{Phase, TableOf};
use super::tableau::{Board, Tableau, on_board};
use super::variant::Variant;
use crate::cpu::{Cpu, Processor, Task};
use crate::seat::Seat;

/// A lot that has been bought and not yet been placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The tile.
    pub tile: Tile,
    /// The viking.
    pub viking: Colour,
    /// Cells where the tile fits; for a ship 0.
    pub fits: u32,
    /// Whether it fits on an unthreatened cell of the viking's row.
    pub fits_viking: bool,
}

/// One seat's tableau in figures. Arrays by row are in the order W N S G F, arrays by colour in the
/// order of [`Colour::index`], arrays by sail in the order of the rows reached, N S G F.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Gold.
    pub gold: i32,
    /// Glory.
    pub glory: i32,
    /// Vikings on unthreatened tiles, by row.
    pub safe: [i32; 5],
    /// Vikings on threatened tiles.
    pub threatened: i32,
    /// Unthreatened tiles without a viking, by row.
    pub free: [i32; 5],
    /// Vikings ashore, by colour.
    pub ashore: [i32; 6],
    /// Ships repelled, by sail.
    pub repelled: [i32; 4],
    /// Ships not repelled, by sail.
    pub unrepelled: [i32; 4],
    /// Unrepelled ships with a tile in row W of their column: a warrior ashore could repel them.
    pub waiting_ships: i32,
    /// Unthreatened scouts with a goldsmith in their column.
    pub above_goldsmiths: i32,
    /// Unthreatened scouts with a fisherman in their column.
    pub above_fishermen: i32,
    /// Complete islands.
    pub islands: i32,
    /// Tiles of the longest complete island.
    pub longest: i32,
    /// Islands that still lack their right end.
    pub open_islands: i32,
    /// Glory that building tiles would give now (F7b); 0 without the advanced rules.
    pub buildings: i32,
    /// Tiles without a viking on and around building tiles.
    pub building_room: i32,
    /// The lot in hand, if this seat is placing one.
    pub hand: Option<Hand>,
}

impl<V: Variant> TableOf<V> {
    /// Whether `seat` has scored in this round already.
    pub fn has_scored(&self, seat: Seat) -> bool {
        if self.phase == Phase::Over {
            return true;
        }
        // At a large scoring the turns after the twelfth count the seats that have scored.
        let scored = usize::from(self.turn).saturating_sub(LOTS);
        if scored == 0 {
            return false;
        }
        let players = self.players();
        let place = (seat.index() + players - usize::from(self.first)) % players;
        place < scored
    }
}

/// Consumes a survey where it is computed: if it is `inline(always)`, its figures never go through memory.
pub trait Verdict {
    /// The result.
    type Output;
    /// Judges.
    fn of(self, survey: &Survey) -> Self::Output;
}

#[derive(Clone, Copy)]
pub(super) struct AsItIs;
impl Verdict for AsItIs {
    type Output = Survey;
    #[inline(always)]
    fn of(self, survey: &Survey) -> Survey {
        *survey
    }
}

pub(super) const NOTHING: (u32, Tile) = (u32::MAX, Tile::LEFT_END);

struct Look<'a, V: Variant, J>(&'a VikingsOf<V>, &'a TableOf<V>, usize, J);
impl<V: Variant, J: Verdict> Task for Look<'_, V, J> {
    type Output = J::Output;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> J::Output {
        let Look(game, state, seat, verdict) = self;
        let tableau = state.tableaus.seat(seat);
        let placing = matches!(state.phase, Phase::Start | Phase::Place);
        on_board!(with ships, state.tableaus, seat, |board| {
            let mut survey = survey(tableau, &board, tableau.ashore, islands(&board));
            (survey.buildings, survey.building_room) = buildings(game, state, seat, &board, NOTHING);
            if placing && usize::from(state.seat) == seat {
                let started = state.phase == Phase::Place;
                survey.hand = Some(in_hand(state.tile, state.viking, started, &board));
            }
            verdict.of(&survey)
        })
    }
}

/// The tableau of the seat to move after a placement.
struct Placed<'a, V: Variant, J>(&'a VikingsOf<V>, &'a TableOf<V>, Action, J);
impl<V: Variant, J: Verdict> Task for Placed<'_, V, J> {
    type Output = J::Output;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> J::Output {
        let Placed(game, state, action, verdict) = self;
        let seat = usize::from(state.seat);
        if let Action::Start { row } = action {
            // There is nothing else yet, so most figures are known when this is compiled.
            let board = Board::<u64>::EMPTY.with_tile(Tile::LEFT_END, row.index(), false);
            let mut survey = survey(state.tableaus.seat(seat), &board, 0, (0, 0));
            survey.hand = Some(in_hand(state.tile, state.viking, true, &board));
            return verdict.of(&survey);
        }
        on_board!(with ships, state.tableaus, seat, |board| {
            verdict.of(&placed(game, state, &board, action))
        })
    }
}

#[inline(always)]
fn placed<V: Variant, W: Cells>(
    game: &VikingsOf<V>,
    state: &TableOf<V>,
    board: &Board<W>,
    action: Action,
) -> Survey {
    let seat = usize::from(state.seat);
    let tableau = state.tableaus.seat(seat);
    let with_viking = tableau.ashore + (1 << (8 * state.viking.index()));
    let none = (NOTHING.0, state.tile);
    let (ashore, (index, tile), viking) = match action {
        Action::Tile { cell, viking } => {
            let ashore = if viking { tableau.ashore } else { with_viking };
            (ashore, (u32::from(cell.0), state.tile), viking)
        }
        _ => (with_viking, none, false),
    };
    let board = match action {
        Action::Ship { column } => board.with_ship(state.tile.variant(), u32::from(column)),
        // No cell has the index of `none`.
        _ => board.with_tile(tile, index, viking),
    };
    let mut survey = survey(tableau, &board, ashore, islands(&board));
    let placed = (index, tile);
    (survey.buildings, survey.building_room) = buildings(game, state, seat, &board, placed);
    survey
}

#[inline(always)]
pub(super) fn survey<W: Cells>(
    tableau: &Tableau,
    board: &Board<W>,
    ashore: u64,
    (islands, longest): (u32, u32),
) -> Survey {
    let threatened = board.threatened();
    let safe = board.vikings.without(threatened);
    let free = board.tiles().without(board.vikings | threatened);
    let left_ends = board.land_right.without(board.land_left).count();
    let ships = board.sails & W::ROW_W;
    let (mut repelled, mut unrepelled, mut waiting_ships) = ([0; 4], [0; 4], 0);
    if !ships.is_empty() {
        let repelling = board.repelling();
        repelled = by_sail(board, repelling).map(|count| count as i32);
        unrepelled = by_sail(board, ships.without(repelling)).map(|count| count as i32);
        waiting_ships = (ships.without(repelling) & board.tiles()).count() as i32;
    }
    // Without a jump from here on: figures that are counted earlier would be stored and loaded once more.
    let scouts = safe.in_row(2);
    Survey {
        gold: tableau.gold,
        glory: tableau.glory,
        safe: [0, 1, 2, 3, 4].map(|row| safe.in_row(row).count() as i32),
        threatened: (board.vikings & threatened).count() as i32,
        free: [0, 1, 2, 3, 4].map(|row| free.in_row(row).count() as i32),
        ashore: [0, 1, 2, 3, 4, 5].map(|colour| (ashore >> (8 * colour)) as i32 & 0xFF),
        repelled,
        unrepelled,
        waiting_ships,
        above_goldsmiths: (scouts & board.vikings.down(1)).count() as i32,
        above_fishermen: (scouts & board.vikings.down(2)).count() as i32,
        islands: islands as i32,
        longest: longest as i32,
        open_islands: (left_ends - islands) as i32,
        buildings: 0,
        building_room: 0,
        hand: None,
    }
}

/// [`Survey::buildings`] and [`Survey::building_room`]. `placed` is the tile that is being placed and its index: a
/// building tile that the seat has kept replaces it.
#[inline(always)]
pub(super) fn buildings<V: Variant, W: Cells>(
    game: &VikingsOf<V>,
    state: &TableOf<V>,
    seat: usize,
    board: &Board<W>,
    placed: (u32, Tile),
) -> (i32, i32) {
    let players = state.players();
    let Some(extra) = state.extra() else { return (0, 0) };
    let upgraded: W = extra.upgraded(seat, players);
    let (index, tile) = placed;
    let new = if extra.keeps(seat, tile) { W::bit(index) } else { W::NONE };
    if upgraded.is_empty() && new.is_empty() {
        return (0, 0);
    }
    let cap = game.rule_set.bonus.building_cap as i32;
    let safe = (upgraded | new).without(game.worthless(board));
    let (mut glory, mut left) = (0, safe);
    while !left.is_empty() {
        let cell = W::bit(left.first());
        let kept = cell == new;
        let building = if kept { tile.variant() } else { extra.building(cell, seat, players) };
        glory += around_building(board, cell, game.bonus[Bonus::building(building) as usize], cap);
        left = left.without(cell);
    }
    (glory, (around(safe) & board.tiles().without(board.vikings)).count() as i32)
}

#[inline(always)]
fn room<W: Cells>(tile: Tile, started: bool, board: &Board<W>) -> W {
    if started {
        board.fits(tile)
    } else if tile.land_left() {
        // Whatever row the start tile goes to, its neighbours are open.
        W::COLUMN_1.up(ROWS)
    } else {
        W::COLUMN_1
    }
}

#[inline(always)]
fn hand<W: Cells>(tile: Tile, viking: Colour, fits: W, threatened: W) -> Hand {
    let own = viking.index() < 5 && !fits.in_row(viking.index()).without(threatened).is_empty();
    Hand { tile, viking, fits: fits.count(), fits_viking: own }
}

#[inline(always)]
fn in_hand<W: Cells>(tile: Tile, viking: Colour, started: bool, board: &Board<W>) -> Hand {
    let fits = if tile.is_ship() { W::NONE } else { room(tile, started, board) };
    hand(tile, viking, fits, board.threatened())
}

/// A verdict on each lot that the seat to move may buy.
pub trait Buyer: Copy {
    /// What is kept of the figures before the purchase.
    type Known;
    /// Prepares it.
    fn before(self, survey: &Survey) -> Self::Known;
    /// The value of the lot in `hand`. Nothing in `survey` has changed yet, and it counts no building tiles.
    fn bought(self, before: &Self::Known, survey: &Survey, price: u8, hand: &Hand) -> f64;
}

struct Lots<'a, V: Variant, B, F: ?Sized>(&'a TableOf<V>, &'a [Action], B, &'a mut F);
impl<V: Variant, B: Buyer, F: FnMut(Action, f64) + ?Sized> Task for Lots<'_, V, B, F> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Lots(state, actions, buyer, tell) = self;
        let seat = usize::from(state.seat);
        let (tableau, wheel) = (state.tableaus.seat(seat), state.wheel);
        on_board!(with ships, state.tableaus, seat, |board| {
            let survey = survey(tableau, &board, tableau.ashore, islands(&board));
            let before = buyer.before(&survey);
            // By the two lowest bits of a tile: ship, right end, left end, middle.
            let kinds = [Tile::RIGHT_END, Tile::LEFT_END, Tile::middle(0)];
            let [right_end, left_end, middle] =
                kinds.map(|tile| room(tile, tableau.has_started(), &board));
            let fits = [right_end.without(right_end), right_end, left_end, middle];
            let threatened = board.threatened();
            for action in actions {
                let Action::Buy { price } = *action else { continue };
                let (tile, viking) = wheel.at_price(u32::from(price));
                // Without a jump to one of several copies of what follows, by colour.
                let viking = black_box(viking);
                let fits = fits[tile.bits() as usize & 3];
                let hand = hand(tile, viking, fits, threatened);
                tell(*action, buyer.bought(&before, &survey, price, &hand));
            }
        });
    }
}

impl<V: Variant> VikingsOf<V> {
    /// Counts what `seat` owns.
    #[inline(always)]
    pub fn survey(&self, state: &TableOf<V>, seat: Seat) -> Survey {
        self.judge(state, seat, AsItIs)
    }

    /// The result of `verdict` for [`VikingsOf::survey`].
    pub fn judge<J: Verdict>(&self, state: &TableOf<V>, seat: Seat, verdict: J) -> J::Output {
        self.processor.run(Look(self, state, seat.index(), verdict))
    }

    /// The result of `verdict` for the tableau of the seat to move after `start`, `tile`, `ship` or `discard`, which
    /// must be legal, before anything else happens.
    pub fn judge_after<J: Verdict>(
        &self,
        state: &TableOf<V>,
        action: Action,
        verdict: J,
    ) -> J::Output {
        self.processor.run(Placed(self, state, action, verdict))
    }

    /// What `buyer` says of each of some `actions`, all purchases, told in their order.
    #[inline(always)]
    pub fn judge_lots<B: Buyer>(
        processor: Processor,
        state: &TableOf<V>,
        actions: &[Action],
        buyer: B,
        tell: &mut (impl FnMut(Action, f64) + ?Sized),
    ) {
        processor.run(Lots(state, actions, buyer, tell));
    }
}
