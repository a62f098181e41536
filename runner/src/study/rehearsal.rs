//! `--dry-run`: an estimate of a run from a few of its games.

use std::iter;
use std::time::{Duration, Instant};

use humantime::FormattedDuration;
use indicatif::{HumanBytes, ProgressBar};

use crate::export::sheet::{self, Sheet};
use crate::flags::effort::{Effort, left};
use crate::plan::run::{Plan, Run};
use crate::study::session::{Session, Totals};
use crate::{disk::place::ChunkFolder, error::Error};
use drakkar_play::{cut::Cut, json};
use drakkar_stats::{counters::SHARE_UNIT, student::NORMAL_QUANTILE, sums::Sums};

const BLOCKS: u64 = 64;

/// The sample, and the whole that it is a part of.
pub struct Tried {
    pub blocks: u64,
    pub seconds: f64,
    pub threads: usize,
    /// Games of the whole: in the first pass, and on fresh deals.
    pub games: [u64; 2],
    /// Its chunks, likewise.
    pub chunks: [usize; 2],
    /// The number of games that the sampled blocks stand for.
    games_tried: f64,
    pub disk: HumanBytes,
    games_per_block: u64,
}

impl Tried {
    pub fn time(&self, games: u64) -> FormattedDuration {
        let seconds = self.seconds * games as f64 / self.games_tried;
        humantime::format_duration(Duration::from_secs(seconds.clamp(0.0, 1e10) as u64))
    }

    /// A sample in which every block has the same games.
    pub fn blocks(&self) -> String {
        let Tried { blocks, seconds, threads, games_per_block, disk, .. } = self;
        let games: u64 = self.games.iter().sum();
        format!(
            "{blocks} blocks of {games_per_block} games took {seconds:.2} s on {threads} threads.\n\
             The run: {games} games on {} deals in {} chunks.\n\
             Expected time: {} on {threads} threads\n\
             Expected disk: {disk} while it runs\n",
            games / games_per_block,
            self.chunks.iter().sum::<usize>(),
            self.time(games),
        )
    }
}

/// Plays the first blocks of a plan and prints the estimate for the whole; `place` is named in
/// errors.
pub fn of_plan(plan: &Plan, place: &ChunkFolder, effort: &Effort) -> Result<(), Error> {
    let session = Session::new(plan, place)?;
    let chunks: Vec<u64> = (0..session.cut.chunks()).collect();
    print(&session, &chunks, effort)
}

/// Plays the first blocks and prints the estimate for `chunks`.
pub fn print(session: &Session<'_>, chunks: &[u64], effort: &Effort) -> Result<(), Error> {
    let (tried, sample) = rehearse(session, chunks, effort)?;
    let mut text = session.study.expected(&tried);
    text += &session.study.precision(&session.plan.run, &session.names, tried.blocks, &sample.sums);
    let legend = session.legend();
    if !legend.is_empty() {
        text += &sheet::plain(&[Sheet::line(legend)]);
    }
    if sample.sums.counters.failed > 0 {
        text += &format!("{} of the games tried failed.\n", sample.sums.counters.failed);
    }
    crate::export::sheet::print(&text)
}

/// Plays the first blocks, which are played again later, and reports how long `chunks` will take.
pub fn time(session: &Session<'_>, chunks: &[u64], effort: &Effort) -> Result<String, Error> {
    let (tried, _) = rehearse(session, chunks, effort)?;
    let [first, again] = tried.games;
    let (first, again) = (tried.time(first), tried.time(again));
    let threads = tried.threads;
    Ok(match tried.games[1] {
        0 => format!("takes about {first} on {threads} threads"),
        _ => format!("takes about {first}, and up to {again} more, on {threads} threads"),
    })
}

fn rehearse(
    session: &Session<'_>,
    chunks: &[u64],
    effort: &Effort,
) -> Result<(Tried, Totals), Error> {
    let (run, threads) = (&session.plan.run, effort.threads());
    let mut sample = Totals::new(session.layout(), ProgressBar::hidden());
    let blocks = BLOCKS.max(session.study.least_rehearsed()).min(run.blocks);
    let start = Instant::now();
    let cut = Cut { blocks, chunk: blocks, slice: 1, confirm: 0 };
    let done = session
        .with_task(|task| session.play(task, cut, &[0], threads, &mut sample, effort.stop()))?;
    let seconds = start.elapsed().as_secs_f64();
    if done.left > 0 {
        return Err(left("too early for an estimate".to_owned()));
    }
    let fresh = session.cut.first_chunks();
    let (first, again): (Vec<u64>, Vec<u64>) = chunks.iter().partition(|&&chunk| chunk < fresh);
    let games = [&first, &again].map(|chunks| session.games_of(chunks));
    // Blocks of branches differ in games.
    let games_tried = run.games_of(iter::once(0..blocks)).max(1) as f64;
    let scale = (games[0] + games[1]) as f64 / games_tried;
    let receipt = json::bytes(&sample.sums).len() as u64;
    // Rows are in the chunks first, and in games.csv when they are joined.
    let copies = if run.per_game { 2.0 } else { 1.0 };
    let disk = (sample.bytes as f64 * scale * copies) as u64 + receipt * chunks.len() as u64;
    let tried = Tried {
        blocks,
        seconds,
        threads,
        games,
        chunks: [first.len(), again.len()],
        games_tried,
        disk: HumanBytes(disk),
        games_per_block: run.games_per_block,
    };
    Ok((tried, sample))
}

/// How far intervals of the win shares will extend to either side, from the errors of the sample.
pub fn shares(run: &Run, names: &[String], tried: u64, sums: &Sums) -> String {
    let rows = names.iter().zip(&sums.counters.agents).map(|(name, agent)| {
        let alone = names.len() == 1;
        let share = if alone { agent.seats[0].share } else { agent.share };
        let name = if alone { format!("{name} in seat 0") } else { name.clone() };
        vec![name, reach(run, tried, share.error(SHARE_UNIT))]
    });
    let head = ["agent", "expected 95 % interval of its win share"];
    sheet::plain(&[Sheet::new("", &head, 1, rows)])
}

/// How far an interval of the whole run will extend, from the error of the sample.
pub fn reach(run: &Run, tried: u64, error: Option<f64>) -> String {
    // Errors shrink with the square root of the blocks.
    let shrink = (tried as f64 / run.blocks as f64).sqrt();
    match error {
        Some(error) if error > 0.0 => format!("± {:.5}", NORMAL_QUANTILE * error * shrink),
        _ => "unknown: the games tried all ended alike".to_owned(),
    }
}
