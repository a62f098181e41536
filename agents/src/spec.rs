//! Agents as text: `random`, `greedy:weights=FILE`, `mcts:iterations=500,cutoff=none`,
//! `greedy:forbid="take longboat | bid *"`.
//!
//! A specification is a name, and after a colon options `key=value`, separated by commas, in any
//! order. A value may stand between double quotes, and one with a comma must; a quote inside is then
//! doubled.
//!
//! Its printed form is canonical: options stand in the order of the
//! [catalogue](crate::catalogue), numbers in their shortest form, and options that decide how much
//! an agent thinks are always named, defaults too; so `mcts` prints as
//! `mcts:iterations=500,exploration=0.3,rollout=greedy,epsilon=0.03,cutoff=20,widen=0.5`. Patterns
//! are always quoted, files only where they must be. Two specifications are equal exactly if their
//! texts are.

mod given;
mod quoting;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use drakkar_engine::error::KeyError;
use thiserror::Error;

use self::given::Given;
use self::quoting::{Quoted, needs_quotes};
use crate::catalogue::{
    AGENTS, CUTOFF, EPSILON, EXPLORATION, FORBID, ITERATIONS, MILLISECONDS, NONE, ROLLOUT, WEIGHTS,
    WIDEN,
};
use crate::mcts::{Budget, Rollout, Settings};
use crate::restriction::Restriction;

/// An agent's specification; its text round-trips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    kind: Kind,
    restriction: Option<Restriction>,
}

/// A kind of agent with the options of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
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

/// A file's name that can stand in a specification: it is not empty.
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

impl Spec {
    /// An agent of this kind that must not choose what `restriction` forbids, if there is one.
    pub fn new(kind: Kind, restriction: Option<Restriction>) -> Spec {
        Spec { kind, restriction }
    }

    /// The kind of agent with the options of its own.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// What the agent must not choose.
    pub fn restriction(&self) -> Option<&Restriction> {
        self.restriction.as_ref()
    }

    /// Whether the same seed gives the same choices on every machine and every time; not so if the
    /// agent thinks for a given time.
    pub fn is_reproducible(&self) -> bool {
        match &self.kind {
            Kind::Random | Kind::Greedy { .. } => true,
            Kind::Mcts(settings) => matches!(settings.budget(), Budget::Iterations(_)),
        }
    }
}

impl FileName {
    /// The file called `name`; `None` if that is empty.
    pub fn new(name: &str) -> Option<FileName> {
        (!name.is_empty()).then(|| FileName(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = ',';
        match &self.kind {
            Kind::Random => {
                f.write_str("random")?;
                separator = ':';
            }
            Kind::Greedy { weights: None } => {
                f.write_str("greedy")?;
                separator = ':';
            }
            Kind::Greedy { weights: Some(file) } => {
                write!(f, "greedy:{}=", WEIGHTS.key)?;
                match file.as_str() {
                    name if needs_quotes(name) => Quoted(name).fmt(f)?,
                    name => f.write_str(name)?,
                }
            }
            Kind::Mcts(settings) => write_mcts(settings, f)?,
        }
        match &self.restriction {
            None => Ok(()),
            Some(restriction) => write!(f, "{separator}{}={}", FORBID.key, Quoted(restriction)),
        }
    }
}

fn write_mcts(settings: &Settings, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match settings.budget() {
        Budget::Iterations(number) => write!(f, "mcts:{}={number}", ITERATIONS.key)?,
        Budget::Milliseconds(number) => write!(f, "mcts:{}={number}", MILLISECONDS.key)?,
    }
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
    let kind = match agent.name {
        "greedy" => given.file(&WEIGHTS).map(|weights| Kind::Greedy { weights }),
        "mcts" => given.mcts().map(Kind::Mcts),
        _ => Ok(Kind::Random),
    };
    kind.and_then(|kind| given.restriction().map(|restriction| Spec { kind, restriction }))
        .map_err(|KeyError { key, reason }| format!("option `{key}`: {reason}"))
}
