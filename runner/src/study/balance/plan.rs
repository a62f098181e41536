use std::path::Path;

use drakkar_play::appraisal::{Appraisal, Continuation};
use drakkar_play::branching::{Branching, Treatment};
use drakkar_play::chunking;
use drakkar_stats::layout::Beside;
use drakkar_stats::sums::Sums;
use drakkar_stats::{paired::Paired, student::NORMAL_QUANTILE};
use toml::Value;

use crate::export::answer::StudyReport;
use crate::export::cell::Cell;
use crate::export::figure::{counted, joined};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::{results::Results, writing::WholeGames};
use crate::plan::run::{Plan, Run};
use crate::study::traits::{OtherRules, Study, StudyMonitor};
use crate::{error::Error, journal::monitor::Monitor, plan::purpose::Purpose};
use crate::{study::balance::effects, study::estimate::Tried};

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

    fn chunk(&self, line_ups: &[(u64, u64)], _: u64) -> u64 {
        // Branches are rests of games.
        let games = (Branching::games_per_block(self) / (2 * line_ups.len() as u64)).max(1);
        let rests: Vec<(u64, u64)> = line_ups.iter().map(|&(game, _)| (game, games)).collect();
        chunking::default_chunk(&rests)
    }

    fn completed(&self, run: &Run, _: u64) -> Option<Purpose> {
        // A chunk on fresh deals is of one kind.
        let replicate_padded = self.replicate.div_ceil(run.chunk) * run.chunk;
        Some(Purpose::Branch(Branching { replicate_padded, ..self.clone() }))
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

    fn beside(&self, _: &Run) -> Beside {
        Beside::Branches { cells: self.cells.len(), figures: self.figures() }
    }

    fn monitor<'a>(&'a self, run: &'a Run) -> Box<dyn StudyMonitor + 'a> {
        let chunking = run.chunking(1);
        let first_chunks = chunking.first_chunks();
        Box::new(Repeats {
            branching: self,
            players: run.players,
            first_chunks,
            chunk: run.chunk,
            // Without fresh deals, nothing depends on the first pass.
            next: if chunking.confirm > 0 { 0 } else { first_chunks },
            sums: None,
            flagged: None,
        })
    }

    fn whole_games(&self) -> Option<WholeGames> {
        // Branches have no figures of whole games, except those that are only observed.
        let items = format!("{}_observed.csv", self.file);
        self.judges(Treatment::Observe).then_some(WholeGames::Observed(self.sampling_policy, items))
    }

    fn played(&self, _: &Run, games: u64, _: u64) -> String {
        format!("{}, whole or from the middle", counted(games, "game", "games"))
    }

    fn least_rehearsed(&self) -> u64 {
        // One of every cell, because they differ in length.
        self.cells.len() as u64
    }

    fn expected(&self, tried: &Tried) -> String {
        let Tried { blocks, seconds, threads, games: [first, again], .. } = tried;
        let on = counted(*threads as u64, "thread", "threads");
        format!(
            "{} with all that follows took {seconds:.2} s on {on}.\n\
             The run: about {first} games, whole or from the middle, in {}; at most {again} more to \
             replicate what is unbalanced.\n\
             Expected time: {} on {on}, with replication at most {}\n\
             Expected disk: {} at most while it runs",
            counted(*blocks, "decision", "decisions"),
            counted(tried.chunks[0] as u64, "chunk", "chunks"),
            tried.time(*first),
            tried.time(first + again),
            tried.disk,
        )
    }

    /// The half-width of the intervals of effects, by the deviation over all decisions tried: one kind has too few.
    fn precision(&self, run: &Run, names: &[String], _: &Tried, sums: &Sums) -> Vec<Sheet> {
        let (branching, players) = (self, run.players);
        let Some(branches) = &sums.branches else { return Vec::new() };
        let appraisal = Appraisal { branching, branches, players };
        let taken: Vec<usize> =
            branching.cells_by(Treatment::Take).map(|(number, _)| number).collect();
        if taken.is_empty() {
            return Vec::new();
        }
        let cells_of_kind = taken.len() as f64 / branching.repeated().len() as f64;
        let decisions = cells_of_kind * run.blocks as f64 / branching.cells.len() as f64;
        let reach = |agent: usize, measure: usize| {
            let effects =
                |&cell: &usize| appraisal.effects(cell, Continuation { agent, rules: 0 })[measure];
            let mut all = Paired::default();
            taken.iter().for_each(|cell| all.merge(&effects(cell).0.worth));
            let error = all.difference(effects(&taken[0]).1, true).and_then(|found| found.error)?;
            Some(NORMAL_QUANTILE * error * (all.blocks as f64 / decisions).sqrt())
        };
        let cell = |reach: Option<f64>, factor: f64| {
            let text = reach.map(|reach| format!("± {:.2}", factor * reach));
            Cell::new(text.unwrap_or_else(|| "unknown".to_owned()), [reach.into()])
        };
        let sheet = DeclaredTable::of(branching.agents.iter().enumerate())
            .word("agent", |(_, number)| &*names[usize::from(**number)])
            .cell("points", |(agent, _)| cell(reach(*agent, 0), 1.0))
            .cell("win share", |(agent, _)| cell(reach(*agent, 1), 100.0))
            .sheet("precision", "");
        let lines = sheet.rows.iter().map(|row| {
            let [name, points, share] = [0, 1, 2].map(|place| &*row[place].shown);
            format!(
                "Expected 95 % interval of an effect: about {points} points, {share} pp of win share, continued by {name}"
            )
        });
        let in_words = joined(lines, "\n");
        vec![Sheet { in_words, ..sheet }]
    }
}

/// Has kinds played again that stood out in the first pass, partly by luck: figures from fresh deals are free of it.
#[derive(Debug)]
struct Repeats<'a> {
    branching: &'a Branching,
    players: usize,
    first_chunks: u64,
    chunk: u64,
    next: u64,
    /// The sums of those before; none if they do not match each other, which the merge reports.
    sums: Option<Sums>,
    /// By number of the kind, once all chunks of the first pass are known.
    flagged: Option<Vec<bool>>,
}

impl Monitor for Repeats<'_> {
    fn add(&mut self, chunk: u64, sums: &Sums) {
        // Others stay on disk until their turn comes.
        if chunk != self.next || chunk >= self.first_chunks {
            return;
        }
        match &mut self.sums {
            None => self.sums = Some(sums.clone()),
            Some(all) if all.fits(sums) => all.merge(sums),
            Some(_) => return,
        }
        self.next += 1;
        if self.next == self.first_chunks
            && let Some(branches) = self.sums.take().and_then(|sums| sums.branches)
        {
            let Repeats { branching, players, .. } = *self;
            let appraisal = Appraisal { branching, branches: &branches, players };
            self.flagged = Some(appraisal.flagged());
        }
    }

    fn next(&self) -> Option<u64> {
        (self.next < self.first_chunks).then_some(self.next)
    }

    fn spares(&self, chunk: u64) -> bool {
        let (Some(number), Some(flagged)) = (chunk.checked_sub(self.first_chunks), &self.flagged)
        else {
            return false;
        };
        let kind = self.branching.repeated_kind(number * self.chunk);
        !kind.is_some_and(|kind| flagged[kind])
    }

    fn waits(&self, chunk: u64) -> bool {
        chunk >= self.first_chunks && self.flagged.is_none()
    }
}

impl StudyMonitor for Repeats<'_> {
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error> {
        effects::report(results, self.branching)
    }
}
