//! How often intervals hold a true value: one count and one table for all estimators.

use drakkar_stats::interval::Interval;

use crate::rate::Rate;

/// A figure that is estimated in every run of a case.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub name: &'static str,
    pub truth: f64,
    /// What a run has so many of, such as blocks, decisions or games.
    pub samples: usize,
}

/// One line of a table.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    pub case: String,
    pub metric: &'static str,
    pub truth: String,
    pub samples: usize,
    pub repetitions: u64,
    /// Per cent of the runs whose interval holds the true value, with the 95 % interval of that.
    pub covered: f64,
    pub covered_low: f64,
    pub covered_high: f64,
    /// Per cent of the runs whose interval lies above the true value, and below it.
    pub above: f64,
    pub below: f64,
    /// Mean of the estimates.
    pub mean: String,
    /// Mean width of the intervals; empty if any of them has no end.
    pub mean_width: String,
}

/// What was found of a figure.
#[derive(Clone, Debug)]
pub struct Counts {
    figure: Figure,
    /// Intervals below, around and above the truth.
    places: [u64; 3],
    values: f64,
    widths: f64,
}

impl Counts {
    /// Adds the estimate of a run; a run without one does not hold the true value.
    pub fn add(&mut self, found: Option<(f64, Interval)>) {
        let Some((value, (low, high))) = found else { return };
        // The true value is known up to rounding.
        let (truth, slack) = (self.figure.truth, 1e-9);
        let place = if high < truth - slack { 0 } else { 1 + usize::from(low > truth + slack) };
        self.places[place] += 1;
        self.values += value;
        self.widths += high - low;
    }

    fn row(&self, case: &str, repetitions: u64) -> Row {
        let Counts { figure: Figure { name, truth, samples }, places, values, widths } = *self;
        let [below, covered, above] = places.map(|count| Rate::new(count, repetitions));
        let mean = |sum: f64| {
            let mean = sum / places.iter().sum::<u64>() as f64;
            if mean.is_finite() { format!("{mean:.6}") } else { String::new() }
        };
        Row {
            case: case.to_owned(),
            metric: name,
            truth: format!("{truth:.6}"),
            samples,
            repetitions,
            covered: covered.value(),
            covered_low: covered.low(),
            covered_high: covered.high(),
            above: above.value(),
            below: below.value(),
            mean: mean(values),
            mean_width: mean(widths),
        }
    }
}

/// Simulates a case: a row for each figure. `simulate` adds the estimates of the run with this number.
pub fn rows(
    case: &str,
    figures: &[Figure],
    repetitions: u64,
    simulate: impl Fn(u64, &mut [Counts]),
) -> Vec<Row> {
    let counts = |&figure| Counts { figure, places: [0; 3], values: 0.0, widths: 0.0 };
    let mut counts: Vec<Counts> = figures.iter().map(counts).collect();
    (0..repetitions).for_each(|run| simulate(run, &mut counts));
    counts.iter().map(|counts| counts.row(case, repetitions)).collect()
}
