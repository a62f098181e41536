//! SHA-256 of bytes and of files while they are written.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` in hexadecimal digits.
pub fn of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Passes bytes on and remembers their digest.
#[derive(Debug)]
pub struct Hashing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Hashing<W> {
    /// Nothing written yet.
    pub fn new(inner: W) -> Hashing<W> {
        Hashing { inner, hash: Sha256::new() }
    }

    /// The digest of all that was written, in hexadecimal digits.
    pub fn digest(self) -> String {
        self.finish().1
    }

    /// What the bytes were passed on to, and their digest.
    pub fn finish(self) -> (W, String) {
        (self.inner, hex(&self.hash.finalize()))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The digest of everything that can be read from `file`.
///
/// # Errors
/// Those of reading.
pub fn of_reader(file: &mut dyn io::Read) -> io::Result<String> {
    let mut hashing = Hashing::new(io::sink());
    io::copy(file, &mut hashing)?;
    Ok(hashing.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of(b""), empty);
        let abc = of_reader(&mut &b"abc"[..]).unwrap();
        assert_eq!(abc, of(b"abc"));
        assert!(abc.starts_with("ba7816bf8f01cfea"));
    }
}
