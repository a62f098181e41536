//! Files that a flag names: never over anything but an ordinary file, and only if replacing was requested.

use std::{ffi::OsStr, io::BufRead, io::BufReader, io::Write, path::Path, path::PathBuf};

use crate::disk::{chunk_folder::ChunkFile, folders, hashed_file::HashedFile};
use crate::disk::{digest::Hashing, durable::Draft, ordinary::is_stream, ordinary::ordinary};
use crate::journal::failed_game;
use crate::{error::Error, export::manifest, export::verify::without_manifest};

/// The ending of files of records among results.
pub const RECORDS: Option<&str> = Some("jsonl");

/// Checks that there is no such file, unless it is an ordinary one that may be replaced, and in the way of no results:
/// among these it may lie if it has the `ending`. `flag` names it. The standard streams are written through.
pub fn free(path: &Path, flag: &str, ending: Option<&str>, replace: bool) -> Result<(), Error> {
    if is_stream(path) {
        return Ok(());
    }
    if ordinary(path)? && !replace {
        let reason = format!("exists; choose another name for {flag}, or replace it with --force");
        return Err(Error::input(path, reason));
    }
    beside_results(path, ending, None)
}

pub fn differs(out: &Path, read: &Path) -> Result<(), Error> {
    if real(out).is_some_and(|out| Some(out) == real(read)) {
        return Err(Error::input(out, "is what is read; choose another name for --out"));
    }
    Ok(())
}

pub fn open(path: &Path, flag: &str, ending: Option<&str>, replace: bool) -> Result<Draft, Error> {
    free(path, flag, ending, replace)?;
    Draft::beside(path, replace)
}

/// Whether the file of records is there with this SHA-256; any will do if there is none. A file with other bytes is
/// refused: somebody may need it.
pub fn holds(path: &Path, sha256: Option<&str>) -> Result<bool, Error> {
    if is_stream(path) {
        return Ok(false);
    }
    let Some(file) = HashedFile::open(path, sha256)? else { return Ok(false) };
    if !file.whole()? {
        let reason = "is not what this run wrote; choose another name for --record, or replace it with --force";
        return Err(Error::input(path, reason));
    }
    Ok(true)
}

/// Checks that a file is not in the way of results, where its folder has some or will have them, or where the run that
/// writes it will put them. With the `ending` it may lie there.
pub fn beside_results(path: &Path, ending: Option<&str>, run: Option<&Path>) -> Result<(), Error> {
    let Some(file) = real(path) else { return Ok(()) };
    let own = folders::of(path);
    let has_results = own.join(manifest::FILE).is_file() || without_manifest(own).is_some();
    let own = has_results.then_some(own);
    let is_in_the_way = |folder: &&Path| {
        let Some(inside) = real(folder).and_then(|folder| file.strip_prefix(folder).ok()) else {
            return false;
        };
        let found = inside.extension().and_then(OsStr::to_str);
        inside.components().count() != 1
            || ending.is_none()
            || found != ending
            || inside == Path::new(failed_game::FILE)
    };
    let Some(folder) = run.into_iter().chain(own).find(is_in_the_way) else { return Ok(()) };
    let or = ending
        .map(|ending| format!(", or another name that ends in .{ending}"))
        .unwrap_or_default();
    let folder = folder.display();
    let reason = format!("is for the results in {folder}; choose another folder{or}");
    Err(Error::input(path, reason))
}

/// The path without links, also of what is not there yet.
fn real(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find(|above| above.exists())?;
    let rest = path.strip_prefix(there).ok()?;
    let there = there.canonicalize().ok()?;
    // Nothing appended, lest a file get a slash at its end.
    Some(if rest.as_os_str().is_empty() { there } else { there.join(rest) })
}

/// Puts parts that each have the lines of `head` before their own into a file that has these once, unless it is whole
/// already; with its SHA-256.
pub fn joined(
    head: &[u8],
    parts: &[ChunkFile],
    mut draft: Draft,
) -> Result<(Draft, String), Error> {
    if let Some(sha256) = draft.whole.take() {
        return Ok((draft, sha256));
    }
    let path = draft.path.clone();
    let mut output = Hashing::new(draft);
    output.write_all(head).map_err(Error::file("write", &path))?;
    let lines = head.iter().filter(|&&byte| byte == b'\n').count();
    parts.iter().try_for_each(|part| join(part, lines, &mut output, &path))?;
    Ok(output.finish())
}

/// Appends a file with this SHA-256 to `output`, without its first lines: so many are its `head`.
fn join(
    (part, sha256): &ChunkFile,
    head: usize,
    output: &mut impl Write,
    target: &Path,
) -> Result<(), Error> {
    let mut lines = BufReader::with_capacity(1 << 16, HashedFile::still(part, Some(sha256))?);
    for _ in 0..head {
        lines.skip_until(b'\n').map_err(Error::file("read", part))?;
    }
    loop {
        let bytes = lines.fill_buf().map_err(Error::file("read", part))?;
        let count = bytes.len();
        if count == 0 {
            return Ok(());
        }
        output.write_all(bytes).map_err(Error::file("write", target))?;
        lines.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use crate::disk::digest;

    /// Whatever was checked before: the bytes that are joined are those of the receipt.
    #[test]
    fn what_changed_since_it_was_checked_is_not_joined() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let part = (path.clone(), digest::of(b"head\n1\n2\n"));
        let joined = |head| {
            let mut output = Vec::new();
            join(&part, head, &mut output, Path::new("all")).map(|()| output)
        };
        fs::write(&path, "head\n1\n2\n").unwrap();
        assert_eq!(joined(1).unwrap(), b"1\n2\n");
        assert_eq!(joined(0).unwrap(), b"head\n1\n2\n");
        // A changed digit, also in the line that is left out; half of it; nothing.
        for text in ["head\n1\n3\n", "heaD\n1\n2\n", "head\n1\n", ""] {
            fs::write(&path, text).unwrap();
            let error = joined(1).unwrap_err();
            assert_eq!(error.exit_code(), 75, "{text}");
            assert!(error.to_string().contains("are not those that were written"), "{error}");
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(joined(1).unwrap_err().exit_code(), 75);
    }
}
