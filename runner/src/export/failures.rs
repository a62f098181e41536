//! How often agents failed, and what became of these games.

use std::iter;

use crate::export::figure::counted;
use crate::export::results::Results;
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::journal::merge::Whole;
use drakkar_stats::layout::OnFailure;

pub const WITHHELD: &str =
    "the verdict is withheld, because the games that are left out could turn it";
/// The word for it in files.
pub const WITHHELD_WORD: &str = "withheld";

struct Failures {
    agent: usize,
    /// Games of its line-ups, those in which it failed, and those of them that count as lost.
    counts: [i128; 3],
}

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

pub fn are_left_out(results: &Results<'_>) -> bool {
    results.run.on_failure == Some(OnFailure::LeaveOut) && !failures(results.whole).is_empty()
}

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

/// A row for each agent that failed; none if no agent did.
pub fn sheet(results: &Results<'_>) -> Option<Sheet> {
    let table = DeclaredTable::of(failures(results.whole))
        .word("agent", |found| &*results.names[found.agent])
        .plain("games", |found| found.counts[0])
        .plain(("failed in", "failed_games"), |found| found.counts[1])
        .plain("lost", |found| found.counts[2])
        .plain("left out", |found| found.counts[1] - found.counts[2]);
    let title = "Agents that failed: they ended, were silent, or gave no legal answer";
    table.sheet("failures", title).filled()
}
