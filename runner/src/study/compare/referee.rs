//! The study of two agents: decides when it may stop, looking only at complete beginnings of the
//! run.
//!
//! This does not depend on who plays the chunks, or in which order: a look is taken after each
//! chunk, at all chunks so far and at nothing else. So all agree on where the run ends, and later
//! chunks are treated as if they had not been played.

use std::{fmt::Write, path::Path};

use toml::Value;

use crate::export::sheet::Sheet;
use crate::plan::purpose::{Compare, Purpose, Stopping, Unit};
use crate::plan::run::{Plan, Run};
use crate::study::compare::duel::{Effect, Trial};
use crate::study::compare::forecast;
use crate::study::kind::{Following, Study};
use crate::study::rehearsal::{Tried, shares};
use crate::{error::Error, journal::course::Course, study::run::Plain};
use drakkar_agents::spec::Spec;
use drakkar_play::cut;
use drakkar_stats::contest::Contest;
use drakkar_stats::sequential::{Decision, SequentialTest};
use drakkar_stats::sums::{Beside, Sums};

/// Blocks below which the width of an interval ends nothing: with so few it may be too short.
pub const ENOUGH_FOR_WIDTH: u64 = 100;

/// The result of a look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interim {
    pub chunks: u64,
    pub blocks: u64,
    /// The estimate; none before the first block.
    pub effect: Option<Effect>,
    /// Logarithm of the likelihood ratio of the second hypothesis to the first, if there are
    /// hypotheses.
    pub llr: Option<f64>,
    /// Whether this look ends the run.
    pub end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The first hypothesis is accepted.
    Lower,
    /// The second hypothesis is accepted.
    Upper,
    /// The interval is narrow enough.
    Narrow,
}

#[derive(Clone, Debug)]
pub struct Referee<'a> {
    pub compare: &'a Compare,
    pub trial: Trial,
    pub test: Option<SequentialTest>,
    /// Chunks of the comparison, without those on fresh deals.
    chunks: u64,
    contest: Contest,
    pub path: Vec<Interim>,
}

impl<'a> Referee<'a> {
    /// The referee of a comparison; none if the seatings are of no known form.
    pub fn new(compare: &'a Compare, run: &'a Run) -> Option<Referee<'a>> {
        let trial = Trial::new(compare, run)?;
        let test = compare.stopping.and_then(|stopping| trial.test(stopping));
        Some(Referee {
            compare,
            trial,
            test,
            chunks: run.cut(1).first_chunks(),
            contest: Contest::default(),
            path: Vec::new(),
        })
    }

    /// The first chunk that has not been looked at.
    pub fn seen(&self) -> u64 {
        self.path.len() as u64
    }

    /// Why the run ends at the last look; none while it continues.
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

    /// Whether a test of the first hypothesis against one as far below it accepts that one.
    pub fn is_below(&self) -> bool {
        let mirrored = self.test.as_ref().map(SequentialTest::mirrored);
        mirrored.is_some_and(|test| test.decide(&self.contest.scores) == Decision::Lower)
    }

    fn look(&mut self) {
        let effect = self.trial.effect(&self.contest);
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
            _ => None,
        };
        let llr = self.test.as_ref().map(|test| test.llr(scores));
        self.path.push(Interim { chunks: self.seen() + 1, blocks, effect, llr, end });
    }
}

impl Course for Referee<'_> {
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
        let mut text = String::new();
        if let Some(effect) = look.effect {
            let _ = write!(text, "{:.4}", effect.value);
            if let Some((low, high)) = effect.interval {
                let _ = write!(text, " ({low:.4} to {high:.4})");
            }
            let _ = write!(text, ", {} if equal", effect.par);
        }
        if let Some((llr, test)) = look.llr.zip(self.test.as_ref()) {
            let (lower, upper) = test.bounds();
            let _ = write!(text, "; log likelihood ratio {llr:.2} within {lower:.2} to {upper:.2}");
        }
        Some(text)
    }
}

impl Study for Compare {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let names = plan.run.different();
        let mut flags = vec![("agents", names[..2].to_vec().into())];
        if self.field {
            let other = self.line_ups[0].last().map_or(0, |&agent| usize::from(agent));
            flags.push(("field", names[other].clone().into()));
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
            None => {}
        }
        flags.extend(self.margin.map(|margin| ("margin", margin.into())));
        Ok(flags)
    }

    fn chunk(&self, tables: &[(Vec<&Spec>, u64)]) -> u64 {
        let usual = cut::default_chunk(tables);
        match self.stopping {
            // A sequential test ends between two chunks: the finer the better.
            Some(Stopping::Sprt { .. }) => (usual / 4).max(1),
            _ => usual,
        }
    }

    fn completed(&self, run: &Run, confirm: u64) -> Option<Purpose> {
        let confirm_blocks = confirm.div_ceil(run.games_per_block);
        Some(Purpose::Compare(Compare { confirm_blocks, ..self.clone() }))
    }

    fn rates_agents(&self) -> bool {
        !self.field
    }

    fn beside(&self, run: &Run) -> Option<Beside> {
        Trial::new(self, run).map(|trial| Beside::Duel(trial.duel))
    }

    fn course<'a>(&'a self, run: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        match Referee::new(self, run) {
            Some(referee) => Box::new(referee),
            None => Box::new(Plain),
        }
    }

    fn precision(&self, run: &Run, names: &[String], tried: &Tried, sums: &Sums) -> Vec<Sheet> {
        forecast::sheets(self, run, tried, sums.contest.as_ref())
            .unwrap_or_else(|| shares(run, names, tried.blocks, sums))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_engine::seed::Rng;
    use drakkar_stats::{contest::Duel, counters::Shape, sums::Layout};

    /// Chunks of 20 blocks of two games each, of which the first agent wins seven out of ten.
    fn chunks(count: u64) -> Vec<Sums> {
        let mut rng = Rng::from_seed(5);
        let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
        let beside = Beside::Duel(Duel { agents: [0, 1], field: false });
        (0..count)
            .map(|_| {
                let mut sums =
                    Sums::new(Layout { shape, beside, restricted: false, failures: None });
                let contest = sums.contest.as_mut().unwrap();
                for _ in 0..20 {
                    let score = (0..2).map(|_| 60 * i64::from(rng.below(10) < 7)).sum();
                    contest.score.add_block(score, 2);
                    contest.scores.add(score);
                }
                sums
            })
            .collect()
    }

    fn run(stopping: Option<Stopping>) -> Run {
        let run = serde_json::json!({
            "version": "", "generators": 1, "row_format": 1, "game": "", "rules": "",
            "rule_set": {}, "players": 2, "agents": [{"spec": "a"}, {"spec": "b"}], "seed": "1",
            "seating": "permutations", "games_per_block": 2, "blocks": 800, "chunk": 20,
            "per_game": false,
            "purpose": {"kind": "compare", "line_ups": [[0, 1]], "field": false,
                "stopping": stopping, "confirm_blocks": 40, "primary": "score"},
        });
        serde_json::from_value(run).unwrap()
    }

    fn referee(run: &Run) -> Referee<'_> {
        let Some(Purpose::Compare(compare)) = &run.purpose else { unreachable!() };
        Referee::new(compare, run).unwrap()
    }

    #[test]
    fn the_end_depends_on_the_beginning_alone() {
        let (alpha, beta) = (0.05, 0.05);
        let sprt = Stopping::Sprt {
            unit: crate::plan::purpose::Unit::Elo,
            low: 0.0,
            high: 80.0,
            alpha,
            beta,
        };
        for stopping in [sprt, Stopping::HalfWidth(0.04)] {
            let chunks = chunks(40);
            let run = run(Some(stopping));
            let mut in_order = referee(&run);
            (0..).zip(&chunks).for_each(|(chunk, sums)| in_order.add(chunk, sums));
            let end = in_order.seen();
            assert!((4..39).contains(&end), "{end}");
            assert!(in_order.end().is_some() && in_order.spares(end) && !in_order.spares(end - 1));
            // Fresh deals are always needed.
            assert!(in_order.spares(39) && !in_order.spares(40));
            // If chunks come from the end, nothing is looked at before the first chunk has come.
            let mut backwards = referee(&run);
            for chunk in (1..40).rev() {
                backwards.add(chunk, &chunks[chunk as usize]);
                assert_eq!(backwards.seen(), 0);
            }
            // The journal then adds what the referee waits for.
            while let Some(chunk) = backwards.next() {
                backwards.add(chunk, &chunks[chunk as usize]);
            }
            assert_eq!(backwards.path, in_order.path);
            // A chunk that comes twice counts once.
            backwards.add(0, &chunks[0]);
            assert_eq!(backwards.path, in_order.path);
        }
    }

    /// The interval of a share of 1 lies on one side of it alone, so its width is how far it extends.
    #[test]
    fn the_farther_side_of_an_interval_counts() {
        let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
        let beside = Beside::Duel(Duel { agents: [0, 1], field: false });
        let run = run(Some(Stopping::HalfWidth(0.02)));
        let mut all = referee(&run);
        for chunk in 0..40 {
            let mut sums = Sums::new(Layout { shape, beside, restricted: false, failures: None });
            let contest = sums.contest.as_mut().unwrap();
            for _ in 0..20 {
                contest.score.add_block(120, 2);
                contest.scores.add(120);
            }
            all.add(chunk, &sums);
        }
        let last = all.path.last().unwrap();
        assert_eq!((last.end, last.blocks), (Some(End::Narrow), 200));
        assert!(last.effect.unwrap().interval.unwrap().0 >= 0.98);
        assert!(all.path[8].effect.unwrap().interval.unwrap().0 < 0.98);
    }

    #[test]
    fn without_a_rule_all_chunks_are_needed() {
        let run = run(None);
        let mut all = referee(&run);
        (0..).zip(&chunks(40)).for_each(|(chunk, sums)| all.add(chunk, sums));
        assert_eq!((all.seen(), all.end()), (40, None));
        assert!(all.path.iter().all(|look| look.llr.is_none() && look.effect.is_some()));
    }
}
