//! How well the seats of a recorded game played, by the win shares that an agent expects.

use std::cmp::Reverse;

use crate::export::figure::per_cent;
use crate::export::{names::Names, sheet::DeclaredTable, sheet::Sheet};
use drakkar_engine::record::Record;
use drakkar_play::{erased::Move, opinion::Opinion};

/// So many moves of a seat are named.
const WORST: usize = 3;

/// The win share that the agent expects of its own choice, and of what was played; none if it tried only one.
fn shares((step, opinion): &(Move, Opinion)) -> Option<[f64; 2]> {
    Some([opinion.win_share(&opinion.choice)?, opinion.win_share(&step.action)?])
}

/// How much less win share what was played promises than the agent's choice, in its own eyes; at least 0.
pub fn loss(row: &(Move, Opinion)) -> Option<f64> {
    shares(row).map(lost)
}

fn lost([chosen, played]: [f64; 2]) -> f64 {
    (chosen - played).max(0.0)
}

/// How much of the win share of the agent's choice what was played keeps.
fn kept([chosen, played]: [f64; 2]) -> f64 {
    if played >= chosen { 1.0 } else { (played / chosen).max(0.0) }
}

/// Loss and accuracy of each seat, and its worst moves; nothing if the agent expects no win shares.
pub fn sheets(record: &Record, rows: &[(Move, Opinion)]) -> Vec<Sheet> {
    let names = Names::of_record(record);
    let of_seat = |seat: usize| {
        let rows = rows.iter().filter(move |(step, _)| step.seat.index() == seat);
        rows.filter(|row| shares(row).is_some())
    };
    let mean = |seat: usize, of: fn([f64; 2]) -> f64| {
        let found: Vec<f64> = of_seat(seat).filter_map(shares).map(of).collect();
        (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
    };
    let seats = DeclaredTable::of((0..record.players).filter(|&seat| of_seat(seat).count() > 0))
        .word("seat", |&seat| seat)
        .word("agent", |&seat| names.get(seat).map_or("", String::as_str))
        .plain("decisions", |&seat| of_seat(seat).count())
        .figure("loss per decision", per_cent, |&seat| mean(seat, lost))
        .figure("accuracy", per_cent, |&seat| mean(seat, kept))
        .sheet("seats", "How well each seat played, by the win shares that the agent expects");
    let worst = (0..record.players).flat_map(|seat| {
        let found = of_seat(seat).filter_map(|row| Some((row, loss(row)?)));
        let mut found: Vec<_> = found.filter(|(_, loss)| *loss > 0.0).collect();
        // Stable: of equal ones the first.
        found.sort_by_key(|(_, loss)| Reverse(loss.to_bits()));
        found.truncate(WORST);
        found
    });
    let worst = DeclaredTable::of(worst)
        .word("seat", |((step, _), _)| step.seat.index())
        .word("decision", |((step, _), _)| step.index)
        .word("played", |((step, _), _)| &*step.action)
        .word("chosen", |((_, opinion), _)| &*opinion.choice)
        .figure("loss", per_cent, |(_, loss)| Some(*loss))
        .plain("visits", |((step, opinion), _)| opinion.visits(&step.action))
        .sheet("worst", "The worst moves of each seat");
    let remark = "visits: how often the search tried what was played; a loss from few is a guess. More iterations \
                  know better.";
    let worst = Sheet { remark: remark.to_owned(), ..worst };
    [seats, worst].into_iter().filter_map(Sheet::filled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_is_the_part_of_the_win_share_that_is_kept() {
        assert_eq!([[0.5, 0.25], [0.25, 0.5], [0.0, 0.0]].map(kept), [0.5, 1.0, 1.0]);
    }
}
