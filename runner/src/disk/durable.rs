//! Files that are whole or not there, also after a crash: written beside, flushed, renamed.

use std::io::{BufWriter, Read, Seek, Write};
use std::{fs, fs::File, io, path::Path, path::PathBuf};

use tempfile::NamedTempFile;

use crate::disk::{chunk_folder::ChunkFolder, folders, missing::if_there, ordinary};
use crate::error::Error;

/// Prefix of the names of chunks and of what becomes one.
pub const CHUNK: &str = "chunk-";
/// Of names of files that wait next to their final place.
pub const WAITING: &str = ".drakkar-";

pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let Some(mut file) = open(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(Error::file("read", path))?;
    Ok(Some(bytes))
}

/// Refuses to go on where somebody has taken away a file that stays as long as anybody is at work there.
pub fn still(path: &Path) -> Result<(), Error> {
    fs::metadata(path).map(drop).map_err(Error::file("read", path))
}

/// A file to read, if it is there. Pipes and devices, which may never end, are refused.
pub fn open(path: &Path) -> Result<Option<File>, Error> {
    match if_there(fs::metadata(path), "read", path)? {
        Some(found) if found.is_file() || found.is_dir() => {
            if_there(File::open(path), "read", path)
        }
        Some(_) => Err(Error::input(path, "is no file")),
        None => Ok(None),
    }
}

/// A new file, between whose `prefix` and `suffix` letters and digits are drawn.
pub fn named(folder: &Path, prefix: &str, suffix: &str) -> Result<NamedTempFile, Error> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // With the permissions of any other file, subject to the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
        .prefix(prefix)
        .suffix(suffix)
        .tempfile_in(folder)
        .map_err(Error::file("write into", folder))
}

/// What is flushed to disk before a file counts as written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flushed {
    /// The file was flushed before, and others flush its name.
    Nothing,
    Bytes,
    /// Its name as well, because other files rely on it.
    BytesAndName,
}

/// A file that appears in its place when it is complete.
pub struct Draft {
    pub path: PathBuf,
    file: BufWriter<NamedTempFile>,
    /// Whether it may replace another file.
    replace: bool,
    /// All but `Bytes` wait in a folder of results.
    flushed: Flushed,
    /// The SHA-256 of its bytes, once all are there.
    pub whole: Option<String>,
}

impl Draft {
    /// A file for `path` that waits in the folder `tmp`, to replace what is there. Nothing is made if the folder
    /// of all is not there: somebody has removed it.
    pub fn begin(tmp: &Path, path: &Path) -> Result<Draft, Error> {
        folders::within(tmp)?;
        Ok(Draft::of(path, named(tmp, CHUNK, "")?, true, Flushed::BytesAndName))
    }

    /// A file for `path` that waits next to it. What killed processes left of the same file goes. What is for a
    /// standard stream waits elsewhere.
    pub fn beside(path: &Path, replace: bool) -> Result<Draft, Error> {
        if ordinary::is_stream(path) {
            ordinary::take(path);
            let file = named(&std::env::temp_dir(), WAITING, "")?;
            return Ok(Draft::of(path, file, replace, Flushed::Bytes));
        }
        let folder = folders::of(path);
        folders::make(folder)?;
        // Short enough for every file system.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!("{WAITING}{}-", name.chars().take(40).collect::<String>());
        remove_abandoned(folder, &prefix);
        let file = named(folder, &prefix, "")?;
        // For as long as the process lives, so that others can tell. Not every file system has locks.
        let _ = file.as_file().try_lock();
        Ok(Draft::of(path, file, replace, Flushed::Bytes))
    }

    fn of(path: &Path, file: NamedTempFile, replace: bool, flushed: Flushed) -> Draft {
        let (path, file) = (path.to_owned(), BufWriter::new(file));
        Draft { path, file, replace, flushed, whole: None }
    }

    pub fn filled(mut self, bytes: &[u8]) -> Result<Draft, Error> {
        self.write_all(bytes).map_err(Error::file("write", &self.path))?;
        Ok(self)
    }

    /// Flushes its bytes; its name alone is left to be flushed, by the caller. For files of [results](Draft::begin).
    pub fn flushed(mut self) -> Result<Draft, Error> {
        let flushed = self.file.flush().and_then(|()| self.file.get_ref().as_file().sync_all());
        flushed.map_err(Error::made("write", &self.path))?;
        Ok(Draft { flushed: Flushed::Nothing, ..self })
    }

    /// Flushes and moves the file into place; fails if somebody has created one there that must not be replaced.
    pub fn publish(self) -> Result<(), Error> {
        let Draft { path, file, replace, flushed, .. } = self;
        let among_results = flushed != Flushed::Bytes;
        let refuse = |error: io::Error| Error::made("write", &path)(error);
        let mut file = file.into_inner().map_err(|error| refuse(error.into_error()))?;
        if let Some(mut stream) = ordinary::stream(&path) {
            file.rewind().map_err(refuse)?;
            let copied = io::copy(&mut file, &mut stream).and_then(|_| stream.flush());
            return copied.map_err(refuse);
        }
        // It may have become something else meanwhile.
        if replace && !among_results {
            ordinary::ordinary(&path)?;
        }
        let folder = folders::of(&path);
        if among_results {
            folders::within(folder)?;
        }
        if flushed != Flushed::Nothing {
            file.as_file().sync_all().map_err(refuse)?;
        }
        let kept = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        kept.map_err(|error| refuse(error.error))?;
        if flushed == Flushed::BytesAndName { folders::sync(folder) } else { Ok(()) }
    }
}

/// Removes files of such names that no process holds any more. Where that cannot be found out, they do no harm.
fn remove_abandoned(folder: &Path, prefix: &str) {
    for (name, path) in folders::entries(folder).into_iter().flatten() {
        let own = is_drawn(&name, prefix) && path.is_file();
        let open = || fs::OpenOptions::new().write(true).open(&path);
        if own && open().is_ok_and(|file| file.try_lock().is_ok()) {
            folders::leave_file(&path);
        }
    }
}

/// Whether a name was drawn: `prefix`, and as many letters and digits as `tempfile` appends.
pub fn is_drawn(name: &str, prefix: &str) -> bool {
    let drawn = name.strip_prefix(prefix);
    drawn.is_some_and(|rest| rest.len() == 6 && rest.chars().all(|c| c.is_ascii_alphanumeric()))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

pub fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    write(&ChunkFolder::new(folder).tmp(), &folder.join(name), bytes)
}

pub fn write(tmp: &Path, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    Draft::begin(tmp, path)?.filled(bytes)?.publish()
}
