//! The summary of agents, of what winners do, and of the pace.

use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{per_cent, plain, signed};
use crate::export::sheet::Sheet;
use drakkar_play::info::GameInfo;
use drakkar_stats::summary::{GameFigure, Pace, Strategy, WinRate};

const SHOWN: usize = 6;

pub fn agents(title: &str, names: &[String], score: &str, rows: &[WinRate]) -> Sheet {
    let columns = [&[Column::of("agent"), Column::of("seat")][..], &columns(score)].concat();
    let rows = rows.iter().map(|row| {
        let seat = row.seat.map_or("all".into(), Value::from);
        [&[Cell::plain(&*names[row.agent]), Cell::plain(seat)][..], &figures(row)].concat()
    });
    Sheet::new("win_rates", title, columns, 2, rows)
}

/// A table of the seats of one agent that holds them all.
pub fn seats(name: &str, score: &str, rows: &[WinRate]) -> Sheet {
    let columns = [&[Column::of("seat")][..], &columns(score)[..4]].concat();
    let seats = rows.iter().filter_map(|row| Some((row.seat?, row)));
    let rows = seats.map(|(seat, row)| [&[Cell::plain(seat)][..], &figures(row)[..4]].concat());
    Sheet::new("seats", format!("Seats in whole games of {name}"), columns, 1, rows)
}

/// Games, win share with its interval, mean and deviation of the score.
fn columns(score: &str) -> [Column; 5] {
    let share = "win_share";
    [
        Column::of("games"),
        Column::named("win share", &[share]),
        Column::interval(share),
        Column::named(&format!("{score} mean"), &["score_mean"]),
        Column::named(&format!("{score} sd"), &["score_sd"]),
    ]
}

fn figures(row: &WinRate) -> [Cell; 5] {
    [
        Cell::plain(row.games),
        Cell::figure(row.win_share, per_cent),
        Cell::span(row.interval, per_cent),
        Cell::figure(row.score_mean, plain),
        Cell::figure(row.score_sd, plain),
    ]
}

/// Facts associated with winning; none without a clear one.
pub fn winners(names: &[String], info: &GameInfo, facts: &[Strategy]) -> Option<Sheet> {
    let title = "Facts most associated with winning (not necessarily causes)";
    let columns = [
        Column::of("agent"),
        Column::of("fact"),
        Column::named("when winning", &["mean_when_winning"]),
        Column::named("when not", &["mean_when_not"]),
        Column::named("difference", &["association"]),
        Column::interval("association"),
    ];
    let mut rows = Vec::new();
    for (agent, name) in names.iter().enumerate() {
        let own = facts.iter().filter(|row| row.agent == agent);
        let mut telling: Vec<(f64, &Strategy)> =
            own.filter_map(|row| weight(row).map(|weight| (weight, row))).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, row) in telling.into_iter().take(SHOWN) {
            let (Some(fact), found) = (row.fact, row.association) else { continue };
            rows.push(vec![
                Cell::plain(&**name),
                Cell::plain(info.facts[fact].name),
                Cell::figure(found.winning, plain),
                Cell::figure(found.not_winning, plain),
                Cell::figure(found.difference, signed),
                Cell::span(found.interval, signed),
            ]);
        }
    }
    (!rows.is_empty()).then(|| Sheet::new("strategy", title, columns, 2, rows))
}

/// How strong an association is: the difference in standard deviations, if its interval excludes 0.
fn weight(row: &Strategy) -> Option<f64> {
    row.fact?;
    let (difference, sd) = (row.association.difference?, row.sd?);
    let (low, high) = row.association.interval?;
    let clear = (low > 0.0 || high < 0.0) && sd > 0.0;
    clear.then(|| (difference / sd).abs())
}

/// The pace, for people in a line; none if no game is in the estimates.
pub fn pace(info: &GameInfo, rows: &[Pace]) -> Option<Sheet> {
    let columns = [
        Column::of("figure"),
        Column::of("at"),
        Column::of("mean"),
        Column::named("95 % interval", &["low", "high"]),
    ];
    let known = rows.iter().filter_map(|row| Some((row, row.mean?)));
    let (parts, rows): (Vec<String>, Vec<Vec<Cell>>) = known
        .map(|(row, mean)| {
            let ([figure, at], text): (_, fn(f64) -> String) = match row.figure {
                GameFigure::WinningMargin => (["winning_margin", "end"], plain),
                GameFigure::SharedWin => (["shared_win", "end"], per_cent),
                GameFigure::LeaderWins(index) => {
                    (["leader_wins", info.milestones[index]], per_cent)
                }
            };
            let told = match row.figure {
                GameFigure::WinningMargin => format!("winning margin {}", text(mean)),
                GameFigure::SharedWin => format!("shared wins {}", text(mean)),
                GameFigure::LeaderWins(_) => format!("leader at {at} wins {}", text(mean)),
            };
            let figures = [Cell::figure(row.mean, text), Cell::span(row.interval, text)];
            (told, [figure, at].map(Cell::plain).into_iter().chain(figures).collect())
        })
        .unzip();
    let in_words = format!("Pace: {}", parts.join(", "));
    let sheet = Sheet { in_words, ..Sheet::new("pace", "", columns, 2, rows) };
    (!parts.is_empty()).then_some(sheet)
}
