//! The files of every study about agents and whole games.

use serde::Serialize;

use crate::{error::Error, export::figure::Figure, export::lines};
use drakkar_engine::fact::FactInfo;
use drakkar_play::timing::Timing;
use drakkar_stats::interval::Interval;
use drakkar_stats::summary::{GameFigure, Pace, Strategy, WinRate};

fn ends(interval: Option<Interval>) -> [Figure; 2] {
    [Figure(interval.map(|ends| ends.0)), Figure(interval.map(|ends| ends.1))]
}

/// `win_rates.csv`: one row for each agent, and for each agent and seat. How many columns of places there
/// are depends on the seats.
pub fn win_rates(names: &[String], rows: &[WinRate]) -> Result<Vec<u8>, Error> {
    let most = rows.iter().map(|row| row.places.len()).max().unwrap_or(0);
    let places: Vec<String> = (1..=most).map(|place| format!("place_{place}")).collect();
    lines::named(rows.iter().map(|row| {
        let figure = |value: Option<f64>| Figure(value).text();
        let [low, high] = ends(row.interval);
        let mut cells = vec![
            ("agent", names[row.agent].clone()),
            ("seat", row.seat.map_or("all".into(), |seat| seat.to_string())),
            ("par", figure(Some(row.par))),
            ("games", row.games.to_string()),
            ("blocks", row.blocks.to_string()),
            ("win_share", figure(row.win_share)),
            ("win_share_low", low.text()),
            ("win_share_high", high.text()),
            ("score_mean", figure(row.score_mean)),
            ("score_sd", figure(row.score_sd)),
        ];
        let shares = row.places.iter().copied().map(figure);
        cells.extend(places.iter().map(String::as_str).zip(shares));
        cells.push(("failed", row.failed.to_string()));
        cells
    }))
}

#[derive(Serialize)]
struct StrategyRow<'a> {
    agent: &'a str,
    fact: &'a str,
    games: i128,
    mean: Figure,
    sd: Figure,
    mean_when_winning: Figure,
    mean_when_not: Figure,
    association: Figure,
    association_low: Figure,
    association_high: Figure,
}

/// `strategy.csv`: one row for each agent and fact, of which the first is the score itself.
pub fn strategy(names: &[String], facts: &[FactInfo], rows: &[Strategy]) -> Result<Vec<u8>, Error> {
    lines::file(rows.iter().map(|row| {
        let [association_low, association_high] = ends(row.association.interval);
        StrategyRow {
            agent: &names[row.agent],
            fact: row.fact.map_or("score", |index| facts[index].name),
            games: row.games,
            mean: Figure(row.mean),
            sd: Figure(row.sd),
            mean_when_winning: Figure(row.association.winning),
            mean_when_not: Figure(row.association.not_winning),
            association: Figure(row.association.difference),
            association_low,
            association_high,
        }
    }))
}

#[derive(Serialize)]
struct PaceRow<'a> {
    figure: &'a str,
    at: &'a str,
    games: i128,
    mean: Figure,
    sd: Figure,
    low: Figure,
    high: Figure,
}

/// `pace.csv`: how close games are and how early they are decided.
pub fn pace(milestones: &[&str], rows: &[Pace]) -> Result<Vec<u8>, Error> {
    lines::file(rows.iter().map(|row| {
        let (figure, at) = match row.figure {
            GameFigure::WinningMargin => ("winning_margin", "end"),
            GameFigure::SharedWin => ("shared_win", "end"),
            GameFigure::LeaderWins(index) => ("leader_wins", milestones[index]),
        };
        let [low, high] = ends(row.interval);
        let (mean, sd) = (Figure(row.mean), Figure(row.sd));
        PaceRow { figure, at, games: row.games, mean, sd, low, high }
    }))
}

/// `restrictions.csv`: for each agent, decisions in which its restriction took something away, and decisions
/// in which it would have taken everything and was void. Empty if nobody is restricted.
pub fn restrictions(names: &[String], counts: &[[i128; 2]]) -> Result<Vec<u8>, Error> {
    lines::named(names.iter().zip(counts).map(|(agent, [restricted, void])| {
        let (restricted, void) = (restricted.to_string(), void.to_string());
        vec![("agent", agent.clone()), ("restricted", restricted), ("void", void)]
    }))
}

/// Name of the file of thinking times, which lies outside of all hashes.
pub const TIMING: &str = "timing.csv";

#[derive(Serialize)]
struct TimingRow<'a> {
    agent: &'a str,
    decisions: u64,
    mean_microseconds: Figure,
    p95_microseconds: Figure,
    iterations_per_second: Figure,
}

/// `timing.csv`: how long every agent thinks; nothing if no decision was timed.
pub fn timing(names: &[String], timing: &Timing) -> Result<Vec<u8>, Error> {
    let micro = |seconds: Option<f64>| Figure(seconds.map(|seconds| seconds * 1e6));
    let timed = names.iter().zip(&timing.0).filter(|(_, thinking)| thinking.decisions > 0);
    lines::file(timed.map(|(agent, thinking)| TimingRow {
        agent,
        decisions: thinking.decisions,
        mean_microseconds: micro(thinking.mean()),
        p95_microseconds: micro(thinking.quantile(0.95)),
        iterations_per_second: Figure(thinking.iterations_per_second()),
    }))
}
