//! The task of a run.

use crate::{branch_task::BranchTask, info::GameInfo, rows, schedule::Schedule};
use drakkar_stats::counters::Shape;
use drakkar_stats::layout::{Beside, Layout, OnFailure};

/// A line-up under a rule set. A block plays every arm on one deal, so what they share cancels in their difference.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// 1 for the second one of a comparison.
    pub rules: usize,
    /// Name of the preset in force, or `custom`.
    pub name: &'a str,
    pub schedule: &'a Schedule,
}

#[derive(Debug)]
pub struct Task<'a> {
    pub info: &'a GameInfo,
    /// The agents' specifications by number, for records.
    pub specs: &'a [String],
    /// Their names in rows and messages.
    pub names: &'a [String],
    pub players: usize,
    pub arms: &'a [Arm<'a>],
    /// Branches that are played instead of whole games; then there are no arms.
    pub branches: Option<BranchTask<'a>>,
    /// What is counted in addition to every agent's games.
    pub beside: Beside,
    pub restricted: bool,
    /// Which agents, by number, may fail; empty if none may.
    pub may_fail: &'a [bool],
    pub on_failure: OnFailure,
    pub seed: u64,
    pub per_game: bool,
    /// Every so many games are recorded, beginning with the first.
    pub record_every: Option<u64>,
    /// Decisions are timed in every so many blocks, beginning with the first; at least 1.
    pub time_every: u64,
}

impl Task<'_> {
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

    pub fn games_per_block(&self) -> u64 {
        self.arms.iter().map(|arm| arm.schedule.games_per_block()).sum()
    }

    pub fn header(&self) -> Vec<u8> {
        rows::header(self.info.facts, self.arms.len() > 1)
    }
}
