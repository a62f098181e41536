//! All worths as functions of all levers, by what was measured at a set and beside it.

use super::{Lever, Measured, Set, Task};

type Move = (usize, usize);

/// Each lever by itself moved down and up by one place, or by an eighth of many, as far as it can go.
pub fn neighbours(levers: &[Lever], set: &Set) -> Vec<Set> {
    let moved = moves(levers, set).into_iter().map(|(lever, to)| {
        let mut moved = set.clone();
        moved[lever] = to;
        moved
    });
    moved.collect()
}

fn moves(levers: &[Lever], set: &Set) -> Vec<Move> {
    let both = levers.iter().zip(set).enumerate().flat_map(|(lever, (known, &at))| {
        let (last, reach) = (known.values.len() - 1, (known.values.len() / 8).max(1));
        let ends = [at.saturating_sub(reach), (at + reach).min(last)];
        ends.into_iter().filter(move |&to| to != at).map(move |to| (lever, to))
    });
    both.collect()
}

/// The worths at one table: at a set, plus so much for each unit of a value below and above its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    set: Set,
    worths: Vec<f64>,
    /// For each lever, the change of every thing's worth with its value, downwards and upwards.
    slopes: Vec<Vec<[f64; 2]>>,
}

impl Model {
    /// From the worths at `set` and its [neighbours]; an unmeasured slope is that of the other side.
    pub fn new(task: &Task, set: &Set, measured: &Measured) -> Model {
        let worths: Vec<f64> = measured.worths.iter().map(|worth| worth.value).collect();
        let mut found: Vec<Vec<[Option<f64>; 2]>> = vec![vec![[None; 2]; worths.len()]; set.len()];
        for ((lever, to), tried) in moves(&task.levers, set).into_iter().zip(&measured.tried) {
            let values = &task.levers[lever].values;
            let way = values[to] - values[set[lever]];
            for (thing, (there, here)) in tried.iter().zip(&worths).enumerate() {
                found[lever][thing][usize::from(to > set[lever])] = Some((there - here) / way);
            }
        }
        let slope = |[down, up]: [Option<f64>; 2]| {
            [down.or(up).unwrap_or_default(), up.or(down).unwrap_or_default()]
        };
        let slopes = found.into_iter().map(|things| things.into_iter().map(slope).collect());
        Model { set: set.clone(), slopes: slopes.collect(), worths }
    }

    /// A model of what lies between two sets: the first one, but the owner's lever has such a slope from set to set
    /// that it gives the owner's worth at the second, too.
    pub fn between(task: &Task, first: &Model, second: &Model) -> Model {
        let mut model = first.clone();
        let found = model.at(task, &second.set);
        for (thing, (worth, found)) in second.worths.iter().zip(found).enumerate() {
            let moved = |lever: &usize| {
                task.owners[*lever] == Some(thing) && first.set[*lever] != second.set[*lever]
            };
            let moved: Vec<usize> = (0..task.levers.len()).filter(moved).collect();
            for &lever in &moved {
                let values = &task.levers[lever].values;
                let (from, to) = (first.set[lever], second.set[lever]);
                let more = (worth - found) / moved.len() as f64 / (values[to] - values[from]);
                model.slopes[lever][thing][usize::from(to > from)] += more;
            }
        }
        model
    }

    /// The worths at the set of `to` from those at that of `from`: the changes are the mean of what both models say,
    /// which is right also where worths bend evenly.
    pub fn from_to(task: &Task, from: &Model, to: &Model) -> Vec<f64> {
        let ends = from.at(task, &to.set).into_iter().zip(to.at(task, &from.set));
        let both = ends.zip(from.worths.iter().zip(&to.worths));
        both.map(|((ahead, back), (start, end))| (ahead + start + end - back) / 2.0).collect()
    }

    /// The worth of every thing at a set.
    pub fn at(&self, task: &Task, set: &Set) -> Vec<f64> {
        let mut worths = self.worths.clone();
        for (lever, (&old, &new)) in self.set.iter().zip(set).enumerate() {
            self.shift(task, lever, (old, new), &mut worths);
        }
        worths
    }

    pub(super) fn shift(
        &self,
        task: &Task,
        lever: usize,
        (old, new): (usize, usize),
        worths: &mut [f64],
    ) {
        let (values, here) = (&task.levers[lever].values, self.set[lever]);
        let [old, new] = [old, new].map(|at| (usize::from(at > here), values[at] - values[here]));
        for (worth, slopes) in worths.iter_mut().zip(&self.slopes[lever]) {
            *worth += slopes[new.0] * new.1 - slopes[old.0] * old.1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levelling::Lever;
    use crate::worth::Estimate;

    fn task() -> Task {
        let lever = |values: &[f64], first| Lever { values: values.to_vec(), first };
        Task {
            levers: vec![lever(&[1.0, 2.0, 4.0], 0), lever(&[0.0, 5.0], 1), lever(&[3.0], 0)],
            owners: vec![Some(0), Some(1), None],
            weights: vec![1.0; 2],
            margin: 0.5,
        }
    }

    /// The second lever changes the first thing by -1 for each unit, the first one does not change the second.
    fn truth(set: &Set) -> Vec<f64> {
        let value = |lever: usize| task().levers[lever].values[set[lever]];
        vec![10.0 + 2.0 * value(0) - value(1), 3.0 * value(1)]
    }

    fn model(set: &Set) -> Model {
        let worths = truth(set).into_iter().map(|value| Estimate { value, error: 0.1, samples: 9 });
        let tried = neighbours(&task().levers, set).iter().map(truth).collect();
        Model::new(&task(), set, &Measured { worths: worths.collect(), tried })
    }

    fn assert_close(found: Vec<f64>, expected: Vec<f64>) {
        assert!(
            found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{found:?} {expected:?}"
        );
    }

    #[test]
    fn levers_move_to_their_neighbours() {
        assert_eq!(
            neighbours(&task().levers, &vec![1, 1, 0]),
            [vec![0, 1, 0], vec![2, 1, 0], vec![1, 0, 0]]
        );
        assert_eq!(neighbours(&task().levers, &vec![0, 0, 0]), [vec![1, 0, 0], vec![0, 1, 0]]);
        let many = Lever { values: (0..24).map(f64::from).collect(), first: 20 };
        let task = Task { levers: vec![many], ..task() };
        assert_eq!(neighbours(&task.levers, &vec![20]), [vec![17], vec![23]]);
    }

    /// Worths that are linear are found exactly, wherever the set is.
    #[test]
    fn a_linear_world_is_found_exactly() {
        let found = model(&vec![1, 1, 0]);
        for set in [vec![0, 1, 0], vec![2, 0, 0], vec![1, 1, 0]] {
            assert_close(found.at(&task(), &set), truth(&set));
        }
    }

    /// Worths that bend evenly are predicted exactly from one set to another.
    #[test]
    fn both_models_predict_what_lies_between() {
        let lever = Lever { values: (0..9).map(f64::from).collect(), first: 0 };
        let task = Task { levers: vec![lever], owners: vec![Some(0)], ..task() };
        // A square, with its slope at both sets.
        let model = |at: usize, slope: f64| Model {
            set: vec![at],
            worths: vec![(at * at) as f64],
            slopes: vec![vec![[slope; 2]]],
        };
        let (low, high) = (model(2, 4.0), model(6, 12.0));
        assert_close(Model::from_to(&task, &low, &high), vec![36.0]);
        assert_close(Model::from_to(&task, &high, &low), vec![4.0]);
    }

    /// Where worths bend, both sides have their own slope, and a model between two sets fits both.
    #[test]
    fn worths_may_bend() {
        let mut bent = model(&vec![1, 1, 0]);
        bent.slopes[0][0] = [2.0, 7.0];
        assert_close(bent.at(&task(), &vec![0, 1, 0]), truth(&vec![0, 1, 0]));
        assert_close(bent.at(&task(), &vec![2, 1, 0]), vec![truth(&vec![1, 1, 0])[0] + 14.0, 15.0]);
        let other = Model { worths: vec![30.0, 9.0], ..model(&vec![2, 0, 0]) };
        let between = Model::between(&task(), &bent, &other);
        assert_close(between.at(&task(), &vec![1, 1, 0]), truth(&vec![1, 1, 0]));
        assert_close(between.at(&task(), &vec![2, 0, 0]), vec![30.0, 9.0]);
    }
}
