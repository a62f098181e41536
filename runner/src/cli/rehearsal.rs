//! `--dry-run`: what a run would take, from a few of its games.

use std::iter;
use std::time::{Duration, Instant};

use comfy_table::Table;
use indicatif::HumanBytes;

use crate::cli::effort::{Effort, left};
use crate::error::Error;
use crate::journal::branching::{Branching, How};
use crate::journal::place::Place;
use crate::journal::plan::{Plan, Run};
use crate::journal::purpose::Purpose;
use crate::json;
use crate::play::batch::Collector;
use crate::play::slice::Slice;
use crate::stats::appraisal::{Appraisal, Hands, Measure};
use crate::stats::counters::SHARE_UNIT;
use crate::stats::paired::Paired;
use crate::stats::student::NORMAL_QUANTILE;
use crate::stats::sums::Sums;
use crate::study::duel::Trial;
use crate::study::session::Session;

/// Blocks that are played.
const BLOCKS: u64 = 64;

/// Adds up and writes nothing.
struct Sample {
    sums: Sums,
    games: u64,
    bytes: u64,
}

impl Collector for Sample {
    fn slice(&mut self, _: u64, slice: Slice, _: bool) -> Result<(), Error> {
        self.sums.merge(&slice.sums);
        self.games += slice.games;
        self.bytes += (slice.rows.len() + slice.records.len()) as u64;
        Ok(())
    }
}

/// Plays the first blocks of a plan and prints what the whole would take; `place` is named in errors.
///
/// # Errors
/// As [`print`].
pub(crate) fn of_plan(plan: &Plan, place: &Place, effort: &Effort) -> Result<(), Error> {
    let session = Session::new(plan, place)?;
    let chunks: Vec<u64> = (0..session.cut.chunks()).collect();
    print(&session, &chunks, effort)
}

/// Plays the first blocks and prints what `chunks` would take.
///
/// # Errors
/// The deadline, Ctrl-C, and whatever a run may meet.
pub(crate) fn print(session: &Session<'_>, chunks: &[u64], effort: &Effort) -> Result<(), Error> {
    let run = &session.plan.run;
    let fresh = session.cut.first_chunks();
    let (first, again): (Vec<u64>, Vec<u64>) = chunks.iter().partition(|&&chunk| chunk < fresh);
    let games = [&first, &again].map(|chunks| session.games_of(chunks));
    let all = games[0] + games[1];
    let threads = effort.threads();
    let mut sample = Sample { sums: Sums::new(session.layout()), games: 0, bytes: 0 };
    let least = match &run.purpose {
        // One of every cell: they differ in length.
        Some(Purpose::Branch(branching)) => BLOCKS.max(branching.cells.len() as u64),
        _ => BLOCKS,
    };
    let tried = least.min(run.blocks);
    let start = Instant::now();
    let done = session.rehearse(tried, threads, &mut sample, effort.stop())?;
    let seconds = start.elapsed().as_secs_f64();
    if done.left > 0 {
        return Err(left("too early for an estimate".to_owned()));
    }
    // Of branches the blocks differ in games.
    let of_tried = run.games_of(iter::once(0..tried)).max(1) as f64;
    let scale = all as f64 / of_tried;
    let mark = json::bytes(&sample.sums).len() as u64;
    // Rows are in the chunks first, and in games.csv when they are joined.
    let copies = if run.per_game { 2.0 } else { 1.0 };
    let disk = (sample.bytes as f64 * scale * copies) as u64 + mark * chunks.len() as u64;
    let time = |games: u64| {
        let seconds = seconds * games as f64 / of_tried;
        humantime::format_duration(Duration::from_secs(seconds.clamp(0.0, 1e10) as u64))
    };
    let disk = HumanBytes(disk);
    let mut text = match &run.purpose {
        Some(Purpose::Branch(branching)) => format!(
            "{tried} decisions with all that follows took {seconds:.2} s on {threads} threads.\n\
             The run: about {} games and rests of games in {} chunks; at most {} more on fresh deals, of \
             what stands out.\n\
             Expected time: {} on {threads} threads, at most {} with all fresh deals\n\
             Expected disk: {disk} at most while it runs\n{}",
            games[0],
            first.len(),
            games[1],
            time(games[0]),
            time(all),
            worths(branching, run, &session.names, &sample.sums)
        ),
        _ => format!(
            "{tried} blocks of {} games took {seconds:.2} s on {threads} threads.\n\
             The run: {all} games on {} deals in {} chunks.\n\
             Expected time: {} on {threads} threads\n\
             Expected disk: {disk} while it runs\n{}",
            run.games_per_block,
            all / run.games_per_block,
            chunks.len(),
            time(all),
            precision(session, &sample.sums, tried as f64)
        ),
    };
    if sample.sums.counters.failed > 0 {
        text += &format!("{} of the games tried failed.\n", sample.sums.counters.failed);
    }
    crate::cli::print(&text)
}

/// How far the intervals of worths will reach to either side, by the spread of all decisions that were tried:
/// there are too few of a single kind.
fn worths(branching: &Branching, run: &Run, names: &[String], sums: &Sums) -> String {
    let Some(branches) = &sums.branches else { return String::new() };
    let appraisal = Appraisal { branching, branches, players: run.players };
    let cells = branching.cells.iter().enumerate();
    let taken = cells.filter(|(_, cell)| cell.how == How::Taken).map(|(number, _)| number);
    let taken: Vec<usize> = taken.collect();
    if taken.is_empty() {
        return String::new();
    }
    let cells_of_kind = taken.len() as f64 / branching.repeated().len() as f64;
    let decisions = cells_of_kind * run.blocks as f64 / branching.cells.len() as f64;
    let reach = |agent: usize, measure: Measure| {
        let hands = Hands { agent, rules: 0 };
        let mut all = Paired::default();
        for &cell in &taken {
            all.merge(&appraisal.effect(cell, hands, measure).0.worth);
        }
        let unit = appraisal.effect(taken[0], hands, measure).1;
        let error = all.difference(unit, true).and_then(|found| found.error)?;
        Some(NORMAL_QUANTILE * error * (all.blocks as f64 / decisions).sqrt())
    };
    let lines = branching.agents.iter().enumerate().map(|(agent, &number)| {
        let text = |reach: Option<f64>, factor: f64| {
            reach.map_or("unknown".to_owned(), |reach| format!("± {:.2}", factor * reach))
        };
        format!(
            "Expected 95 % interval of a worth: about {} points, {} pp of win share, in the hands of {}\n",
            text(reach(agent, Measure::Margin), 1.0),
            text(reach(agent, Measure::Share), 100.0),
            names[usize::from(number)]
        )
    });
    lines.collect()
}

/// How far intervals of the whole run will reach to either side, from the errors of the sample.
fn precision(session: &Session<'_>, sums: &Sums, tried: f64) -> String {
    let run = &session.plan.run;
    // Errors shrink with the square root of the blocks.
    let shrink = (tried / run.blocks as f64).sqrt();
    let reach = |error: Option<f64>| match error {
        Some(error) if error > 0.0 => format!("± {:.5}", NORMAL_QUANTILE * error * shrink),
        _ => "unknown: the games tried all ended alike".to_owned(),
    };
    let trial = Trial::of(run);
    let effect = trial.as_ref().zip(sums.contest.as_ref()).and_then(|(t, c)| t.effect(c));
    if let Some(effect) = effect {
        let stops = matches!(run.purpose, Some(Purpose::Compare { stopping: Some(_), .. }));
        let early = if stops { ", if it does not end earlier" } else { "" };
        return format!(
            "Expected 95 % interval of the comparison: {}{early}\n",
            reach(effect.error)
        );
    }
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["agent", "expected 95 % interval of its win share"]);
    for (name, agent) in session.names.iter().zip(&sums.counters.agents) {
        let alone = session.names.len() == 1;
        let share = if alone { agent.seats[0].share } else { agent.share };
        let name = if alone { format!("{name} in seat 0") } else { name.clone() };
        table.add_row([name, reach(share.error(SHARE_UNIT))]);
    }
    format!("{table}\n")
}
