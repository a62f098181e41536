//! The study of two agents: decides when it may stop, looking only at complete beginnings of the run.
//!
//! This does not depend on who plays the chunks, or in which order: a look is taken after each
//! chunk, at all chunks so far and at nothing else. So all agree on where the run ends, and later
//! chunks are treated as if they had not been played.

use std::path::Path;

use toml::Value;

use crate::export::figure::{joined, per_cent, shown, with_sign};
use crate::export::sheet::Sheet;
use crate::export::unit::FigureUnit;
use crate::plan::purpose::{Compare, Purpose, Stopping, Unit};
use crate::plan::run::{Plan, Run};
use crate::study::compare::duel::{DuelEffect, DuelTrial, ENOUGH_FOR_WIDTH};
use crate::study::compare::forecast;
use crate::study::estimate::{Tried, shares};
use crate::study::traits::{Study, StudyMonitor};
use crate::{error::Error, journal::monitor::Monitor};
use drakkar_play::chunking;
use drakkar_stats::contest::Contest;
use drakkar_stats::layout::Beside;
use drakkar_stats::looks::{Look, planned, total_risk};
use drakkar_stats::p_value::LEVEL;
use drakkar_stats::sequential::{Decision, SequentialTest};
use drakkar_stats::sums::Sums;
use drakkar_stats::verdict::Verdict;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interim {
    pub chunks: u64,
    pub blocks: u64,
    pub effect: Option<DuelEffect>,
    /// Logarithm of the likelihood ratio of the second hypothesis to the first, if there are hypotheses.
    pub llr: Option<f64>,
    pub end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Lower,
    Upper,
    Narrow,
    Decided,
}

#[derive(Clone, Debug)]
pub struct StoppingRule<'a> {
    pub compare: &'a Compare,
    pub trial: DuelTrial,
    pub test: Option<SequentialTest>,
    chunks: u64,
    /// The planned looks, with the number of chunks after which each is due; none if looks are not planned.
    looks: Vec<(u64, Look)>,
    contest: Contest,
    pub path: Vec<Interim>,
}

impl<'a> StoppingRule<'a> {
    pub fn new(compare: &'a Compare, run: &'a Run) -> StoppingRule<'a> {
        let trial = DuelTrial::new(compare, run);
        let test = compare.stopping.and_then(|stopping| trial.test(stopping));
        let chunks = run.chunking(1).first_chunks();
        StoppingRule {
            compare,
            trial,
            test,
            chunks,
            looks: match compare.stopping {
                Some(Stopping::Looks(looks)) => planned_looks(looks.into(), chunks, run),
                _ => Vec::new(),
            },
            contest: Contest::default(),
            path: Vec::new(),
        }
    }

    pub fn seen(&self) -> u64 {
        self.path.len() as u64
    }

    pub fn end(&self) -> Option<End> {
        self.path.last().and_then(|look| look.end)
    }

    /// Whether the test would not have ended as it did, if games had ended otherwise.
    pub fn is_turned(&self, other: &Contest) -> bool {
        let end = self.test.as_ref().map(|test| test.decide(&other.scores));
        match end {
            Some(Decision::Upper) => self.end() != Some(End::Upper),
            Some(Decision::Lower) => self.end() != Some(End::Lower),
            Some(Decision::Continue) => true,
            None => false,
        }
    }

    /// The result of the games so far; with planned looks, the interval holds at all of them together.
    pub fn effect(&self, contest: &Contest, chunks: u64) -> Option<DuelEffect> {
        let look = self.looks.iter().find(|(due, _)| *due == chunks);
        let effect = self.trial.effect(contest, look.map(|(_, look)| look.risk()))?;
        let is_planned = self.looks.is_empty() || look.is_some();
        Some(DuelEffect { interval: effect.interval.filter(|_| is_planned), ..effect })
    }

    /// The number of the planned look at which the games ended, of how many, and its risk.
    pub fn last_look(&self) -> Option<(usize, usize, f64)> {
        let number = self.looks.iter().position(|(due, _)| *due == self.seen())?;
        Some((number + 1, self.looks.len(), self.looks[number].1.risk()))
    }

    /// The risk that no difference gets a verdict at any look, if there were any before the end.
    pub fn risk_of_all_looks(&self, run: &Run) -> Option<f64> {
        let before = self.compare.looked.iter().map(|games| games.div_ceil(run.games_per_block));
        let before = before.filter(|&blocks| (1..run.blocks).contains(&blocks));
        let mut all: Vec<u64> = before.chain([run.blocks]).collect();
        all.dedup();
        let looks = all.iter().map(|&blocks| Look::plain(blocks as f64 / run.blocks as f64, LEVEL));
        (all.len() > 1).then(|| total_risk(&looks.collect::<Vec<_>>()))
    }

    pub fn looks_in_words(&self, run: &Run) -> Option<String> {
        if let Some((number, all, _)) = self.last_look() {
            return Some(format!(
                "This was look {number} of {all}. If the two were equal, one would be called better at any of them in \
                 {} of runs; the interval holds at all of them together.",
                per_cent(LEVEL)
            ));
        }
        let risk = self.risk_of_all_looks(run)?;
        Some(format!(
            "These games were looked at before, after {}. If the two were equal, one would be called better at any of \
             these looks in {} of runs, not in {}; in more if the numbers of games depended on what was seen.",
            joined(&self.compare.looked, " and "),
            per_cent(risk),
            per_cent(LEVEL)
        ))
    }

    /// Blocks until the last look, also those that are left out.
    pub fn played(&self, run: &Run) -> u64 {
        run.blocks.min(self.seen() * run.chunk)
    }

    /// Flags of a run that goes on from this one, which is then a look that nobody planned; a rule that looks after each
    /// chunk just goes on.
    pub fn looked_at(&self, run: &Run) -> String {
        if matches!(self.compare.stopping, Some(Stopping::Sprt { .. } | Stopping::HalfWidth(_))) {
            return String::new();
        }
        let games = self.played(run) * run.games_per_block;
        format!(" --looked {}", joined(self.compare.looked.iter().chain([&games]), " "))
    }

    fn look(&mut self) {
        let effect = self.effect(&self.contest, self.seen() + 1);
        let scores = &self.contest.scores;
        let blocks = scores.blocks();
        let end = match (&self.test, self.compare.stopping) {
            (Some(test), _) => match test.decide(scores) {
                Decision::Continue => None,
                Decision::Lower => Some(End::Lower),
                Decision::Upper => Some(End::Upper),
            },
            (None, Some(Stopping::HalfWidth(most))) => {
                let narrow =
                    effect.and_then(|effect| effect.reach()).is_some_and(|reach| reach <= most);
                (narrow && blocks >= ENOUGH_FOR_WIDTH).then_some(End::Narrow)
            }
            (None, Some(Stopping::Looks(_))) => {
                let found = effect.map(|effect| effect.verdict(self.compare.equivalence));
                (found.unwrap_or(Verdict::Open) != Verdict::Open).then_some(End::Decided)
            }
            _ => None,
        };
        let llr = self.test.as_ref().map(|test| test.llr(scores));
        self.path.push(Interim { chunks: self.seen() + 1, blocks, effect, llr, end });
    }
}

fn planned_looks(looks: u64, chunks: u64, run: &Run) -> Vec<(u64, Look)> {
    let mut due: Vec<u64> = (1..=looks).map(|look| (chunks * look).div_ceil(looks)).collect();
    due.dedup();
    let seen = |chunks: u64| run.blocks.min(chunks.saturating_mul(run.chunk)) as f64;
    let times: Vec<f64> = due.iter().map(|&chunks| seen(chunks) / run.blocks as f64).collect();
    let planned = planned(&times, LEVEL);
    due.into_iter().zip(planned).collect()
}

impl Monitor for StoppingRule<'_> {
    fn add(&mut self, chunk: u64, sums: &Sums) {
        // Others stay on disk until their turn comes.
        if self.next() == Some(chunk) {
            if let Some(contest) = &sums.contest {
                self.contest.merge(contest);
            }
            self.look();
        }
    }

    fn next(&self) -> Option<u64> {
        (self.end().is_none() && self.seen() < self.chunks).then(|| self.seen())
    }

    fn spares(&self, chunk: u64) -> bool {
        self.end().is_some() && (self.seen()..self.chunks).contains(&chunk)
    }

    fn text(&self) -> Option<String> {
        let Some(look) = self.path.last() else { return Some(String::new()) };
        let told = shown(look.effect, |effect| {
            let unit = self.trial.unit();
            let told = unit.told(effect.value, effect.interval);
            format!("{told}, {} if equal", unit.exact(effect.par))
        });
        let strength =
            look.effect.and_then(|effect| strength_in_words(&self.trial, &self.contest, &effect));
        let ratio = self.test.as_ref().zip(look.llr).map(|(test, llr)| likelihood_ratio(test, llr));
        Some(joined([told].into_iter().chain(strength).chain(ratio), "\n"))
    }
}

/// The logarithm of the likelihood ratio with its bounds, and how much of the way to the nearer one it has gone.
pub fn likelihood_ratio(test: &SequentialTest, llr: f64) -> String {
    let (lower, upper) = test.bounds();
    let way = 100.0 * (llr / if llr < 0.0 { lower } else { upper }).min(1.0);
    format!("{}, {way:.0} % of the way", ratio_and_bounds(test, llr))
}

pub fn ratio_and_bounds(test: &SequentialTest, llr: f64) -> String {
    let (lower, upper) = test.bounds();
    let [llr, lower, upper] = [llr, lower, upper].map(|value| with_sign(value, 2));
    format!("LLR {llr}, bounds {lower} and {upper}")
}

/// Elo with its interval, and the likelihood of superiority; none if there are neither.
pub fn strength_in_words(
    trial: &DuelTrial,
    contest: &Contest,
    effect: &DuelEffect,
) -> Option<String> {
    let (low, high) = effect.interval.unzip();
    let [elo, low, high] = [Some(effect.value), low, high].map(|end| trial.elo(contest, end?));
    let digits = FigureUnit::Signed.digits([elo, low, high]);
    let told = |elo: Option<f64>, end: f64| match elo {
        Some(elo) => with_sign(elo, digits),
        None if end < 0.0 => "\u{2212}\u{221e}".to_owned(),
        None => "+\u{221e}".to_owned(),
    };
    let elo = elo.map(|elo| {
        let ends =
            effect.interval.map(|_| format!(" ({} to {})", told(low, -1.0), told(high, 1.0)));
        format!("Elo {}{}", with_sign(elo, digits), ends.unwrap_or_default())
    });
    let sure = effect.superiority().map(|sure| format!("LOS {}", per_cent(sure)));
    let parts: Vec<String> = elo.into_iter().chain(sure).collect();
    (!parts.is_empty()).then(|| joined(parts, ", "))
}

impl Study for Compare {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let names: Vec<&str> = plan.run.different().iter().map(|agent| &*agent.spec).collect();
        let mut flags = vec![("agents", names[..2].to_vec().into())];
        if self.opponents {
            let other = self.line_ups[0].last().map_or(0, |&agent| usize::from(agent));
            flags.push(("opponents", names[other].into()));
        }
        if self.confirm_blocks > 0 {
            let games = self.confirm_blocks * plan.run.games_per_block;
            flags.push(("confirm", games.to_string().into()));
        }
        match self.stopping {
            Some(Stopping::HalfWidth(width)) => flags.push(("until", format!("ci={width}").into())),
            Some(Stopping::Sprt { unit, low, high, alpha, beta }) => {
                let unit = if unit == Unit::Elo { "elo" } else { "share" };
                let text = format!("{unit}0={low},{unit}1={high},alpha={alpha},beta={beta}");
                flags.push(("sprt", text.into()));
            }
            Some(Stopping::Looks(looks)) => flags.push(("looks", i64::from(looks).into())),
            None => {}
        }
        if !self.looked.is_empty() {
            let games = self.looked.iter().map(u64::to_string).collect::<Vec<_>>();
            flags.push(("looked", games.into()));
        }
        flags.extend(self.equivalence.map(|margin| ("equivalence", margin.into())));
        Ok(flags)
    }

    fn expected(&self, tried: &Tried) -> String {
        let time = if self.stopping.is_some() { "Time at most" } else { "Expected time" };
        tried.blocks(time)
    }

    fn chunk(&self, line_ups: &[(u64, u64)], blocks: u64) -> u64 {
        let usual = chunking::default_chunk(line_ups);
        // The finer the better, but for the cost of a chunk itself.
        let fine = (blocks / 2048).max(64);
        match self.stopping {
            // They end between two chunks.
            Some(Stopping::Sprt { .. }) => (usual / 4).clamp(1, fine),
            Some(Stopping::HalfWidth(_)) => usual.min(fine),
            // A look is at whole chunks.
            Some(Stopping::Looks(looks)) => usual.min(blocks / u64::from(looks)).max(1),
            _ => usual,
        }
    }

    fn completed(&self, run: &Run, confirm: u64) -> Option<Purpose> {
        let confirm_blocks = confirm.div_ceil(run.games_per_block);
        Some(Purpose::Compare(Compare { confirm_blocks, ..self.clone() }))
    }

    fn beside(&self, run: &Run) -> Beside {
        Beside::Duel(DuelTrial::new(self, run).duel)
    }

    fn monitor<'a>(&'a self, run: &'a Run) -> Box<dyn StudyMonitor + 'a> {
        Box::new(StoppingRule::new(self, run))
    }

    fn precision(&self, run: &Run, names: &[String], tried: &Tried, sums: &Sums) -> Vec<Sheet> {
        forecast::sheets(self, run, tried, sums.contest.as_ref())
            .unwrap_or_else(|| shares(run, names, tried.blocks, sums))
    }
}

#[cfg(test)]
mod tests;
