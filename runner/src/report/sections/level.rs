//! Levelled values: what things are worth before and after, and what each number of changes leaves.

use super::{ShortNames, point};
use crate::export::{figure::plain, sheet::Cell, sheet::DeclaredTable, sheet::Sheet};
use crate::report::chart::{ChartLine, Forest, Lines, Mark, Series};
use crate::report::{folder::Folder, section::PICTURES, section::Section, table::CsvFile};
use crate::report::{table::CsvRow, table::first_by};

pub fn levelled(folder: &Folder) -> Option<Section> {
    let worths = folder.table("equalized_effect.csv")?;
    let mut section = Section::new("Before and after").words(
        "Effects on fresh deals that influenced no choice, before the values were changed and after.",
    );
    let names = ShortNames::of(&worths);
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
        let key = &[(Mark::Triangle, "before"), (Mark::Circle, "after")];
        let lines = pairs(&rows, &changed);
        let forest = Forest { axis: "effect", key, lines, ..Forest::default() };
        let then = match used == agent {
            true => String::new(),
            false => format!(", after it {}", names.short(used)),
        };
        let caption = format!(
            "{seats} seats, {}{then}: effect of each item type with its 95 % interval.",
            names.short(agent)
        );
        section = section.chart(&format!("equalized_effect_{number}"), &caption, &forest);
    }
    let front = folder.table("front.csv");
    if let Some(front) = &front {
        let series = front.groups(["seats"]).into_iter().map(|([seats], rows)| {
            let best = rows.iter().filter(|row| row.text("best") == "true");
            let points = best.filter_map(|row| row.number("changes").zip(row.number("deviation")));
            Series::line(&format!("{seats} seats"), points.collect())
        });
        let (x_axis, y_axis) = ("changed values", "standard deviation between item types");
        let lines = Lines { x_axis, y_axis, series: series.collect(), ..Lines::default() };
        let caption = "The best set for each number of changed values, and the standard deviation of effects under it.";
        section = section.board(changes(front)).chart("front", caption, &lines);
    }
    let tables = section.tables(&folder.table("changes.csv")).tables([&worths]);
    Some(tables.tables(&folder.table("equalized_deviation.csv")).tables(&front))
}

/// Every thing with its worth before and after, in the order of the worths before.
fn pairs(before: &[CsvRow<'_>], after: &[CsvRow<'_>]) -> Vec<ChartLine> {
    let columns = ["effect", "low", "high"];
    let after = first_by(after.iter().copied(), "item");
    let line = |&row: &CsvRow<'_>| {
        let mut points = vec![point(row, Mark::Triangle, columns)?];
        let name = row.text("item");
        let then = after.get(name);
        points.extend(then.and_then(|row| point(*row, Mark::Circle, columns)));
        let note = then.unwrap_or(&row).text("verdict").to_owned();
        Some(ChartLine { label: name.to_owned(), note, points, ..ChartLine::default() })
    };
    let mut lines: Vec<ChartLine> = before.iter().filter_map(line).collect();
    lines.sort_by(|a, b| b.points[0].value.total_cmp(&a.points[0].value));
    lines
}

fn changes(front: &CsvFile) -> Sheet {
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
            row.map_or(Cell::default(), |row| row.figure("deviation", plain))
        });
    }
    if alone {
        board = board.cell("95 % interval", |(best, _)| {
            best.interval(["deviation_low", "deviation_high"], plain)
        });
    }
    board.word("values", |(best, _)| best.text("values")).sheet("", "")
}
