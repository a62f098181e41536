//! The agents that a player can be.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::Recalled;
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Analysis, Log};
use crate::greedy::Greedy;
use crate::heuristic::Playable;
use crate::mcts::Mcts;
use crate::random::Random;

/// A player without its lapses: a `match` per decision instead of a virtual call.
pub(super) enum Mind<G: Playable> {
    /// See [`Random`].
    Random(Random),
    /// See [`Greedy`].
    Greedy(Greedy<G, G::Heuristic>),
    /// See [`Mcts`]; flat Monte Carlo too.
    Mcts(Box<Mcts<G, G::Heuristic>>),
    /// A program, or a registered agent, whose choices are checked here. The lock is never
    /// contended, since threads play with copies: it lets agents be shared that otherwise could not
    /// be.
    Guest(Mutex<Box<dyn Agent<G>>>),
}

/// A guest that another thread might hold.
fn lock<G: Game>(guest: &Mutex<Box<dyn Agent<G>>>) -> MutexGuard<'_, Box<dyn Agent<G>>> {
    guest.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guest that nobody else holds.
fn unlocked<G: Game>(guest: &mut Mutex<Box<dyn Agent<G>>>) -> &mut dyn Agent<G> {
    guest.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
}

/// The choice of a guest, if it is legal.
// A guest's own work is far larger than the call; built-in agents share the caller's code with it.
#[cold]
#[inline(never)]
fn choice_of<G: Game>(
    guest: &mut dyn Agent<G>,
    view: &View<'_, G>,
    rng: &mut Rng,
) -> Result<G::Action, AgentError> {
    checked::<G>(view, guest.choose(view, rng)?)
}

/// `action`, if the view lists it.
fn checked<G: Game>(view: &View<'_, G>, action: G::Action) -> Result<G::Action, AgentError> {
    for k in 0..view.count_legal() {
        if view.nth_legal(k) == action {
            return Ok(action);
        }
    }
    Err(AgentError::illegal(action))
}

// Derived implementations would put the same bounds on the game itself.

impl<G: Playable> Clone for Mind<G> {
    fn clone(&self) -> Mind<G> {
        match self {
            Mind::Random(agent) => Mind::Random(agent.clone()),
            Mind::Greedy(agent) => Mind::Greedy(agent.clone()),
            Mind::Mcts(agent) => Mind::Mcts(agent.clone()),
            Mind::Guest(agent) => Mind::Guest(Mutex::new(lock(agent).copied())),
        }
    }
}

impl<G: Playable> fmt::Debug for Mind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mind::Random(agent) => agent.fmt(f),
            Mind::Greedy(agent) => agent.fmt(f),
            Mind::Mcts(agent) => agent.fmt(f),
            Mind::Guest(_) => f.debug_struct("Guest").finish_non_exhaustive(),
        }
    }
}

impl<G: Playable> Agent<G> for Mind<G> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_uniform(&self) -> bool {
        match self {
            Mind::Random(agent) => Agent::<G>::is_uniform(agent),
            Mind::Greedy(_) | Mind::Mcts(_) | Mind::Guest(_) => false,
        }
    }

    #[inline(always)]
    fn start_game(&mut self) {
        match self {
            Mind::Random(agent) => Agent::<G>::start_game(agent),
            Mind::Greedy(agent) => Agent::<G>::start_game(agent),
            Mind::Mcts(agent) => Agent::<G>::start_game(&mut **agent),
            Mind::Guest(agent) => unlocked(agent).start_game(),
        }
    }

    #[inline(always)]
    fn recalls(&self) -> bool {
        match self {
            Mind::Random(_) => false,
            Mind::Greedy(agent) => agent.recalls(),
            Mind::Mcts(agent) => agent.recalls(),
            Mind::Guest(agent) => lock(agent).recalls(),
        }
    }

    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        match self {
            Mind::Random(_) => {}
            Mind::Greedy(agent) => agent.remember(past),
            Mind::Mcts(agent) => agent.remember(past),
            Mind::Guest(agent) => unlocked(agent).remember(past),
        }
    }

    #[inline(always)]
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        match self {
            Mind::Random(agent) => Agent::<G>::choose(agent, view, rng),
            Mind::Greedy(agent) => agent.choose(view, rng),
            Mind::Mcts(agent) => agent.choose(view, rng),
            Mind::Guest(agent) => choice_of(unlocked(agent), view, rng),
        }
    }

    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        match self {
            Mind::Random(agent) => Agent::<G>::analyse(agent, view, rng),
            Mind::Greedy(agent) => Agent::<G>::analyse(agent, view, rng),
            Mind::Mcts(agent) => Agent::<G>::analyse(&mut **agent, view, rng),
            Mind::Guest(agent) => {
                let analysis = unlocked(agent).analyse(view, rng)?;
                checked::<G>(view, analysis.choice)?;
                Ok(analysis)
            }
        }
    }

    fn take_log(&mut self) -> Log {
        match self {
            Mind::Random(agent) => Agent::<G>::take_log(agent),
            Mind::Greedy(agent) => Agent::<G>::take_log(agent),
            Mind::Mcts(agent) => Agent::<G>::take_log(&mut **agent),
            Mind::Guest(agent) => unlocked(agent).take_log(),
        }
    }

    fn ready(&self) -> Result<(), AgentError> {
        match self {
            Mind::Random(agent) => Agent::<G>::ready(agent),
            Mind::Greedy(agent) => agent.ready(),
            Mind::Mcts(agent) => agent.ready(),
            Mind::Guest(agent) => lock(agent).ready(),
        }
    }
}
