//! A tune: the weights that it found beside those where it started, its tests, and its search.

use std::collections::HashMap;

use maud::html;

use super::{EFFECT, ShortNames, lines};
use crate::export::cell::Cell;
use crate::export::figure::{is_share, with_sign};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::games::on_fresh;
use crate::report::chart::{ChartLine, Forest, Lines, Series, Stroke};
use crate::report::table::{CsvFile, CsvRow, first_by};
use crate::report::{folder::Folder, section::Section, tone::Tone};
use crate::study::tune::parameters::{Parameter, Parameters};
use crate::study::tune::plan::BEST;
use drakkar_stats::p_value::{LEVEL, with_holm};

const LARGEST: usize = 12;

/// A weight at the start and in the result.
struct Moved {
    key: String,
    start: f64,
    found: f64,
    /// In units of its size at the start, as in the search.
    by: f64,
}

pub fn weights(folder: &Folder) -> Option<Section> {
    let effects = folder.table("effects.csv").filter(|table| table.has("weight"));
    let moved = moved(folder);
    if moved.is_empty() && effects.is_none() {
        return None;
    }
    let effect: HashMap<&str, CsvRow<'_>> =
        effects.as_ref().map(|table| first_by(table.rows(), "weight")).unwrap_or_default();
    let mut section = Section::new("Weights, from the start to the result");
    if !moved.is_empty() {
        section = section.words(
            "The unit of a change is the size of the weight at the start, and at least a fifth of the median size.",
        );
    }
    if moved.len() > LARGEST {
        section = section.words(&format!(
            "Of {} changed weights, the {LARGEST} with the largest changes; best.toml has all.",
            moved.len()
        ));
    }
    let source = html! { (folder.named("tune.json")) " and " (folder.named(BEST)) };
    section = section.board(board(&moved[..moved.len().min(LARGEST)], &effect), source);
    if let Some(effects) = &effects {
        let (axis, unit) = ("win share lost without the change", FigureUnit::Points);
        let lines = changes(effects);
        let forest = Forest { axis, unit, reference: Some(0.0), lines, ..Forest::default() };
        let caption = "The effect of each change: the win share that is lost if it alone is taken back, among copies of the result, with 95 % intervals. Orange: helpful; blue: harmful; grey: undecided (adjusted for all changes).";
        section = section.chart("weights", caption, &forest);
    }
    Some(section.tables(&effects))
}

/// The weights that are not as at the start, the largest change first; none where the files do not say.
fn moved(folder: &Folder) -> Vec<Moved> {
    // A final of several tunes starts from the first one's start.
    let start = [&folder.run("start")["weights"], &folder.run("entrants")[0]["weights"]];
    let found = folder.manifest.as_ref().and_then(|manifest| manifest.get("agent")?.get("weights"));
    let read = |weights: &serde_json::Value| Parameters::of(weights.as_str()?, &[]).ok();
    let start = start.into_iter().find_map(read);
    let Some((start, found)) = start.zip(found.and_then(read)) else { return Vec::new() };
    let found: HashMap<String, f64> =
        found.tuned.into_iter().map(|Parameter { key, start, .. }| (key, start)).collect();
    let moved = start.tuned.into_iter().filter_map(|Parameter { key, start, scale }| {
        let found = *found.get(&key)?;
        (found != start).then(|| Moved { by: (found - start) / scale, key, start, found })
    });
    let mut moved: Vec<Moved> = moved.collect();
    moved.sort_by(|one, two| two.by.abs().total_cmp(&one.by.abs()));
    moved
}

fn board(moved: &[Moved], effect: &HashMap<&str, CsvRow<'_>>) -> Sheet {
    // Weights have digits of their own.
    let weight = |value: f64| Cell::plain(value.to_string());
    let effect = |one: &Moved, text: fn(CsvRow<'_>) -> Cell| {
        effect.get(&*one.key).map_or_else(Cell::default, |row| text(*row))
    };
    DeclaredTable::of(moved)
        .word("weight", |one| &*one.key)
        .cell("start", |one| weight(one.start))
        .cell("found", |one| weight(one.found))
        .cell("change in units", |one| Cell::new(with_sign(one.by, 2), [one.by.into()]))
        .cell("effect", |one| effect(one, |row| row.estimate(EFFECT, FigureUnit::Points)))
        .cell("95 % interval", |one| effect(one, |row| row.interval(EFFECT, FigureUnit::Points)))
        .sheet("", "")
}

/// What is lost without each change, with a verdict that holds for all of them together (Holm).
fn changes(effects: &CsvFile) -> Vec<ChartLine> {
    let mut rows: Vec<CsvRow<'_>> = effects.rows().collect();
    let value = |row: &CsvRow<'_>| row.number(EFFECT[0]).unwrap_or_default();
    rows.sort_by(|one, two| value(two).total_cmp(&value(one)));
    let adjusted = with_holm(rows.iter().map(|row| row.number("p")).collect());
    let tone = adjusted.iter().zip(&rows).map(|((_, p), row)| match p {
        Some(p) if *p <= LEVEL && value(row) > 0.0 => Tone::High,
        Some(p) if *p <= LEVEL => Tone::Low,
        _ => Tone::Open,
    });
    let tone: Vec<Tone> = tone.collect();
    rows.retain(|row| row.number(EFFECT[0]).is_some());
    let lines = lines(rows, (EFFECT, FigureUnit::Points), |row, value| {
        (row.text("weight").to_owned(), value)
    });
    lines.into_iter().zip(tone).map(|(line, tone)| ChartLine { tone: Some(tone), ..line }).collect()
}

pub fn tests(folder: &Folder) -> Option<Section> {
    let tests = folder.table("verdict.csv")?;
    let section = Section::new(format!("Tests {}", on_fresh(folder.run_text("game"))))
        .board(tested(&tests), tests.named());
    Some(section.tables([&tests]))
}

fn tested(tests: &CsvFile) -> Sheet {
    let columns = ["estimate", "low", "high"];
    let names = ShortNames::of(tests);
    let several = tests.groups(["agent"]).len() > 1;
    let unit = |row: &CsvRow<'_>| match row.text("metric") {
        "score" => FigureUnit::Share,
        figure if is_share(figure) => FigureUnit::Points,
        _ => FigureUnit::Plain,
    };
    DeclaredTable::of(tests.rows().filter(|row| !row.text("test").is_empty()))
        .word("test", |row| row.text("test"))
        .word("agent", |row| if several { names.of_row(row) } else { String::new() })
        .word("against", |row| row.text("against"))
        .verdict("verdict", |row| Cell::plain(row.text("verdict")))
        .cell("estimate", |row| row.estimate(columns, unit(row)))
        .cell("95 % interval", |row| row.interval(columns, unit(row)))
        .cell("games", |row| row.figure("games", |games| FigureUnit::Plain.text(games, 0)))
        .sheet("", "")
}

pub fn search(folder: &Folder) -> Option<Section> {
    let table = folder.table("tune.csv")?;
    // The value of a candidate counts its games against the best before, too, and that of the mean does not; against
    // the opponent pool both have played the same deals.
    let pool = "opponents_share";
    let (figure, y_axis, unit) = match table.has(pool) {
        true => (pool, "win share", FigureUnit::Share),
        false => ("value", "value", FigureUnit::Plain),
    };
    let (mut means, mut others, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.rows() {
        let Some(generation) = row.number("generation") else { continue };
        let mean = row.text("candidate") == "mean";
        if let Some(value) = row.number(figure) {
            (if mean { &mut means } else { &mut others }).push((generation, value));
        }
        if let Some(sigma) = row.number("sigma")
            && steps.last().is_none_or(|&(last, _)| last != generation)
        {
            steps.push((generation, sigma));
        }
    }
    let caption = "Candidates and the mean of their distribution against the opponent pool. Each generation has deals of its own, so the mean moves for that reason too.";
    let x_axis = "generation";
    let candidates = Series { stroke: Stroke::Dots, ..Series::line("candidates", others) };
    let series = vec![candidates, Series::line("mean of the distribution", means)];
    let values = Lines { x_axis, y_axis, unit, series, ..Lines::default() };
    let series = vec![Series::line("step size", steps)];
    let step = Lines { x_axis, y_axis: "sigma", series, ..Lines::default() };
    let section = Section::new("The search").chart("tuning", caption, &values);
    let section = section.chart("tuning_step", "Step size of the search by generation.", &step);
    Some(section.tables([&table]))
}
