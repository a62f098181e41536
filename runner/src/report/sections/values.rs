//! What kinds would be worth under other values of the rules, and which values would be fair.

use super::{ShortNames, lines};
use crate::report::board::{BoardCell, FigureUnit, VerdictTable};
use crate::report::chart::{AxisScale, Forest, Lines, Series, Stroke};
use crate::report::table::{CsvFile, CsvRow};
use crate::{
    error::Error,
    report::section::{PICTURES, Section},
};

/// Other values of the rules: a curve for each agent and kind where one key is changed, else a line for each change.
pub fn what_if(mut section: Section, table: &CsvFile) -> Result<Section, Error> {
    let names = ShortNames::of(table);
    let axis = "worth less that of the others";
    let groups = table.groups(["step", "agent", "kind"]);
    section = section.pictured(PICTURES, groups.len());
    for (number, ([step, agent, kind], rows)) in (1..=PICTURES).zip(groups) {
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let of = if step.is_empty() { String::new() } else { format!("{step}: ") };
        let agent = names.short(agent);
        let caption = format!("{of}{kind}, roll-out by {agent}, with 95 % intervals.");
        section = match curve(kind, &rows)? {
            Some((key, series)) => {
                let lines = Lines {
                    x_axis: key,
                    y_axis: axis,
                    scale: AxisScale::Plain,
                    reference: Some(0.0),
                    series: vec![series],
                };
                section.chart(&name, &caption, &lines)?
            }
            None => {
                let columns = ["against_others", "against_low", "against_high"];
                let text = |row: CsvRow<'_>, value| (row.text("values").to_owned(), value);
                let lines = lines(rows, columns, text)?;
                let forest =
                    Forest { axis, scale: AxisScale::Plain, reference: Some(0.0), key: &[], lines };
                section.chart(&name, &caption, &forest)?
            }
        };
    }
    Ok(section)
}

/// The key that all rows change, and the worth by its value; none if they change several things, or one
/// value alone. The rules as they are stand in the table.
fn curve<'t>(kind: &str, rows: &[CsvRow<'t>]) -> Result<Option<(&'t str, Series)>, Error> {
    let mut key = None;
    let (mut points, mut intervals) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.text("values") != "as they are") {
        let Some((name, value)) = row.text("values").split_once('=') else { return Ok(None) };
        let Ok(at) = value.parse::<f64>() else { return Ok(None) };
        if *key.get_or_insert(name) != name {
            return Ok(None);
        }
        let Some(value) = row.number("against_others")? else { continue };
        points.push((at, value));
        let ends = row.number("against_low")?.zip(row.number("against_high")?);
        intervals.extend(ends.map(|(low, high)| (at, low, high)));
    }
    points.sort_by(|(one, _), (two, _)| one.total_cmp(two));
    intervals.sort_by(|(one, ..), (two, ..)| one.total_cmp(two));
    let series = Series { label: kind.to_owned(), stroke: Stroke::Line, points, intervals };
    Ok(key.filter(|_| series.points.len() > 1).map(|key| (key, series)))
}

/// Fair values, those that were found first.
pub fn fair(table: &CsvFile) -> Result<VerdictTable, Error> {
    let names = ShortNames::of(table);
    let head = vec!["kind", "key", "as much as", "fair at", "95 % interval", "answer", "roll-out"];
    let mut board = VerdictTable::new(head);
    let several = table.groups(["agent"]).len() > 1;
    for row in table.rows() {
        let target = match row.text("target") {
            "others" => "the others".to_owned(),
            target if target.parse::<f64>().is_ok() => format!("{target} points"),
            target => target.to_owned(),
        };
        let answer = match (row.text("answer"), row.text("open")) {
            ("found", _) if row.text("low").is_empty() && row.text("high").is_empty() => {
                "found; the interval reaches beyond the values tried".to_owned()
            }
            ("found", _) => String::new(),
            ("none", "") => "no value that was tried".to_owned(),
            ("none", open) => format!("no value by the estimates; not ruled out: {open}"),
            ("no value", _) => "the rules have no such key".to_owned(),
            (answer, _) => answer.to_owned(),
        };
        board.rows.push(vec![
            BoardCell::text(row.text("kind")),
            BoardCell::text(row.text("key")),
            BoardCell::text(target),
            BoardCell::figure(row, "value", FigureUnit::Plain)?,
            BoardCell::interval(row, ["low", "high"], FigureUnit::Plain)?,
            BoardCell::text(answer),
            BoardCell::text(if several { names.short(row.text("agent")) } else { "" }),
        ]);
    }
    Ok(board)
}
