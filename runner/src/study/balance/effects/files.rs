//! The files of branched games.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::study::balance::effects::{Report, ends, rating_of};
use drakkar_play::appraisal::{Measure, Part, Pooled};
use drakkar_play::branching::Treatment;

/// Header and row of what kinds are worth.
#[derive(Serialize, Default)]
struct Effect<'a> {
    agent: &'a str,
    rules: &'a str,
    kind: &'a str,
    rounds: usize,
    decisions: i128,
    worth: Figure,
    ci_low: Figure,
    ci_high: Figure,
    own: Figure,
    own_low: Figure,
    own_high: Figure,
    denial: Figure,
    denial_low: Figure,
    denial_high: Figure,
    share_worth: Figure,
    share_low: Figure,
    share_high: Figure,
    share_own: Figure,
    share_own_low: Figure,
    share_own_high: Figure,
    share_denial: Figure,
    share_denial_low: Figure,
    share_denial_high: Figure,
    against_others: Figure,
    against_low: Figure,
    against_high: Figure,
    verdict: &'a str,
    times_as_many: Figure,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    again_decisions: Option<i128>,
    again: Figure,
    again_low: Figure,
    again_high: Figure,
    again_against: Figure,
    again_against_low: Figure,
    again_against_high: Figure,
    again_share: Figure,
    again_share_low: Figure,
    again_share_high: Figure,
    confirmed: &'a str,
}

/// Header and row of the same by rounds.
#[derive(Serialize, Default)]
struct Round<'a> {
    agent: &'a str,
    kind: &'a str,
    round: u32,
    decisions: i128,
    trunks: i128,
    empty: i128,
    left_out: i128,
    worth: Figure,
    low: Figure,
    high: Figure,
    own: Figure,
    own_low: Figure,
    own_high: Figure,
    denial: Figure,
    denial_low: Figure,
    denial_high: Figure,
    share_worth: Figure,
    share_low: Figure,
    share_high: Figure,
    with_sd: Figure,
    without_sd: Figure,
    difference_sd: Figure,
    games_saved: Figure,
}

/// Header and row of what is judged in a way that has two branches.
#[derive(Serialize, Default)]
struct Plain<'a> {
    agent: &'a str,
    kind: &'a str,
    rounds: usize,
    moments: i128,
    worth: Figure,
    low: Figure,
    high: Figure,
    share_worth: Figure,
    share_low: Figure,
    share_high: Figure,
}

/// Header and row of what it is worth to begin a round.
#[derive(Serialize, Default)]
struct First<'a> {
    agent: &'a str,
    round: u32,
    moments: i128,
    worth: Figure,
    low: Figure,
    high: Figure,
    share_worth: Figure,
    share_low: Figure,
    share_high: Figure,
}

/// Value and both ends of the 95 % interval.
fn figures(pooled: Option<Pooled>) -> [Figure; 3] {
    ends(pooled.map(|pooled| pooled.estimate))
}

impl Report<'_> {
    /// One row for each agent and kind, over all rounds.
    pub(super) fn effects(&self) -> Result<Vec<u8>, Error> {
        let mut rows = Vec::new();
        for (roll_out, agent) in self.agents() {
            let rated = self.first.rated(roll_out);
            for (kind, worth) in self.first.worths(roll_out) {
                let part = |measure, part| {
                    figures(self.first.pooled(Treatment::Taken, kind, roll_out, measure, part))
                };
                let [value, ci_low, ci_high] = figures(Some(worth));
                let [own, own_low, own_high] = part(Measure::Margin, Part::Own);
                let [denial, denial_low, denial_high] = part(Measure::Margin, Part::Denial);
                let [share_worth, share_low, share_high] = part(Measure::Share, Part::Worth);
                let [share_own, share_own_low, share_own_high] = part(Measure::Share, Part::Own);
                let [share_denial, share_denial_low, share_denial_high] =
                    part(Measure::Share, Part::Denial);
                let rating = rating_of(&rated, kind);
                let fresh = self.fresh(kind, roll_out, rating);
                let fresh_worth = fresh.map(|fresh| fresh.worth);
                let [again, again_low, again_high] = figures(fresh_worth);
                let [again_against, again_against_low, again_against_high] =
                    ends(fresh.and_then(|fresh| fresh.beyond));
                let [again_share, again_share_low, again_share_high] =
                    figures(fresh.and_then(|fresh| fresh.share));
                rows.push(Effect {
                    agent,
                    rules: &self.results.run.rules,
                    kind: &self.branching.kinds[kind].name,
                    rounds: worth.rounds,
                    decisions: worth.decision_points,
                    worth: value,
                    ci_low,
                    ci_high,
                    own,
                    own_low,
                    own_high,
                    denial,
                    denial_low,
                    denial_high,
                    share_worth,
                    share_low,
                    share_high,
                    share_own,
                    share_own_low,
                    share_own_high,
                    share_denial,
                    share_denial_low,
                    share_denial_high,
                    against_others: Figure(rating.map(|one| one.beyond.value)),
                    against_low: Figure(rating.map(|one| one.interval.0)),
                    against_high: Figure(rating.map(|one| one.interval.1)),
                    verdict: rating.map_or("", |one| self.word(one.verdict)),
                    times_as_many: Figure(rating.and_then(|one| one.more)),
                    rank_low: rating.map(|one| one.rank_low),
                    rank_high: rating.map(|one| one.rank_high),
                    again_decisions: fresh_worth.map(|worth| worth.decision_points),
                    again,
                    again_low,
                    again_high,
                    again_against,
                    again_against_low,
                    again_against_high,
                    again_share,
                    again_share_low,
                    again_share_high,
                    confirmed: fresh.map_or("", |fresh| fresh.confirmed()),
                });
            }
        }
        lines::headed(rows)
    }

    /// One row for each agent, kind, round and figure.
    pub(super) fn rounds(&self) -> Result<Vec<u8>, Error> {
        let mut rows = Vec::new();
        for (roll_out, agent) in self.agents() {
            for (number, cell) in self.branching.cells.iter().enumerate() {
                if cell.treatment != Treatment::Taken {
                    continue;
                }
                let sums = self.first.sums(number, roll_out);
                let branches = self.first.branches;
                let part =
                    |measure, part| ends(self.first.of_cell(number, roll_out, measure, part));
                let [worth, low, high] = part(Measure::Margin, Part::Worth);
                let [own, own_low, own_high] = part(Measure::Margin, Part::Own);
                let [denial, denial_low, denial_high] = part(Measure::Margin, Part::Denial);
                let [share_worth, share_low, share_high] = part(Measure::Share, Part::Worth);
                let (effect, unit) = self.first.effect(number, roll_out, Measure::Margin);
                let root = (effect.worth.blocks as f64).sqrt();
                let found = effect.worth.difference(unit, true);
                let saved = found.and_then(|found| found.variance_reduction);
                let spread = |error: Option<f64>| Figure(error.map(|error| error * root));
                let factor = saved.filter(|&saved| saved < 1.0).map(|saved| 1.0 / (1.0 - saved));
                rows.push(Round {
                    agent,
                    kind: &self.branching.kinds[cell.kind].name,
                    round: cell.round,
                    decisions: sums.margin.worth.blocks,
                    trunks: branches.trunks[number],
                    empty: branches.empty[number],
                    left_out: sums.failed,
                    worth,
                    low,
                    high,
                    own,
                    own_low,
                    own_high,
                    denial,
                    denial_low,
                    denial_high,
                    share_worth,
                    share_low,
                    share_high,
                    with_sd: spread(effect.worth.one.error(unit)),
                    without_sd: spread(effect.worth.two.error(unit)),
                    difference_sd: spread(found.and_then(|found| found.error)),
                    games_saved: Figure(factor),
                });
            }
        }
        lines::headed(rows)
    }

    /// One row for each agent and kind that is judged in a way that has two branches.
    pub(super) fn plain(&self, treatment: Treatment) -> Result<Vec<u8>, Error> {
        let mut rows = Vec::new();
        for (roll_out, agent) in self.agents() {
            for (kind, entry) in self.branching.kinds.iter().enumerate() {
                let part =
                    |measure| self.first.pooled(treatment, kind, roll_out, measure, Part::Worth);
                let Some(found) = part(Measure::Margin) else { continue };
                let [worth, low, high] = figures(Some(found));
                let [share_worth, share_low, share_high] = figures(part(Measure::Share));
                rows.push(Plain {
                    agent,
                    kind: &entry.name,
                    rounds: found.rounds,
                    moments: found.decision_points,
                    worth,
                    low,
                    high,
                    share_worth,
                    share_low,
                    share_high,
                });
            }
        }
        lines::headed(rows)
    }

    /// What it is worth to begin a round, round by round.
    pub(super) fn first(&self) -> Result<Vec<u8>, Error> {
        let mut rows = Vec::new();
        for (roll_out, agent) in self.agents() {
            for (number, cell) in self.branching.cells.iter().enumerate() {
                if cell.treatment != Treatment::Leading {
                    continue;
                }
                let part = |measure| self.first.of_cell(number, roll_out, measure, Part::Worth);
                let Some(found) = part(Measure::Margin) else { continue };
                let [worth, low, high] = ends(Some(found));
                let [share_worth, share_low, share_high] = ends(part(Measure::Share));
                rows.push(First {
                    agent,
                    round: cell.round,
                    moments: found.samples,
                    worth,
                    low,
                    high,
                    share_worth,
                    share_low,
                    share_high,
                });
            }
        }
        lines::headed(rows)
    }
}
