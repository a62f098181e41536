//! The options of a search: its budget, its selection, and its roll-outs.

use drakkar_engine::error::KeyError;

use crate::catalogue::{
    BIAS, CUTOFF, DECISIONS, EPSILON, EXPLORATION, ITERATIONS, MILLISECONDS, OptionInfo,
    SCORE_WEIGHT, TEMPERATURE, URGENCY, WIDEN,
};

/// The options of `mcts` and `flat`, each within its allowed range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    budget: Budget,
    early: bool,
    selection: Selection,
    exploration: f64,
    temperature: f64,
    urgency: Option<f64>,
    bias: f64,
    widen: f64,
    backup: Backup,
    score_weight: f64,
    rollout: Rollout,
    cutoff: Cutoff,
    reuse: bool,
    cross: bool,
}

/// No value is NaN.
impl Eq for Settings {}

/// The budget of a search for a decision; at least one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations.
    Iterations(u32),
    /// So many decisions in tree and roll-outs. The iteration that reaches this number is the last.
    Decisions(u32),
    /// So many milliseconds of wall-clock time. The iteration in which they end is the last.
    Milliseconds(u32),
}

/// Which child an iteration follows; formulas with `N` visits of the parent, `n` of the child, and
/// the exploration factor `c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// `mean + c * sqrt(ln(N) / n)` (Kocsis, Szepesvári, *Bandit Based Monte-Carlo Planning*, 2006).
    Ucb1,
    /// `mean + c * prior * sqrt(N) / (1 + n)` (Rosin, *Multi-armed bandits with episode context*,
    /// 2011; in this form Silver and others, *Mastering the game of Go without human knowledge*,
    /// 2017).
    Puct,
    /// All children equally often, and no tree below them: used by `flat`.
    Uniform,
}

/// What a choice is credited with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// The value of the seat that made it (max^n; Luckhardt, Irani, *An algorithmic solution of
    /// n-person games*, 1986).
    MaxN,
    /// The value of the searching seat; 1 minus that for the others, which are treated as one
    /// opponent (paranoid; Sturtevant, Korf, *On pruning techniques for multi-player games*, 2000).
    Paranoid,
}

/// How all seats play beyond the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rollout {
    /// Every legal action is equally likely.
    Random,
    /// The action with the highest heuristic value, but a random one with a small probability
    /// (epsilon-greedy; see the [module](crate::mcts)).
    Greedy {
        /// Probability of a random action, from 0 to 1.
        epsilon: f64,
    },
    /// The action after which the seat did best in this search, in any position, but a random one
    /// with a small probability (MAST; Finnsson, Björnsson, *Simulation-based approach to general
    /// game playing*, 2008; epsilon-greedy: Tak and others, *N-grams and the last-good-reply policy
    /// applied in general game playing*, 2012). Where a secret choice is answered, learned answers
    /// synchronise with the choices, and its value is not that of perfect play.
    Mast {
        /// Probability of a random action, from 0 to 1.
        epsilon: f64,
    },
}

/// Where a roll-out stops and the heuristic estimates the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutoff {
    /// At the end of the game.
    Never,
    /// After so many decisions.
    Decisions(u32),
    /// When the game [scores](drakkar_engine::fact::Sink::scoring).
    Scoring,
}

impl From<Option<u32>> for Cutoff {
    fn from(decisions: Option<u32>) -> Cutoff {
        decisions.map_or(Cutoff::Never, Cutoff::Decisions)
    }
}

impl Settings {
    /// Plain UCT: random roll-outs to the end of the game, no heuristic, and the exploration factor
    /// 1.4, about the square root of two from the literature.
    ///
    /// # Errors
    /// If `iterations` is out of its range.
    pub fn plain(iterations: u32) -> Result<Settings, KeyError> {
        let plain = Settings {
            budget: Budget::Iterations(ITERATIONS.default_whole()),
            early: false,
            selection: Selection::Ucb1,
            exploration: 1.4,
            temperature: TEMPERATURE.default_real(),
            urgency: None,
            bias: 0.0,
            widen: 0.0,
            backup: Backup::MaxN,
            score_weight: 0.0,
            rollout: Rollout::Random,
            cutoff: Cutoff::Never,
            reuse: false,
            cross: false,
        };
        plain.with_iterations(iterations)
    }

    /// Flat Monte Carlo: every action equally often, with the roll-outs of [`Default`].
    pub fn flat() -> Settings {
        let defaults = Settings::default();
        Settings {
            early: false,
            selection: Selection::Uniform,
            urgency: None,
            bias: 0.0,
            widen: 0.0,
            backup: Backup::MaxN,
            reuse: false,
            cross: false,
            ..defaults
        }
    }

    /// The same with a number of iterations per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range, like all methods of this name.
    pub fn with_iterations(self, iterations: u32) -> Result<Settings, KeyError> {
        Ok(Settings { budget: Budget::Iterations(ITERATIONS.whole(iterations)?), ..self })
    }

    /// The same with a number of simulated decisions per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_decisions(self, decisions: u32) -> Result<Settings, KeyError> {
        Ok(Settings { budget: Budget::Decisions(DECISIONS.whole(decisions)?), ..self })
    }

    /// The same with a number of milliseconds per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_milliseconds(self, milliseconds: u32) -> Result<Settings, KeyError> {
        Ok(Settings { budget: Budget::Milliseconds(MILLISECONDS.whole(milliseconds)?), ..self })
    }

    /// The same with the budget of another search, which is within its range.
    pub(crate) fn with_budget_of(self, other: &Settings) -> Settings {
        Settings { budget: other.budget, ..self }
    }

    /// The same, but it stops, or not, as soon as the rest of the budget cannot change the choice.
    pub fn with_early(self, early: bool) -> Settings {
        Settings { early, ..self }
    }

    /// The same with another rule of selection.
    pub fn with_selection(self, selection: Selection) -> Settings {
        Settings { selection, ..self }
    }

    /// The same with another factor of the exploration term.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_exploration(self, exploration: f64) -> Result<Settings, KeyError> {
        Ok(Settings { exploration: EXPLORATION.real(exploration)?, ..self })
    }

    /// The same with a prior that follows the heuristic more (low) or less (high).
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_temperature(self, temperature: f64) -> Result<Settings, KeyError> {
        Ok(Settings { temperature: TEMPERATURE.real(temperature)?, ..self })
    }

    /// The same with another value of children without a visit, compared with the mean of the others;
    /// `None` tries all of them first.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_urgency(self, urgency: Option<f64>) -> Result<Settings, KeyError> {
        Ok(Settings { urgency: real_or_none(&URGENCY, urgency)?, ..self })
    }

    /// The same with another factor of progressive bias.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_bias(self, bias: f64) -> Result<Settings, KeyError> {
        Ok(Settings { bias: BIAS.real(bias)?, ..self })
    }

    /// The same with another factor of progressive widening.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_widen(self, widen: f64) -> Result<Settings, KeyError> {
        Ok(Settings { widen: WIDEN.real(widen)?, ..self })
    }

    /// The same with another way to credit choices.
    pub fn with_backup(self, backup: Backup) -> Settings {
        Settings { backup, ..self }
    }

    /// The same with another part of the margin in values.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_score_weight(self, score_weight: f64) -> Result<Settings, KeyError> {
        Ok(Settings { score_weight: SCORE_WEIGHT.real(score_weight)?, ..self })
    }

    /// The same with other roll-outs.
    ///
    /// # Errors
    /// If the probability of a random action is out of its range.
    pub fn with_rollout(self, rollout: Rollout) -> Result<Settings, KeyError> {
        let rollout = match rollout {
            Rollout::Random => rollout,
            Rollout::Greedy { epsilon } => Rollout::Greedy { epsilon: EPSILON.real(epsilon)? },
            Rollout::Mast { epsilon } => Rollout::Mast { epsilon: EPSILON.real(epsilon)? },
        };
        Ok(Settings { rollout, ..self })
    }

    /// The same with roll-outs of another length.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_cutoff(self, cutoff: impl Into<Cutoff>) -> Result<Settings, KeyError> {
        let cutoff = match cutoff.into() {
            Cutoff::Decisions(decisions) => Cutoff::Decisions(CUTOFF.whole(decisions)?),
            cutoff => cutoff,
        };
        Ok(Settings { cutoff, ..self })
    }

    /// The same, but it keeps, or not, the tree of its last decision if it is to move again at once.
    pub fn with_reuse(self, reuse: bool) -> Settings {
        Settings { reuse, ..self }
    }

    /// The same, but its tree continues, or not, after a new
    /// [epoch](drakkar_engine::game::Game::epoch).
    pub fn with_cross(self, cross: bool) -> Settings {
        Settings { cross, ..self }
    }

    /// The budget for a decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether it stops as soon as the rest of the budget cannot change the choice.
    pub fn early(&self) -> bool {
        self.early
    }

    /// The rule by which children are followed.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Factor of the exploration term, from 0; values run from 0 to 1.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// How far the heuristic's values of two actions must be apart for the one to have e times the
    /// prior of the other, in units of [`Judge::scale`](crate::heuristic::Judge::scale).
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// The value of a child without a visit, compared with the mean of the others; `None` if all
    /// are tried first.
    pub fn urgency(&self) -> Option<f64> {
        self.urgency
    }

    /// Factor of progressive bias; 0 for none.
    pub fn bias(&self) -> f64 {
        self.bias
    }

    /// Factor of progressive widening; 0 for none.
    pub fn widen(&self) -> f64 {
        self.widen
    }

    /// What choices are credited with.
    pub fn backup(&self) -> Backup {
        self.backup
    }

    /// Part of the margin in values, from 0 to 1; the rest is the win share.
    pub fn score_weight(&self) -> f64 {
        self.score_weight
    }

    /// How all seats play beyond the tree.
    pub fn rollout(&self) -> Rollout {
        self.rollout
    }

    /// Where roll-outs stop.
    pub fn cutoff(&self) -> Cutoff {
        self.cutoff
    }

    /// Whether the tree of the last decision is kept if the seat is to move again at once.
    pub fn reuse(&self) -> bool {
        self.reuse
    }

    /// Whether the tree continues after a new epoch.
    pub fn cross(&self) -> bool {
        self.cross
    }

    /// Whether prior probabilities are used.
    pub fn asks_prior(&self) -> bool {
        self.selection == Selection::Puct || self.bias > 0.0
    }

    /// Whether the children of a node are in the order of their heuristic values.
    pub(super) fn orders(&self) -> bool {
        self.widen > 0.0 || self.asks_prior()
    }

    /// Whether the heuristic is ever used. A part of the margin is measured on its scale.
    pub fn asks_heuristic(&self) -> bool {
        matches!(self.rollout, Rollout::Greedy { .. })
            || self.cutoff != Cutoff::Never
            || self.orders()
            || self.score_weight > 0.0
    }
}

fn real_or_none(option: &OptionInfo, value: Option<f64>) -> Result<Option<f64>, KeyError> {
    value.map(|value| option.real(value)).transpose()
}

/// The defaults of the catalogue.
impl Default for Settings {
    fn default() -> Settings {
        crate::spec::default_settings()
    }
}
