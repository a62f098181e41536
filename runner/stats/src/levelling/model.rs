//! All worths as linear functions of all levers, by what was measured at a set and around it.

use super::design::around;
use super::{Measured, Set, Task};

/// The worths at one table: at the set that was measured, plus for each lever its slope times the change of its
/// value.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    set: Set,
    worths: Vec<f64>,
    /// For each thing, the change of its worth with the value of every lever.
    pub slopes: Vec<Vec<f64>>,
}

impl Model {
    /// From the worths at `set` and at the sets of [its design](around).
    ///
    /// A slope is the mean worth where the lever is high, minus that where it is low, divided by the distance of
    /// the two values. The slope of a lever for its owner is taken as it is. Other slopes are small at best, and
    /// there are many, so each is shrunk towards 0 by the factor `1 - (error / effect)^2`, or is 0 if the effect
    /// is within its error. The error of the effects on one thing is Lenth's: 1.5 times the median of their sizes,
    /// without those that stand out (R. V. Lenth, *Quick and easy analysis of unreplicated factorials*,
    /// Technometrics 31, 1989).
    pub fn new(task: &Task, set: &Set, measured: &Measured) -> Model {
        let (sets, signs) = around(task, set);
        let things = measured.worths.len();
        let effect = |thing: usize, lever: usize| {
            let tried = measured.tried.iter().zip(&signs);
            let sum: f64 = tried.map(|(worths, row)| f64::from(row[lever]) * worths[thing]).sum();
            2.0 * sum / sets.len().max(1) as f64
        };
        let distance = |lever: usize| {
            let value = |sign: i8| {
                let row = signs.iter().position(|row| row[lever] == sign)?;
                Some(task.levers[lever].values[sets[row][lever]])
            };
            Some(value(1)? - value(-1)?)
        };
        let distances: Vec<Option<f64>> = (0..task.levers.len()).map(distance).collect();
        let slopes = (0..things).map(|thing| {
            let varied = (0..task.levers.len()).filter(|&lever| distances[lever].is_some());
            let effects: Vec<(usize, f64)> =
                varied.map(|lever| (lever, effect(thing, lever))).collect();
            let others = effects.iter().filter(|(lever, _)| task.owners[*lever] != Some(thing));
            let error = pseudo_error(&others.map(|(_, effect)| effect.abs()).collect::<Vec<_>>());
            let mut slopes = vec![0.0; task.levers.len()];
            for (lever, effect) in effects {
                let own = task.owners[lever] == Some(thing);
                let kept = if own { effect } else { shrunk(effect, error) };
                slopes[lever] = kept / distances[lever].unwrap_or(1.0);
            }
            slopes
        });
        let slopes = slopes.collect();
        let worths = measured.worths.iter().map(|worth| worth.value).collect();
        Model { set: set.clone(), worths, slopes }
    }

    /// A model of what lies between two sets with models of their own: it begins at the first, and its slopes are the
    /// means of both, but where the owner's lever moves from one set to the other, its slope is such that the model
    /// gives the owner's worth at the second set too. A worth need not be linear over so long a way.
    pub fn between(task: &Task, first: &Model, second: &Model) -> Model {
        let mut model = first.clone();
        for (one, two) in model.slopes.iter_mut().zip(&second.slopes) {
            one.iter_mut().zip(two).for_each(|(one, two)| *one = (*one + two) / 2.0);
        }
        let found = model.at(task, &second.set);
        for (thing, (worth, found)) in second.worths.iter().zip(found).enumerate() {
            let moved = |lever: &usize| {
                task.owners[*lever] == Some(thing) && first.set[*lever] != second.set[*lever]
            };
            let moved: Vec<usize> = (0..task.levers.len()).filter(moved).collect();
            for &lever in &moved {
                let values = &task.levers[lever].values;
                let way = values[second.set[lever]] - values[first.set[lever]];
                model.slopes[thing][lever] += (worth - found) / moved.len() as f64 / way;
            }
        }
        model
    }

    /// The worth of every thing at a set.
    pub fn at(&self, task: &Task, set: &Set) -> Vec<f64> {
        let mut worths = self.worths.clone();
        for (lever, (&old, &new)) in self.set.iter().zip(set).enumerate() {
            self.shift(task, lever, (old, new), &mut worths);
        }
        worths
    }

    /// Changes the worths as a lever does that goes from one place to another.
    pub(super) fn shift(
        &self,
        task: &Task,
        lever: usize,
        (old, new): (usize, usize),
        worths: &mut [f64],
    ) {
        let values = &task.levers[lever].values;
        let change = values[new] - values[old];
        for (worth, slopes) in worths.iter_mut().zip(&self.slopes) {
            *worth += slopes[lever] * change;
        }
    }
}

/// Lenth's pseudo standard error of effects of which most are chance; `sizes` have no signs.
fn pseudo_error(sizes: &[f64]) -> f64 {
    let median = |mut sizes: Vec<f64>| {
        sizes.sort_by(f64::total_cmp);
        let middle = |place: usize| sizes.get(place).copied().unwrap_or_default();
        (middle(sizes.len().saturating_sub(1) / 2) + middle(sizes.len() / 2)) / 2.0
    };
    let first = 1.5 * median(sizes.to_vec());
    1.5 * median(sizes.iter().copied().filter(|&size| size <= 2.5 * first).collect())
}

fn shrunk(effect: f64, error: f64) -> f64 {
    if effect == 0.0 {
        return 0.0;
    }
    let share = error / effect;
    effect * (1.0 - share * share).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levelling::Lever;
    use crate::worth::Estimate;

    #[test]
    fn lenths_error_ignores_what_stands_out() {
        assert_eq!(pseudo_error(&[1.0, 2.0, 3.0, 100.0, 4.0, 5.0]), 1.5 * 3.0);
        assert_eq!(pseudo_error(&[]), 0.0);
        assert_eq!(pseudo_error(&[2.0]), 3.0);
        assert!((shrunk(-2.0, 1.0) + 1.5).abs() < 1e-12);
        assert_eq!((shrunk(1.0, 2.0), shrunk(0.0, 0.0)), (0.0, 0.0));
    }

    /// Worths that are linear are found exactly, wherever the set is.
    #[test]
    fn a_linear_world_is_found_exactly() {
        let lever = |values: &[f64], first| Lever { values: values.to_vec(), first };
        let task = Task {
            levers: vec![lever(&[1.0, 2.0, 4.0], 0), lever(&[0.0, 5.0], 1), lever(&[3.0], 0)],
            owners: vec![Some(0), Some(1), None],
            weights: vec![1.0; 2],
            margin: 0.5,
        };
        // The second lever changes the first thing by -1 for each unit, the first one does not change the second.
        let truth = |set: &Set| {
            let value = |lever: usize| task.levers[lever].values[set[lever]];
            vec![10.0 + 2.0 * value(0) - value(1), 3.0 * value(1)]
        };
        let set = vec![1, 1, 0];
        let worths = truth(&set);
        let worths = worths.into_iter().map(|value| Estimate { value, error: 0.1, samples: 9 });
        let tried = around(&task, &set).0.iter().map(truth).collect();
        let model = Model::new(&task, &set, &Measured { worths: worths.collect(), tried });
        let close = |one: f64, two: f64| (one - two).abs() < 1e-9;
        assert!(close(model.slopes[0][0], 2.0) && close(model.slopes[1][1], 3.0), "{model:?}");
        // A single other effect is its own error.
        assert_eq!((model.slopes[0][1], model.slopes[1][0]), (0.0, 0.0));
        // Between two sets of a world that is linear, it is the same.
        let other = Model { set: vec![2, 0, 0], worths: truth(&vec![2, 0, 0]), ..model.clone() };
        let between = Model::between(&task, &model, &other);
        assert!(close(between.slopes[0][0], 4.5), "{between:?}");
        let ends = [&set, &other.set].map(|set| between.at(&task, set));
        for (end, set) in ends.iter().zip([&set, &other.set]) {
            assert!(end.iter().zip(truth(set)).all(|(one, two)| close(*one, two)), "{between:?}");
        }
        let at = model.at(&task, &vec![0, 1, 0]);
        assert!(close(at[0], truth(&vec![0, 1, 0])[0]) && close(at[1], 15.0), "{at:?}");
    }
}
