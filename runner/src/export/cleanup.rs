//! What a run removes at its end, and what killed processes left behind.

use std::{fs, path::Path, path::PathBuf};

use crate::disk::lock::{self, Lock};
use crate::disk::{chunk_folder::ChunkFolder, durable, folders};
use crate::disk::{missing::if_there, missing::remove};
use crate::{error::Error, error::tell, export::manifest};

/// Takes a folder for this process alone, without what killed ones left there.
pub fn enter(folder: &Path) -> Result<Lock, Error> {
    let lock = Lock::alone(folder)?;
    sweep(folder, &lock);
    Ok(lock)
}

/// The same together with others that share it.
pub fn enter_shared(folder: &Path) -> Result<Lock, Error> {
    if let Some(lock) = Lock::try_alone(folder)? {
        sweep(folder, &lock);
    }
    Lock::shared(folder)
}

/// Notes, before the results are there, whether the chunks go once they are: after a kill in between, the next goes on.
pub fn announce(place: &ChunkFolder, clears: bool) -> Result<(), Error> {
    let mark = mark(place);
    if clears { durable::write(&place.tmp(), &mark, b"") } else { remove(&mark) }
}

pub fn is_begun(place: &ChunkFolder) -> bool {
    mark(place).is_file() && place.root().join(manifest::FILE).is_file()
}

fn mark(place: &ChunkFolder) -> PathBuf {
    place.tmp().join("clearing")
}

/// Goes on with what a killed process was about to remove, unless somebody is at work there.
pub fn go_on(place: &ChunkFolder) {
    let (folder, [done, ..]) = (place.root(), place.folders());
    let waiting = place.tmp().is_dir();
    // Without chunks, nothing waits to become one.
    let leaving = waiting && !done.is_dir();
    let locked = folder.join(lock::FILE).is_file();
    if !is_begun(place) && !waiting && !locked {
        return;
    }
    // A finished run can be read where nothing can be written.
    let Ok(Some(lock)) = Lock::try_alone(folder) else { return };
    sweep(folder, &lock);
    if lock.alone && (is_begun(place) || leaving) {
        try_chunks(folder);
    }
}

/// Removes what killed workers left in a folder with chunks, where nobody is at work; it does no harm.
pub fn tidy(place: &ChunkFolder) {
    let left = place.tmp().is_dir() || place.root().join(lock::FILE).is_file();
    if left && let Ok(Some(lock)) = Lock::try_alone(place.root()) {
        sweep(place.root(), &lock);
    }
}

/// Removes the chunks of a run, and nothing else that may lie in their folders; then the note about it.
pub fn chunks(folder: &Path) -> Result<(), Error> {
    let place = ChunkFolder::new(folder);
    let [rest @ .., tmp] = place.folders();
    let mut gone = true;
    for path in rest {
        gone &= drafts(&path)?;
    }
    if gone {
        remove(&mark(&place))?;
    }
    drafts(&tmp).map(drop)
}

/// The same of a run that is finished: what cannot be removed is told, and the next command removes it.
pub fn try_chunks(folder: &Path) {
    if let Err(error) = chunks(folder) {
        tell(&format!("{error}; the next command here removes it"));
    }
}

/// Removes the chunks of a run that is finished, unless somebody is at work there or nothing can be written.
pub fn finished_chunks(place: &ChunkFolder) {
    let folder = place.root();
    let there = folder.join(manifest::FILE).is_file()
        && (place.folders().iter().any(|path| path.is_dir()) || folder.join(lock::FILE).is_file());
    if there
        && let Ok(Some(lock)) = Lock::try_alone(folder)
        && lock.alone
    {
        try_chunks(folder);
    }
}

/// Removes files of chunks, and the folder if it held nothing else. Whether nothing of it is left.
pub fn drafts(folder: &Path) -> Result<bool, Error> {
    // Most are empty, or not there.
    if if_there(fs::remove_dir(folder), "remove", folder).is_ok() {
        return Ok(true);
    }
    let entries = folders::entries(folder)?;
    let own = entries.iter().filter(|(name, _)| name.starts_with(durable::CHUNK));
    // As many as can be.
    own.map(|(_, path)| remove(path)).fold(Ok(()), Result::and)?;
    Ok(folders::leave(folder))
}

/// Removes files that were being written when a process was killed. What cannot be removed does no harm.
fn sweep(folder: &Path, lock: &Lock) {
    if !lock.alone {
        return;
    }
    for (name, path) in folders::entries(&ChunkFolder::new(folder).tmp()).into_iter().flatten() {
        if name.starts_with(durable::CHUNK) {
            folders::leave_file(&path);
        }
    }
}
