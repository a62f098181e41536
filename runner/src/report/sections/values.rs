//! What kinds would be worth under other values of the rules, and which values would be fair.

use super::{ShortNames, lines};
use crate::export::{figure::plain, sheet::DeclaredTable, sheet::Sheet};
use crate::report::chart::{Forest, Lines, Series};
use crate::report::{section::PICTURES, section::Section, table::CsvFile, table::CsvRow};

const AGAINST: [&str; 3] = ["against_others", "against_low", "against_high"];

/// Other values of the rules: a curve for each agent and kind where one key is changed, else a line for each change.
pub fn what_if(mut section: Section, table: &CsvFile) -> Section {
    let names = ShortNames::of(table);
    let axis = "effect minus that of the others";
    let reference = Some(0.0);
    let groups = table.groups(["step", "agent", "item"]);
    section = section.pictured(PICTURES, groups.len());
    for (number, ([step, agent, kind], rows)) in (1..=PICTURES).zip(groups) {
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let of = if step.is_empty() { String::new() } else { format!("{step}: ") };
        let agent = names.short(agent);
        let caption = format!("{of}{kind}, continued by {agent}, with 95 % intervals.");
        section = match curve(kind, &rows) {
            Some((x_axis, series)) => {
                let series = vec![series];
                let lines = Lines { x_axis, y_axis: axis, reference, series, ..Lines::default() };
                section.chart(&name, &caption, &lines)
            }
            None => {
                let text = |row: CsvRow<'_>, value| (row.text("values").to_owned(), value);
                let lines = lines(rows, AGAINST, text);
                let forest = Forest { axis, reference, lines, ..Forest::default() };
                section.chart(&name, &caption, &forest)
            }
        };
    }
    section
}

/// The key that all rows change, and the worth by its value; none if they change several, or have one value alone.
fn curve<'t>(kind: &str, rows: &[CsvRow<'t>]) -> Option<(&'t str, Series)> {
    let mut key = None;
    let mut values = Vec::new();
    for row in rows.iter().filter(|row| row.text("values") != "as they are") {
        let (name, value) = row.text("values").split_once('=')?;
        values.push((value.parse::<f64>().ok()?, *row));
        if *key.get_or_insert(name) != name {
            return None;
        }
    }
    values.sort_by(|(one, _), (two, _)| one.total_cmp(two));
    let series = Series::estimates(kind, values, AGAINST);
    key.filter(|_| series.points.len() > 1).map(|key| (key, series))
}

pub fn fair(table: &CsvFile) -> Sheet {
    let names = ShortNames::of(table);
    let several = table.groups(["agent"]).len() > 1;
    DeclaredTable::of(table.rows())
        .word("item", |row| row.text("item"))
        .word("key", |row| row.text("key"))
        .word("as much as", |row| match row.text("target") {
            "others" => "the others".to_owned(),
            target if target.parse::<f64>().is_ok() => format!("{target} points"),
            target => target.to_owned(),
        })
        .cell("fair at", |row| row.figure("value", plain))
        .cell("95 % interval", |row| row.interval(["low", "high"], plain))
        .word("answer", |row| match (row.text("answer"), row.text("undecided")) {
            ("found", _) if row.text("low").is_empty() && row.text("high").is_empty() => {
                "found; the interval reaches past the values tried".to_owned()
            }
            ("found", _) => String::new(),
            ("none", "") => "no value that was tried".to_owned(),
            ("none", open) => format!("no value by the estimates; not ruled out: {open}"),
            ("no value", _) => "the rules have no such key".to_owned(),
            (answer, _) => answer.to_owned(),
        })
        .word("rollout", |row| if several { names.of_row(row) } else { String::new() })
        .sheet("", "")
}
