//! `pace.csv`: how close games are and how early they are decided.

use serde::Serialize;

use crate::export::figure::Figure;
use crate::export::lines::Lines;
use crate::stats::pace::{GameFigure, Pace};

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    figure: &'a str,
    at: &'a str,
    games: String,
    mean: Figure,
    sd: Figure,
    low: Figure,
    high: Figure,
}

/// The whole file; `milestones` are the game's.
pub fn text(milestones: &[&str], rows: &[Pace]) -> Vec<u8> {
    let mut lines = Lines::new();
    for row in rows {
        let (figure, at) = match row.figure {
            GameFigure::WinningMargin => ("winning_margin", "end"),
            GameFigure::SharedWin => ("shared_win", "end"),
            GameFigure::LeaderWins(index) => ("leader_wins", milestones[index]),
        };
        lines.record(Row {
            figure,
            at,
            games: row.games.to_string(),
            mean: row.mean.into(),
            sd: row.sd.into(),
            low: row.interval.map(|ends| ends.0).into(),
            high: row.interval.map(|ends| ends.1).into(),
        });
    }
    lines.bytes()
}
