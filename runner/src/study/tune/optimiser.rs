//! CMA-ES (Hansen 2016) as questions and answers: which points to look at next, and their values.
//!
//! The optimiser keeps nothing but its seed and the answers. Every question replays all earlier
//! generations with their answers, so resuming after an interruption is the same as continuing.
//! That takes time quadratic in the number of generations, but a thousand of them still take only
//! seconds.

use std::cell::RefCell;

use cmaes::TerminationReason::{self, InvalidFunctionValue, PosDefCov};
use cmaes::{CMAESOptions, DVector, Mode, Weights};

use crate::error::Error;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvolutionStrategy {
    pub dimensions: usize,
    pub population: usize,
    /// Standard deviation of the first generation, above 0.
    pub sigma: f64,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    pub mean: Vec<f64>,
    pub sigma: f64,
    pub points: Vec<Vec<f64>>,
}

impl EvolutionStrategy {
    /// All generations for which there are `values`, and the next one. Higher values are better;
    /// those of a generation are in the order of its points. It fails if the distribution has
    /// degenerated, after so many generations that no further progress can be expected.
    pub fn replay(&self, values: &[Vec<f64>]) -> Result<Vec<Generation>, Error> {
        let seen: RefCell<Vec<Vec<f64>>> = RefCell::default();
        // A generation without values is only asked for its points; their effect on the state is
        // never used.
        let answer = |point: &DVector<f64>| {
            let number = seen.borrow().len();
            seen.borrow_mut().push(point.iter().copied().collect());
            let (generation, place) = (number / self.population, number % self.population);
            values.get(generation).map_or(0.0, |values| values[place])
        };
        let mut state = CMAESOptions::new(vec![0.0; self.dimensions], self.sigma)
            .mode(Mode::Maximize)
            // Negative weights gain little if values are partly noise, and may end the search.
            .weights(Weights::Positive)
            .population_size(self.population)
            .seed(self.seed)
            .build(answer)
            .expect("a search has parameters, points and a deviation");
        let mut generations = Vec::new();
        for number in 0..=values.len() {
            let (mean, sigma) = (state.mean().iter().copied().collect(), state.sigma());
            // Its stopping rules are for functions without noise.
            let ended = state.next();
            let points = seen.borrow()[number * self.population..].to_vec();
            generations.push(Generation { mean, sigma, points });
            let lost =
                |reason: &TerminationReason| matches!(reason, PosDefCov | InvalidFunctionValue);
            if number < values.len() && ended.is_some_and(|ended| ended.reasons.iter().any(lost)) {
                return Err(Error::Unfinished(format!(
                    "the distribution lost its shape in generation {number}; fewer --generations, or another --seed"
                )));
            }
        }
        Ok(generations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search() -> EvolutionStrategy {
        EvolutionStrategy { dimensions: 4, population: 8, sigma: 0.3, seed: 5 }
    }

    /// A bowl around 1, -1, 0.5, 0 whose axes differ in steepness.
    fn worth(point: &[f64]) -> f64 {
        let at = [1.0, -1.0, 0.5, 0.0];
        let steep = [1.0, 4.0, 0.5, 2.0];
        -(0..4).map(|k| steep[k] * (point[k] - at[k]) * (point[k] - at[k])).sum::<f64>()
    }

    fn run(generations: usize, noise: f64) -> Vec<Vec<f64>> {
        let mut values = Vec::new();
        let mut turn = 0.0;
        for _ in 0..generations {
            let all = search().replay(&values).unwrap();
            let points = &all.last().unwrap().points;
            values.push(
                (points.iter())
                    .map(|point| {
                        turn += 1.0;
                        worth(point) + noise * libm::sin(turn * turn)
                    })
                    .collect(),
            );
        }
        values
    }

    #[test]
    fn a_known_optimum_is_reached() {
        let all = search().replay(&run(60, 0.0)).unwrap();
        let last = &all[60];
        assert!(worth(&last.mean) > -1e-4, "{last:?}");
        assert!(last.sigma < 0.1, "{last:?}");
        // With noise of a tenth, the mean still gets near it, nearer than the points around it.
        let all = search().replay(&run(60, 0.1)).unwrap();
        let last = &all[60];
        assert!(worth(&last.mean) > -0.05, "{last:?}");
    }

    #[test]
    fn a_question_is_the_same_whenever_it_is_asked() {
        let values = run(6, 0.0);
        let all = search().replay(&values).unwrap();
        for known in 0..6 {
            let some = search().replay(&values[..known]).unwrap();
            assert_eq!(some[..], all[..=known]);
        }
        let other = EvolutionStrategy { seed: 6, ..search() }.replay(&values).unwrap();
        assert_ne!(other[0].points, all[0].points);
        assert_eq!(other[0].mean, [0.0; 4]);
    }

    /// The point that was reported as by far the best does not become the mean.
    #[test]
    fn the_mean_is_no_lucky_point() {
        let first = search().replay(&[]).unwrap().remove(0);
        let lucky: Vec<f64> = (0..8).map(|k| if k == 3 { 1e6 } else { 0.0 }).collect();
        let all = search().replay(&[lucky]).unwrap();
        let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
        assert!(all[1].mean.iter().any(|x| x.abs() > 1e-3));
        assert!(first.points.iter().all(|point| apart(point, &all[1].mean)));
    }
}
