//! `win_rates.csv`: one row for each agent, and for each agent and seat.

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use drakkar_stats::win_rates::WinRate;

/// The whole file.
///
/// # Errors
/// Rows of different columns.
pub fn text(names: &[String], rows: &[WinRate]) -> Result<Vec<u8>, Error> {
    lines::named(rows.iter().map(|row| cells(names, row)))
}

/// Column names and values, at one place; how many places there are depends on the seats.
fn cells(names: &[String], row: &WinRate) -> Vec<(String, String)> {
    let figure = |value: Option<f64>| Figure(value).text();
    let mut cells = vec![
        ("agent", names[row.agent].clone()),
        ("seat", row.seat.map_or("all".into(), |seat| seat.to_string())),
        ("par", figure(Some(row.par))),
        ("games", row.games.to_string()),
        ("blocks", row.blocks.to_string()),
        ("win_share", figure(row.win_share)),
        ("win_share_low", figure(row.interval.map(|ends| ends.0))),
        ("win_share_high", figure(row.interval.map(|ends| ends.1))),
        ("score_mean", figure(row.score_mean)),
        ("score_sd", figure(row.score_sd)),
    ]
    .into_iter()
    .map(|(column, value)| (column.to_owned(), value))
    .collect::<Vec<_>>();
    let places = row.places.iter().enumerate();
    cells.extend(places.map(|(place, &share)| (format!("place_{}", place + 1), figure(share))));
    cells.push(("failed".to_owned(), row.failed.to_string()));
    cells
}
