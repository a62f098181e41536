//! What a command answers, for people and for programs.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::export::cell::Cell;
use crate::export::figure::{counted, joined, p_value};
use crate::export::sheet::{Sheet, Style, TableFile, values};
use crate::export::writers::{self, print};
use crate::export::{colour, command, layout};
use crate::{disk::durable, disk::self_hash, error::Error};
use drakkar_play::json as bytes_of;

/// What a run printed, so that it can be printed again; outside of all hashes, as it tells how long things took.
pub const FILE: &str = "printed.json";

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    pub sentences: Vec<String>,
    pub next: Option<Next>,
}

/// That no seat or no agent differs, without the full stop.
pub fn none_differs(which: &str, par: &str) -> String {
    format!("No {which}'s win share is distinguishable from {par}")
}

/// Where no game counts, nothing is said of a figure, and more games would be as many in vain.
pub const NO_DATA: &str = "no game counts";

pub const NAMED: usize = 3;

/// The first [few](NAMED) of these things, as in `a, b, c and 2 more`; `None` if there are none.
pub fn few(things: impl IntoIterator<Item = String>) -> Option<String> {
    let mut things = things.into_iter();
    let named = joined(things.by_ref().take(NAMED), ", ");
    let more = match things.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(named + &more).filter(|text| !text.is_empty())
}

/// That so many of `all` intervals exclude `what` by themselves, although all of them tested together show nothing: the
/// least of their adjusted p-values is `least`. `None` if none does.
pub fn by_chance(apart: usize, all: usize, what: &str, least: Option<f64>) -> Option<String> {
    let least = least.filter(|_| apart > 0)?;
    let text = counted(apart as u64, "interval excludes", "intervals exclude");
    Some(format!(
        "By itself, {text} {what}, but one of {all} often does so by chance: tested together, the least adjusted \
         p-value is {}.",
        p_value(least)
    ))
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// The same command with these flags, which it may have already.
    Flags(String),
    Command(String),
}

impl Next {
    pub fn flags(text: impl Into<String>) -> Option<Next> {
        Some(Next::Flags(text.into()))
    }

    /// The whole command, after a run in `folder` by a command of these words; none if they are not known.
    fn command(&self, (folder, words): (&Path, &[String])) -> Option<String> {
        match self {
            Next::Command(command) => Some(command.clone()),
            Next::Flags(_) if words.is_empty() => None,
            Next::Flags(flags) => Some(command::again(words, flags, folder)),
        }
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StudyReport {
    /// What was played or looked at, in a line; empty for none.
    pub title: String,
    pub sheets: Vec<Sheet>,
    pub files: Vec<String>,
    /// Files that are still to be written, by name.
    #[serde(skip)]
    pub tables: Vec<(String, TableFile)>,
    pub answer: Answer,
}

impl StudyReport {
    pub fn tables(sheets: Vec<Sheet>) -> StudyReport {
        StudyReport { sheets, ..StudyReport::default() }
    }

    pub fn print(&self, style: Style) -> Result<(), Error> {
        self.print_with(style, None, "")
    }

    /// The same of a run in a folder, with the words of the command that plays it; people read `more` below the tables.
    pub fn print_with(
        &self,
        style: Style,
        run: Option<(&Path, &[String])>,
        more: &str,
    ) -> Result<(), Error> {
        print(&self.text(style, run, more))
    }

    fn text(&self, style: Style, run: Option<(&Path, &[String])>, more: &str) -> String {
        let StudyReport { title, sheets, files, answer, .. } = self;
        let sentences = &answer.sentences;
        let folder = run.map(|(folder, _)| folder);
        let next =
            answer.next.as_ref().and_then(|next| next.command(run.unwrap_or((Path::new(""), &[]))));
        match style {
            Style::Json => {
                let text = bytes_of::pretty(&self.object(next, folder));
                String::from_utf8_lossy(&text).into_owned()
            }
            Style::Text => {
                let wrapped = |text: &str| layout::wrapped(text, layout::width());
                let mut text = String::new();
                if !title.is_empty() {
                    text = wrapped(title) + "\n\n";
                }
                text += &writers::text(sheets, style);
                if folder.is_some() || !more.is_empty() {
                    text += &format!("\n{more}");
                }
                if let Some(folder) = folder {
                    let files = format!("Files in {}: {}", folder.display(), files.join(", "));
                    text += &(wrapped(&files) + "\n");
                }
                let mut lines: Vec<String> =
                    sentences.iter().map(|line| wrapped(line) + "\n").collect();
                if let Some(first) = lines.first_mut().filter(|_| colour::is_on()) {
                    *first = colour::in_sentence(first);
                }
                let mut lines = lines.concat();
                let broken = |command: &String| command::broken("Next:", command, layout::width());
                lines.extend(next.as_ref().map(broken));
                if folder.is_some() || !lines.is_empty() {
                    text += &format!("\n{lines}");
                }
                if let Some(folder) = folder {
                    text += &format!("Charts: drakkar report {}\n", command::path(folder));
                }
                text
            }
            _ if sentences.is_empty() => writers::text(sheets, style),
            _ => {
                let line = Sheet::line(sentences.join("\n"));
                writers::text(&[&sheets[..], &[line]].concat(), style)
            }
        }
    }

    fn object(&self, next: Option<String>, folder: Option<&Path>) -> Printed<'_> {
        let (tables, notes): (Vec<&Sheet>, Vec<&Sheet>) =
            self.sheets.iter().partition(|sheet| !sheet.columns.is_empty());
        Printed {
            title: &self.title,
            sentences: &self.answer.sentences,
            next,
            tables: tables.into_iter().map(PrintedTable::of).collect(),
            notes: notes.iter().flat_map(|sheet| sheet.remark.lines()).collect(),
            folder: folder.map(|folder| folder.display().to_string()),
            files: folder.map(|_| &*self.files),
        }
    }

    pub fn file(&self) -> Vec<u8> {
        self_hash::sealed(&bytes_of::bytes(&KeptAnswer { report: self, sha256: "" }))
    }

    pub fn kept(folder: &Path) -> Result<Option<StudyReport>, Error> {
        let text = match durable::read(&folder.join(FILE)) {
            Err(Error::Input { .. }) => return Ok(None),
            text => text?,
        };
        let whole = text.filter(|text| self_hash::is_whole(text));
        Ok(whole.and_then(|text| serde_json::from_slice(&text).ok()))
    }
}

/// For programs.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    sentences: &'a [String],
    next: Option<String>,
    tables: Vec<PrintedTable<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'a [String]>,
}

#[derive(Serialize)]
struct PrintedTable<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
    rows: Vec<Map<String, Value>>,
}

impl PrintedTable<'_> {
    fn of(sheet: &Sheet) -> PrintedTable<'_> {
        let row = |row: &Vec<Cell>| {
            sheet.keys().cloned().zip(values(row).map(|value| json!(value))).collect()
        };
        let Sheet { name, title, remark, .. } = sheet;
        PrintedTable { name, title, remark, rows: sheet.rows.iter().map(row).collect() }
    }
}

#[derive(Serialize)]
struct KeptAnswer<'a> {
    #[serde(flatten)]
    report: &'a StudyReport,
    sha256: &'static str,
}

pub fn is_kept(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}
