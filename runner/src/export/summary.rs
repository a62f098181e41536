//! The summary on standard output.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use drakkar_engine::fact::FactInfo;

use crate::stats::interval::Interval;
use crate::stats::pace::{Figure, Pace};
use crate::stats::strategy::Strategy;
use crate::stats::win_rates::WinRate;

/// Facts shown for each agent.
const SHOWN: usize = 6;

/// What the summary is made of.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
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
pub fn text(figures: &Figures<'_>) -> String {
    let mut text = format!("{}\n", agents(figures));
    let winners = winners(figures);
    if winners.row_count() > 0 {
        let _ = write!(
            text,
            "\nWhat goes with winning most (an association: it need not be a cause)\n{winners}\n"
        );
    }
    let _ = write!(text, "\n{}", pace(figures));
    text
}

fn agents(figures: &Figures<'_>) -> Table {
    let mean = format!("{} mean", figures.score);
    let sd = format!("{} sd", figures.score);
    let head = ["agent", "seat", "games", "win share", "95 % interval", &mean, &sd];
    let mut table = table(&head, 2);
    for row in figures.win_rates {
        table.add_row([
            figures.names[row.agent].clone(),
            row.seat.map_or("all".into(), |seat| seat.to_string()),
            row.games.to_string(),
            row.win_share.map(per_cent).unwrap_or_default(),
            row.interval.map(|ends| span(ends, per_cent)).unwrap_or_default(),
            row.score_mean.map(plain).unwrap_or_default(),
            row.score_sd.map(plain).unwrap_or_default(),
        ]);
    }
    table
}

fn winners(figures: &Figures<'_>) -> Table {
    let head = ["agent", "fact", "when winning", "when not", "difference", "95 % interval"];
    let mut table = table(&head, 2);
    for agent in 0..figures.names.len() {
        let rows = figures.strategy.iter().filter(|row| row.agent == agent);
        let mut telling: Vec<(f64, &Strategy)> =
            rows.filter_map(|row| weight(row).map(|weight| (weight, row))).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, row) in telling.into_iter().take(SHOWN) {
            let (Some(fact), found) = (row.fact, row.association) else { continue };
            table.add_row([
                figures.names[agent].clone(),
                figures.facts[fact].name.to_owned(),
                found.winning.map(plain).unwrap_or_default(),
                found.not_winning.map(plain).unwrap_or_default(),
                found.difference.map(signed).unwrap_or_default(),
                found.interval.map(|ends| span(ends, signed)).unwrap_or_default(),
            ]);
        }
    }
    table
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
            Figure::WinningMargin => format!("winning margin {}", plain(mean)),
            Figure::SharedWin => format!("shared wins {}", per_cent(mean)),
            Figure::LeaderWins(index) => {
                format!("leader at {} wins {}", figures.milestones[index], per_cent(mean))
            }
        });
    }
    if parts.is_empty() { String::new() } else { format!("Pace: {}\n", parts.join(", ")) }
}

/// A table whose columns from `numbers` on hold numbers.
fn table(head: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head.iter().copied());
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index >= numbers {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn per_cent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

fn plain(value: f64) -> String {
    format!("{value:.2}")
}

fn signed(value: f64) -> String {
    format!("{value:+.2}")
}

fn span((low, high): Interval, text: fn(f64) -> String) -> String {
    format!("{} to {}", text(low), text(high))
}
