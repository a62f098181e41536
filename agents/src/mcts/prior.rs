//! The order in which the actions of a node are considered.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;

use super::tree::Node;
use crate::heuristic::Judge;

/// Puts the children of a new node in the order of what the heuristic thinks of them in one drawn
/// state, the best first; equal ones as the game lists them.
#[derive(Clone, Debug, Default)]
pub(super) struct Prior {
    /// Value and place of each action; only the memory lasts.
    values: Vec<(f64, u32)>,
    /// Numbers of the actions, if they are not all that are legal; only the memory lasts.
    numbers: Vec<u32>,
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
        self.order(game, judge, state, seat, actions, children);
    }

    /// Arranges `children`, which stand for some legal actions of `state` in the order in which the
    /// game lists them; `actions` is scratch.
    pub(super) fn arrange_some<G: Game, J: Judge<G>>(
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
        self.numbers.clear();
        self.numbers.extend(children.iter().map(|child| child.action));
        game.legal(state, actions);
        for (place, &number) in self.numbers.iter().enumerate() {
            actions[place] = actions[number as usize];
        }
        actions.truncate(children.len());
        self.order(game, judge, state, seat, actions, children);
        for child in children {
            child.action = self.numbers[child.action as usize];
        }
    }

    /// Makes the children stand for the places of `actions`, the best first.
    #[inline(always)]
    fn order<G: Game, J: Judge<G>>(
        &mut self,
        game: &G,
        judge: &J,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        children: &mut [Node],
    ) {
        let values = &mut self.values;
        values.clear();
        judge.actions(game, state, seat, actions, |_, value| {
            // Adding zero makes the two zeros one.
            values.push((value + 0.0, values.len() as u32));
        });
        values.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (child, &(_, place)) in children.iter_mut().zip(&*values) {
            child.action = place;
        }
    }
}
