//! The tables of every study about agents and whole games.

use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{joined, plain};
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::unit::FigureUnit;
use drakkar_play::{info::GameInfo, timing::Timing};
use drakkar_stats::summary::{GameFigure, Pace, Strategy, WinRate};

pub const RATES: &str = "win_rates.csv";
pub const SEATS: &str = "seats.csv";

pub const WIN_SHARE: [&str; 3] = ["win_share", "win_share_low", "win_share_high"];

/// Games that an agent lost because it failed; only where an agent may fail.
pub const LOST: &str = "lost_by_failure";

const SHOWN: usize = 6;

pub fn win_rate_table<'a>(
    names: &'a [String],
    score: &str,
    rows: DeclaredTable<&'a WinRate>,
    may_fail: bool,
) -> DeclaredTable<&'a WinRate> {
    let most = rows.rows.iter().map(|row| row.places.len()).max().unwrap_or(0);
    let table = rows
        .word("agent", |row| &*names[row.agent])
        .word("seat", |row| row.seat.map_or("all".into(), Value::from))
        .kept("even_share", |row| row.par);
    let mut table = win_share_columns(table, score).figure(
        (&*format!("{score} sd"), "score_sd"),
        plain,
        |row| row.score_sd,
    );
    for place in 0..most {
        table = table.kept(&format!("place_{}", place + 1), |row| row.places[place]);
    }
    table = table.kept("failed", |row| row.failed);
    if may_fail { table.kept(LOST, |row| row.lost) } else { table }
}

pub fn seats(name: &str, score: &str, rows: &[WinRate]) -> Sheet {
    let seats = DeclaredTable::of(rows.iter().filter(|row| row.seat.is_some()));
    let title = format!("Seats in whole games of {name}");
    win_share_columns(seats.word("seat", |row| row.seat), score).sheet("seats", title)
}

fn win_share_columns<'a>(
    table: DeclaredTable<&'a WinRate>,
    score: &str,
) -> DeclaredTable<&'a WinRate> {
    table
        .plain("games", |row| row.games)
        .kept("blocks", |row| row.blocks)
        .estimated(("win share", WIN_SHARE[0]), Column::interval(WIN_SHARE[0]), |row| {
            (FigureUnit::Share, row.win_share, row.interval)
        })
        .figure((&*format!("{score} mean"), "score_mean"), plain, |row| row.score_mean)
}

pub fn strategy<'a>(
    names: &'a [String],
    info: &'a GameInfo,
    rows: DeclaredTable<&'a Strategy>,
) -> DeclaredTable<&'a Strategy> {
    rows.word("agent", |row| &*names[row.agent])
        .word("counter", |row| row.fact.map_or("score", |index| info.facts[index].name))
        .kept("games", |row| row.games)
        .kept_all(["mean", "sd"], |row| [row.mean, row.sd])
        .figure(("when winning", "mean_when_winning"), plain, |row| row.association.winning)
        .figure(("when not", "mean_when_not"), plain, |row| row.association.not_winning)
        .estimated(("difference", "association"), Column::interval("association"), |row| {
            (FigureUnit::Signed, row.association.difference, row.association.interval)
        })
}

pub fn winners(names: &[String], info: &GameInfo, facts: &[Strategy]) -> Option<Sheet> {
    let title = "Counters most associated with winning (not necessarily causes)";
    let telling = (0..names.len()).flat_map(|agent| {
        let own = facts.iter().filter(|row| row.agent == agent);
        let mut telling: Vec<(f64, &Strategy)> =
            own.filter_map(|row| weight(row).map(|weight| (weight, row))).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        telling.into_iter().take(SHOWN).map(|(_, row)| row)
    });
    strategy(names, info, DeclaredTable::of(telling)).sheet("strategy", title).filled()
}

/// How strong an association is: the difference in standard deviations, if its interval excludes 0.
fn weight(row: &Strategy) -> Option<f64> {
    row.fact?;
    let (difference, sd) = (row.association.difference?, row.sd?);
    let (low, high) = row.association.interval?;
    let clear = (low > 0.0 || high < 0.0) && sd > 0.0;
    clear.then(|| (difference / sd).abs())
}

pub fn pace<'a>(info: &'a GameInfo, rows: DeclaredTable<&'a Pace>) -> DeclaredTable<&'a Pace> {
    let text = |row: &&Pace| {
        let unit = match row.figure {
            GameFigure::WinningMargin => FigureUnit::Plain,
            GameFigure::SharedWin | GameFigure::LeaderWins(_) => FigureUnit::Share,
        };
        unit.writer(row.mean, row.interval)
    };
    rows.word("metric", |row| game_figure(info, row.figure).0)
        .word("at", |row| game_figure(info, row.figure).1.unwrap_or("end"))
        .kept("games", |row| row.games)
        .shown("mean", |row| Cell::figure(row.mean, text(row)))
        .shown(("95 % interval", ["low", "high"]), |row| Cell::span(row.interval, text(row)))
        .kept_all(["mean", "sd"], |row| [row.mean, row.sd])
        .kept_all(["low", "high"], |row| row.interval.unzip().into())
}

/// What programs call a figure of whole games, and the milestone that it is of.
pub fn game_figure(info: &GameInfo, figure: GameFigure) -> (&'static str, Option<&'static str>) {
    match figure {
        GameFigure::WinningMargin => ("winning_margin", None),
        GameFigure::SharedWin => ("shared_win", None),
        GameFigure::LeaderWins(index) => ("leader_wins", Some(info.milestones[index])),
    }
}

pub fn pace_sheet(info: &GameInfo, rows: &[Pace]) -> Option<Sheet> {
    let known = || rows.iter().filter(|row| row.mean.is_some());
    let sheet = pace(info, DeclaredTable::of(known())).sheet("pace", "");
    let parts = known().zip(&sheet.rows).map(|(row, cells)| {
        let figure = match row.figure {
            GameFigure::WinningMargin => "winning margin".to_owned(),
            GameFigure::SharedWin => "shared wins".to_owned(),
            GameFigure::LeaderWins(index) => format!("leader at {} wins", info.milestones[index]),
        };
        format!("{figure} {}", cells[2].shown)
    });
    let in_words = format!("Pace: {}", joined(parts, ", "));
    Sheet { in_words, ..sheet }.filled()
}

/// For each agent, decisions in which its restriction removed something, or would have removed everything.
pub fn restrictions(names: &[String], counts: &[[i128; 2]]) -> TableFile {
    DeclaredTable::of_file(names.iter().zip(counts))
        .word("agent", |(agent, _)| &***agent)
        .kept_all(["banned", "void"], |(_, counts)| **counts)
        .file()
}

pub const TIMING: &str = "timing.csv";

/// How long every agent thinks; empty if no decision was timed.
pub fn timing(names: &[String], timing: &Timing) -> TableFile {
    let micro = |seconds: Option<f64>| seconds.map(|seconds| seconds * 1e6);
    let timed = names.iter().zip(&timing.0).filter(|(_, thinking)| thinking.decisions > 0);
    DeclaredTable::of_file(timed)
        .word("agent", |(agent, _)| &***agent)
        .kept("decisions", |(_, thinking)| thinking.decisions)
        .kept("mean_microseconds", |(_, thinking)| micro(thinking.mean()))
        .kept("p95_microseconds", |(_, thinking)| micro(thinking.quantile(0.95)))
        .kept("iterations_per_second", |(_, thinking)| thinking.iterations_per_second())
        .file()
}
