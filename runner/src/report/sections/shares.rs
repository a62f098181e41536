//! Win shares and places, from `win_rates.csv`, or of the whole games of a balance from `seats.csv`.

use super::Names;
use crate::error::Error;
use crate::report::chart::{Bar, Bars, Forest, Line, Mark, Point};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::section::Section;
use crate::report::table::Table;

/// Win shares by agent and seat, if there are such.
pub(super) fn rates(folder: &Folder) -> Result<Option<Table>, Error> {
    match folder.table("win_rates.csv")? {
        None => folder.table("seats.csv"),
        found => Ok(found),
    }
}

/// Win shares with their intervals, and the table.
pub(super) fn shares(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = rates(folder)? else { return Ok(None) };
    let names = Names::of(&table);
    let digits = digits(table.rows().iter().map(|row| table.text(row, "win_share")));
    let (mut lines, mut reference) = (Vec::new(), None);
    for row in table.rows() {
        let number = |column| table.number(row, column);
        let (low, high) = (number("win_share_low")?, number("win_share_high")?);
        reference = reference.or(number("par")?);
        let seat = table.text(row, "seat");
        // The share of an agent that holds all seats says nothing.
        let Some(value) = number("win_share")?.filter(|_| seat != "all" || low.is_some()) else {
            continue;
        };
        let agent = names.short(table.text(row, "agent"));
        let place = if seat == "all" { "all seats".to_owned() } else { format!("seat {seat}") };
        lines.push(Line {
            label: format!("{agent}, {place}"),
            points: vec![Point { mark: Mark::Circle, value, low, high, open: false }],
            note: rounded(table.text(row, "win_share"), digits),
        });
    }
    let forest = Forest { axis: "win share".into(), reference, key: Vec::new(), lines };
    let caption = "Win shares with 95 % intervals; the broken line is par, the share among equals.";
    let section = Section::new("Win shares");
    let section = section.chart("win_shares", caption, forest.svg())?.table(&table);
    Ok(Some(section))
}

/// How often each place was reached, by agent and seat.
pub(super) fn places(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = rates(folder)? else { return Ok(None) };
    let names = Names::of(&table);
    let columns: Vec<&str> = table
        .columns()
        .iter()
        .map(String::as_str)
        .filter(|name| name.starts_with("place_"))
        .collect();
    let mut bars = Vec::new();
    for row in table.rows().iter().filter(|row| table.text(row, "seat") != "all") {
        let parts = columns.iter().map(|column| table.number(row, column));
        let parts: Option<Vec<f64>> = parts.collect::<Result<_, _>>()?;
        let agent = names.short(table.text(row, "agent"));
        let label = format!("{agent}, seat {}", table.text(row, "seat"));
        bars.extend(parts.map(|parts| Bar { label, parts }));
    }
    if columns.is_empty() || bars.is_empty() {
        return Ok(None);
    }
    let names = columns.iter().map(|column| format!("{}.", &column["place_".len()..])).collect();
    let bars = Bars { axis: "share of games in this place".into(), names, bars };
    let caption = "Places by seat, the first place at the left; tied seats share the better place.";
    let words = "The figures stand in the table of win shares, columns place_1 and so on.";
    Ok(Some(Section::new("Places by seat").chart("places", caption, bars.svg())?.words(words)))
}
