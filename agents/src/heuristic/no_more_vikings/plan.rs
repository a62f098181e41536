//! What a number of actions can make of a village.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{NOT_LAST, SIDE, Unit};
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;

use super::NoMoreVikingsJudge;

impl NoMoreVikingsJudge {
    /// What so many actions bring: couples marry, single villagers find somebody to marry, and what is left
    /// settles villagers.
    pub(super) fn plan(
        &self,
        game: &NoMoreVikings,
        state: &State,
        seat: Seat,
        actions: u32,
    ) -> f64 {
        let villagers = state.village(seat)[Unit::Villager as usize];
        let neighbours = (villagers >> 1 & NOT_LAST) | villagers >> SIDE;
        let count = villagers.count_ones();
        let mut couples = (villagers & neighbours).count_ones().min(count / 2);
        let mut singles = count - 2 * couples;
        let villager = self.villager(self.time(game, state, 0.0));
        let cottage = self.points[Unit::Cottage as usize];
        let (mut left, mut gain) = (actions, 0.0);
        while left > 0 {
            if couples > 0 {
                (couples, left) = (couples - 1, left - 1);
                gain += cottage - 2.0 * villager;
            } else if singles > 0 && left >= 2 {
                (singles, left) = (singles - 1, left - 2);
                gain += cottage - villager;
            } else if left >= 3 {
                left -= 3;
                gain += cottage;
            } else {
                left -= 1;
                gain += villager;
            }
        }
        gain
    }
}
