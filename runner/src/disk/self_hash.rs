//! Files with a hash of their own: JSON under their last key `sha256`, of all other bytes; others in a line on top.

use crate::disk::digest;

const KEY: &str = "\"sha256\":";

/// A file whose last key `sha256` has an empty text, with the hash there.
pub fn sealed(text: &[u8]) -> Vec<u8> {
    let Some((before, _, after)) = parts(text) else { return text.to_owned() };
    [before, digest::of(text).as_bytes(), after].concat()
}

pub fn is_whole(text: &[u8]) -> bool {
    let fits = |(before, hash, after): (&[u8], &[u8], &[u8])| {
        hash == digest::of(&[before, after].concat()).as_bytes()
    };
    parts(text).is_some_and(fits)
}

/// Bytes below a line with their hash.
pub fn headed(bytes: &[u8]) -> Vec<u8> {
    [digest::of(bytes).as_bytes(), b"\n", bytes].concat()
}

pub fn below_head(mut text: Vec<u8>) -> Option<Vec<u8>> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    let bytes = text.split_off(end + 1);
    (digest::of(&bytes).as_bytes() == &text[..end]).then_some(bytes)
}

fn parts(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let at = text.windows(KEY.len()).rposition(|here| here == KEY.as_bytes())? + KEY.len();
    let quote = |from: usize| Some(from + text[from..].iter().position(|&byte| byte == b'"')?);
    let open = quote(at)? + 1;
    let close = quote(open)?;
    Some((&text[..open], &text[open..close], &text[close..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts_below_a_hash() {
        for bytes in [&b""[..], b"\n", b"one\ntwo"] {
            let file = headed(bytes);
            assert_eq!(below_head(file.clone()).unwrap(), bytes);
            for at in 0..file.len() {
                let mut changed = file.clone();
                changed[at] ^= 1;
                assert_eq!(below_head(changed), None, "{at}");
                assert_eq!(below_head(file[..at].to_vec()), None, "{at}");
            }
        }
    }

    #[test]
    fn every_byte_counts() {
        for text in ["{\"a\":\"\\\"sha256\\\":\",\"sha256\":\"\"}", "{\n  \"sha256\": \"\"\n}\n"] {
            let file = sealed(text.as_bytes());
            assert!(is_whole(&file) && file.len() == text.len() + 64);
            for at in 0..file.len() {
                let mut changed = file.clone();
                changed[at] ^= 1;
                assert!(!is_whole(&changed), "{at}");
            }
        }
        for bare in [&b"{}"[..], b"", b"{\"sha256\":\"\"}"] {
            assert!(!is_whole(bare));
        }
        assert_eq!(sealed(b"{}"), b"{}");
    }
}
