//! Decisions that an agent makes at random now and then.

use drakkar_engine::game::Game;
use drakkar_engine::seat::{MAX_SEATS, PerSeat};
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use crate::agent::{Agent, AgentError, Log};
use crate::random::Random;
use crate::restriction::Patterns;
use crate::spec::Stray;

/// Makes an agent weaker: with some probability, a decision is made at random.
#[derive(Clone, Debug)]
pub(super) struct Straying {
    often: Stray,
    /// The probability that each seat has in this game; none before its first decision.
    form: PerSeat<Option<f64>>,
    random: Random,
}

impl Straying {
    /// Random decisions that keep to the agent's restriction.
    pub(super) fn new(often: Stray, restriction: Option<Patterns>) -> Straying {
        Straying { often, form: PerSeat::new(MAX_SEATS, None), random: Random::new(restriction) }
    }

    pub(super) fn start_game(&mut self) {
        self.form = PerSeat::new(MAX_SEATS, None);
    }

    /// Whether the decision of whoever has this view, which draws from `rng`, is random.
    pub(super) fn now<G: Game>(&mut self, view: &G::View<'_>, rng: &mut Rng) -> bool {
        let (low, high) = self.often.ends();
        let form = self.form[view.seat()].get_or_insert_with(|| {
            // A generator of its own, so that whoever is asked again about the same decision answers the same.
            let mut of_game = Rng::from_seed(rng.clone().word());
            low + (high - low) * of_game.unit()
        });
        rng.unit() < *form
    }

    pub(super) fn choose<G: Game>(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<G::Action, AgentError> {
        Agent::<G>::choose(&mut self.random, view, rng)
    }

    /// The counts of the random decisions.
    pub(super) fn take_log<G: Game>(&mut self) -> Log {
        Agent::<G>::take_log(&mut self.random)
    }
}
