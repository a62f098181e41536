//! Everything that a run leaves behind: takes chunks while they come, writes the rest at the end.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::export::record_file::RecordFile;

use drakkar_engine::item::ItemTable;
use drakkar_engine::recorded::Recorded;
use indicatif::ProgressBar;

use crate::error::Error;
use crate::export::folder::{Output, Staging};
use crate::export::manifest::Manifest;
use crate::export::summary::{self, Figures};
use crate::export::{games_csv, items_csv, pace_csv, strategy_csv, win_rates_csv};
use crate::play::batch::{Batch, Collector};
use crate::play::chunk::Chunk;
use crate::stats::items::items;
use crate::stats::pace::pace;
use crate::stats::strategy::strategy;
use crate::stats::win_rates::win_rates;

/// Name of the file of single games.
const GAMES: &str = "games.csv";

/// The files of a run while it is played.
#[derive(Debug)]
pub struct Results {
    folder: PathBuf,
    staging: Staging,
    games: Option<Output>,
    records: Option<RecordFile>,
    bar: ProgressBar,
}

impl Results {
    /// Opens the files in `folder`; `records` and `bar` are served along.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn open<G: Recorded>(
        folder: &Path,
        per_game: bool,
        records: Option<RecordFile>,
        bar: ProgressBar,
    ) -> Result<Results, Error> {
        let staging = Staging::open(folder)?;
        let games = if per_game { Some(staging.create(GAMES)?) } else { None };
        let mut results = Results { folder: folder.to_owned(), staging, games, records, bar };
        results.rows(&games_csv::header(G::FACTS))?;
        Ok(results)
    }

    fn rows(&mut self, rows: &[u8]) -> Result<(), Error> {
        let Some(output) = &mut self.games else { return Ok(()) };
        output.write_all(rows).map_err(Error::file("write", &self.folder.join(GAMES)))
    }

    /// Writes the figures of `batch`, those of the items of `table` too, and the manifest last. Returns the manifest and the summary
    /// for the screen.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish<G: Recorded>(
        mut self,
        names: &[String],
        batch: &Batch,
        table: Option<&ItemTable>,
        mut manifest: Manifest,
    ) -> Result<(Manifest, String), Error> {
        self.bar.finish_and_clear();
        let counters = &batch.counters;
        let rates = win_rates(counters);
        let facts = strategy(counters);
        let pace = pace(counters);
        self.staging.write("win_rates.csv", &win_rates_csv::text(names, &rates))?;
        self.staging.write("strategy.csv", &strategy_csv::text(names, G::FACTS, &facts))?;
        self.staging.write("pace.csv", &pace_csv::text(G::MILESTONES, &pace))?;
        if let Some(table) = table {
            let rows = items(counters, table);
            let text = items_csv::text(names, table, G::SCORE, &rows);
            self.staging.write(&items_csv::file(table), &text)?;
        }
        if let Some(output) = self.games.take() {
            self.staging.close(GAMES, output)?;
        }
        if let Some(records) = self.records.take() {
            records.close()?;
        }
        manifest.games_played = batch.games;
        manifest.games_failed = count(counters.failed);
        manifest.games_left_out = count(counters.left_out);
        manifest.blocks_played = batch.blocks;
        manifest.complete = batch.blocks == manifest.run.blocks;
        let summary = summary::text(&Figures {
            names,
            score: G::SCORE,
            facts: G::FACTS,
            milestones: G::MILESTONES,
            win_rates: &rates,
            strategy: &facts,
            pace: &pace,
        });
        Ok((self.staging.publish(manifest)?, summary))
    }
}

/// A number of games as the manifest holds it.
fn count(games: i128) -> u64 {
    u64::try_from(games).unwrap_or(u64::MAX)
}

impl Collector for Results {
    fn chunk(&mut self, chunk: &Chunk) -> Result<(), Error> {
        self.bar.inc(chunk.games);
        if let Some(records) = &mut self.records {
            records.write(&chunk.records)?;
        }
        self.rows(&chunk.rows)
    }
}
