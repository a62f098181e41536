//! The options of a search: its budget, its selection, and its roll-outs.

mod alternatives;

use drakkar_engine::error::KeyError;

pub use self::alternatives::{Backup, Budget, Cutoff, PriorBy, Rollout, Root, Selection};
use crate::catalogue::{
    BIAS, CUTOFF, DECISIONS, ENDGAME, EPSILON, EXPLORATION, ITERATIONS, MILLISECONDS, OptionInfo,
    POINTS, ROOT, SCORE_WEIGHT, TEMPERATURE, URGENCY, WIDEN,
};

/// The options of `mcts` and `flat`, each within its allowed range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    budget: Budget,
    early: bool,
    root: Root,
    selection: Selection,
    exploration: f64,
    prior: PriorBy,
    temperature: f64,
    urgency: Option<f64>,
    bias: f64,
    widen: f64,
    backup: Backup,
    score_weight: f64,
    points: f64,
    rollout: Rollout,
    cutoff: Cutoff,
    reuse: bool,
    cross: bool,
    endgame: u32,
}

/// No value is NaN.
impl Eq for Settings {}

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
            root: Root::Selection,
            selection: Selection::Ucb1,
            exploration: 1.4,
            prior: PriorBy::Heuristic,
            temperature: TEMPERATURE.default_real(),
            urgency: None,
            bias: 0.0,
            widen: 0.0,
            backup: Backup::MaxN,
            score_weight: 0.0,
            points: 0.0,
            rollout: Rollout::Random,
            cutoff: Cutoff::Never,
            reuse: false,
            cross: false,
            endgame: 0,
        };
        plain.with_iterations(iterations)
    }

    /// Flat Monte Carlo: every action equally often, with the roll-outs of [`Default`].
    pub fn flat() -> Settings {
        let defaults = Settings::default();
        Settings {
            early: false,
            root: Root::Selection,
            selection: Selection::Uniform,
            prior: PriorBy::Heuristic,
            urgency: None,
            bias: 0.0,
            widen: 0.0,
            backup: Backup::MaxN,
            reuse: false,
            cross: false,
            endgame: 0,
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
    /// If it is out of its range, or the root needs [iterations](Root::Halving).
    pub fn with_decisions(self, decisions: u32) -> Result<Settings, KeyError> {
        Settings { budget: Budget::Decisions(DECISIONS.whole(decisions)?), ..self }.fitting()
    }

    /// The same with a number of milliseconds per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range, or the root needs [iterations](Root::Halving).
    pub fn with_milliseconds(self, milliseconds: u32) -> Result<Settings, KeyError> {
        Settings { budget: Budget::Milliseconds(MILLISECONDS.whole(milliseconds)?), ..self }
            .fitting()
    }

    /// The same with the budget of another search, which is within its range.
    pub(crate) fn with_budget_of(self, other: &Settings) -> Settings {
        Settings { budget: other.budget, ..self }
    }

    /// The same, but it stops, or not, as soon as the rest of the budget cannot change the choice.
    pub fn with_early(self, early: bool) -> Settings {
        Settings { early, ..self }
    }

    /// The same with another way to spend the budget at the root.
    ///
    /// # Errors
    /// If it needs a budget in iterations, and this is another.
    pub fn with_root(self, root: Root) -> Result<Settings, KeyError> {
        Settings { root, ..self }.fitting()
    }

    /// These settings, if budget and root fit each other.
    fn fitting(self) -> Result<Settings, KeyError> {
        if self.root == Root::Halving && !matches!(self.budget, Budget::Iterations(_)) {
            let reason = format!("halving needs a budget in {}", ITERATIONS.key);
            return Err(KeyError::new(ROOT.key, reason));
        }
        Ok(self)
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

    /// The same with another prior.
    pub fn with_prior(self, prior: PriorBy) -> Settings {
        Settings { prior, ..self }
    }

    /// The same with a prior that follows its values more (low) or less (high).
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

    /// The same with another part of the seat's own points in values.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_points(self, points: f64) -> Result<Settings, KeyError> {
        Ok(Settings { points: POINTS.real(points)?, ..self })
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

    /// The same, but what is left of a game of perfect information is solved if it can end in at
    /// most so many ways.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_endgame(self, endgame: u32) -> Result<Settings, KeyError> {
        Ok(Settings { endgame: ENDGAME.whole(endgame)?, ..self })
    }

    /// The budget for a decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether it stops as soon as the rest of the budget cannot change the choice.
    pub fn early(&self) -> bool {
        self.early
    }

    /// How the budget is spent at the root.
    pub fn root(&self) -> Root {
        self.root
    }

    /// The rule by which children are followed.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Factor of the exploration term, from 0; values run from 0 to 1.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// What ranks actions before any is tried.
    pub fn prior(&self) -> PriorBy {
        self.prior
    }

    /// How far the heuristic's values of two actions must be apart for the one to have e times the
    /// prior of the other, in units of [`Judge::prior_scale`](crate::heuristic::Judge::prior_scale).
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

    /// Part of the seat's own points in values, from 0 to 1; the rest is what values are without it.
    pub fn points(&self) -> f64 {
        self.points
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

    /// In how many ways a game may end that is solved; 0 for never.
    pub fn endgame(&self) -> u32 {
        self.endgame
    }

    /// Whether prior probabilities are used.
    pub fn asks_prior(&self) -> bool {
        self.selection == Selection::Puct || self.bias > 0.0
    }

    /// Whether the children of a node are in the order of their values before any is tried.
    pub(crate) fn orders(&self) -> bool {
        self.widen > 0.0 || self.asks_prior() || self.root == Root::Halving
    }

    /// Whether the heuristic is ever used. Parts of the margin and of points are measured on its scale.
    pub fn asks_heuristic(&self) -> bool {
        matches!(self.rollout, Rollout::Greedy { .. })
            || self.cutoff != Cutoff::Never
            || self.orders()
            || self.score_weight > 0.0
            || self.points > 0.0
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
