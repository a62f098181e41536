//! What a command answers, for people and for programs.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::disk::durable;
use crate::disk::seal;
use crate::error::Error;
use crate::export::figure::{counted, p_value};
use crate::export::sheet::{Sheet, Style};
use crate::export::writers::{self, print};
use crate::export::{command, layout};
use drakkar_play::json as bytes_of;

/// Name of the file with what a run printed, so that it can be printed again. It lies outside of all hashes: it
/// may tell how long things took.
pub const FILE: &str = "printed.json";

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

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// What was played or looked at, in a line; empty for none.
    pub title: String,
    pub sheets: Vec<Sheet>,
    pub files: Vec<String>,
    pub answer: Answer,
}

impl Told {
    pub fn tables(sheets: Vec<Sheet>) -> Told {
        Told { sheets, ..Told::default() }
    }

    pub fn print(&self, style: Style) -> Result<(), Error> {
        self.print_with(style, "")
    }

    /// The same, for people with `more` below the tables, as it is.
    pub fn print_with(&self, style: Style, more: &str) -> Result<(), Error> {
        print(&self.text(style, None, more))
    }

    /// The answer of a run in a folder, with the words of the command that plays it. People read `more` below the
    /// tables.
    pub fn print_run(
        &self,
        style: Style,
        run: (&Path, &[String]),
        more: &str,
    ) -> Result<(), Error> {
        print(&self.text(style, Some(run), more))
    }

    fn text(&self, style: Style, run: Option<(&Path, &[String])>, more: &str) -> String {
        let Told { title, sheets, files, answer } = self;
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
                let mut lines: String = sentences.iter().map(|line| wrapped(line) + "\n").collect();
                // Broken as a shell reads it, so that it can be copied.
                lines.extend(next.map(|command| {
                    format!("Next: {}\n", command.replace(" --agents ", " \\\n    --agents "))
                }));
                if folder.is_some() || !lines.is_empty() {
                    text += &format!("\n{lines}");
                }
                if let Some(folder) = folder {
                    text += &format!("Pictures: drakkar report {}\n", command::path(folder));
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

    fn object(&self, next: Option<String>, folder: Option<&Path>) -> Map<String, Value> {
        let mut object = Map::new();
        if !self.title.is_empty() {
            object.insert("title".to_owned(), json!(self.title));
        }
        object.insert("sentences".to_owned(), json!(self.answer.sentences));
        object.insert("next".to_owned(), json!(next));
        let (tables, notes): (Vec<&Sheet>, Vec<&Sheet>) =
            self.sheets.iter().partition(|sheet| !sheet.columns.is_empty());
        let tables: Vec<Value> = tables.into_iter().map(object_of).collect();
        object.insert("tables".to_owned(), tables.into());
        let notes: Vec<&str> = notes.iter().flat_map(|sheet| sheet.remark.lines()).collect();
        if !notes.is_empty() {
            object.insert("notes".to_owned(), json!(notes));
        }
        if let Some(folder) = folder {
            object.insert("folder".to_owned(), json!(folder.display().to_string()));
            object.insert("files".to_owned(), json!(self.files));
        }
        object
    }

    pub fn keep(&self, folder: &Path) -> Result<(), Error> {
        let file = seal::sealed(&bytes_of::bytes(&KeptAnswer { told: self, sha256: "" }));
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

fn object_of(sheet: &Sheet) -> Value {
    let mut table = Map::from_iter([("name".to_owned(), json!(sheet.name))]);
    for (key, text) in [("title", &sheet.title), ("remark", &sheet.remark)] {
        if !text.is_empty() {
            table.insert(key.to_owned(), json!(text));
        }
    }
    let rows = sheet.rows.iter().map(|row| {
        sheet.keys().cloned().zip(sheet.values(row).map(|value| json!(value))).collect()
    });
    table.insert("rows".to_owned(), rows.map(Value::Object).collect());
    table.into()
}

#[derive(Serialize)]
struct KeptAnswer<'a> {
    #[serde(flatten)]
    told: &'a Told,
    sha256: &'static str,
}

pub fn is_kept(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}
