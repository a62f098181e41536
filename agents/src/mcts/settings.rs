//! The options of a search, each declared once: from here follow parsing, printing, lists, errors and defaults.

use drakkar_engine::error::KeyError;

use crate::catalogue::option::{
    NONE, OptionInfo,
    OptionValue::{self, Real, Whole, Word},
    Values,
};

trait OptionType: Copy {
    /// Its words, if it is none of numbers.
    const WORDS: Values = Values::Word(&[]);
    /// `None` for what no text says.
    fn value(self) -> Option<OptionValue>;
    fn of(value: OptionValue) -> Self;
}

/// The words of an option, each with its meaning.
macro_rules! words {
    ($($type:ty: $($word:literal $meaning:expr),+;)+) => {$(
        impl OptionType for $type {
            const WORDS: Values = Values::Word(&[$($word),+]);
            fn value(self) -> Option<OptionValue> {
                [$($meaning),+].iter().position(|meaning| *meaning == self).map(Word)
            }
            fn of(value: OptionValue) -> $type {
                [$($meaning),+][if let Word(word) = value { word } else { 0 }]
            }
        }
    )+};
}

words! {
    bool: "yes" true, "no" false;
    Root: "selection" Root::Selection, "halving" Root::Halving;
    Selection: "ucb1" Selection::Ucb1, "puct" Selection::Puct;
    Backup: "maxn" Backup::MaxN, "paranoid" Backup::Paranoid;
    Rollout: "random" Rollout::Random, "greedy" Rollout::Greedy, "mast" Rollout::Mast;
    Reveals: "stop" Reveals::Stop, "cross" Reveals::Cross;
}

impl OptionType for u32 {
    fn value(self) -> Option<OptionValue> {
        Some(Whole(self))
    }
    fn of(value: OptionValue) -> u32 {
        if let Whole(number) = value { number } else { 0 }
    }
}

impl OptionType for f64 {
    fn value(self) -> Option<OptionValue> {
        Some(Real(self))
    }
    fn of(value: OptionValue) -> f64 {
        if let Real(number) = value { number } else { 0.0 }
    }
}

impl OptionType for Option<f64> {
    fn value(self) -> Option<OptionValue> {
        Some(self.map_or(Word(0), Real))
    }
    fn of(value: OptionValue) -> Option<f64> {
        if let Real(number) = value { Some(number) } else { None }
    }
}

impl OptionType for Truncation {
    fn value(self) -> Option<OptionValue> {
        Some(match self {
            Truncation::Decisions(number) => Whole(number),
            Truncation::Scoring => Word(0),
            Truncation::Never => Word(1),
        })
    }
    fn of(value: OptionValue) -> Truncation {
        match value {
            Whole(number) => Truncation::Decisions(number),
            Word(0) => Truncation::Scoring,
            _ => Truncation::Never,
        }
    }
}

struct SearchOption {
    info: OptionInfo,
    get: fn(&Settings) -> Option<OptionValue>,
    set: fn(&mut Settings, OptionValue),
}

const SEARCHES: &[&str] = &["flat", "mcts", "uct"];
const ROLLING: &[&str] = &["flat", "mcts"];
const TREE: &[&str] = &["mcts"];

/// In the order of texts: options of which only one can be given, and the others.
macro_rules! options {
    (
        budgets {
            $($limit:ident $key:ident: Budget::$kind:ident, $most:literal, $usual:literal, $limited:literal;)+
        }
        $($option:ident $field:ident: $type:ty, $agents:ident, $values:expr, $default:literal, $about:literal;)+
    ) => {
        $(pub(crate) const $limit: OptionInfo = OptionInfo {
            key: stringify!($key),
            agents: SEARCHES,
            values: Values::Whole(1, $most),
            default: $usual,
            about: $limited,
        };)+

        $(pub(crate) const $option: OptionInfo = OptionInfo {
            key: stringify!($field),
            agents: $agents,
            values: $values,
            default: $default,
            about: $about,
        };)+

        /// The options of `mcts` and `flat`, with the defaults of the [catalogue](crate::catalogue).
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Settings {
            /// The budget for a decision.
            pub budget: Budget,
            $(#[doc = concat!($about, ".")] pub $field: $type,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings {
                    budget: Budget::Iterations(OptionType::of(ITERATIONS.usual())),
                    $($field: OptionType::of($option.usual()),)+
                }
            }
        }

        /// Options of searches of which only one can be given.
        pub(crate) const BUDGET: &[OptionInfo] = &[$($limit),+];

        const OPTIONS: &[SearchOption] = &[
            $(SearchOption {
                info: $limit,
                get: |s| if let Budget::$kind(number) = s.budget { Some(Whole(number)) } else { None },
                set: |s, value| s.budget = Budget::$kind(OptionType::of(value)),
            },)+
            $(SearchOption {
                info: $option,
                get: |s| s.$field.value(),
                set: |s, value| s.$field = OptionType::of(value),
            },)+
        ];
    };
}

options! {
    budgets {
        ITERATIONS iterations: Budget::Iterations, 10_000_000, "500",
            "iterations per decision, each with one drawn state and one rollout";
        DECISIONS decisions: Budget::Decisions, 1_000_000_000, "none, iterations hold",
            "limit of simulated decisions, in tree and rollouts, instead of iterations";
        MILLISECONDS milliseconds: Budget::Milliseconds, 3_600_000, "none, iterations hold",
            "limit of time per decision instead of iterations, at least one iteration; the choices then \
             depend on the machine and cannot be reproduced";
    }
    EARLY_STOP early_stop: bool, TREE, bool::WORDS, "yes",
        "whether it stops as soon as the rest of the budget cannot change the choice (early \
         termination: Baier, Winands 2012)";
    ROOT root: Root, TREE, Root::WORDS, "selection",
        "with which actions iterations begin: those of the rule of selection, or ever fewer of the up to \
         16 that the heuristic rates highest (sequential halving: Karnin and others 2013), for which \
         the budget must be in iterations; of mcts without plain, the default is the best known";
    SELECTION selection: Selection, TREE, Selection::WORDS, "puct",
        "rule of selection in the tree: ucb1 (Kocsis, Szepesvári 2006), counting availability where \
         something is hidden (Cowling and others 2012), or puct with a prior from the heuristic \
         (Rosin 2011; Silver and others 2017)";
    EXPLORATION exploration: f64, TREE, Values::Real(0.0, 100.0), "0.3",
        "factor of the exploration term of the rule of selection; values run from 0 to 1";
    TEMPERATURE temperature: f64, TREE, Values::Real(0.001, 1000.0), "0.2",
        "difference between the heuristic's values of two actions with which the one has e times \
         the prior of the other, in units that the game's heuristic sets for priors; a twentieth of the prior \
         is the same for all; only if there is a prior";
    FPU fpu: Option<f64>, TREE, Values::RealOrNone(-1.0, 1.0), "0",
        "first-play urgency (Gelly, Wang 2006): how much higher a child without a visit is valued than \
         the mean of the others; none tries all of them first";
    PROGRESSIVE_BIAS progressive_bias: f64, TREE, Values::Real(0.0, 100.0), "0.3",
        "progressive bias: progressive_bias * prior / (1 + visits) is added to a child's value (Chaslot and others \
         2008); 0 for none";
    WIDENING widening: f64, TREE, Values::Real(0.0, 1000.0), "0",
        "progressive widening: a node with n visits considers the widening * sqrt(n) actions that the heuristic \
         rates highest (Coulom 2007); 0 considers all";
    BACKUP backup: Backup, TREE, Backup::WORDS, "maxn",
        "what other seats are assumed to want: their own win (maxn: Luckhardt, Irani 1986) or that the \
         searching seat fares badly (paranoid: Sturtevant, Korf 2000)";
    SCORE_WEIGHT score_weight: f64, ROLLING, Values::Real(0.0, 1.0), "0.3",
        "weight of a bounded function of the final score margin in the value of a rollout, the rest being the \
         win share (Pepels and others 2014)";
    OWN_SCORE own_score: f64, ROLLING, Values::Real(0.0, 1.0), "0",
        "weight of a bounded function of each seat's own final score in the value of a rollout, whatever the \
         others score; the rest is as without it";
    ROLLOUT rollout: Rollout, ROLLING, Rollout::WORDS, "greedy",
        "how all seats play below the tree: uniformly, by the game's heuristic (Winands, \
         Björnsson 2010), or by what was good in this search (mast: Finnsson, Björnsson 2008)";
    ROLLOUT_EPSILON rollout_epsilon: f64, ROLLING, Values::Real(0.0, 1.0), "0.03",
        "probability of a random action in rollouts that are greedy or mast";
    TRUNCATION truncation: Truncation, ROLLING, Values::WholeOrWord(1_000_000, &["scoring", NONE]), "20",
        "truncation depth: decisions after which a rollout stops and the heuristic estimates the win shares (Winands, \
         Björnsson 2010); scoring stops at the next scoring, none plays to the end; of mcts without plain, \
         the default is the best known";
    REUSE reuse: bool, TREE, bool::WORDS, "no",
        "whether it keeps its tree when it is to move again at once; single decisions can then not \
         be reproduced";
    REVEALS reveals: Reveals, TREE, Reveals::WORDS, "stop",
        "whether the tree ends where something hidden becomes visible (stop), or continues by the names \
         of actions (cross)";
    ENDGAME endgame: u32, TREE, Values::Whole(0, 10_000_000), "0",
        "where nothing is hidden or left to chance any more and the game can end in at most so many \
         ways, it is solved by exhaustive search instead (maxn, or paranoid, as backup says); 0 for never";
}

/// No value is NaN.
impl Eq for Settings {}

impl Settings {
    /// UCT (Kocsis, Szepesvári 2006): random rollouts to the end of the game, no heuristic, and the exploration
    /// factor 1.4, about the square root of two from the literature.
    pub fn uct(iterations: u32) -> Settings {
        Settings {
            budget: Budget::Iterations(iterations),
            selection: Selection::Ucb1,
            exploration: 1.4,
            score_weight: 0.0,
            rollout: Rollout::Random,
            truncation: Truncation::Never,
            ..Settings::flat()
        }
    }

    /// Flat Monte Carlo: every action equally often, with the rollouts of [`Default`].
    pub fn flat() -> Settings {
        Settings {
            early_stop: false,
            selection: Selection::Uniform,
            fpu: None,
            progressive_bias: 0.0,
            ..Settings::default()
        }
    }

    /// With so many iterations per decision as its budget.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn with_iterations(self, iterations: u32) -> Result<Settings, KeyError> {
        let settings = Settings { budget: Budget::Iterations(iterations), ..self };
        settings.check().map(|()| settings)
    }

    pub(crate) fn options() -> impl Iterator<Item = &'static OptionInfo> {
        OPTIONS.iter().map(|option| &option.info)
    }

    /// The options that apply, with their values.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&'static OptionInfo, OptionValue)> {
        let applies = |key: &str| match key {
            // Halving never ends early.
            "early_stop" => self.root == Root::Selection,
            "temperature" => self.asks_prior(),
            "rollout_epsilon" => self.rollout != Rollout::Random,
            _ => true,
        };
        let applying = OPTIONS.iter().filter(move |option| applies(option.info.key));
        applying.filter_map(|option| Some((&option.info, (option.get)(self)?)))
    }

    /// These settings with the options for which `text` has some.
    pub(crate) fn with<'t>(
        mut self,
        text: impl Fn(&OptionInfo) -> Option<&'t str>,
    ) -> Result<Settings, KeyError> {
        for SearchOption { info, set, .. } in OPTIONS {
            if let Some(text) = text(info) {
                set(&mut self, info.read(text)?);
            }
        }
        Ok(self)
    }

    /// Checks that each value is within its range, and that root and budget fit each other.
    ///
    /// # Errors
    /// Names the option that is wrong.
    pub fn check(&self) -> Result<(), KeyError> {
        if self.root == Root::Halving && !matches!(self.budget, Budget::Iterations(_)) {
            return Err(ROOT.error(format!("halving needs a budget in {}", ITERATIONS.key)));
        }
        self.values().try_for_each(|(option, value)| option.checked(value).map(drop))
    }

    /// Whether prior probabilities are used.
    pub fn asks_prior(&self) -> bool {
        self.selection == Selection::Puct || self.progressive_bias > 0.0
    }

    /// Whether the children of a node are in the order of their values before any is tried.
    pub(crate) fn orders(&self) -> bool {
        self.widening > 0.0 || self.asks_prior() || self.root == Root::Halving
    }

    /// Whether the heuristic is ever used. Parts of the margin and of points are measured on its scale.
    pub fn asks_heuristic(&self) -> bool {
        self.rollout == Rollout::Greedy
            || self.truncation != Truncation::Never
            || self.orders()
            || self.score_weight > 0.0
            || self.own_score > 0.0
    }
}

/// The budget of a search for a decision; at least one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations.
    Iterations(u32),
    /// So many decisions in tree and rollouts. The iteration that reaches this number is the last.
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
    /// `mean + c * prior * sqrt(N) / (1 + n)` (Rosin, *Multi-armed bandits with episode context*, 2011; in this form
    /// Silver and others, *Mastering the game of Go without human knowledge*, 2017).
    Puct,
    /// All children equally often, and no tree below them: used by `flat`.
    Uniform,
}

/// With which actions of the decision at hand iterations begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// With those that the rule of selection follows, as further down.
    Selection,
    /// Sequential halving (Karnin, Koren, Somekh, *Almost optimal exploration in multi-armed bandits*, 2013; at the
    /// root of a tree: Cazenave 2015; Danihelka and others, *Policy improvement by planning with Gumbel*, 2022). At
    /// most 16 actions that the heuristic rates highest compete, and only so many that each is tried in the first
    /// round. Iterations are split evenly among rounds, and in a round among the actions left; the better half, by mean
    /// value and progressive bias, goes on. Needs a budget in iterations, and spends all of them.
    Halving,
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
    /// The action with the highest heuristic value, or a random one with probability [rollout_epsilon](Settings::rollout_epsilon).
    Greedy,
    /// The action after which the seat did best in this search, in any position, or a random one with probability
    /// rollout_epsilon (MAST; Finnsson, Björnsson, *Simulation-based approach to general game playing*, 2008; Tak and others
    /// 2012). Where a secret choice is answered, learned answers synchronise with the choices: its value is not that of
    /// perfect play.
    Mast,
}

/// Where a rollout stops and the heuristic estimates the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truncation {
    /// At the end of the game.
    Never,
    /// After so many decisions.
    Decisions(u32),
    /// When the game [scores](drakkar_engine::fact::Sink::scoring).
    Scoring,
}

/// Where the tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reveals {
    /// Where a new [epoch](drakkar_engine::game::Game::epoch) begins.
    Stop,
    /// It continues by the names of actions.
    Cross,
}
