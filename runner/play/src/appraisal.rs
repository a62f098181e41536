use std::collections::BTreeMap;

use drakkar_engine::outcome::WHOLE_WIN;

use crate::branching::{Branching, Cell, Treatment};
use drakkar_stats::branches::{Branches, CellSums, Effect};
use drakkar_stats::occurrence::{Stratum, mean_per_decision};
use drakkar_stats::p_value::holm;
use drakkar_stats::ratio::Ratio;
use drakkar_stats::worth::{Estimate, Judgement, apart, rate};
use drakkar_stats::{interval::FEWEST_SAMPLES, verdict::Verdict};

#[derive(Clone, Copy, Debug)]
pub struct Appraisal<'a> {
    pub branching: &'a Branching,
    pub branches: &'a Branches,
    pub players: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// By number in the plan; the run's own rules are 0.
    pub agent: usize,
    pub rules: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Worth,
    /// With, minus removed.
    Own,
    /// Removed, minus without.
    Denial,
    /// With, minus what the player takes in its place.
    Next,
    /// With, minus without, for one round alone.
    Once,
    /// The effect, minus that when the first agent continues, by decision points that both played.
    DifferenceFirst,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pooled {
    /// Own score minus the mean of the others.
    pub margin: Estimate,
    pub share: Estimate,
    pub rounds: usize,
    pub decision_points: i128,
}

impl<'a> Appraisal<'a> {
    pub fn sums(&self, cell: usize, continuation: Continuation) -> &'a CellSums {
        &self.branches.of(cell)[self.branching.figure(continuation.agent, continuation.rules)]
    }

    fn units(&self) -> [f64; 2] {
        [1.0 / (self.players.max(2) - 1) as f64, 1.0 / f64::from(WHOLE_WIN)]
    }

    pub fn effects(&self, cell: usize, continuation: Continuation) -> [(&'a Effect, f64); 2] {
        let (sums, [margin, share]) = (self.sums(cell, continuation), self.units());
        [(&sums.margin, margin), (&sums.share, share)]
    }

    pub fn of_cell(
        &self,
        cell: usize,
        continuation: Continuation,
        part: Part,
    ) -> Option<[Estimate; 2]> {
        let [margin, share] = self.effects(cell, continuation).map(|(effect, unit)| match part {
            Part::Worth => Estimate::of_paired(&effect.worth, unit),
            Part::Own => Estimate::of_ratio(&effect.own, unit),
            Part::Denial => Estimate::of_ratio(&effect.denial, unit),
            Part::Next => Estimate::of_ratio(&effect.next, unit),
            Part::Once => Estimate::of_ratio(&effect.once, unit),
            Part::DifferenceFirst => Estimate::of_ratio(&effect.difference_first, unit),
        });
        margin.zip(share).map(<[Estimate; 2]>::from)
    }

    /// Each round counts by its [weight](Branching::weight_of); `None` if one of them has too few decision points.
    pub fn pooled(
        &self,
        treatment: Treatment,
        kind: usize,
        continuation: Continuation,
        part: Part,
    ) -> Option<Pooled> {
        let mut rounds = Vec::new();
        let (mut margins, mut shares) = (Vec::new(), Vec::new());
        for (number, cell) in self.branching.cells_of(kind, treatment) {
            let [margin, share] = self.of_cell(number, continuation, part)?;
            let weight = self.weight(cell);
            margins.push((weight, margin));
            shares.push((weight, share));
            rounds.push(cell.round);
        }
        rounds.dedup();
        if margins.iter().any(|(_, term)| term.samples < FEWEST_SAMPLES) {
            return None;
        }
        Some(Pooled {
            margin: Estimate::sum(&margins)?,
            share: Estimate::sum(&shares)?,
            rounds: rounds.len(),
            decision_points: margins.iter().map(|(_, term)| term.samples).sum(),
        })
    }

    pub fn weight(&self, cell: &Cell) -> f64 {
        let cells = self.branching.cells_of(cell.kind, cell.treatment);
        let all: f64 = cells.map(|(_, other)| self.branching.weight_of(other.round)).sum();
        self.branching.weight_of(cell.round) / all
    }

    /// How often the decision of a cell occurs, with the sums of one figure there.
    fn stratum(
        &self,
        cell: usize,
        continuation: Continuation,
        of: fn(&CellSums) -> Ratio,
    ) -> Stratum {
        let all = self.sums(cell, continuation);
        let sums = of(all);
        Stratum { sums, found: sums.blocks + all.failed, played: self.branches.prefixes[cell] }
    }

    pub fn per_game(&self, cell: usize) -> Option<f64> {
        let continuation = Continuation { agent: 0, rules: 0 };
        self.stratum(cell, continuation, |sums| sums.margin.worth.one).per_game()
    }

    /// A figure of a kind if each of its decisions counts alike, so that rounds count by how often it occurs there.
    fn mean(
        &self,
        kind: usize,
        continuation: Continuation,
        unit: f64,
        of: fn(&CellSums) -> Ratio,
    ) -> Option<Estimate> {
        let cells = self.branching.cells_of(kind, Treatment::Take);
        let strata: Vec<Stratum> =
            cells.map(|(cell, _)| self.stratum(cell, continuation, of)).collect();
        mean_per_decision(&strata, unit)
    }

    pub fn per_decision(&self, kind: usize, continuation: Continuation) -> Option<[Estimate; 2]> {
        self.pooled(Treatment::Take, kind, continuation, Part::Worth)?;
        let [margin, share] = self.units();
        let margin = self.mean(kind, continuation, margin, |sums| sums.margin.worth.contrast())?;
        let share = self.mean(kind, continuation, share, |sums| sums.share.worth.contrast())?;
        Some([margin, share])
    }

    /// The worth of kinds beyond that when the first agent plays on, with the p-value of no difference in margin,
    /// adjusted for all of them together (Holm 1979).
    pub fn difference_first(&self) -> Vec<((Continuation, usize, Pooled), f64)> {
        let agents = (1..self.branching.agents.len()).map(|agent| Continuation { agent, rules: 0 });
        let found = agents.flat_map(|continuation| {
            (0..self.branching.kinds.len()).filter_map(move |kind| {
                let found =
                    self.pooled(Treatment::Take, kind, continuation, Part::DifferenceFirst)?;
                Some((continuation, kind, found))
            })
        });
        let found: Vec<_> = found.collect();
        let p = holm(&found.iter().map(|(.., found)| found.margin.p()).collect::<Vec<f64>>());
        found.into_iter().zip(p).collect()
    }

    pub fn takes(&self, kind: usize, continuation: Continuation) -> Option<f64> {
        self.mean(kind, continuation, 1.0, |sums| sums.takes).map(|share| share.value)
    }

    pub fn worths(&self, treatment: Treatment, continuation: Continuation) -> Vec<(usize, Pooled)> {
        let worth = |kind| self.pooled(treatment, kind, continuation, Part::Worth);
        let kinds = 0..self.branching.kinds.len();
        kinds.filter_map(|kind| Some((kind, worth(kind)?))).collect()
    }

    /// Those that are taken in all rounds in which any is: comparing others would compare their rounds.
    pub fn comparable(&self, continuation: Continuation) -> Vec<(usize, Pooled)> {
        let worths = self.worths(Treatment::Take, continuation);
        let all = self.branching.rounds(worths.iter().map(|(kind, _)| *kind));
        worths.into_iter().filter(|&(kind, _)| self.branching.rounds([kind]) == all).collect()
    }

    pub fn rated(&self, continuation: Continuation) -> BTreeMap<usize, Judgement> {
        let kinds = self.comparable(continuation);
        let beyond = kinds.iter().map(|&(kind, pooled)| self.beyond(pooled.margin, kind, &kinds));
        let Some(beyond) = beyond.collect::<Option<Vec<_>>>() else { return BTreeMap::new() };
        let estimates: Vec<Estimate> = kinds.iter().map(|(_, pooled)| pooled.margin).collect();
        let ratings = rate(&estimates, &beyond, self.branching.equivalence);
        kinds.into_iter().zip(ratings).map(|((kind, _), rating)| (kind, rating)).collect()
    }

    /// The worth of a kind, wherever it was measured, minus the mean of the others of these comparable kinds.
    pub fn against_others(
        &self,
        worth: Estimate,
        kind: usize,
        kinds: &[(usize, Pooled)],
    ) -> Option<Estimate> {
        let place = kinds.iter().position(|&(other, _)| other == kind)?;
        let weight = |kind: usize| self.branching.kinds[kind].weight as f64;
        let family = kinds.iter().map(|&(kind, pooled)| (pooled.margin, weight(kind)));
        let (mut estimates, weights): (Vec<Estimate>, Vec<f64>) = family.unzip();
        estimates[place] = worth;
        (kinds.len() > 1).then(|| apart(&estimates, &weights, place))
    }

    pub fn beyond(
        &self,
        worth: Estimate,
        kind: usize,
        kinds: &[(usize, Pooled)],
    ) -> Option<Estimate> {
        if self.branching.alone {
            return kinds.iter().any(|&(other, _)| other == kind).then_some(worth);
        }
        self.against_others(worth, kind, kinds)
    }

    /// Kinds that are strong or weak with any continuation policy under the run's own rules: they are played again.
    pub fn flagged(&self) -> Vec<bool> {
        let mut flagged = vec![false; self.branching.kinds.len()];
        for agent in 0..self.branching.agents.len() {
            for (kind, rating) in self.rated(Continuation { agent, rules: 0 }) {
                flagged[kind] |= matches!(rating.verdict, Verdict::Better | Verdict::Worse);
            }
        }
        flagged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::branching::{Kind, PRIMARY};
    use drakkar_stats::branches::{DecisionPoint, Gain};

    /// Kinds with the rounds in which they are taken, and the number of decision points of each
    /// cell.
    fn appraise(kinds: &[(&[u32], i64)], then: impl FnOnce(&Appraisal<'_>)) {
        let kind = |number: usize| Kind {
            name: format!("kind {number}"),
            action: String::new(),
            game_item: None,
            weight: 1,
        };
        let cells = kinds.iter().enumerate().flat_map(|(kind, (rounds, _))| {
            rounds.iter().map(move |&round| Cell { kind, treatment: Treatment::Take, round })
        });
        let branching = Branching {
            file: "branch".into(),
            sampling_policy: 0,
            agents: vec![0],
            against: String::new(),
            kinds: (0..kinds.len()).map(kind).collect(),
            cells: cells.collect(),
            variants: Vec::new(),
            independent: false,
            undivided: false,
            next: false,
            reached: Vec::new(),
            replicate: 0,
            replicate_padded: 0,
            alone: false,
            fair: Vec::new(),
            equivalence: 0.5,
            primary: PRIMARY.into(),
        };
        let mut branches = Branches::new(branching.cells.len(), 1);
        for (number, cell) in branching.cells.iter().enumerate() {
            for moment in 0..kinds[cell.kind].1 {
                let gain = |margin| Gain { margin, share: 0 };
                // A kind is worth its number, plus or minus one; later rounds add a hundred.
                let worth = cell.kind as i64 + 100 * i64::from(cell.round) + 1 - 2 * (moment % 2);
                let with = gain(worth);
                let moment = DecisionPoint { weight: 1, with, ..DecisionPoint::default() };
                branches.of_mut(number)[0].add(&moment);
            }
        }
        then(&Appraisal { branching: &branching, branches: &branches, players: 2 });
    }

    const HANDS: Continuation = Continuation { agent: 0, rules: 0 };

    #[test]
    fn every_round_counts_the_same_and_kinds_of_other_rounds_are_not_compared() {
        let kinds: [(&[u32], i64); 4] = [(&[1, 2], 40), (&[1, 2], 40), (&[2], 40), (&[1, 2], 40)];
        appraise(&kinds, |appraisal| {
            let worths = appraisal.worths(Treatment::Take, HANDS);
            let values: Vec<f64> = worths.iter().map(|(_, one)| one.margin.value).collect();
            assert_eq!(values, [150.0, 151.0, 202.0, 153.0]);
            let rated: Vec<usize> = appraisal.rated(HANDS).into_keys().collect();
            assert_eq!(rated, [0, 1, 3]);
            assert_eq!(appraisal.branching.rounds([2]), BTreeSet::from([2]));
            // A kind that is not compared does not stand out.
            assert!(!appraisal.flagged()[2] && appraisal.flagged()[3]);
        });
    }

    #[test]
    fn a_kind_with_few_moments_in_some_round_has_no_figure() {
        for (moments, known) in [(9, false), (10, true)] {
            let kinds: [(&[u32], i64); 2] = [(&[1, 2], 40), (&[1, 2], moments)];
            appraise(&kinds, |appraisal| {
                assert_eq!(appraisal.worths(Treatment::Take, HANDS).len(), 1 + usize::from(known));
                assert_eq!(appraisal.rated(HANDS).is_empty(), !known);
            });
        }
    }

    #[test]
    fn fresh_deals_are_set_against_the_others_as_they_were() {
        let kinds: [(&[u32], i64); 3] = [(&[1], 40), (&[1], 40), (&[1], 40)];
        appraise(&kinds, |first| {
            let other: [(&[u32], i64); 3] = [(&[1], 0), (&[1], 0), (&[1], 50)];
            appraise(&other, |again| {
                let fresh = |kind| {
                    let fresh = again.pooled(Treatment::Take, kind, HANDS, Part::Worth)?;
                    first.against_others(fresh.margin, kind, &first.comparable(HANDS))
                };
                let found = fresh(2).unwrap();
                assert!((found.value - 1.5).abs() < 1e-9, "{found:?}");
                assert_eq!(fresh(1), None);
            });
        });
    }
}
