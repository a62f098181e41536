//! What kinds would be worth under other values of the rules, and which values would be fair.

use serde_json::Value;

use super::{ShortNames, VALUE, lines};
use crate::export::unit::FigureUnit;
use crate::export::{sheet::DeclaredTable, sheet::Sheet};
use crate::games;
use crate::report::chart::{Forest, Lines, Series, Upright};
use crate::report::table::{CsvFile, CsvRow};
use crate::report::{folder::Folder, section::PICTURES, section::Section};
use drakkar_engine::rules::value_at;

const AGAINST: [&str; 3] = ["against_others", "against_low", "against_high"];

/// Other values of the rules: a curve for each agent and kind where one key is changed, else a line for each change.
pub fn what_if(mut section: Section, folder: &Folder, table: &CsvFile) -> Section {
    let fair = folder.table("fair.csv");
    let names = ShortNames::of(table);
    let axis = "effect minus that of the others";
    let reference = Some(0.0);
    let groups = table.groups(["step", "agent", "item"]);
    section = section.pictured(PICTURES, groups.len());
    for (number, ([step, agent, kind], rows)) in (1..=PICTURES).zip(groups) {
        let name = format!("{}_{number}", table.name().trim_end_matches(".csv"));
        let of = if step.is_empty() { String::new() } else { format!("{step}: ") };
        let by = names.short(agent);
        let mut caption = format!("{of}{kind}, continued by {by}, with 95 % intervals.");
        section = match curve(kind, &rows, |key| printed(folder, key)) {
            Some((x_axis, series)) => {
                let series = vec![series];
                let own = [step, agent, kind, x_axis];
                let mut uprights = Vec::new();
                if let Some(fair) = fair.as_ref().and_then(|fair| crossing(fair, own)) {
                    caption += " Green: the fair value and its interval.";
                    uprights.push(fair);
                }
                if let Some(at) = printed(folder, x_axis) {
                    caption += " Dotted: the printed value.";
                    uprights.push(Upright { label: "printed".to_owned(), at, interval: None });
                }
                let y_axis = axis;
                let lines =
                    Lines { x_axis, y_axis, reference, series, uprights, ..Lines::default() };
                section.chart(&name, &caption, &lines)
            }
            None => {
                let text = |row: CsvRow<'_>, value| (row.text("values").to_owned(), value);
                let lines = lines(rows, (AGAINST, FigureUnit::Signed), text);
                let forest = Forest { axis, reference, lines, ..Forest::default() };
                section.chart(&name, &caption, &forest)
            }
        };
    }
    section
}

fn printed(folder: &Folder, key: &str) -> Option<f64> {
    let rules = &games::lab(folder.run_text("game")).ok()?.info().rules;
    let rule_set = Value::Object(rules.filled(folder.run("rule_set").as_object()?));
    value_at(&rule_set, key)?.as_f64()
}

/// Where the effect of a kind is that of the others.
fn crossing(fair: &CsvFile, [step, agent, kind, key]: [&str; 4]) -> Option<Upright> {
    let own =
        [("step", step), ("agent", agent), ("item", kind), ("key", key), ("target", "others")];
    let row = fair.rows().find(|row| own.iter().all(|(column, text)| row.text(column) == *text))?;
    let [at, low, high] = VALUE.map(|column| row.number(column));
    Some(Upright { label: "fair".to_owned(), at: at?, interval: Some([low, high]) })
}

/// The key that all rows change, and the worth by its value, with that of the printed rules; none if they change several,
/// or have one value alone.
fn curve<'t>(
    kind: &str,
    rows: &[CsvRow<'t>],
    printed: impl Fn(&str) -> Option<f64>,
) -> Option<(&'t str, Series)> {
    let mut key = None;
    let mut values = Vec::new();
    for row in rows.iter().filter(|row| row.text("values") != "as they are") {
        let (name, value) = row.text("values").split_once('=')?;
        values.push((value.parse::<f64>().ok()?, *row));
        if *key.get_or_insert(name) != name {
            return None;
        }
    }
    let own = rows.iter().find(|row| row.text("values") == "as they are");
    values.extend(key.and_then(printed).zip(own.copied()));
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
        .cell("fair at", |row| row.estimate(VALUE, FigureUnit::Plain))
        .cell("95 % interval", |row| row.interval(VALUE, FigureUnit::Plain))
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
