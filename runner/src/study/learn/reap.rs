use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use crate::disk::{durable, seal};
use crate::error::Error;
use crate::flags::effort::{Pace, left};
use crate::study::learn::plan::{Learn, POSITIONS};
use crate::threads::{batch::StopSignal, pool, progress};
use drakkar_learn::positions::Positions;
use drakkar_play::door::Crew;
use drakkar_play::harvest::Harvest;

const CHUNK: u64 = 100;

pub fn reap(
    learn: &Learn,
    crew: &dyn Crew,
    out: &Path,
    pace: &Pace,
    stop: StopSignal<'_>,
) -> Result<Positions, Error> {
    let harvest = Harvest {
        seed: learn.table.seed_of("games"),
        per_game: learn.positions,
        stray: learn.stray,
        expected: learn.net.expected_weight > 0.0,
    };
    let chunks: Vec<u64> = (0..learn.games.div_ceil(CHUNK)).collect();
    let bar = progress::bar(learn.games, pace.quiet);
    let chunk_file = |chunk: u64| format!("{POSITIONS}/{}{chunk:08}.bin", durable::CHUNK);
    // Only how much there is of each: all positions are in memory once.
    let play = |chunk: u64, over: &AtomicBool| -> Result<Option<(usize, usize)>, Error> {
        let deals = chunk * CHUNK..((chunk + 1) * CHUNK).min(learn.games);
        let (name, games) = (chunk_file(chunk), deals.end - deals.start);
        let positions = match read(&out.join(&name), learn.table.players)? {
            Some(positions) => positions,
            None if stop.now() => return Ok(None),
            None => {
                let refused = |reason| Error::flag("--agents", format!("cannot teach: {reason}"));
                let positions = crew.harvest(&harvest, deals, over).map_err(refused)?;
                let Some(positions) = positions else { return Ok(None) };
                write(out, &name, &positions)?;
                positions
            }
        };
        bar.inc(games);
        Ok(Some((positions.len(), positions.bytes().len())))
    };
    let pool = pool(pace.threads())?;
    let played: Vec<Option<(usize, usize)>> = stop.watched(|over| {
        let played = || chunks.par_iter().map(|&chunk| play(chunk, over));
        pool.install(|| played().collect::<Result<_, _>>())
    })?;
    bar.finish_and_clear();
    let missing = |there: usize| {
        let (folder, all) = (out.display(), chunks.len());
        left(format!(
            "{folder} holds {there} of {all} chunks of games; run the same command to resume"
        ))
    };
    let there = || played.iter().flatten();
    if there().count() < chunks.len() {
        return Err(missing(there().count()));
    }
    let mut all = Positions::new(learn.table.players);
    all.reserve(there().map(|(count, _)| count).sum(), there().map(|(_, bytes)| bytes).sum());
    for &chunk in &chunks {
        // If somebody else removes it.
        let part = read(&out.join(chunk_file(chunk)), learn.table.players)?;
        all.append(&part.ok_or_else(|| missing(chunks.len() - 1))?);
    }
    Ok(all)
}

fn write(out: &Path, name: &str, positions: &Positions) -> Result<(), Error> {
    durable::put(out, name, &seal::headed(positions.bytes()))
}

fn read(path: &Path, players: usize) -> Result<Option<Positions>, Error> {
    let bytes = durable::read(path)?.and_then(seal::below_head);
    Ok(bytes.and_then(|bytes| Positions::from_bytes(players, bytes)))
}
