//! The options of a search: its budget, its selection, and its roll-outs.

use drakkar_engine::error::KeyError;

use crate::catalogue::{
    BACKUP, BIAS, CUTOFF, DECISIONS, EARLY, ENDGAME, EPOCHS, EPSILON, EXPLORATION, ITERATIONS,
    MILLISECONDS, OptionInfo,
    OptionValue::{self, Real, Whole, Word},
    POINTS, PRIOR, REUSE, ROLLOUT, ROOT, SCORE_WEIGHT, SELECTION, TEMPERATURE, URGENCY, WIDEN,
};

/// The options of `mcts` and `flat`, each within the range that the [catalogue](crate::catalogue) has for it, where it
/// is explained too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The budget for a decision.
    pub budget: Budget,
    /// Whether it stops as soon as the rest of the budget cannot change the choice.
    pub early: bool,
    /// How the budget is spent at the root.
    pub root: Root,
    /// The rule by which children are followed.
    pub selection: Selection,
    /// Factor of the exploration term, from 0; values run from 0 to 1.
    pub exploration: f64,
    /// What ranks actions before any is tried.
    pub prior: PriorBy,
    /// How far the heuristic's values of two actions must be apart for the one to have e times the prior of the
    /// other, in units of [`Judge::prior_scale`](crate::heuristic::Judge::prior_scale).
    pub temperature: f64,
    /// The value of a child without a visit, compared with the mean of the others; `None` if all are tried first.
    pub urgency: Option<f64>,
    /// Factor of progressive bias; 0 for none.
    pub bias: f64,
    /// Factor of progressive widening; 0 for none.
    pub widen: f64,
    /// What choices are credited with.
    pub backup: Backup,
    /// Part of the margin in values, from 0 to 1; the rest is the win share.
    pub score_weight: f64,
    /// Part of the seat's own points in values, from 0 to 1; the rest is what values are without it.
    pub points: f64,
    /// How all seats play beyond the tree.
    pub rollout: Rollout,
    /// Probability of a random action in roll-outs that are not random anyway.
    pub epsilon: f64,
    /// Where roll-outs stop.
    pub cutoff: Cutoff,
    /// Whether the tree of the last decision is kept if the seat is to move again at once.
    pub reuse: bool,
    /// Whether the tree continues after a new [epoch](drakkar_engine::game::Game::epoch).
    pub cross: bool,
    /// In how many ways a game of perfect information may end whose rest is solved; 0 for never.
    pub endgame: u32,
}

/// No value is NaN.
impl Eq for Settings {}

/// An option of the catalogue as a field of [`Settings`].
pub(crate) struct Field(
    pub(crate) &'static OptionInfo,
    /// Its value; `None` if it does not apply.
    pub(crate) fn(&Settings) -> Option<OptionValue>,
    /// Gives it a value.
    pub(crate) fn(&mut Settings, OptionValue),
);

/// The place of a word among those of its option.
fn word<T: PartialEq>(words: &[T], word: &T) -> Option<OptionValue> {
    words.iter().position(|other| other == word).map(OptionValue::Word)
}

const SWITCH: [bool; 2] = [true, false];
const EPOCHS_CROSSED: [bool; 2] = [false, true];
const ROOTS: [Root; 2] = [Root::Selection, Root::Halving];
const SELECTIONS: [Selection; 2] = [Selection::Ucb1, Selection::Puct];
const PRIORS: [PriorBy; 3] = [PriorBy::Heuristic, PriorBy::NetAtRoot, PriorBy::Net];
const BACKUPS: [Backup; 2] = [Backup::MaxN, Backup::Paranoid];
const ROLLOUTS: [Rollout; 3] = [Rollout::Random, Rollout::Greedy, Rollout::Mast];
const CUTOFFS: [Cutoff; 2] = [Cutoff::Scoring, Cutoff::Never];

/// All options of searches, in the order in which texts have them.
pub(crate) const FIELDS: &[Field] = &[
    Field(
        &ITERATIONS,
        |s| match s.budget {
            Budget::Iterations(number) => Some(Whole(number)),
            _ => None,
        },
        |s, value| s.budget = Budget::Iterations(value.whole()),
    ),
    Field(
        &DECISIONS,
        |s| match s.budget {
            Budget::Decisions(number) => Some(Whole(number)),
            _ => None,
        },
        |s, value| s.budget = Budget::Decisions(value.whole()),
    ),
    Field(
        &MILLISECONDS,
        |s| match s.budget {
            Budget::Milliseconds(number) => Some(Whole(number)),
            _ => None,
        },
        |s, value| s.budget = Budget::Milliseconds(value.whole()),
    ),
    Field(
        &EARLY,
        // Halving never ends early.
        |s| word(&SWITCH, &s.early).filter(|_| s.root == Root::Selection),
        |s, value| s.early = value.one_of(&SWITCH),
    ),
    Field(&ROOT, |s| word(&ROOTS, &s.root), |s, value| s.root = value.one_of(&ROOTS)),
    Field(
        &SELECTION,
        |s| word(&SELECTIONS, &s.selection),
        |s, value| s.selection = value.one_of(&SELECTIONS),
    ),
    Field(&EXPLORATION, |s| Some(Real(s.exploration)), |s, value| s.exploration = value.real()),
    Field(&PRIOR, |s| word(&PRIORS, &s.prior), |s, value| s.prior = value.one_of(&PRIORS)),
    Field(
        &TEMPERATURE,
        |s| s.asks_prior().then_some(Real(s.temperature)),
        |s, value| s.temperature = value.real(),
    ),
    Field(
        &URGENCY,
        |s| Some(s.urgency.map_or(Word(0), Real)),
        |s, value| s.urgency = (value != Word(0)).then_some(value.real()),
    ),
    Field(&BIAS, |s| Some(Real(s.bias)), |s, value| s.bias = value.real()),
    Field(&WIDEN, |s| Some(Real(s.widen)), |s, value| s.widen = value.real()),
    Field(&BACKUP, |s| word(&BACKUPS, &s.backup), |s, value| s.backup = value.one_of(&BACKUPS)),
    Field(&SCORE_WEIGHT, |s| Some(Real(s.score_weight)), |s, value| s.score_weight = value.real()),
    Field(&POINTS, |s| Some(Real(s.points)), |s, value| s.points = value.real()),
    Field(
        &ROLLOUT,
        |s| word(&ROLLOUTS, &s.rollout),
        |s, value| s.rollout = value.one_of(&ROLLOUTS),
    ),
    Field(
        &EPSILON,
        |s| (s.rollout != Rollout::Random).then_some(Real(s.epsilon)),
        |s, value| s.epsilon = value.real(),
    ),
    Field(
        &CUTOFF,
        |s| match s.cutoff {
            Cutoff::Decisions(number) => Some(Whole(number)),
            cutoff => word(&CUTOFFS, &cutoff),
        },
        |s, value| {
            s.cutoff = match value {
                Whole(number) => Cutoff::Decisions(number),
                value => value.one_of(&CUTOFFS),
            }
        },
    ),
    Field(&REUSE, |s| word(&SWITCH, &s.reuse), |s, value| s.reuse = value.one_of(&SWITCH)),
    Field(
        &EPOCHS,
        |s| word(&EPOCHS_CROSSED, &s.cross),
        |s, value| s.cross = value.one_of(&EPOCHS_CROSSED),
    ),
    Field(&ENDGAME, |s| Some(Whole(s.endgame)), |s, value| s.endgame = value.whole()),
];

impl Settings {
    /// UCT (Kocsis, Szepesvári 2006): random roll-outs to the end of the game, no heuristic, and the exploration
    /// factor 1.4, about the square root of two from the literature.
    pub fn uct(iterations: u32) -> Settings {
        Settings {
            budget: Budget::Iterations(iterations),
            early: false,
            selection: Selection::Ucb1,
            exploration: 1.4,
            urgency: None,
            bias: 0.0,
            score_weight: 0.0,
            rollout: Rollout::Random,
            cutoff: Cutoff::Never,
            ..Settings::default()
        }
    }

    /// Flat Monte Carlo: every action equally often, with the roll-outs of [`Default`].
    pub fn flat() -> Settings {
        Settings {
            early: false,
            selection: Selection::Uniform,
            urgency: None,
            bias: 0.0,
            ..Settings::default()
        }
    }

    /// The same with a number of iterations per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_iterations(self, iterations: u32) -> Result<Settings, KeyError> {
        let settings = Settings { budget: Budget::Iterations(iterations), ..self };
        settings.check().map(|()| settings)
    }

    /// Checks that each value is within its range, and that root and budget fit each other.
    ///
    /// # Errors
    /// Names the option that is wrong.
    pub fn check(&self) -> Result<(), KeyError> {
        if self.root == Root::Halving && !matches!(self.budget, Budget::Iterations(_)) {
            return Err(ROOT.error(format!("halving needs a budget in {}", ITERATIONS.key)));
        }
        let mut values =
            FIELDS.iter().filter_map(|Field(option, get, _)| Some((option, get(self)?)));
        values.try_for_each(|(option, value)| option.checked(value).map(drop))
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
        self.rollout == Rollout::Greedy
            || self.cutoff != Cutoff::Never
            || self.orders()
            || self.score_weight > 0.0
            || self.points > 0.0
    }
}

/// The defaults of the catalogue.
impl Default for Settings {
    fn default() -> Settings {
        // All of it is replaced.
        let mut settings = Settings {
            budget: Budget::Iterations(0),
            early: false,
            root: Root::Selection,
            selection: Selection::Uniform,
            exploration: 0.0,
            prior: PriorBy::Heuristic,
            temperature: 0.0,
            urgency: None,
            bias: 0.0,
            widen: 0.0,
            backup: Backup::MaxN,
            score_weight: 0.0,
            points: 0.0,
            rollout: Rollout::Random,
            epsilon: 0.0,
            cutoff: Cutoff::Never,
            reuse: false,
            cross: false,
            endgame: 0,
        };
        for Field(option, _, set) in FIELDS {
            // Budgets that replace another have no default.
            if let Ok(value) = option.read(option.default) {
                set(&mut settings, value);
            }
        }
        settings
    }
}

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

/// With which actions of the decision at hand iterations begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// With those that the rule of selection follows, as further down.
    Selection,
    /// Sequential halving (Karnin, Koren, Somekh, *Almost optimal exploration in multi-armed
    /// bandits*, 2013; at the root of a tree: Cazenave, *Sequential halving applied to trees*, 2015;
    /// Danihelka and others, *Policy improvement by planning with Gumbel*, 2022). The actions that
    /// the heuristic rates highest compete: at most 16, and only so many that each is tried in the
    /// first round. Iterations are split evenly among rounds, and in a round among the actions
    /// left; the better half, by mean value and progressive bias, goes on to the next. The last one
    /// is played. Needs a budget in iterations, and spends all of them.
    Halving,
}

/// What ranks the actions of a decision before any is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriorBy {
    /// The heuristic's values.
    Heuristic,
    /// The win shares that the net expects after them at the root, which costs a search little; the
    /// heuristic below it. Without a net, the heuristic everywhere.
    NetAtRoot,
    /// The same everywhere, which costs an evaluation for each action of a node.
    Net,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// Every legal action is equally likely.
    Random,
    /// The action with the highest heuristic value, but a random one with [probability](Settings::epsilon)
    /// (epsilon-greedy; see the [module](crate::mcts)).
    Greedy,
    /// The action after which the seat did best in this search, in any position, but a random one
    /// with a small probability (MAST; Finnsson, Björnsson, *Simulation-based approach to general
    /// game playing*, 2008; epsilon-greedy: Tak and others, *N-grams and the last-good-reply policy
    /// applied in general game playing*, 2012). Where a secret choice is answered, learned answers
    /// synchronise with the choices, and its value is not that of perfect play.
    Mast,
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
