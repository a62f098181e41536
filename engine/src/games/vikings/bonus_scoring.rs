//! The gains from bonus tiles at the scorings (A9, F7b).

use super::VikingsOf;
use super::bonus::Bonus;
use super::cells::{Cells, ROWS};
use super::component::Colour;
use super::extra::Extra;
use super::fact::VikingsFact as Fact;
use super::scoring::{Scoring, Tally};
use super::state::StateOf;
use super::tableau::{Board, on_board};
use super::variant::Variant;
use crate::fact::Sink;
use crate::seat::Seat;

/// Boatswains, complete islands, longest island of a seat.
type Standing = (u32, u32, u32);

/// Kinds of tiles that pay for each viking of a kind.
const FOR_GOLDSMITHS: [(Bonus, Fact); 2] =
    [(Bonus::Goldsmith1, Fact::GoldGoldsmith1), (Bonus::Goldsmith2, Fact::GoldGoldsmith2)];

impl<V: Variant> VikingsOf<V> {
    /// The combined effect of all tiles of a kind that a seat owns.
    #[inline(always)]
    fn worth(&self, extra: &Extra, seat: usize, kind: Bonus) -> i32 {
        extra.owned(seat).count(kind) as i32 * self.numbers.bonus[kind as usize]
    }

    /// The value of a rule that a tile of this kind replaces for its owner, or else the `usual`
    /// one. A second tile changes nothing; or, if tiles add up, it changes the value by as much as the
    /// first one, but not below `least`.
    #[inline(always)]
    pub(super) fn instead(
        &self,
        state: &StateOf<V>,
        seat: Seat,
        kind: Bonus,
        usual: i32,
        least: i32,
    ) -> i32 {
        let (tiles, value) = (state.owned(seat, kind) as i32, self.numbers.bonus[kind as usize]);
        match tiles {
            0 => usual,
            2.. if self.numbers.add_up => (usual + tiles * (value - usual)).max(least),
            _ => value,
        }
    }

    /// Cells on which a building tile gives nothing (F7b).
    #[inline(always)]
    pub(super) fn worthless<W: Cells>(&self, board: &Board<W>) -> W {
        let threatened = board.threatened();
        if self.numbers.viking_threat { threatened & board.vikings } else { threatened }
    }

    /// Gold of tiles for goldsmiths, at small and large scorings.
    #[inline(always)]
    pub(super) fn bonus_gold<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        seat: usize,
        goldsmiths: i32,
        sink: &mut S,
    ) {
        let Some(extra) = V::get(&state.extra) else { return };
        if extra.owned(seat).is_empty() {
            return;
        }
        for (kind, fact) in FOR_GOLDSMITHS {
            let gold = goldsmiths * self.worth(extra, seat, kind);
            state.tableaus.seat_mut(seat).gold += gold;
            sink.add(Seat::new(seat), fact, gold);
        }
    }

    /// Glory of tiles for nobles, scouts and fishermen, at large scorings.
    #[inline(always)]
    pub(super) fn bonus_glory<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        seat: usize,
        found: &Tally,
        sink: &mut S,
    ) {
        let Some(extra) = V::get(&state.extra) else { return };
        if extra.owned(seat).is_empty() {
            return;
        }
        for (kind, vikings, fact) in [
            (Bonus::Noble1, found.nobles, Fact::GloryNoble1),
            (Bonus::Scout1, found.scouts, Fact::GloryScout1),
            (Bonus::Fisher1, found.fishermen, Fact::GloryFisher1),
        ] {
            let glory = vikings as i32 * self.worth(extra, seat, kind);
            state.tableaus.seat_mut(seat).glory += glory;
            sink.add(Seat::new(seat), fact, glory);
        }
    }

    /// Boatswains that a seat's tiles count as (F4).
    #[inline(always)]
    pub(super) fn bonus_boatswains(&self, state: &StateOf<V>, seat: usize) -> u32 {
        state.extra().map_or(0, |extra| self.worth(extra, seat, Bonus::Boatswain) as u32)
    }

    /// The glory that a seat would have won for most boatswains without its own tiles, given `won`
    /// with them; the difference is the gain from the tiles.
    #[inline(always)]
    pub(super) fn without_bonus_boatswains(
        &self,
        state: &StateOf<V>,
        seat: usize,
        standing: &[Standing],
        won: i32,
    ) -> i32 {
        let tiles = self.bonus_boatswains(state, seat);
        if tiles == 0 {
            return won;
        }
        let own = state.tableaus.seat(seat).ashore(Colour::Boatswain.index());
        let others = standing.iter().enumerate().filter(|&(other, _)| other != seat);
        let most = others.map(|(_, standing)| standing.0).max().unwrap_or(0).max(own);
        let pays = most > 0 || self.numbers.zero_majorities;
        if own == most && pays { self.numbers.most_boatswains } else { 0 }
    }

    /// F7b: vikings on and around building tiles.
    #[inline(always)]
    pub(super) fn score_buildings<S: Sink<Scoring>>(
        &self,
        state: &mut StateOf<V>,
        seat: usize,
        sink: &mut S,
    ) {
        let players = state.players();
        let Some(extra) = V::get(&state.extra) else { return };
        if extra.upgraded::<super::cells::Wide>(seat, players).is_empty() {
            return;
        }
        for building in 0..4 {
            let value = self.numbers.bonus[Bonus::building(building) as usize];
            let glory = on_board!(state.tableaus, seat, |board| {
                let tiles = extra.building_tiles(&board, seat, players, building);
                let tiles = tiles.without(self.worthless(&board));
                around_buildings(&board, tiles, value, self.numbers.building_cap)
            });
            state.tableaus.seat_mut(seat).glory += glory;
            sink.add(Seat::new(seat), Fact::GloryBuildingA.plus(building), glory);
        }
    }

    /// Counts what granted tiles gave at once: the glory of their kinds, and the gold of `gold5`. They
    /// gave it at the start of their rounds, when facts are not counted: the first round begins before
    /// the first action.
    #[inline(always)]
    pub(super) fn count_granted<S: Sink<Scoring>>(&self, sink: &mut S) {
        if !V::ADVANCED {
            return;
        }
        for grant in &self.rule_set.grants {
            let (seat, kind) = (Seat::new(grant.seat), grant.kind);
            let glory = self.numbers.bonus_glory[kind as usize];
            sink.add(seat, Fact::GloryGold5.plus(kind as u32), glory);
            if kind == Bonus::Gold5 {
                sink.add(seat, Fact::GoldGold5, self.numbers.bonus[Bonus::Gold5 as usize]);
            }
        }
    }

    /// Counts the bonus tiles that have been laid face up, for every seat.
    #[inline(always)]
    pub(super) fn count_appeared<S: Sink<Scoring>>(&self, state: &StateOf<V>, sink: &mut S) {
        let Some(extra) = state.extra() else { return };
        if !self.rule_set.advanced.bonus_tiles {
            return;
        }
        super::advanced::end_of_row(state, sink);
        for (kind, count) in Bonus::ALL.into_iter().zip(self.rule_set.bonus.counts()) {
            let appeared = count - extra.unseen(kind);
            for seat in Seat::all(state.players()) {
                sink.add(seat, Fact::Appeared.plus(kind as u32), appeared as i32);
            }
        }
    }
}

/// Glory of the building tiles on some cells: for each viking on its own cell and the eight around
/// it, threatened or not.
#[inline(always)]
pub(super) fn around_buildings<W: Cells>(board: &Board<W>, tiles: W, value: i32, cap: i32) -> i32 {
    let mut glory = 0;
    let mut from = 0;
    while !tiles.starting(from).is_empty() {
        let index = tiles.starting(from).first();
        glory += ((around(W::bit(index)) & board.vikings).count() as i32 * value).min(cap);
        from = index + 1;
    }
    glory
}

/// Cells and the eight around each.
#[inline(always)]
pub(super) fn around<W: Cells>(cells: W) -> W {
    // The cells above, but not from row W, and those below, but not from row F.
    let above = cells.without(W::ROW_W).down(1);
    let below = cells.up(1).without(W::ROW_W);
    let columns = cells | above | below;
    columns | columns.up(ROWS) | columns.down(ROWS)
}
