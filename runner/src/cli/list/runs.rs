//! `drakkar list runs`: the studies in the folders below one, with what is left of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use indicatif::HumanBytes;
use serde_json::Value as Json;

use crate::disk::{chunk_folder::ChunkFolder, chunk_folder::PLAN, folders, lock};
use crate::export::cell::{Cell, Value};
use crate::export::manifest::{self, FoundManifest, Manifest};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::plan::{purpose::Purpose, run::Plan};
use crate::{error::Error, journal::receipts::ReceiptLogs, study};

/// Where commands put their results by themselves.
const USUAL: &str = "runs";
/// Folders that are no studies are looked into, so deep.
const DEEPEST: usize = 3;

/// The plans of studies of several runs, and the command of each.
const PLANS: [(&str, &str); 4] = [
    ("tune.json", "tune"),
    ("learn.json", "learn"),
    ("equalize.json", "balance --equalize"),
    ("profile.json", "profile"),
];

struct FoundStudy {
    path: PathBuf,
    command: &'static str,
    state: &'static str,
    left: Option<Remaining>,
    size: u64,
    date: Option<SystemTime>,
}

struct Remaining {
    left: u64,
    all: u64,
    /// What is counted, in the plural.
    of: String,
    /// It may end before.
    at_most: bool,
}

/// Studies in a folder and below it, the newest first.
pub fn sheet(root: Option<&Path>) -> Result<Sheet, Error> {
    if let Some(root) = root.filter(|root| !root.is_dir()) {
        return Err(Error::input(root, "there is no such folder"));
    }
    let root = root.unwrap_or(Path::new(USUAL));
    let mut found = match look(root) {
        Some(study) => vec![study],
        None => below(root, folders::entries(root)?, 1),
    };
    found.sort_by(|one, two| two.date.cmp(&one.date).then(one.path.cmp(&two.path)));
    if found.is_empty() {
        let root = root.display();
        return Ok(Sheet::line(format!(
            "There are no studies in {root}; --root names another folder."
        )));
    }
    let title = format!("Studies in {}, the newest first", root.display());
    let at_most = found.iter().filter_map(|study| study.left.as_ref()).any(|left| left.at_most);
    let table = DeclaredTable::of(found)
        .word("folder", |study| study.path.display().to_string())
        .word("command", |study| study.command)
        .word("state", |study| study.state)
        .cell(("left", ["left", "of", "what"]), |study| match &study.left {
            None => Cell::new("", [const { Value::Nothing }; 3]),
            Some(Remaining { left, all, of, .. }) => {
                let values = [(*left).into(), (*all).into(), of.as_str().into()];
                Cell::new(format!("{left} of {all} {of}"), values)
            }
        })
        .cell(("size", "bytes"), |study| {
            Cell::new(HumanBytes(study.size).to_string(), [study.size.into()])
        })
        .cell("date", |study| {
            let date = study.date.map(date);
            // The order tells the time of the day.
            let day = date.iter().flat_map(|date| date.split(' ').next()).collect::<String>();
            Cell::new(day, [date.into()])
        });
    let remark = if at_most { "Studies that stop by themselves may need less." } else { "" };
    Ok(Sheet { remark: remark.to_owned(), ..table.sheet("runs", title) })
}

fn below(root: &Path, entries: Vec<(String, PathBuf)>, depth: usize) -> Vec<FoundStudy> {
    let mut found = Vec::new();
    for (name, _) in entries {
        let path = root.join(name);
        if path.is_symlink() || !path.is_dir() {
            continue;
        }
        match look(&path) {
            Some(study) => found.push(study),
            // What may not be read is somebody else's.
            None if depth < DEEPEST => {
                found.extend(below(&path, folders::entries(&path).unwrap_or_default(), depth + 1));
            }
            None => {}
        }
    }
    found
}

/// The study in a folder, if there is one; files are read, but those of its results are not checked.
fn look(path: &Path) -> Option<FoundStudy> {
    let manifest = Manifest::read(path).ok().flatten();
    let several = PLANS.iter().find(|(file, _)| path.join(file).is_file());
    let (command, plan) = match (&manifest, several) {
        (_, Some((_, command))) => (*command, None),
        (Some(FoundManifest::Run(found) | FoundManifest::Changed(found)), _) => {
            (study::of(&found.run).command(), None)
        }
        _ => match Plan::read(&ChunkFolder::new(path)) {
            Ok(Some(plan)) => (study::of(&plan.run).command(), Some(plan)),
            _ if path.join(PLAN).is_file() => ("unknown", None),
            _ => return None,
        },
    };
    let (state, left) = match manifest {
        Some(FoundManifest::Changed(_)) => ("changed", None),
        Some(FoundManifest::OtherVersion) => ("of another version", None),
        Some(_) => ("complete", None),
        None if plan.is_none() && several.is_none() => ("unreadable", None),
        None => {
            let left = plan.map_or_else(|| of_several(path), |plan| Some(of_run(path, &plan)));
            let begun = left.as_ref().is_none_or(|left| left.left < left.all);
            let state = match (lock::is_held(path), begun) {
                (true, _) => "being played",
                (false, true) => "interrupted",
                (false, false) => "not begun",
            };
            (state, left)
        }
    };
    let dated = match path.join(manifest::FILE) {
        file if file.is_file() => vec![file],
        _ => vec![path.to_owned(), path.join("done")],
    };
    let date = dated.iter().filter_map(|file| fs::metadata(file).ok()?.modified().ok()).max();
    Some(FoundStudy { path: path.to_owned(), command, state, left, size: size(path), date })
}

fn of_run(path: &Path, plan: &Plan) -> Remaining {
    let chunking = plan.run.chunking(1);
    let all = chunking.chunks();
    let stops = matches!(&plan.run.purpose, Some(Purpose::Compare(one)) if one.stopping.is_some());
    let there = ReceiptLogs::open(&ChunkFolder::new(path)).map_or(0, |logs| logs.count(all));
    let left = all - there;
    Remaining { left, all, of: "chunks".to_owned(), at_most: stops || chunking.confirm > 0 }
}

/// What is left of the part that is played, or of the generations of a tune.
fn of_several(path: &Path) -> Option<Remaining> {
    generations(path).filter(|left| left.left > 0).or_else(|| part(path, path, 0))
}

fn generations(path: &Path) -> Option<Remaining> {
    let plan: Json = serde_json::from_slice(&fs::read(path.join("tune.json")).ok()?).ok()?;
    let all = plan["tune"]["generations"].as_u64()?;
    let rows = csv::Reader::from_path(path.join("tune.csv")).ok();
    let last = rows.and_then(|rows| rows.into_records().filter_map(Result::ok).last());
    let done = last.and_then(|row| row.get(0)?.parse::<u64>().ok()).map_or(0, |last| last + 1);
    let left = all.saturating_sub(done);
    Some(Remaining { left, all, of: "generations".to_owned(), at_most: false })
}

fn part(study: &Path, path: &Path, depth: usize) -> Option<Remaining> {
    let inside = folders::entries(path).ok()?.into_iter();
    inside.filter(|(_, path)| path.is_dir() && !path.is_symlink()).find_map(|(_, path)| {
        let place = ChunkFolder::new(&path);
        let is_open = !path.join(manifest::FILE).exists();
        match Plan::read(&place).ok().flatten().filter(|_| is_open) {
            Some(plan) => {
                let name = path.strip_prefix(study).unwrap_or(&path).display();
                let left = of_run(&path, &plan);
                Some(Remaining { of: format!("chunks of {name}"), ..left })
            }
            None if depth < DEEPEST => part(study, &path, depth + 1),
            None => None,
        }
    })
}

fn size(path: &Path) -> u64 {
    let inside = folders::entries(path).unwrap_or_default().into_iter();
    let sizes = inside.map(|(_, path)| match fs::symlink_metadata(&path) {
        Ok(found) if found.is_dir() => size(&path),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// To the minute, in UTC.
fn date(time: SystemTime) -> String {
    let text = humantime::format_rfc3339_seconds(time).to_string();
    text.get(..16).unwrap_or(&text).replace('T', " ")
}
