//! Which agents there are, and their options: what `drakkar list` prints and
//! [specifications](crate::spec) are read by.

use drakkar_engine::error::KeyError;

/// One kind of agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// The first word of its specification.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// Its options, in the order in which a specification prints them.
    pub options: &'static [OptionInfo],
}

/// One option of an agent, written `key=value`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// Name of the option.
    pub key: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// What values it takes.
    pub values: Values,
}

/// The values of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Values {
    /// A whole number from `min` to `max`.
    Whole {
        /// Value if the option is not given.
        default: u32,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// A number from `min` to `max`.
    Real {
        /// Value if the option is not given.
        default: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// A whole number from 0 to `max`, or `none`.
    WholeOrNone {
        /// Value if the option is not given.
        default: Option<u32>,
        /// Largest value.
        max: u32,
    },
    /// A whole number from `min` to `max`, in the place of another option.
    Instead {
        /// The other option, which holds if this one is not given.
        of: &'static str,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// One of some words.
    Word {
        /// Value if the option is not given.
        default: &'static str,
        /// All of them.
        of: &'static [&'static str],
    },
    /// The name of a file.
    File {
        /// What is used if the option is not given.
        default: &'static str,
    },
    /// A [restriction](crate::restriction); none if the option is not given.
    Patterns,
}

/// The text of no number at all, see [`Values::WholeOrNone`].
pub(crate) const NONE: &str = "none";

/// All agents.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        about: "plays every legal action with the same probability",
        options: &[FORBID],
    },
    AgentInfo {
        name: "greedy",
        about: "looks one action ahead and takes what its game's heuristic likes best",
        options: &[WEIGHTS, FORBID],
    },
    AgentInfo {
        name: "mcts",
        about: "Monte Carlo tree search: UCT over drawn states, rollouts by the heuristic, any number of seats",
        options: &[ITERATIONS, MILLISECONDS, EXPLORATION, ROLLOUT, EPSILON, CUTOFF, WIDEN, FORBID],
    },
];

/// `forbid` of every agent.
pub const FORBID: OptionInfo = OptionInfo {
    key: "forbid",
    about: "actions that it must not choose, by the words of their text, where * stands for any words; \
            void in decisions in which every legal action is forbidden; a search assumes it for its \
            own seat only (restricted play: Jaffe and others 2012)",
    values: Values::Patterns,
};

/// `weights` of `greedy`.
pub const WEIGHTS: OptionInfo = OptionInfo {
    key: "weights",
    about: "TOML file with weights of the heuristic; those it does not name keep their default; or the \
            name of a set of weights that comes with the game, such as hand-1",
    values: Values::File { default: "the game's own weights" },
};

/// `iterations` of `mcts`.
pub const ITERATIONS: OptionInfo = OptionInfo {
    key: "iterations",
    about: "iterations per decision, each with one drawn state and one rollout",
    values: Values::Whole { default: 500, min: 1, max: 10_000_000 },
};

/// `milliseconds` of `mcts`.
pub const MILLISECONDS: OptionInfo = OptionInfo {
    key: "milliseconds",
    about: "time per decision in the place of iterations, at least one iteration; the choices then \
            depend on the machine and cannot be reproduced",
    values: Values::Instead { of: ITERATIONS.key, min: 1, max: 3_600_000 },
};

/// `exploration` of `mcts`.
pub const EXPLORATION: OptionInfo = OptionInfo {
    key: "exploration",
    about: "factor of the exploration term of UCB1 (Kocsis, Szepesvári 2006); win shares run from 0 to 1",
    values: Values::Real { default: 0.3, min: 0.0, max: 100.0 },
};

/// `rollout` of `mcts`.
pub const ROLLOUT: OptionInfo = OptionInfo {
    key: "rollout",
    about: "how all seats play on where the tree ends, by the game's heuristic or uniformly (Winands, \
            Björnsson 2010)",
    values: Values::Word { default: "greedy", of: &["random", "greedy"] },
};

/// `epsilon` of `mcts`.
pub const EPSILON: OptionInfo = OptionInfo {
    key: "epsilon",
    about: "with rollout=greedy, the probability of a random action in rollouts",
    values: Values::Real { default: 0.03, min: 0.0, max: 1.0 },
};

/// `cutoff` of `mcts`.
pub const CUTOFF: OptionInfo = OptionInfo {
    key: "cutoff",
    about: "decisions after which a rollout stops and the heuristic estimates the win shares (Winands, \
            Björnsson 2010); none plays to the end",
    values: Values::WholeOrNone { default: Some(20), max: 1_000_000 },
};

/// `widen` of `mcts`.
pub const WIDEN: OptionInfo = OptionInfo {
    key: "widen",
    about: "progressive widening: a node with n visits considers the widen * sqrt(n) actions that the heuristic \
            likes best (Coulom 2007); 0 considers all",
    values: Values::Real { default: 0.5, min: 0.0, max: 1000.0 },
};

impl OptionInfo {
    /// The value that holds if the option is not given, as text.
    pub fn default_text(&self) -> String {
        match self.values {
            Values::Whole { default, .. } => default.to_string(),
            Values::Real { default, .. } => default.to_string(),
            Values::WholeOrNone { default, .. } => {
                default.map_or(NONE.to_owned(), |default| default.to_string())
            }
            Values::Word { default, .. } | Values::File { default } => default.to_owned(),
            Values::Instead { of, .. } => format!("{NONE}, {of} hold"),
            Values::Patterns => NONE.to_owned(),
        }
    }

    /// The allowed values, as text: `a whole number from 1 to 9`.
    pub fn range_text(&self) -> String {
        match self.values {
            Values::Whole { min, max, .. } | Values::Instead { min, max, .. } => {
                format!("a whole number from {min} to {max}")
            }
            Values::Real { min, max, .. } => format!("a number from {min} to {max}"),
            Values::WholeOrNone { max, .. } => format!("a whole number from 0 to {max} or {NONE}"),
            Values::Word { of, .. } => of.join(" or "),
            Values::File { .. } => "a file name".to_owned(),
            Values::Patterns => {
                "patterns of words or * separated by |, such as bid * | pass".to_owned()
            }
        }
    }

    /// The default of a whole number; 0 for options of other kinds.
    pub(crate) fn default_whole(&self) -> u32 {
        match self.values {
            Values::Whole { default, .. } => default,
            _ => 0,
        }
    }

    /// The default of a whole number or none; none for options of other kinds.
    pub(crate) fn default_optional(&self) -> Option<u32> {
        match self.values {
            Values::WholeOrNone { default, .. } => default,
            _ => None,
        }
    }

    /// The default of a number; 0 for options of other kinds.
    pub(crate) fn default_real(&self) -> f64 {
        match self.values {
            Values::Real { default, .. } => default,
            _ => 0.0,
        }
    }

    /// The error for `found`, which the option does not take.
    pub(crate) fn refuse(&self, found: impl std::fmt::Display) -> KeyError {
        KeyError::new(self.key, format!("expected {}, found `{found}`", self.range_text()))
    }

    /// The error for a value with a fault.
    pub(crate) fn refuse_because(&self, fault: impl std::fmt::Display) -> KeyError {
        KeyError::new(self.key, format!("expected {}; {fault}", self.range_text()))
    }

    /// `value`, if the option takes it.
    pub(crate) fn whole(&self, value: u32) -> Result<u32, KeyError> {
        match self.values {
            Values::Whole { min, max, .. } | Values::Instead { min, max, .. }
                if (min..=max).contains(&value) =>
            {
                Ok(value)
            }
            Values::WholeOrNone { max, .. } if value <= max => Ok(value),
            _ => Err(self.refuse(value)),
        }
    }

    /// `value`, if the option takes it. The negative zero becomes the positive one, so that equal
    /// values have equal texts.
    pub(crate) fn real(&self, value: f64) -> Result<f64, KeyError> {
        match self.values {
            Values::Real { min, max, .. } if (min..=max).contains(&value) => Ok(value + 0.0),
            _ => Err(self.refuse(value)),
        }
    }
}
