//! Files that grow while work goes on, such as `tune.csv`. Until a manifest has the hash of the whole, a second
//! file in the folder `tmp` has the hash of what was there after each write.

use std::{cell::RefCell, path::Path, path::PathBuf};

use crate::{disk::digest, disk::durable, disk::missing, error::Error, error::tell};

#[derive(Debug)]
pub struct AppendLog {
    pub path: PathBuf,
    tmp: PathBuf,
    hashes: PathBuf,
    now: RefCell<Option<String>>,
}

impl AppendLog {
    pub fn of(folder: &Path, name: &str) -> AppendLog {
        let tmp = folder.join("tmp");
        let hashes = tmp.join(format!("{name}.sha256"));
        AppendLog { path: folder.join(name), tmp, hashes, now: RefCell::default() }
    }

    /// What was written, up to the end of the last write that is there unchanged; the rest is removed, and has
    /// to be made anew. Of what is finished, the hash is in a manifest.
    pub fn read(&self, finished: Option<String>) -> Result<Vec<u8>, Error> {
        let mut bytes = durable::read(&self.path)?.unwrap_or_default();
        let whole = || finished.map(|hash| format!("{} {hash}\n", bytes.len()).into_bytes());
        let hashes = durable::read(&self.hashes)?.or_else(whole).unwrap_or_default();
        let end = digest::intact(&bytes, marks(&String::from_utf8_lossy(&hashes)));
        if end < bytes.len() {
            let line = 1 + bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
            let path = self.path.display();
            tell(&format!(
                "{path} is not as it was written; line {line} and those below are made anew"
            ));
            bytes.truncate(end);
            durable::write(&self.tmp, &self.path, &bytes)?;
        }
        self.now.replace(Some(digest::of(&bytes)).filter(|_| !bytes.is_empty()));
        Ok(bytes)
    }

    /// Replaces the file by one that begins with what it held. The hash comes first: without its bytes it does no harm.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Error> {
        let hashes = durable::read(&self.hashes)?.unwrap_or_default();
        let hashes = String::from_utf8_lossy(&hashes);
        let before = marks(&hashes).filter(|(end, _)| *end < bytes.len());
        let now = digest::of(bytes);
        let line = |(end, hash): (usize, &str)| format!("{end} {hash}\n");
        let lines: String = before.chain([(bytes.len(), &*now)]).map(line).collect();
        durable::write(&self.tmp, &self.hashes, lines.as_bytes())?;
        durable::write(&self.tmp, &self.path, bytes)?;
        self.now.replace(Some(now));
        Ok(())
    }

    pub fn sha256(&self) -> Option<String> {
        self.now.borrow().clone()
    }

    pub fn finish(&self) -> Result<(), Error> {
        missing::remove(&self.hashes)
    }
}

/// The number of bytes after each write, and their hash. Lines that say something else are damaged.
fn marks(hashes: &str) -> impl Iterator<Item = (usize, &str)> {
    hashes.lines().filter_map(|line| {
        let (end, hash) = line.split_once(' ')?;
        Some((end.parse().ok()?, hash))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_changed_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = AppendLog::of(folder.path(), "a.csv");
        let of = |hash: Option<String>| String::from_utf8(file.read(hash).unwrap()).unwrap();
        let read = || of(None);
        assert_eq!(read(), "");
        let texts = ["a\n", "a\n1\n", "a\n1\n2\n", "a\n1\n2\n3\n"];
        texts.iter().for_each(|text| file.write(text.as_bytes()).unwrap());
        let (whole, hashes) = (texts[3], fs::read_to_string(&file.hashes).unwrap());
        assert_eq!((read().as_str(), hashes.lines().count()), (whole, 4));
        // Whatever bit flips, all writes before it are there, and no other byte.
        for at in 0..whole.len() {
            let mut bytes = whole.as_bytes().to_vec();
            bytes[at] ^= 1;
            fs::write(&file.path, bytes).unwrap();
            let kept = texts[at / 2].len() - 2;
            assert_eq!(read(), whole[..kept], "{at}");
            assert_eq!(fs::read_to_string(&file.path).unwrap(), whole[..kept], "{at}");
        }
        // A file that was cut ends with a write.
        for end in 0..whole.len() {
            fs::write(&file.path, &whole[..end]).unwrap();
            assert_eq!(read(), whole[..end / 2 * 2], "{end}");
        }
        // A damaged hash costs its write, and a damaged end of a line the next one too.
        fs::write(&file.path, whole).unwrap();
        for at in 0..hashes.len() {
            let mut bytes = hashes.clone().into_bytes();
            bytes[at] ^= 1;
            fs::write(&file.hashes, bytes).unwrap();
            let found = read();
            assert!(texts[1..].contains(&&*found), "{at}: {found}");
            fs::write(&file.path, whole).unwrap();
        }
        fs::write(&file.hashes, "").unwrap();
        assert_eq!(read(), "");
        // Written again, it has all hashes that are of use.
        fs::write(&file.hashes, &hashes).unwrap();
        file.write(texts[1].as_bytes()).unwrap();
        file.write(whole.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&file.hashes).unwrap().lines().count(), 3);
        assert_eq!(file.sha256(), Some(digest::of(whole.as_bytes())));
        // Finished, as a manifest has it; or not.
        file.finish().unwrap();
        assert_eq!(of(file.sha256()), whole);
        let finished = file.sha256();
        fs::write(&file.path, "other\n").unwrap();
        assert_eq!(of(finished), "");
        fs::write(&file.path, whole).unwrap();
        assert_eq!((&*read(), file.sha256()), ("", None));
    }
}
