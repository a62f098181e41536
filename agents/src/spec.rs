//! Agents as text: `random`, `greedy:weights=FILE`, `mcts:iterations=500,truncation=none`, `greedy:forbid="take longboat |
//! bid *"`.
//!
//! A specification is a name, and after a colon options `key=value` in any order, separated by commas. A value with a
//! comma must be in double quotes; a quote inside is then doubled. `exec:COMMAND` names a program; the name of a
//! [registered agent](crate::registry) is followed by any text.
//!
//! What a text leaves open is [looked up](crate::best); the word `plain` looks nothing up.
//!
//! The printed form is canonical: options in one order, numbers in their shortest form, and options that affect how an
//! agent searches always named, if they apply; that of `mcts` begins with `plain`, so that it means the same agent
//! everywhere. Two specifications are equal exactly if their texts are.

mod epsilon;
mod error;
mod quoting;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::str::FromStr;

pub use self::epsilon::Epsilon;
pub use self::error::SpecError;
pub(crate) use self::error::{SpecFault, or_named};
use crate::exec::Program;
use crate::greedy::Horizon;
use crate::levels::{self, Epsilons};
use crate::mcts::{Budget, Settings, Truncation};
use crate::restriction::Patterns;
use crate::scale::ScaleName;

/// An agent's specification; its text round-trips.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    kind: Kind,
    scale: Option<ScaleName>,
    net: Option<FileName>,
    weights: Option<FileName>,
    epsilon: Epsilon,
    restriction: Option<Patterns>,
}

/// No probability is NaN.
impl Eq for Spec {}

/// A kind of agent with its own options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Uniformly random play.
    Random,
    /// Plays by the game's heuristic, looking as far as stated.
    Greedy(Horizon),
    /// Flat Monte Carlo.
    Flat(Settings),
    /// Monte Carlo tree search.
    Mcts(Settings),
    /// Another program.
    Exec(Program),
    /// A registered agent, see [`registry`](crate::registry).
    Own {
        /// Its registered name.
        name: String,
        /// The text after the colon, or empty.
        options: String,
    },
    /// A person, whom only an interactive command can ask.
    Human,
}

impl Kind {
    /// Whether the agent uses a heuristic, and so has weights.
    pub fn asks_heuristic(&self) -> bool {
        match self {
            Kind::Greedy(_) => true,
            Kind::Flat(settings) | Kind::Mcts(settings) => settings.asks_heuristic(),
            _ => false,
        }
    }

    /// Whether the agent estimates win shares, and so can do it by a net.
    pub fn estimates(&self) -> bool {
        match self {
            Kind::Greedy(look) => *look == Horizon::Action,
            Kind::Flat(settings) | Kind::Mcts(settings) => settings.truncation != Truncation::Never,
            _ => false,
        }
    }

    fn settings(&self) -> Option<&Settings> {
        match self {
            Kind::Flat(settings) | Kind::Mcts(settings) => Some(settings),
            _ => None,
        }
    }
}

/// A file name that can be part of a specification: it is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName(String);

impl Spec {
    /// An agent of this kind with the game's own weights, and without a restriction.
    pub fn new(kind: Kind) -> Spec {
        Spec {
            kind,
            scale: None,
            net: None,
            weights: None,
            epsilon: Epsilon::NEVER,
            restriction: None,
        }
    }

    /// The same agent with a net from a file, if it estimates win shares, or without one.
    pub fn with_net(mut self, net: Option<FileName>) -> Spec {
        self.net = net.filter(|_| self.kind.estimates());
        let (scale, weights) = (self.scale.take(), self.weights.take());
        self.with_scale(scale).with_weights(weights)
    }

    /// The same agent with another scale of win shares, if it is a search whose heuristic estimates them, or with
    /// that of the game's heuristic.
    pub fn with_scale(self, scale: Option<ScaleName>) -> Spec {
        let scale = scale.filter(|_| self.scales());
        Spec { scale, ..self }
    }

    /// Whether the heuristic's values become win shares.
    pub(crate) fn scales(&self) -> bool {
        self.kind.settings().is_some() && self.kind.estimates() && self.net.is_none()
    }

    /// The same agent with weights from a file, if it uses a heuristic, or with the game's own.
    pub fn with_weights(self, weights: Option<FileName>) -> Spec {
        let weights = weights.filter(|_| self.asks_heuristic());
        Spec { weights, ..self }
    }

    /// The same agent with the name of its weights: if it names none, the first of these sets. So results state which
    /// weights they are for.
    pub fn naming_weights(self, sets: &[(&str, &str)]) -> Spec {
        match (&self.weights, sets.first()) {
            (None, Some((name, _))) => self.with_weights(FileName::new(name)),
            _ => self,
        }
    }

    /// The same agent, but if it thinks within this program, it makes a decision at random as often as `epsilon` says.
    pub fn with_epsilon(self, epsilon: Epsilon) -> Spec {
        let thinks = matches!(self.kind, Kind::Greedy(_)) || self.kind.settings().is_some();
        Spec { epsilon: if thinks { epsilon } else { Epsilon::NEVER }, ..self }
    }

    /// The same agent, but it must not choose what `restriction` forbids, which does not hold for people and
    /// registered agents.
    pub fn with_restriction(self, restriction: Option<Patterns>) -> Spec {
        let free = matches!(self.kind, Kind::Own { .. } | Kind::Human);
        Spec { restriction: restriction.filter(|_| !free), ..self }
    }

    /// The same agent, but it must not choose what `more` forbids either.
    pub fn barred(&self, more: Option<&Patterns>) -> Spec {
        let both = self.restriction().cloned().into_iter().chain(more.cloned());
        self.clone().with_restriction(both.reduce(|one, other| one.or(&other)))
    }

    /// Whether the agent uses a heuristic, and so has weights: `greedy` with a net does not.
    pub fn asks_heuristic(&self) -> bool {
        let chooses_by_net = matches!(self.kind, Kind::Greedy(_)) && self.net.is_some();
        self.kind.asks_heuristic() && !chooses_by_net
    }

    /// The kind of agent with its own options.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The scale of win shares; `None` for that of the game's heuristic.
    pub fn scale(&self) -> Option<&ScaleName> {
        self.scale.as_ref()
    }

    /// The file with the net that estimates win shares; `None` if the heuristic does.
    pub fn net(&self) -> Option<&FileName> {
        self.net.as_ref()
    }

    /// The file with the weights of its heuristic, or the name of a set; `None` for those of the game.
    pub fn weights(&self) -> Option<&FileName> {
        self.weights.as_ref()
    }

    /// How often it makes a decision at random.
    pub fn epsilon(&self) -> Epsilon {
        self.epsilon
    }

    /// What the agent must not choose.
    pub fn restriction(&self) -> Option<&Patterns> {
        self.restriction.as_ref()
    }

    /// Checks what it must not choose against all `actions` of a game, where they are known.
    ///
    /// # Errors
    /// If a pattern fits none of them.
    pub fn check_restriction<A: AsRef<[String]>>(
        &self,
        actions: impl FnOnce() -> Option<A>,
    ) -> Result<(), SpecError> {
        let Some(patterns) = self.restriction() else { return Ok(()) };
        let checked = actions().map_or(Ok(()), |all| patterns.check(all.as_ref()));
        checked.map_err(|fault| SpecFault(format!("option `forbid`: {fault}")).of(self.brief()))
    }

    /// The iterations of each decision, if the agent is a search that counts them.
    pub fn iterations(&self) -> Option<u32> {
        match self.kind.settings()?.budget {
            Budget::Iterations(count) => Some(count),
            _ => None,
        }
    }

    /// Whether others wrote the agent, so that it may give no legal action.
    pub fn may_fail(&self) -> bool {
        matches!(self.kind, Kind::Exec(_) | Kind::Own { .. })
    }

    /// Whether the same seed gives the same choices on every machine: not so for limits in time, programs and people.
    pub fn is_reproducible(&self) -> bool {
        let timed = |settings: &Settings| matches!(settings.budget, Budget::Milliseconds(_));
        let outside = matches!(self.kind, Kind::Exec(_) | Kind::Human);
        !outside && !self.kind.settings().is_some_and(timed)
    }

    /// Reads a specification. `best` completes an agent of which only the kind and a budget are given; each option of
    /// the text then replaces what it names. How often levels decide at random follows from `epsilons`.
    pub(crate) fn read_open(
        text: &str,
        epsilons: &Epsilons,
        best: &dyn Fn(Spec) -> Spec,
    ) -> Result<Spec, SpecError> {
        read::read(text, epsilons, best).map_err(|fault| fault.of(text))
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

/// Nothing is looked up, as [`best::read`](crate::best::read) does: what is left open has the defaults of the
/// catalogue.
impl FromStr for Spec {
    type Err = SpecError;
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::read_open(text, &levels::EPSILONS, &|spec| spec)
    }
}
