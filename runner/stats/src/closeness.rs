//! Whether choices matter: differences between actions beside the noise of the analysis.

use crate::jackknife::{Estimate, jackknife};
use crate::student::NORMAL_QUANTILE;

/// Two independent analyses of the difference between two actions of one decision.
pub type Twice = [f64; 2];

/// The actions of some decisions, analysed twice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judged {
    /// Of each decision: how much the best action is better than the second best.
    pub best: Vec<Twice>,
    /// Of each decision in which somebody would choose another action than the best: how much worse.
    pub other: Vec<Twice>,
    /// Decisions in which it would choose the best.
    pub same: u64,
}

/// What the decisions say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Closeness {
    /// Standard deviation of the mean of both analyses of a difference between the best two actions.
    pub noise: Option<Estimate>,
    /// Share of decisions whose best two actions differ by less than 1.96 times the noise.
    pub close: Option<Estimate>,
    /// Share of decisions in which the other action is worse by more than 1.96 times its noise.
    pub wrong: Option<Estimate>,
}

/// Of decisions by game, each game being one sample.
///
/// Whichever actions are chosen by the mean of two analyses, that choice says nothing about the
/// difference between the two (it is independent of their sum if both are normal with one variance).
/// So half of this difference, squared and averaged over decisions, is the variance of the mean of both,
/// and unbiased although the best action was sought out.
pub fn closeness(games: &[Judged]) -> Closeness {
    let [noise, close, wrong] = jackknife(games.len(), |without| {
        let kept = games.iter().enumerate().filter(|(number, _)| Some(*number) != without);
        let kept: Vec<&Judged> = kept.map(|(_, judged)| judged).collect();
        let best: Vec<Twice> = kept.iter().flat_map(|judged| judged.best.clone()).collect();
        let other: Vec<Twice> = kept.iter().flat_map(|judged| judged.other.clone()).collect();
        let same: u64 = kept.iter().map(|judged| judged.same).sum();
        let noise = noise_of(&best);
        let bound = |noise: f64| NORMAL_QUANTILE * noise;
        let share = |count: usize, of: usize| (of > 0).then(|| count as f64 / of as f64);
        let close = noise.and_then(|noise| {
            let close = best.iter().filter(|gap| mean(gap) <= bound(noise)).count();
            share(close, best.len())
        });
        let all = other.len() + same as usize;
        let bound = noise_of(&other).map_or(0.0, bound);
        let wrong = share(other.iter().filter(|gap| mean(gap) > bound).count(), all);
        [noise, close, wrong]
    });
    Closeness { noise, close, wrong }
}

fn mean([one, two]: &Twice) -> f64 {
    (one + two) / 2.0
}

fn noise_of(gaps: &[Twice]) -> Option<f64> {
    let squares: f64 = gaps.iter().map(|[one, two]| (one - two) * (one - two) / 4.0).sum();
    (!gaps.is_empty()).then(|| (squares / gaps.len() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// Decisions between `count` actions, of which the first is better by `edge`; each analysis errs by
    /// a standard deviation of 1.
    fn judged(edge: f64, count: usize, decisions: usize, seed: u64) -> Vec<Judged> {
        let mut rng = Draws::new(seed);
        let unit = f64::from(1 << 20);
        let mut normal =
            move || (0..12).map(|_| f64::from(rng.below(1 << 20)) / unit).sum::<f64>() - 6.0;
        let one = |_| {
            let mut values = Vec::new();
            for action in 0..count {
                let truth = if action == 0 { edge } else { 0.0 };
                values.push([truth + normal(), truth + normal()]);
            }
            values.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
            let best = [values[0][0] - values[1][0], values[0][1] - values[1][1]];
            Judged { best: vec![best], other: vec![best], same: 1 }
        };
        (0..decisions).map(one).collect()
    }

    /// The difference of two actions in the mean of two analyses varies by 1, however the actions were
    /// sought out.
    #[test]
    fn noise_is_measured_beside_the_choice_of_the_best() {
        for count in [2, 5, 20] {
            let found = closeness(&judged(0.0, count, 4000, 7));
            let Estimate { value, interval } = found.noise.unwrap();
            let (low, high) = interval.unwrap();
            assert!((value - 1.0).abs() < 0.05 && high - low < 0.1, "{count}: {value}");
            assert!(found.close.unwrap().value > 0.94, "{found:?}");
        }
    }

    #[test]
    fn an_action_that_is_much_better_is_seen() {
        let found = closeness(&judged(20.0, 5, 400, 7));
        assert_eq!(found.close.unwrap().value, 0.0);
        // One decision of two has the other action.
        assert_eq!(found.wrong.unwrap().value, 0.5);
    }

    #[test]
    fn without_decisions_there_is_nothing() {
        let found = closeness(&[Judged::default(), Judged::default()]);
        assert_eq!(found, Closeness { noise: None, close: None, wrong: None });
    }
}
