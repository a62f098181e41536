//! How much a search thinks, how curious it is, and how it plays on from the tree.

use drakkar_engine::error::KeyError;

use crate::catalogue::{CUTOFF, EPSILON, EXPLORATION, ITERATIONS, MILLISECONDS, WIDEN};

/// The options of `mcts`, each within its allowed range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    budget: Budget,
    exploration: f64,
    rollout: Rollout,
    cutoff: Option<u32>,
    widen: f64,
}

/// No value is NaN.
impl Eq for Settings {}

/// How long a search thinks about a decision; at least one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations.
    Iterations(u32),
    /// So many milliseconds of the clock on the wall. The iteration in which they end is the last;
    /// it is at most the 71 millionth, with which the tree's counters are full.
    Milliseconds(u32),
}

/// How all seats play on where the tree ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rollout {
    /// Every legal action is equally likely.
    Random,
    /// The action that the heuristic likes best, but one at random with a small probability
    /// (epsilon-greedy; see the [module](crate::mcts)).
    Greedy {
        /// Probability of a random action, from 0 to 1.
        epsilon: f64,
    },
}

impl Settings {
    /// Plain UCT: random rollouts to the end of the game, no widening, and the exploration factor
    /// 1.4, about the square root of two of the literature.
    ///
    /// # Errors
    /// If `iterations` is out of its range.
    pub fn plain(iterations: u32) -> Result<Settings, KeyError> {
        let plain = Settings {
            budget: Budget::Iterations(ITERATIONS.default_whole()),
            exploration: 1.4,
            rollout: Rollout::Random,
            cutoff: None,
            widen: 0.0,
        };
        plain.with_iterations(iterations)
    }

    /// The same with a number of iterations per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range, like all methods of this name.
    pub fn with_iterations(self, iterations: u32) -> Result<Settings, KeyError> {
        Ok(Settings { budget: Budget::Iterations(ITERATIONS.whole(iterations)?), ..self })
    }

    /// The same with a number of milliseconds per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_milliseconds(self, milliseconds: u32) -> Result<Settings, KeyError> {
        Ok(Settings { budget: Budget::Milliseconds(MILLISECONDS.whole(milliseconds)?), ..self })
    }

    /// The same with another factor of the exploration term.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_exploration(self, exploration: f64) -> Result<Settings, KeyError> {
        Ok(Settings { exploration: EXPLORATION.real(exploration)?, ..self })
    }

    /// The same with other rollouts.
    ///
    /// # Errors
    /// If the probability of a random action is out of its range.
    pub fn with_rollout(self, rollout: Rollout) -> Result<Settings, KeyError> {
        let rollout = match rollout {
            Rollout::Random => rollout,
            Rollout::Greedy { epsilon } => Rollout::Greedy { epsilon: EPSILON.real(epsilon)? },
        };
        Ok(Settings { rollout, ..self })
    }

    /// The same with rollouts of another length.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_cutoff(self, cutoff: Option<u32>) -> Result<Settings, KeyError> {
        Ok(Settings { cutoff: cutoff.map(|cutoff| CUTOFF.whole(cutoff)).transpose()?, ..self })
    }

    /// The same with another factor of progressive widening.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_widen(self, widen: f64) -> Result<Settings, KeyError> {
        Ok(Settings { widen: WIDEN.real(widen)?, ..self })
    }

    /// How long it thinks about a decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Factor of the exploration term, from 0; win shares run from 0 to 1.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// How all seats play on where the tree ends.
    pub fn rollout(&self) -> Rollout {
        self.rollout
    }

    /// Decisions after which a rollout stops and the heuristic estimates the rest; `None` for
    /// rollouts to the end.
    pub fn cutoff(&self) -> Option<u32> {
        self.cutoff
    }

    /// Whether the heuristic is ever asked.
    pub fn asks_heuristic(&self) -> bool {
        self.rollout != Rollout::Random || self.cutoff.is_some() || self.widen > 0.0
    }

    /// Factor of progressive widening; 0 for none.
    pub fn widen(&self) -> f64 {
        self.widen
    }
}

/// The defaults of the catalogue.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            budget: Budget::Iterations(ITERATIONS.default_whole()),
            exploration: EXPLORATION.default_real(),
            rollout: Rollout::Greedy { epsilon: EPSILON.default_real() },
            cutoff: CUTOFF.default_optional(),
            widen: WIDEN.default_real(),
        }
    }
}
