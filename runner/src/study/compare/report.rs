use std::iter;

use crate::error::Error;
use crate::export::answer::{Answer, NO_DATA, Next, StudyReport};
use crate::export::cell::{Cell, Value, word};
use crate::export::figure::{capital, counted, joined, p_value};
use crate::export::figure::{per_cent, shown, with_sign};
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::unit::FigureUnit;
use crate::export::{failures, results::Results, tables};
use crate::games::{fresh, on_blocks, on_fresh};
use crate::plan::purpose::{Stopping, Unit};
use crate::study::compare::duel::{DuelEffect, DuelTrial};
use crate::study::compare::stopping::{End, StoppingRule, likelihood_ratio};
use crate::study::compare::stopping::{ratio_and_bounds, strength_in_words};
use crate::study::traits::StudyMonitor;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::sequential::SequentialTest;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict};
use drakkar_stats::{contest::Contest, counters::SHARE_UNIT, p_value::LEVEL, p_value::two_sided};

const GAMES: &str = "games";
const FRESH: &str = "fresh deals";

const SHARE: &str = tables::WIN_SHARE[0];

#[derive(Default)]
struct EffectRow<'a> {
    phase: &'a str,
    figure: &'a str,
    agent: &'a str,
    value: f64,
    unit: FigureUnit,
    interval: Option<Interval>,
    par: f64,
    /// With both ends of its interval.
    elo: [Option<f64>; 3],
    p: Option<f64>,
    verdict: &'a str,
    blocks: i128,
    games: i128,
    variance_reduction: Option<f64>,
}

impl StudyMonitor for StoppingRule<'_> {
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error> {
        let (whole, margin) = (results.whole, self.compare.equivalence);
        let stopped = stopped(self, results.run.games_per_block);
        let confirmed = whole.confirmed.as_ref().and_then(|sums| sums.contest.as_ref());
        let fresh_bounds = whole.confirmed.as_ref().and_then(|sums| sums.bounds.as_ref());
        let (first, sums) = (self.played(results.run), &whole.sums);
        let phases = [
            (GAMES, first, sums.contest.as_ref(), sums.bounds.as_ref()),
            (FRESH, self.compare.confirm_blocks, confirmed, fresh_bounds),
        ];
        let effect = |name: &str, contest: &Contest| match name {
            GAMES => self.effect(contest, self.seen()),
            _ => self.trial.effect(contest, None),
        };
        let looks = self.looks_in_words(results.run);
        let phases = phases.into_iter().filter_map(|(name, played, contest, bounds)| {
            let of_all = |contest: &Contest| effect(name, contest);
            let effect = of_all(contest?)?;
            let of = |effect: DuelEffect| effect.verdict(margin);
            let stopped = stopped.as_deref().filter(|_| name == GAMES);
            let mut others = bounds.into_iter().flatten().filter_map(|one| one.contest.as_ref());
            let is_turned = match stopped {
                Some(_) => others.any(|other| self.is_turned(other)),
                None if of(effect) == Verdict::Open => false,
                None => others.any(|other| of_all(other).map(of) != Some(of(effect))),
            };
            let found = match stopped {
                _ if is_turned => Err(failures::WITHHELD),
                Some(reason) => Err(reason),
                None => Ok(of(effect)),
            };
            let looks = looks.as_ref().filter(|_| name == GAMES);
            let risk = self.last_look().filter(|_| name == GAMES).map_or(LEVEL, |(.., risk)| risk);
            let (contest, played) = (contest?, played.into());
            Some(Phase { name, rule: self, results, contest, effect, played, found, looks, risk })
        });
        let phases: Vec<Phase<'_>> = phases.collect();
        // One number of deals that would decide: that of the games that are looked at last.
        let last = phases.len().saturating_sub(1);
        let sentences = phases.iter().enumerate().map(|(at, phase)| phase.sentence(at == last));
        let mut sentences: Vec<String> = sentences.collect();
        let remark = match (&stopped, &looks, ratio(self, likelihood_ratio)) {
            // At a first look, nothing has been chosen.
            (Some(_), ..) if self.path.len() > 1 => Some(format!(
                "An estimate after stopping early is biased, and its interval too short: publish that of {} \
                 (--confirm).",
                fresh(&results.run.game)
            )),
            (Some(_), ..) => None,
            (None, Some(looks), _) => Some(looks.clone()),
            (None, None, Some(ratio)) => Some(format!(
                "The test has not come to its end within the games that it was given: {ratio}."
            )),
            (None, None, None) => None,
        };
        if let Some(remark) = remark.filter(|_| !sentences.is_empty()) {
            sentences.insert(1.min(sentences.len()), remark);
        }
        let [one, two] = [&results.names[0], &results.names[1]];
        let on = confirmed.map(|_| format!(" {}", on_fresh(&results.run.game)));
        let empty = [(GAMES, Some(String::new())), (FRESH, on)].into_iter();
        let empty = empty.filter(|(name, _)| phases.iter().all(|phase| phase.name != *name));
        sentences.extend(empty.filter_map(|(_, on)| {
            Some(format!("There is no comparison of {one} and {two}{}: {NO_DATA}.", on?))
        }));
        sentences.extend(budgets(results));
        let files = vec![
            ("compare.csv".to_owned(), path(self, results.run.games_per_block)),
            ("effects.csv".to_owned(), effects(phases.iter().flat_map(Phase::rows), FRESH).file()),
        ];
        // The figure to publish is that of fresh deals.
        let last = phases.last();
        let next = match last.map(|phase| (phase.found, phase.needed(), phase.name)) {
            Some((Err(failures::WITHHELD), ..)) => None,
            Some((Err(_), ..)) => {
                let games = whole.games;
                Next::flags(format!("--confirm {games}{}", results.keep_going(2 * games)))
            }
            Some((Ok(Verdict::Open), Some(needed), name)) => {
                let games = needed.saturating_mul(results.run.games_per_block);
                let (flags, all) = match name {
                    // More games with the same seed would be a second look.
                    FRESH => (
                        format!("--seed {} --confirm {games}", results.run.next_seed()),
                        games.saturating_add(whole.games),
                    ),
                    _ => (format!("--games {games}{}", self.looked_at(results.run)), games),
                };
                Next::flags(flags + results.keep_going(all))
            }
            _ => None,
        };
        let table = sheet(&phases, fresh(&results.run.game)).filled();
        let sheets = table.into_iter().chain(strength(&phases)).collect();
        let answer = Answer { sentences, next };
        Ok(StudyReport { tables: files, sheets, answer, ..StudyReport::default() })
    }
}

/// The ratio of the last look, as a function says it.
fn ratio(rule: &StoppingRule<'_>, said: fn(&SequentialTest, f64) -> String) -> Option<String> {
    let (test, llr) = rule.test.as_ref().zip(rule.path.last()?.llr)?;
    Some(said(test, llr))
}

/// That two searches have different numbers of iterations, where a name leaves one out: a default, or an alias.
fn budgets(results: &Results<'_>) -> Option<String> {
    let names = &results.names[..2];
    let iterations = |agent: usize| results.run.agents.get(agent)?.read().ok()?.iterations();
    let (first, second) = (iterations(0)?, iterations(1)?);
    let is_silent = !names.iter().all(|name| name.contains("iterations="));
    (first != second && is_silent).then(|| {
        format!("{} has {first} iterations for a decision, {} has {second}.", names[0], names[1])
    })
}

fn effects<'a>(
    rows: impl IntoIterator<Item = EffectRow<'a>>,
    fresh: &str,
) -> DeclaredTable<EffectRow<'a>> {
    let keys = ["phase", "metric", "agent", "verdict", "blocks", "games"];
    DeclaredTable::of(rows)
        .said(("", keys), |row| {
            let is_fresh = row.phase == FRESH;
            let what = match row.figure {
                SHARE if is_fresh => format!("{} alone, {fresh}", row.agent),
                SHARE => format!("{} alone", row.agent),
                _ if is_fresh => fresh.to_owned(),
                _ => "comparison".to_owned(),
            };
            let words = [row.phase, row.figure, row.agent, row.verdict].map(word);
            let played = [row.blocks, row.games].map(Value::from);
            Cell::new(what, [&words[..], &played].concat())
        })
        .kept_all(["phase", "metric", "agent"], |row| [row.phase, row.figure, row.agent])
        .estimated("value", ("95 % interval", ["low", "high"]), |row| {
            (row.unit, Some(row.value), row.interval)
        })
        .cell(("if equal", "even_share"), |row| {
            Cell::figure(Some(row.par), |par| row.unit.exact(par))
        })
        .cell(("Elo", ["elo", "elo_low", "elo_high"]), |row| {
            let digits = FigureUnit::Signed.digits(row.elo);
            Cell::new(shown(row.elo[0], |elo| with_sign(elo, digits)), row.elo.map(Value::from))
        })
        .figure("p", p_value, |row| row.p)
        // One comparison is its own family.
        .kept("p_holm", |row| row.p)
        .kept("verdict", |row| row.verdict)
        .kept_all(["blocks", "games"], |row| [row.blocks, row.games])
        .kept("variance_reduction", |row| row.variance_reduction)
}

fn sheet(phases: &[Phase<'_>], fresh: &str) -> Sheet {
    let rows = phases.iter().flat_map(|phase| {
        // One game of two seats is alone against one.
        let DuelTrial { duel, players, .. } = phase.rule.trial;
        let twice = !duel.field && players == 2;
        phase.rows().into_iter().filter(move |row| !(twice && row.figure == SHARE))
    });
    effects(rows, fresh).sheet("effects", "The comparison")
}

/// What chess players ask for, in a line for each phase; none if there is neither Elo nor a likelihood.
fn strength(phases: &[Phase<'_>]) -> Option<Sheet> {
    let rows = phases.iter().map(|phase| (phase, phase.effect_row()));
    let table = DeclaredTable::of(rows)
        .plain("phase", |(phase, _)| phase.name)
        .figure("elo", |elo| with_sign(elo, 1), |(_, row)| row.elo[0])
        .cell(("", ["elo_low", "elo_high"]), |(_, row)| {
            let [_, low, high] = row.elo;
            Cell::new("", [low, high].map(Value::from))
        })
        .figure("los", per_cent, |(phase, _)| phase.effect.superiority());
    let lines = phases.iter().filter_map(|phase| {
        let line = strength_in_words(&phase.rule.trial, phase.contest, &phase.effect)?;
        Some(format!("{line}{}", phase.on(", ")))
    });
    let in_words = joined(lines, "\n");
    let sheet = Sheet { in_words, ..table.sheet("strength", "") };
    (!sheet.in_words.is_empty()).then_some(sheet)
}

struct Phase<'a> {
    name: &'static str,
    rule: &'a StoppingRule<'a>,
    results: &'a Results<'a>,
    contest: &'a Contest,
    effect: DuelEffect,
    /// Blocks that were played, also those that are left out.
    played: i128,
    /// The verdict, or why the games stopped: after early stopping nothing is concluded from the interval.
    found: Result<Verdict, &'a str>,
    looks: Option<&'a String>,
    risk: f64,
}

impl Phase<'_> {
    fn row(
        &self,
        agent: usize,
        value: f64,
        interval: Option<Interval>,
        blocks: i128,
    ) -> EffectRow<'_> {
        EffectRow {
            phase: self.name,
            agent: &self.results.names[agent],
            value,
            unit: FigureUnit::Share,
            interval,
            blocks,
            games: blocks * i128::from(self.results.run.games_per_block),
            ..EffectRow::default()
        }
    }

    fn effect_row(&self) -> EffectRow<'_> {
        let DuelEffect { value, error, interval, par, blocks } = self.effect;
        let (trial, field) = (&self.rule.trial, self.rule.trial.duel.field);
        let (low, high) = interval.unzip();
        let p = error.and_then(|error| two_sided(value - par, error, blocks));
        let paired = field.then(|| self.contest.shares.difference(SHARE_UNIT, true)).flatten();
        EffectRow {
            figure: if field { "win_share_difference" } else { "score" },
            unit: trial.unit(),
            par,
            elo: [Some(value), low, high].map(|value| trial.elo(self.contest, value?)),
            // A p-value is of one look.
            p: p.filter(|_| self.found.is_ok() && self.looks.is_none()),
            verdict: match self.found {
                Ok(found) => found.name(),
                Err(failures::WITHHELD) => failures::WITHHELD_WORD,
                Err(_) => "",
            },
            variance_reduction: paired.and_then(|found| found.variance_reduction),
            ..self.row(0, value, interval, blocks)
        }
    }

    fn rows(&self) -> Vec<EffectRow<'_>> {
        let arms = [&self.contest.shares.one, &self.contest.shares.two].into_iter().enumerate();
        let shares = arms.filter(|(_, share)| share.d != 0).map(|(agent, share)| {
            let value = share.value(SHARE_UNIT).unwrap_or_default();
            let interval = interval::of_share(share, SHARE_UNIT);
            EffectRow {
                figure: SHARE,
                par: 1.0 / self.rule.trial.players as f64,
                ..self.row(agent, value, interval, share.blocks)
            }
        });
        iter::once(self.effect_row()).chain(shares).collect()
    }

    /// The result in one sentence; with the number of deals that would decide, if that is `asked`.
    fn sentence(&self, asked: bool) -> String {
        let Phase { results, found, rule: StoppingRule { trial, compare, .. }, .. } = self;
        let DuelEffect { value, interval, par, blocks, .. } = self.effect;
        let (first, second, unit) = (&results.names[0], &results.names[1], trial.unit());
        let said = match (found, compare.equivalence) {
            (Ok(Verdict::Better), _) => format!("{first} is better than {second}"),
            (Ok(Verdict::Worse), _) => format!("{first} is worse than {second}"),
            (Ok(Verdict::Equal), Some(margin)) => {
                format!("{first} equals {second} within {}", unit.exact(margin))
            }
            (Ok(_), _) => {
                format!("Not decided between {first} and {second}{}", self.on(" "))
            }
            (Err(why), _) => format!("{first} against {second}: {why}"),
        };
        let is_open = *found == Ok(Verdict::Open);
        let said = match self.on("") {
            on if is_open || on.is_empty() => said,
            on => format!("{} {said}", capital(&on)),
        };
        let what = match (trial.duel.field, trial.players) {
            (true, _) => "difference of win shares against the same opponents",
            (false, 2) => "win share",
            (false, _) => "share of the wins",
        };
        let (text, par) = (unit.told(value, interval), unit.exact(par));
        let games = blocks * i128::from(results.run.games_per_block);
        let games = counted(games as u64, "game", "games");
        let on = on_blocks(&results.run.game, blocks as u64);
        let needed = if is_open && asked { self.needed() } else { None };
        let rest = results.still_needed(needed, self.played);
        format!("{said}: {what} {text}, {par} if they are equal; {games} {on}{rest}.")
    }

    fn on(&self, before: &str) -> String {
        let on = (self.name == FRESH).then(|| on_fresh(&self.results.run.game));
        on.map(|on| format!("{before}{on}")).unwrap_or_default()
    }

    /// The blocks to play for a verdict, if as many of them are left out as of these.
    fn needed(&self) -> Option<u64> {
        let DuelEffect { value, interval, par, .. } = self.effect;
        let margin = self.rule.compare.equivalence.unwrap_or(0.0);
        blocks_for_verdict(value, par, interval, self.risk, margin, self.played)
    }
}

fn stopped(rule: &StoppingRule<'_>, games_per_block: u64) -> Option<String> {
    let look = rule.path.last()?;
    let games = look.blocks * games_per_block;
    Some(match (look.end?, rule.compare.stopping?) {
        (end, Stopping::Sprt { unit, low, high, .. }) => {
            let in_words = |value: f64| match (unit, rule.trial.duel.field) {
                (Unit::Elo, _) => format!("{value:+} Elo"),
                (Unit::Share, true) => {
                    format!("a difference of {}", FigureUnit::Points.exact(value))
                }
                (Unit::Share, false) => format!("a win share of {}", per_cent(value)),
            };
            let (taken, other) = if end == End::Upper { (high, low) } else { (low, high) };
            let [taken, other] = [taken, other].map(in_words);
            let ratio = ratio(rule, ratio_and_bounds);
            let ratio = ratio.map(|ratio| format!(" ({ratio})")).unwrap_or_default();
            format!("the test accepts {taken} and rejects {other} after {games} games{ratio}")
        }
        (End::Decided, _) => return None,
        _ => format!("the interval is narrow enough after {games} games"),
    })
}

fn path(rule: &StoppingRule<'_>, games: u64) -> TableFile {
    let (llr_lower, llr_upper) = rule.test.as_ref().map(|test| test.bounds()).unzip();
    DeclaredTable::of_file(&rule.path)
        .kept_all(["chunks", "blocks", "games"], |look| {
            [look.chunks, look.blocks, look.blocks * games]
        })
        .kept("value", |look| look.effect.map(|effect| effect.value))
        .kept_all(["low", "high"], |look| {
            let (low, high) = look.effect.and_then(|effect| effect.interval).unzip();
            [low, high]
        })
        .kept_all(["llr", "llr_lower", "llr_upper"], |look| [look.llr, llr_lower, llr_upper])
        .kept("decision", |look| match look.end {
            None => "continue",
            Some(End::Lower) => "lower",
            Some(End::Upper) => "upper",
            Some(End::Narrow) => "narrow",
            Some(End::Decided) => "verdict",
        })
        .file()
}
