//! How unequal worths are.

use super::Task;
use crate::p_value::{holm, one_sided};
use crate::worth::{Estimate, apart};

/// The largest value minus the smallest; 0 for fewer than two.
pub fn spread(values: impl IntoIterator<Item = f64>) -> f64 {
    let ends = values.into_iter().fold(None, |ends: Option<(f64, f64)>, value| {
        Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    ends.map_or(0.0, |(low, high)| high - low)
}

/// The mean of a figure over tables; 0 if there are none.
pub fn mean_of<T>(tables: &[T], figure: impl Fn(&T) -> f64) -> f64 {
    tables.iter().map(figure).sum::<f64>() / tables.len().max(1) as f64
}

/// The spread that estimates with these errors have on average if all true values are the same: the largest of
/// independent normal numbers minus the smallest of them, by integrating the probability that not all are on
/// one side of a point. What is measured as spread beyond that is not due to chance.
pub fn of_chance(errors: &[f64]) -> f64 {
    const STEPS: i32 = 400;
    let largest = errors.iter().copied().fold(0.0, f64::max);
    if errors.len() < 2 || largest <= 0.0 {
        return 0.0;
    }
    let step = 12.0 * largest / f64::from(STEPS);
    let outside = |x: f64| {
        let below = errors
            .iter()
            .map(|&error| if error > 0.0 { normal(x / error) } else { f64::from(x >= 0.0) });
        let (mut all, mut none) = (1.0, 1.0);
        below.for_each(|share| {
            all *= share;
            none *= 1.0 - share;
        });
        1.0 - all - none
    };
    let points = (0..STEPS).map(|number| f64::from(number - STEPS / 2) + 0.5);
    points.map(|point| outside(point * step)).sum::<f64>() * step
}

/// The spread of worths, and that of chance.
pub fn spreads(worths: &[Estimate]) -> [f64; 2] {
    let errors: Vec<f64> = worths.iter().map(|worth| worth.error).collect();
    [spread(worths.iter().map(|worth| worth.value)), of_chance(&errors)]
}

/// The probability that a normal number with mean 0 and variance 1 is at most `x`.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / core::f64::consts::SQRT_2) / 2.0
}

/// Each worth minus the weighted mean of the others.
pub fn beyond(task: &Task, worths: &[Estimate]) -> Vec<Estimate> {
    (0..worths.len()).map(|thing| apart(worths, &task.weights, thing)).collect()
}

/// For each thing, the p-value of the hypothesis that its worth is within the margin of the mean of the others,
/// adjusted by [`holm`] for all of them. With a margin of 0 it is that of no difference.
pub fn out_of_line(task: &Task, worths: &[Estimate]) -> Vec<f64> {
    let p = beyond(task, worths).into_iter().map(|Estimate { value, error, samples }| {
        let over = value.abs() - task.margin;
        // A worth at the margin can seem to be beyond it on either side; the far one counts for little unless the
        // margin is small beside the error.
        let sides = [over, value.abs() + task.margin].map(|over| one_sided(over, error, samples));
        let certain = if over > 0.0 { 0.0 } else { 1.0 };
        sides[0].zip(sides[1]).map_or(certain, |(near, far)| (near + far).min(1.0))
    });
    holm(&p.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;
    use crate::levelling::tests::normal_draw;

    #[test]
    fn the_largest_minus_the_smallest() {
        assert_eq!(spread([1.0, -2.0, 0.5]), 3.0);
        assert_eq!((spread([4.0]), spread([])), (0.0, 0.0));
    }

    /// Against the mean of many drawn sets; for two normal numbers it is 2 / sqrt(pi).
    #[test]
    fn chance_spreads_equal_worths() {
        assert!((of_chance(&[1.0, 1.0]) - std::f64::consts::FRAC_2_SQRT_PI).abs() < 1e-3);
        assert_eq!((of_chance(&[1.0]), of_chance(&[0.0, 0.0])), (0.0, 0.0));
        let mut rng = Draws::new(3);
        for errors in [vec![0.5; 14], vec![0.2, 0.4, 0.1, 1.0, 0.0]] {
            let draws = 20_000;
            let drawn: f64 = (0..draws)
                .map(|_| spread(errors.iter().map(|error| error * normal_draw(&mut rng))))
                .sum::<f64>()
                / f64::from(draws);
            let found = of_chance(&errors);
            assert!((found - drawn).abs() < 0.02 * drawn, "{found} {drawn}");
        }
    }

    #[test]
    fn only_what_is_certainly_beyond_the_margin_is_out_of_line() {
        let estimate = |value| Estimate { value, error: 0.1, samples: 1000 };
        let worths: Vec<Estimate> = [0.0, 0.1, 0.0, 1.5, 0.55].map(estimate).into();
        let task =
            |margin| Task { levers: Vec::new(), owners: Vec::new(), weights: vec![1.0; 5], margin };
        let certain = |margin| -> Vec<bool> {
            out_of_line(&task(margin), &worths).iter().map(|p| *p <= 0.05).collect()
        };
        assert_eq!(certain(0.5), [false, false, false, true, false]);
        assert_eq!(certain(2.0), [false; 5]);
        assert_eq!(certain(0.0), [true, true, true, true, false]);
    }

    /// Worths that are all as far from the others as the margin allows are found to be out of line in 5 of 100 sets
    /// at most, however small the margin is.
    #[test]
    fn fair_worths_are_seldom_out_of_line() {
        let mut rng = Draws::new(8);
        for margin in [0.0, 0.05, 0.3, 1.0] {
            let weights = vec![1.0; 14];
            let task = Task { levers: Vec::new(), owners: Vec::new(), weights, margin };
            let sets = 4000;
            let found = (0..sets).filter(|_| {
                // By turns above and below: so each lies at the margin from the mean of the others.
                let drawn = |thing: i32| {
                    let worth = margin * 13.0 / 14.0 * f64::from(2 * (thing % 2) - 1);
                    Estimate { value: worth + normal_draw(&mut rng), error: 1.0, samples: 100_000 }
                };
                let worths: Vec<Estimate> = (0..14).map(drawn).collect();
                out_of_line(&task, &worths).iter().any(|p| *p <= 0.05)
            });
            let rate = found.count() as f64 / f64::from(sets);
            assert!(rate < 0.062, "{margin}: {rate}");
        }
    }
}
