use std::{path::Path, sync::Arc};

use serde_json::Value;
use toml::Value as Flag;

use crate::export::writing::WholeGames;
use crate::export::{answer::StudyReport, figure::counted, results::Results, sheet::Sheet};
use crate::games::on_blocks;
use crate::plan::{purpose::Purpose, run::Plan, run::Run};
use crate::study::{estimate, estimate::Tried};
use crate::{error::Error, journal::monitor::Monitor, page::called};
use drakkar_play::chunking;
use drakkar_stats::{layout::Beside, sums::Sums};

pub struct OtherRules<'a> {
    pub key: String,
    /// Name of the preset that it equals or is nearest to; that of the run if it has none of its own.
    pub name: Option<&'a str>,
    pub rule_set: &'a Arc<Value>,
}

pub trait Study: Sync {
    fn command(&self) -> &'static str;

    fn flags(&self, path: &Path, plan: &Plan) -> Result<Vec<(&'static str, Flag)>, Error>;

    fn games_per_block(&self, seatings: u64) -> u64 {
        seatings
    }

    fn chunk(&self, line_ups: &[(u64, u64)], _blocks: u64) -> u64 {
        chunking::default_chunk(line_ups)
    }

    /// The purpose with everything that follows from the blocks and chunks of the run, and from the
    /// games requested on fresh deals; none if nothing does.
    fn completed(&self, _run: &Run, _confirm: u64) -> Option<Purpose> {
        None
    }

    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        Vec::new()
    }

    /// What is counted in addition to the sums of every run.
    fn beside(&self, _run: &Run) -> Beside {
        Beside::Nothing
    }

    fn monitor<'a>(&'a self, run: &'a Run) -> Box<dyn StudyMonitor + 'a>;

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All("Agents"))
    }

    fn rules(&self, run: &Run) -> String {
        called(&run.game, &run.rules, &run.rule_set)
    }

    fn played(&self, run: &Run, games: u64, deals: u64) -> String {
        let games = counted(games, "game", "games");
        format!("{games} {}, seating {}", on_blocks(&run.game, deals), run.seating.name())
    }

    fn least_rehearsed(&self) -> u64 {
        0
    }

    fn expected(&self, tried: &Tried) -> String {
        tried.blocks("Expected time")
    }

    fn precision(&self, run: &Run, names: &[String], tried: &Tried, sums: &Sums) -> Vec<Sheet> {
        estimate::shares(run, names, tried.blocks, sums)
    }
}

pub trait StudyMonitor: Monitor {
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error>;
}
