//! How a tournament ends: ratings, who beats whom, who sits where.

use std::collections::HashMap;

use super::{ShortNames, point};
use crate::report::board::{BoardCell, FigureUnit, Heat, HeatCell, VerdictTable};
use crate::report::chart::{AxisScale, ChartLine, Forest, Mark, Point};
use crate::report::table::{CsvFile, rounded};
use crate::{error::Error, report::folder::Folder, report::section::Section};

/// The ladder of a tournament, with who beats whom.
pub fn ratings(folder: &Folder) -> Result<Option<Section>, Error> {
    let Some(table) = folder.table("ratings.csv")? else { return Ok(None) };
    let names = ShortNames::of(&table);
    let head = vec!["rank", "agent", "Elo", "95 % interval", "ahead of the next", "win share", ""];
    let mut board = VerdictTable::new(head);
    let mut lines = Vec::new();
    for row in table.rows() {
        let (agent, status) = (names.short(row.text("agent")), row.text("status"));
        let is_rated = status == "rated";
        let [elo, low, high] = ["elo", "elo_low", "elo_high"].map(|column| row.text(column));
        // From few blocks nobody has an interval.
        let is_anchor = is_rated && low == high && elo.parse() == Ok(0.0);
        board.rows.push(vec![
            BoardCell::number(row.text("rank").to_owned(), ""),
            BoardCell::text(agent).with_full(row.text("agent").to_owned()),
            BoardCell::figure(row, "elo", FigureUnit::Whole)?,
            match is_anchor {
                true => BoardCell::number("anchor".to_owned(), ""),
                false => BoardCell::interval(row, ["elo_low", "elo_high"], FigureUnit::Whole)?,
            },
            BoardCell::figure(row, "superiority_over_next", FigureUnit::Share)?,
            BoardCell::figure(row, "win_share", FigureUnit::Share)?,
            BoardCell::text(if is_rated { "" } else { status }),
        ]);
        let point = point(row, Mark::Circle, ["elo", "elo_low", "elo_high"])?;
        let note = match point {
            Some(_) => rounded(row.text("elo"), 0),
            None => status.to_owned(),
        };
        let has_end = !low.is_empty() || !high.is_empty();
        let open = |point| Point { open: is_rated && has_end, ..point };
        let points = point.map(open).into_iter().collect();
        lines.push(ChartLine { label: agent.to_owned(), note, points, ..ChartLine::default() });
    }
    let axis = "Elo relative to the anchor";
    let forest = Forest { axis, scale: AxisScale::Plain, reference: Some(0.0), key: &[], lines };
    let caption = "Ratings with 95 % intervals; a line up to the edge has no end on that side.";
    let mut section = Section::new("Ratings").board(board).chart("ratings", caption, &forest)?;
    let (pairings, neighbours) = (folder.table("pairings.csv")?, folder.table("neighbours.csv")?);
    let ranked: Vec<&str> = table.rows().map(|row| row.text("agent")).collect();
    for (table, columns, caption) in [
        (
            &pairings,
            ["agent", "opponent", "score"],
            "Who beats whom: share of the meetings in which the agent of the row ends ahead of that of the column.",
        ),
        (
            &neighbours,
            ["agent", "predecessor", "win_share"],
            "Who sits where: win share of the agent of the row when that of the column acts before it.",
        ),
    ] {
        if let Some(table) = table {
            section = section.heat(caption, &crossed(table, &ranked, columns, &names)?);
        }
    }
    Ok(Some(section.tables([&table]).tables(&pairings).tables(&neighbours)))
}

/// Agents against agents in the order of the ladder; the columns are row, column and a share.
fn crossed(
    table: &CsvFile,
    ranked: &[&str],
    [one, other, share]: [&str; 3],
    names: &ShortNames<'_>,
) -> Result<Heat, Error> {
    let mut rows = Vec::new();
    let mut sum = (0.0, 0.0);
    let mut met = HashMap::new();
    for row in table.rows() {
        met.entry([one, other].map(|column| row.text(column))).or_insert(row);
        if let Some(share) = row.number(share)? {
            sum = (sum.0 + share, sum.1 + 1.0);
        }
    }
    let middle = sum.0 / f64::max(sum.1, 1.0);
    if !Heat::is_filled([ranked.len(); 2], met.len()) {
        return Ok(Heat::default());
    }
    for (number, agent) in (1..).zip(ranked) {
        let mut cells = Vec::new();
        for opponent in ranked {
            let found = met.get(&[*agent, *opponent]);
            let value = found.map(|row| row.number(share)).transpose()?.flatten();
            cells.push(found.zip(value).map(|(row, value)| {
                let [exact, low, high] = row.figures([share, "low", "high"]);
                let [agent, opponent] = [agent, opponent].map(|agent| names.short(agent));
                let verdict = row.text("verdict");
                HeatCell {
                    shown: format!("{:.0} %", 100.0 * value),
                    full: format!("{agent} and {opponent}: {exact} ({low} to {high}) {verdict}"),
                    heat: 2.0 * (value - middle),
                }
            }));
        }
        rows.push((format!("{number}. {}", names.short(agent)), cells));
    }
    Ok(Heat { head: (1..=ranked.len()).map(|number| format!("{number}.")).collect(), rows })
}
