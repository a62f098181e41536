//! Colours of verdicts on the terminal, those of the pages.

use std::borrow::Cow;
use std::io::{IsTerminal, stdout};
use std::ops::Range;
use std::{env, sync::OnceLock};

use clap::ColorChoice;

use crate::export::{figure::joined, tone::Tone};

/// Letters for private use: they stand for our commands of the terminal until all others are taken out of a text.
const MARKS: [char; 4] = ['\u{e000}', '\u{e001}', '\u{e002}', '\u{e003}'];
const END: char = '\u{e004}';
/// Vermilion, green, grey and blue, of the 256 colours that terminals know.
const CODES: [&str; 4] =
    ["\u{1b}[38;5;166m", "\u{1b}[38;5;36m", "\u{1b}[38;5;245m", "\u{1b}[38;5;32m"];
const PLAIN: &str = "\u{1b}[0m";

static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// What the user wants; by itself, terminals have colours unless `NO_COLOR` is set.
pub fn choose(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

pub fn is_on() -> bool {
    match CHOICE.get().copied().unwrap_or_default() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
            let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
            !set("NO_COLOR") && !dumb && stdout().is_terminal()
        }
    }
}

fn marked(text: &str, tone: Tone) -> String {
    format!("{}{text}{END}", MARKS[tone as usize])
}

/// A line of a table, with marks around what stands in these columns of letters, if it is a verdict.
pub fn in_columns(line: &str, columns: &[Range<usize>]) -> String {
    let letters: Vec<char> = line.chars().collect();
    let (mut told, mut end) = (String::new(), 0);
    for column in columns {
        let range = column.start.min(letters.len())..column.end.min(letters.len());
        let cell: String = letters[range.clone()].iter().collect();
        let word = cell.trim().split([' ', ',']).next().unwrap_or_default();
        let Some(tone) = Tone::of(word) else { continue };
        told.extend(&letters[end..range.start]);
        told += &cell.replace(cell.trim(), &marked(cell.trim(), tone));
        end = range.end;
    }
    told.extend(&letters[end..]);
    told
}

/// A sentence with marks around the first verdict in it.
pub fn in_sentence(text: &str) -> String {
    const WORDS: [(&str, Tone); 4] = [
        ("better", Tone::High),
        ("worse", Tone::Low),
        ("equals", Tone::Even),
        ("decided", Tone::Open),
    ];
    let tone = |word: &str| WORDS.iter().find(|(known, _)| *known == word).map(|(_, tone)| *tone);
    let mut found = false;
    let words = text.split_inclusive([' ', '\n']).map(|word| {
        let bare = word.trim_end();
        match tone(bare).filter(|_| !found) {
            Some(tone) => {
                found = true;
                format!("{}{}", marked(bare, tone), &word[bare.len()..])
            }
            None => word.to_owned(),
        }
    });
    joined(words, "")
}

/// Marks as commands of the terminal.
pub fn codes(text: &str) -> Cow<'_, str> {
    if !is_on() {
        return text.into();
    }
    let marks = [(END, PLAIN)].into_iter().chain(MARKS.into_iter().zip(CODES));
    marks.fold(text.to_owned(), |told, (mark, code)| told.replace(mark, code)).into()
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn verdicts_have_marks() {
        let line = "gold5  +1.00  strong, replicated  6";
        assert_eq!(
            in_columns(line, slice::from_ref(&(14..34))),
            "gold5  +1.00  \u{e000}strong, replicated\u{e004}  6"
        );
        assert_eq!(in_columns("fair   1", slice::from_ref(&(7..9))), "fair   1");
        assert_eq!(in_columns("item", slice::from_ref(&(7..9))), "item");
        assert_eq!(
            in_sentence("a is\nbetter than b, not better"),
            "a is\n\u{e000}better\u{e004} than b, not better"
        );
    }
}
