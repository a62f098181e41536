//! `learn.json`: everything that influences a net; and the folder that it owns.

use serde::{Deserialize, Serialize};

use crate::plan::run::AgentEntry;
use crate::study::learn::{lesson::NET, marks, reap};
use crate::study::sealed::{Kind, Request};
use crate::study::venue::Venue;
use drakkar_learn::fit::Method;

/// Everything that influences a net.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    #[serde(flatten)]
    pub table: Venue,
    pub teachers: Vec<AgentEntry>,
    pub games: u64,
    /// Of each game.
    pub positions: usize,
    /// Probability of a random decision.
    pub stray: f64,
    /// The net to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    pub net: Method,
    pub logistic: Method,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub file: String,
    pub sha256: String,
}

impl Request for Learn {
    const FORMAT: &'static str = "drakkar-learn";
    const KIND: Kind = Kind {
        file: "learn.json",
        key: "learn",
        word: "net",
        files: &[NET, marks::LOSSES, marks::CALIBRATION, reap::KEPT],
        keeps_answer: true,
        clear_games: reap::clear,
    };
}
