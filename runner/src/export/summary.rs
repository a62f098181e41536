//! The summary of agents, of what winners do, and of the pace.

use crate::export::sheet::Sheet;
use drakkar_play::lab::GameInfo;
use drakkar_stats::interval::Interval;
use drakkar_stats::summary::{GameFigure, Pace, Strategy, WinRate};

const SHOWN: usize = 6;

pub fn agents(title: &str, names: &[String], score: &str, rows: &[WinRate]) -> Sheet {
    let [mean, sd] = ["mean", "sd"].map(|figure| format!("{score} {figure}"));
    let head = ["agent", "seat", "games", "win share", "95 % interval", &mean, &sd];
    let rows = rows.iter().map(|row| {
        let seat = row.seat.map_or("all".into(), |seat| seat.to_string());
        [&[names[row.agent].clone(), seat][..], &figures(row)].concat()
    });
    Sheet::new(title, &head, 2, rows)
}

/// A table of the seats of one agent that holds them all.
pub fn seats(name: &str, score: &str, rows: &[WinRate]) -> Sheet {
    let mean = format!("{score} mean");
    let head = ["seat", "games", "win share", "95 % interval", &mean];
    let seats = rows.iter().filter_map(|row| Some((row.seat?, row)));
    let rows = seats.map(|(seat, row)| [&[seat.to_string()][..], &figures(row)[..4]].concat());
    Sheet::new(format!("Seats in whole games of {name}"), &head, 1, rows)
}

/// Games, win share with its interval, mean and deviation of the score.
fn figures(row: &WinRate) -> [String; 5] {
    [
        row.games.to_string(),
        shown(row.win_share, per_cent),
        shown(row.interval, |ends| span(ends, per_cent)),
        shown(row.score_mean, plain),
        shown(row.score_sd, plain),
    ]
}

/// Facts associated with winning; none without a clear one.
pub fn winners(names: &[String], info: &GameInfo, facts: &[Strategy]) -> Option<Sheet> {
    let title = "What goes with winning most (an association: it need not be a cause)";
    let head = ["agent", "fact", "when winning", "when not", "difference", "95 % interval"];
    let mut rows = Vec::new();
    for (agent, name) in names.iter().enumerate() {
        let own = facts.iter().filter(|row| row.agent == agent);
        let mut telling: Vec<(f64, &Strategy)> =
            own.filter_map(|row| weight(row).map(|weight| (weight, row))).collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, row) in telling.into_iter().take(SHOWN) {
            let (Some(fact), found) = (row.fact, row.association) else { continue };
            rows.push(vec![
                name.clone(),
                info.facts[fact].name.to_owned(),
                shown(found.winning, plain),
                shown(found.not_winning, plain),
                shown(found.difference, signed),
                shown(found.interval, |ends| span(ends, signed)),
            ]);
        }
    }
    (!rows.is_empty()).then(|| Sheet::new(title, &head, 2, rows))
}

/// How strong an association is: the difference in standard deviations, if its interval excludes 0.
fn weight(row: &Strategy) -> Option<f64> {
    row.fact?;
    let (difference, sd) = (row.association.difference?, row.sd?);
    let (low, high) = row.association.interval?;
    let clear = (low > 0.0 || high < 0.0) && sd > 0.0;
    clear.then(|| (difference / sd).abs())
}

/// The pace in a line; none if no game is in the estimates.
pub fn pace(info: &GameInfo, rows: &[Pace]) -> Option<Sheet> {
    let part = |row: &Pace| {
        let mean = row.mean?;
        Some(match row.figure {
            GameFigure::WinningMargin => format!("winning margin {}", plain(mean)),
            GameFigure::SharedWin => format!("shared wins {}", per_cent(mean)),
            GameFigure::LeaderWins(index) => {
                format!("leader at {} wins {}", info.milestones[index], per_cent(mean))
            }
        })
    };
    let parts: Vec<String> = rows.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| Sheet::line(format!("Pace: {}", parts.join(", "))))
}

pub fn shown<T>(figure: Option<T>, text: impl Fn(T) -> String) -> String {
    figure.map(text).unwrap_or_default()
}

pub fn per_cent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// A difference of shares, in percentage points.
pub fn points(share: f64) -> String {
    format!("{:+.2} pp", 100.0 * share)
}

pub fn plain(value: f64) -> String {
    format!("{value:.2}")
}

pub fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    // No minus sign before a value that rounds to 0.
    if text == "-0.00" { "+0.00".to_owned() } else { text }
}

pub fn span((low, high): Interval, text: impl Fn(f64) -> String) -> String {
    format!("{} to {}", text(low), text(high))
}
