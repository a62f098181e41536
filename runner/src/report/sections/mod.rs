//! The parts of a report, one for each kind of file. A file that is not there is no part.

mod agents;
mod ladder;
mod level;
mod paths;
mod profile;
mod tuned;
mod values;
mod worth;

use std::collections::HashMap;

use maud::html;
use serde_json::Value;

use crate::export::names::{LONGEST, short, told_apart};
use crate::export::unit::FigureUnit;
use crate::report::chart::{ChartLine, Mark, Point};
use crate::report::table::{CsvFile, CsvRow};
use crate::{error::Error, report::folder::Folder, report::section::Section, report::tone::Tone};

pub fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let mut found = worth::sections(folder);
    let has_worths = !found.is_empty();
    found.extend(profile::sections(folder));
    // Beside what things are worth stands how often they are taken.
    if has_worths {
        found.splice(1..1, agents::picks(folder));
    }
    for part in [
        level::levelled,
        level::front,
        paths::comparison,
        agents::rules,
        ladder::ratings,
        tuned::weights,
        tuned::tests,
        tuned::search,
        agents::shares,
        agents::scores,
        agents::places,
        agents::strategy,
    ] {
        found.extend(part(folder));
    }
    if !has_worths {
        found.extend(agents::picks(folder));
    }
    found.extend(others(folder, &found));
    found.extend(manifest(folder));
    let mut faults = found.iter_mut().filter_map(|section| section.fault.take());
    match folder.fault.take().or_else(|| faults.next()) {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// A figure with both ends of its interval, and an effect.
const VALUE: [&str; 3] = ["value", "low", "high"];
const EFFECT: [&str; 3] = ["effect", "low", "high"];

/// The rows of all games, which are too many to show.
const GAMES: &str = "games.csv";

/// Tables of files that no other part shows.
fn others(folder: &Folder, parts: &[Section]) -> Option<Section> {
    let is_shown = |file: &String| parts.iter().any(|part| part.files.contains(file));
    let others = folder.files.iter().filter(|file| *file != GAMES && !is_shown(file));
    let mut tables: Vec<CsvFile> = others.filter_map(|file| folder.table(file)).collect();
    tables.retain(|table| !worth::is_picks(table));
    let mut section = Section::new("Other files");
    section.is_bare = parts.is_empty();
    (!tables.is_empty()).then(|| section.tables(&tables))
}

fn manifest(folder: &Folder) -> Option<Section> {
    let text = format!("{:#}", Value::Object(folder.manifest.clone()?));
    let html = html! {
        details {
            summary { "manifest.json" } "\n"
            pre.scroll { (text) }
        } "\n"
    };
    Some(Section::new("Manifest").html(html))
}

/// Most letters of a name where a seat stands behind it, which must not be cut off.
const BEFORE_SEAT: usize = LONGEST - 12;

/// Short names of the agents in a table, for each specification, alone and before a seat.
struct ShortNames<'t>(HashMap<&'t str, [String; 2]>);

impl<'t> ShortNames<'t> {
    fn of(table: &'t CsvFile) -> ShortNames<'t> {
        let specs: Vec<&str> =
            table.groups(["agent"]).into_iter().map(|([spec], _)| spec).collect();
        // Names that are short stay as they are.
        let short = match specs.iter().all(|spec| spec.chars().count() <= LONGEST) {
            true => specs.iter().map(|&spec| spec.to_owned()).collect(),
            false => short(&specs),
        };
        let before = told_apart(&short, BEFORE_SEAT);
        let names = short.into_iter().zip(before).map(|(short, before)| [short, before]);
        ShortNames(specs.into_iter().zip(names).collect())
    }

    fn short(&self, spec: &str) -> &str {
        self.0.get(spec).map_or("", |[short, _]| short)
    }

    fn of_row(&self, row: &CsvRow<'_>) -> String {
        self.short(row.text("agent")).to_owned()
    }

    fn seat(&self, row: CsvRow<'_>) -> String {
        let agent = self.0.get(row.text("agent")).map_or("", |[_, before]| before);
        match row.text("seat") {
            "all" => format!("{agent}, all seats"),
            seat => format!("{agent}, seat {seat}"),
        }
    }
}

fn point(row: CsvRow<'_>, mark: Mark, columns: [&str; 3]) -> Option<Point> {
    let [value, low, high] = columns.map(|column| row.number(column));
    Some(Point { mark, value: value?, low, high, open: false })
}

/// A line for each row with an estimate. `tell` makes label and note of a row and its value as it is shown.
fn lines<'t>(
    rows: impl IntoIterator<Item = CsvRow<'t>>,
    (columns, unit): ([&str; 3], FigureUnit),
    tell: impl Fn(CsvRow<'t>, String) -> (String, String),
) -> Vec<ChartLine> {
    let line = |row: CsvRow<'t>| {
        let points = vec![point(row, Mark::Circle, columns)?];
        let (label, note) = tell(row, row.estimate(columns, unit).shown);
        let tone = Tone::of(row.text("verdict"));
        Some(ChartLine { label, note, points, tone, ..ChartLine::default() })
    };
    rows.into_iter().filter_map(line).collect()
}
