//! Levelled values: what things are worth before and after, and what each number of changes leaves.

use std::collections::HashMap;

use super::{EFFECT, ShortNames, point};
use crate::export::unit::FigureUnit;
use crate::export::{cell::Cell, sheet::DeclaredTable, sheet::Sheet};
use crate::report::chart::{ChartLine, Forest, Lines, Mark, Series};
use crate::report::table::{CsvFile, CsvRow, first_by};
use crate::report::{folder::Folder, section::PICTURES, section::Section};

const DEVIATION: [&str; 3] = ["deviation", "deviation_low", "deviation_high"];

pub fn levelled(folder: &Folder) -> Option<Section> {
    let worths = folder.table("equalized_effect.csv")?;
    let mut section = Section::new("Before and after").words(
        "Effects on fresh deals that influenced no choice, before the values were changed and after.",
    );
    let names = ShortNames::of(&worths);
    let unit = unit(folder);
    let [thing, figure] = words(unit);
    // Players who got used to the new values have another name after it, but the same place.
    let groups = worths.groups(["rules", "seats", "agent"]);
    let (before, mut after): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|([rules, ..], _)| *rules == "printed");
    section = section.pictured(PICTURES, before.len());
    for (number, ([_, seats, agent], rows)) in (1..=PICTURES).zip(before) {
        let same = after.iter().position(|([_, known, _], _)| *known == seats);
        let changed = same.map(|place| after.remove(place));
        let (used, changed) =
            changed.map_or((agent, Vec::new()), |([.., used], rows)| (used, rows));
        let both = [(Mark::Triangle, "before"), (Mark::Circle, "after")];
        let key = if changed.is_empty() { &[] } else { &both[..] };
        let lines = pairs(&rows, &changed);
        let forest = Forest { axis: figure, unit, key, lines, ..Forest::default() };
        let then = match used == agent {
            true => String::new(),
            false => format!(", after it {}", names.short(used)),
        };
        let caption = format!(
            "{seats} seats, {}{then}: {figure} of each {thing} with its 95 % interval.",
            names.short(agent)
        );
        section = section.chart(&format!("equalized_effect_{number}"), &caption, &forest);
    }
    let changes = folder.table("changes.csv");
    if let Some(changes) = &changes {
        section = section.board(changed(changes, &worths, unit), changes.named());
    }
    Some(section.tables(&changes).tables([&worths]))
}

/// What each number of changed values leaves.
pub fn front(folder: &Folder) -> Option<Section> {
    let front = folder.table("front.csv")?;
    let series = front.groups(["seats"]).into_iter().map(|([seats], rows)| {
        let best = rows.iter().filter(|row| row.text("best") == "true");
        let points = best.filter_map(|row| row.number("changes").zip(row.number("deviation")));
        Series::line(&format!("{seats} seats"), points.collect())
    });
    let (x_axis, y_axis) = ("changed values", "standard deviation between item types");
    let lines = Lines { x_axis, y_axis, series: series.collect(), ..Lines::default() };
    let caption = "The best set for each number of changed values, and the standard deviation of effects under it.";
    let section = Section::new("Few changes or many").board(fewest(&front), front.named());
    let section = section.chart("front", caption, &lines);
    Some(section.tables(&folder.table("equalized_deviation.csv")).tables([&front]))
}

/// What effects of things, or win shares of seats, are given in.
fn unit(folder: &Folder) -> FigureUnit {
    match ["subject", "goal"].map(|key| folder.run_text(key)) {
        ["seats", _] => FigureUnit::Share,
        [_, "win-share"] => FigureUnit::Points,
        _ => FigureUnit::Signed,
    }
}

fn words(unit: FigureUnit) -> [&'static str; 2] {
    if unit == FigureUnit::Share { ["seat", "win share"] } else { ["item type", "effect"] }
}

/// Printed and new values with the effects before and after, changes first; digits are those of errors in another file.
fn changed(changes: &CsvFile, worths: &CsvFile, unit: FigureUnit) -> Sheet {
    let [thing, figure] = words(unit);
    let tables = changes.groups(["seats"]);
    let several = tables.len() > 1;
    // The first player of a number of seats is the one who sought the values.
    let mut errors = HashMap::new();
    for row in worths.rows() {
        let key = ["seats", "rules", "item"].map(|column| row.text(column));
        errors.entry(key).or_insert_with(|| row.digits(EFFECT, unit));
    }
    let mut rows: Vec<CsvRow<'_>> =
        tables.first().map(|(_, rows)| rows.clone()).unwrap_or_default();
    let before = |row: &CsvRow<'_>| row.number("effect_before").unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|one, two| before(two).total_cmp(&before(one)));
    rows.sort_by_key(|row| row.text("new").is_empty());
    // Beside no new values, the printed ones tell nothing.
    let is_changed = rows.iter().any(|row| !row.text("new").is_empty());
    let mut board = DeclaredTable::of(rows)
        .word(thing, |row| row.text("item"))
        .word("printed", |row| if is_changed { row.text("printed") } else { "" })
        .word("new", |row| row.text("new"));
    for ([seats], rows) in &tables {
        let by_item = first_by(rows.iter().copied(), "item");
        for (rules, when) in [("printed", "before"), ("equalized", "after")] {
            let at = if several { format!(", {seats} seats") } else { String::new() };
            board = board.cell(&*format!("{figure} {when}{at}"), |row| {
                let item = row.text("item");
                let Some(row) = by_item.get(item) else { return Cell::default() };
                let digits = errors.get(&[*seats, rules, item]).copied().unwrap_or(2);
                row.figure(&format!("effect_{when}"), |value| unit.text(value, digits))
            });
        }
    }
    board.sheet("", "")
}

/// Every thing with its worth before and after, in the order of the worths before.
fn pairs(before: &[CsvRow<'_>], after: &[CsvRow<'_>]) -> Vec<ChartLine> {
    let after = first_by(after.iter().copied(), "item");
    let line = |&row: &CsvRow<'_>| {
        let mut points = vec![point(row, Mark::Triangle, EFFECT)?];
        let name = row.text("item");
        let then = after.get(name);
        points.extend(then.and_then(|row| point(*row, Mark::Circle, EFFECT)));
        let note = then.unwrap_or(&row).text("verdict").to_owned();
        Some(ChartLine { label: name.to_owned(), note, points, ..ChartLine::default() })
    };
    let mut lines: Vec<ChartLine> = before.iter().filter_map(line).collect();
    lines.sort_by(|a, b| b.points[0].value.total_cmp(&a.points[0].value));
    lines
}

fn fewest(front: &CsvFile) -> Sheet {
    let seats = front.groups(["seats"]);
    // With several numbers of seats there is no room for the intervals.
    let alone = seats.len() == 1;
    let best = front.groups(["changes"]).into_iter().filter_map(|(_, rows)| {
        let best = *rows.iter().find(|row| row.text("best") == "true")?;
        Some((best, first_by(rows, "seats")))
    });
    let mut board = DeclaredTable::of(best).word("changes", |(best, _)| best.text("changes"));
    for ([seats], _) in &seats {
        let title = match alone {
            true => "standard deviation".to_owned(),
            false => format!("standard deviation, {seats} seats"),
        };
        board = board.cell(&*title, |(_, by_seats)| {
            let row = by_seats.get(seats);
            row.map_or(Cell::default(), |row| row.estimate(DEVIATION, FigureUnit::Plain))
        });
    }
    if alone {
        board =
            board.cell("95 % interval", |(best, _)| best.interval(DEVIATION, FigureUnit::Plain));
    }
    board.word("values", |(best, _)| best.text("values")).sheet("", "")
}
