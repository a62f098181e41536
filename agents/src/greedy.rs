//! One action ahead.

use std::fmt;

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use crate::agent::{Agent, Log};
use crate::filter::Filter;
use crate::heuristic::{Heuristic, best};
use crate::restriction::Restriction;

/// Plays the action after which the heuristic likes the position best.
///
/// All actions of a decision are tried on one drawn state. Actions that are worth exactly the same
/// are equally likely. A single legal action is played without a draw. It may be forbidden some actions,
/// which it then does not try.
pub struct Greedy<G: Game, H: Heuristic<G>> {
    heuristic: H,
    judge: H::Judge,
    /// The legal actions of the decision at hand; only its memory lasts.
    actions: Vec<G::Action>,
    filter: Option<Filter>,
}

impl<G: Game, H: Heuristic<G>> Greedy<G, H> {
    /// A greedy player of `game` that believes in `heuristic`.
    pub fn new(heuristic: H, game: &G) -> Greedy<G, H> {
        let judge = heuristic.judge(game);
        Greedy { heuristic, judge, actions: Vec::new(), filter: None }
    }

    /// The same player, but it must not choose what `restriction` forbids, if there is one.
    pub fn with_restriction(self, restriction: Option<Restriction>) -> Greedy<G, H> {
        Greedy { filter: restriction.map(Filter::new), ..self }
    }

    /// What it believes in.
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }
}

impl<G: Game, H: Heuristic<G>> Agent<G> for Greedy<G, H> {
    const LISTED: bool = true;

    #[inline(always)]
    fn start_game(&mut self) {}

    #[inline]
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        let Greedy { judge, actions, filter, .. } = self;
        view.legal(actions);
        if let Some(filter) = filter {
            filter.keep_allowed(actions);
            filter.count();
        }
        if let [only] = actions[..] {
            return only;
        }
        let state = view.draw(rng);
        best(judge, view.game(), &state, view.seat(), actions, rng)
    }

    fn take_log(&mut self) -> Log {
        self.filter.as_mut().map(Filter::take_log).unwrap_or_default()
    }
}

// Derived implementations would ask the same of the game itself.

impl<G: Game, H: Heuristic<G>> Clone for Greedy<G, H> {
    fn clone(&self) -> Greedy<G, H> {
        let (heuristic, judge) = (self.heuristic.clone(), self.judge.clone());
        Greedy { heuristic, judge, actions: Vec::new(), filter: self.filter.clone() }
    }
}

impl<G: Game, H: Heuristic<G>> fmt::Debug for Greedy<G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Greedy { heuristic, filter, .. } = self;
        f.debug_struct("Greedy").field("heuristic", heuristic).field("filter", filter).finish()
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::connect_four::{Action, ConnectFour, State};
    use drakkar_engine::seat::Seat;
    use drakkar_engine::seed::DealSeed;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::heuristic::Judge;

    /// Likes its disc at the bottom of a column as much as the column's number, but not above `cap`.
    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Columns {
        cap: u32,
    }

    impl Default for Columns {
        fn default() -> Columns {
            Columns { cap: 9 }
        }
    }

    impl Heuristic<ConnectFour> for Columns {
        type Judge = Columns;

        fn judge(&self, _: &ConnectFour) -> Columns {
            self.clone()
        }
    }

    impl Judge<ConnectFour> for Columns {
        fn value(&self, _: &ConnectFour, state: &State, seat: Seat) -> f64 {
            let highest = 63 - state.discs(seat).leading_zeros();
            f64::from((highest / 7).min(self.cap))
        }

        fn scale(&self, _: &ConnectFour, _: &State) -> f64 {
            1.0
        }
    }

    /// How often each column is chosen in `games` openings.
    fn counts(cap: u32, games: u64) -> [u32; 7] {
        let game = ConnectFour::default();
        let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        let view = game.view(&state, Seat::new(0));
        let mut counts = [0; 7];
        for seed in 0..games {
            let mut agent = Greedy::new(Columns { cap }, &game);
            let Action::Drop { column } = agent.choose(&view, &mut Rng::from_seed(seed));
            counts[usize::from(column)] += 1;
        }
        counts
    }

    #[test]
    fn the_best_action_is_played() {
        assert_eq!(counts(9, 10), [0, 0, 0, 0, 0, 0, 10]);
    }

    #[test]
    fn equally_good_actions_are_equally_likely() {
        let counts = counts(3, 40_000);
        assert_eq!(counts[..3], [0, 0, 0]);
        // Standard deviation 87.
        assert!(counts[3..].iter().all(|&n| n.abs_diff(10_000) < 350), "{counts:?}");
    }

    #[test]
    fn a_single_action_needs_no_chance() {
        let game = ConnectFour::default();
        let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        // Columns 1 to 6 are filled without a line.
        for column in [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3] {
            game.apply(&mut state, Action::Drop { column }, &mut ()).unwrap();
        }
        for column in [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5] {
            game.apply(&mut state, Action::Drop { column }, &mut ()).unwrap();
        }
        let (mut rng, before) = (Rng::from_seed(1), Rng::from_seed(1));
        let seat = game.to_move(&state).unwrap();
        let mut agent = Greedy::new(Columns::default(), &game);
        let action = agent.choose(&game.view(&state, seat), &mut rng);
        assert_eq!((action, rng), (Action::Drop { column: 6 }, before));
    }
}
