use crate::{branch_task::BranchTask, info::GameInfo, rows, schedule::Schedule};
use drakkar_stats::counters::Shape;
use drakkar_stats::layout::{Beside, Layout, OnFailure};

/// A line-up under a rule set. A block plays every arm on one deal, so what they share cancels in their difference.
#[derive(Clone, Debug)]
pub struct Arm {
    /// 1 for the second one of a comparison.
    pub rules: usize,
    /// Name of the preset in force, or `custom`.
    pub name: String,
    /// Its number, the same under every rule set.
    pub line_up: usize,
    pub schedule: Schedule,
}

#[derive(Debug)]
pub struct Task<'a> {
    pub info: GameInfo,
    pub specs: Vec<String>,
    pub names: Vec<String>,
    /// For each agent the name that its run gives it, for records.
    pub aliases: Vec<Option<String>>,
    pub players: usize,
    pub arms: Vec<Arm>,
    /// Branches that are played instead of whole games; then there are no arms.
    pub branches: Option<BranchTask<'a>>,
    pub beside: Beside,
    pub restricted: bool,
    /// Which agents, by number, may fail; empty if none may.
    pub may_fail: Vec<bool>,
    pub on_failure: OnFailure,
    pub seed: u64,
    pub per_game: bool,
    /// Every so many games are recorded, beginning with the first.
    pub record_every: Option<u64>,
    /// What stands before them.
    pub record_head: String,
    /// Decisions are timed in every so many blocks, beginning with the first; at least 1.
    pub time_every: u64,
}

impl Task<'_> {
    /// A task of agents that never fail, who play nothing yet.
    pub fn new(info: &GameInfo, players: usize, names: &[String], seed: u64) -> Task<'static> {
        Task {
            info: *info,
            specs: names.to_vec(),
            names: names.to_vec(),
            aliases: vec![None; names.len()],
            players,
            arms: Vec::new(),
            branches: None,
            beside: Beside::Nothing,
            restricted: false,
            may_fail: Vec::new(),
            on_failure: OnFailure::Lose,
            seed,
            per_game: false,
            record_every: None,
            record_head: String::new(),
            time_every: u64::MAX,
        }
    }

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
