//! Asking a person at the terminal, or a program through a pipe.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use crate::{error::Error, export::writers::print};
use drakkar_engine::recorded::meaning;

/// Longest answer that is read at once, in bytes.
const LONGEST: u64 = 1 << 12;
/// Lists of up to this many actions are shown without asking.
const LISTED: usize = 60;
const WIDTH: usize = 96;

pub fn say(text: &str) -> Result<(), Error> {
    print(text)?;
    let _ = io::stdout().flush();
    Ok(())
}

/// Asks `who` for one of these actions until there is an answer; returns its number, from 0. `meanings` are told
/// where they are asked for, and so is a `hint`.
pub fn choose(
    who: &str,
    actions: &[String],
    meanings: &[(&'static str, &'static str)],
    mut hint: impl FnMut() -> Result<String, Error>,
) -> Result<usize, Error> {
    let few = actions.len().min(LISTED);
    say(&list(&actions[..few]))?;
    if few < actions.len() {
        say(&format!("... and {} more: ? lists them all\n", actions.len() - few))?;
    }
    loop {
        say(&format!("{who}> "))?;
        let mut line = Vec::new();
        let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line);
        if read.map_err(Error::file("read", Path::new("standard input")))? == 0 {
            say("\n")?;
            return Err(Error::Unfinished("the input has ended".to_owned()));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        let exact = actions.iter().any(|action| action == line);
        match line {
            "?" if !exact => say(&(list(actions) + &explained(actions, meanings)))?,
            "h" if !exact => say(&hint()?)?,
            "q" if !exact => return Err(Error::Unfinished("you quit".to_owned())),
            _ => match meant(line, actions) {
                Ok(action) => return Ok(action),
                Err(why) => say(&format!("{why}\n"))?,
            },
        }
    }
}

/// The action meant by a number from 1, its text, or a unique beginning of it; or why there is none.
fn meant(line: &str, actions: &[String]) -> Result<usize, String> {
    const WAYS: &str = "type the number of an action, its text or its beginning, ? for all in words, h for a hint, q to quit";
    if let Some(k) = actions.iter().position(|action| action == line) {
        return Ok(k);
    }
    if line.is_empty() {
        return Err(WAYS.to_owned());
    }
    if let Ok(number) = line.parse::<usize>() {
        let number = number.checked_sub(1).filter(|&k| k < actions.len());
        return number.ok_or_else(|| format!("there are actions 1 to {}", actions.len()));
    }
    let begin: Vec<usize> = (0..actions.len()).filter(|&k| actions[k].starts_with(line)).collect();
    match begin[..] {
        [only] => Ok(only),
        [] => Err(format!("no action is or begins with `{line}`; {WAYS}")),
        [first, second, ..] => Err(format!(
            "{} actions begin with `{line}`, such as `{}` and `{}`",
            begin.len(),
            actions[first],
            actions[second]
        )),
    }
}

/// Actions with their numbers from 1, in columns to be read downwards.
fn list(actions: &[String]) -> String {
    let texts: Vec<String> =
        (1..).zip(actions).map(|(number, action)| format!("{number:>4}  {action}")).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let rows = texts.len().div_ceil((WIDTH / width).max(1)).max(1);
    let row = |row: usize| {
        let cells = texts.iter().skip(row).step_by(rows);
        let line: String = cells.map(|text| format!("{text:<width$}")).collect();
        line.trim_end().to_owned() + "\n"
    };
    (0..rows.min(texts.len())).map(row).collect()
}

/// What these actions do, a line for each kind of them.
fn explained(actions: &[String], meanings: &[(&'static str, &'static str)]) -> String {
    let has = |kind: &_| actions.iter().any(|action| meaning(meanings, action) == Some(kind));
    let kinds = meanings.iter().filter(|kind| has(kind));
    kinds.map(|(words, meaning)| format!("{words}: {meaning}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_action_is_explained_once() {
        let meanings = [("pass", "is out"), ("buy each", "takes all"), ("buy", "takes it")];
        assert_eq!(explained(&actions(), &meanings), "pass: is out\nbuy: takes it\n");
        let each = ["buy each".to_owned(), "buyer".to_owned()];
        assert_eq!(explained(&each, &meanings), "buy each: takes all\n");
    }

    fn actions() -> Vec<String> {
        ["buy 1", "buy 10", "pass", "place S2"].map(str::to_owned).to_vec()
    }

    #[test]
    fn numbers_texts_and_beginnings_are_understood() {
        for (line, expected) in
            [("1", 0), ("4", 3), ("buy 1", 0), ("buy 10", 1), ("pa", 2), ("pl", 3)]
        {
            assert_eq!(meant(line, &actions()), Ok(expected), "{line}");
        }
        for (line, why) in [
            ("", "type the number"),
            ("0", "there are actions 1 to 4"),
            ("5", "there are actions 1 to 4"),
            ("p", "2 actions begin with `p`, such as `pass` and `place S2`"),
            ("sell", "no action is or begins with `sell`"),
            ("99999999999999999999999", "no action is or begins"),
        ] {
            let told = meant(line, &actions()).unwrap_err();
            assert!(told.starts_with(why), "{told}");
        }
    }

    #[test]
    fn lists_are_read_downwards() {
        let texts: Vec<String> = (0..5).map(|k| "x".repeat(30 + k)).collect();
        let lines: Vec<String> = list(&texts).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("   1  x") && lines[0].contains("   4  x"), "{lines:?}");
        assert_eq!(list(&[]), "");
    }
}
