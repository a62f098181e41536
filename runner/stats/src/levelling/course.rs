//! From a set of values to a levelled one: measure, model, choose, and measure again.

use std::ops::RangeInclusive;

use super::beyond::{beyond, mean_of, out_of_line};
use super::deviation::{Deviation, deviation};
use super::pool::pooled;
use super::{Choice, Measured, Model, Set, Task, front, neighbours};
use crate::worth::Estimate;

/// Probability with which anything is changed if all things are worth the same within the margin.
const RISK: f64 = 0.05;
/// A set closer to the first values is preferred if its standard deviation is at most this much of the margin larger.
const NEARLY: f64 = 0.1;
/// The standard deviation of another set, or of one with more changes, must be smaller by this factor.
pub const CLEARLY: f64 = 0.9;
/// How much further than the sets that were tried values may go in one step, as a multiple.
const FURTHER: usize = 3;
/// How often the best set is measured before a course ends outside of the margin.
const TIMES: usize = 3;
/// New sets in a row that may be no better.
const VAIN: usize = 2;

/// A set that was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct CourseStep {
    /// The values.
    pub set: Set,
    /// How often it was measured.
    pub times: usize,
    /// What was measured, table by table: the mean of all times.
    pub measured: Vec<Measured>,
    /// The standard deviation between the worths, net of noise: the mean of all tables.
    pub deviation: f64,
    /// The largest distance of any worth from the mean of the others, at any table.
    pub farthest: f64,
    /// Distances within the margin by two standard errors; at least half of the margin.
    pub safe: f64,
    /// The smallest p-value of [`out_of_line`] at any table, adjusted for the number of tables.
    pub p: f64,
}

/// Why a course ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CourseEnd {
    /// Before any change nothing is significantly unbalanced.
    Fair,
    /// All worths are safely within the margin.
    Within,
    /// The model recommends a set that was measured before.
    Settled,
    /// The last sets brought nothing.
    Vain,
    /// As many measurements were made as were allowed.
    Spent,
}

/// The sets that were measured, and the best of them.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelCourse {
    /// In their order, each as it was measured.
    pub steps: Vec<CourseStep>,
    /// The same with worths that take in what was measured at all other sets.
    pub pooled: Vec<CourseStep>,
    /// The place of the best.
    pub best: usize,
    /// Why there are no more.
    pub end: CourseEnd,
}

impl CourseStep {
    fn new(task: &Task, set: Set, measured: Vec<Measured>) -> CourseStep {
        let worths = || measured.iter().map(|table| &table.worths);
        let all: Vec<Estimate> = worths().flat_map(|worths| beyond(task, worths)).collect();
        let error = all.iter().map(|one| one.error).fold(0.0, f64::max);
        let p = worths().flat_map(|worths| out_of_line(task, worths)).fold(1.0, f64::min);
        CourseStep {
            deviation: mean_of(&measured, |table| Deviation::of(&table.worths).value()),
            farthest: all.iter().map(|one| one.value.abs()).fold(0.0, f64::max),
            safe: (task.margin - 2.0 * error).max(task.margin / 2.0),
            p: (p * measured.len() as f64).min(1.0),
            set,
            times: 1,
            measured,
        }
    }

    /// Whether all is within the margin, even if the measurement is a little off.
    pub fn is_within(&self) -> bool {
        self.farthest <= self.safe
    }

    /// The models of all tables around this set.
    pub fn models(&self, task: &Task) -> Vec<Model> {
        self.measured.iter().map(|table| Model::new(task, &self.set, table)).collect()
    }

    fn recommended(&self, task: &Task) -> Set {
        let models = self.models(task);
        let front = front(task, &models, &reach(task, &self.set), Some(&self.set));
        recommended(task, &models, &front, self.safe)
            .map_or_else(|| self.set.clone(), |choice| choice.set.clone())
    }
}

impl LevelCourse {
    /// The best set that was measured, by all that was measured.
    pub fn best(&self) -> &CourseStep {
        &self.pooled[self.best]
    }

    /// Measures `start` and then what the models recommend; `most` measurements at most. `measure` gives the worths at
    /// a set and at the sets around it, at every table, on deals of its number alone.
    ///
    /// If nothing is significantly unbalanced before any change, nothing is changed. Each step takes the set with the
    /// fewest changes that is safely within the margin by the model, or else is nearly the best, at most three times as
    /// far from the last set as those around it. Sets count by their [pooled](LevelCourse::pooled) worths, and the best
    /// is measured twice at least: one that looks best among several does so partly by luck. In the end its changes are
    /// taken back one at a time, as long as that is nearly as good.
    ///
    /// # Errors
    /// Those of the measurements.
    pub fn run<E>(
        task: &Task,
        start: Set,
        most: usize,
        mut measure: impl FnMut(usize, &Set, &[Set]) -> Result<Vec<Measured>, E>,
    ) -> Result<LevelCourse, E> {
        let (steps, pooled) = (Vec::new(), Vec::new());
        let mut course = LevelCourse { steps, pooled, best: 0, end: CourseEnd::Spent };
        let mut next = start;
        for number in 0..most.max(1) {
            let measured = measure(number, &next, &neighbours(&task.levers, &next))?;
            let last = course.add(task, next, measured);
            course.pooled = course.pool(task);
            course.best = best_place(task, &course.pooled);
            match course.after(task, last) {
                Ok(set) => next = set,
                Err(end) => {
                    course.end = end;
                    break;
                }
            }
        }
        Ok(course)
    }

    fn add(&mut self, task: &Task, set: Set, measured: Vec<Measured>) -> usize {
        match self.steps.iter().position(|step| step.set == set) {
            Some(place) => {
                let known = &self.steps[place];
                let times = known.times + 1;
                let pooled = known.measured.iter().zip(measured);
                let pooled =
                    pooled.map(|(old, new)| old.pooled(&new, 1.0 / times as f64)).collect();
                self.steps[place] = CourseStep { times, ..CourseStep::new(task, set, pooled) };
                place
            }
            None => {
                self.steps.push(CourseStep::new(task, set, measured));
                self.steps.len() - 1
            }
        }
    }

    fn after(&self, task: &Task, last: usize) -> Result<Set, CourseEnd> {
        let first = &self.steps[0];
        let is_untouched = first.set == task.first();
        if self.steps.len() == 1 && first.times == 1 && is_untouched && first.p > RISK {
            return Err(CourseEnd::Fair);
        }
        let (best, last) = (self.best(), &self.pooled[last]);
        if best.is_within() {
            return match best.times {
                1 => Ok(best.set.clone()),
                _ => self.step_back(task, last).ok_or(CourseEnd::Within),
            };
        }
        let known = |set: &Set| self.steps.iter().any(|step| step.set == *set);
        // From the best set, or if that leads nowhere new, from the last.
        let next = Some(best.recommended(task)).filter(|next| !known(next));
        let next = next.unwrap_or_else(|| last.recommended(task));
        let end = match () {
            () if self.steps.len() - 1 - self.best >= VAIN => CourseEnd::Vain,
            () if known(&next) => CourseEnd::Settled,
            () => return Ok(next),
        };
        if best.times < TIMES {
            return Ok(best.set.clone());
        }
        self.step_back(task, last).ok_or(end)
    }

    /// The best set with one change taken back, if it was not measured before: the best by the model. None if the
    /// `last` one was such a set, and so was no better.
    fn step_back(&self, task: &Task, last: &CourseStep) -> Option<Set> {
        let best = self.best();
        let back = steps_back(task, &best.set);
        if back.contains(&last.set) {
            return None;
        }
        let models = best.models(task);
        let cost = |set: &Set| mean_of(&models, |model| deviation(&model.at(task, set)));
        let new = back.into_iter().filter(|set| !self.steps.iter().any(|step| step.set == *set));
        new.map(|set| (cost(&set), set)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, set)| set)
    }

    fn pool(&self, task: &Task) -> Vec<CourseStep> {
        let models: Vec<Vec<Model>> = self.steps.iter().map(|step| step.models(task)).collect();
        let pooled = self.steps.iter().enumerate().map(|(place, step)| {
            let tables = 0..step.measured.len();
            let tables = tables.map(|table| self.pool_at(task, &models, (place, table))).collect();
            CourseStep { times: step.times, ..CourseStep::new(task, step.set.clone(), tables) }
        });
        pooled.collect()
    }

    /// What was measured in the step at `place` at one table, with the predictions of all other steps.
    fn pool_at(
        &self,
        task: &Task,
        models: &[Vec<Model>],
        (place, table): (usize, usize),
    ) -> Measured {
        let here = &self.steps[place].measured[table];
        let others = (0..self.steps.len()).filter(|&other| other != place);
        let predictions = others.map(|other| {
            let predicted = Model::from_to(task, &models[other][table], &models[place][table]);
            (predicted, &self.steps[other].measured[table].worths[..])
        });
        here.with(&pooled(&here.worths, predictions))
    }
}

/// A set with one change taken back, whole or by half: for each change.
pub(super) fn steps_back(task: &Task, set: &Set) -> Vec<Set> {
    let back = task.first().into_iter().enumerate().flat_map(|(lever, first)| {
        [first, usize::midpoint(set[lever], first)].map(|to| {
            let mut back = set.clone();
            back[lever] = to;
            back
        })
    });
    back.filter(|back| back != set).collect()
}

/// The best set among those within the margin, or else nearly as even as the most even: the one with the fewest
/// changes, then steps. The set without any change is the best unless another one is clearly more even.
fn best_place(task: &Task, steps: &[CourseStep]) -> usize {
    let within = steps.iter().any(CourseStep::is_within);
    let cost = |step: &CourseStep| match step.set == task.first() {
        true => CLEARLY * step.deviation,
        false => step.deviation,
    };
    let least = steps.iter().map(cost).fold(f64::INFINITY, f64::min);
    let is_good = |step: &CourseStep| match within {
        true => step.is_within(),
        false => cost(step) <= least + NEARLY * task.margin,
    };
    let good = steps.iter().enumerate().filter(|(_, step)| is_good(step));
    let key = |step: &CourseStep| (task.changes(&step.set), task.steps(&step.set));
    let better = |(_, a): &(usize, &CourseStep), (_, b): &(usize, &CourseStep)| {
        key(a).cmp(&key(b)).then(cost(a).total_cmp(&cost(b)))
    };
    good.min_by(better).map_or(0, |(place, _)| place)
}

/// The choice with the fewest changes that brings every worth within this distance of the mean of the others, or else
/// costs nearly as little as the best.
fn recommended<'c>(
    task: &Task,
    models: &[Model],
    front: &'c [Choice],
    safe: f64,
) -> Option<&'c Choice> {
    let within = |choice: &&Choice| {
        let distances =
            models.iter().flat_map(|model| distances(task, &model.at(task, &choice.set)));
        distances.fold(0.0, f64::max) <= safe
    };
    let least = front.iter().map(|choice| choice.cost).fold(f64::INFINITY, f64::min);
    let nearly = |choice: &&Choice| choice.cost <= least + NEARLY * task.margin;
    front.iter().find(within).or_else(|| front.iter().find(nearly))
}

/// How far each worth is from the weighted mean of the others.
pub(super) fn distances(task: &Task, worths: &[f64]) -> Vec<f64> {
    let weights: f64 = task.weights.iter().sum();
    let all: f64 = worths.iter().zip(&task.weights).map(|(worth, weight)| worth * weight).sum();
    let distance = |(worth, weight): (&f64, &f64)| {
        let others = weights - weight;
        if others > 0.0 { (worth - (all - worth * weight) / others).abs() } else { 0.0 }
    };
    worths.iter().zip(&task.weights).map(distance).collect()
}

fn reach(task: &Task, set: &Set) -> Vec<RangeInclusive<usize>> {
    let sets = neighbours(&task.levers, set);
    let ends = (0..set.len()).map(|lever| {
        let far = sets.iter().map(|one| one[lever].abs_diff(set[lever])).max().unwrap_or_default();
        let last = task.levers[lever].values.len() - 1;
        set[lever].saturating_sub(FURTHER * far)..=(set[lever] + FURTHER * far).min(last)
    });
    ends.collect()
}

/// The places that levers have at all.
pub fn everywhere(task: &Task) -> Vec<RangeInclusive<usize>> {
    task.levers.iter().map(|lever| 0..=lever.values.len() - 1).collect()
}
