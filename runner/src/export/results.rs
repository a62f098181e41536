//! The files that a finished run leaves behind.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use drakkar_engine::item::ItemTable;
use drakkar_engine::recorded::Recorded;

use crate::error::Error;
use crate::export::folder::Staging;
use crate::export::manifest::Manifest;
use crate::export::summary::{self, Figures};
use crate::export::{games_csv, items_csv, pace_csv, strategy_csv, win_rates_csv};
use crate::play::slice::Failure;
use crate::stats::counters::Counters;
use crate::stats::items::items;
use crate::stats::pace::pace;
use crate::stats::strategy::strategy;
use crate::stats::win_rates::win_rates;

/// Name of the file of single games.
const GAMES: &str = "games.csv";
/// Name of the file of failed games.
const FAILURES: &str = "failures.jsonl";

/// What a finished run gave.
#[derive(Debug)]
pub struct Results<'a> {
    /// Specifications by agent number.
    pub names: &'a [String],
    /// Sums over all blocks.
    pub counters: &'a Counters,
    /// Games that failed, as far as they are told one by one.
    pub failures: &'a [Failure],
    /// Files of rows in order, if `games.csv` is to be made of them.
    pub parts: Option<&'a [PathBuf]>,
    /// Things that seats may take, if the game has such.
    pub items: Option<&'a ItemTable>,
}

impl Results<'_> {
    /// Writes all files into `folder`, the manifest last. Returns it and the summary for the screen.
    ///
    /// # Errors
    /// If a file cannot be read or written; the folder is then without a manifest, or as before.
    pub fn publish<G: Recorded>(
        &self,
        folder: &Path,
        manifest: Manifest,
    ) -> Result<(Manifest, String), Error> {
        let mut staging = Staging::open(folder)?;
        let (names, counters) = (self.names, self.counters);
        let rates = win_rates(counters);
        let facts = strategy(counters);
        let pace = pace(counters);
        staging.write("win_rates.csv", &win_rates_csv::text(names, &rates))?;
        staging.write("strategy.csv", &strategy_csv::text(names, G::FACTS, &facts))?;
        staging.write("pace.csv", &pace_csv::text(G::MILESTONES, &pace))?;
        if let Some(table) = self.items {
            let rows = items(counters, table);
            let text = items_csv::text(names, table, G::SCORE, &rows);
            staging.write(&items_csv::file(table), &text)?;
        }
        if let Some(parts) = self.parts {
            let mut output = staging.create(GAMES)?;
            let target = folder.join(GAMES);
            output
                .write_all(&games_csv::header(G::FACTS))
                .map_err(Error::file("write", &target))?;
            for part in parts {
                join(part, true, &mut output, &target)?;
            }
            staging.close(GAMES, output)?;
        }
        if !self.failures.is_empty() {
            let lines = self.failures.iter().map(|failure| {
                let mut line = serde_json::to_vec(failure).unwrap_or_default();
                line.push(b'\n');
                line
            });
            staging.write(FAILURES, &lines.collect::<Vec<_>>().concat())?;
        }
        let summary = summary::text(&Figures {
            names,
            score: G::SCORE,
            facts: G::FACTS,
            milestones: G::MILESTONES,
            win_rates: &rates,
            strategy: &facts,
            pace: &pace,
        });
        Ok((staging.publish(manifest)?, summary))
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
    let mut lines = BufReader::new(file);
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
