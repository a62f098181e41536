//! The gains from bonus tiles at the scorings (A9, F7b).

use super::VikingsOf;
use super::advanced_state::Extra;
use super::bonus::Bonus;
use super::cells::{Cells, ROWS};
use super::component::Colour;
use super::fact::VikingsFact as Fact;
use super::rule_set::BuildingThreat;
use super::scoring::{Scoring, Tally};
use super::state::TableOf;
use super::tableau::{Board, on_board};
use super::variant::Variant;
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::Seat;

/// Boatswains, complete islands, longest island of a seat.
type Standing = (u32, u32, u32);

impl<V: Variant> VikingsOf<V> {
    #[inline(always)]
    fn worth(&self, extra: &Extra, seat: usize, kind: Bonus) -> i32 {
        extra.owned(seat).count(kind) as i32 * self.bonus[kind as usize]
    }

    /// The value of a rule that a tile of this kind replaces for its owner, or else the `usual` one. A second tile
    /// changes nothing; or, if tiles add up, it changes the value by as much as the first one, but not below `least`.
    #[inline(always)]
    pub(super) fn instead(
        &self,
        state: &TableOf<V>,
        seat: usize,
        kind: Bonus,
        usual: u32,
        least: i32,
    ) -> i32 {
        let usual = usual as i32;
        let (tiles, value) = (state.owned(Seat::new(seat), kind) as i32, self.bonus[kind as usize]);
        match tiles {
            0 => usual,
            2.. if self.rule_set.bonus.add_up => (usual + tiles * (value - usual)).max(least),
            _ => value,
        }
    }

    /// Cells on which a building tile gives nothing (F7b).
    #[inline(always)]
    pub(super) fn worthless<W: Cells>(&self, board: &Board<W>) -> W {
        match self.rule_set.bonus.building_threat {
            BuildingThreat::Cell => board.threatened(),
            BuildingThreat::Viking => board.threatened() & board.vikings,
        }
    }

    /// Boatswains that a seat's tiles count as (F4).
    #[inline(always)]
    pub(super) fn bonus_boatswains(&self, state: &TableOf<V>, seat: usize) -> u32 {
        state.extra().map_or(0, |extra| self.worth(extra, seat, Bonus::Boatswain) as u32)
    }

    /// The glory that a seat would have won for most boatswains without its own tiles, given `won`
    /// with them; the difference is the gain from the tiles.
    #[inline(always)]
    pub(super) fn without_bonus_boatswains(
        &self,
        state: &TableOf<V>,
        seat: usize,
        standing: &[Standing],
        won: i32,
    ) -> i32 {
        if self.bonus_boatswains(state, seat) == 0 {
            return won;
        }
        let own = state.tableaus.seat(seat).ashore(Colour::Boatswain.index());
        let others = standing.iter().enumerate().filter(|&(other, _)| other != seat);
        let most = others.map(|(_, standing)| standing.0).max().unwrap_or(0).max(own);
        let pays = most > 0 || self.rule_set.scoring.zero_majorities;
        if own == most && pays { self.rule_set.scoring.most_boatswains as i32 } else { 0 }
    }
}

impl<V: Variant, S: Sink<Scoring>> Play<'_, VikingsOf<V>, S> {
    /// Gold of tiles for goldsmiths, at small and large scorings.
    #[inline(always)]
    pub(super) fn bonus_gold(&mut self, seat: usize, goldsmiths: u32) {
        let Some(extra) = V::get(&self.state.table.extra) else { return };
        if extra.owned(seat).is_empty() {
            return;
        }
        for kind in [Bonus::Goldsmith1, Bonus::Goldsmith2] {
            let gold = goldsmiths as i32 * self.game.worth(extra, seat, kind);
            self.state.table.tableaus.seat_mut(seat).gold += gold;
            self.sink.add(Seat::new(seat), Fact::GoldBonus.plus(kind as u32), gold);
        }
    }

    /// Glory of tiles for nobles, scouts and fishermen, at large scorings.
    #[inline(always)]
    pub(super) fn bonus_glory(&mut self, seat: usize, found: &Tally) {
        let Some(extra) = V::get(&self.state.table.extra) else { return };
        if extra.owned(seat).is_empty() {
            return;
        }
        for (kind, vikings) in [
            (Bonus::Noble1, found.nobles),
            (Bonus::Scout1, found.scouts),
            (Bonus::Fisher1, found.fishermen),
        ] {
            let glory = vikings as i32 * self.game.worth(extra, seat, kind);
            self.state.table.tableaus.seat_mut(seat).glory += glory;
            self.sink.add(Seat::new(seat), Fact::GloryBonus.plus(kind as u32), glory);
        }
    }

    /// F7b: vikings on and around building tiles.
    #[inline(always)]
    pub(super) fn score_buildings(&mut self, seat: usize) {
        let (players, game) = (self.state.players(), self.game);
        let Some(extra) = V::get(&self.state.table.extra) else { return };
        if extra.upgraded::<super::cells::Wide>(seat, players).is_empty() {
            return;
        }
        for building in 0..4 {
            let kind = Bonus::building(building) as u32;
            let (value, cap) = (game.bonus[kind as usize], game.rule_set.bonus.building_cap as i32);
            let glory = on_board!(self.state.tableaus, seat, |board| {
                let tiles = extra.building_tiles(&board, seat, players, building);
                around_buildings(&board, tiles.without(game.worthless(&board)), value, cap)
            });
            self.state.table.tableaus.seat_mut(seat).glory += glory;
            self.sink.add(Seat::new(seat), Fact::GloryBonus.plus(kind), glory);
        }
    }

    /// Counts what granted tiles gave at the starts of their rounds, when facts are not counted: the first round begins
    /// before the first action.
    #[inline(always)]
    pub(super) fn count_granted(&mut self) {
        if !V::ADVANCED {
            return;
        }
        for grant in &self.game.rule_set.grants {
            let (seat, kind) = (Seat::new(grant.seat), grant.kind);
            let glory = self.game.bonus_glory[kind as usize];
            self.sink.add(seat, Fact::GloryBonus.plus(kind as u32), glory);
            if kind == Bonus::Gold5 {
                self.sink.add(seat, Fact::GoldBonus, self.game.bonus[Bonus::Gold5 as usize]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn count_appeared(&mut self) {
        if self.state.extra().is_none() || !self.game.rule_set.advanced.bonus_tiles {
            return;
        }
        self.end_of_row();
        let Some(extra) = self.state.extra() else { return };
        for (kind, count) in Bonus::ALL.into_iter().zip(self.game.rule_set.bonus.counts()) {
            let appeared = count - extra.unseen(kind);
            for seat in Seat::all(self.state.players()) {
                self.sink.add(seat, Fact::Appeared.plus(kind as u32), appeared as i32);
            }
        }
    }
}

/// Glory of the building tile on a cell: for each viking on its own cell and the eight around it, threatened or not.
#[inline(always)]
pub(super) fn around_building<W: Cells>(board: &Board<W>, cell: W, value: i32, cap: i32) -> i32 {
    ((around(cell) & board.vikings).count() as i32 * value).min(cap)
}

/// The sum over some cells.
#[inline(always)]
fn around_buildings<W: Cells>(board: &Board<W>, tiles: W, value: i32, cap: i32) -> i32 {
    let (mut glory, mut left) = (0, tiles);
    while !left.is_empty() {
        let cell = W::bit(left.first());
        glory += around_building(board, cell, value, cap);
        left = left.without(cell);
    }
    glory
}

#[inline(always)]
pub(super) fn around<W: Cells>(cells: W) -> W {
    // The cells above, but not from row W, and those below, but not from row F.
    let above = cells.without(W::ROW_W).down(1);
    let below = cells.up(1).without(W::ROW_W);
    let columns = cells | above | below;
    columns | columns.up(ROWS) | columns.down(ROWS)
}
