//! What kinds are worth, from the files of branched games.

use super::agents::rates_beside;
use super::{Names, lines, point};
use crate::report::chart::{Forest, Line, Mark};
use crate::report::table::{CsvFile, Row, digits, rounded};
use crate::{error::Error, report::folder::Folder, report::section::Section};
use drakkar_engine::rules;

/// What a file of branched games says. Its name may have something in front, where the files of several
/// runs were put together; then a column tells of which one a row is.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Effect,
    /// One figure for each text of a column.
    OneFigure(&'static str),
    WhatIf,
    Fair,
}

/// A kind of file: the ending of its name, columns that must be there, and its title and words.
type FileKind = (&'static str, &'static [&'static str], Part, &'static str, &'static str);

const KINDS: [FileKind; 6] = [
    (
        "_effect.csv",
        &["agent", "kind", "worth", "ci_low", "verdict"],
        Part::Effect,
        "What things are worth",
        "The worth of a kind is the mean, over decisions at which a seat may take it, of the result of taking it less that of leaving it, all seats then played by the stated agent. Its own worth is what it brings to its owner, denial what keeping it from the others brings; the two add up to the worth. It is worth in these roll_out, at these decisions, with the price already paid.",
    ),
    (
        "_granted.csv",
        &["agent", "kind", "worth"],
        Part::OneFigure("kind"),
        "One more from outside",
        "What it changes if a seat is given one more at the start of a round, for nothing.",
    ),
    (
        "restricted.csv",
        &["agent", "kind", "worth"],
        Part::OneFigure("kind"),
        "Not allowed to take it",
        "What a seat gains by not taking a kind for the whole game: below 0 it loses. A kind that seldom comes matters little here.",
    ),
    (
        "first.csv",
        &["agent", "round", "worth"],
        Part::OneFigure("round"),
        "Beginning a round",
        "What it changes if a seat begins a round for nothing and not another one.",
    ),
    (
        "what_if.csv",
        &["agent", "values", "kind", "against_others"],
        Part::WhatIf,
        "Other values",
        "What kinds would be worth under other values of the rules, less the mean of the other kinds: under the rules as they are where the change is about some kinds alone, else under the same rules. At 0 a kind would be worth as much as they.",
    ),
    ("fair.csv", &["agent", "key", "kind", "answer"], Part::Fair, "Fair values", ""),
];

fn kind(table: &CsvFile) -> Option<&'static FileKind> {
    let name = table.name();
    KINDS.iter().find(|(ending, columns, ..)| {
        name.ends_with(ending) && columns.iter().all(|column| table.has(column))
    })
}

pub fn draws(table: &CsvFile) -> bool {
    kind(table).is_some()
}

fn tables(folder: &Folder) -> Result<Vec<(&'static FileKind, CsvFile)>, Error> {
    let mut found = Vec::new();
    let named = |file: &&String| KINDS.iter().any(|(ending, ..)| file.ends_with(ending));
    for file in folder.files.iter().filter(named) {
        let table = folder.table(file)?;
        found.extend(table.and_then(|table| Some((kind(&table)?, table))));
    }
    Ok(found)
}

/// The tables with verdicts, and those with fair values.
pub fn verdicts(folder: &Folder) -> Result<[Vec<CsvFile>; 2], Error> {
    let mut found = [Vec::new(), Vec::new()];
    for ((.., part, _, _), table) in tables(folder)? {
        match part {
            Part::Effect => found[0].push(table),
            Part::Fair => found[1].push(table),
            _ => {}
        }
    }
    Ok(found)
}

pub fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let mut found = Vec::new();
    for ((.., part, title, words), table) in &tables(folder)? {
        let mut section = Section::new(*title);
        if !words.is_empty() {
            section = section.words(words);
        }
        section = match part {
            Part::Effect => effect(section, table, &rates_beside(folder, &table.name())?)?,
            Part::OneFigure(about) => plain(section, table, about)?,
            Part::WhatIf => what_if(section, table)?,
            Part::Fair => section,
        };
        found.push(section.tables([table]));
    }
    Ok(found)
}

/// The column of the figure to quote: that on fresh deals if there is one.
pub fn quoted(row: &Row<'_>) -> &'static str {
    if row.text("again").is_empty() { "worth" } else { "again" }
}

/// Whether what stood out did not do so on fresh deals.
pub fn is_unconfirmed(row: &Row<'_>) -> bool {
    row.text("confirmed") == "no"
}

/// The places among all kinds that a kind may have, such as `2 to 7`.
pub fn places(row: &Row<'_>) -> Option<String> {
    match ["rank_low", "rank_high"].map(|column| row.text(column)) {
        ["", _] | [_, ""] => None,
        [low, high] if low == high => Some(low.to_owned()),
        [low, high] => Some(format!("{low} to {high}")),
    }
}

pub fn by_rules(name: &str) -> String {
    match name {
        rules::CUSTOM => "changed rules".to_owned(),
        name => format!("the rules {name}"),
    }
}

/// Of how many rounds something is the mean, after a comma.
pub fn in_rounds(rounds: &str) -> String {
    match rounds {
        "" => String::new(),
        "1" => ", 1 round".to_owned(),
        _ => format!(", {rounds} rounds"),
    }
}

/// Adds a picture with a line at 0 for each group of rows; `tell` makes its caption and lines. The first of the
/// columns has the name of the run, if there are several, and begins the caption.
fn pictures<const N: usize>(
    mut section: Section,
    table: &CsvFile,
    columns: [&str; N],
    (axis, key): (&str, &[(Mark, &str)]),
    tell: impl Fn([&str; N], Vec<Row<'_>>) -> Result<(String, Vec<Line>), Error>,
) -> Result<Section, Error> {
    for (number, (group, rows)) in (1..).zip(table.groups(columns)) {
        let (mut caption, lines) = tell(group, rows)?;
        if !group[0].is_empty() {
            caption = format!("{}: {caption}", group[0]);
        }
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let forest = Forest { axis, reference: Some(0.0), key, lines };
        section = section.chart(&name, &caption, &forest)?;
    }
    Ok(section)
}

/// Worth with its parts, a picture for each agent, rule set and choice of rounds.
fn effect(section: Section, table: &CsvFile, rates: &[(String, f64)]) -> Result<Section, Error> {
    let names = Names::of(table);
    let taken = if rates.is_empty() { "" } else { ", and how often it was taken when it could be" };
    let places = if table.has("rank_low") { ", the places that it may have" } else { "" };
    let key = [(Mark::Circle, "worth"), (Mark::Square, "own"), (Mark::Triangle, "denial")];
    let columns = ["step", "agent", "rules", "rounds"];
    pictures(section, table, columns, ("worth", &key), |[_, agent, rules, rounds], rows| {
        let digits = digits(rows.iter().map(|row| row.text(quoted(row))));
        let mut lines = Vec::new();
        for row in &rows {
            lines.extend(worth_line(row, digits, rates)?);
        }
        lines.sort_by(|one, two| two.points[0].value.total_cmp(&one.points[0].value));
        let (agent, rules, rounds) = (names.short(agent), by_rules(rules), in_rounds(rounds));
        let caption = format!(
            "worth with roll-out by {agent} by {rules}{rounds}, with 95 % intervals; at the right the worth to quote, which is that on fresh deals for a kind that stood out, the verdict{places}{taken}."
        );
        Ok((caption, lines))
    })
}

fn worth_line(
    row: &Row<'_>,
    digits: usize,
    rates: &[(String, f64)],
) -> Result<Option<Line>, Error> {
    let columns = [
        (Mark::Circle, ["worth", "ci_low", "ci_high"]),
        (Mark::Square, ["own", "own_low", "own_high"]),
        (Mark::Triangle, ["denial", "denial_low", "denial_high"]),
    ];
    let mut points = Vec::new();
    for (mark, columns) in columns {
        points.extend(point(*row, mark, columns)?);
    }
    let worth = rounded(row.text(quoted(row)), digits);
    let label = row.text("kind").to_owned();
    let mut note = format!("{worth} {}", row.text("verdict"));
    if let Some(places) = places(row) {
        note += &format!(", {places}");
    }
    if is_unconfirmed(row) {
        note += ", not confirmed";
    }
    if let Some((_, rate)) = rates.iter().find(|(kind, _)| *kind == label) {
        note += &format!(", taken {:.0} %", 100.0 * rate);
    }
    Ok((!points.is_empty()).then_some(Line { label, points, note }))
}

/// A picture for each agent of a file with one figure for each text of the column `about`.
fn plain(section: Section, table: &CsvFile, about: &str) -> Result<Section, Error> {
    let names = Names::of(table);
    pictures(section, table, ["step", "agent"], ("margin", &[]), |[_, agent], rows| {
        let lines = lines(rows, ["worth", "low", "high"], |row, value| match about {
            "round" => (format!("round {}", row.text(about)), value),
            _ => (row.text(about).to_owned(), value),
        })?;
        let agent = names.short(agent);
        let caption =
            format!("change of the margin with roll-out by {agent}, with 95 % intervals.");
        Ok((caption, lines))
    })
}

/// Other values of the rules, a picture for each agent and kind.
fn what_if(section: Section, table: &CsvFile) -> Result<Section, Error> {
    let names = Names::of(table);
    let axis = ("worth less that of the others", &[][..]);
    pictures(section, table, ["step", "agent", "kind"], axis, |[_, agent, kind], rows| {
        let columns = ["against_others", "against_low", "against_high"];
        let lines = lines(rows, columns, |row, value| (row.text("values").to_owned(), value))?;
        let agent = names.short(agent);
        Ok((format!("{kind} with roll-out by {agent}, with 95 % intervals."), lines))
    })
}
