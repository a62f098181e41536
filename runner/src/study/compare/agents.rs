//! `compare.csv` and `effects.csv`: what came of two agents against each other.

use std::fmt::Write;

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::Results;
use crate::export::sheet::Sheet;
use crate::plan::purpose::{Stopping, Unit};
use crate::study::compare::duel::{Effect, Trial};
use crate::study::compare::referee::{End, Interim, Referee};
use crate::study::kind::Report;
use drakkar_stats::contest::Contest;
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::p_value::two_sided;
use drakkar_stats::ratio::Ratio;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};

/// The phases of a comparison: until its end, and after it on fresh deals.
const GAMES: &str = "games";
const FRESH: &str = "fresh deals";
/// Digits of a share in sentences.
const DIGITS: usize = 4;

/// What stands in a row of `effects.csv`.
struct Found {
    phase: &'static str,
    figure: &'static str,
    agent: String,
    value: f64,
    interval: Option<Interval>,
    par: Option<f64>,
    elo: [Option<f64>; 3],
    p: Option<f64>,
    verdict: Option<Verdict>,
    blocks: i128,
    variance_reduction: Option<f64>,
}

/// Header and row of `compare.csv`.
#[derive(Serialize, Default)]
struct Step {
    chunks: u64,
    blocks: u64,
    games: u64,
    value: Figure,
    low: Figure,
    high: Figure,
    llr: Figure,
    llr_lower: Figure,
    llr_upper: Figure,
    decision: &'static str,
}

/// Header and row of `effects.csv`.
#[derive(Serialize, Default)]
struct Row<'a> {
    phase: &'a str,
    figure: &'a str,
    agent: &'a str,
    value: Figure,
    low: Figure,
    high: Figure,
    par: Figure,
    elo: Figure,
    elo_low: Figure,
    elo_high: Figure,
    p: Figure,
    p_holm: Figure,
    verdict: &'a str,
    blocks: i128,
    games: i128,
    variance_reduction: Figure,
}

/// The files and tables of a comparison of agents.
pub(crate) fn report(results: &Results<'_>, referee: &Referee<'_>) -> Result<Report, Error> {
    let (whole, margin) = (results.whole, referee.compare.margin);
    let trial = &referee.trial;
    let mut rows = Vec::new();
    let mut sentences = Vec::new();
    let confirmed = whole.confirmed.as_ref().and_then(|sums| sums.contest.as_ref());
    let phases = [(GAMES, whole.sums.contest.as_ref()), (FRESH, confirmed)];
    for (phase, contest) in phases {
        let Some((contest, effect)) = contest.and_then(|c| Some((c, trial.effect(c)?))) else {
            continue;
        };
        // Behind a stop the interval is not what it says, so nothing is concluded from it.
        let stopped = if phase == GAMES { stopped(referee) } else { None };
        let found = match stopped {
            Some(_) => None,
            None => {
                let margin = margin.unwrap_or(0.0);
                Some(verdict(effect.value, effect.par, effect.interval, margin))
            }
        };
        rows.push(main_row(phase, results.names, trial, contest, &effect, found));
        rows.extend(share_rows(phase, results.names, trial, contest));
        let said = Said { trial, contest, effect: &effect };
        sentences.push(said.sentence(results, phase, found.ok_or(stopped), margin));
    }
    if stopped(referee).is_some() {
        let biased = "An estimate after stopping early is biased, and its interval too short: publish \
                      that of fresh deals (--confirm).";
        sentences.insert(1.min(sentences.len()), biased.to_owned());
    } else if referee.test.is_some() {
        let open = "The test has not come to its end within the games that it was given.";
        sentences.insert(1.min(sentences.len()), open.to_owned());
    }
    let games = results.run.games_per_block;
    let files = vec![
        ("compare.csv".to_owned(), path(referee, games)?),
        ("effects.csv".to_owned(), effects(&rows, games)?),
    ];
    Ok((files, vec![Sheet::line(sentences.join("\n"))]))
}

fn main_row(
    phase: &'static str,
    names: &[String],
    trial: &Trial,
    contest: &Contest,
    effect: &Effect,
    verdict: Option<Verdict>,
) -> Found {
    let field = trial.duel.field;
    let ends = |end: fn(Interval) -> f64| effect.interval.map(end);
    let elo = [Some(effect.value), ends(|i| i.0), ends(|i| i.1)];
    let p = effect.error.and_then(|e| two_sided(effect.value - effect.par, e, effect.blocks));
    Found {
        phase,
        figure: if field { "win_share_difference" } else { "score" },
        agent: names[0].clone(),
        value: effect.value,
        interval: effect.interval,
        par: Some(effect.par),
        elo: elo.map(|value| {
            value.filter(|_| has_elo(trial, contest)).and_then(|value| trial.elo_of_value(value))
        }),
        p: p.filter(|_| verdict.is_some()),
        verdict,
        blocks: effect.blocks,
        variance_reduction: if field {
            contest.shares.difference(SHARE_UNIT, true).and_then(|found| found.variance_reduction)
        } else {
            None
        },
    }
}

/// The win share of each agent in the arm that gives its figures.
fn share_rows(
    phase: &'static str,
    names: &[String],
    trial: &Trial,
    contest: &Contest,
) -> Vec<Found> {
    let arms = [&contest.shares.one, &contest.shares.two].into_iter().zip(names);
    let rows = arms.filter(|(share, _)| share.d != 0).map(|(share, name)| Found {
        phase,
        figure: "win_share",
        agent: name.clone(),
        value: share.value(SHARE_UNIT).unwrap_or_default(),
        interval: interval::of_share(share, SHARE_UNIT),
        par: Some(1.0 / trial.players as f64),
        elo: [None; 3],
        p: None,
        verdict: None,
        blocks: share.blocks,
        variance_reduction: None,
    });
    rows.collect()
}

/// Whether one Elo can stand for both line-ups: not if each agent does better than par when it sits
/// alone among the other, or each does worse.
fn has_elo(trial: &Trial, contest: &Contest) -> bool {
    let above =
        |share: &Ratio| share.value(SHARE_UNIT).map(|share| share > 1.0 / trial.players as f64);
    match (above(&contest.shares.one), above(&contest.shares.two)) {
        (Some(one), Some(two)) => one != two,
        _ => true,
    }
}

/// What a phase came to.
struct Said<'a> {
    trial: &'a Trial,
    contest: &'a Contest,
    effect: &'a Effect,
}

impl Said<'_> {
    /// What the games say, in one sentence: the verdict, or why they stopped.
    fn sentence(
        &self,
        results: &Results<'_>,
        phase: &str,
        verdict: Result<Verdict, Option<String>>,
        margin: Option<f64>,
    ) -> String {
        let Said { trial, contest, effect } = *self;
        let [first, second] = [&results.shown[0], &results.shown[1]];
        let said = match (&verdict, margin) {
            (Ok(Verdict::Better), _) => format!("{first} is better than {second}"),
            (Ok(Verdict::Worse), _) => format!("{first} is worse than {second}"),
            (Ok(Verdict::Equal), Some(margin)) => {
                format!("{first} equals {second} within {margin}")
            }
            (Ok(_), _) => format!("open between {first} and {second}"),
            (Err(why), _) => {
                format!("{first} against {second}: {}", why.as_deref().unwrap_or_default())
            }
        };
        let prefix = if phase == FRESH { "On fresh deals " } else { "" };
        let mut text = format!("{prefix}{said}: ");
        let share = |value: f64| format!("{value:.DIGITS$}");
        let what = match (trial.duel.field, trial.players) {
            (true, _) => "difference of win shares against the same field",
            (false, 2) => "win share",
            (false, _) => "share of the wins, one against all others in turn",
        };
        let _ = write!(text, "{what} {}", share(effect.value));
        if let Some((low, high)) = effect.interval {
            let _ = write!(text, " (95 % interval {} to {})", share(low), share(high));
        }
        let _ = write!(text, ", {} if they are equal", effect.par);
        let alone = [&contest.shares.one, &contest.shares.two].map(|s| s.value(SHARE_UNIT));
        if let ([Some(one), Some(two)], false) = (alone, trial.duel.field) {
            let par = share(1.0 / trial.players as f64);
            let _ = write!(text, "; alone they win {} and {}, par {par}", share(one), share(two));
        }
        let elo = trial.elo_of_value(effect.value).filter(|_| has_elo(trial, contest));
        if let Some(elo) = elo {
            let _ = write!(text, "; Elo {elo:+.1}");
        }
        let games = effect.blocks * i128::from(results.run.games_per_block);
        let _ = write!(text, "; {games} games on {} deals", effect.blocks);
        if verdict == Ok(Verdict::Open) {
            let (par, margin) = (effect.par, margin.unwrap_or(0.0));
            let needed =
                blocks_for_verdict(effect.value, par, effect.interval, margin, effect.blocks);
            text += &results.still_needed(needed, effect.blocks);
        }
        text + "."
    }
}

/// Why the games ended before the last one; none if they did not.
fn stopped(referee: &Referee<'_>) -> Option<String> {
    let look = referee.path.last()?;
    let chunks = look.chunks;
    Some(match (look.end?, referee.compare.stopping?) {
        (end, Stopping::Sprt { unit, low, high, .. }) => {
            let unit = match (unit, referee.trial.duel.field) {
                (Unit::Elo, _) => "Elo",
                (Unit::Share, true) => "a difference of",
                (Unit::Share, false) => "the strength of a win share of",
            };
            let (taken, other) = if end == End::Upper { (high, low) } else { (low, high) };
            format!("the test takes {unit} {taken} rather than {other} after {chunks} chunks")
        }
        _ => format!("the interval is narrow enough after {chunks} chunks"),
    })
}

/// `compare.csv`: one row for each look.
fn path(referee: &Referee<'_>, games: u64) -> Result<Vec<u8>, Error> {
    let bounds = referee.test.as_ref().map(|test| test.bounds());
    lines::headed(referee.path.iter().map(|look| {
        let Interim { effect, .. } = look;
        let end = |of: fn(Interval) -> f64| Figure(effect.and_then(|e| e.interval).map(of));
        Step {
            chunks: look.chunks,
            blocks: look.blocks,
            games: look.blocks * games,
            value: Figure(effect.map(|effect| effect.value)),
            low: end(|i| i.0),
            high: end(|i| i.1),
            llr: Figure(look.llr),
            llr_lower: Figure(bounds.map(|bounds| bounds.0)),
            llr_upper: Figure(bounds.map(|bounds| bounds.1)),
            decision: match look.end {
                None => "continue",
                Some(End::Lower) => "lower",
                Some(End::Upper) => "upper",
                Some(End::Narrow) => "narrow",
            },
        }
    }))
}

/// `effects.csv`.
fn effects(rows: &[Found], games: u64) -> Result<Vec<u8>, Error> {
    lines::headed(rows.iter().map(|row| {
        let [elo, elo_low, elo_high] = row.elo.map(Figure);
        Row {
            phase: row.phase,
            figure: row.figure,
            agent: &row.agent,
            value: Figure(Some(row.value)),
            low: Figure(row.interval.map(|i| i.0)),
            high: Figure(row.interval.map(|i| i.1)),
            par: Figure(row.par),
            elo,
            elo_low,
            elo_high,
            p: Figure(row.p),
            // One comparison is a family of its own.
            p_holm: Figure(row.p),
            verdict: row.verdict.map_or("", Verdict::name),
            blocks: row.blocks,
            games: row.blocks * i128::from(games),
            variance_reduction: Figure(row.variance_reduction),
        }
    }))
}
