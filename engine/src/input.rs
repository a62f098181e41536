//! What people type: numbers, misspelt names, and files that cannot be read, with errors in our own words.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde_json::error::Category;

/// The similarity from which two names may be mistaken for each other; equal names have 1.
const ALIKE: f64 = 0.6;

/// Longer words are like no name: the time for a comparison grows with the product of the lengths.
const LONGEST_WORD: usize = 100;

/// The name that is most like the word by `alike`, the first of several, if any is like it.
fn most_alike<'k>(
    known: impl IntoIterator<Item = &'k str>,
    alike: impl Fn(&str) -> Option<f64>,
) -> Option<&'k str> {
    let found = known.into_iter().filter_map(|name| Some((alike(name)?, name)));
    found.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, name)| name)
}

fn likeness(one: &str, two: &str) -> Option<f64> {
    Some(strsim::normalized_damerau_levenshtein(one, two)).filter(|likeness| *likeness >= ALIKE)
}

/// The one of the known names that `word` may have been meant to be.
pub fn meant<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let lower = word.to_lowercase();
    let known = known.into_iter().filter(|_| word.len() <= LONGEST_WORD);
    most_alike(known, |name| likeness(&lower, &name.to_lowercase()))
}

/// The rest of an error about an unknown `word`: the name that may have been meant, or all names.
pub fn or_known(word: &str, known: &[&str]) -> String {
    match (meant(word, known.iter().copied()), known) {
        (Some(name), _) => format!("; did you mean `{name}`?"),
        (None, []) => String::new(),
        (None, known) => format!("; there are: {}", known.join(", ")),
    }
}

/// The dotted key that `word` may have been meant to be: one that has such a part, or ends in parts
/// each of which is similar.
pub fn meant_key<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let has = |key: &&str| key.split('.').any(|part| part.eq_ignore_ascii_case(word));
    let alike = |key: &str| {
        let mut parts = key.rsplit('.');
        word.rsplit('.')
            .try_fold(1.0, |least: f64, other| Some(likeness(parts.next()?, other)?.min(least)))
    };
    let known = || known.iter().copied();
    known().find(has).or_else(|| most_alike(known(), alike))
}

/// The first characters of a text, so many, with three dots if there are more.
pub fn beginning(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A whole number as people write large ones: `20000`, `20_000`, `20,000` or `2e4`. `None` if it is
/// not a number, is below zero, or has more than 64 bits.
pub fn whole(text: &str) -> Option<u64> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (before, behind) = match number.split_once('.') {
        Some((before, behind)) if exponent > 0 => (before, behind.trim_end_matches('0')),
        Some(_) => return None,
        None => (number, ""),
    };
    let digits = without_separators(before)? + behind;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = exponent.checked_sub(u32::try_from(behind.len()).ok()?)?;
    let power = 10_u64.checked_pow(zeros)?;
    if is_number { digits.parse::<u64>().ok()?.checked_mul(power) } else { None }
}

/// `1_000` and `1,000` as `1000`; commas only between thousands.
fn without_separators(text: &str) -> Option<String> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let mut groups = text.split(',');
    let first = groups.next()?.len();
    let fits = groups.all(|group| group.len() == 3) && (first <= 3 || !text.contains(','));
    fits.then(|| text.replace([',', '_'], ""))
}

/// The most bytes of a file that a person writes; what is read takes many times as much memory.
const LONGEST_FILE: u64 = 4 << 20;

/// The text of a file that a person writes.
///
/// # Errors
/// Those of the system, a file that is too large, and text that is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(File::open(path)?)
}

/// The same of a file that is open.
///
/// # Errors
/// As [`read_text`].
pub fn text_of(file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    // It may have no end: a device, or a pipe.
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let reason = format!("has more than {LONGEST_FILE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let text = without_mark(&bytes).to_owned();
    String::from_utf8(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// A text without the byte order mark that some programs write before it.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

/// A text of others without what a terminal takes as commands: control characters, but for ends of lines and tabs, and
/// those that turn the direction of writing.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_command = |c: char| c.is_control() && c != '\n' && c != '\t' || turns(c);
    match text.contains(is_command) {
        true => text.replace(is_command, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// Why a file cannot be read or written.
pub fn refusal(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => "it is there already".to_owned(),
        io::ErrorKind::InvalidData => "is not text in UTF-8".to_owned(),
        _ => {
            let text = error.to_string();
            text.rfind(" (os error").map_or(text.as_str(), |end| &text[..end]).to_lowercase()
        }
    }
}

/// Why a text is not JSON, and where; the number of the line only where there are several.
pub fn not_json(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let place =
        if line > 1 { format!("line {line}, column {column}") } else { format!("column {column}") };
    match error.classify() {
        Category::Eof => format!("is not complete JSON: it ends at {place}"),
        Category::Syntax | Category::Io => format!("is not JSON at {place}"),
        Category::Data => {
            let text = error.to_string();
            let end = text.rfind(" at line ").unwrap_or(text.len());
            format!("cannot be used at {place}: {}", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_right_are_found() {
        let agents = ["random", "greedy", "flat", "mcts", "uct"];
        for (word, name) in [
            ("greddy", Some("greedy")),
            ("Greedy", Some("greedy")),
            ("mtcs", Some("mcts")),
            ("flt", Some("flat")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(meant(word, agents), name, "{word}");
        }
        assert_eq!(or_known("grady", &agents), "; did you mean `greedy`?");
        assert_eq!(or_known("x", &["a", "b"]), "; there are: a, b");
        assert_eq!(or_known("x", &[]), "");
    }

    #[test]
    fn keys_are_found_by_their_parts() {
        let keys = ["setup.gold.2", "setup.gold.3", "scoring.unfed_penalty", "bonus.noble1.count"];
        for (word, key) in [
            ("gold", Some(keys[0])),
            ("unfed_penalty", Some(keys[2])),
            ("unfed_penaly", Some(keys[2])),
            ("scoring.unfed_penaly", Some(keys[2])),
            ("bonus.nobel1.count", Some(keys[3])),
            ("noble1.count", Some(keys[3])),
            ("gems", None),
            ("setup.gems", None),
            ("setup.gold.5", None),
            ("a.setup.gold.2", None),
        ] {
            assert_eq!(meant_key(word, &keys), key, "{word}");
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("+5", 5),
            ("1_000_000", 1_000_000),
            ("1,000,000", 1_000_000),
            ("20,000", 20_000),
            ("1e6", 1_000_000),
            ("1E0", 1),
            ("1.5e3", 1500),
            ("2.50e1", 25),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in [
            "",
            "x",
            "-1",
            "1.5",
            "1.0",
            "1.25e1",
            "1e",
            "e3",
            "1e-3",
            "1e20",
            "1,00",
            "1000,000",
            "1,,000",
            ",100",
            "_1",
            "1 000",
            "0x10",
            "18446744073709551616",
            "1e999999999999",
            "++1",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn terminals_get_no_commands() {
        let evil = "a\u{1b}]0;b\u{7}\r\u{9b}31m\tc\nä\u{7f}";
        assert_eq!(for_terminal(evil), "a\u{fffd}]0;b\u{fffd}\u{fffd}\u{fffd}31m\tc\nä\u{fffd}");
        assert_eq!(for_terminal("a\u{202e}b\u{2066}c"), "a\u{fffd}b\u{fffd}c");
        assert!(matches!(for_terminal("a\tb\nä\u{5d0}"), Cow::Borrowed(_)));
    }

    #[test]
    fn refusals_have_no_words_of_libraries() {
        let error = std::fs::read_to_string("no such file").unwrap_err();
        assert_eq!(refusal(&error), "there is no such file or folder");
        let told = |text: &str| not_json(&serde_json::from_str::<[u8; 1]>(text).unwrap_err());
        assert_eq!(told("[1"), "is not complete JSON: it ends at column 2");
        assert_eq!(told("[1,\n}"), "is not JSON at line 2, column 1");
    }
}
