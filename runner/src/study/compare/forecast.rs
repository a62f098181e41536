use std::iter;

use crate::export::cell::Cell;
use crate::export::figure::per_cent;
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::plan::purpose::{Compare, Stopping, Unit};
use crate::plan::run::Run;
use crate::study::compare::duel::{DuelEffect, DuelTrial, ENOUGH_FOR_WIDTH};
use crate::study::estimate::{Tried, reach};
use drakkar_stats::contest::Contest;
use drakkar_stats::student::NORMAL_QUANTILE;

/// How far the interval will reach, and when a stopping rule will probably end the games.
pub fn sheets(
    compare: &Compare,
    run: &Run,
    tried: &Tried,
    contest: Option<&Contest>,
) -> Option<Vec<Sheet>> {
    let (trial, contest) = (DuelTrial::new(compare, run), contest?);
    let effect = trial.effect(contest, None)?;
    let early = if compare.stopping.is_some() { ", if it does not end earlier" } else { "" };
    let reach = reach(run, tried.blocks, effect.error);
    let in_words = format!("Expected 95 % interval of the comparison: {}{early}", reach.shown);
    let precision = DeclaredTable::of([reach]).cell("reach", Cell::clone).sheet("precision", "");
    let mut sheets = vec![Sheet { in_words, ..precision }];
    let ends = match compare.stopping {
        Some(Stopping::HalfWidth(most)) => {
            until(most, tried, &effect, trial.duel.field).map(|end| vec![end])
        }
        Some(stopping @ Stopping::Sprt { .. }) => tested(&trial, stopping, contest, &effect),
        Some(Stopping::Looks(_)) | None => return Some(sheets),
    };
    let Some(ends) = ends else {
        let unknown = "When it will end is unknown: the games tried all ended alike.";
        sheets.push(Sheet::line(unknown.to_owned()));
        return Some(sheets);
    };
    // A run ends after a whole chunk.
    let blocks = |end: &ForecastEnd| {
        let chunks = (end.blocks / run.chunk as f64).ceil().min(1e18) as u64;
        chunks.saturating_mul(run.chunk)
    };
    let games = |end: &ForecastEnd| blocks(end).min(run.blocks) * run.games_per_block;
    let table = DeclaredTable::of(ends)
        .said(("if the truth is", ["truth", "value"]), |end| {
            Cell::new(&*end.shown, [end.truth.into(), end.value.into()])
        })
        .cell("games", |end| {
            let most = if blocks(end) >= run.blocks { " (all)" } else { "" };
            Cell::new(format!("{}{most}", games(end)), [games(end).into()])
        })
        .plain("deals", |end| blocks(end).min(run.blocks))
        .cell(("time", "seconds"), |end| {
            Cell::new(tried.time(games(end)), [tried.seconds_of(games(end)).into()])
        });
    sheets.push(table.sheet("ends", "When it will probably end, on average"));
    Some(sheets)
}

struct ForecastEnd {
    truth: &'static str,
    shown: String,
    value: f64,
    blocks: f64,
}

const TRIED: (&str, &str) = ("tried", "as the games tried");

fn until(most: f64, tried: &Tried, effect: &DuelEffect, field: bool) -> Option<ForecastEnd> {
    let error = effect.error.filter(|error| *error > 0.0)?;
    let ratio = NORMAL_QUANTILE * error / most;
    // The end of Wilson's interval that lies farther from a share is the one towards one half, and it lies there
    // by as much as the spread is wider at that end.
    let spread = |share: f64| share * (1.0 - share);
    let end = if effect.value < 0.5 { effect.value + most } else { effect.value - most };
    let wider = if field { 1.0 } else { spread(end) / spread(effect.value) };
    let blocks = tried.blocks as f64 * ratio * ratio * wider;
    let blocks = blocks.max(ENOUGH_FOR_WIDTH as f64);
    Some(ForecastEnd { truth: TRIED.0, shown: TRIED.1.to_owned(), value: effect.value, blocks })
}

/// Blocks until the test has decided on average, if one of its hypotheses is true, or something between or beside them.
fn tested(
    trial: &DuelTrial,
    stopping: Stopping,
    contest: &Contest,
    effect: &DuelEffect,
) -> Option<Vec<ForecastEnd>> {
    let Stopping::Sprt { unit, low, high, .. } = stopping else { return None };
    let test = trial.test(stopping)?;
    let told = |value: f64| match unit {
        Unit::Elo => format!("{value:+} Elo"),
        Unit::Share if trial.duel.field => format!("{:+.2} pp", 100.0 * value),
        Unit::Share => format!("a win share of {}", per_cent(value)),
    };
    let whole = trial.whole();
    let equal = effect.par * whole;
    let is_told = [test.mean0, test.mean1].iter().any(|mean| (mean - equal).abs() < 1e-9 * whole);
    let equal = (!is_told).then(|| ("equal", "no difference".to_owned(), equal));
    let truths = [
        ("lower", told(low), test.mean0),
        ("halfway", "halfway between them".to_owned(), 0.5 * (test.mean0 + test.mean1)),
        ("upper", told(high), test.mean1),
    ];
    let tried = (TRIED.0, TRIED.1.to_owned(), effect.value * whole);
    let variance = contest.scores.variance().filter(|variance| *variance > 0.0)?;
    let all = equal.into_iter().chain(truths).chain(iter::once(tried));
    let end = |(truth, shown, mean)| ForecastEnd {
        truth,
        shown,
        value: mean / whole,
        blocks: test.expected_blocks(mean, variance),
    };
    Some(all.map(end).collect())
}
