//! The order in which the actions of a node are considered.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;

use super::tree::Node;
use crate::heuristic::Judge;

/// Puts the children of a new node in the order of what the heuristic thinks of them in one drawn
/// state, the best first; equal ones as the game lists them.
#[derive(Clone, Debug, Default)]
pub(super) struct Prior {
    /// Value and number of each action; only the memory lasts.
    values: Vec<(f64, u32)>,
}

impl Prior {
    /// Arranges `children`, which stand for all legal actions of `state`; `actions` is scratch.
    pub(super) fn arrange<G: Game, J: Judge<G>>(
        &mut self,
        game: &G,
        judge: &J,
        state: &G::State,
        seat: Seat,
        actions: &mut Vec<G::Action>,
        children: &mut [Node],
    ) {
        if children.len() == 1 {
            return;
        }
        game.legal(state, actions);
        let values = &mut self.values;
        values.clear();
        judge.actions(game, state, seat, actions, |_, value| {
            // Adding zero makes the two zeros one.
            values.push((value + 0.0, values.len() as u32));
        });
        values.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (child, &(_, action)) in children.iter_mut().zip(&*values) {
            child.action = action;
        }
    }
}
