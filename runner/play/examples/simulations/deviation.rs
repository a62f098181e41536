//! The standard deviation between kinds, net of noise (`balance --equalize`): whether its interval holds the true one.

use drakkar_engine::seed::Rng;
use drakkar_stats::levelling::deviation::{Deviation, deviation};
use drakkar_stats::worth::Estimate;

use crate::covered::{self, Figure, Row};
use crate::model::{normal, repetition};

/// Kinds whose worths are evenly spaced.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    pub count: usize,
    /// Half of the distance between the two at the ends, in standard errors of a worth.
    pub reach: f64,
    /// The error of the last one, which is one of those at the ends.
    pub last: f64,
}

impl Kinds {
    fn worths(&self) -> impl Iterator<Item = f64> {
        let Kinds { count, reach, .. } = *self;
        (0..count).map(move |kind| reach * (2.0 * kind as f64 / (count - 1) as f64 - 1.0))
    }

    fn truth(&self) -> f64 {
        deviation(&self.worths().collect::<Vec<_>>())
    }

    /// As it is measured.
    pub fn measured(&self, rng: &mut Rng) -> Deviation {
        let worths = self.worths().enumerate().map(|(kind, worth)| {
            let error = if kind + 1 == self.count { self.last } else { 1.0 };
            Estimate { value: worth + error * normal(rng), error, samples: 1000 }
        });
        Deviation::of(&worths.collect::<Vec<_>>())
    }

    pub fn title(&self) -> String {
        let last = match self.last {
            1.0 => "equal errors".to_owned(),
            other => format!("one with {other} times the error"),
        };
        format!("{} item types, {last}", self.count)
    }
}

pub fn cases() -> Vec<Kinds> {
    let all = [2, 4, 14].into_iter().flat_map(|count| {
        [1.0, 3.0, 0.3].into_iter().flat_map(move |last| {
            [0.0, 0.3, 1.0, 2.0, 4.0, 10.0].map(|reach| Kinds { count, reach, last })
        })
    });
    all.collect()
}

/// Simulates one case: the variance, whose estimate has no bias, and its root, which has the same interval.
pub fn rows(number: usize, kinds: &Kinds, repetitions: u64) -> Vec<Row> {
    let (truth, samples) = (kinds.truth(), kinds.count);
    let figures = [
        Figure { name: "variance", truth: truth * truth, samples },
        Figure { name: "standard deviation", truth, samples },
    ];
    covered::rows(&kinds.title(), &figures, repetitions, |run, counts| {
        let found = kinds.measured(&mut repetition(number, run));
        let (low, high) = found.interval;
        counts[0].add(Some((found.variance, (low * low, high * high))));
        counts[1].add(Some((found.value(), (low, high))));
    })
}
