//! What kinds are worth, from the files of branched games.

use std::collections::HashMap;

use super::rates::rates_beside;
use super::{ShortNames, capital, lines, point, values};
use crate::report::board::{BoardCell, FigureUnit, Heat, HeatCell, VerdictTable};
use crate::report::chart::{AxisScale, Band, ChartLine, Forest, Mark};
use crate::report::table::{CsvFile, CsvRow, first_by};
use crate::{error::Error, report::folder::Folder, report::section::Section, report::tone::Tone};

/// What a file of branched games says. Its name may have something in front, where the files of several
/// runs were put together; then a column says which run a row is of.
#[derive(Clone, Copy, PartialEq)]
enum WorthPart {
    Fair,
    Effect,
    /// One figure for each text of a column.
    OneFigure(&'static str),
    WhatIf,
}

/// A kind of file: the ending of its name, columns that must be there, and its title and words.
type FileKind = (&'static str, &'static [&'static str], WorthPart, &'static str, &'static str);

/// In the order of the page: the most particular question first.
const KINDS: [FileKind; 6] = [
    (
        "fair.csv",
        &["agent", "key", "kind", "answer"],
        WorthPart::Fair,
        "Fair values",
        "The value at which a kind is worth as much as the mean of the other kinds, or as another target.",
    ),
    (
        "_effect.csv",
        &["agent", "kind", "worth", "ci_low", "verdict"],
        WorthPart::Effect,
        "What each kind is worth",
        "The worth of a kind is the mean gain from taking it instead of leaving it, over decisions at which a seat may take it; afterwards the stated agent plays all seats. It holds for these players and these decisions, with the price already paid.",
    ),
    (
        "what_if.csv",
        &["agent", "values", "kind", "against_others"],
        WorthPart::WhatIf,
        "Other values",
        "What a kind would be worth if the rules gave it another value, less the mean of the other kinds. At 0 it would be worth as much as they are.",
    ),
    (
        "_granted.csv",
        &["agent", "kind", "worth"],
        WorthPart::OneFigure("kind"),
        "Given one more",
        "How the margin of a seat changes if it is given one more at the start of a round, free of charge.",
    ),
    (
        "restricted.csv",
        &["agent", "kind", "worth"],
        WorthPart::OneFigure("kind"),
        "Not allowed to take it",
        "How the margin of a seat changes if it may not take a kind for the whole game: below 0 it loses. A kind that seldom comes up matters little here.",
    ),
    (
        "first.csv",
        &["agent", "round", "worth"],
        WorthPart::OneFigure("round"),
        "Beginning a round",
        "How the margin of a seat changes if it begins a round, free of charge, instead of another seat, and the order of play goes on from there. In the table, once is for this round alone: with the next one, the order returns to what it would have been.",
    ),
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

/// The tables in the order of [`KINDS`]; of a kind, the one with the most decisions first.
fn tables(folder: &Folder) -> Result<Vec<(&'static FileKind, CsvFile)>, Error> {
    let mut found = Vec::new();
    for file_kind in &KINDS {
        let mut of_kind = Vec::new();
        for file in folder.files.iter().filter(|file| file.ends_with(file_kind.0)) {
            let table = folder.table(file)?;
            of_kind.extend(table.filter(|table| kind(table) == Some(file_kind)));
        }
        let decisions = |table: &CsvFile| -> f64 {
            let all = table.rows().filter_map(|row| row.text("decisions").parse::<f64>().ok());
            all.fold(0.0, f64::max)
        };
        of_kind.sort_by(|one, two| decisions(two).total_cmp(&decisions(one)));
        found.extend(of_kind.into_iter().map(|table| (file_kind, table)));
    }
    Ok(found)
}

/// Kinds from the most to the least worth.
pub struct KindOrder(Vec<String>);

impl KindOrder {
    pub fn of(folder: &Folder) -> Result<KindOrder, Error> {
        Ok(KindOrder::by(&tables(folder)?))
    }

    /// By the first group of the first file that says so.
    fn by(tables: &[(&FileKind, CsvFile)]) -> KindOrder {
        let effect = tables.iter().find(|((_, _, part, ..), _)| *part == WorthPart::Effect);
        let groups = effect.map(|(_, table)| table.groups(GROUP)).unwrap_or_default();
        let rows = groups.first().map(|(_, rows)| ranked(rows)).unwrap_or_default();
        KindOrder(rows.iter().map(|row| row.text("kind").to_owned()).collect())
    }

    /// Sorts rows by the kind in a column; kinds that are not in the order keep theirs, at the end.
    pub fn sort(&self, rows: &mut [CsvRow<'_>], column: &str) {
        let mut places = HashMap::new();
        for (place, kind) in self.0.iter().enumerate() {
            places.entry(&**kind).or_insert(place);
        }
        rows.sort_by_key(|row| places.get(row.text(column)).copied().unwrap_or(usize::MAX));
    }
}

pub fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let tables = tables(folder)?;
    let order = KindOrder::by(&tables);
    let mut found = Vec::new();
    for ((.., part, title, words), table) in &tables {
        // Of several files of a kind each has the name of its part of the study in front.
        let title = match (table.has("step"), table.name().split_once('_')) {
            (true, Some((part, _))) => format!("{title}: {part}"),
            _ => (*title).to_owned(),
        };
        let mut section = Section::new(title).words(words);
        section = match part {
            WorthPart::Fair => section.board(values::fair(table)?),
            WorthPart::Effect => effect(section, folder, table)?,
            WorthPart::OneFigure(about) => one_figure(section, table, about, &order)?,
            WorthPart::WhatIf => values::what_if(section, table)?,
        };
        found.push(section.tables([table]));
    }
    // A question about values is answered by their curve.
    if let [(.., WorthPart::Fair, _, _), ..] =
        *tables.iter().map(|(kind, _)| **kind).collect::<Vec<_>>()
        && let Some(curve) =
            tables.iter().position(|((_, _, part, ..), _)| *part == WorthPart::WhatIf)
    {
        let curve = found.remove(curve);
        found[0].join(curve);
    }
    Ok(found)
}

/// Columns whose texts make a group of rows, which has a picture of its own.
const GROUP: [&str; 4] = ["step", "agent", "rules", "rounds"];
/// Groups beyond which they share one table, without pictures of their own.
const GROUPS: usize = 4;

fn number(row: &CsvRow<'_>, column: &str) -> f64 {
    row.text(column).parse().unwrap_or(f64::NEG_INFINITY)
}

/// Rows from the most to the least worth: by the figure to quote, which is that of fresh deals where there is one.
fn ranked<'t>(rows: &[CsvRow<'t>]) -> Vec<CsvRow<'t>> {
    let mut rows = rows.to_vec();
    let quoted = |row: &CsvRow<'t>| match row.text("again") {
        "" => number(row, "worth"),
        _ => number(row, "again"),
    };
    rows.sort_by(|one, two| quoted(two).total_cmp(&quoted(one)));
    rows
}

/// The places among all kinds that a kind may have, such as `2 to 7`.
fn places(row: CsvRow<'_>) -> String {
    match ["rank_low", "rank_high"].map(|column| row.text(column)) {
        ["", _] | [_, ""] => String::new(),
        [low, high] if low == high => low.to_owned(),
        [low, high] => format!("{low} to {high}"),
    }
}

/// The verdict on a kind, as the terminal has it.
fn verdict(row: CsvRow<'_>) -> BoardCell {
    let more = match row.text("confirmed") {
        "no" => ", not confirmed",
        _ => "",
    };
    let cell = BoardCell::verdict(row.text("verdict"), more);
    match row.text("times_as_many").parse::<f64>() {
        Ok(times) => {
            let text = format!(
                "about {} times as many decisions would decide in four of five repetitions, if it is as measured",
                times.ceil()
            );
            cell.with_full(text)
        }
        Err(_) => cell,
    }
}

fn effect(mut section: Section, folder: &Folder, table: &CsvFile) -> Result<Section, Error> {
    let names = ShortNames::of(table);
    let rates = rates_beside(folder, &table.name())?;
    let groups = table.groups(GROUP);
    let different = GROUP.map(|column| table.groups([column]).len() > 1);
    let steps = table.groups(["step"]).len() == groups.len();
    let called = |key: [&str; 4]| -> String {
        let [step, agent, rules, rounds] = key;
        if steps {
            return step.to_owned();
        }
        let parts =
            [step, names.short(agent), rules, &format!("{rounds} rounds")].map(str::to_owned);
        let told = parts.into_iter().zip(different).filter(|(_, tells)| *tells);
        told.map(|(text, _)| text).collect::<Vec<_>>().join(", ")
    };
    let margin = folder.run("purpose")["margin"].as_f64();
    match groups.as_slice() {
        [(_, rows)] => section = section.board(worths(rows, &rates)?),
        _ => {
            let columns = groups.iter().map(|(key, rows)| (called(*key), rows.as_slice()));
            let heat = compared(&columns.collect::<Vec<_>>())?;
            let caption = "Worth less the mean of the other kinds, in points. Orange kinds are strong, blue ones weak; without colour it is not certain. Point at a figure for the worth itself.";
            section = section.heat(caption, &heat);
        }
    }
    if groups.len() > GROUPS {
        return Ok(section);
    }
    for (number, (key, rows)) in (1..).zip(&groups) {
        let mut worth = Vec::new();
        let mut parts = Vec::new();
        for row in ranked(rows) {
            worth.extend(worth_line(row, margin)?);
            parts.extend(part_line(row)?);
        }
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let group = called(*key);
        let of = if group.is_empty() { String::new() } else { format!("{group}: ") };
        let forest = Forest {
            axis: "worth in points",
            scale: AxisScale::Plain,
            reference: None,
            key: &[],
            lines: worth,
        };
        let band = match margin {
            Some(margin) => format!(
                " The green line is the mean of the other kinds; within the band, \u{b1}{margin} points, a kind is fair."
            ),
            None => " The green line is the mean of the other kinds.".to_owned(),
        };
        let caption = format!("{of}worth of each kind with its 95 % interval.{band}");
        section = section.chart(&name, &sentence(&group, &caption), &forest)?;
        let key = [(Mark::Square, "own"), (Mark::Triangle, "denial")];
        let forest = Forest {
            axis: "points",
            scale: AxisScale::Plain,
            reference: Some(0.0),
            key: &key,
            lines: parts,
        };
        let caption = format!(
            "{of}the parts of the worth: what a kind brings to its owner (own), and what keeping it from the others brings (denial)."
        );
        section = section.chart(&format!("{name}_parts"), &sentence(&group, &caption), &forest)?;
    }
    Ok(section)
}

/// The kinds of one group from the most to the least worth.
fn worths(rows: &[CsvRow<'_>], rates: &HashMap<String, f64>) -> Result<VerdictTable, Error> {
    let head =
        vec!["kind", "verdict", "worth", "95 % interval", "beyond", "rank", "again", "taken"];
    let mut board = VerdictTable::new(head);
    for row in ranked(rows) {
        // By the player that goes on, or else in whole games.
        let rate = rates.get(row.text("kind")).copied();
        let taken = row.text("taken").parse().ok().or(rate);
        let taken = taken.map(|rate: f64| format!("{:.0} %", 100.0 * rate)).unwrap_or_default();
        board.rows.push(vec![
            BoardCell::text(row.text("kind")),
            verdict(row),
            BoardCell::figure(row, "worth", FigureUnit::Gain)?,
            BoardCell::interval(row, ["ci_low", "ci_high"], FigureUnit::Gain)?,
            BoardCell::figure(row, "against_others", FigureUnit::Gain)?,
            BoardCell::text(places(row)),
            BoardCell::figure(row, "again", FigureUnit::Gain)?,
            BoardCell::text(taken),
        ]);
    }
    Ok(board)
}

/// Kinds by groups.
fn compared(groups: &[(String, &[CsvRow<'_>])]) -> Result<Heat, Error> {
    let (mut kinds, mut places): (Vec<(&str, f64)>, HashMap<&str, usize>) = Default::default();
    let mut entries = 0;
    for row in groups.iter().flat_map(|(_, rows)| *rows) {
        entries += 1;
        let (kind, off) = (row.text("kind"), number(row, "against_others"));
        let place = *places.entry(kind).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some((_, sum)) => *sum += off,
            None => kinds.push((kind, off)),
        }
    }
    if !Heat::is_filled([kinds.len(), groups.len()], entries) {
        return Ok(Heat::default());
    }
    let by_kind: Vec<_> =
        groups.iter().map(|(_, rows)| first_by(rows.iter().copied(), "kind")).collect();
    kinds.sort_by(|(_, one), (_, two)| two.total_cmp(one));
    let mut rows = Vec::new();
    for (kind, _) in kinds {
        let mut cells = Vec::new();
        for ((name, _), by_kind) in groups.iter().zip(&by_kind) {
            let row = by_kind.get(kind);
            let off = row.map(|row| row.number("against_others")).transpose()?.flatten();
            cells.push(row.zip(off).map(|(row, off)| {
                let [worth, low, high] = row.figures(["worth", "ci_low", "ci_high"]);
                let verdict = row.text("verdict");
                let sure = Tone::of(verdict).is_some_and(Tone::is_certain);
                HeatCell {
                    shown: FigureUnit::Gain.text(off),
                    full: format!(
                        "{kind}, {name}: worth {worth} ({low} to {high}), {} from the others: {verdict}",
                        row.text("against_others")
                    ),
                    heat: if sure { off / FULL } else { 0.0 },
                }
            }));
        }
        rows.push((kind.to_owned(), cells));
    }
    Ok(Heat { head: groups.iter().map(|(name, _)| name.clone()).collect(), rows })
}

/// Points beyond which the colour grows no deeper.
const FULL: f64 = 3.0;

fn worth_line(row: CsvRow<'_>, margin: Option<f64>) -> Result<Option<ChartLine>, Error> {
    let Some(point) = point(row, Mark::Circle, ["worth", "ci_low", "ci_high"])? else {
        return Ok(None);
    };
    let others = row.number("against_others")?.map(|off| point.value - off);
    let verdict = row.text("verdict");
    Ok(Some(ChartLine {
        label: row.text("kind").to_owned(),
        note: verdict.to_owned(),
        band: others.map(|mean| Band { mean, margin: margin.unwrap_or_default() }),
        tone: Tone::of(verdict),
        points: vec![point],
    }))
}

fn part_line(row: CsvRow<'_>) -> Result<Option<ChartLine>, Error> {
    let columns = [
        (Mark::Square, ["own", "own_low", "own_high"]),
        (Mark::Triangle, ["denial", "denial_low", "denial_high"]),
    ];
    let mut points = Vec::new();
    for (mark, columns) in columns {
        points.extend(point(row, mark, columns)?);
    }
    let label = row.text("kind").to_owned();
    Ok((!points.is_empty()).then_some(ChartLine { label, points, ..ChartLine::default() }))
}

/// A picture for each agent of a file with one figure for each text of the column `about`.
fn one_figure(
    mut section: Section,
    table: &CsvFile,
    about: &str,
    order: &KindOrder,
) -> Result<Section, Error> {
    let names = ShortNames::of(table);
    let groups = table.groups(["step", "agent"]);
    section = section.pictured(GROUPS, groups.len());
    for (number, ([step, agent], mut rows)) in (1..=GROUPS).zip(groups) {
        order.sort(&mut rows, about);
        let lines = lines(rows, ["worth", "low", "high"], |row, value| match about {
            "round" => (format!("round {}", row.text(about)), value),
            _ => (row.text(about).to_owned(), value),
        })?;
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let forest = Forest {
            axis: "change of the margin, in points",
            scale: AxisScale::Plain,
            reference: Some(0.0),
            key: &[],
            lines,
        };
        let of = if step.is_empty() { String::new() } else { format!("{step}: ") };
        let caption = format!(
            "{of}change of the margin with its 95 % interval, roll-out by {}.",
            names.short(agent)
        );
        section = section.chart(&name, &sentence(step, &caption), &forest)?;
    }
    Ok(section)
}

/// Begins with a capital, but for names.
fn sentence(name: &str, text: &str) -> String {
    if name.is_empty() { capital(text) } else { text.to_owned() }
}
