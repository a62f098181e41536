//! `--dry-run`: what a run would take, from a few of its games.

use std::time::{Duration, Instant};

use comfy_table::Table;
use drakkar_agents::heuristic::Playable;
use drakkar_engine::recorded::Recorded;
use indicatif::HumanBytes;

use crate::cli::effort::{Effort, left};
use crate::error::Error;
use crate::games::with_game;
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::journal::purpose::Purpose;
use crate::play::batch::Collector;
use crate::play::slice::Slice;
use crate::stats::counters::SHARE_UNIT;
use crate::stats::sums::Sums;
use crate::study::duel::Trial;
use crate::study::session::{Session, suits};

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
    with_game!(&plan.run.game, G if suits::<G>(plan) => {
        let session: Session<'_, G> = Session::new(plan, place)?;
        let chunks: Vec<u64> = (0..session.cut.chunks()).collect();
        print(&session, &chunks, effort)
    })?
}

/// Plays the first blocks and prints what `chunks` would take.
///
/// # Errors
/// The deadline, Ctrl-C, and whatever a run may meet.
pub(crate) fn print<G: Recorded + Playable>(
    session: &Session<'_, G>,
    chunks: &[u64],
    effort: &Effort,
) -> Result<(), Error> {
    let run = &session.plan.run;
    let games = session.games_of(chunks);
    let blocks = games / run.games_per_block;
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
    let scale = blocks as f64 / tried as f64;
    let mark = serde_json::to_vec(&sample.sums).map_or(0, |text| text.len() as u64);
    // Rows are in the chunks first, and in games.csv when they are joined.
    let copies = if run.per_game { 2.0 } else { 1.0 };
    let disk = (sample.bytes as f64 * scale * copies) as u64 + mark * chunks.len() as u64;
    let expected = Duration::from_secs((seconds * scale).clamp(0.0, 1e10) as u64);
    let mut text = format!(
        "{tried} blocks of {} games took {seconds:.2} s on {threads} threads.\n\
         The run: {games} games on {blocks} deals in {} chunks.\n\
         Expected time: {} on {threads} threads\n\
         Expected disk: {} while it runs\n",
        run.games_per_block,
        chunks.len(),
        humantime::format_duration(expected),
        HumanBytes(disk),
    );
    if !matches!(run.purpose, Some(Purpose::Branch(_))) {
        text += &precision(session, &sample.sums, tried as f64);
    }
    if sample.sums.counters.failed > 0 {
        text += &format!("{} of the games tried failed.\n", sample.sums.counters.failed);
    }
    crate::cli::print(&text)
}

/// How far intervals of the whole run will reach to either side, from the errors of the sample.
fn precision<G: Recorded + Playable>(session: &Session<'_, G>, sums: &Sums, tried: f64) -> String {
    let run = &session.plan.run;
    // Errors shrink with the square root of the blocks.
    let shrink = (tried / run.blocks as f64).sqrt();
    let reach = |error: Option<f64>| match error {
        Some(error) if error > 0.0 => format!("± {:.5}", 1.96 * error * shrink),
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
