//! How often agents failed, and what became of these games.

use std::iter;

use crate::export::{figure::counted, results::Results, sheet::DeclaredTable, sheet::Sheet};
use crate::journal::merge::Whole;
use drakkar_stats::layout::OnFailure;

pub const WITHHELD: &str =
    "the verdict is withheld, because the games that are left out could turn it";
pub const WITHHELD_WORD: &str = "withheld";

/// For each agent that failed, games of its line-ups, those in which it failed, and those of them that count as lost.
fn failures(whole: &Whole) -> Vec<(usize, [i128; 3])> {
    let all = (0..whole.sums.failures.len()).map(|agent| {
        let parts = iter::once(&whole.sums).chain(&whole.confirmed);
        let add = |[a, b, c]: [i128; 3], [x, y, z]: [i128; 3]| [a + x, b + y, c + z];
        (agent, parts.map(|sums| sums.failures[agent]).fold([0; 3], add))
    });
    all.filter(|(_, counts)| counts[1] > 0).collect()
}

pub fn are_left_out(results: &Results<'_>) -> bool {
    results.run.on_failure == Some(OnFailure::LeaveOut) && !failures(results.whole).is_empty()
}

pub fn sentences(results: &Results<'_>) -> Vec<String> {
    let told = failures(results.whole).into_iter().map(|(agent, [games, failed, lost])| {
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

pub fn sheet(results: &Results<'_>) -> Option<Sheet> {
    let table = DeclaredTable::of(failures(results.whole))
        .word("agent", |found| &*results.names[found.0])
        .plain("games", |(_, counts)| counts[0])
        .plain(("failed in", "failed_games"), |(_, counts)| counts[1])
        .plain("lost", |(_, counts)| counts[2])
        .plain("left out", |(_, counts)| counts[1] - counts[2]);
    let title = "Agents that failed: they ended, were silent, or gave no legal answer";
    table.sheet("failures", title).filled()
}
