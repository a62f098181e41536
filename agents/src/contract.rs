//! The checks that every agent must pass in every game.

mod draws;

use drakkar_engine::error::Endless;
use drakkar_engine::game::Game;
use drakkar_engine::past::Past;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use thiserror::Error;

pub use self::draws::{Changes, MOST_CHANGED, Unsteady, check_draws};
use crate::agent::{Agent, AgentError};

/// A decision that broke the contract of [`Agent`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("deal {deal}, decision {decision}: {fault}")]
pub struct Breach {
    /// Number of the deal.
    pub deal: u64,
    /// Number of the decision in the game, from 0.
    pub decision: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a decision; actions as their texts.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// There is none.
    #[error("the agent {0}")]
    Failed(AgentError),
    /// The rules do not allow it.
    #[error("`{0}` is not legal")]
    Illegal(String),
    /// An agent that has played before decides differently.
    #[error("`{0}` depends on games that were played before")]
    OtherGames(String),
    /// A copy decides differently.
    #[error("`{0}` is not what a copy made in mid-game chooses")]
    Copied(String),
    /// With other hidden things, the decision differs.
    #[error("`{0}` depends on what the seat cannot know")]
    Hidden(String),
    /// The game takes too long.
    #[error("{0}; see what ends it when such agents play, or name a higher number")]
    Endless(Endless),
}

const SEED: u64 = 0xD7A4;
/// A copy is made at decision `deal % COPY_AT` of a game, so early and late ones are covered.
const COPY_AT: u64 = 8;

/// Plays a game of each deal with `agent`, which has not played yet, in all seats and checks every decision: it is
/// legal; it is the same for an agent that played other games before, for a copy made in mid-game, and when everything
/// that the seat cannot know is different. The game ends within [`Game::MOST_DECISIONS`]. Returns the number of
/// decisions.
///
/// # Errors
/// The first decision that breaks the contract.
pub fn check<G: Game, A: Agent<G> + Clone>(
    game: &G,
    agent: &A,
    deals: impl IntoIterator<Item = u64>,
) -> Result<usize, Breach> {
    let mut used = agent.clone();
    deals.into_iter().map(|deal| check_game(game, agent.clone(), &mut used, deal)).sum()
}

fn check_game<G: Game, A: Agent<G> + Clone>(
    game: &G,
    mut fresh: A,
    used: &mut A,
    deal: u64,
) -> Result<usize, Breach> {
    let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
    let mut hidden = Rng::from_seed(SEED ^ deal);
    let (mut copy, mut past) = (None, Past::new());
    let mut decision = 0;
    fresh.start_game();
    used.start_game();
    while let Some(seat) = game.to_move(&state) {
        let rng = DecisionKey::new(SEED, deal, 0, seat).at(game.clock(&state));
        past.reach(game, &state);
        let choose = |agent: &mut A, state, past: &Past<G>| {
            agent.remember(past.recalled(seat));
            agent.choose(&game.view(state, seat), &mut rng.clone())
        };
        if decision == (deal % COPY_AT) as usize {
            copy = Some(fresh.clone());
        }
        let mut before = fresh.clone();
        let breach = |fault| Breach { deal, decision, fault };
        if decision == G::MOST_DECISIONS as usize {
            return Err(breach(Fault::Endless(Endless { decisions: G::MOST_DECISIONS })));
        }
        let action =
            choose(&mut fresh, &state, &past).map_err(|error| breach(Fault::Failed(error)))?;
        let broken = |fault: fn(String) -> Fault| Err(breach(fault(action.to_string())));

        if !game.is_legal(&state, action) {
            return broken(Fault::Illegal);
        }
        if choose(used, &state, &past) != Ok(action) {
            return broken(Fault::OtherGames);
        }
        if copy.as_mut().is_some_and(|copy| choose(copy, &state, &past) != Ok(action)) {
            return broken(Fault::Copied);
        }
        let view = game.view(&state, seat);
        let drawn = past.twin(&view, &mut hidden);
        let (before_twin, twin) = drawn.unwrap_or_else(|| (past.clone(), view.draw(&mut hidden)));
        if choose(&mut before, &twin, &before_twin) != Ok(action) {
            return broken(Fault::Hidden);
        }
        past.note(game, &state, seat, action);
        game.apply_unchecked(&mut state, action, &mut ());
        decision += 1;
    }
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use drakkar_engine::game::View;
    use drakkar_engine::games::connect_four::{Action, ConnectFour};

    use super::*;
    use crate::random::Random;

    /// Counts its decisions and chooses by the count.
    #[derive(Clone)]
    struct Counting {
        decisions: u32,
        forgets: bool,
    }

    impl Agent<ConnectFour> for Counting {
        fn start_game(&mut self) {
            if self.forgets {
                self.decisions = 0;
            }
        }
        fn choose(
            &mut self,
            view: &View<'_, ConnectFour>,
            _: &mut Rng,
        ) -> Result<Action, AgentError> {
            self.decisions += 1;
            Ok(view.nth_legal(self.decisions % view.count_legal()))
        }
    }

    /// Always the first column, full or not; or nothing.
    #[derive(Clone)]
    struct Stubborn(Result<Action, AgentError>);

    impl Agent<ConnectFour> for Stubborn {
        fn start_game(&mut self) {}
        fn choose(&mut self, _: &View<'_, ConnectFour>, _: &mut Rng) -> Result<Action, AgentError> {
            self.0.clone()
        }
    }

    #[test]
    fn breaches_are_found_and_named() {
        let game = ConnectFour::default();
        assert!(check(&game, &Random::default(), 0..20).unwrap() > 20 * 7);
        check(&game, &Counting { decisions: 0, forgets: true }, 0..20).unwrap();
        let breach = check(&game, &Counting { decisions: 0, forgets: false }, 0..2).unwrap_err();
        assert!(matches!(breach.fault, Fault::OtherGames(_)), "{breach}");
        let stubborn = |choice| check(&game, &Stubborn(choice), 0..1).unwrap_err().to_string();
        let first = Action::Drop { column: 0 };
        assert_eq!(stubborn(Ok(first)), "deal 0, decision 6: `drop 1` is not legal");
        let tired = stubborn(Err(AgentError::other("is tired")));
        assert_eq!(tired, "deal 0, decision 0: the agent is tired");
    }
}
