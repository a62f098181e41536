use std::{iter, sync::atomic::Ordering, time::Duration, time::Instant};

use indicatif::HumanBytes;

use crate::export::sheet::{Sheet, Style};
use crate::export::{answer::StudyReport, figure::counted, figure::time_of};
use crate::flags::effort::{Effort, left};
use crate::threads::batch::StopSignal;
use crate::{error::Error, study::estimate::Tried, study::session::Session};
use drakkar_play::{batch::BatchResult, chunking::ChunkLayout, json};
use drakkar_stats::sums::Sums;

/// Blocks to try, fewer if agents think long: none is begun after so long, or after a part of the time to the deadline.
type Limits = (u64, Duration);
const WHOLE: Limits = (64, Duration::from_secs(10));
pub const OF_PART: Limits = (2048, Duration::from_secs(4));
const PART: u32 = 10;

/// Plays the first blocks and prints what these chunks, or all, would take.
pub fn print(
    session: &Session<'_>,
    chunks: Option<&[u64]>,
    effort: &Effort,
    style: Style,
) -> Result<(), Error> {
    let threads = effort.pace.threads();
    let (tried, sums) = rehearse(session, chunks, threads, effort.stop(), WHOLE)?;
    let mut sheets = vec![tried.sheet(session.study.expected(&tried))];
    let run = &session.plan.run;
    sheets.extend(session.study.precision(run, &session.task.names, &tried, &sums));
    sheets.extend(session.legend());
    let failed = sums.counters.failed + sums.counters.lost;
    if failed > 0 {
        sheets.push(Sheet::line(format!("{failed} of the games tried failed.")));
    }
    StudyReport::tables(sheets).print(style)
}

pub fn time(session: &Session<'_>, threads: usize, stop: StopSignal<'_>) -> Result<String, Error> {
    let (tried, _) = rehearse(session, None, threads, stop, WHOLE)?;
    let [first, again] = tried.games;
    let [first, all] = [first, first + again].map(|games| tried.seconds_of(games));
    // Less than a second is not about less than a second.
    let about = if first < 1.0 { "" } else { "about " };
    let most = match again {
        0 => String::new(),
        _ => format!(", with replication at most {}", time_of(all)),
    };
    let on = counted(threads as u64, "thread", "threads");
    Ok(format!("takes {about}{} on {on}{most}", time_of(first)))
}

pub fn rehearse(
    session: &Session<'_>,
    chunks: Option<&[u64]>,
    threads: usize,
    stop: StopSignal<'_>,
    (blocks, longest): Limits,
) -> Result<(Tried, Sums), Error> {
    let blocks = blocks.max(session.study.least_rehearsed());
    let run = &session.plan.run;
    let (mut sums, mut bytes) = (Sums::new(session.task.layout()), 0);
    let mut add = |batch: BatchResult| {
        sums.merge(&batch.sums);
        bytes += batch.rows.len() + batch.records.len();
        Ok(())
    };
    let blocks = blocks.min(run.blocks);
    let start = Instant::now();
    // Each block is a chunk, so that time can be up after any.
    let chunking = ChunkLayout { blocks, chunk: 1, batch: 1, confirm: 0 };
    let each: Vec<u64> = (0..blocks).collect();
    let left_over = stop.deadline.map(|deadline| deadline.saturating_duration_since(start) / PART);
    let deadline = Some(start + left_over.map_or(longest, |part| part.min(longest)));
    let stop = StopSignal { deadline, ..stop };
    let done = session.play(chunking, &each, threads, &mut add, stop)?;
    let seconds = start.elapsed().as_secs_f64();
    let blocks = done.played;
    if blocks == 0 || stop.asked.load(Ordering::Relaxed) {
        return Err(left("too early for an estimate".to_owned()));
    }
    let fresh = session.chunking.first_chunks();
    let chunks = chunks.map_or_else(|| (0..session.chunking.chunks()).collect(), <[u64]>::to_vec);
    let (first, again): (Vec<u64>, Vec<u64>) = chunks.iter().partition(|&&chunk| chunk < fresh);
    let games = [&first, &again].map(|chunks| session.games_of(chunks));
    // Blocks of branches differ in games.
    let games_tried = run.games_of(iter::once(0..blocks)).max(1) as f64;
    let scale = (games[0] + games[1]) as f64 / games_tried;
    let receipt = json::bytes(&sums).len() as u64;
    // Rows are in the chunks first, and in games.csv when they are joined.
    let copies = if run.per_game { 2.0 } else { 1.0 };
    let disk = (bytes as f64 * scale * copies) as u64 + receipt * chunks.len() as u64;
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
    Ok((tried, sums))
}
