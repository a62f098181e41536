//! Whole courses in worlds whose truth is known.

use super::course::{CourseEnd, LevelCourse};
use super::{Choice, Lever, Measured, Model, Set, Task, front, neighbours};
use crate::draws::Draws;
use crate::worth::Estimate;

/// The mean of [shares](World::shares) and their standard deviation: those of the bonus tiles of *Vikings* with four
/// seats.
const SHARES: [f64; 2] = [-0.007, 0.012];

/// Things whose worth grows with their own value, less and less so, and changes with those of the others, some more
/// than others.
struct World {
    task: Task,
    base: Vec<f64>,
    slopes: Vec<f64>,
    /// For each thing, by how much its worth changes for each point that another one becomes worth more by its own
    /// value.
    shares: Vec<f64>,
    /// The standard error of a measured worth, and that of the difference between two sets on common deals.
    errors: [f64; 2],
    rng: Draws,
}

impl World {
    /// Worths that are all 4 at the first values. The error of a worth is a fifth of the margin.
    fn fair(seed: u64, things: usize) -> World {
        let mut rng = Draws::new(seed);
        let slopes: Vec<f64> =
            (0..things).map(|_| 0.5 + f64::from(rng.below(100)) / 100.0).collect();
        let firsts: Vec<usize> = (0..things).map(|_| 2 + rng.below(3) as usize).collect();
        let levers =
            firsts.iter().map(|&first| Lever { values: (0..10).map(f64::from).collect(), first });
        let task = Task {
            levers: levers.collect(),
            owners: (0..things).map(Some).collect(),
            weights: (0..things).map(|_| 1.0 + f64::from(rng.below(3))).collect(),
            margin: 0.5,
        };
        let shares = (0..things).map(|_| SHARES[0] + SHARES[1] * rng.normal()).collect();
        let base = vec![0.0; things];
        let mut world = World { task, base, slopes, shares, errors: [0.1, 0.07], rng };
        let first = world.truth(&firsts);
        world.base = first.iter().map(|worth| 4.0 - worth).collect();
        world
    }

    /// Changes values by at most three places each; gives how many were changed.
    fn disturb(&mut self) -> usize {
        let mut disturbed = 0;
        for lever in &mut self.task.levers {
            let shift = self.rng.below(7) as usize;
            let to = (lever.first + shift).saturating_sub(3);
            disturbed += usize::from(to != lever.first);
            lever.first = to;
        }
        disturbed
    }

    fn truth(&self, set: &Set) -> Vec<f64> {
        let own = |thing: usize| {
            let at = set[thing] as f64;
            self.slopes[thing] * (at - 0.02 * at * at)
        };
        let all: f64 = (0..set.len()).map(own).sum();
        let worth =
            |thing: usize| self.base[thing] + own(thing) + self.shares[thing] * (all - own(thing));
        (0..set.len()).map(worth).collect()
    }

    fn farthest(&self, set: &Set) -> f64 {
        super::course::distances(&self.task, &self.truth(set)).into_iter().fold(0.0, f64::max)
    }
}

impl World {
    fn measure(&mut self, _: usize, set: &Set, around: &[Set]) -> Result<Vec<Measured>, ()> {
        let (errors, mut rng) = (self.errors, self.rng.clone());
        let found = measured(|set| self.truth(set), (set, around), errors, &mut rng);
        self.rng = rng;
        Ok(vec![found])
    }
}

/// What is measured of a truth; lever and thing have the same number. At a neighbour, the thing is measured whose lever
/// is moved, on the same deals.
fn measured(
    truth: impl Fn(&Set) -> Vec<f64>,
    (set, around): (&Set, &[Set]),
    errors: [f64; 2],
    rng: &mut Draws,
) -> Measured {
    let here = truth(set);
    let luck: Vec<f64> = here.iter().map(|_| errors[0] * rng.normal()).collect();
    let worth = |(worth, luck): (&f64, &f64)| Estimate {
        value: worth + luck,
        error: errors[0],
        samples: 1000,
    };
    let worths: Vec<Estimate> = here.iter().zip(&luck).map(worth).collect();
    let mut at = |moved: &Set| -> Vec<f64> {
        let truth = truth(moved);
        let mut found: Vec<f64> = worths.iter().map(|worth| worth.value).collect();
        for thing in (0..set.len()).filter(|&thing| set[thing] != moved[thing]) {
            found[thing] = truth[thing] + luck[thing] + errors[1] * rng.normal();
        }
        found
    };
    let tried = around.iter().map(&mut at).collect();
    Measured { worths, tried }
}

/// The values of a fair set are disturbed; the course brings all worths back to within the margin, not
/// necessarily by the same values, in at least 29 of 30 worlds, if the error of a worth is a fifth of the margin.
#[test]
fn a_disturbed_set_is_levelled_again() {
    let (mut levelled, mut few) = (0, 0);
    for seed in 0..30 {
        let mut world = World::fair(seed, 14);
        let disturbed = world.disturb();
        let start = world.task.first();
        assert!(world.farthest(&start) > 0.5, "{seed}");
        let task = world.task.clone();
        let course = LevelCourse::run(&task, start, 8, |number, set, around| {
            world.measure(number, set, around)
        })
        .unwrap();
        levelled += u32::from(world.farthest(&course.best().set) <= 0.5);
        few += u32::from(task.changes(&course.best().set) <= disturbed);
    }
    assert!(levelled >= 29, "{levelled} of 30 are levelled");
    assert!(few >= 29, "{few} of 30 with no more changes than disturbances");
}

/// What is fair already is left as it is, in at least 95 of 100 worlds: whether exactly, or only within the margin.
#[test]
fn a_fair_set_is_left_as_it_is() {
    for off in [0.0, 0.25] {
        let mut left = 0;
        for seed in 0..100 {
            let mut world = World::fair(seed, 14);
            for base in world.base.iter_mut().step_by(2) {
                *base += off;
            }
            let (task, start) = (world.task.clone(), world.task.first());
            let course = LevelCourse::run(&task, start.clone(), 8, |number, set, around| {
                world.measure(number, set, around)
            })
            .unwrap();
            left += u32::from(course.end == CourseEnd::Fair && course.best().set == start);
        }
        assert!(left >= 95, "{left} of 100 are left as they are, {off} apart");
    }
}

#[test]
fn a_course_ends() {
    let mut world = World::fair(1, 6);
    // One thing that no lever can bring near the others.
    world.base[0] += 30.0;
    let (task, start) = (world.task.clone(), world.task.first());
    let course = LevelCourse::run(&task, start.clone(), 30, |number, set, around| {
        world.measure(number, set, around)
    })
    .unwrap();
    assert!(matches!(course.end, CourseEnd::Settled | CourseEnd::Vain), "{:?}", course.end);
    let (first, best) = (&course.steps[0], course.best());
    assert!(best.deviation < first.deviation, "{} {}", best.deviation, first.deviation);
    let course =
        LevelCourse::run(&task, start, 1, |number, set, around| world.measure(number, set, around))
            .unwrap();
    assert_eq!((course.end, course.best, course.steps.len()), (CourseEnd::Spent, 0, 1));
}

/// The standard deviation, and a tenth of the margin if each lever is one step away from where it was at first.
fn cost(task: &Task, set: &Set, worths: &[f64]) -> f64 {
    let steps = task.levers.iter().zip(set).map(|(lever, at)| lever.first.abs_diff(*at));
    let steps = steps.sum::<usize>() as f64 / set.len() as f64;
    super::deviation::deviation(worths) + 0.1 * task.margin * steps
}

/// The search among many sets finds what looking at all of them finds.
#[test]
fn the_search_finds_the_best_sets() {
    let mut found = 0;
    for seed in 0..40 {
        let mut world = World::fair(seed, 5);
        for lever in &mut world.task.levers {
            lever.first = world.rng.below(10) as usize;
            lever.values.truncate(10);
        }
        world.errors = [0.0, 0.05];
        let (task, set) = (world.task.clone(), world.task.first());
        let measured = world.measure(0, &set, &neighbours(&task.levers, &set)).unwrap();
        let models = [Model::new(&task, &set, &measured[0])];
        // 10^5 sets are searched; all of them, in a plain loop:
        let reach = vec![0..=9; 5];
        let quick = front(&task, &models, &reach, None);
        let mut best = [f64::INFINITY; 6];
        let mut all = vec![0; 5];
        for number in 0..100_000_usize {
            let mut rest = number;
            for place in &mut all {
                (*place, rest) = (rest % 10, rest / 10);
            }
            let known = &mut best[task.changes(&all)];
            *known = known.min(cost(&task, &all, &models[0].at(&task, &all)));
        }
        let close = |Choice { changes, cost, set, .. }: &Choice| {
            assert_eq!(*changes, task.changes(set));
            *cost <= best[*changes] + 1e-6
        };
        found += u32::from(quick.iter().all(close) && quick.len() > 1);
        let least = best.iter().copied().fold(f64::INFINITY, f64::min);
        let reached = quick.iter().map(|choice| choice.cost).fold(f64::INFINITY, f64::min);
        assert!(reached <= least + 0.02, "{reached} {least}");
    }
    assert!(found >= 38, "{found} of 40 fronts");
}

/// Tables are levelled by one set: the mean of their deviations counts.
#[test]
fn the_mean_of_all_tables_counts() {
    let lever = Lever { values: vec![0.0, 1.0, 2.0, 3.0, 4.0], first: 0 };
    let task =
        Task { levers: vec![lever], owners: vec![Some(0)], weights: vec![1.0; 2], margin: 0.1 };
    let sets = neighbours(&task.levers, &vec![0]);
    let table = |own: f64, slope: f64| {
        let worths = [own, 4.0].map(|value| Estimate { value, error: 0.1, samples: 100 });
        let tried = sets.iter().map(|set| vec![own + slope * set[0] as f64, 4.0]);
        Model::new(&task, &vec![0], &Measured { worths: worths.into(), tried: tried.collect() })
    };
    let best = |models: &[Model]| front(&task, models, &[0..=4], None).pop().unwrap().set;
    assert_eq!(best(&[table(0.0, 1.0)]), [4]);
    // The first table alone is level at 4, the other at 1: moves towards 4 help the first less than they harm the other.
    assert_eq!(best(&[table(0.0, 1.0), table(2.0, 2.0)]), [1]);
    // Two tables like the first outweigh the other.
    let tables = [table(0.0, 1.0), table(0.0, 1.0), table(3.0, 1.0)];
    assert_eq!(best(&tables), [4]);
}

/// Errors of more than a third of the margin are outweighed by what was measured at other sets: by single measurements
/// alone, 61 of 100 such worlds would be levelled.
#[test]
fn all_measurements_are_taken_in() {
    let mut levelled = 0;
    for seed in 0..20 {
        let mut world = World::fair(seed, 14);
        world.errors = [0.18, 0.14];
        world.disturb();
        let (task, start) = (world.task.clone(), world.task.first());
        let course = LevelCourse::run(&task, start, 8, |number, set, around| {
            world.measure(number, set, around)
        })
        .unwrap();
        levelled += u32::from(world.farthest(&course.best().set) <= 0.5);
    }
    assert!(levelled >= 18, "{levelled} of 20 are levelled");
}

/// Two things whose worth falls faster and faster with their values, which are 4 and 8 at first, among four that nothing
/// can change.
struct Bent {
    rng: Draws,
}

impl Bent {
    fn truth(set: &Set) -> Vec<f64> {
        let first = [-2.6, -1.9, -1.2, 0.1, 3.4, 4.2][set[0].min(5)];
        let second = [-4.0, -3.8, -3.5, -3.2, -2.83, -1.5, 0.0, 2.4, 3.2, 4.0][set[1].min(9)];
        vec![first, second, -2.5, 2.53, 1.0, -1.0]
    }

    fn spread(set: &Set) -> f64 {
        let worths = Bent::truth(set);
        let ends = |(low, high): (f64, f64), &worth: &f64| (low.min(worth), high.max(worth));
        let (low, high) = worths.iter().fold((worths[0], worths[0]), ends);
        high - low
    }
}

impl Bent {
    fn measure(&mut self, _: usize, set: &Set, around: &[Set]) -> Result<Vec<Measured>, ()> {
        Ok(vec![measured(Bent::truth, (set, around), [0.25, 0.2], &mut self.rng)])
    }
}

/// A model that is right near the first values leads too far. The way back is found: values of 3 and 6 and not of 2 and
/// 4, although other things keep worths about as far apart under both.
#[test]
fn what_goes_too_far_comes_back() {
    assert!((Bent::spread(&vec![2, 4]) - 5.36).abs() < 1e-9);
    assert!((Bent::spread(&vec![3, 6]) - 5.03).abs() < 1e-9);
    let lever = |first| Lever { values: (0..10).map(f64::from).collect(), first };
    let task = Task {
        levers: vec![lever(4), lever(8)],
        owners: vec![Some(0), Some(1)],
        weights: vec![1.0; 6],
        margin: 0.5,
    };
    let (mut found, mut too_far) = (0, 0);
    for seed in 0..100 {
        let mut world = Bent { rng: Draws::new(seed) };
        let course = LevelCourse::run(&task, task.first(), 12, |number, set, around| {
            world.measure(number, set, around)
        })
        .unwrap();
        found += u32::from(course.best().set == [3, 6]);
        too_far += u32::from(course.steps.iter().any(|step| step.set[1] < 6));
    }
    assert!(found >= 95, "{found} of 100");
    assert!(too_far >= 50, "{too_far} of 100 courses were too far at first");
}

/// A change that is needless: the thing is worth the same at both ends of its values, and more between them, so that
/// the model, which sees the next values alone, thinks that the way back leads far off.
struct Needless {
    rng: Draws,
}

impl Needless {
    fn truth(set: &Set) -> Vec<f64> {
        let first = [0.0, 0.4, 0.8, 0.1][set[0]];
        vec![first, [-4.0, 0.0][set[1]], 0.0, 0.0, 3.0, -3.0]
    }
}

impl Needless {
    fn measure(&mut self, _: usize, set: &Set, around: &[Set]) -> Result<Vec<Measured>, ()> {
        Ok(vec![measured(Needless::truth, (set, around), [0.1, 0.05], &mut self.rng)])
    }
}

#[test]
fn needless_changes_are_taken_back() {
    let lever = |values: &[f64]| Lever { values: values.to_vec(), first: 0 };
    let task = Task {
        levers: vec![lever(&[0.0, 1.0, 2.0, 3.0]), lever(&[0.0, 1.0])],
        owners: vec![Some(0), Some(1)],
        weights: vec![1.0; 6],
        margin: 0.5,
    };
    for seed in 0..20 {
        let mut world = Needless { rng: Draws::new(seed) };
        // Whoever comes from there finds no better set beside it.
        let start = vec![3, 1];
        let course = LevelCourse::run(&task, start.clone(), 12, |number, set, around| {
            world.measure(number, set, around)
        })
        .unwrap();
        assert_eq!(course.best().set, [0, 1], "{seed}: {:?}", course.end);
    }
}

/// Every course that is not ended by the limit tries a step back from its best set.
#[test]
fn a_step_back_is_tried_before_the_end() {
    for seed in 0..50 {
        let mut world = World::fair(seed, 8);
        world.disturb();
        let (task, start) = (world.task.clone(), world.task.first());
        let course = LevelCourse::run(&task, start.clone(), 30, |number, set, around| {
            world.measure(number, set, around)
        })
        .unwrap();
        assert_ne!(course.end, CourseEnd::Spent, "{seed}");
        let back = super::course::steps_back(&task, &course.best().set);
        let tried = course.steps.iter().any(|step| back.contains(&step.set));
        assert!(tried || course.best().set == start, "{seed}");
    }
}
