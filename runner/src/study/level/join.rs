use std::{path::Path, slice, thread::sleep, time::Duration};

use crate::export::figure::counted;
use crate::flags::effort::{Effort, left};
use crate::journal::chunks::ChunkIndex;
use crate::study::level::plan::{Level, clear_chunks, parts};
use crate::study::session::{PlayedChunks, Session};
use crate::{disk::chunk_folder::ChunkFolder, disk::lock::Lock, export::cleanup, export::manifest};
use crate::{
    error::Error, plan::run::Plan, study::plan_file::PlanFile, threads::batch::StopSignal,
};

const PAUSE: Duration = Duration::from_millis(200);

pub fn is_at(folder: &Path) -> Result<bool, Error> {
    Ok(PlanFile::<Level>::read(folder)?.is_some())
}

pub fn join(folder: &Path, shard: Option<(u64, u64)>, effort: &Effort) -> Result<(), Error> {
    let stop = effort.stop();
    let told = |all: &PlayedChunks, end: &str| {
        let played = counted(all.chunks, "chunk", "chunks");
        format!("{played} played; {} {end}", folder.display())
    };
    let mut all = PlayedChunks::default();
    while !is_done(folder) {
        let round = round(folder, shard, effort, stop)?;
        all.add(&round);
        if is_done(folder) {
            break;
        }
        if stop.now() {
            return Err(left(told(&all, "is not finished")));
        }
        if round.chunks > 0 {
            continue;
        }
        // Where the file system has no locks, nobody knows.
        if Lock::try_alone(folder)?.is_some_and(|lock| lock.alone) && !is_done(folder) {
            let next = "has nothing to play; start the command again that began it";
            return Err(left(told(&all, next)));
        }
        sleep(PAUSE);
    }
    // The command leaves those where somebody was at work.
    clear_chunks(folder)?;
    effort.pace.note(&told(&all, "is finished"));
    all.verdict()
}

fn is_done(folder: &Path) -> bool {
    folder.join(manifest::FILE).is_file()
}

fn round(
    folder: &Path,
    shard: Option<(u64, u64)>,
    effort: &Effort,
    stop: StopSignal<'static>,
) -> Result<PlayedChunks, Error> {
    let mut played = PlayedChunks::default();
    for part in parts(folder)? {
        let place = ChunkFolder::new(&part);
        // Others are of tunes.
        if is_done(&part) || !place.plan().is_file() {
            continue;
        }
        // From here on, nobody removes or replaces anything.
        let Ok(_lock) = cleanup::enter_shared(&part) else { continue };
        let Some(plan) = Plan::read(&place)?.filter(|_| !is_done(&part)) else { continue };
        let session = Session::new(&plan, &place)?;
        let mut index = ChunkIndex::open(&plan, slice::from_ref(&place))?;
        let todo = in_turn(session.survey(&mut index)?.1, shard);
        if todo.is_empty() {
            continue;
        }
        played.add(&session.work(&todo, &mut index, (&effort.pace, stop), None)?);
    }
    Ok(played)
}

/// Chunks in the order in which they are played: first those of the shard, in which the command of the levelling, which
/// goes from the first one to the last, finds them played; then the others, from the last one on.
fn in_turn(chunks: Vec<u64>, shard: Option<(u64, u64)>) -> Vec<u64> {
    let is_own = |chunk: &u64| shard.is_some_and(|(index, count)| chunk % count == index);
    let (mut own, others): (Vec<u64>, Vec<u64>) = chunks.into_iter().partition(is_own);
    own.extend(others.into_iter().rev());
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_chunks_come_first_and_the_others_from_the_end() {
        let chunks = |shard| in_turn((0..8).collect(), shard);
        assert_eq!(chunks(Some((1, 3))), [1, 4, 7, 6, 5, 3, 2, 0]);
        assert_eq!(chunks(None), [7, 6, 5, 4, 3, 2, 1, 0]);
    }
}
