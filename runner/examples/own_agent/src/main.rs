//! The command `drakkar` with two agents more: `own_agent run --agents nth:2 cheap random`.

mod cheap;

use std::process::ExitCode;

use drakkar::agents::agent::{Agent, AgentError};
use drakkar::agents::heuristic::Playable;
use drakkar::engine::{
    game::{Game, View},
    seed::Rng,
};
use drakkar::{AnyGame, EveryGame, Labs, Registry, main_with};

/// Plays any game: always the n-th legal action, or the last one if there are fewer.
#[derive(Clone)]
struct Nth(u32);

impl<G: Game> Agent<G> for Nth {
    fn start_game(&mut self) {}

    fn choose(&mut self, view: &View<'_, G>, _: &mut Rng) -> Result<G::Action, AgentError> {
        Ok(view.nth_legal(self.0.min(view.count_legal()) - 1))
    }
}

struct AnyNth;

impl AnyGame for AnyNth {
    fn build<G: Playable>(&self, _: &G, options: &str) -> Result<Box<dyn Agent<G>>, AgentError> {
        match options.parse() {
            Ok(n) if n > 0 => Ok(Box::new(Nth(n))),
            _ => {
                let reason =
                    format!("expected a number from 1 on, such as nth:2, found `{options}`");
                Err(AgentError::options(reason))
            }
        }
    }
}

fn main() -> ExitCode {
    let registry = Registry::new().with_every_game("nth", "plays the n-th action: nth:N", AnyNth);
    main_with(Labs::standard(), cheap::register(registry))
}
