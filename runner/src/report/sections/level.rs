//! Levelled values: what things are worth before and after, and what each number of changes leaves.

use super::{ShortNames, point};
use crate::report::board::{BoardCell, FigureUnit, VerdictTable};
use crate::report::chart::{AxisScale, ChartLine, Forest, Lines, Mark, Series, Stroke};
use crate::report::table::{CsvFile, CsvRow, first_by};
use crate::{
    error::Error,
    report::folder::Folder,
    report::section::{PICTURES, Section},
};

/// The last word on a levelling, and how it came about.
pub fn levelled(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(worths) = folder.table("level_worth.csv")? else { return Ok(None) };
    let mut section = Section::new("Before and after").words(
        "Worth on fresh deals that influenced no choice, before the values were changed and after.",
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
        let forest = Forest {
            axis: "worth",
            scale: AxisScale::Plain,
            reference: None,
            key: &[(Mark::Triangle, "before"), (Mark::Circle, "after")],
            lines: pairs(&rows, &changed)?,
        };
        let then = match used == agent {
            true => String::new(),
            false => format!(", after it {}", names.short(used)),
        };
        let caption = format!(
            "{seats} seats, {}{then}: worth of each kind with its 95 % interval.",
            names.short(agent)
        );
        section = section.chart(&format!("level_worth_{number}"), &caption, &forest)?;
    }
    let front = folder.table("front.csv")?;
    if let Some(front) = &front {
        let groups = front.groups(["seats"]);
        let series = groups.into_iter().map(|([seats], rows)| {
            let at = |row: &CsvRow<'_>| Ok(row.number("changes")?.zip(row.number("deviation")?));
            let best = rows.iter().filter(|row| row.text("best") == "true");
            let points: Result<Vec<_>, Error> = best.map(at).collect();
            Ok(Series {
                label: format!("{seats} seats"),
                stroke: Stroke::Line,
                points: points?.into_iter().flatten().collect(),
                intervals: Vec::new(),
            })
        });
        let series: Vec<Series> = series.collect::<Result<_, Error>>()?;
        let lines = Lines {
            x_axis: "changed values",
            y_axis: "standard deviation between kinds",
            scale: AxisScale::Plain,
            reference: None,
            series,
        };
        let caption = "The best set for each number of changed values, and the standard deviation of worths under it.";
        section = section.board(changes(front)?).chart("front", caption, &lines)?;
    }
    let changes = folder.table("changes.csv")?;
    let deviations = folder.table("level_deviation.csv")?;
    let tables = section.tables(&changes).tables([&worths]);
    Ok(Some(tables.tables(&deviations).tables(&front)))
}

/// Every thing with its worth before and after, in the order of the worths before.
fn pairs(before: &[CsvRow<'_>], after: &[CsvRow<'_>]) -> Result<Vec<ChartLine>, Error> {
    let columns = ["worth", "low", "high"];
    let mut lines: Vec<(f64, ChartLine)> = Vec::new();
    let after = first_by(after.iter().copied(), "kind");
    for &row in before {
        let Some(before) = point(row, Mark::Triangle, columns)? else { continue };
        let name = row.text("kind");
        let mut note = row.text("verdict").to_owned();
        let mut points = vec![before];
        if let Some(row) = after.get(name) {
            points.extend(point(*row, Mark::Circle, columns)?);
            note = row.text("verdict").to_owned();
        }
        lines.push((
            before.value,
            ChartLine { label: name.to_owned(), note, points, ..ChartLine::default() },
        ));
    }
    lines.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

/// The front, a row for each number of changes.
fn changes(front: &CsvFile) -> Result<VerdictTable, Error> {
    let seats = front.groups(["seats"]);
    // With several numbers of seats there is no room for the intervals.
    let alone = seats.len() == 1;
    let mut head = vec!["changes".to_owned()];
    head.extend(seats.iter().map(|([seats], _)| match alone {
        true => "standard deviation".to_owned(),
        false => format!("standard deviation, {seats} seats"),
    }));
    head.extend(alone.then(|| "95 % interval".to_owned()));
    head.push("values".to_owned());
    let mut board = VerdictTable::new(head);
    for ([changes], rows) in front.groups(["changes"]) {
        let Some(first) = rows.iter().find(|row| row.text("best") == "true") else { continue };
        let mut cells = vec![BoardCell::text(changes)];
        let by_seats = first_by(rows.iter().copied(), "seats");
        for ([seats], _) in &seats {
            let row = by_seats.get(seats);
            let figure = row
                .map(|row| BoardCell::figure(*row, "deviation", FigureUnit::Plain))
                .transpose()?;
            cells.push(figure.unwrap_or_default());
        }
        if alone {
            let ends = ["deviation_low", "deviation_high"];
            cells.push(BoardCell::interval(*first, ends, FigureUnit::Plain)?);
        }
        cells.push(BoardCell::text(first.text("values")));
        board.rows.push(cells);
    }
    Ok(board)
}
