//! The rating ladder and who beats whom, of a tournament.

use super::Names;
use crate::error::Error;
use crate::report::chart::{Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;

/// The ladder, with the tables of pairs and neighbours.
pub(super) fn ratings(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = folder.table("ratings.csv")? else { return Ok(None) };
    let names = Names::of(&table);
    let digits = digits(table.rows().iter().map(|row| table.text(row, "elo")));
    let mut lines = Vec::new();
    for row in table.rows() {
        let number = |column| table.number(row, column);
        let label = names.short(table.text(row, "agent")).to_owned();
        let status = table.text(row, "status");
        let points = match number("elo")? {
            Some(value) => {
                let (low, high) = (number("elo_low")?, number("elo_high")?);
                vec![Point { mark: Mark::Circle, value, low, high, open: status == "rated" }]
            }
            None => Vec::new(),
        };
        let elo = rounded(table.text(row, "elo"), digits);
        let note = if points.is_empty() { status.to_owned() } else { elo };
        lines.push(Line { label, points, note });
    }
    let axis = "Elo relative to the anchor".to_owned();
    let forest = Forest { axis, reference: Some(0.0), key: Vec::new(), lines };
    let caption = "Ratings with 95 % intervals; a line up to the edge has no end on that side.";
    let mut section =
        Section::new("Ratings").chart("ratings", caption, forest.svg())?.table(&table);
    for file in ["pairings.csv", "neighbours.csv"] {
        if let Some(table) = folder.table(file)? {
            section = section.table(&table);
        }
    }
    Ok(Some(section))
}
