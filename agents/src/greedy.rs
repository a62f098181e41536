//! One action ahead.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use crate::agent::Agent;
use crate::heuristic::Heuristic;

/// Plays the action after which the heuristic likes the position best.
///
/// All actions of a decision are tried on one drawn state. Actions that are worth exactly the same
/// are equally likely. A single legal action is played without a draw.
#[derive(Clone, Debug)]
pub struct Greedy<H> {
    heuristic: H,
}

impl<H> Greedy<H> {
    /// A greedy player that believes in `heuristic`.
    pub fn new(heuristic: H) -> Greedy<H> {
        Greedy { heuristic }
    }

    /// What it believes in.
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }
}

impl<G: Game, H: Heuristic<G>> Agent<G> for Greedy<H> {
    #[inline(always)]
    fn start_game(&mut self) {}

    #[inline]
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        let count = view.count_legal();
        let mut best = view.nth_legal(0);
        if count == 1 {
            return best;
        }
        let (game, seat) = (view.game(), view.seat());
        let state = view.draw(rng);
        let mut best_value = self.heuristic.value_after(game, &state, best, seat);
        let mut equal = 1;
        for k in 1..count {
            let action = view.nth_legal(k);
            let value = self.heuristic.value_after(game, &state, action, seat);
            if value > best_value {
                (best, best_value, equal) = (action, value, 1);
            } else if value == best_value {
                // The n-th of n equal actions replaces the kept one with probability 1/n.
                equal += 1;
                if rng.below(equal) == 0 {
                    best = action;
                }
            }
        }
        best
    }
}
