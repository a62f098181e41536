//! CMA-ES, the evolution strategy with covariance matrix adaptation: it maximises a function of numbers that may be
//! noisy, by questions and answers.
//!
//! The algorithm and its default parameters are those of Hansen, *The CMA Evolution Strategy: A Tutorial*
//! (arXiv:1604.00772, 2016); numbers of equations below are his. Weights are positive only: negative ones gain little
//! if values are partly noise. The covariance matrix is decomposed in every generation, and nothing stops the
//! search, since his stopping rules are for functions without noise.
//!
//! Sums are in a fixed order, square roots are exact, and other functions are those of `libm`. So the same questions
//! and answers have the same bits on every machine.

use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DecisionKey;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::eigen::Eigen;

#[cfg(test)]
mod tests;

/// What a search is told in advance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many numbers the function has, at least 1.
    pub dimensions: usize,
    /// How many points a generation has, at least 2.
    pub population: usize,
    /// The standard deviation of the first generation around 0 in every dimension; finite, above 0.
    pub sigma: f64,
    pub seed: u64,
}

/// All that changes in a search: from it, and the settings, the search goes on with the same bits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How many generations have been answered.
    pub generation: u64,
    /// The step size: the points' covariance matrix is `covariance` times its square.
    pub sigma: f64,
    /// The mean of the distribution from which points are drawn.
    pub mean: Vec<f64>,
    /// The evolution path of the step size.
    pub path_sigma: Vec<f64>,
    /// The evolution path of the covariance matrix.
    pub path_c: Vec<f64>,
    /// The lower triangle of the covariance matrix: row `i` has the columns from 0 to `i`.
    pub covariance: Vec<Vec<f64>>,
}

/// Why a search cannot go on from a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unfit {
    #[error("it has another number of dimensions")]
    Dimensions,
    #[error("a number in it is not finite, or its step size is not above 0")]
    Number,
    #[error("its covariance matrix is not positive definite")]
    Shape,
}

/// Weights and learning rates, which depend on the settings alone.
#[derive(Clone, PartialEq, Debug)]
struct Rates {
    /// Of the better half of a generation, the best one first; their sum is 1.
    weights: Vec<f64>,
    /// The variance effective selection mass.
    mass: f64,
    path_sigma: f64,
    damping: f64,
    path_c: f64,
    /// Of the rank-one update.
    one: f64,
    /// Of the rank-µ update.
    many: f64,
    /// The expected length of a standard normal vector.
    length: f64,
}

impl Rates {
    fn of(dimensions: usize, population: usize) -> Rates {
        let n = dimensions as f64;
        let middle = libm::log((population as f64 + 1.0) / 2.0);
        // Equations 49 and 53; the mass is his µ_eff.
        let raw: Vec<f64> =
            (1..=population / 2).map(|rank| middle - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        // Equations 55 to 58, the last one as it was in 2016.
        let path_sigma = (mass + 2.0) / (n + mass + 5.0);
        let excess = ((mass - 1.0) / (n + 1.0)).sqrt() - 1.0;
        let one = 2.0 / ((n + 1.3) * (n + 1.3) + mass);
        let many = 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0) * (n + 2.0) + mass);
        Rates {
            weights,
            mass,
            path_sigma,
            damping: 1.0 + 2.0 * excess.max(0.0) + path_sigma,
            path_c: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            one,
            many: many.min(1.0 - one),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// A search: [ask](CmaEs::ask) gives the points of a generation, [tell](CmaEs::tell) takes their values.
///
/// ```
/// use drakkar_learn::cma_es::{CmaEs, Settings};
///
/// let mut search = CmaEs::new(Settings { dimensions: 2, population: 6, sigma: 0.5, seed: 1 });
/// for _ in 0..80 {
///     let values: Vec<f64> = search
///         .ask()
///         .iter()
///         .map(|point| -(point[0] - 1.0).abs() - (point[1] + 2.0).abs())
///         .collect();
///     search.tell(&values).unwrap();
/// }
/// let mean = &search.state().mean;
/// assert!((mean[0] - 1.0).abs() < 1e-3 && (mean[1] + 2.0).abs() < 1e-3);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CmaEs {
    settings: Settings,
    rates: Rates,
    state: State,
    /// Of the covariance matrix: its eigenvectors, and the square roots of its eigenvalues.
    vectors: Vec<Vec<f64>>,
    deviations: Vec<f64>,
}

impl CmaEs {
    /// The search before its first generation; panics if the settings are out of their bounds.
    pub fn new(settings: Settings) -> CmaEs {
        let zeros = vec![0.0; settings.dimensions];
        let row = |i: usize| (0..=i).map(|j| f64::from(i == j)).collect();
        let state = State {
            generation: 0,
            sigma: settings.sigma,
            mean: zeros.clone(),
            path_sigma: zeros.clone(),
            path_c: zeros,
            covariance: (0..settings.dimensions).map(row).collect(),
        };
        CmaEs::resumed(settings, state).expect("settings are as documented")
    }

    /// The search with these settings that was left in this state, if it is one; panics if settings are out of bounds.
    pub fn resumed(settings: Settings, state: State) -> Result<CmaEs, Unfit> {
        let Settings { dimensions, population, .. } = settings;
        assert!(dimensions > 0 && population > 1, "{settings:?}");
        let State { sigma, mean, path_sigma, path_c, covariance, .. } = &state;
        let fits = [mean, path_sigma, path_c].iter().all(|list| list.len() == dimensions)
            && covariance.iter().map(Vec::len).eq(1..=dimensions);
        if !fits {
            return Err(Unfit::Dimensions);
        }
        let lists = [mean, path_sigma, path_c].into_iter().chain(covariance);
        let is_finite = lists.flatten().all(|number| number.is_finite());
        if !is_finite || !sigma.is_finite() || *sigma <= 0.0 {
            return Err(Unfit::Number);
        }
        let Eigen { values, vectors } = Eigen::of(covariance).ok_or(Unfit::Shape)?;
        if !values.iter().all(|&value| value > 0.0) {
            return Err(Unfit::Shape);
        }
        let deviations = values.iter().map(|value| value.sqrt()).collect();
        let rates = Rates::of(dimensions, population);
        Ok(CmaEs { settings, rates, state, vectors, deviations })
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// The points of this generation (equations 38 to 40), which are the same until it is answered.
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let State { sigma, mean, .. } = &self.state;
        let at = |step: Vec<f64>| mean.iter().zip(step).map(|(m, y)| m + sigma * y).collect();
        self.draws().iter().map(|z| at(self.step(z))).collect()
    }

    /// Moves the distribution towards the points with the highest values; of equal ones, the earlier ones count as
    /// better, and what is no number as the worst. The values are in the order of the points. The search stays as it was if it would lose its shape, as it
    /// does after so many generations that nothing can be gained any more.
    pub fn tell(&mut self, values: &[f64]) -> Result<(), Unfit> {
        assert_eq!(values.len(), self.settings.population);
        let (n, rates) = (self.settings.dimensions, &self.rates);
        let mut order: Vec<usize> = (0..values.len()).collect();
        let value = |place: usize| Some(values[place]).filter(|value| !value.is_nan());
        let value = |place| value(place).unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
        let draws = self.draws();
        let best: Vec<&Vec<f64>> =
            order[..rates.weights.len()].iter().map(|&place| &draws[place]).collect();
        let steps: Vec<Vec<f64>> = best.iter().map(|z| self.step(z)).collect();
        let weighted = |of: &dyn Fn(usize) -> f64| -> f64 {
            rates.weights.iter().enumerate().map(|(rank, weight)| weight * of(rank)).sum()
        };
        let step: Vec<f64> = (0..n).map(|i| weighted(&|rank| steps[rank][i])).collect();
        let draw: Vec<f64> = (0..n).map(|i| weighted(&|rank| best[rank][i])).collect();
        let mut state = self.state.clone();
        state.generation += 1;
        // Equations 41 and 42.
        state.mean.iter_mut().zip(&step).for_each(|(mean, y)| *mean += state.sigma * y);
        // Equation 43: C^(-1/2) times the step is B times its draws.
        let turn = |row: &Vec<f64>| row.iter().zip(&draw).map(|(b, z)| b * z).sum();
        let turned: Vec<f64> = self.vectors.iter().map(turn).collect();
        follow(&mut state.path_sigma, rates.path_sigma, rates.mass, &turned);
        let squares: f64 = state.path_sigma.iter().map(|x| x * x).sum();
        let length = squares.sqrt() / rates.length;
        // Equation 44.
        state.sigma *= libm::exp(rates.path_sigma / rates.damping * (length - 1.0));
        let begun = 1.0 - libm::pow(1.0 - rates.path_sigma, 2.0 * state.generation as f64);
        // Equation 45: the path waits while the step size rises fast.
        let waits = length / begun.sqrt() >= 1.4 + 2.0 / (n as f64 + 1.0);
        let c = rates.path_c;
        follow(&mut state.path_c, c, if waits { 0.0 } else { rates.mass }, &step);
        // Equation 47.
        let kept =
            1.0 - rates.one - rates.many + if waits { rates.one * c * (2.0 - c) } else { 0.0 };
        for i in 0..n {
            for j in 0..=i {
                let many = weighted(&|rank| steps[rank][i] * steps[rank][j]);
                state.covariance[i][j] = kept * state.covariance[i][j]
                    + rates.one * state.path_c[i] * state.path_c[j]
                    + rates.many * many;
            }
        }
        *self = CmaEs::resumed(self.settings, state)?;
        Ok(())
    }

    /// A step from the mean in units of the step size: the eigenvectors, each as long as its deviation, times draws.
    fn step(&self, draws: &[f64]) -> Vec<f64> {
        let along =
            |row: &Vec<f64>| (0..row.len()).map(|k| row[k] * self.deviations[k] * draws[k]).sum();
        self.vectors.iter().map(along).collect()
    }

    /// Standard normal numbers for each point of this generation, by the polar method (Marsaglia, Bray 1964). Seed,
    /// generation and place of the point are the key of its generator, so none has to be kept.
    fn draws(&self) -> Vec<Vec<f64>> {
        let Settings { dimensions, population, seed, .. } = self.settings;
        let point = |place: usize| {
            let key = DecisionKey::new(seed, self.state.generation, place as u64, Seat::new(0));
            let mut rng = key.at(0);
            let mut numbers = Vec::with_capacity(dimensions + 1);
            while numbers.len() < dimensions {
                let [u, v] = [2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0];
                let square = u * u + v * v;
                if square > 0.0 && square < 1.0 {
                    let factor = (-2.0 * libm::log(square) / square).sqrt();
                    numbers.extend([u * factor, v * factor]);
                }
            }
            numbers.truncate(dimensions);
            numbers
        };
        (0..population).map(point).collect()
    }
}

/// Moves an evolution path at this learning rate; a mass of 0 only shortens it.
fn follow(path: &mut [f64], rate: f64, mass: f64, by: &[f64]) {
    let gain = (rate * (2.0 - rate) * mass).sqrt();
    path.iter_mut().zip(by).for_each(|(old, new)| *old = (1.0 - rate) * *old + gain * new);
}
