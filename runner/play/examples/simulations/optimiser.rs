//! How many evaluations the search of `drakkar tune` takes, on functions whose numbers are published.
//!
//! The functions, their optima and where a search starts are those of the noiseless testbed of COCO (Hansen, Finck, Ros,
//! Auger, *Real-parameter black-box optimization benchmarking 2009: noiseless functions definitions*, f1, f2, f8);
//! Rastrigin's function is the plain one.

use drakkar_engine::seed::Rng;
use drakkar_learn::cma_es::{CmaEs, Settings};

use crate::model::repetition;

/// How near to the least value a search has to come.
const TARGET: f64 = 1e-7;
const SIGMA: f64 = 2.0;

/// One line of `optimiser.csv`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    /// The function.
    pub function: &'static str,
    /// How many numbers it has.
    pub dimensions: usize,
    /// Points of a generation.
    pub population: usize,
    /// Searches, each from another start to another optimum.
    pub repetitions: u64,
    /// How many of them came near enough.
    pub reached: usize,
    /// The evaluations up to then: quartiles over all searches, those without an end last.
    pub lower_quartile: Option<u64>,
    /// The second one.
    pub median: Option<u64>,
    /// The third one.
    pub upper_quartile: Option<u64>,
    /// All evaluations of all searches, by the number of those that came near enough.
    pub mean: Option<f64>,
    /// That mean as published: of 15 searches of BIPOP-CMA-ES (Hansen 2009), whose first search is of this kind.
    pub published: Option<u32>,
}

/// What is minimised.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Function {
    /// The sum of squares: f1.
    Sphere,
    /// Axes of 1 to 1000, with small humps: f2.
    Ellipsoid,
    /// A bent valley: f8.
    Rosenbrock,
    /// Waves on a bowl.
    Rastrigin,
}

/// A function in some dimensions, with the population of the search and the published mean.
pub type Case = (Function, usize, usize, Option<u32>);

/// All that are looked at. Published are the data of COCO (`bbob`, 2009, BIPOP-CMA-ES, target 1e-7): the average
/// runtime, in its tables the best one of 2009 times the factor of this algorithm.
pub fn cases() -> Vec<Case> {
    use Function::{Ellipsoid, Rastrigin, Rosenbrock, Sphere};
    vec![
        (Sphere, 2, 6, Some(233)),
        (Sphere, 10, 10, Some(1_328)),
        (Sphere, 20, 12, Some(2_467)),
        (Ellipsoid, 10, 10, Some(5_939)),
        (Ellipsoid, 20, 12, Some(19_472)),
        (Rosenbrock, 10, 10, Some(6_191)),
        (Rosenbrock, 20, 12, Some(20_686)),
        (Rastrigin, 10, 10, None),
        (Rastrigin, 10, 100, None),
        (Rastrigin, 10, 400, None),
    ]
}

/// Simulates one case.
pub fn row(number: usize, case: &Case, repetitions: u64) -> Row {
    let &(function, dimensions, population, published) = case;
    let runs = (0..repetitions).map(|run| {
        let mut rng = repetition(number, run);
        search(function, dimensions, population, &mut rng)
    });
    let runs: Vec<(u64, bool)> = runs.collect();
    let mut ends: Vec<u64> = runs.iter().filter(|run| run.1).map(|run| run.0).collect();
    ends.sort_unstable();
    let quartile = |which: u64| ends.get((which * (repetitions - 1) / 4) as usize).copied();
    let all: u64 = runs.iter().map(|run| run.0).sum();
    Row {
        function: function.name(),
        dimensions,
        population,
        repetitions,
        reached: ends.len(),
        lower_quartile: quartile(1),
        median: quartile(2),
        upper_quartile: quartile(3),
        mean: (!ends.is_empty()).then(|| (10.0 * all as f64 / ends.len() as f64).round() / 10.0),
        published,
    }
}

/// The evaluations of a search, and whether it came near enough. It gives up where no step can be seen any more.
fn search(function: Function, dimensions: usize, population: usize, rng: &mut Rng) -> (u64, bool) {
    let mut within = |size: f64| -> Vec<f64> {
        (0..dimensions).map(|_| size * (2.0 * rng.unit() - 1.0)).collect()
    };
    let optimum = within(if function == Function::Rosenbrock { 3.0 } else { 4.0 });
    let start = within(4.0);
    let seed = rng.word();
    let mut search = CmaEs::new(Settings { dimensions, population, sigma: SIGMA, seed });
    let mut evaluations = 0;
    loop {
        let mut values = Vec::with_capacity(population);
        for point in search.ask() {
            let away: Vec<f64> =
                (0..dimensions).map(|i| start[i] + point[i] - optimum[i]).collect();
            let value = function.value(&away);
            evaluations += 1;
            if value <= TARGET {
                return (evaluations, true);
            }
            values.push(-value);
        }
        let lost = search.tell(&values).is_err();
        let state = search.state();
        let widest = (0..dimensions).map(|i| state.covariance[i][i]).fold(0.0, f64::max);
        if lost || state.sigma * widest.sqrt() < 1e-9 {
            return (evaluations, false);
        }
    }
}

impl Function {
    fn name(self) -> &'static str {
        match self {
            Function::Sphere => "sphere",
            Function::Ellipsoid => "ellipsoid",
            Function::Rosenbrock => "Rosenbrock",
            Function::Rastrigin => "Rastrigin",
        }
    }

    /// The value at so much away from the optimum, where it is 0.
    fn value(self, away: &[f64]) -> f64 {
        let n = away.len() as f64;
        match self {
            Function::Sphere => away.iter().map(|x| x * x).sum(),
            Function::Ellipsoid => {
                let axis = |i: usize| libm::pow(1e6, i as f64 / (n - 1.0));
                away.iter().enumerate().map(|(i, &x)| axis(i) * oscillated(x) * oscillated(x)).sum()
            }
            Function::Rosenbrock => {
                let factor = (n.sqrt() / 8.0).max(1.0);
                let z: Vec<f64> = away.iter().map(|x| factor * x + 1.0).collect();
                let term = |pair: &[f64]| {
                    let (bend, rest) = (pair[0] * pair[0] - pair[1], pair[0] - 1.0);
                    100.0 * bend * bend + rest * rest
                };
                z.windows(2).map(term).sum()
            }
            Function::Rastrigin => {
                let wave = |x: f64| 10.0 * (1.0 - libm::cos(std::f64::consts::TAU * x));
                away.iter().map(|&x| wave(x) + x * x).sum()
            }
        }
    }
}

/// COCO's `T_osz`, which makes a function a little uneven.
fn oscillated(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let log = libm::log(x.abs());
    let (one, other) = if x > 0.0 { (10.0, 7.9) } else { (5.5, 3.1) };
    let size = libm::exp(log + 0.049 * (libm::sin(one * log) + libm::sin(other * log)));
    if x > 0.0 { size } else { -size }
}
