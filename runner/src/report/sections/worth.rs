//! The effects of kinds, from the files of branched games.

use std::collections::HashMap;

use super::{EFFECT, ShortNames, lines, point, values};
use crate::export::cell::{Cell, Value};
use crate::export::figure::{capital, joined};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::report::chart::{Band, ChartLine, Forest, Mark};
use crate::report::table::{CsvFile, CsvRow, first_by, firsts};
use crate::report::{board::Heat, board::HeatCell, folder::Folder, section::Section, tone::Tone};

pub const RATE: &str = "pick_rate_per_decision";

pub fn is_picks(table: &CsvFile) -> bool {
    ["agent", "item", RATE].iter().all(|column| table.has(column))
}

/// How often a kind was taken when it could be, in the file of whole games that a balance writes beside `file`.
fn rates_beside(folder: &Folder, file: &str) -> HashMap<String, f64> {
    let observed = file.replace("_effect.csv", "_observed.csv");
    let table = folder.table(&observed).filter(|table| observed != file && is_picks(table));
    let rows = table.iter().flat_map(CsvFile::rows);
    firsts(rows.filter_map(|row| Some((row.text("item").to_owned(), row.number(RATE)?))))
}

/// What a file of branched games says. Its name may have something in front, where the files of several
/// runs were put together; then a column says which run a row is of.
#[derive(Clone, Copy, PartialEq)]
enum WorthPart {
    Fair,
    Effect,
    OneFigure(&'static str),
    WhatIf,
}

/// A kind of file: the ending of its name, columns that must be there, and its title and words.
type FileKind = (&'static str, &'static [&'static str], WorthPart, &'static str, &'static str);

/// In the order of the page: the most particular question first.
const KINDS: [FileKind; 6] = [
    (
        "fair.csv",
        &["agent", "key", "item", "answer"],
        WorthPart::Fair,
        "Fair values",
        "The value at which an item type has the same effect as the mean of the other item types, or as another target.",
    ),
    (
        "_effect.csv",
        &["agent", "item", "effect", "ci_low", "verdict"],
        WorthPart::Effect,
        "The effect of each item type",
        "The effect of an item type is the mean gain in score margin from taking it instead of declining it, over decisions at which a seat may take it; afterwards the stated agent plays all seats. It holds for these players and these decisions, with the price already paid.",
    ),
    (
        "what_if.csv",
        &["agent", "values", "item", "against_others"],
        WorthPart::WhatIf,
        "Other values",
        "The effect of an item type if the rules gave it another value, minus the mean of the other item types. At 0 it would be balanced.",
    ),
    (
        "_granted.csv",
        &["agent", "item", "effect"],
        WorthPart::OneFigure("item"),
        "A free extra item",
        "How the score margin of a seat changes if it gets a free extra item at the start of a round.",
    ),
    (
        "banned.csv",
        &["agent", "item", "effect"],
        WorthPart::OneFigure("item"),
        "A ban",
        "How the score margin of a seat changes if it may not take an item type in the whole game: below 0 it loses. An item type that seldom comes up matters little here.",
    ),
    (
        "start.csv",
        &["agent", "round", "effect"],
        WorthPart::OneFigure("round"),
        "Starting a round",
        "How the score margin of a seat changes if it starts a round, at no cost, instead of another seat, and the order of play continues from there. In the table, once is for this round alone: with the next one, the order returns to what it would have been.",
    ),
];

/// The tables in the order of [`KINDS`]; of a kind, the one with the most decisions first.
fn tables(folder: &Folder) -> Vec<(&'static FileKind, CsvFile)> {
    let mut found = Vec::new();
    for file_kind @ (ending, columns, ..) in &KINDS {
        let files = folder.files.iter().filter(|file| file.ends_with(ending));
        let tables = files.filter_map(|file| folder.table(file));
        let fits = |table: &CsvFile| columns.iter().all(|column| table.has(column));
        let mut of_kind: Vec<CsvFile> = tables.filter(fits).collect();
        let decisions = |table: &CsvFile| -> f64 {
            let all = table.rows().filter_map(|row| row.text("decisions").parse::<f64>().ok());
            all.fold(0.0, f64::max)
        };
        of_kind.sort_by(|one, two| decisions(two).total_cmp(&decisions(one)));
        found.extend(of_kind.into_iter().map(|table| (file_kind, table)));
    }
    found
}

pub struct KindOrder(Vec<String>);

impl KindOrder {
    pub fn of(folder: &Folder) -> KindOrder {
        KindOrder::by(&tables(folder))
    }

    /// By the first group of the first file that says so.
    fn by(tables: &[(&FileKind, CsvFile)]) -> KindOrder {
        let effect = tables.iter().find(|((_, _, part, ..), _)| *part == WorthPart::Effect);
        let groups = effect.map(|(_, table)| table.groups(GROUP)).unwrap_or_default();
        let rows = groups.first().map(|(_, rows)| ranked(rows)).unwrap_or_default();
        KindOrder(rows.iter().map(|row| row.text("item").to_owned()).collect())
    }

    /// Sorts rows by the kind in a column; kinds that are not in the order keep theirs, at the end.
    pub fn sort(&self, rows: &mut [CsvRow<'_>], column: &str) {
        let places = firsts(self.0.iter().enumerate().map(|(place, kind)| (&**kind, place)));
        rows.sort_by_key(|row| places.get(row.text(column)).copied().unwrap_or(usize::MAX));
    }
}

pub fn sections(folder: &Folder) -> Vec<Section> {
    let tables = tables(folder);
    let order = KindOrder::by(&tables);
    let section = |((.., part, title, words), table): &(&'static FileKind, CsvFile)| {
        // Of several files of a kind each has the name of its part of the study in front.
        let title = match (table.has("step"), table.name().split_once('_')) {
            (true, Some((part, _))) => format!("{title}: {part}"),
            _ => (*title).to_owned(),
        };
        let section = Section::new(title).words(words);
        let section = match part {
            WorthPart::Fair => section.board(values::fair(table), table.named()),
            WorthPart::Effect => effect(section, folder, table),
            WorthPart::OneFigure(about) => one_figure(section, table, about, &order),
            WorthPart::WhatIf => values::what_if(section, folder, table),
        };
        section.tables([table])
    };
    let mut found: Vec<Section> = tables.iter().map(section).collect();
    // A question about values is answered by their curve.
    let place = |wanted| tables.iter().position(|((_, _, part, ..), _)| *part == wanted);
    if let (Some(0), Some(curve)) = (place(WorthPart::Fair), place(WorthPart::WhatIf)) {
        let curve = found.remove(curve);
        found[0].join(curve);
    }
    found
}

/// Columns whose texts make a group of rows, which has a chart of its own.
const GROUP: [&str; 4] = ["step", "agent", "rules", "rounds"];
/// Groups beyond which they share one table, without charts of their own.
const GROUPS: usize = 4;

const WORTH: [&str; 3] = ["effect", "ci_low", "ci_high"];
const BEYOND: &str = "against_others";
const AGAIN: &str = "replication";

fn number(row: &CsvRow<'_>, column: &str) -> f64 {
    row.text(column).parse().unwrap_or(f64::NEG_INFINITY)
}

/// Rows from the most to the least worth: by the figure to quote, which is that of fresh deals where there is one.
fn ranked<'t>(rows: &[CsvRow<'t>]) -> Vec<CsvRow<'t>> {
    let mut rows = rows.to_vec();
    let quoted =
        |row: &CsvRow<'t>| number(row, if row.text(AGAIN).is_empty() { WORTH[0] } else { AGAIN });
    rows.sort_by(|one, two| quoted(two).total_cmp(&quoted(one)));
    rows
}

fn effect(mut section: Section, folder: &Folder, table: &CsvFile) -> Section {
    let names = ShortNames::of(table);
    let groups = table.groups(GROUP);
    let different = GROUP.map(|column| table.groups([column]).len() > 1);
    let steps = table.groups(["step"]).len() == groups.len();
    let called = |[step, agent, rules, rounds]: [&str; 4]| -> String {
        if steps {
            return step.to_owned();
        }
        let parts =
            [step, names.short(agent), rules, &format!("{rounds} rounds")].map(str::to_owned);
        let told = parts.into_iter().zip(different).filter(|(_, tells)| *tells);
        joined(told.map(|(text, _)| text), ", ")
    };
    let margin = folder.run("purpose")["equivalence"].as_f64();
    let rates = rates_beside(folder, &table.name());
    match groups.as_slice() {
        [(_, rows)] => section = section.board(worths(rows, &rates), table.named()),
        _ => {
            let columns = groups.iter().map(|(key, rows)| (called(*key), rows.as_slice()));
            let caption = "Effect minus the mean of the other item types, in points. Orange item types are strong, blue ones weak; without colour the difference is not significant. Point at a number for the effect itself.";
            section = section.heat_board(caption, &compared(columns.collect()), table.named());
        }
    }
    if groups.len() > GROUPS {
        return section;
    }
    let mut parts = Vec::new();
    for (number, (key, rows)) in (1..).zip(&groups) {
        let rows = ranked(rows);
        let worth = rows.iter().filter_map(|row| worth_line(*row, margin)).collect();
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let group = called(*key);
        let forest = Forest { axis: "effect in points", lines: worth, ..Forest::default() };
        let band = match margin {
            Some(margin) => format!(
                " The green line is the mean of the other item types; within the band, \u{b1}{margin} points, an item type is fair."
            ),
            None => " The green line is the mean of the other item types.".to_owned(),
        };
        let caption = format!("effect of each item type with its 95 % interval.{band}");
        section = section.chart(&name, &sentence(&group, &caption), &forest);
        parts.push((rows, name, group));
    }
    for (rows, name, group) in parts {
        let key = [(Mark::Square, "own"), (Mark::Triangle, "denial")];
        let lines = rows.into_iter().filter_map(part_line).collect();
        let reference = Some(0.0);
        let forest = Forest { axis: "points", reference, key: &key, lines, ..Forest::default() };
        let caption = "the parts of the effect: what an item brings to its owner (own), and what keeping it from the others brings (denial).";
        section = section.chart(&format!("{name}_parts"), &sentence(&group, caption), &forest);
    }
    section
}

fn worths(rows: &[CsvRow<'_>], rates: &HashMap<String, f64>) -> Sheet {
    DeclaredTable::of(ranked(rows))
        .word("item", |row| row.text("item"))
        .verdict("verdict", |row| {
            let refuted = if row.text("replicated") == "no" { ", not replicated" } else { "" };
            let more = row.text("times_as_many").parse::<f64>().ok().map(|times| {
                Value::from(format!(
                    "about {} times as many decisions would decide in four of five repetitions, if it is as measured",
                    times.ceil()
                ))
            });
            let word = format!("{}{refuted}", row.text("verdict"));
            Cell::new(word, more.into_iter().collect::<Vec<_>>())
        })
        .cell("effect", |row| row.estimate(WORTH, FigureUnit::Signed))
        .cell("95 % interval", |row| row.interval(WORTH, FigureUnit::Signed))
        .cell("difference", |row| beside(*row, BEYOND))
        // The places among all kinds that a kind may have.
        .word("rank", |row| match ["rank_low", "rank_high"].map(|column| row.text(column)) {
            ["", _] | [_, ""] => String::new(),
            [low, high] if low == high => low.to_owned(),
            [low, high] => format!("{low} to {high}"),
        })
        .cell(AGAIN, |row| beside(*row, AGAIN))
        .word("taken", |row| {
            // By the player that goes on, or else in whole games.
            let rate = rates.get(row.text("item")).copied();
            let taken = row.text("taken").parse().ok().or(rate);
            taken.map(|rate: f64| format!("{:.0} %", 100.0 * rate))
        })
        .sheet("", "")
}

/// Another figure of a row, with the digits of its effect.
fn beside(row: CsvRow<'_>, column: &str) -> Cell {
    let digits = row.digits(WORTH, FigureUnit::Signed);
    row.figure(column, |value| FigureUnit::Signed.text(value, digits))
}

fn compared(groups: Vec<(String, &[CsvRow<'_>])>) -> Heat {
    let (mut kinds, mut places): (Vec<(&str, f64)>, HashMap<&str, usize>) = Default::default();
    let entries = groups.iter().map(|(_, rows)| rows.len()).sum();
    for row in groups.iter().flat_map(|(_, rows)| *rows) {
        let (kind, off) = (row.text("item"), number(row, BEYOND));
        let place = *places.entry(kind).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some((_, sum)) => *sum += off,
            None => kinds.push((kind, off)),
        }
    }
    kinds.sort_by(|(_, one), (_, two)| two.total_cmp(one));
    let rows = kinds.iter().map(|(kind, _)| ((*kind).to_owned(), *kind)).collect();
    let columns = groups
        .into_iter()
        .map(|(name, rows)| (name.clone(), (name, first_by(rows.iter().copied(), "item"))));
    Heat::of(rows, &columns.collect::<Vec<_>>(), entries, |kind, (name, by_kind)| {
        let row = by_kind.get(kind)?;
        let off = row.number(BEYOND)?;
        let [worth, low, high] = row.figures(WORTH);
        let verdict = row.text("verdict");
        let sure = Tone::of(verdict).is_some_and(Tone::is_certain);
        Some(HeatCell {
            shown: beside(*row, BEYOND).shown,
            full: format!(
                "{kind}, {name}: effect {worth} ({low} to {high}), {} from the others: {verdict}",
                row.text(BEYOND)
            ),
            heat: if sure { off / FULL } else { 0.0 },
        })
    })
}

const FULL: f64 = 3.0;

fn worth_line(row: CsvRow<'_>, margin: Option<f64>) -> Option<ChartLine> {
    let point = point(row, Mark::Circle, WORTH)?;
    let others = row.number(BEYOND).map(|off| point.value - off);
    let verdict = row.text("verdict");
    Some(ChartLine {
        label: row.text("item").to_owned(),
        note: verdict.to_owned(),
        band: others.map(|mean| Band { mean, margin: margin.unwrap_or_default() }),
        tone: Tone::of(verdict),
        points: vec![point],
    })
}

fn part_line(row: CsvRow<'_>) -> Option<ChartLine> {
    let columns = [
        (Mark::Square, ["own", "own_low", "own_high"]),
        (Mark::Triangle, ["denial", "denial_low", "denial_high"]),
    ];
    let points = columns.map(|(mark, columns)| point(row, mark, columns));
    let points: Vec<_> = points.into_iter().flatten().collect();
    let label = row.text("item").to_owned();
    (!points.is_empty()).then_some(ChartLine { label, points, ..ChartLine::default() })
}

fn one_figure(mut section: Section, table: &CsvFile, about: &str, order: &KindOrder) -> Section {
    let names = ShortNames::of(table);
    let groups = table.groups(["step", "agent"]);
    section = section.pictured(GROUPS, groups.len());
    for (number, ([step, agent], mut rows)) in (1..=GROUPS).zip(groups) {
        order.sort(&mut rows, about);
        let lines = lines(rows, (EFFECT, FigureUnit::Signed), |row, value| match about {
            "round" => (format!("round {}", row.text(about)), value),
            _ => (row.text(about).to_owned(), value),
        });
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let axis = "change of the score margin, in points";
        let forest = Forest { axis, reference: Some(0.0), lines, ..Forest::default() };
        let caption = format!(
            "change of the score margin with its 95 % interval, continued by {}.",
            names.short(agent)
        );
        section = section.chart(&name, &sentence(step, &caption), &forest);
    }
    section
}

fn sentence(name: &str, text: &str) -> String {
    if name.is_empty() { capital(text) } else { format!("{name}: {text}") }
}
