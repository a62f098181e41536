//! The files of every study about agents and whole games.

use crate::export::figure::{cell, ends};
use crate::{error::Error, export::lines};
use drakkar_engine::fact::FactInfo;
use drakkar_play::timing::Timing;
use drakkar_stats::summary::{GameFigure, Pace, Strategy, WinRate};

/// The column of games that an agent lost because it failed; only where an agent may fail.
pub const LOST: &str = "lost_by_failure";

/// `win_rates.csv`: one row for each agent, and for each agent and seat. The number of columns of
/// places depends on the seats.
pub fn win_rates(names: &[String], rows: &[WinRate], may_fail: bool) -> Result<Vec<u8>, Error> {
    let most = rows.iter().map(|row| row.places.len()).max().unwrap_or(0);
    let places: Vec<String> = (1..=most).map(|place| format!("place_{place}")).collect();
    lines::named(rows.iter().map(|row| {
        let [low, high] = ends(row.interval);
        let mut cells = vec![
            ("agent", names[row.agent].clone()),
            ("seat", row.seat.map_or("all".into(), |seat| seat.to_string())),
            ("par", cell(Some(row.par))),
            ("games", row.games.to_string()),
            ("blocks", row.blocks.to_string()),
            ("win_share", cell(row.win_share)),
            ("win_share_low", low),
            ("win_share_high", high),
            ("score_mean", cell(row.score_mean)),
            ("score_sd", cell(row.score_sd)),
        ];
        let shares = row.places.iter().copied().map(cell);
        cells.extend(places.iter().map(String::as_str).zip(shares));
        cells.push(("failed", row.failed.to_string()));
        cells.extend(may_fail.then(|| (LOST, row.lost.to_string())));
        cells
    }))
}

/// `strategy.csv`: one row for each agent and fact; the first fact is the score itself.
pub fn strategy(names: &[String], facts: &[FactInfo], rows: &[Strategy]) -> Result<Vec<u8>, Error> {
    lines::named(rows.iter().map(|row| {
        let [low, high] = ends(row.association.interval);
        vec![
            ("agent", names[row.agent].clone()),
            ("fact", row.fact.map_or("score", |index| facts[index].name).to_owned()),
            ("games", row.games.to_string()),
            ("mean", cell(row.mean)),
            ("sd", cell(row.sd)),
            ("mean_when_winning", cell(row.association.winning)),
            ("mean_when_not", cell(row.association.not_winning)),
            ("association", cell(row.association.difference)),
            ("association_low", low),
            ("association_high", high),
        ]
    }))
}

/// `pace.csv`: how close games are and how early they are decided.
pub fn pace(milestones: &[&str], rows: &[Pace]) -> Result<Vec<u8>, Error> {
    lines::named(rows.iter().map(|row| {
        let (what, at) = match row.figure {
            GameFigure::WinningMargin => ("winning_margin", "end"),
            GameFigure::SharedWin => ("shared_win", "end"),
            GameFigure::LeaderWins(index) => ("leader_wins", milestones[index]),
        };
        let [low, high] = ends(row.interval);
        vec![
            ("figure", what.to_owned()),
            ("at", at.to_owned()),
            ("games", row.games.to_string()),
            ("mean", cell(row.mean)),
            ("sd", cell(row.sd)),
            ("low", low),
            ("high", high),
        ]
    }))
}

/// `restrictions.csv`: for each agent, decisions in which its restriction removed something, and
/// decisions in which it would have removed everything and was void. Empty if nobody is restricted.
pub fn restrictions(names: &[String], counts: &[[i128; 2]]) -> Result<Vec<u8>, Error> {
    lines::named(names.iter().zip(counts).map(|(agent, [restricted, void])| {
        let (restricted, void) = (restricted.to_string(), void.to_string());
        vec![("agent", agent.clone()), ("restricted", restricted), ("void", void)]
    }))
}

/// Name of the file of thinking times, which is not part of any hash.
pub const TIMING: &str = "timing.csv";

/// `timing.csv`: how long every agent thinks; nothing if no decision was timed.
pub fn timing(names: &[String], timing: &Timing) -> Result<Vec<u8>, Error> {
    let micro = |seconds: Option<f64>| cell(seconds.map(|seconds| seconds * 1e6));
    let timed = names.iter().zip(&timing.0).filter(|(_, thinking)| thinking.decisions > 0);
    lines::named(timed.map(|(agent, thinking)| {
        vec![
            ("agent", agent.clone()),
            ("decisions", thinking.decisions.to_string()),
            ("mean_microseconds", micro(thinking.mean())),
            ("p95_microseconds", micro(thinking.quantile(0.95))),
            ("iterations_per_second", cell(thinking.iterations_per_second())),
        ]
    }))
}
