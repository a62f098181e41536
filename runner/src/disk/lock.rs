//! Who may work in a folder: one process alone, or several together.

use std::fs::{File, OpenOptions, TryLockError};
use std::{path::Path, path::PathBuf, time::Duration};

use crate::{disk::chunk_folder::ChunkFolder, disk::folders, error::Error};

pub const FILE: &str = ".drakkar-lock";

#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
    /// Whether nobody else is at work there. Not known where the file system has no locks.
    pub alone: bool,
}

/// How often and how long is waited for a process that is just leaving.
const ATTEMPTS: u32 = 40;
const PAUSE: Duration = Duration::from_millis(25);

/// Whether a process is at work in a folder, as far as locks tell; nothing is made there.
pub fn is_held(folder: &Path) -> bool {
    let file = File::open(folder.join(FILE));
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

impl Lock {
    pub fn alone(folder: &Path) -> Result<Lock, Error> {
        Lock::patiently(folder, true)
    }

    pub fn try_alone(folder: &Path) -> Result<Option<Lock>, Error> {
        Lock::attempt(folder, true)
    }

    pub fn shared(folder: &Path) -> Result<Lock, Error> {
        Lock::patiently(folder, false)
    }

    fn patiently(folder: &Path, alone: bool) -> Result<Lock, Error> {
        for attempt in 1..=ATTEMPTS {
            if let Some(lock) = Lock::attempt(folder, alone)? {
                return Ok(lock);
            }
            if attempt < ATTEMPTS {
                std::thread::sleep(PAUSE);
            }
        }
        Err(Error::Busy { path: folder.to_owned() })
    }

    /// None if somebody has it, or had it and removed the file in the meantime.
    fn attempt(folder: &Path, alone: bool) -> Result<Option<Lock>, Error> {
        folders::make(folder)?;
        let path = folder.join(FILE);
        // Somebody else's folder may link to files that are none of a run's.
        let linked = |path: &&PathBuf| path.is_symlink();
        if let Some(link) = ChunkFolder::new(folder).folders().iter().chain([&path]).find(linked) {
            return Err(Error::input(
                link,
                "is a link; files are written and removed here, so put a folder of its own in its place",
            ));
        }
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).read(true).write(true).open(&path);
        let file = file.map_err(Error::file("write", &path))?;
        let taken = match alone {
            true => file.try_lock(),
            false => file.try_lock_shared(),
        };
        Ok(match taken {
            Ok(()) => is_at(&file, &path).then(|| Lock { path, file, alone }),
            Err(TryLockError::WouldBlock) => None,
            // Not every file system has locks: there, people take care themselves.
            Err(TryLockError::Error(_)) => Some(Lock { path, file, alone: false }),
        })
    }
}

impl Drop for Lock {
    /// The last one removes the file, and the folder in which files waited, if it is empty.
    fn drop(&mut self) {
        let last = self.alone || {
            let _ = self.file.unlock();
            self.file.try_lock().is_ok() && is_at(&self.file, &self.path)
        };
        if last {
            // Before the lock is gone: somebody who has it may be about to write there.
            if let Some(folder) = self.path.parent() {
                folders::leave(&ChunkFolder::new(folder).tmp());
            }
            folders::leave_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::{fs, os::unix::fs::MetadataExt};
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (open, there) = (file.metadata().map(id), fs::metadata(path).map(id));
    matches!((open, there), (Ok(open), Ok(there)) if open == there)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_is_alone_or_several_share() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let busy = |lock: Result<Lock, Error>| matches!(lock, Err(Error::Busy { .. }));
        let one = Lock::alone(path).unwrap();
        assert!(one.alone && busy(Lock::alone(path)) && busy(Lock::shared(path)));
        drop(one);
        assert!(!path.join(FILE).exists());
        let (one, two) = (Lock::shared(path).unwrap(), Lock::shared(path).unwrap());
        drop(one);
        assert!(busy(Lock::alone(path)), "the other one is still at work");
        drop(two);
        assert!(!path.join(FILE).exists());
        // As a killed process leaves it.
        fs::write(path.join(FILE), "").unwrap();
        drop(Lock::alone(path).unwrap());
        assert!(!path.join(FILE).exists());
    }
}
