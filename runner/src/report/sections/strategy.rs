//! What goes with winning, from `strategy.csv`.

use super::Names;
use crate::error::Error;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;
use crate::report::table::{Row, Table};

/// Facts in a picture.
const SHOWN: usize = 16;
/// Agents with a picture; of the others there is the table.
const AGENTS: usize = 8;

/// A picture for each agent, and the table.
pub(super) fn strategy(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = folder.table("strategy.csv")? else { return Ok(None) };
    let names = Names::of(&table);
    let mut section = Section::new("What goes with winning").words(
        "Each fact when the agent was winning against when it was not. An association: it need not be a cause. Shown are the facts whose interval is free of 0 and whose difference is largest, measured in standard deviations of the fact over games; at the right the two means.",
    );
    for (number, agent) in table.different("agent").into_iter().take(AGENTS).enumerate() {
        let mut found = Vec::new();
        for row in table.with("agent", agent).filter(|row| table.text(row, "fact") != "score") {
            found.extend(line(&table, row)?);
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let lines: Vec<Line> = found.into_iter().take(SHOWN).map(|(_, line)| line).collect();
        let name = names.short(agent);
        if lines.is_empty() {
            section = section.words(&format!("{name}: no fact has an interval free of 0."));
            continue;
        }
        let axis = "difference in standard deviations".to_owned();
        let forest = Forest { axis, reference: Some(0.0), key: Vec::new(), lines };
        let caption = format!("{name}: mean when winning less mean when not, with 95 % intervals.");
        section = section.chart(&format!("strategy_{}", number + 1), &caption, forest.svg())?;
    }
    Ok(Some(section.table(&table)))
}

/// A fact's line, and by how many standard deviations it differs.
fn line(table: &Table, row: &Row) -> Result<Option<(f64, Line)>, Error> {
    let number = |column| table.number(row, column);
    let (Some(value), Some(low), Some(high), Some(sd)) = (
        number("association")?,
        number("association_low")?,
        number("association_high")?,
        number("sd")?,
    ) else {
        return Ok(None);
    };
    if sd <= 0.0 || (low <= 0.0 && high >= 0.0) {
        return Ok(None);
    }
    let text = |column| table.text(row, column);
    let point = Point {
        mark: Mark::Circle,
        value: value / sd,
        low: Some(low / sd),
        high: Some(high / sd),
        open: false,
    };
    let means = ["mean_when_winning", "mean_when_not"].map(text);
    let digits = digits(means);
    let line = Line {
        label: text("fact").to_owned(),
        points: vec![point],
        note: means.map(|mean| rounded(mean, digits)).join(" / "),
    };
    Ok(Some(((value / sd).abs(), line)))
}
