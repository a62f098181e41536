//! Asking a person at the terminal, or whoever writes into a pipe.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use crate::error::Error;
use crate::export::sheet::print;

/// Longest answer that is read at once, in bytes.
const LONGEST: u64 = 1 << 12;

/// So many actions are listed unasked.
const LISTED: usize = 60;
/// Width of a list of actions.
const WIDTH: usize = 96;

/// Questions on standard output, answers from somewhere.
pub(crate) struct Conversation {
    input: Box<dyn BufRead>,
}

/// What a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// The action with this number, from 0.
    Chosen(usize),
    /// To stop.
    Quit,
    /// Nothing more will be said.
    End,
}

/// What a line of input means.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Action(usize),
    Quit,
    List,
    /// Why it means nothing.
    Unclear(String),
}

impl Conversation {
    pub(crate) fn new(input: impl BufRead + 'static) -> Conversation {
        Conversation { input: Box::new(input) }
    }

    /// Prints, and lets nothing wait.
    pub(crate) fn say(&self, text: &str) -> Result<(), Error> {
        print(text)?;
        // A reader that has gone away has been looked after.
        let _ = io::stdout().flush();
        Ok(())
    }

    /// Asks `who` for one of these actions, again and again until there is an answer.
    pub(crate) fn choose(&mut self, who: &str, actions: &[String]) -> Result<Reply, Error> {
        let few = actions.len().min(LISTED);
        self.say(&list(&actions[..few]))?;
        if few < actions.len() {
            self.say(&format!("... and {} more: ? lists them all\n", actions.len() - few))?;
        }
        loop {
            self.say(&format!("{who}> "))?;
            let mut line = Vec::new();
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            if read.map_err(Error::file("read", Path::new("standard input")))? == 0 {
                self.say("\n")?;
                return Ok(Reply::End);
            }
            match meaning(String::from_utf8_lossy(&line).trim(), actions) {
                Meaning::Action(k) => return Ok(Reply::Chosen(k)),
                Meaning::Quit => return Ok(Reply::Quit),
                Meaning::List => self.say(&list(actions))?,
                Meaning::Unclear(why) => self.say(&format!("{why}\n"))?,
            }
        }
    }
}

/// A number from 1, the text of an action, the only one that begins so, `?` or `q`.
fn meaning(line: &str, actions: &[String]) -> Meaning {
    const WAYS: &str =
        "type the number of an action, its text or its beginning, ? for all, q to quit";
    if let Some(k) = actions.iter().position(|action| action == line) {
        return Meaning::Action(k);
    }
    match line {
        "" => return Meaning::Unclear(WAYS.to_owned()),
        "?" => return Meaning::List,
        "q" => return Meaning::Quit,
        _ => {}
    }
    if let Ok(number) = line.parse::<usize>() {
        return match number.checked_sub(1).filter(|&k| k < actions.len()) {
            Some(k) => Meaning::Action(k),
            None => Meaning::Unclear(format!("there are actions 1 to {}", actions.len())),
        };
    }
    let begin: Vec<usize> = (0..actions.len()).filter(|&k| actions[k].starts_with(line)).collect();
    match begin[..] {
        [only] => Meaning::Action(only),
        [] => Meaning::Unclear(format!("no action is or begins with `{line}`; {WAYS}")),
        [first, second, ..] => Meaning::Unclear(format!(
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

#[cfg(test)]
mod tests {
    use super::*;

    fn actions() -> Vec<String> {
        ["buy 1", "buy 10", "pass", "place S2"].map(str::to_owned).to_vec()
    }

    #[test]
    fn numbers_texts_and_beginnings_are_understood() {
        for (line, expected) in [
            ("1", Meaning::Action(0)),
            ("4", Meaning::Action(3)),
            ("buy 1", Meaning::Action(0)),
            ("buy 10", Meaning::Action(1)),
            ("pa", Meaning::Action(2)),
            ("pl", Meaning::Action(3)),
            ("q", Meaning::Quit),
            ("?", Meaning::List),
        ] {
            assert_eq!(meaning(line, &actions()), expected, "{line}");
        }
        for (line, why) in [
            ("", "type the number"),
            ("0", "there are actions 1 to 4"),
            ("5", "there are actions 1 to 4"),
            ("p", "2 actions begin with `p`, such as `pass` and `place S2`"),
            ("sell", "no action is or begins with `sell`"),
            ("99999999999999999999999", "no action is or begins"),
        ] {
            let Meaning::Unclear(told) = meaning(line, &actions()) else { panic!("{line}") };
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
