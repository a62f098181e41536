//! The parts of a report, one for each kind of file. A file that is not there is no part.

mod agents;
mod ladder;
mod level;
mod paths;
mod profile;
mod rates;
mod values;
mod worth;

use std::collections::HashMap;

use maud::html;
use serde_json::Value;

use crate::report::chart::{ChartLine, Mark, Point};
use crate::report::table::{CsvFile, CsvRow, digits, rounded};
use crate::{
    error::Error,
    export::names::{short, told_apart},
    report::folder::Folder,
    report::section::Section,
};

pub fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let mut found = worth::sections(folder)?;
    let has_worths = !found.is_empty();
    found.extend(profile::sections(folder)?);
    // Beside what things are worth stands how often they are taken.
    if has_worths {
        found.splice(1..1, agents::picks(folder)?);
    }
    for part in [
        level::levelled,
        paths::comparison,
        agents::rules,
        ladder::ratings,
        paths::tuning,
        agents::shares,
        agents::scores,
        agents::places,
        agents::strategy,
    ] {
        found.extend(part(folder)?);
    }
    if !has_worths {
        found.extend(agents::picks(folder)?);
    }
    found.extend(others(folder)?);
    found.extend(manifest(folder));
    Ok(found)
}

/// Files that other parts show, or that are too long to show.
const SHOWN: [&str; 18] = [
    "changes.csv",
    "level_deviation.csv",
    "level_worth.csv",
    "front.csv",
    "win_rates.csv",
    "seats.csv",
    "strategy.csv",
    "pace.csv",
    "games.csv",
    "compare.csv",
    "effects.csv",
    "differences.csv",
    "ratings.csv",
    "pairings.csv",
    "neighbours.csv",
    "tune.csv",
    "verdict.csv",
    "profile.csv",
];

/// Tables of files without a picture of their own.
fn others(folder: &Folder) -> Result<Option<Section>, Error> {
    // The pace stands beside the win shares, if there are such.
    let paced = folder.files.iter().any(|file| matches!(&**file, "win_rates.csv" | "seats.csv"));
    let mut tables = Vec::new();
    for file in &folder.files {
        if !SHOWN.contains(&&**file) || (file == "pace.csv" && !paced) {
            tables.extend(folder.table(file)?);
        }
    }
    tables.retain(|table| !rates::is_picks(table) && !worth::draws(table));
    Ok((!tables.is_empty()).then(|| Section::new("Other files").tables(&tables)))
}

fn manifest(folder: &Folder) -> Option<Section> {
    let manifest = folder.manifest.as_ref()?;
    let text = format!("{:#}", Value::Object(manifest.clone()));
    let html = html! {
        details {
            summary { "manifest.json" } "\n"
            pre.scroll { (text) }
        } "\n"
    };
    Some(Section::new("Manifest").html(html))
}

/// Most letters of a name in a picture.
const LONGEST: usize = 34;

/// Most letters of it where a seat stands behind it, which must not be cut off.
const BEFORE_SEAT: usize = LONGEST - 12;

/// Short names of the agents in a table's column `agent`: each specification with its name, and with its name
/// before a seat.
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
        let names = specs.into_iter().zip(short).zip(before);
        ShortNames(names.map(|((spec, short), before)| (spec, [short, before])).collect())
    }

    /// The name of an agent, and the one before a seat.
    fn of_agent(&self, spec: &str) -> (&str, &str) {
        self.0.get(spec).map_or(("", ""), |[short, before]| (short, before))
    }

    fn short(&self, spec: &str) -> &str {
        self.of_agent(spec).0
    }

    fn seat(&self, row: CsvRow<'_>) -> String {
        let (_, agent) = self.of_agent(row.text("agent"));
        match row.text("seat") {
            "all" => format!("{agent}, all seats"),
            seat => format!("{agent}, seat {seat}"),
        }
    }
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// An estimate from its columns: value, low and high.
fn point(row: CsvRow<'_>, mark: Mark, columns: [&str; 3]) -> Result<Option<Point>, Error> {
    let [value, low, high] = columns.map(|column| row.number(column));
    let (low, high) = (low?, high?);
    Ok(value?.map(|value| Point { mark, value, low, high, open: false }))
}

/// A line with one estimate for each row that has one. `tell` makes label and note of a row and its
/// rounded value.
fn lines<'t>(
    rows: impl IntoIterator<Item = CsvRow<'t>, IntoIter: Clone>,
    columns: [&str; 3],
    tell: impl Fn(CsvRow<'t>, String) -> (String, String),
) -> Result<Vec<ChartLine>, Error> {
    let rows = rows.into_iter();
    let digits = digits(rows.clone().map(|row| row.text(columns[0])));
    let mut lines = Vec::new();
    for row in rows {
        if let Some(point) = point(row, Mark::Circle, columns)? {
            let (label, note) = tell(row, rounded(row.text(columns[0]), digits));
            lines.push(ChartLine { label, note, points: vec![point], ..ChartLine::default() });
        }
    }
    Ok(lines)
}
