//! The mean effect over strata of decisions, each of which counts as often as it occurs.

use crate::ratio::Ratio;
use crate::worth::Estimate;

/// Decisions of one stratum, sampled by playing games until one of them has such a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stratum {
    /// Over the games found: number of decisions as the denominator, times the effect as the numerator.
    pub sums: Ratio,
    /// Games found.
    pub found: i128,
    /// Games played to find them, those in vain included.
    pub played: i128,
}

impl Stratum {
    /// The share of games that have such a decision: `(found - 1) / (played - 1)`, unbiased if games are played until a
    /// given number is found (Haldane 1945, Biometrika 33, 222-225); 1 if only one was played.
    fn share(&self) -> f64 {
        match self.played > 1 {
            true => (self.found - 1) as f64 / (self.played - 1) as f64,
            false => 1.0,
        }
    }

    /// Decisions of the stratum in a game of those played; `None` without any sample.
    pub fn per_game(&self) -> Option<f64> {
        let Stratum { sums, played, .. } = self;
        let known = sums.blocks > 0 && *played > 0;
        known.then(|| sums.d as f64 / sums.blocks as f64 * self.share())
    }
}

/// The mean effect per decision over all strata: with `f = P D / B` decisions a game, where `P` is the share of games
/// found and `D / B` the decisions in each, `R = Σ f w / Σ f` for the effects `w = N / D`. A stratum adds `(P / Σf)²
/// s²(N - R D) / B + ((w - R) f / Σf)² (1 - P) / found` to the variance; degrees of freedom as [`Estimate::sum`].
/// `None` if a stratum has fewer than two samples.
pub fn mean_per_decision(strata: &[Stratum], unit: f64) -> Option<Estimate> {
    let rates: Option<Vec<f64>> = strata.iter().map(Stratum::per_game).collect();
    let known =
        !strata.is_empty() && strata.iter().all(|one| one.sums.blocks > 1 && one.sums.d > 0);
    let rates = rates.filter(|_| known)?;
    let all: f64 = rates.iter().sum();
    let effect = |one: &Stratum| one.sums.n as f64 / one.sums.d as f64;
    let value: f64 = strata.iter().zip(&rates).map(|(one, rate)| effect(one) * rate / all).sum();
    let (mut variance, mut spread) = (0.0, 0.0);
    for (one, rate) in strata.iter().zip(&rates) {
        let (sums, share) = (one.sums, one.share());
        let blocks = sums.blocks as f64;
        let within = sums.spread_around(value) * share / (all * blocks);
        let moved = (effect(one) - value) * rate / all;
        let part = within * within + moved * moved * (1.0 - share) / one.found as f64;
        variance += part;
        spread += part * part / (blocks - 1.0);
    }
    let samples = match spread > 0.0 {
        true => (variance * variance / spread) as i128 + 1,
        false => strata.iter().map(|one| one.sums.blocks).sum(),
    };
    Some(Estimate { value: value * unit, error: variance.sqrt() * unit, samples })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// The decisions that games have: in each hundred games so many have any, those have 1 to so many of them, and the
    /// effect of each is around so much, more with every one.
    const PLAN: [(u32, u32, i64); 3] = [(100, 3, -20), (40, 1, 70), (5, 2, 400)];

    fn sample(
        rng: &mut Draws,
        (hundredth, most, effect): (u32, u32, i64),
        blocks: i128,
    ) -> Stratum {
        let mut one = Stratum { sums: Ratio::default(), found: 0, played: 0 };
        while one.found < blocks {
            one.played += 1;
            if rng.below(100) < hundredth {
                one.found += 1;
                let decisions = i64::from(1 + rng.below(most));
                let gain = effect + 10 * decisions + i64::from(rng.below(201)) - 100;
                one.sums.add_block(decisions * gain, decisions);
            }
        }
        one
    }

    /// The mean effect of all decisions of a game, from the definition.
    fn truth() -> f64 {
        let (mut gains, mut decisions) = (0.0, 0.0);
        for (hundredth, most, effect) in PLAN {
            for number in 1..=most {
                let weight = f64::from(hundredth) / f64::from(most) * f64::from(number);
                gains += weight * (effect as f64 + 10.0 * f64::from(number));
                decisions += weight;
            }
        }
        gains / decisions
    }

    #[test]
    fn decisions_count_as_often_as_they_occur() {
        // Three in every game, worth 5; one in every fourth game, worth 21.
        let mut often = Stratum { sums: Ratio::default(), found: 12, played: 12 };
        let mut seldom = Stratum { sums: Ratio::default(), found: 12, played: 45 };
        for _ in 0..12 {
            often.sums.add_block(3 * 5, 3);
            seldom.sums.add_block(21, 1);
        }
        let found = mean_per_decision(&[often, seldom], 0.5).unwrap();
        assert_eq!([often, seldom].map(|one| one.per_game()), [Some(3.0), Some(0.25)]);
        assert!((found.value - 0.5 * (15.0 + 5.25) / 3.25).abs() < 1e-12, "{found:?}");
        // Only how seldom the second one is is not known exactly.
        let moved = 0.5 * (21.0 - 20.25 / 3.25) * 0.25 / 3.25 * (0.75_f64 / 12.0).sqrt();
        assert!((found.error - moved).abs() < 1e-12, "{found:?}, {moved}");
        assert_eq!(found.samples, 12);
        assert_eq!(mean_per_decision(&[], 1.0), None);
    }

    /// Of a single stratum it is the ratio, with its error.
    #[test]
    fn one_stratum_is_a_ratio() {
        let one = sample(&mut Draws::new(3), PLAN[0], 50);
        let found = mean_per_decision(&[one], 0.5).unwrap();
        let (value, error) = (one.sums.value(0.5).unwrap(), one.sums.error(0.5).unwrap());
        assert!((found.value - value).abs() < 1e-12 && (found.error / error - 1.0).abs() < 1e-9);
        assert_eq!(found.samples, 50);
    }

    #[test]
    fn intervals_contain_the_mean_effect_as_often_as_they_say() {
        let (mut rng, studies, mut missed) = (Draws::new(11), 4000, [0, 0]);
        for _ in 0..studies {
            let strata = PLAN.map(|stratum| sample(&mut rng, stratum, 60));
            let (low, high) = mean_per_decision(&strata, 1.0).unwrap().alone();
            missed[0] += u32::from(low > truth());
            missed[1] += u32::from(high < truth());
        }
        let shares = missed.map(|missed| f64::from(missed) / f64::from(studies));
        let both = shares[0] + shares[1];
        assert!((0.04..=0.06).contains(&both), "{shares:?}");
    }
}
