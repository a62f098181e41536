//! Files that are read back: their bytes are compared with the hash kept of them while they are used.

use std::{fs::File, io, io::ErrorKind, io::Read, path::Path, path::PathBuf};

use sha2::{Digest, Sha256};

use crate::disk::{changed::Changed, changed::is_change, digest, durable};
use crate::error::Error;

/// A file whose bytes have a known SHA-256, if there is one. At its end it gives an error if they had another one,
/// so what was read counts only if it was read to the end.
pub struct HashedFile {
    path: PathBuf,
    file: File,
    hash: Sha256,
    expected: Option<String>,
}

impl HashedFile {
    pub fn open(path: &Path, sha256: Option<&str>) -> Result<Option<HashedFile>, Error> {
        Ok(durable::open(path)?.map(|file| HashedFile::of(path, file, sha256)))
    }

    fn of(path: &Path, file: File, sha256: Option<&str>) -> HashedFile {
        let expected = sha256.map(str::to_owned);
        HashedFile { path: path.to_owned(), file, hash: Sha256::new(), expected }
    }

    /// The file, which was there a moment ago.
    pub fn still(path: &Path, sha256: Option<&str>) -> Result<HashedFile, Error> {
        let gone = || Error::file("read", path)(ErrorKind::NotFound.into());
        HashedFile::open(path, sha256)?.ok_or_else(gone)
    }

    /// A file that the user named: it may be a pipe.
    pub fn named(path: &Path, sha256: Option<&str>) -> Result<HashedFile, Error> {
        let file = File::open(path).map_err(|error| Error::unread(path, &error))?;
        Ok(HashedFile::of(path, file, sha256))
    }

    pub fn is_known(&self) -> bool {
        self.expected.is_some()
    }

    pub fn size(&self) -> Result<u64, Error> {
        Ok(self.file.metadata().map_err(Error::file("read", &self.path))?.len())
    }

    pub fn bytes(mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes).map_err(Error::file("read", &self.path))?;
        Ok(bytes)
    }

    pub fn whole(mut self) -> Result<bool, Error> {
        match io::copy(&mut self, &mut io::sink()) {
            Ok(_) => Ok(true),
            Err(error) if is_change(&error) => Ok(false),
            Err(error) => Err(Error::file("read", &self.path)(error)),
        }
    }
}

impl Read for HashedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.hash.update(&buffer[..count]);
        let at_end = count == 0 && !buffer.is_empty();
        if at_end && self.expected.as_ref().is_some_and(|hash| *hash != digest::text(&self.hash)) {
            return Err(io::Error::other(Changed));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_used_is_what_is_hashed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let hash = crate::disk::digest::of(b"one\ntwo\n");
        let open = || HashedFile::open(&path, Some(&hash));
        assert!(open().unwrap().is_none());
        fs::write(&path, "one\ntwo\n").unwrap();
        assert_eq!(open().unwrap().unwrap().bytes().unwrap(), b"one\ntwo\n");
        assert!(open().unwrap().unwrap().whole().unwrap());
        // Changed, cut or longer, also after it was opened.
        for text in ["one\ntwp\n", "one\n", "", "one\ntwo\nthree\n"] {
            let (checked, read) = (open().unwrap().unwrap(), open().unwrap().unwrap());
            fs::write(&path, text).unwrap();
            assert!(!checked.whole().unwrap(), "{text}");
            let error = read.bytes().unwrap_err();
            assert!(error.to_string().contains("are not those that were written"), "{error}");
            assert_eq!(error.exit_code(), 75);
            fs::write(&path, "one\ntwo\n").unwrap();
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(HashedFile::still(&path, None).map(drop).unwrap_err().exit_code(), 75);
    }
}
