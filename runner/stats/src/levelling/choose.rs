//! Whole values that make worths most equal by a model: an integer search.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::beyond::mean_of;
use super::deviation::deviation;
use super::{Model, Set, Task};

/// A set of values that a model recommends.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The values.
    pub set: Set,
    /// How many levers are not where they were at first.
    pub changes: usize,
    /// The standard deviation of the worths by the model: the mean of all tables.
    pub deviation: f64,
    /// What is minimised: the deviation, and a little for each step away from the first and the measured values.
    pub(super) cost: f64,
}

impl Choice {
    /// A set that was chosen otherwise.
    pub fn of(set: Set, changes: usize, deviation: f64) -> Choice {
        Choice { set, changes, deviation, cost: deviation }
    }
}

/// How much of the margin it costs if each lever is one step away from its first value.
const NEAR: f64 = 0.1;
/// The same if each lever is not where it was measured.
const FAR: f64 = 0.2;
const ALL: usize = 50_000;
/// How many of the starts with the same number of changes are followed.
const FOLLOWED: usize = 8;
/// Gains that are rounding.
const ROUNDING: f64 = 1e-9;

/// The best sets by the models of all tables, for each number of changes; a larger number is left out if it brings
/// nothing. `reach` has the places that each lever may take. A step of each lever from its first value costs a tenth of
/// the margin; that each is elsewhere than in `near`, the set that the models are of, costs a fifth.
///
/// A few sets are all looked at. Otherwise the search descends steepest from sets that bring every worth near to that
/// of one thing, and from the best set with one change less, moving one or two levers at a time.
///
/// # Panics
/// If the levers of task and models differ in number.
pub fn front(
    task: &Task,
    models: &[Model],
    reach: &[RangeInclusive<usize>],
    near: Option<&Set>,
) -> Vec<Choice> {
    let best = vec![None; task.levers.len() + 1];
    let mut search = SetSearch { task, models, reach, near, best };
    let count =
        reach.iter().try_fold(1_usize, |count, places| count.checked_mul(places.clone().count()));
    if count.is_some_and(|count| count <= ALL) {
        search.all(&mut task.first(), 0);
    } else {
        search.descents();
    }
    let mut front: Vec<Choice> = Vec::new();
    for choice in search.best.into_iter().flatten() {
        if front.last().is_none_or(|last| choice.cost < last.cost - ROUNDING) {
            front.push(choice);
        }
    }
    front
}

struct SetSearch<'a> {
    task: &'a Task,
    models: &'a [Model],
    reach: &'a [RangeInclusive<usize>],
    near: Option<&'a Set>,
    best: Vec<Option<Choice>>,
}

/// A set with its worths at every table.
#[derive(Clone)]
struct SetPlace {
    set: Set,
    worths: Vec<Vec<f64>>,
}

impl SetSearch<'_> {
    fn place(&self, set: Set) -> SetPlace {
        let worths = self.models.iter().map(|model| model.at(self.task, &set)).collect();
        SetPlace { set, worths }
    }

    fn cost(&self, SetPlace { set, worths }: &SetPlace) -> (f64, f64) {
        let apart = mean_of(worths, |worths| deviation(worths));
        let moved = |near: &Set| near.iter().zip(set).filter(|(a, b)| a != b).count();
        let far = self.near.map_or(0, moved) as f64;
        let share = self.task.margin / set.len() as f64;
        (apart, apart + share * (NEAR * self.task.steps(set) as f64 + FAR * far))
    }

    fn note(&mut self, place: &SetPlace) -> f64 {
        let ((deviation, cost), set) = (self.cost(place), &place.set);
        let changes = self.task.changes(set);
        let known = &mut self.best[changes];
        if known.as_ref().is_none_or(|known| cost < known.cost - ROUNDING) {
            *known = Some(Choice { set: set.clone(), changes, deviation, cost });
        }
        cost
    }

    fn all(&mut self, set: &mut Set, lever: usize) {
        if lever == set.len() {
            let place = self.place(set.clone());
            self.note(&place);
            return;
        }
        for place in self.reach[lever].clone() {
            set[lever] = place;
            self.all(set, lever + 1);
        }
    }

    fn descents(&mut self) {
        let first = self.within(self.task.first());
        let windows = self.windows(&first);
        let least = self.task.changes(&first.set);
        self.note(&first);
        for most in least + 1..=first.set.len() {
            let before = self.best[..most].iter().rev().flatten().next();
            let before = before.map(|choice| self.place(choice.set.clone()));
            let mut starts: Vec<SetPlace> =
                windows.iter().map(|window| self.nearest(window, most)).collect();
            starts.sort_by(|a, b| self.cost(a).1.total_cmp(&self.cost(b).1));
            starts.dedup_by(|a, b| a.set == b.set);
            starts.truncate(FOLLOWED);
            let mut passed = HashSet::new();
            for start in starts.into_iter().chain(before) {
                self.descend(start, most, &mut passed);
            }
        }
    }

    fn within(&self, set: Set) -> SetPlace {
        let ends = self.reach.iter();
        self.place(
            set.iter().zip(ends).map(|(&at, ends)| at.clamp(*ends.start(), *ends.end())).collect(),
        )
    }

    /// For each worth that a thing can have by its own lever, the set in which all others are as near to it as can be.
    fn windows(&self, first: &SetPlace) -> Vec<SetPlace> {
        let owned = |&lever: &usize| self.task.owners[lever].is_some();
        let levers: Vec<usize> = (0..first.set.len()).filter(owned).collect();
        let places =
            levers.iter().flat_map(|&lever| self.reach[lever].clone().map(move |to| (lever, to)));
        let window = |(one, to): (usize, usize)| {
            let mut place = self.moved(first, one, to);
            // What a lever does to other things is small, so a second round finds nearly all of it.
            for &lever in levers.iter().chain(&levers).filter(|&&lever| lever != one) {
                let away = |to: usize| {
                    let moved = self.moved(&place, lever, to);
                    mean_of(&moved.worths, |worths| {
                        let own =
                            |lever: usize| worths[self.task.owners[lever].unwrap_or_default()];
                        (own(lever) - own(one)).abs()
                    })
                };
                let best = self.reach[lever].clone().min_by(|&a, &b| away(a).total_cmp(&away(b)));
                place = self.moved(&place, lever, best.unwrap_or(place.set[lever]));
            }
            place
        };
        places.map(window).collect()
    }

    /// The same with at most so many changes: those are taken back first that cost least.
    fn nearest(&self, place: &SetPlace, most: usize) -> SetPlace {
        let (mut place, first) = (place.clone(), self.task.first());
        while self.task.changes(&place.set) > most {
            let changed = (0..first.len()).filter(|&lever| {
                place.set[lever] != first[lever] && self.reach[lever].contains(&first[lever])
            });
            let back = changed.map(|lever| self.moved(&place, lever, first[lever]));
            let cost = |place: &SetPlace| self.cost(place).1;
            let Some(next) = back.min_by(|a, b| cost(a).total_cmp(&cost(b))) else { break };
            place = next;
        }
        place
    }

    /// Ends where another descent has passed: but for rounding, both would go on alike.
    fn descend(&mut self, mut place: SetPlace, most: usize, passed: &mut HashSet<Set>) {
        let mut cost = self.note(&place);
        while passed.insert(place.set.clone()) {
            let Some(better) = self.step(&place, cost, most) else { return };
            place = better;
            cost = self.cost(&place).1;
        }
    }

    /// The best neighbour that is better: with one lever moved, or if there is none, with two.
    fn step(&mut self, place: &SetPlace, cost: f64, most: usize) -> Option<SetPlace> {
        let moves: Vec<(usize, usize)> = (0..place.set.len())
            .flat_map(|lever| self.reach[lever].clone().map(move |to| (lever, to)))
            .filter(|&(lever, to)| to != place.set[lever])
            .collect();
        self.best_of(place, (cost, most), moves.iter().map(std::slice::from_ref)).or_else(|| {
            let pairs = moves.iter().flat_map(|&one| moves.iter().map(move |&two| [one, two]));
            self.best_of(place, (cost, most), pairs.filter(|[one, two]| one.0 < two.0))
        })
    }

    fn best_of(
        &mut self,
        place: &SetPlace,
        (cost, most): (f64, usize),
        moves: impl Iterator<Item: AsRef<[(usize, usize)]>>,
    ) -> Option<SetPlace> {
        let (mut least, mut best, mut next) = (cost - ROUNDING, None, place.clone());
        for group in moves {
            next.set.clone_from(&place.set);
            next.worths.clone_from(&place.worths);
            group.as_ref().iter().for_each(|&(lever, to)| self.shift(&mut next, lever, to));
            if self.task.changes(&next.set) <= most {
                let found = self.note(&next);
                if found < least {
                    (least, best) = (found, Some(next.clone()));
                }
            }
        }
        best
    }

    fn shift(&self, place: &mut SetPlace, lever: usize, to: usize) {
        let old = place.set[lever];
        for (model, worths) in self.models.iter().zip(&mut place.worths) {
            model.shift(self.task, lever, (old, to), worths);
        }
        place.set[lever] = to;
    }

    fn moved(&self, place: &SetPlace, lever: usize, to: usize) -> SetPlace {
        let mut place = place.clone();
        self.shift(&mut place, lever, to);
        place
    }
}
