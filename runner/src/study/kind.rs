//! The interface of a study: plans, sessions, journals, files and flags use this and nothing else.

use std::path::Path;

use serde_json::Value;
use toml::Value as Flag;

use crate::export::{answer::Answer, sheet::Sheet};
use crate::export::{
    results::{Named, Results},
    writing::WholeGames,
};
use crate::page::called;
use crate::plan::run::{Plan, Run};
use crate::study::estimate::{self, Tried};
use crate::{error::Error, journal::course::Course, plan::purpose::Purpose};
use drakkar_agents::spec::Spec;
use drakkar_play::{branching::Branching, cut};
use drakkar_stats::layout::Beside;
use drakkar_stats::sums::Sums;

/// Another rule set of a study.
pub struct OtherRules<'a> {
    /// Its key in `run.json`.
    pub key: String,
    /// Name of the preset that it equals or is nearest to; that of the run if it has none of its
    /// own.
    pub name: Option<&'a str>,
    pub rule_set: &'a Value,
}

/// The results of a study.
#[derive(Default)]
pub struct Report {
    pub files: Vec<Named>,
    pub sheets: Vec<Sheet>,
    pub answer: Answer,
}

/// A kind of run. Where nothing else is said it is games of the line-ups in the plan, all of which are
/// counted.
pub trait Study {
    /// The command for it.
    fn command(&self) -> &'static str;

    /// The flags that lead to the plan, in addition to those of every run; some plans have none.
    fn flags(&self, path: &Path, plan: &Plan) -> Result<Vec<(&'static str, Flag)>, Error>;

    /// Games of a block whose line-ups have this many seatings in total.
    fn games_per_block(&self, seatings: u64) -> u64 {
        seatings
    }

    /// Blocks of a chunk, if nobody chooses; `tables` are the line-ups with their seatings. The run has `_blocks`.
    fn chunk(&self, tables: &[(Vec<&Spec>, u64)], _blocks: u64) -> u64 {
        cut::default_chunk(tables)
    }

    /// The purpose with everything that follows from the blocks and chunks of the run, and from the
    /// games requested on fresh deals; none if nothing does.
    fn completed(&self, _run: &Run, _confirm: u64) -> Option<Purpose> {
        None
    }

    /// Whether it is about the strength of agents, so that seats should be exchanged.
    fn rates_agents(&self) -> bool {
        false
    }

    /// Rule sets in addition to that of the run.
    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        Vec::new()
    }

    /// The branches, if the games are branches.
    fn branching(&self) -> Option<&Branching> {
        None
    }

    /// What is counted in addition to the sums of every run; none if the plan is invalid.
    fn beside(&self, run: &Run) -> Option<Beside>;

    /// Follows the chunks of a run with agents of these names, and reports at the end.
    fn course<'a>(&'a self, run: &'a Run, names: &'a [String]) -> Box<dyn Following + 'a>;

    /// The whole games to report on; none if there are none.
    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All("Agents"))
    }

    /// The rules, in the title.
    fn rules(&self, run: &Run) -> String {
        called(&run.game, &run.rules, &run.rule_set)
    }

    /// What was counted, in the title.
    fn played(&self, run: &Run, games: u64, deals: u64) -> String {
        format!("{games} games on {deals} deals, seating {}", run.seating)
    }

    /// The least number of blocks that a rehearsal plays.
    fn least_rehearsed(&self) -> u64 {
        0
    }

    /// The rehearsal's statement about the whole run.
    fn expected(&self, tried: &Tried) -> String {
        tried.blocks()
    }

    /// How far intervals of the whole will reach, by what was tried.
    fn precision(&self, run: &Run, names: &[String], tried: &Tried, sums: &Sums) -> Vec<Sheet> {
        estimate::shares(run, names, tried.blocks, sums)
    }
}

/// A course that reports its result.
pub trait Following: Course {
    /// The study's own files and tables.
    fn report(&self, _results: &Results<'_>) -> Result<Report, Error> {
        Ok(Report::default())
    }
}
