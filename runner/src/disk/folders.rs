//! Folders: made, flushed, listed, and removed once they are empty.

use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};
use std::{collections::BTreeSet, fs, fs::File, io, io::ErrorKind, path::Path, path::PathBuf};

use crate::{disk::made, disk::missing::if_there, error::Error, error::tell};
use drakkar_engine::input::refusal;

pub fn of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Makes a folder and those that it is in, as far as they are missing.
pub fn make(folder: &Path) -> Result<(), Error> {
    match within(folder) {
        Err(Error::File { source, .. })
            if source.kind() == ErrorKind::NotFound && of(folder) != folder =>
        {
            make(of(folder))?;
            within(folder)
        }
        made => made,
    }
}

/// Makes a folder in one that is there, if it is missing.
pub fn within(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    let refuse = Error::file("create", folder);
    match fs::create_dir(folder) {
        Ok(()) => {
            made::add(folder);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match fs::metadata(folder) {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(refuse(error)),
            Err(error) => Err(Error::made("read", folder)(error)),
        },
        Err(error) => Err(refuse(error)),
    }
}

pub fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let names = if_there(names(folder), "read", folder)?.unwrap_or_default();
    let entry = |name: OsString| (name.to_string_lossy().into_owned(), folder.join(&name));
    let mut found: Vec<(String, PathBuf)> = names.into_iter().map(entry).collect();
    found.sort();
    Ok(found)
}

/// That of the standard library panics if the folder cannot be closed.
#[cfg(unix)]
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    use rustix::fs::{Dir, Mode, OFlags, open};
    use std::os::unix::ffi::OsStringExt;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut names = Vec::new();
    for entry in Dir::new(open(folder, flags, Mode::empty())?)? {
        let name = entry?.file_name().to_bytes().to_vec();
        if name != b"." && name != b".." {
            names.push(OsString::from_vec(name));
        }
    }
    Ok(names)
}

#[cfg(not(unix))]
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Removes a file that is not needed any more; whether it is gone.
pub fn leave_file(path: &Path) -> bool {
    told(path, fs::remove_file(path))
}

/// Removes a folder that is not needed any more, if it is empty: what is not ours stays. Whether nothing of it is left
/// that a later command has to remove.
pub fn leave(folder: &Path) -> bool {
    match fs::remove_dir(folder) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {
            // NFS keeps files under such names as long as a process has them open.
            let open = |(name, _): &(String, PathBuf)| name.starts_with(".nfs");
            let kept = entries(folder).is_ok_and(|inside| inside.iter().all(open));
            !kept || told(folder, Err(error))
        }
        removed => told(folder, removed),
    }
}

/// Paths that could not be removed are told once, however often it is tried.
fn told(path: &Path, removed: io::Result<()>) -> bool {
    static TOLD: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let mut known = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
            if known.insert(path.to_owned()) {
                let (path, reason) = (path.display(), refusal(&error));
                tell(&format!("cannot remove {path}: {reason}; the next command here removes it"));
            }
            false
        }
        _ => true,
    }
}

pub fn sync(folder: &Path) -> Result<(), Error> {
    // On other systems, folders cannot be opened as files.
    if cfg!(unix) {
        let open = File::open(folder).and_then(|folder| folder.sync_all());
        open.map_err(Error::made("write into", folder))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_made_and_left() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        assert_eq!(within(&at("a/b")).unwrap_err().exit_code(), 75, "somebody has removed a");
        make(&at("a/b/c")).and_then(|()| make(&at("a/b/c"))).unwrap();
        assert!(made::has(&at("a/b/file")) && !made::has(place.path()));
        fs::write(at("a/file"), "").unwrap();
        assert_eq!(make(&at("a/file")).unwrap_err().exit_code(), 2);
        assert_eq!(make(&at("a/file/d")).unwrap_err().exit_code(), 2);
        let names = |name: &str| entries(&at(name)).unwrap().into_iter().map(|(name, _)| name);
        assert_eq!(names("a").collect::<Vec<_>>(), ["b", "file"]);
        assert_eq!(names("none").count(), 0);
        // What is not ours stays, and is no business of ours; what is open on NFS goes later.
        assert!(leave(&at("a")) && at("a").exists());
        fs::write(at("a/b/c/.nfs000012"), "").unwrap();
        assert!(!leave(&at("a/b/c")));
        assert!(leave_file(&at("a/b/c/.nfs000012")) && leave(&at("a/b/c")) && leave(&at("a/b/c")));
        assert!(!at("a/b/c").exists() && leave_file(&at("a/none")) && !leave_file(&at("a/b")));
    }
}
