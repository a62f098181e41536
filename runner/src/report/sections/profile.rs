//! What kind of game it is: the figures of a profile, levels, seats, and when the winner is known.

use super::lines;
use crate::export::figure::per_cent;
use crate::export::words::PROFILE;
use crate::report::board::{BoardCell, FigureUnit, Heat, HeatCell, VerdictTable};
use crate::report::chart::{AxisScale, Bar, Bars, Forest, Lines, Series, Stroke};
use crate::report::table::{CsvFile, CsvRow};
use crate::{error::Error, report::folder::Folder, report::section::Section};

/// Parts of the variance of win shares, and their names.
const PARTS: [(&str, &str); 3] =
    [("players_part", "who sits where"), ("luck_part", "luck"), ("decisions_part", "decisions")];

pub fn sections(folder: &Folder) -> Result<Vec<Section>, Error> {
    let Some(table) = folder.table("profile.csv")? else { return Ok(Vec::new()) };
    let caption = "What the variance of win shares comes from: who sits where, what chance deals and reveals, and \
                   decisions; with one level in all seats, and in the tournament of levels.";
    let first = Section::new("Figures").board(board(&table)?).chart(
        "variance",
        caption,
        &variance(&table)?,
    )?;
    let levels = Section::new("Levels");
    let caption = "How often the level of the row ends ahead of that of the column. Between neighbours, more than \
                   half means that skill tells.";
    let levels = levels.heat(caption, &heat(&table)?);
    Ok(vec![first, levels, known(&table)?, seats(&table)?.tables([&table])])
}

fn find<'t>(table: &'t CsvFile, figure: &str, at: &str) -> Option<CsvRow<'t>> {
    table.with("figure", figure).find(|row| row.text("at") == at)
}

fn board(table: &CsvFile) -> Result<VerdictTable, Error> {
    let head = vec!["figure", "value", "95 % interval", "from", ""];
    let mut board = VerdictTable::new(head);
    for (key, words) in PROFILE {
        let (figure, at) = key.split_once(' ').unwrap_or((key, ""));
        let Some(row) = find(table, figure, at) else { continue };
        let unit = if row.text("unit") == "share" { FigureUnit::Share } else { FigureUnit::Plain };
        board.rows.push(vec![
            BoardCell::text(words),
            BoardCell::figure(row, "value", unit)?,
            BoardCell::interval(row, ["low", "high"], unit)?,
            BoardCell::figure(row, "count", FigureUnit::Whole)?,
            BoardCell::text(row.text("counted")),
        ]);
    }
    Ok(board)
}

fn variance(table: &CsvFile) -> Result<Bars<'static>, Error> {
    let mut bars = Vec::new();
    let by_part = PARTS.map(|(figure, _)| table.first_by("at", ["figure", figure]));
    for row in table.with("figure", PARTS[0].0) {
        let mut parts = Vec::new();
        for by_place in &by_part {
            let value = by_place.get(row.text("at")).map(|row| row.number("value"));
            parts.extend(value.transpose()?.flatten().map(|part| part.max(0.0)));
        }
        // Estimates below 0 have no bar, so that the others may add up to more than 1.
        let sum: f64 = parts.iter().sum();
        if parts.len() == PARTS.len() && sum > 0.0 {
            let parts = parts.iter().map(|part| part / sum.max(1.0)).collect();
            bars.push(Bar { label: row.text("at").to_owned(), parts });
        }
    }
    let names = PARTS.map(|(_, name)| name.to_owned()).to_vec();
    Ok(Bars { axis: "part of the variance", names, bars })
}

/// Levels against levels, in the order of the file, lowest first.
fn heat(table: &CsvFile) -> Result<Heat, Error> {
    let mut names: Vec<&str> = Vec::new();
    for row in table.with("figure", "ahead") {
        let (high, low) = row.text("at").split_once(' ').unwrap_or_default();
        for name in [low, high] {
            names.push(name);
        }
    }
    names.sort_unstable();
    names.dedup();
    let ahead = table.first_by("at", ["figure", "ahead"]);
    if !Heat::is_filled([names.len(); 2], ahead.len()) {
        return Ok(Heat::default());
    }
    let mut rows = Vec::new();
    for own in &names {
        let mut cells = Vec::new();
        for other in &names {
            let row_of = |one: &str, two: &str| ahead.get(format!("{one} {two}").as_str());
            let (ahead, behind) = (row_of(own, other), row_of(other, own));
            let Some(row) = ahead.or(behind) else {
                cells.push(None);
                continue;
            };
            let share = |column: &str| -> Result<Option<f64>, Error> {
                let value = row.number(column)?;
                Ok(if ahead.is_some() { value } else { value.map(|value| 1.0 - value) })
            };
            let ends = if ahead.is_some() { ["low", "high"] } else { ["high", "low"] };
            let (low, high) = (share(ends[0])?, share(ends[1])?);
            let told = |end: Option<f64>| end.map(per_cent).unwrap_or_default();
            cells.push(share("value")?.map(|value| HeatCell {
                shown: format!("{:.0} %", 100.0 * value),
                full: format!(
                    "{own} ahead of {other}: {} ({} to {})",
                    per_cent(value),
                    told(low),
                    told(high)
                ),
                heat: 2.0 * value - 1.0,
            }));
        }
        rows.push(((*own).to_owned(), cells));
    }
    let head = names.iter().map(|name| name.trim_start_matches("level-").to_owned()).collect();
    Ok(Heat { head, rows })
}

/// How often the winner is known after parts of the game.
fn known(table: &CsvFile) -> Result<Section, Error> {
    let (mut points, mut intervals) = (Vec::new(), Vec::new());
    for row in table.with("figure", "winner_known_by") {
        let (Some(at), Some(value)) = (row.number("at")?, row.number("value")?) else { continue };
        let part = 100.0 * at;
        points.push((part, value));
        let ends = row.number("low")?.zip(row.number("high")?);
        intervals.extend(ends.map(|(low, high)| (part, low, high)));
    }
    let label = "games whose winner is known".to_owned();
    let series = vec![Series { label, stroke: Stroke::Line, points, intervals }];
    let (x_axis, y_axis) = ("part of the game in per cent", "share of games");
    let lines = Lines { x_axis, y_axis, scale: AxisScale::Share, reference: None, series };
    let caption = "The winner is known once its expected win share, put on a scale by other games, stays above one \
                   half.";
    Section::new("When the winner is known").chart("winner_known", caption, &lines)
}

fn seats(table: &CsvFile) -> Result<Section, Error> {
    let rows = table.with("figure", "seat_win_share");
    let count = rows.clone().count();
    let lines = lines(rows, ["value", "low", "high"], |row, _| {
        let share = row.text("value").parse().map(per_cent).unwrap_or_default();
        (row.text("at").to_owned(), share)
    })?;
    let reference = (count > 0).then(|| 1.0 / count as f64);
    let forest = Forest { axis: "win share", scale: AxisScale::Share, reference, key: &[], lines };
    let caption = "Win share by seat where the strongest level sits in all of them, with 95 % intervals; the broken \
                   line is par.";
    Section::new("Seats").chart("seat_win_shares", caption, &forest)
}
