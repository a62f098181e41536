//! What changes from one rule set to another, from `differences.csv`.

use super::Names;
use crate::error::Error;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;

/// Figures with a picture each: their name in the file, and in words.
const SHOWN: [(&str, &str); 2] = [("win_share", "win share"), ("score", "score")];

/// Differences with their intervals, and the table.
pub(super) fn rules(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = folder.table("differences.csv")? else { return Ok(None) };
    let names = Names::of(&table);
    let mut section = Section::new("From the first rule set to the second")
        .words("Values under the second rule set less those under the first, on the same deals.");
    for (figure, words) in SHOWN {
        let mut lines = Vec::new();
        let texts = table.with("figure", figure).map(|row| table.text(row, "difference"));
        let digits = digits(texts);
        for row in table.with("figure", figure) {
            let number = |column| table.number(row, column);
            let Some(value) = number("difference")? else { continue };
            let (low, high) = (number("low")?, number("high")?);
            let agent = names.short(table.text(row, "agent"));
            let text = rounded(table.text(row, "difference"), digits);
            lines.push(Line {
                label: format!("{agent}, seat {}", table.text(row, "seat")),
                points: vec![Point { mark: Mark::Circle, value, low, high, open: false }],
                note: format!("{text} {}", table.text(row, "verdict")),
            });
        }
        if lines.is_empty() {
            continue;
        }
        let axis = format!("difference of the {words}");
        let forest = Forest { axis, reference: Some(0.0), key: Vec::new(), lines };
        let caption = format!("Difference of the {words}, with 95 % intervals.");
        section = section.chart(&format!("difference_{figure}"), &caption, forest.svg())?;
    }
    Ok(Some(section.table(&table)))
}
