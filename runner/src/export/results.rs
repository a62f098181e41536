//! The files that a finished run leaves behind.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use drakkar_engine::item::ItemTable;

use crate::error::Error;
use crate::export::failed::Failed;
use crate::export::folder::Staging;
use crate::export::manifest::Manifest;
use crate::export::sheet::Sheet;
use crate::export::summary::{self, Figures};
use crate::export::{
    comparison, effects, items_csv, pace_csv, restrictions_csv, rules_comparison, strategy_csv,
    timing_csv, tournament, win_rates_csv,
};
use crate::journal::branching::Branching;
use crate::journal::merge::Whole;
use crate::journal::plan::Run;
use crate::journal::purpose::Purpose;
use crate::json;
use crate::play::lab::GameInfo;
use crate::play::rows;
use crate::stats::items::{items, places};
use crate::stats::pace::pace;
use crate::stats::strategy::strategy;
use crate::stats::win_rates::win_rates;

/// Name of the file of single games.
const GAMES: &str = "games.csv";
/// Name of the file of failed games.
const FAILURES: &str = "failures.jsonl";

/// A file's name and its bytes.
pub type Named = (String, Vec<u8>);

/// What a finished run gave.
#[derive(Debug)]
pub struct Results<'a> {
    /// What was played.
    pub run: &'a Run,
    /// Specifications by agent number.
    pub names: &'a [String],
    /// The same as tables for people have them, see [`names::shown`](crate::export::names::shown).
    pub shown: &'a [String],
    /// What came of it.
    pub whole: &'a Whole,
    /// Whether the rows of games are joined into `games.csv`.
    pub per_game: bool,
    /// The game.
    pub info: &'a GameInfo,
    /// Things that seats may take, if the game has such.
    pub items: Option<&'a ItemTable>,
    /// What a block took here, if that is known.
    pub seconds_per_block: Option<f64>,
}

impl Results<'_> {
    /// Writes all files into `folder`, the manifest last. Returns it and the summary for the screen.
    ///
    /// # Errors
    /// If a file cannot be read or written; the folder is then without a manifest, or as before.
    pub fn publish(
        &self,
        folder: &Path,
        manifest: Manifest,
    ) -> Result<(Manifest, Vec<Sheet>), Error> {
        let mut staging = Staging::open(folder)?;
        let (names, whole) = (self.names, self.whole);
        let branching = match &self.run.purpose {
            Some(Purpose::Branch(branching)) => Some(branching),
            _ => None,
        };
        // Where fresh deals were played, the figures are theirs: no stopping has touched them. Of branches
        // only some are played again.
        let fresh = whole.confirmed.as_ref().filter(|_| branching.is_none());
        let sums = fresh.unwrap_or(&whole.sums);
        let counters = &sums.counters;
        let rates = win_rates(counters);
        let facts = strategy(counters);
        let pace = pace(counters);
        // Of branches there are no figures of whole games, but for those of the trunk.
        let plain = branching.is_none_or(Branching::observes);
        let rates: Vec<_> =
            rates.into_iter().filter(|row| branching.is_none() || row.games > 0).collect();
        if plain {
            let name = if branching.is_none() { "win_rates.csv" } else { "seats.csv" };
            staging.write(name, &win_rates_csv::text(names, &rates)?)?;
        }
        let failed = Failed::new(names, std::iter::once(&whole.sums).chain(&whole.confirmed));
        let mut add = |name: &str, text: &[u8]| staging.write(name, &failed.column(text)?);
        if plain {
            add("strategy.csv", &strategy_csv::text(names, self.info.facts, &facts)?)?;
            add("pace.csv", &pace_csv::text(self.info.milestones, &pace)?)?;
        }
        let mut observed = None;
        if let Some(table) = self.items.filter(|_| plain) {
            let line_ups = match branching {
                Some(branching) => vec![vec![branching.trunk; self.run.players]],
                None => self.run.line_ups(),
            };
            let places = places(&line_ups, names.len());
            let rows = items(counters, table, &places);
            let text = items_csv::text(names, table, self.info.score, &rows)?;
            observed = branching
                .map(|one| items_csv::sheet(&self.shown[usize::from(one.trunk)], table, &rows));
            let name = branching.map(|branching| format!("{}_observed.csv", branching.file));
            add(&name.unwrap_or_else(|| items_csv::file(table)), &text)?;
        }
        let (files, mut sheets) = self.purpose()?;
        for (name, bytes) in &files {
            add(name, bytes)?;
        }
        let restrictions = restrictions_csv::text(names, &sums.restrictions)?;
        if !restrictions.is_empty() {
            add(restrictions_csv::FILE, &restrictions)?;
        }
        if self.per_game {
            self.join_rows(&mut staging, folder)?;
        }
        if !whole.failures.is_empty() {
            let lines: Vec<Vec<u8>> = whole.failures.iter().map(json::line).collect();
            staging.write(FAILURES, &lines.concat())?;
        }
        staging.write_beside(timing_csv::FILE, &timing_csv::text(names, &whole.timing)?)?;
        let title = match self.run.purpose {
            Some(Purpose::CompareRules { .. }) => "Agents under the first rule set",
            Some(_) => "Agents",
            None => "",
        };
        if let Some(branching) = branching {
            let trunk = &self.shown[usize::from(branching.trunk)];
            if branching.observes() {
                let seats = summary::seats(trunk, self.info.score, &rates);
                sheets.splice(0..0, observed.into_iter().chain([seats]));
            }
            return Ok((staging.publish(manifest)?, sheets));
        }
        sheets.extend(summary::sheets(&Figures {
            title,
            names: self.shown,
            score: self.info.score,
            facts: self.info.facts,
            milestones: self.info.milestones,
            win_rates: &rates,
            strategy: &facts,
            pace: &pace,
        }));
        Ok((staging.publish(manifest)?, sheets))
    }

    /// What it takes from `blocks` to the `needed` ones, to be put behind a verdict that is open;
    /// nothing if that is not known.
    pub(crate) fn still_needed(&self, needed: Option<u64>, blocks: i128) -> String {
        let Some(needed) = needed else { return String::new() };
        let more = (i128::from(needed) - blocks).max(1);
        let mut text = format!("; about {more} more deals would decide");
        if let Some(seconds) = self.seconds_per_block {
            let seconds = (seconds * more as f64).clamp(1.0, 1e9) as u64;
            let time = humantime::format_duration(Duration::from_secs(seconds));
            text += &format!(", {time} here");
        }
        text
    }

    /// Files and tables of what the run is for.
    fn purpose(&self) -> Result<(Vec<Named>, Vec<Sheet>), Error> {
        match &self.run.purpose {
            None => Ok((Vec::new(), Vec::new())),
            Some(Purpose::Tournament { anchor, margin, .. }) => {
                tournament::report(self, usize::from(*anchor), *margin)
            }
            Some(Purpose::Compare { margin, .. }) => comparison::report(self, *margin),
            Some(Purpose::Branch(branching)) => effects::report(self, branching),
            Some(Purpose::CompareRules { paired, margin, .. }) => {
                rules_comparison::report(self, *paired, *margin)
            }
        }
    }

    fn join_rows(&self, staging: &mut Staging, folder: &Path) -> Result<(), Error> {
        let mut output = staging.create(GAMES)?;
        let target = folder.join(GAMES);
        let several = self.run.line_ups().len() > 1
            || matches!(self.run.purpose, Some(Purpose::CompareRules { .. }));
        output
            .write_all(&rows::header(self.info.facts, several))
            .map_err(Error::file("write", &target))?;
        for part in &self.whole.parts {
            join(part, true, &mut output, &target)?;
        }
        staging.close(GAMES, output)
    }
}

/// Appends a file of a chunk to `output`, without its first line if `headed`.
///
/// # Errors
/// If it cannot be read, or `target` not written.
pub fn join(
    part: &Path,
    headed: bool,
    output: &mut impl Write,
    target: &Path,
) -> Result<(), Error> {
    let file = File::open(part).map_err(Error::file("read", part))?;
    let mut lines = BufReader::with_capacity(1 << 16, file);
    if headed {
        lines.skip_until(b'\n').map_err(Error::file("read", part))?;
    }
    loop {
        let bytes = lines.fill_buf().map_err(Error::file("read", part))?;
        let count = bytes.len();
        if count == 0 {
            return Ok(());
        }
        output.write_all(bytes).map_err(Error::file("write", target))?;
        lines.consume(count);
    }
}
