//! The summary of agents, of what winners do, and of the pace.

use drakkar_engine::fact::FactInfo;

use crate::export::sheet::Sheet;
use drakkar_stats::interval::Interval;
use drakkar_stats::pace::{GameFigure, Pace};
use drakkar_stats::strategy::Strategy;
use drakkar_stats::win_rates::WinRate;

/// Facts shown for each agent.
const SHOWN: usize = 6;

/// What the summary is made of.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// Above the table of agents; empty for none.
    pub title: &'a str,
    /// Specifications by agent number.
    pub names: &'a [String],
    /// What the score is called.
    pub score: &'a str,
    /// The game's facts.
    pub facts: &'a [FactInfo],
    /// The game's milestones.
    pub milestones: &'a [&'a str],
    /// Rows of `win_rates.csv`.
    pub win_rates: &'a [WinRate],
    /// Rows of `strategy.csv`.
    pub strategy: &'a [Strategy],
    /// Rows of `pace.csv`.
    pub pace: &'a [Pace],
}

/// Tables of agents, of what winners do, and of the pace.
pub fn sheets(figures: &Figures<'_>) -> Vec<Sheet> {
    let mut sheets = vec![agents(figures)];
    let winners = winners(figures);
    if !winners.rows.is_empty() {
        sheets.push(winners);
    }
    let pace = pace(figures);
    if !pace.is_empty() {
        sheets.push(Sheet::line(pace));
    }
    sheets
}

/// A table of the seats of one agent that holds them all.
pub(crate) fn seats(name: &str, score: &str, rows: &[WinRate]) -> Sheet {
    let mean = format!("{score} mean");
    let head = ["seat", "games", "win share", "95 % interval", &mean];
    let mut sheet = Sheet::new(&format!("Seats in whole games of {name}"), &head, 1);
    for row in rows {
        let Some(seat) = row.seat else { continue };
        sheet.rows.push(vec![
            seat.to_string(),
            row.games.to_string(),
            row.win_share.map(per_cent).unwrap_or_default(),
            row.interval.map(|ends| span(ends, per_cent)).unwrap_or_default(),
            row.score_mean.map(plain).unwrap_or_default(),
        ]);
    }
    sheet
}

fn agents(figures: &Figures<'_>) -> Sheet {
    let mean = format!("{} mean", figures.score);
    let sd = format!("{} sd", figures.score);
    let head = ["agent", "seat", "games", "win share", "95 % interval", &mean, &sd];
    let mut sheet = Sheet::new(figures.title, &head, 2);
    sheet.rows.extend(figures.win_rates.iter().map(|row| {
        vec![
            figures.names[row.agent].clone(),
            row.seat.map_or("all".into(), |seat| seat.to_string()),
            row.games.to_string(),
            row.win_share.map(per_cent).unwrap_or_default(),
            row.interval.map(|ends| span(ends, per_cent)).unwrap_or_default(),
            row.score_mean.map(plain).unwrap_or_default(),
            row.score_sd.map(plain).unwrap_or_default(),
        ]
    }));
    sheet
}

fn winners(figures: &Figures<'_>) -> Sheet {
    let title = "What goes with winning most (an association: it need not be a cause)";
    let head = ["agent", "fact", "when winning", "when not", "difference", "95 % interval"];
    let mut sheet = Sheet::new(title, &head, 2);
    for agent in 0..figures.names.len() {
        let rows = figures.strategy.iter().filter(|row| row.agent == agent);
        let mut telling: Vec<(f64, &Strategy)> =
            rows.filter_map(|row| weight(row).map(|weight| (weight, row))).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, row) in telling.into_iter().take(SHOWN) {
            let (Some(fact), found) = (row.fact, row.association) else { continue };
            sheet.rows.push(vec![
                figures.names[agent].clone(),
                figures.facts[fact].name.to_owned(),
                found.winning.map(plain).unwrap_or_default(),
                found.not_winning.map(plain).unwrap_or_default(),
                found.difference.map(signed).unwrap_or_default(),
                found.interval.map(|ends| span(ends, signed)).unwrap_or_default(),
            ]);
        }
    }
    sheet
}

/// How telling a fact is: the difference in standard deviations, if its interval is free of 0.
fn weight(row: &Strategy) -> Option<f64> {
    row.fact?;
    let (difference, sd) = (row.association.difference?, row.sd?);
    let (low, high) = row.association.interval?;
    let clear = (low > 0.0 || high < 0.0) && sd > 0.0;
    clear.then(|| (difference / sd).abs())
}

fn pace(figures: &Figures<'_>) -> String {
    let mut parts = Vec::new();
    for row in figures.pace {
        let Some(mean) = row.mean else { continue };
        parts.push(match row.figure {
            GameFigure::WinningMargin => format!("winning margin {}", plain(mean)),
            GameFigure::SharedWin => format!("shared wins {}", per_cent(mean)),
            GameFigure::LeaderWins(index) => {
                format!("leader at {} wins {}", figures.milestones[index], per_cent(mean))
            }
        });
    }
    if parts.is_empty() { String::new() } else { format!("Pace: {}", parts.join(", ")) }
}

pub(crate) fn per_cent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

pub(crate) fn plain(value: f64) -> String {
    format!("{value:.2}")
}

pub(crate) fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    // No minus sign before a value that rounds to nothing.
    if text == "-0.00" { "+0.00".to_owned() } else { text }
}

pub(crate) fn span((low, high): Interval, text: impl Fn(f64) -> String) -> String {
    format!("{} to {}", text(low), text(high))
}
