//! How often agents failed, and what became of these games.

use std::iter;

use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::counted;
use crate::export::{lines, results::Results, sheet::Sheet, tables};
use crate::{error::Error, journal::merge::Whole};
use drakkar_stats::sums::{OnFailure, Sums};

/// The failures of one agent.
struct Failures {
    agent: usize,
    /// Games of its line-ups, and those in which it failed.
    games: i128,
    failed: i128,
    /// Those that count as lost, once for each of its seats.
    lost: i128,
}

/// Of every agent that failed.
fn failures(whole: &Whole) -> Vec<Failures> {
    let parts = || iter::once(&whole.sums).chain(&whole.confirmed);
    let agents = 0..whole.sums.failures.len();
    let all = agents.map(|agent| {
        let sum = |of: &dyn Fn(&Sums) -> i128| parts().map(of).sum();
        let seats = |sums: &Sums| {
            sums.counters.agents[agent].seats.iter().map(|seat| seat.lost).sum::<i128>()
        };
        Failures {
            agent,
            games: sum(&|sums| sums.failures[agent][0]),
            failed: sum(&|sums| sums.failures[agent][1]),
            lost: sum(&seats),
        }
    });
    all.filter(|found| found.failed > 0).collect()
}

/// What became of the games.
fn fate(on_failure: OnFailure) -> &'static str {
    match on_failure {
        OnFailure::Lose => "count as lost",
        OnFailure::LeaveOut => "are left out",
    }
}

/// Why there is no verdict.
pub const WITHHELD: &str =
    "the verdict is withheld, because the games that are left out could turn it";
/// The word for it in files.
pub const WITHHELD_WORD: &str = "withheld";

/// Whether games are left out in which agents failed.
pub fn are_left_out(results: &Results<'_>) -> bool {
    results.run.on_failure == Some(OnFailure::LeaveOut) && !failures(results.whole).is_empty()
}

/// A sentence for each agent that failed.
pub fn sentences(results: &Results<'_>) -> Vec<String> {
    let on_failure = results.run.on_failure.unwrap_or_default();
    let told =
        failures(results.whole).into_iter().map(|Failures { agent, games, failed, .. }| {
            let name = &results.names[agent];
            let games = counted(games as u64, "game", "games");
            format!("{name} failed in {failed} of {games}, which {}.", fate(on_failure))
        });
    told.collect()
}

/// `failures.csv`: a row for each agent that failed.
pub fn file(results: &Results<'_>) -> Result<Vec<u8>, Error> {
    let on_failure = results.run.on_failure.unwrap_or_default();
    let name = OnFailure::ALL.into_iter().find(|known| known.0 == on_failure).map(|known| known.1);
    lines::named(failures(results.whole).into_iter().map(|found| {
        vec![
            ("agent", results.names[found.agent].clone()),
            ("games", found.games.to_string()),
            ("failed_games", found.failed.to_string()),
            (tables::LOST, found.lost.to_string()),
            ("on_failure", name.unwrap_or_default().to_owned()),
        ]
    }))
}

/// The same as a table; none if no agent failed.
pub fn sheet(results: &Results<'_>) -> Option<Sheet> {
    let fate = fate(results.run.on_failure.unwrap_or_default());
    let columns = [
        Column::of("agent"),
        Column::of("games"),
        Column::named("failed in", &["failed_games"]),
        Column::named("these games", &["on_failure"]),
    ];
    let rows = failures(results.whole).into_iter().map(|found| {
        vec![
            Cell::plain(&*results.names[found.agent]),
            Cell::plain(found.games),
            Cell::plain(found.failed),
            Cell::plain(Value::from(fate)),
        ]
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let title = "Agents that failed: they ended, were silent, or chose what is not legal";
    (!rows.is_empty()).then(|| Sheet::new("failures", title, columns, 1, rows))
}
