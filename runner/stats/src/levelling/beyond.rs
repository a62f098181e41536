//! What is unbalanced: effects against the mean of the others.

use super::Task;
use crate::p_value::{holm, one_sided};
use crate::worth::{Estimate, apart};

/// The mean of a figure over tables; 0 if there are none.
pub fn mean_of<T>(tables: &[T], figure: impl Fn(&T) -> f64) -> f64 {
    tables.iter().map(figure).sum::<f64>() / tables.len().max(1) as f64
}

/// Each worth minus the weighted mean of the others.
pub fn beyond(task: &Task, worths: &[Estimate]) -> Vec<Estimate> {
    (0..worths.len()).map(|thing| apart(worths, &task.weights, thing)).collect()
}

/// For each thing, the p-value of a worth within the margin of the mean of the others, adjusted by [`holm`].
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

    /// Worths that are all as far from the others as the margin allows are found to be unbalanced in 5 of 100 sets
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
                    Estimate { value: worth + rng.normal(), error: 1.0, samples: 100_000 }
                };
                let worths: Vec<Estimate> = (0..14).map(drawn).collect();
                out_of_line(&task, &worths).iter().any(|p| *p <= 0.05)
            });
            let rate = found.count() as f64 / f64::from(sets);
            assert!(rate < 0.062, "{margin}: {rate}");
        }
    }
}
