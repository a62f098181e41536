//! The task of a run.

use crate::{branch_task::BranchTask, info::GameInfo, rows, schedule::Schedule};
use drakkar_stats::counters::Shape;
use drakkar_stats::layout::{Beside, Layout, OnFailure};

/// One of the line-ups of a run under one of its rule sets. A block plays every arm on one deal, so
/// effects that the arms share cancel in their difference.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// Number of the rule set: 0, or 1 for the second one of a comparison.
    pub rules: usize,
    /// Name of the preset in force, or `custom`.
    pub name: &'a str,
    /// The line-up.
    pub schedule: &'a Schedule,
}

/// The task of a run, for any number of workers.
#[derive(Debug)]
pub struct Task<'a> {
    /// The game.
    pub info: &'a GameInfo,
    /// The agents' specifications by number, for records.
    pub specs: &'a [String],
    /// Their names in rows and messages.
    pub names: &'a [String],
    /// Seats of every game.
    pub players: usize,
    /// Line-ups and rules; each is played on every deal.
    pub arms: &'a [Arm<'a>],
    /// Branches that are played instead of whole games; then there are no arms.
    pub branches: Option<BranchTask<'a>>,
    /// What is counted in addition to every agent's games.
    pub beside: Beside,
    /// Whether an agent is restricted.
    pub restricted: bool,
    /// Which agents, by number, may fail; empty if none may.
    pub may_fail: &'a [bool],
    /// What happens to games in which they do.
    pub on_failure: OnFailure,
    /// Master seed.
    pub seed: u64,
    /// Whether rows of `games.csv` are requested.
    pub per_game: bool,
    /// Every so many games are recorded, beginning with the first.
    pub record_every: Option<u64>,
    /// Decisions are timed in every so many blocks, beginning with the first; at least 1.
    pub time_every: u64,
}

impl Task<'_> {
    /// What is counted.
    pub fn layout(&self) -> Layout {
        let shape = Shape {
            agents: self.names.len(),
            players: self.players,
            facts: self.info.facts.len(),
            milestones: self.info.milestones.len(),
        };
        let failures = self.may_fail.contains(&true).then_some(self.on_failure);
        Layout { shape, beside: self.beside, restricted: self.restricted, failures }
    }

    /// Games of a block, in all arms.
    pub fn games_per_block(&self) -> u64 {
        self.arms.iter().map(|arm| arm.schedule.games_per_block()).sum()
    }

    /// The header of rows.
    pub fn header(&self) -> Vec<u8> {
        rows::header(self.info.facts, self.arms.len() > 1)
    }
}
