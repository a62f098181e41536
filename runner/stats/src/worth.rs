//! The worth of kinds: figures of rounds combined, and verdicts over many kinds at once.

use crate::p_value::{holm, two_sided};
use crate::verdict::{Verdict, times_for_verdict};
use crate::{interval::Interval, paired::Paired, ratio::Ratio, student::critical};

/// Probability with which a family of intervals may exclude any true value.
const RISK: f64 = 0.05;

/// An estimate from independent decision points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; 0 without variation.
    pub error: f64,
    /// Degrees of freedom behind the error, plus 1.
    pub samples: i128,
}

impl Estimate {
    /// The figure of one cell.
    pub fn of_ratio(ratio: &Ratio, unit: f64) -> Option<Estimate> {
        let (value, error) = (ratio.value(unit)?, ratio.error(unit)?);
        Some(Estimate { value, error, samples: ratio.blocks })
    }

    /// The difference of two branches in one cell.
    pub fn of_paired(paired: &Paired, unit: f64) -> Option<Estimate> {
        let found = paired.difference(unit, true)?;
        Some(Estimate { value: found.value, error: found.error?, samples: paired.blocks })
    }

    /// A weighted sum of independent estimates; degrees of freedom by Satterthwaite (1946, Biometrics 2, 110-114).
    pub fn sum(terms: &[(f64, Estimate)]) -> Option<Estimate> {
        let (mut value, mut variance, mut spread) = (0.0, 0.0, 0.0);
        for (weight, term) in terms {
            let part = weight * weight * term.error * term.error;
            value += weight * term.value;
            variance += part;
            spread += part * part / (term.samples - 1).max(1) as f64;
        }
        let all: i128 = terms.iter().map(|(_, term)| term.samples).sum();
        let samples = if spread > 0.0 { (variance * variance / spread) as i128 + 1 } else { all };
        (!terms.is_empty()).then(|| Estimate { value, error: variance.sqrt(), samples })
    }

    /// The interval that excludes the true value with probability `risk`.
    pub fn interval(&self, risk: f64) -> Interval {
        let reach = if self.error > 0.0 { critical(risk, self.samples) * self.error } else { 0.0 };
        (self.value - reach, self.value + reach)
    }

    /// The two-sided p-value of a true value of 0; 0 or 1 if there is no error.
    pub fn p(&self) -> f64 {
        let Estimate { value, error, samples } = *self;
        two_sided(value, error, samples).unwrap_or(if value == 0.0 { 1.0 } else { 0.0 })
    }

    /// The 95 % interval of this estimate alone.
    pub fn alone(&self) -> Interval {
        self.interval(RISK)
    }

    /// The same, or none without variation: data without variation say nothing about chance.
    pub fn ends(&self) -> Option<Interval> {
        (self.error > 0.0).then(|| self.alone())
    }
}

/// The verdict on one kind among others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// Worth minus the figure that it is compared with.
    pub beyond: Estimate,
    /// Its interval, which holds for all kinds together.
    pub interval: Interval,
    /// Whether it is above that, below, or equal within a difference that does not matter.
    pub verdict: Verdict,
    /// If that is open, how many times as many samples it would take, see [`times_for_verdict`].
    pub more: Option<f64>,
    /// One more than the number of kinds that are certainly better.
    pub rank_low: usize,
    /// The number of kinds minus those that are certainly worse.
    pub rank_high: usize,
}

impl Judgement {
    /// Whether the 95 % interval of other data lies on the side of 0 that the verdict names.
    pub fn is_confirmed_by(&self, fresh: &Estimate) -> Option<bool> {
        let (low, high) = fresh.alone();
        match self.verdict {
            Verdict::Better => Some(low > 0.0),
            Verdict::Worse => Some(high < 0.0),
            Verdict::Equal | Verdict::Open => None,
        }
    }
}

/// Judges every kind by `beyond`, its worth minus the figure that it is compared with (see [`apart`]), and compares the
/// kinds, whose estimates are independent, with each other. Differences up to `margin` count as equal.
///
/// The probability of being wrong about any kind is at most 5 % for the intervals (Bonferroni) and *equal*, which
/// follows from them; for *better* and *worse*, by p-values adjusted by Holm's procedure (1979); and for ranks, by
/// those of the differences of all pairs.
pub fn rate(kinds: &[Estimate], beyond: &[Estimate], margin: f64) -> Vec<Judgement> {
    let p: Vec<f64> = beyond.iter().map(Estimate::p).collect();
    let adjusted = holm(&p);
    let risk = RISK / kinds.len().max(1) as f64;
    let (low, high) = ranks(kinds);
    (0..kinds.len())
        .map(|kind| {
            let own = beyond[kind];
            let interval = own.interval(risk);
            let inside = interval.0 >= -margin && interval.1 <= margin;
            let verdict = match () {
                () if margin > 0.0 && inside => Verdict::Equal,
                () if adjusted[kind] > RISK || own.value == 0.0 => Verdict::Open,
                () if own.value > 0.0 => Verdict::Better,
                () => Verdict::Worse,
            };
            let is_open = verdict == Verdict::Open;
            let more = is_open
                .then(|| times_for_verdict(own.value, 0.0, interval, risk, margin))
                .flatten();
            let (rank_low, rank_high) = (low[kind], high[kind]);
            Judgement { beyond: own, interval, verdict, more, rank_low, rank_high }
        })
        .collect()
}

/// One kind minus the weighted mean of the others.
pub fn apart(kinds: &[Estimate], weights: &[f64], kind: usize) -> Estimate {
    let all: f64 =
        (0..kinds.len()).filter(|&other| other != kind).map(|other| weights[other]).sum();
    let term = |other: usize| match other {
        _ if other == kind => (1.0, kinds[other]),
        _ if all > 0.0 => (-weights[other] / all, kinds[other]),
        _ => (0.0, kinds[other]),
    };
    let terms: Vec<(f64, Estimate)> = (0..kinds.len()).map(term).collect();
    Estimate::sum(&terms).unwrap_or(kinds[kind])
}

/// For each kind, 1 plus the number of kinds that are certainly above it, and those that are not certainly below.
fn ranks(kinds: &[Estimate]) -> (Vec<usize>, Vec<usize>) {
    let count = kinds.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let differences = pairs.iter().map(|&(a, b)| {
        let terms = [(1.0, kinds[a]), (-1.0, kinds[b])];
        Estimate::sum(&terms).unwrap_or(kinds[a])
    });
    let differences: Vec<Estimate> = differences.collect();
    let p: Vec<f64> = differences.iter().map(Estimate::p).collect();
    let (mut low, mut high) = (vec![1; count], vec![count; count]);
    for ((&(a, b), difference), p) in pairs.iter().zip(&differences).zip(holm(&p)) {
        if p <= RISK && difference.value != 0.0 {
            let (best, worst) = if difference.value > 0.0 { (a, b) } else { (b, a) };
            low[worst] += 1;
            high[best] -= 1;
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use crate::draws::Draws;

    use super::*;

    fn estimate(value: f64, error: f64) -> Estimate {
        Estimate { value, error, samples: 1001 }
    }

    #[test]
    fn a_mean_of_rounds_has_their_errors() {
        let mean = |one, two| Estimate::sum(&[(0.5, one), (0.5, two)]);
        let found = mean(estimate(1.0, 0.3), estimate(3.0, 0.4)).unwrap();
        assert_eq!(found.value, 2.0);
        assert!((found.error - 0.25).abs() < 1e-12);
        // Satterthwaite by hand: 0.0625^2 / ((0.0225^2 + 0.04^2) / 1000) = 1854.6.
        assert_eq!(found.samples, 1855);
        assert_eq!(Estimate::sum(&[]), None);
        let exact = mean(estimate(3.0, 0.0), estimate(3.0, 0.0)).unwrap();
        assert_eq!((exact.error, exact.alone()), (0.0, (3.0, 3.0)));
    }

    #[test]
    fn the_odd_one_out_is_found_and_the_rest_is_fair() {
        let kinds = [1.0, 1.1, 0.9, 4.0, 1.0].map(|value| estimate(value, 0.1));
        let found = among(&kinds, &[1.0; 5], 0.5);
        assert_eq!(found[3].verdict, Verdict::Better);
        assert!((found[3].beyond.value - 3.0).abs() < 1e-9);
        assert_eq!((found[3].rank_low, found[3].rank_high), (1, 1));
        // The others are below the mean of all, which the strong one lifts, by about 0.75.
        assert_eq!(found[0].verdict, Verdict::Worse);
        assert_eq!((found[0].rank_low, found[0].rank_high), (2, 5));
        let even = [1.0, 1.1, 0.9, 1.05, 1.0].map(|value| estimate(value, 0.1));
        for rating in among(&even, &[1.0; 5], 0.5) {
            assert_eq!(rating.verdict, Verdict::Equal, "{rating:?}");
            assert_eq!((rating.rank_low, rating.rank_high), (1, 5));
        }
        let vague = [1.0, 1.1, 0.9, 1.05, 1.0].map(|value| estimate(value, 1.0));
        for rating in among(&vague, &[1.0; 5], 0.5) {
            assert_eq!(rating.verdict, Verdict::Open);
            assert!(rating.more.is_some_and(|more| more > 1.0));
        }
    }

    #[test]
    fn weights_are_those_of_the_others() {
        let kinds = [0.0, 1.0, 5.0].map(|value| estimate(value, 0.1));
        let found = among(&kinds, &[9.0, 3.0, 1.0], 0.0);
        assert!((found[0].beyond.value + 2.0).abs() < 1e-12);
        assert!((found[1].beyond.value - 0.5).abs() < 1e-12);
        assert!((found[2].beyond.value - 4.75).abs() < 1e-12);
    }

    /// Kinds compared with the mean of the others.
    fn among(kinds: &[Estimate], weights: &[f64], margin: f64) -> Vec<Judgement> {
        let beyond: Vec<Estimate> =
            (0..kinds.len()).map(|kind| apart(kinds, weights, kind)).collect();
        rate(kinds, &beyond, margin)
    }

    /// Fourteen kinds, half of which are exactly the margin above the others: one of them is called
    /// fair in at most 5 % of the studies, even when intervals are short.
    #[test]
    fn kinds_at_the_margin_are_seldom_called_fair() {
        let mut rng = Draws::new(9);
        let (mut called, mut missed) = (0, 0);
        for _ in 0..1000 {
            // Seven above by d: each is d (1 - 6/13) = 7 d / 13 above the mean of the others.
            let d = 13.0 / 7.0 * 5.0;
            let lift = |kind: usize| if kind < 7 { d } else { 0.0 };
            let kinds: Vec<Estimate> =
                (0..14).map(|kind| estimate(lift(kind) + rng.normal(), 1.0)).collect();
            let found = among(&kinds, &[1.0; 14], 5.0);
            called += u32::from(found.iter().any(|one| one.verdict == Verdict::Equal));
            let truth = |kind: usize| if kind < 7 { 5.0 } else { -5.0 };
            let misses = |(kind, one): (usize, &Judgement)| {
                let (low, high) = one.interval;
                low > truth(kind) || high < truth(kind)
            };
            missed += u32::from(found.iter().enumerate().any(misses));
        }
        assert!(called <= 78, "{called}");
        assert!((15..=78).contains(&missed), "{missed}");
    }

    /// Twenty kinds that are worth the same: one of them is called strong or weak in at most 5 % of
    /// the studies.
    #[test]
    fn equal_kinds_are_seldom_told_apart() {
        let mut rng = Draws::new(8);
        let (mut flagged, mut ranked) = (0, 0);
        for _ in 0..1000 {
            let kinds: Vec<Estimate> = (0..20).map(|_| estimate(rng.normal(), 1.0)).collect();
            let found = among(&kinds, &[1.0; 20], 0.0);
            flagged += u32::from(found.iter().any(|one| one.verdict != Verdict::Open));
            ranked += u32::from(found.iter().any(|one| one.rank_low > 1));
        }
        // Within four standard errors of 5 %; the pairs are not independent, so theirs is a bound.
        assert!((22..=78).contains(&flagged), "{flagged}");
        assert!(ranked <= 78, "{ranked}");
    }

    #[test]
    fn what_stands_out_is_confirmed_on_its_own_side_of_0_alone() {
        let kinds = [estimate(10.0, 0.1), estimate(0.0, 0.1), estimate(0.0, 0.1)];
        let found = among(&kinds, &[1.0; 3], 0.5);
        assert_eq!([found[0].verdict, found[1].verdict], [Verdict::Better, Verdict::Worse]);
        for (fresh, better, worse) in [
            (estimate(3.0, 1.0), true, false),
            (estimate(-3.0, 1.0), false, true),
            (estimate(1.0, 1.0), false, false),
        ] {
            assert_eq!(found[0].is_confirmed_by(&fresh), Some(better));
            assert_eq!(found[1].is_confirmed_by(&fresh), Some(worse));
        }
        let even = among(&[estimate(0.0, 0.1); 2], &[1.0; 2], 0.5);
        assert_eq!(even[0].is_confirmed_by(&estimate(9.0, 0.1)), None);
    }

    #[test]
    fn alone_a_kind_is_judged_by_its_worth() {
        let kinds = [estimate(-3.9, 0.1), estimate(-1.3, 0.1), estimate(0.0, 0.1)];
        let verdicts =
            |found: Vec<Judgement>| found.iter().map(|one| one.verdict).collect::<Vec<_>>();
        let alone = verdicts(rate(&kinds, &kinds, 0.0));
        assert_eq!(alone, [Verdict::Worse, Verdict::Worse, Verdict::Open]);
        let beside = verdicts(among(&kinds, &[1.0; 3], 0.0));
        assert_eq!(beside, [Verdict::Worse, Verdict::Better, Verdict::Better]);
    }
}
