//! SHA-256 of bytes, and of what is written through a writer.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

pub fn of(bytes: &[u8]) -> String {
    text(&Sha256::new_with_prefix(bytes))
}

pub fn short(bytes: &[u8]) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|index| digest[index])
}

/// Up to where `bytes` are intact: the last of the rising ends in `marks` whose SHA-256 fits what is before; else 0.
pub fn intact<'m>(bytes: &[u8], marks: impl Iterator<Item = (usize, &'m str)>) -> usize {
    let (mut hash, mut at, mut intact) = (Sha256::new(), 0, 0);
    for (end, expected) in marks {
        let Some(next) = bytes.get(at..end) else { continue };
        hash.update(next);
        at = end;
        if text(&hash) == expected {
            intact = end;
        }
    }
    intact
}

/// The SHA-256 of all bytes so far.
pub fn text(hash: &Sha256) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    hash.clone().finalize().iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

pub struct Hashing<W> {
    pub inner: W,
    pub bytes: u64,
    hash: Sha256,
}

impl<W: Write> Hashing<W> {
    pub fn new(inner: W) -> Hashing<W> {
        Hashing { inner, bytes: 0, hash: Sha256::new() }
    }

    pub fn finish(self) -> (W, String) {
        (self.inner, text(&self.hash))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hash.update(&bytes[..count]);
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
