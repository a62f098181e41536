//! Agents as text: `random`, `greedy:weights=FILE`, `mcts:iterations=500,cutoff=none`.
//!
//! A specification is a name, and after a colon options `key=value`, separated by commas, in any
//! order. Its printed form is canonical: options stand in the order of the
//! [catalogue](crate::catalogue), numbers in their shortest form, and options that decide how much
//! an agent thinks are always named, defaults too; so `mcts` prints as
//! `mcts:iterations=500,exploration=0.3,rollout=greedy,epsilon=0.03,cutoff=20,widen=0.5`, and two
//! specifications are equal exactly if their texts are.

use std::fmt;
use std::str::FromStr;

use drakkar_engine::error::KeyError;
use thiserror::Error;

use crate::catalogue::{
    AGENTS, AgentInfo, CUTOFF, EPSILON, EXPLORATION, ITERATIONS, NONE, OptionInfo, ROLLOUT,
    WEIGHTS, WIDEN,
};
use crate::mcts::{Rollout, Settings};

/// An agent's specification; its text round-trips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Uniformly random play.
    Random,
    /// One action ahead, by the game's heuristic.
    Greedy {
        /// The file with the weights; `None` for those of the game.
        weights: Option<FileName>,
    },
    /// Monte Carlo tree search.
    Mcts(Settings),
}

/// A file's name that can stand in a specification: not empty, no comma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName(String);

/// Why a specification cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("agent `{spec}`: {reason}")]
pub struct SpecError {
    /// The specification as it was given.
    pub spec: String,
    /// What is wrong, naming the key.
    pub reason: String,
}

impl FileName {
    /// The file called `name`; `None` if a specification could not hold it.
    pub fn new(name: &str) -> Option<FileName> {
        (!name.is_empty() && !name.contains(',')).then(|| FileName(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
            Spec::Greedy { weights: None } => f.write_str("greedy"),
            Spec::Greedy { weights: Some(file) } => {
                write!(f, "greedy:{}={}", WEIGHTS.key, file.as_str())
            }
            Spec::Mcts(settings) => {
                write!(f, "mcts:{}={}", ITERATIONS.key, settings.iterations())?;
                write!(f, ",{}={}", EXPLORATION.key, settings.exploration())?;
                match settings.rollout() {
                    Rollout::Random => write!(f, ",{}=random", ROLLOUT.key)?,
                    Rollout::Greedy { epsilon } => {
                        write!(f, ",{}=greedy,{}={epsilon}", ROLLOUT.key, EPSILON.key)?;
                    }
                }
                match settings.cutoff() {
                    None => write!(f, ",{}={NONE}", CUTOFF.key)?,
                    Some(cutoff) => write!(f, ",{}={cutoff}", CUTOFF.key)?,
                }
                write!(f, ",{}={}", WIDEN.key, settings.widen())
            }
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        read(text).map_err(|reason| SpecError { spec: text.to_owned(), reason })
    }
}

/// The specification, or why there is none.
fn read(text: &str) -> Result<Spec, String> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    let Some(agent) = AGENTS.iter().find(|agent| agent.name == name) else {
        let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
        return Err(format!("there is no agent `{name}`; there are: {}", names.join(", ")));
    };
    let given = Given::read(agent, options)?;
    match agent.name {
        "greedy" => given.file(&WEIGHTS).map(|weights| Spec::Greedy { weights }),
        "mcts" => given.mcts().map(Spec::Mcts),
        _ => Ok(Spec::Random),
    }
    .map_err(|KeyError { key, reason }| format!("option `{key}`: {reason}"))
}

/// The options of one specification, each with its text.
struct Given<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Given<'a> {
    fn read(agent: &AgentInfo, text: Option<&'a str>) -> Result<Given<'a>, String> {
        let mut given = Given(Vec::new());
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let Some((key, value)) = option.split_once('=') else {
                return Err(format!(
                    "`{option}` is not an option; options are written key=value, separated by commas"
                ));
            };
            let Some(known) = agent.options.iter().find(|known| known.key == key) else {
                return Err(format!("there is no option `{key}`; {}", list(agent)));
            };
            if given.text(known).is_some() {
                return Err(format!("option `{key}` is given twice"));
            }
            given.0.push((known.key, value));
        }
        Ok(given)
    }

    fn text(&self, option: &OptionInfo) -> Option<&'a str> {
        self.0.iter().find(|(key, _)| *key == option.key).map(|(_, value)| *value)
    }

    /// The option's number, if it is given.
    fn number<T: FromStr>(&self, option: &OptionInfo) -> Result<Option<T>, KeyError> {
        self.text(option).map(|text| text.parse().map_err(|_| option.refuse(text))).transpose()
    }

    fn file(&self, option: &OptionInfo) -> Result<Option<FileName>, KeyError> {
        self.text(option)
            .map(|text| FileName::new(text).ok_or_else(|| option.refuse(text)))
            .transpose()
    }

    fn mcts(&self) -> Result<Settings, KeyError> {
        let mut settings = Settings::default();
        if let Some(iterations) = self.number(&ITERATIONS)? {
            settings = settings.with_iterations(iterations)?;
        }
        if let Some(exploration) = self.number(&EXPLORATION)? {
            settings = settings.with_exploration(exploration)?;
        }
        if let Some(rollout) = self.rollout()? {
            settings = settings.with_rollout(rollout)?;
        }
        match self.text(&CUTOFF) {
            None => {}
            Some(text) if text == NONE => settings = settings.with_cutoff(None)?,
            Some(_) => settings = settings.with_cutoff(self.number(&CUTOFF)?)?,
        }
        if let Some(widen) = self.number(&WIDEN)? {
            settings = settings.with_widen(widen)?;
        }
        Ok(settings)
    }

    /// How `mcts` plays on from its tree, if one of the options about that is given.
    fn rollout(&self) -> Result<Option<Rollout>, KeyError> {
        let epsilon = self.number(&EPSILON)?;
        match (self.text(&ROLLOUT), epsilon) {
            (None, None) => Ok(None),
            (None | Some("greedy"), epsilon) => {
                let epsilon = epsilon.unwrap_or(EPSILON.default_real());
                Ok(Some(Rollout::Greedy { epsilon }))
            }
            (Some("random"), None) => Ok(Some(Rollout::Random)),
            (Some("random"), Some(_)) => {
                let reason =
                    format!("random rollouts have none; it goes with {}=greedy", ROLLOUT.key);
                Err(KeyError::new(EPSILON.key, reason))
            }
            (Some(other), _) => Err(ROLLOUT.refuse(other)),
        }
    }
}

fn list(agent: &AgentInfo) -> String {
    let keys: Vec<&str> = agent.options.iter().map(|option| option.key).collect();
    match keys.as_slice() {
        [] => format!("`{}` has none", agent.name),
        keys => format!("`{}` has: {}", agent.name, keys.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    #[test]
    fn texts_are_canonical() {
        for (text, printed) in [
            ("random", "random"),
            ("greedy", "greedy"),
            ("greedy:weights=my weights.toml", "greedy:weights=my weights.toml"),
            (
                "mcts",
                "mcts:iterations=500,exploration=0.3,rollout=greedy,epsilon=0.03,cutoff=20,widen=0.5",
            ),
            (
                "mcts:iterations=0007,rollout=random,cutoff=none",
                "mcts:iterations=7,exploration=0.3,rollout=random,cutoff=none,widen=0.5",
            ),
            (
                "mcts:exploration=1e-1,iterations=20,widen=1.50,cutoff=012,epsilon=0",
                "mcts:iterations=20,exploration=0.1,rollout=greedy,epsilon=0,cutoff=12,widen=1.5",
            ),
            (
                "mcts:exploration=-0,widen=-0,rollout=random,cutoff=0",
                "mcts:iterations=500,exploration=0,rollout=random,cutoff=0,widen=0",
            ),
        ] {
            assert_eq!(spec(text).to_string(), printed);
            assert_eq!(spec(printed), spec(text));
        }
        assert_eq!(spec("mcts"), spec("mcts:exploration=0.30"));
        assert_eq!(spec("mcts"), spec("mcts:cutoff=20,rollout=greedy"));
        for other in ["iterations=501", "rollout=random", "epsilon=0.2", "cutoff=9", "widen=9"] {
            assert_ne!(spec("mcts"), spec(&format!("mcts:{other}")));
        }
        assert_ne!(spec("greedy"), spec("greedy:weights=a"));
    }

    #[test]
    fn errors_name_the_key() {
        for (text, reason) in [
            ("", "there is no agent ``; there are: random, greedy, mcts"),
            ("Random", "there is no agent `Random`; there are: random, greedy, mcts"),
            ("random:", "`` is not an option; options are written key=value, separated by commas"),
            ("random:seed=1", "there is no option `seed`; `random` has none"),
            ("greedy:weight=a", "there is no option `weight`; `greedy` has: weights"),
            ("greedy:weights=", "option `weights`: expected a file name without a comma, found ``"),
            (
                "mcts:depth=1",
                "there is no option `depth`; `mcts` has: iterations, exploration, rollout, epsilon, \
                 cutoff, widen",
            ),
            ("mcts:rollout=rnd", "option `rollout`: expected random or greedy, found `rnd`"),
            ("mcts:epsilon=1.1", "option `epsilon`: expected a number from 0 to 1, found `1.1`"),
            (
                "mcts:rollout=random,epsilon=0.1",
                "option `epsilon`: random rollouts have none; it goes with rollout=greedy",
            ),
            (
                "mcts:cutoff=-1",
                "option `cutoff`: expected a whole number from 0 to 1000000 or none, found `-1`",
            ),
            (
                "mcts:cutoff=1000001",
                "option `cutoff`: expected a whole number from 0 to 1000000 or none, found `1000001`",
            ),
            ("mcts:widen=-1", "option `widen`: expected a number from 0 to 1000, found `-1`"),
            ("mcts:iterations=5,iterations=5", "option `iterations` is given twice"),
            (
                "mcts:iterations",
                "`iterations` is not an option; options are written key=value, separated by commas",
            ),
            (
                "mcts:iterations=0",
                "option `iterations`: expected a whole number from 1 to 10000000, found `0`",
            ),
            (
                "mcts:iterations=1e3",
                "option `iterations`: expected a whole number from 1 to 10000000, found `1e3`",
            ),
            (
                "mcts:exploration=NaN",
                "option `exploration`: expected a number from 0 to 100, found `NaN`",
            ),
            (
                "mcts:exploration=100.5",
                "option `exploration`: expected a number from 0 to 100, found `100.5`",
            ),
        ] {
            let error = text.parse::<Spec>().unwrap_err();
            assert_eq!(error.to_string(), format!("agent `{text}`: {reason}"));
        }
    }

    #[test]
    fn every_agent_of_the_catalogue_can_be_named() {
        for agent in AGENTS {
            assert!(spec(agent.name).to_string().starts_with(agent.name));
        }
    }

    fn any_spec() -> impl Strategy<Value = Spec> {
        prop_oneof![
            Just(Spec::Random),
            proptest::option::of("[^,]{1,20}")
                .prop_map(|name| Spec::Greedy { weights: name.and_then(|n| FileName::new(&n)) }),
            any_settings().prop_map(Spec::Mcts),
        ]
    }

    fn any_settings() -> impl Strategy<Value = Settings> {
        let rollout = proptest::option::of(0.0..=1.0f64).prop_map(|epsilon| match epsilon {
            None => Rollout::Random,
            Some(epsilon) => Rollout::Greedy { epsilon },
        });
        let cutoff = proptest::option::of(0..=1_000_000u32);
        (1..=10_000_000u32, 0.0..=100.0f64, rollout, cutoff, 0.0..=1000.0f64).prop_map(
            |(iterations, exploration, rollout, cutoff, widen)| {
                let settings = Settings::plain(iterations).unwrap();
                let settings = settings.with_exploration(exploration).unwrap();
                let settings = settings.with_rollout(rollout).unwrap();
                settings.with_cutoff(cutoff).unwrap().with_widen(widen).unwrap()
            },
        )
    }

    proptest! {
        #[test]
        fn every_specification_round_trips(spec in any_spec()) {
            prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
        }

        #[test]
        fn no_text_panics_and_what_is_read_is_printed_canonically(
            text in "(random|greedy|mcts|\\PC*)(:(weights|iterations|exploration|rollout|epsilon|cutoff|widen|\\PC*)(=|)(\\PC*|[0-9.e-]*|none|random|greedy)){0,3}"
        ) {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
            }
        }
    }
}
