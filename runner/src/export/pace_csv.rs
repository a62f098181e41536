//! `pace.csv`: how close games are and how early they are decided.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use drakkar_stats::pace::{GameFigure, Pace};

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    figure: &'a str,
    at: &'a str,
    games: i128,
    mean: Figure,
    sd: Figure,
    low: Figure,
    high: Figure,
}

/// The whole file; `milestones` are the game's.
///
/// # Errors
/// A row that cannot be written.
pub fn text(milestones: &[&str], rows: &[Pace]) -> Result<Vec<u8>, Error> {
    lines::file(rows.iter().map(|row| {
        let (figure, at) = match row.figure {
            GameFigure::WinningMargin => ("winning_margin", "end"),
            GameFigure::SharedWin => ("shared_win", "end"),
            GameFigure::LeaderWins(index) => ("leader_wins", milestones[index]),
        };
        Row {
            figure,
            at,
            games: row.games,
            mean: row.mean.into(),
            sd: row.sd.into(),
            low: row.interval.map(|ends| ends.0).into(),
            high: row.interval.map(|ends| ends.1).into(),
        }
    }))
}
