//! The path of a comparison of two agents, from `compare.csv`, and what came of it.

use crate::error::Error;
use crate::report::chart::{Lines, Series, Stroke};
use crate::report::folder::Folder;
use crate::report::section::Section;
use crate::report::table::Table;

/// The path of the likelihood ratio if there was a test, and of the estimate.
pub(super) fn path(folder: &Folder) -> Result<Option<Section>, Error> {
    let (path, effects) = (folder.table("compare.csv")?, folder.table("effects.csv")?);
    if path.is_none() && effects.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("Comparison of two agents");
    if let Some(effects) = &effects {
        section = section.table(effects);
    }
    if let Some(table) = &path {
        let ratio = series(
            table,
            [
                ("llr", "log-likelihood ratio", Stroke::Line),
                ("llr_upper", "upper bound", Stroke::Broken),
                ("llr_lower", "lower bound", Stroke::Broken),
            ],
        )?;
        if !ratio.is_empty() {
            let lines = Lines { x_axis: "deals", y_axis: "log-likelihood ratio", series: ratio };
            let caption = "The path of the sequential test: it ends beyond one of the bounds.";
            section = section.chart("test_path", caption, lines.svg())?;
        }
        let estimate = series(
            table,
            [
                ("value", "estimate", Stroke::Line),
                ("high", "end of the interval", Stroke::Broken),
                ("low", "other end", Stroke::Broken),
            ],
        )?;
        if !estimate.is_empty() {
            let lines = Lines { x_axis: "deals", y_axis: "estimate", series: estimate };
            let caption = "The estimate as it was known after each look, with its 95 % interval.";
            section = section.chart("estimate_path", caption, lines.svg())?;
        }
        section = section.table(table);
    }
    Ok(Some(section))
}

/// Columns against the deals looked at, those that have values.
fn series(table: &Table, columns: [(&str, &'static str, Stroke); 3]) -> Result<Vec<Series>, Error> {
    let mut found = Vec::new();
    for (column, label, stroke) in columns {
        let mut points = Vec::new();
        for row in table.rows() {
            if let (Some(x), Some(y)) = (table.number(row, "blocks")?, table.number(row, column)?) {
                points.push((x, y));
            }
        }
        if !points.is_empty() {
            found.push(Series { label, stroke, points });
        }
    }
    Ok(found)
}
