use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::json::is_default;

/// A game that was not completed, or in which an agent failed: what is needed to play it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub game_index: u64,
    pub seed: String,
    /// Also the number of its deal.
    pub block: u64,
    /// A line-up under a rule set; 0 if there is only one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arm: usize,
    pub seating: u64,
    pub agents: Vec<String>,
    /// As in records.
    #[serde(default, skip_serializing_if = "are_none")]
    pub names: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    pub reason: String,
    /// The deal as records have it; `null` if there was none.
    pub deal: serde_json::Value,
    /// The decisions so far: seat, action, number of legal actions.
    pub decisions: Vec<(usize, String, u32)>,
}

fn are_none(names: &[Option<String>]) -> bool {
    names.iter().all(Option::is_none)
}

impl Failure {
    fn agent(&self) -> Option<&str> {
        self.agents.get(self.seat?).map(String::as_str)
    }
}

/// Failures that a batch keeps of each agent, and of games that failed without one; all are counted.
pub const REPORTED: usize = 10;

pub fn keep(kept: &mut Vec<Failure>, more: impl IntoIterator<Item = Failure>, most: usize) {
    for failure in more {
        if has_room(kept, failure.agent(), most) {
            kept.push(failure);
        }
    }
}

pub(crate) fn has_room(kept: &[Failure], agent: Option<&str>, most: usize) -> bool {
    kept.iter().filter(|failure| failure.agent() == agent).count() < most
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trouble {
    pub games: u64,
    pub unfinished: u64,
    /// For each agent, its games up to the first in which it does not fail.
    pub beginnings: Vec<Beginning>,
    /// When a program last gave no answer: perhaps it was ended.
    pub no_answer: Option<Instant>,
    /// A program that could not be started, and the reason. Nothing was played after that.
    pub not_started: Option<(String, String)>,
}

/// The first games of an agent that may fail: how many fail before one does not, and whether there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beginning {
    pub failed: u64,
    pub is_over: bool,
}

impl Beginning {
    pub fn extend(&mut self, next: Beginning) {
        if !self.is_over {
            *self = Beginning { failed: self.failed + next.failed, is_over: next.is_over };
        }
    }

    pub fn add(&mut self, fails: bool) {
        self.failed += u64::from(fails && !self.is_over);
        self.is_over |= !fails;
    }
}
