//! The trait of an agent, and what can go wrong.

use std::{fmt::Display, time::Instant};

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::Recalled;
use drakkar_engine::seat::PerSeat;
use drakkar_engine::seed::Rng;
use thiserror::Error;

/// What an agent counts about its decisions, over all games and seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Log {
    /// Iterations of searches.
    pub iterations: u64,
    /// Decisions in which a [restriction](crate::restriction) left some legal actions but not all.
    pub restricted: u64,
    /// Decisions in which it would have left none, so that it was void and all were allowed.
    pub void: u64,
}

/// What an agent found out about one legal action; unknown figures are `None`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judgement {
    /// How often a search began with the action.
    pub visits: Option<u64>,
    /// Expected win share of the seat to move, from 0 to 1.
    pub win_share: Option<f64>,
    /// Expected final score of that seat minus the best other one.
    pub margin: Option<f64>,
    /// The heuristic's value of the action; only differences between the actions of one decision are meaningful.
    pub value: Option<f64>,
}

/// A decision with its analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// The chosen action.
    pub choice: A,
    /// The findings about every legal action, in the order of [`Game::nth_legal`]; empty if there are none.
    pub actions: Vec<Judgement>,
    /// The win share that it expects for every seat, if it knows.
    pub shares: Option<PerSeat<f64>>,
}

impl<A> Analysis<A> {
    /// A choice without findings.
    pub fn only(choice: A) -> Analysis<A> {
        Analysis { choice, actions: Vec::new(), shares: None }
    }
}

/// Chooses actions. One object plays any number of games in sequence, and any number of seats of
/// one game.
///
/// A choice depends only on the view, the generator, and what the agent saw since
/// [`Agent::start_game`]; so an agent can be copied in mid-game, and earlier games have no
/// influence. Each thread plays with its own copy: an agent is `Clone`.
///
/// The generator implements `rand`'s traits, so its distributions can draw from it:
///
/// ```
/// use drakkar_agents::agent::{Agent, AgentError};
/// use drakkar_engine::games::connect_four::{Action, ConnectFour};
/// use drakkar_engine::{game::View, seed::Rng};
/// use rand::distr::{Distribution, weighted::WeightedIndex};
///
/// /// Drops into the middle more often than at the edges.
/// #[derive(Clone)]
/// struct Central;
///
/// impl Agent<ConnectFour> for Central {
///     fn start_game(&mut self) {}
///
///     fn choose(&mut self, view: &View<'_, ConnectFour>, rng: &mut Rng) -> Result<Action, AgentError> {
///         let mut actions = Vec::new();
///         view.legal(&mut actions);
///         let weights = actions.iter().map(|Action::Drop { column }| 4 - column.abs_diff(3));
///         let drawn = WeightedIndex::new(weights).map_err(|e| AgentError::other(e.to_string()))?;
///         Ok(actions[drawn.sample(rng)])
///     }
/// }
///
/// # use drakkar_engine::{game::Game, seat::Seat, seed::DealSeed};
/// # let game = ConnectFour::default();
/// # let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
/// # let view = game.view(&state, Seat::new(0));
/// # let mut columns = [0; 7];
/// # for seed in 0..16_000 {
/// #     let Action::Drop { column } = Central.choose(&view, &mut Rng::from_seed(seed)).unwrap();
/// #     columns[usize::from(column)] += 1;
/// # }
/// # // 1, 2, 3, 4, 3, 2 and 1 of 16; the largest standard deviation is 55.
/// # let expected = [1000_i32, 2000, 3000, 4000, 3000, 2000, 1000];
/// # assert!(columns.iter().zip(expected).all(|(n, e)| i32::abs(n - e) < 220), "{columns:?}");
/// # drakkar_agents::contract::check(&game, &Central, 0..5).unwrap();
/// ```
pub trait Agent<G: Game>: Send + Copied<G> {
    /// Whether every choice is one that the view listed or counted, so that the game need not check it: only for an
    /// agent that keeps the [contract](crate::contract). The answer never changes.
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        false
    }

    /// Whether [`Agent::choose`] is [`View::random_legal`] of the same generator, so that the game may draw it itself.
    #[inline(always)]
    fn is_uniform(&self) -> bool {
        false
    }

    /// A new game begins; the agent must forget everything about the last one, except scratch memory. Called once or more
    /// before each game.
    fn start_game(&mut self);

    /// Whether it makes use of [`Agent::remember`]. The answer never changes.
    #[inline(always)]
    fn recalls(&self) -> bool {
        false
    }

    /// What was decided since something was last revealed, if any of it lies face down: told before each choice of an
    /// agent that [recalls](Agent::recalls). A [`Recall`](drakkar_engine::past::Recall) keeps it and draws the secret
    /// choices of others.
    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        let _ = past;
    }

    /// Choices from now on that are not there at the `end` will not be used, so that searches may stop then.
    fn hurry(&mut self, end: Instant) {
        let _ = end;
    }

    /// A legal action for the seat of `view`, which is to move. All randomness comes from `rng`.
    ///
    /// # Errors
    /// Why there is no action; the seat has then lost the game, as with an illegal action.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError>;

    /// The same choice, with what the agent found out about the legal actions on the way.
    ///
    /// # Errors
    /// As [`Agent::choose`].
    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        self.choose(view, rng).map(Analysis::only)
    }

    /// Returns the counts since the last call, and resets them. Choices do not depend on them.
    #[inline]
    fn take_log(&mut self) -> Log {
        Log::default()
    }

    /// Whether the agent can play at all, asked before the first game and never during one.
    ///
    /// # Errors
    /// Why not.
    fn ready(&self) -> Result<(), AgentError> {
        Ok(())
    }
}

/// Copies an agent whose type is not known. Implemented for every [`Agent`] that is `Clone`.
pub trait Copied<G: Game> {
    /// A copy that continues in the same way.
    fn copied(&self) -> Box<dyn Agent<G>>;
}

impl<G: Game, A: Agent<G> + Clone + 'static> Copied<G> for A {
    fn copied(&self) -> Box<dyn Agent<G>> {
        Box::new(self.clone())
    }
}

/// Why an agent gave no valid action, or cannot play: the end of a sentence that begins with the agent at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AgentError {
    /// It chose an illegal action.
    #[error("chose `{action}`, which is not legal")]
    Illegal {
        /// The action as text.
        action: String,
    },
    /// Its program cannot be started; found before the first game.
    #[error("{0}")]
    NotReady(String),
    /// Its program could not be started at a decision.
    #[error("has no program: {0}")]
    NoProgram(String),
    /// Its program did not answer correctly; in words that follow "a program that".
    #[error("has a program that {0}")]
    Program(String),
    /// The options of its specification are wrong, in the words of a registered agent.
    #[error("{0}")]
    Options(String),
    /// Any other reason, in the words of a registered agent.
    #[error("{0}")]
    Other(String),
}

impl AgentError {
    /// An agent's own reason for giving no action.
    pub fn other(reason: impl Into<String>) -> AgentError {
        AgentError::Other(reason.into())
    }

    /// What is wrong with the options of a registered agent.
    pub fn options(reason: impl Into<String>) -> AgentError {
        AgentError::Options(reason.into())
    }

    /// `action` is not legal.
    #[cold]
    pub fn illegal(action: impl Display) -> AgentError {
        AgentError::Illegal { action: action.to_string() }
    }
}
