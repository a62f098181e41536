//! What kinds are worth, from the files of branched games.

use drakkar_engine::rules;

use super::Names;
use super::items::rates_beside;
use crate::error::Error;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;
use crate::report::table::{Row, Table};

/// What a file of branched games says. Its name may have something in front, where the files of several
/// runs were put together; then a column tells of which one a row is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    /// Worth and verdicts.
    Effect,
    /// One figure for each kind or round: the column, the title, the words below it.
    Plain { about: &'static str, title: &'static str, words: &'static str },
    /// Other values.
    WhatIf,
    /// Values that are fair.
    Fair,
}

/// Endings of names, columns that must be there, and the part.
const PARTS: [(&str, &[&str], Part); 6] = [
    ("_effect.csv", &["agent", "kind", "worth", "ci_low", "verdict"], Part::Effect),
    (
        "_granted.csv",
        &["agent", "kind", "worth"],
        Part::Plain {
            about: "kind",
            title: "One more from outside",
            words: "What it changes if a seat is given one more at the start of a round, for nothing.",
        },
    ),
    (
        "restricted.csv",
        &["agent", "kind", "worth"],
        Part::Plain {
            about: "kind",
            title: "Not allowed to take it",
            words: "What a seat gains by not taking a kind for the whole game: below 0 it loses. A kind that seldom comes matters little here.",
        },
    ),
    (
        "first.csv",
        &["agent", "round", "worth"],
        Part::Plain {
            about: "round",
            title: "Beginning a round",
            words: "What it changes if a seat begins a round for nothing and not another one.",
        },
    ),
    ("what_if.csv", &["agent", "values", "kind", "against_others"], Part::WhatIf),
    ("fair.csv", &["agent", "key", "kind", "answer"], Part::Fair),
];

fn part(table: &Table) -> Option<Part> {
    let name = table.name();
    let fits = |(ending, columns, _): &&(&str, &[&str], Part)| {
        name.ends_with(ending) && columns.iter().all(|column| table.has(column))
    };
    PARTS.iter().find(fits).map(|(.., part)| *part)
}

/// Whether a table is drawn here.
pub(super) fn draws(table: &Table) -> bool {
    part(table).is_some()
}

/// The tables that are drawn here, with what they say.
fn tables(folder: &Folder) -> Result<Vec<(Part, Table)>, Error> {
    let mut found = Vec::new();
    let named = |file: &&String| PARTS.iter().any(|(ending, ..)| file.ends_with(ending));
    for file in folder.files.iter().filter(named) {
        let table = folder.table(file)?;
        found.extend(table.and_then(|table| Some((part(&table)?, table))));
    }
    Ok(found)
}

/// The tables with verdicts, and those with fair values.
pub(crate) fn verdicts(folder: &Folder) -> Result<[Vec<Table>; 2], Error> {
    let mut found = [Vec::new(), Vec::new()];
    for (part, table) in tables(folder)? {
        match part {
            Part::Effect => found[0].push(table),
            Part::Fair => found[1].push(table),
            _ => {}
        }
    }
    Ok(found)
}

/// The column of the figure to quote: that on fresh deals if there is one.
pub(crate) fn quoted(table: &Table, row: &Row) -> &'static str {
    if table.text(row, "again").is_empty() { "worth" } else { "again" }
}

/// Whether what stood out did not do so on fresh deals.
pub(crate) fn is_unconfirmed(table: &Table, row: &Row) -> bool {
    table.text(row, "confirmed") == "no"
}

/// The places among all kinds that a kind may have, such as `2 to 7`.
pub(crate) fn places(table: &Table, row: &Row) -> Option<String> {
    match ["rank_low", "rank_high"].map(|column| table.text(row, column)) {
        ["", _] | [_, ""] => None,
        [low, high] if low == high => Some(low.to_owned()),
        [low, high] => Some(format!("{low} to {high}")),
    }
}

/// The rows of a table by the texts of some columns, of which there may be others than these.
pub(crate) fn groups<'t, const N: usize>(
    table: &'t Table,
    columns: [&str; N],
) -> Vec<([&'t str; N], Vec<&'t Row>)> {
    let mut found: Vec<([&str; N], Vec<&Row>)> = Vec::new();
    for row in table.rows() {
        let key = columns.map(|column| table.text(row, column));
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => found.push((key, vec![row])),
        }
    }
    found
}

/// All sections about worth.
pub(super) fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let mut found = Vec::new();
    for (part, table) in &tables(folder)? {
        found.push(match part {
            Part::Effect => effect(table, &rates_beside(folder, &table.name())?)?,
            Part::Plain { about, title, words } => {
                plain(table, about, Section::new(title).words(words))?
            }
            Part::WhatIf => what_if(table)?,
            Part::Fair => Section::new("Fair values").table(table),
        });
    }
    Ok(found)
}

/// Rules by their name.
pub(crate) fn by_rules(name: &str) -> String {
    match name {
        rules::CUSTOM => "changed rules".to_owned(),
        name => format!("the rules {name}"),
    }
}

/// Of how many rounds something is the mean, after a comma.
pub(crate) fn in_rounds(rounds: &str) -> String {
    match rounds {
        "" => String::new(),
        "1" => ", 1 round".to_owned(),
        _ => format!(", {rounds} rounds"),
    }
}

/// A name that stands in front of a caption.
fn before(step: &str) -> String {
    if step.is_empty() { String::new() } else { format!("{step}: ") }
}

/// Name of a picture.
fn picture(table: &Table, number: usize) -> String {
    format!("{}_{}", table.name().trim_end_matches(".csv"), number + 1)
}

/// Worth with its parts, a picture for each agent, rule set and choice of rounds.
fn effect(table: &Table, rates: &[(String, f64)]) -> Result<Section, Error> {
    let mut section = Section::new("What things are worth").words(
        "The worth of a kind is the mean, over decisions at which a seat may take it, of the result of taking it less that of leaving it, all seats then played by the stated agent. Its own worth is what it brings to its owner, denial what keeping it from the others brings; the two add up to the worth. It is worth in these roll_out, at these decisions, with the price already paid.",
    );
    let names = Names::of(table);
    let cells = groups(table, ["step", "agent", "rules", "rounds"]);
    for (number, ([step, agent, rules, rounds], rows)) in cells.into_iter().enumerate() {
        let digits = digits(rows.iter().map(|row| table.text(row, quoted(table, row))));
        let mut lines = Vec::new();
        for row in rows {
            lines.extend(worth_line(table, row, digits, rates)?);
        }
        lines.sort_by(|one: &Line, two| two.points[0].value.total_cmp(&one.points[0].value));
        let rounds = in_rounds(rounds);
        let taken =
            if rates.is_empty() { "" } else { ", and how often it was taken when it could be" };
        let places = if table.has("rank_low") { ", the places that it may have" } else { "" };
        let caption = format!(
            "{}worth with roll-out by {} by {}{rounds}, with 95 % intervals; at the right the worth to quote, which is that on fresh deals for a kind that stood out, the verdict{places}{taken}.",
            before(step),
            names.short(agent),
            by_rules(rules)
        );
        let forest = Forest {
            axis: "worth".into(),
            reference: Some(0.0),
            key: vec![(Mark::Circle, "worth"), (Mark::Square, "own"), (Mark::Triangle, "denial")],
            lines,
        };
        section = draw(section, &picture(table, number), &caption, forest)?;
    }
    Ok(section.table(table))
}

fn worth_line(
    table: &Table,
    row: &Row,
    digits: usize,
    rates: &[(String, f64)],
) -> Result<Option<Line>, Error> {
    let columns = [
        (Mark::Circle, ["worth", "ci_low", "ci_high"]),
        (Mark::Square, ["own", "own_low", "own_high"]),
        (Mark::Triangle, ["denial", "denial_low", "denial_high"]),
    ];
    let mut points = Vec::new();
    for (mark, names) in columns {
        points.extend(point(table, row, mark, names)?);
    }
    let worth = rounded(table.text(row, quoted(table, row)), digits);
    let label = table.text(row, "kind").to_owned();
    let mut note = format!("{worth} {}", table.text(row, "verdict"));
    if let Some(places) = places(table, row) {
        note += &format!(", {places}");
    }
    if is_unconfirmed(table, row) {
        note += ", not confirmed";
    }
    if let Some((_, rate)) = rates.iter().find(|(kind, _)| *kind == label) {
        note += &format!(", taken {:.0} %", 100.0 * rate);
    }
    Ok((!points.is_empty()).then_some(Line { label, points, note }))
}

fn point(table: &Table, row: &Row, mark: Mark, columns: [&str; 3]) -> Result<Option<Point>, Error> {
    let [value, low, high] = columns.map(|column| table.number(row, column));
    let (low, high) = (low?, high?);
    Ok(value?.map(|value| Point { mark, value, low, high, open: false }))
}

/// A line with one point for each row that has a value; its columns are value, low and high.
fn plain_lines(
    table: &Table,
    rows: &[&Row],
    columns: [&str; 3],
    label: impl Fn(&Row) -> String,
) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    let digits = digits(rows.iter().map(|row| table.text(row, columns[0])));
    for row in rows {
        let found = point(table, row, Mark::Circle, columns)?;
        lines.extend(found.map(|point| Line {
            label: label(row),
            points: vec![point],
            note: rounded(table.text(row, columns[0]), digits),
        }));
    }
    Ok(lines)
}

/// A file with one figure for each agent and kind, or round.
fn plain(table: &Table, about: &str, mut section: Section) -> Result<Section, Error> {
    let names = Names::of(table);
    for (number, ([step, agent], rows)) in groups(table, ["step", "agent"]).into_iter().enumerate()
    {
        let label = |row: &Row| match about {
            "round" => format!("round {}", table.text(row, about)),
            _ => table.text(row, about).to_owned(),
        };
        let lines = plain_lines(table, &rows, ["worth", "low", "high"], label)?;
        let caption = format!(
            "{}change of the margin with roll-out by {}, with 95 % intervals.",
            before(step),
            names.short(agent)
        );
        let forest = Forest { axis: "margin".into(), reference: Some(0.0), key: Vec::new(), lines };
        section = draw(section, &picture(table, number), &caption, forest)?;
    }
    Ok(section.table(table))
}

/// Other values of the rules, a picture for each agent and kind.
fn what_if(table: &Table) -> Result<Section, Error> {
    let mut section = Section::new("Other values").words(
        "What kinds would be worth under other values of the rules, less the mean of the other kinds: under the rules as they are where the change is about some kinds alone, else under the same rules. At 0 a kind would be worth as much as they.",
    );
    let names = Names::of(table);
    let cells = groups(table, ["step", "agent", "kind"]);
    for (number, ([step, agent, kind], rows)) in cells.into_iter().enumerate() {
        let columns = ["against_others", "against_low", "against_high"];
        let label = |row: &Row| table.text(row, "values").to_owned();
        let lines = plain_lines(table, &rows, columns, label)?;
        let caption = format!(
            "{}{kind} with roll-out by {}, with 95 % intervals.",
            before(step),
            names.short(agent)
        );
        let axis = "worth less that of the others".to_owned();
        let forest = Forest { axis, reference: Some(0.0), key: Vec::new(), lines };
        section = draw(section, &picture(table, number), &caption, forest)?;
    }
    Ok(section.table(table))
}

/// Adds a picture, if there is something to draw.
fn draw(section: Section, name: &str, caption: &str, forest: Forest) -> Result<Section, Error> {
    match forest.lines.is_empty() {
        true => Ok(section),
        false => section.chart(name, caption, forest.svg()),
    }
}
