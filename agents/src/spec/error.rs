//! Errors in specifications.

use std::fmt;

use drakkar_engine::error::KeyError;
use drakkar_engine::input::{meant, or_known};
use thiserror::Error;

use crate::agent::AgentError;
use crate::catalogue;
use crate::exec::CommandError;

/// Why a specification cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("agent `{spec}`: {fault}")]
pub struct SpecError {
    /// The specification as it was given, or as short as it can be.
    pub spec: String,
    /// What is wrong.
    pub fault: SpecFault,
}

impl SpecError {
    /// The error of `spec`.
    pub(crate) fn new(spec: impl ToString, fault: SpecFault) -> SpecError {
        SpecError { spec: spec.to_string(), fault }
    }
}

/// What is wrong with a specification, or with the agent that it names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecFault {
    /// No agent has this name.
    #[error("there is no agent `{name}`{}", or_names(name, known))]
    UnknownAgent {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// Not of the form `key=value`.
    #[error("`{text}` is not an option; options are written key=value, separated by commas")]
    NoOption {
        /// The text instead of an option.
        text: String,
    },
    /// The agent has no such option.
    #[error("there is no option `{key}`{}", or_options(key, agent, known))]
    UnknownOption {
        /// The option.
        key: String,
        /// The agent's name.
        agent: &'static str,
        /// The options that it has.
        known: Vec<&'static str>,
    },
    /// The option is given twice.
    #[error("option `{key}` is given twice")]
    GivenTwice {
        /// The option.
        key: String,
    },
    /// The value of an option is wrong, or conflicts with another option.
    #[error("option `{}`: {}", .0.key, .0.reason)]
    Option(KeyError),
    /// A program's command is missing or cannot be run.
    #[error("expected a command, such as exec:python3 bot.py{}", because(*.0))]
    Command(Option<CommandError>),
    /// A quoted command is followed by neither a comma nor the end.
    #[error("expected a comma behind the closing quote, found `{found}`")]
    BehindCommand {
        /// The text that follows.
        found: String,
    },
    /// The agent needs a heuristic.
    #[error("asks a heuristic, and this game has none; `uct` does without")]
    NoHeuristic,
    /// An agent wants points, and nothing estimates them where its roll-outs are cut off.
    #[error(
        "`points` compares final scores, which the heuristic of this game does not estimate; it goes with a \
         net (value=FILE), or with cutoff=none"
    )]
    NoScores,
    /// Weights are given to an agent that has none.
    #[error("has no weights")]
    NoWeights,
    /// A weight file cannot be read, and it is not the name of a set either.
    #[error("weights file `{file}` cannot be read: {reason}{}", or_sets(file, known))]
    NoWeightFile {
        /// Its name.
        file: String,
        /// The system's message.
        reason: String,
        /// The names of sets of weights.
        known: Vec<&'static str>,
    },
    /// The file of a net cannot be read.
    #[error("net file `{file}` cannot be read: {reason}{}", or_nets(file, known))]
    NoNetFile {
        /// Its name.
        file: String,
        /// The system's message.
        reason: String,
        /// The names of nets.
        known: Vec<&'static str>,
    },
    /// The net that ships is asked for where there is none.
    #[error(
        "option `value`: no net comes with {game} for the rules {preset} and {players} seats{}",
        or_nets(catalogue::NET, &known.iter().map(String::as_str).collect::<Vec<_>>())
    )]
    NoShippedNet {
        /// The id of the game.
        game: String,
        /// The preset that is nearest to the rules.
        preset: String,
        /// Number of seats.
        players: usize,
        /// The names of nets for other rules and seats.
        known: Vec<String>,
    },
    /// No scale of win shares that comes with the game has this name.
    #[error("option `scale`: the game has no scale `{name}`{}", or_known(name, known))]
    NoScale {
        /// The name.
        name: String,
        /// The names of its scales.
        known: Vec<&'static str>,
    },
    /// A net does not fit the game, or is none.
    #[error("net file `{0}`: {1}")]
    Net(String, KeyError),
    /// The file of a net is not what it was.
    #[error("net file `{file}` has SHA-256 {found}; it had {expected} when this was planned")]
    OtherNet {
        /// Its name.
        file: String,
        /// Its hash.
        found: String,
        /// The hash that it had.
        expected: String,
    },
    /// Weights do not fit the game.
    #[error("{0}: {1}")]
    Weights(WeightSource, KeyError),
    /// A person is named where nobody can be asked.
    #[error("a person plays in `drakkar play` alone")]
    Person,
    /// The agent was registered by another program.
    #[error("this program has no such agent")]
    NotInstalled,
    /// A registered agent does not know the game.
    #[error("is registered for {}, and not for this game, {game}", games.join(", "))]
    OtherGames {
        /// The games that it knows.
        games: Vec<&'static str>,
        /// The type of the game to play.
        game: &'static str,
    },
    /// A registered agent cannot be made, with its own reason.
    #[error(transparent)]
    NotMade(#[from] AgentError),
}

impl From<KeyError> for SpecFault {
    fn from(error: KeyError) -> SpecFault {
        SpecFault::Option(error)
    }
}

/// Where weights come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightSource {
    /// A set with this name.
    Set(String),
    /// A file.
    File(String),
    /// The weights that an agent [returned](crate::player::Player::weights_toml) before.
    Told,
}

impl fmt::Display for WeightSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightSource::Set(name) => write!(f, "weights `{name}`"),
            WeightSource::File(name) => write!(f, "weights file `{name}`"),
            WeightSource::Told => f.write_str("weights"),
        }
    }
}

fn or_names(name: &str, known: &[String]) -> String {
    or_known(name, &known.iter().map(String::as_str).collect::<Vec<_>>())
}

fn or_options(key: &str, agent: &str, known: &[&str]) -> String {
    match (meant(key, known.iter().copied()), known) {
        (Some(option), _) => format!("; did you mean `{option}`?"),
        (None, []) => format!("; `{agent}` has none"),
        (None, known) => format!("; `{agent}` has: {}", known.join(", ")),
    }
}

fn because(error: Option<CommandError>) -> String {
    error.map_or(String::new(), |error| format!("; {error}"))
}

fn or_nets(file: &str, known: &[&str]) -> String {
    match (meant(file, known.iter().copied()), known) {
        (Some(net), _) => format!("; did you mean the net `{net}`?"),
        (None, []) => String::new(),
        (None, known) => format!(" (nets with a name: {})", known.join(", ")),
    }
}

fn or_sets(file: &str, known: &[&str]) -> String {
    match (meant(file, known.iter().copied()), known) {
        (Some(set), _) => format!("; did you mean the set `{set}`?"),
        (None, []) => String::new(),
        (None, known) => format!(" (sets with a name: {})", known.join(", ")),
    }
}
