//! SHA-256 of bytes, and of what is written through a writer.

use std::io::{self, Write};

use sha2::{Digest as _, Sha256};

pub fn of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub fn short(bytes: &[u8]) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|index| digest[index])
}

/// Up to where `bytes` are intact: the last of the ends in `marks`, which rise, with the SHA-256 of what is
/// before it. 0 if there is none.
pub fn intact<'m>(bytes: &[u8], marks: impl Iterator<Item = (usize, &'m str)>) -> usize {
    let (mut hash, mut at, mut intact) = (Digest::default(), 0, 0);
    for (end, expected) in marks {
        let Some(next) = bytes.get(at..end) else { continue };
        hash.add(next);
        at = end;
        if hash.text() == expected {
            intact = end;
        }
    }
    intact
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub fn text(&self) -> String {
        hex(&self.0.clone().finalize())
    }
}

pub struct Hashing<W> {
    pub inner: W,
    pub bytes: u64,
    digest: Digest,
}

impl<W: Write> Hashing<W> {
    pub fn new(inner: W) -> Hashing<W> {
        Hashing { inner, bytes: 0, digest: Digest::default() }
    }

    pub fn finish(self) -> (W, String) {
        (self.inner, self.digest.text())
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.digest.add(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of(b""), empty);
        let mut abc = Hashing::new(Vec::new());
        abc.write_all(b"ab").and_then(|()| abc.write_all(b"c")).unwrap();
        let (bytes, abc) = abc.finish();
        assert_eq!((bytes.as_slice(), abc.as_str()), (&b"abc"[..], &*of(b"abc")));
        assert!(abc.starts_with("ba7816bf8f01cfea"));
    }
}
