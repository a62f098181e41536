//! Plays the games to learn from, a chunk at a time; finished chunks are kept until the net is there.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::disk::{digest, durable};
use crate::error::Error;
use crate::export::folder;
use crate::flags::effort::{Effort, left};
use crate::study::learn::plan::{Learn, remove_empty, tmp};
use crate::threads::{batch::Stop, progress};
use drakkar_learn::positions::Positions;
use drakkar_play::door::Crew;
use drakkar_play::harvest::Harvest;

/// The file of all positions, if they are kept.
pub const KEPT: &str = "positions.bin";
const FOLDER: &str = "positions";
/// Games of a chunk.
const CHUNK: u64 = 100;

/// Plays what is missing, and gives all positions in the order of their deals.
pub fn reap(
    learn: &Learn,
    crew: &dyn Crew,
    out: &Path,
    effort: &Effort,
    stop: Stop<'_>,
) -> Result<Positions, Error> {
    let harvest = Harvest {
        seed: learn.table.seed_of("games"),
        per_game: learn.positions,
        stray: learn.stray,
    };
    let chunks: Vec<u64> = (0..learn.games.div_ceil(CHUNK)).collect();
    let bar = progress::bar(learn.games, effort.quiet);
    let play = |&chunk: &u64| -> Result<Option<Positions>, Error> {
        let deals = chunk * CHUNK..((chunk + 1) * CHUNK).min(learn.games);
        let path = path(out, chunk);
        let games = deals.end - deals.start;
        if let Some(positions) = read(&path, learn.table.players)? {
            bar.inc(games);
            return Ok(Some(positions));
        }
        if stop.now() {
            return Ok(None);
        }
        let positions = crew
            .harvest(&harvest, deals)
            .map_err(|reason| Error::flag("--agents", format!("cannot teach: {reason}")))?;
        write(out, &path, &positions)?;
        bar.inc(games);
        Ok(Some(positions))
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(effort.threads())
        .build()
        .map_err(|error| Error::flag("--threads", error))?;
    let played: Vec<Option<Positions>> =
        pool.install(|| chunks.par_iter().map(play).collect::<Result<_, _>>())?;
    bar.finish_and_clear();
    let there = played.iter().flatten().count();
    if there < chunks.len() {
        let (folder, all) = (out.display(), chunks.len());
        return Err(left(format!(
            "{folder} holds {there} of {all} chunks of games; run the same command to resume"
        )));
    }
    Ok(Positions::joined(learn.table.players, played.into_iter().flatten().collect()))
}

fn path(out: &Path, chunk: u64) -> PathBuf {
    out.join(FOLDER).join(format!("{}{chunk:08}.bin", durable::CHUNK))
}

/// The positions of a chunk, with the hash of the rest in the first line.
fn write(out: &Path, path: &Path, positions: &Positions) -> Result<(), Error> {
    let bytes = positions.bytes();
    let text = [digest::of(bytes).as_bytes(), b"\n", bytes].concat();
    durable::write(&tmp(out), path, &text)
}

/// The positions of a chunk, if they are there as they were written.
fn read(path: &Path, players: usize) -> Result<Option<Positions>, Error> {
    let Some(mut text) = durable::read(path)? else { return Ok(None) };
    let Some(end) = text.iter().position(|&byte| byte == b'\n') else { return Ok(None) };
    let bytes = text.split_off(end + 1);
    if digest::of(&bytes).as_bytes() != &text[..end] {
        return Ok(None);
    }
    Ok(Positions::from_bytes(players, bytes))
}

/// Removes the chunks.
pub fn clear(out: &Path) -> Result<(), Error> {
    let folder = out.join(FOLDER);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(()) };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(durable::CHUNK) {
            folder::remove(&entry.path())?;
        }
    }
    remove_empty(&folder);
    Ok(())
}
