//! How a tournament ends: ratings, who beats whom, who sits where.

use super::{ShortNames, point};
use crate::export::tables::WIN_SHARE;
use crate::export::unit::FigureUnit;
use crate::export::{cell::Cell, sheet::DeclaredTable};
use crate::report::chart::{ChartLine, Forest, Mark, Point};
use crate::report::table::{CsvFile, CsvRow, firsts};
use crate::report::{board::Heat, board::HeatCell, folder::Folder, section::Section};
use drakkar_stats::levelling::beyond::mean_of;

const ELO: [&str; 3] = ["elo", "elo_low", "elo_high"];

pub fn ratings(folder: &Folder) -> Option<Section> {
    let table = folder.table("ratings.csv")?;
    let names = ShortNames::of(&table);
    let is_rated = |row: &CsvRow<'_>| row.text("status") == "rated";
    let board = DeclaredTable::of(table.rows())
        .plain("rank", |row| row.text("rank"))
        .said("agent", |row| Cell::new(names.of_row(row), [row.text("agent").into()]))
        .cell("Elo", |row| row.estimate(ELO, FigureUnit::Elo))
        .cell("95 % interval", |row| {
            let [elo, low, high] = ELO.map(|column| row.text(column));
            // From few blocks nobody has an interval.
            match is_rated(row) && low == high && elo.parse() == Ok(0.0) {
                true => Cell::plain("anchor"),
                false => row.interval(ELO, FigureUnit::Elo),
            }
        })
        .cell("ahead of the next", |row| {
            row.figure("superiority_over_next", |share| FigureUnit::Share.plain(share))
        })
        .cell("win share", |row| row.estimate(WIN_SHARE, FigureUnit::Share))
        .word("", |row| if is_rated(row) { "" } else { row.text("status") });
    let lines = table.rows().map(|row| {
        let point = point(row, Mark::Circle, ELO);
        let note = match point {
            Some(_) => row.estimate(ELO, FigureUnit::Elo).shown,
            None => row.text("status").to_owned(),
        };
        let open = |point: Point| {
            let has_end = point.low.or(point.high).is_some();
            Point { open: is_rated(&row) && has_end, ..point }
        };
        let points = point.map(open).into_iter().collect();
        ChartLine { label: names.of_row(&row), note, points, ..ChartLine::default() }
    });
    let axis = "Elo relative to the anchor";
    let forest = Forest { axis, reference: Some(0.0), lines: lines.collect(), ..Forest::default() };
    let caption = "Ratings with 95 % intervals; a line up to the edge has no end on that side.";
    let mut section = Section::new("Ratings")
        .board(board.sheet("", ""), table.named())
        .chart("ratings", caption, &forest);
    let (pairings, neighbours) = (folder.table("pairings.csv"), folder.table("neighbours.csv"));
    let ranked: Vec<&str> = table.rows().map(|row| row.text("agent")).collect();
    if let Some(table) = &pairings {
        let heat = crossed(table, &ranked, ["agent", "opponent", "score"], &names);
        let caption = "Who beats whom: share of the meetings in which the agent of the row ends ahead of that of the column.";
        section = section.heat(caption, &heat, table.named());
    }
    // For two agents one table is enough, and with two seats both say the same.
    let is_more = ranked.len() > 2 && folder.run("players").as_u64() != Some(2);
    if let Some(table) = neighbours.as_ref().filter(|_| is_more) {
        let heat = crossed(table, &ranked, ["agent", "predecessor", WIN_SHARE[0]], &names);
        let caption = "Who sits where: win share of the agent of the row when that of the column acts before it.";
        section = section.heat(caption, &heat, table.named());
    }
    Some(section.tables([&table]).tables(&pairings).tables(&neighbours))
}

/// Agents against agents in the order of the ladder; the columns are row, column and a share.
fn crossed(
    table: &CsvFile,
    ranked: &[&str],
    [one, other, share]: [&str; 3],
    names: &ShortNames<'_>,
) -> Heat {
    let met = firsts(table.rows().map(|row| ([one, other].map(|column| row.text(column)), row)));
    let shares: Vec<f64> = table.rows().filter_map(|row| row.number(share)).collect();
    let middle = mean_of(&shares, |share| *share);
    let rows: Vec<(String, &str)> = (1..)
        .zip(ranked)
        .map(|(n, agent)| (format!("{n}. {}", names.short(agent)), *agent))
        .collect();
    let columns: Vec<(String, &str)> =
        (1..).zip(ranked).map(|(n, agent)| (format!("{n}."), *agent)).collect();
    Heat::of(rows, &columns, met.len(), |agent, opponent| {
        let row = met.get(&[*agent, *opponent])?;
        let value = row.number(share)?;
        let [exact, low, high] = row.figures([share, "low", "high"]);
        let [agent, opponent] = [agent, opponent].map(|agent| names.short(agent));
        let verdict = row.text("verdict");
        Some(HeatCell {
            shown: format!("{:.0} %", 100.0 * value),
            full: format!("{agent} and {opponent}: {exact} ({low} to {high}) {verdict}"),
            heat: 2.0 * (value - middle),
        })
    })
}
