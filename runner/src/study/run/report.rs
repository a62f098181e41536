use std::iter;

use crate::export::answer::{Answer, NO_DATA, Next, by_chance, none_differs};
use crate::export::figure::{counted, exact_share, shown};
use crate::export::unit::FigureUnit;
use crate::export::{failures, results::Results};
use crate::games::on_blocks;
use drakkar_stats::summary::{WinRate, win_rates};
use drakkar_stats::{bounds::Bounds, counters::SHARE_UNIT, interval, interval::Interval};
use drakkar_stats::{p_value::LEVEL, p_value::of_all_shares};

/// Which seats of one agent, or which agents, win more or less often than par, all of them tested together: with
/// many seats, chance alone would often move the interval of one off par.
pub fn answer(results: &Results<'_>) -> Answer {
    let counters = &results.whole.sums.counters;
    if counters.games == 0 {
        return Answer { sentences: vec![format!("There are no data: {NO_DATA}.")], next: None };
    }
    let (rates, one) = (win_rates(counters), results.names.len() == 1);
    let asked: Vec<&WinRate> = rates.iter().filter(|row| row.seat.is_some() == one).collect();
    let sums = asked.iter().map(|row| {
        let sums = &counters.agents[row.agent];
        row.seat.map_or(&sums.share, |seat| &sums.seats[seat].share)
    });
    let p = of_all_shares(&sums.collect::<Vec<_>>(), SHARE_UNIT, 1.0 / results.run.players as f64);
    let apart = |row: &WinRate| {
        row.interval.is_some_and(|(low, high): Interval| low > row.par || high < row.par)
    };
    let least = p.iter().copied().flatten().min_by(f64::total_cmp);
    let clear = asked.iter().copied().zip(p);
    let clear = clear.filter(|&(row, p)| apart(row) && p.is_some_and(|p| p <= LEVEL));
    let (withheld, mut clear): (Vec<&WinRate>, Vec<&WinRate>) =
        clear.map(|(row, _)| row).partition(|row| is_turned(results, row));
    clear.sort_by(|a, b| {
        b.win_share.unwrap_or_default().total_cmp(&a.win_share.unwrap_or_default())
    });
    let name = |row: &WinRate, seat_word: &str| match row.seat {
        Some(seat) if one => format!("{seat_word} {seat}"),
        _ => results.names[row.agent].clone(),
    };
    let told = |row: &WinRate, how: &str, seat_word: &str| {
        let name = name(row, seat_word);
        let share = shown(row.win_share, |share| FigureUnit::Share.told(share, row.interval));
        format!("{name} wins {how}, {share}")
    };
    let par = exact_share(1.0 / results.run.players as f64);
    let withheld: Vec<String> = withheld.iter().map(|row| name(row, "Seat")).collect();
    let withheld =
        (!withheld.is_empty()).then(|| format!("{}: {}.", withheld.join(", "), failures::WITHHELD));
    if let (Some(sentence), true) = (&withheld, clear.is_empty()) {
        return Answer { sentences: vec![sentence.clone()], next: None };
    }
    let (Some(first), Some(last)) = (clear.first(), clear.last()) else {
        let nothing = format!(
            "{} in {} {}.",
            none_differs(if one { "seat" } else { "agent" }, &par),
            counted(counters.games as u64, "game", "games"),
            on_blocks(&results.run.game, counters.blocks as u64)
        );
        let more = 4 * results.whole.games;
        let by_itself = asked.iter().filter(|row| apart(row)).count();
        let alone = by_chance(by_itself, asked.len(), &par, least);
        return Answer {
            sentences: iter::once(nothing).chain(alone).collect(),
            next: Next::flags(format!("--games {more}{}", results.keep_going(more))),
        };
    };
    let most = (first.win_share > Some(first.par)).then(|| told(first, "most", "Seat"));
    let seat_word = if most.is_some() { "seat" } else { "Seat" };
    let least = (last.win_share < Some(last.par)).then(|| told(last, "least", seat_word));
    let parts: Vec<String> = most.into_iter().chain(least).collect();
    let sentence = format!("{}; {par} would be even.", parts.join("; "));
    Answer { sentences: iter::once(sentence).chain(withheld).collect(), next: None }
}

/// Whether the games that are left out could turn what a row says. Of an agent that plays against
/// itself it is not known what each seat could have won.
fn is_turned(results: &Results<'_>, row: &WinRate) -> bool {
    let side = |(low, high): Interval| (low > row.par, high < row.par);
    let bounds = results.whole.sums.bounds.as_ref();
    let turned = |bound: &Bounds| {
        let found = interval::of_share(&bound.shares[row.agent], SHARE_UNIT);
        found.map(side) != row.interval.map(side)
    };
    match row.seat {
        Some(_) => failures::are_left_out(results),
        None => bounds.into_iter().flatten().any(turned),
    }
}
