//! The files that a finished run leaves behind.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use drakkar_engine::item::ItemTable;

use crate::error::Error;
use crate::export::failed::Failed;
use crate::export::folder::Staging;
use crate::export::items::{items, places};
use crate::export::manifest::Manifest;
use crate::export::sheet::Sheet;
use crate::export::summary::{self, Figures};
use crate::export::{
    items_csv, pace_csv, restrictions_csv, strategy_csv, timing_csv, win_rates_csv,
};
use crate::journal::merge::Whole;
use crate::plan::run::Run;
use drakkar_play::json;
use drakkar_play::lab::GameInfo;
use drakkar_play::rows;
use drakkar_stats::pace::pace;
use drakkar_stats::strategy::strategy;
use drakkar_stats::win_rates::win_rates;

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

/// What is told of whole games.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeGames {
    /// The agent that alone plays whole games, in all seats, where other games are none.
    pub alone: Option<u8>,
    /// Name of the file of win rates.
    pub rates: &'static str,
    /// Name of the file of items; none for the game's own.
    pub items: Option<String>,
    /// Above the table of agents.
    pub title: &'static str,
}

impl WholeGames {
    /// All games are whole.
    pub fn of_all(title: &'static str) -> WholeGames {
        WholeGames { alone: None, rates: "win_rates.csv", items: None, title }
    }
}

/// What a study says of its results.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its own files and tables.
    pub report: (Vec<Named>, Vec<Sheet>),
    /// What is told of whole games; none if there are none.
    pub games: Option<WholeGames>,
    /// Whether rows of games come from several line-ups or rule sets.
    pub several: bool,
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
        told: Told,
    ) -> Result<(Manifest, Vec<Sheet>), Error> {
        let mut staging = Staging::open(folder)?;
        let Told { report: (files, mut sheets), games, several } = told;
        let (names, whole) = (self.names, self.whole);
        // Where fresh deals were played, the figures are theirs: no stopping has touched them. Of branches
        // only some are played again.
        let all = games.as_ref().is_some_and(|games| games.alone.is_none());
        let fresh = whole.confirmed.as_ref().filter(|_| all);
        let sums = fresh.unwrap_or(&whole.sums);
        let counters = &sums.counters;
        let rates = win_rates(counters);
        let facts = strategy(counters);
        let pace = pace(counters);
        let rates: Vec<_> = rates.into_iter().filter(|row| all || row.games > 0).collect();
        if let Some(games) = &games {
            staging.write(games.rates, &win_rates_csv::text(names, &rates)?)?;
        }
        let failed = Failed::new(names, std::iter::once(&whole.sums).chain(&whole.confirmed));
        let mut add = |name: &str, text: &[u8]| staging.write(name, &failed.column(text)?);
        let mut observed = None;
        if let Some(games) = &games {
            add("strategy.csv", &strategy_csv::text(names, self.info.facts, &facts)?)?;
            add("pace.csv", &pace_csv::text(self.info.milestones, &pace)?)?;
            if let Some(table) = self.items {
                let line_ups = match games.alone {
                    Some(agent) => vec![vec![agent; self.run.players]],
                    None => self.run.line_ups(),
                };
                let rows = items(counters, table, &places(&line_ups, names.len()));
                let text = items_csv::text(names, table, self.info.score, &rows)?;
                let shown = games.alone.map(|agent| &self.shown[usize::from(agent)]);
                observed = shown.map(|agent| items_csv::sheet(agent, table, &rows));
                add(&games.items.clone().unwrap_or_else(|| items_csv::file(table)), &text)?;
            }
        }
        for (name, bytes) in &files {
            add(name, bytes)?;
        }
        let restrictions = restrictions_csv::text(names, &sums.restrictions)?;
        if !restrictions.is_empty() {
            add(restrictions_csv::FILE, &restrictions)?;
        }
        if self.per_game {
            self.join_rows(&mut staging, folder, several)?;
        }
        if !whole.failures.is_empty() {
            let lines: Vec<Vec<u8>> = whole.failures.iter().map(json::line).collect();
            staging.write(FAILURES, &lines.concat())?;
        }
        staging.write_beside(timing_csv::FILE, &timing_csv::text(names, &whole.timing)?)?;
        match &games {
            None => {}
            Some(WholeGames { alone: Some(agent), .. }) => {
                let agent = &self.shown[usize::from(*agent)];
                let seats = summary::seats(agent, self.info.score, &rates);
                sheets.splice(0..0, observed.into_iter().chain([seats]));
            }
            Some(WholeGames { title, .. }) => sheets.extend(summary::sheets(&Figures {
                title,
                names: self.shown,
                score: self.info.score,
                facts: self.info.facts,
                milestones: self.info.milestones,
                win_rates: &rates,
                strategy: &facts,
                pace: &pace,
            })),
        }
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

    fn join_rows(&self, staging: &mut Staging, folder: &Path, several: bool) -> Result<(), Error> {
        let mut output = staging.create(GAMES)?;
        let target = folder.join(GAMES);
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
