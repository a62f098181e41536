//! What a balance is to a plan and its games.

use std::path::Path;

use drakkar_agents::spec::Spec;
use drakkar_play::appraisal::{Appraisal, Measure, RollOut};
use drakkar_play::branching::{Branching, Treatment};
use drakkar_play::cut;
use drakkar_stats::paired::Paired;
use drakkar_stats::student::NORMAL_QUANTILE;
use drakkar_stats::sums::{Beside, Sums};
use toml::Value;

use crate::error::Error;
use crate::export::results::WholeGames;
use crate::plan::purpose::Purpose;
use crate::plan::run::{Plan, Run};
use crate::study::balance::repeats::Repeats;
use crate::study::kind::{Following, OtherRules, Study};
use crate::study::rehearsal::Tried;

impl Study for Branching {
    fn command(&self) -> &'static str {
        "balance"
    }

    fn flags(&self, path: &Path, _: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let reason =
            "is a plan of `drakkar balance`, which `drakkar work` plays; it is no --config";
        Err(Error::input(path, reason))
    }

    fn games_per_block(&self, _: u64) -> u64 {
        Branching::games_per_block(self)
    }

    fn chunk(&self, tables: &[(Vec<&Spec>, u64)], blocks: u64) -> u64 {
        // Branches are rests of games.
        let games = (Branching::games_per_block(self) / (2 * tables.len() as u64)).max(1);
        let rests = tables.iter().map(|(specs, _)| (specs.clone(), games));
        cut::default_chunk(&rests.collect::<Vec<_>>(), blocks)
    }

    fn completed(&self, run: &Run, _: u64) -> Option<Purpose> {
        // A chunk on fresh deals is of one kind.
        let again_padded = self.again.div_ceil(run.chunk) * run.chunk;
        Some(Purpose::Branch(Branching { again_padded, ..self.clone() }))
    }

    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        let variants = self.variants.iter().enumerate();
        let rules = variants.map(|(number, variant)| OtherRules {
            key: format!("purpose.variants[{number}].rule_set"),
            name: None,
            rule_set: &variant.rule_set,
        });
        rules.collect()
    }

    fn branching(&self) -> Option<&Branching> {
        Some(self)
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        let figures = self.agents.len() * self.rule_sets();
        Some(Beside::Branches { cells: self.cells.len(), figures })
    }

    fn course<'a>(&'a self, run: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(Repeats::new(self, run))
    }

    fn whole_games(&self) -> Option<WholeGames> {
        // Of branches there are no figures of whole games, but for those that are observed.
        let items = format!("{}_observed.csv", self.file);
        self.observes().then_some(WholeGames::Observed(self.roll_in, items))
    }

    fn played(&self, _: &Run, games: u64) -> String {
        format!("{games} games and rests of games")
    }

    fn least_rehearsed(&self) -> u64 {
        // One of every cell: they differ in length.
        self.cells.len() as u64
    }

    fn expected(&self, tried: &Tried) -> String {
        let Tried { blocks, seconds, threads, games: [first, again], .. } = tried;
        format!(
            "{blocks} decisions with all that follows took {seconds:.2} s on {threads} threads.\n\
             The run: about {first} games and rests of games in {} chunks; at most {again} more on fresh \
             deals, of what stands out.\n\
             Expected time: {} on {threads} threads, at most {} with all fresh deals\n\
             Expected disk: {} at most while it runs\n",
            tried.chunks[0],
            tried.time(*first),
            tried.time(first + again),
            tried.disk,
        )
    }

    fn precision(&self, run: &Run, names: &[String], _: u64, sums: &Sums) -> String {
        worths(self, run, names, sums)
    }
}

/// How far the intervals of worths will reach to either side, by the spread of all decisions that were tried:
/// there are too few of a single kind.
fn worths(branching: &Branching, run: &Run, names: &[String], sums: &Sums) -> String {
    let Some(branches) = &sums.branches else { return String::new() };
    let appraisal = Appraisal { branching, branches, players: run.players };
    let cells = branching.cells.iter().enumerate();
    let taken =
        cells.filter(|(_, cell)| cell.treatment == Treatment::Taken).map(|(number, _)| number);
    let taken: Vec<usize> = taken.collect();
    if taken.is_empty() {
        return String::new();
    }
    let cells_of_kind = taken.len() as f64 / branching.repeated().len() as f64;
    let decisions = cells_of_kind * run.blocks as f64 / branching.cells.len() as f64;
    let reach = |agent: usize, measure: Measure| {
        let roll_out = RollOut { agent, rules: 0 };
        let mut all = Paired::default();
        for &cell in &taken {
            all.merge(&appraisal.effect(cell, roll_out, measure).0.worth);
        }
        let unit = appraisal.effect(taken[0], roll_out, measure).1;
        let error = all.difference(unit, true).and_then(|found| found.error)?;
        Some(NORMAL_QUANTILE * error * (all.blocks as f64 / decisions).sqrt())
    };
    let lines = branching.agents.iter().enumerate().map(|(agent, &number)| {
        let text = |reach: Option<f64>, factor: f64| {
            reach.map_or("unknown".to_owned(), |reach| format!("± {:.2}", factor * reach))
        };
        format!(
            "Expected 95 % interval of a worth: about {} points, {} pp of win share, with roll-out by {}\n",
            text(reach(agent, Measure::Margin), 1.0),
            text(reach(agent, Measure::Share), 100.0),
            names[usize::from(number)]
        )
    });
    lines.collect()
}
