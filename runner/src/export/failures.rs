//! How often agents failed, and what became of these games.

use std::iter;

use crate::export::cell::{Cell, Column};
use crate::export::figure::counted;
use crate::export::{lines, results::Results, sheet::Sheet};
use crate::{error::Error, journal::merge::Whole};
use drakkar_stats::layout::OnFailure;

/// Why there is no verdict.
pub const WITHHELD: &str =
    "the verdict is withheld, because the games that are left out could turn it";
/// The word for it in files.
pub const WITHHELD_WORD: &str = "withheld";

/// The failures of one agent.
struct Failures {
    agent: usize,
    /// Games of its line-ups, those in which it failed, and those of them that count as lost.
    counts: [i128; 3],
}

/// Of every agent that failed.
fn failures(whole: &Whole) -> Vec<Failures> {
    let agents = 0..whole.sums.failures.len();
    let all = agents.map(|agent| {
        let mut counts = [0; 3];
        for sums in iter::once(&whole.sums).chain(&whole.confirmed) {
            counts.iter_mut().zip(sums.failures[agent]).for_each(|(sum, more)| *sum += more);
        }
        Failures { agent, counts }
    });
    all.filter(|found| found.counts[1] > 0).collect()
}

/// Whether games are left out in which agents failed.
pub fn are_left_out(results: &Results<'_>) -> bool {
    results.run.on_failure == Some(OnFailure::LeaveOut) && !failures(results.whole).is_empty()
}

/// A sentence for each agent that failed.
pub fn sentences(results: &Results<'_>) -> Vec<String> {
    let told = failures(results.whole).into_iter().map(|Failures { agent, counts }| {
        let [games, failed, lost] = counts;
        let name = &results.names[agent];
        let games = counted(games as u64, "game", "games");
        let fate = match failed - lost {
            0 => "which count as lost".to_owned(),
            out if out == failed => "which are left out".to_owned(),
            out => format!("of which {lost} count as lost and {out} are left out"),
        };
        format!("{name} failed in {failed} of {games}, {fate}.")
    });
    told.collect()
}

/// `failures.csv`: a row for each agent that failed.
pub fn file(results: &Results<'_>) -> Result<Vec<u8>, Error> {
    lines::named(failures(results.whole).into_iter().map(|found| {
        let [games, failed, lost] = found.counts;
        let counts = [games, failed, lost, failed - lost].map(|count| count.to_string());
        let columns = ["games", "failed_games", "lost", "left_out"].into_iter().zip(counts);
        iter::once(("agent", results.names[found.agent].clone())).chain(columns).collect()
    }))
}

/// The same as a table; none if no agent failed.
pub fn sheet(results: &Results<'_>) -> Option<Sheet> {
    let columns = [
        Column::of("agent"),
        Column::of("games"),
        Column::named("failed in", &["failed_games"]),
        Column::named("lost", &["lost"]),
        Column::named("left out", &["left_out"]),
    ];
    let rows = failures(results.whole).into_iter().map(|found| {
        let [games, failed, lost] = found.counts;
        let counts = [games, failed, lost, failed - lost].map(Cell::plain);
        iter::once(Cell::plain(&*results.names[found.agent])).chain(counts).collect()
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let title = "Agents that failed: they ended, were silent, or gave no legal answer";
    (!rows.is_empty()).then(|| Sheet::new("failures", title, columns, 1, rows))
}
