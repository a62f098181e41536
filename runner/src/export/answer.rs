//! What a command answers, for people and for programs.

use std::path::Path;

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::disk::durable;
use crate::disk::seal;
use crate::error::Error;
use crate::export::cell::{Cell, Column};
use crate::export::figure::{counted, p_value};
use crate::export::sheet::{self, Sheet, Style};
use crate::export::writers::{self, print};
use crate::export::{command, layout};
use drakkar_play::json;

/// Name of the file with what a run printed, so that it can be printed again. It lies outside of all hashes: it
/// may tell how long things took.
pub const FILE: &str = "printed.json";

/// The answer to what was asked, in sentences, and what is sensible next.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    pub sentences: Vec<String>,
    pub next: Option<Next>,
}

/// Most things of one kind that a sentence names.
pub const NAMED: usize = 3;

/// The first [few](NAMED) of these things and how many more there are, as in `a, b, c and 2 more`; `None` if there are
/// none.
pub fn few(mut things: Vec<String>) -> Option<String> {
    let more = things.len().saturating_sub(NAMED);
    things.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!things.is_empty()).then(|| things.join(", ") + &more)
}

/// That so many of `all` intervals exclude `what` by themselves, although all of them tested together show nothing: the
/// least of their adjusted p-values is `least`. `None` if none does.
pub fn by_chance(apart: usize, all: usize, what: &str, least: Option<f64>) -> Option<String> {
    let least = least.filter(|_| apart > 0)?;
    let told = counted(apart as u64, "interval excludes", "intervals exclude");
    Some(format!(
        "By itself, {told} {what}, but one of {all} often does so by chance: tested together, the least adjusted \
         p-value is {}.",
        p_value(least)
    ))
}

/// What is sensible next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// The same command with these flags, which it may have already.
    Flags(String),
    /// Another command.
    Command(String),
}

impl Next {
    pub fn flags(text: impl Into<String>) -> Option<Next> {
        Some(Next::Flags(text.into()))
    }

    /// The whole command. The run in `folder` was played by a command of these words; nobody knows how to go on from
    /// none.
    fn command(&self, (folder, words): (&Path, &[String])) -> Option<String> {
        match self {
            Next::Command(command) => Some(command.clone()),
            Next::Flags(_) if words.is_empty() => None,
            Next::Flags(flags) => Some(command::again(words, flags, folder)),
        }
    }
}

/// All that a command prints on standard output.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// What was played or looked at, in a line; empty for none.
    pub title: String,
    pub sheets: Vec<Sheet>,
    /// Names of the files of a run.
    pub files: Vec<String>,
    pub answer: Answer,
}

impl Told {
    /// Tables alone.
    pub fn tables(sheets: Vec<Sheet>) -> Told {
        Told { sheets, ..Told::default() }
    }

    pub fn print(&self, style: Style) -> Result<(), Error> {
        print(&self.text(style, None, "")?)
    }

    /// The same, for people with `more` below the tables, as it is.
    pub fn print_with(&self, style: Style, more: &str) -> Result<(), Error> {
        print(&self.text(style, None, more)?)
    }

    /// The answer of a run in a folder, with the words of the command that plays it. People read `more` below the
    /// tables.
    pub fn print_run(
        &self,
        style: Style,
        run: (&Path, &[String]),
        more: &str,
    ) -> Result<(), Error> {
        print(&self.text(style, Some(run), more)?)
    }

    fn text(
        &self,
        style: Style,
        run: Option<(&Path, &[String])>,
        more: &str,
    ) -> Result<String, Error> {
        let Told { title, sheets, files, answer } = self;
        let sentences = answer.sentences.join("\n");
        let folder = run.map(|(folder, _)| folder);
        let next =
            answer.next.as_ref().and_then(|next| next.command(run.unwrap_or((Path::new(""), &[]))));
        match style {
            Style::Json => {
                let text = json::pretty(&Object { told: self, next, folder });
                Ok(String::from_utf8_lossy(&text).into_owned())
            }
            Style::Text => {
                let width = layout::width();
                let mut text = String::new();
                if !title.is_empty() {
                    text = layout::wrapped(title, width) + "\n\n";
                }
                text += &writers::text(sheets, style)?;
                if folder.is_some() || !more.is_empty() {
                    text += &format!("\n{more}");
                }
                if let Some(folder) = folder {
                    let files = format!("Files in {}: {}", folder.display(), files.join(", "));
                    text += &(layout::wrapped(&files, width) + "\n");
                }
                let said = answer.sentences.iter().map(|line| layout::wrapped(line, width));
                // Broken as a shell reads it, so that it can be copied.
                let broken = |line: &str| line.replace(" --agents ", " \\\n    --agents ");
                let next = next.iter().map(|command| format!("Next: {}", broken(command)));
                let lines: String = said.chain(next).map(|line| line + "\n").collect();
                if folder.is_some() || !lines.is_empty() {
                    text += &format!("\n{lines}");
                }
                if let Some(folder) = folder {
                    text += &format!("Pictures: drakkar report {}\n", command::path(folder));
                }
                Ok(text)
            }
            _ if sentences.is_empty() => writers::text(sheets, style),
            _ => {
                let line = Sheet::line(sentences);
                writers::text(&[&sheets[..], &[line]].concat(), style)
            }
        }
    }

    /// Keeps the answer in the folder of its run.
    pub fn keep(&self, folder: &Path) -> Result<(), Error> {
        let file = seal::sealed(&json::bytes(&KeptAnswer { told: self, sha256: "" }));
        durable::put(folder, FILE, &file)
    }

    /// The answer that was kept; none if there is none, or if it is not as it was written.
    pub fn kept(folder: &Path) -> Result<Option<Told>, Error> {
        let text = match durable::read(&folder.join(FILE)) {
            Err(Error::Input { .. }) => return Ok(None),
            text => text?,
        };
        let whole = text.filter(|text| seal::is_whole(text));
        Ok(whole.and_then(|text| serde_json::from_slice(&text).ok()))
    }
}

/// The file of an answer.
#[derive(Serialize)]
struct KeptAnswer<'a> {
    #[serde(flatten)]
    told: &'a Told,
    /// A hash of its own.
    sha256: &'static str,
}

/// Whether an answer was kept in a folder.
pub fn is_kept(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// An answer as one object for programs.
struct Object<'a> {
    told: &'a Told,
    /// The next command.
    next: Option<String>,
    folder: Option<&'a Path>,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { title, sheets, files, answer } = self.told;
        let mut map = serializer.serialize_map(None)?;
        if !title.is_empty() {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("sentences", &answer.sentences)?;
        map.serialize_entry("next", &self.next)?;
        let tables: Vec<PrintedTable<'_>> =
            sheets.iter().filter(|sheet| !sheet.columns.is_empty()).map(PrintedTable).collect();
        map.serialize_entry("tables", &tables)?;
        let notes = sheets.iter().filter(|sheet| sheet.columns.is_empty());
        let notes: Vec<&str> = notes.flat_map(|sheet| sheet.remark.lines()).collect();
        if !notes.is_empty() {
            map.serialize_entry("notes", &notes)?;
        }
        if let Some(folder) = self.folder {
            map.serialize_entry("folder", &folder.display().to_string())?;
            map.serialize_entry("files", files)?;
        }
        map.end()
    }
}

/// A table as a list of objects.
struct PrintedTable<'a>(&'a Sheet);

impl Serialize for PrintedTable<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Sheet { name, title, columns, rows, remark, .. } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", name)?;
        for (key, text) in [("title", title), ("remark", remark)] {
            if !text.is_empty() {
                map.serialize_entry(key, text)?;
            }
        }
        let rows: Vec<PrintedRow<'_>> = rows.iter().map(|row| PrintedRow(columns, row)).collect();
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

struct PrintedRow<'a>(&'a [Column], &'a [Cell]);

impl Serialize for PrintedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(sheet::values(self.0, self.1))
    }
}
