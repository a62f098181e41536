//! Forecasts of win shares: put on a scale, and when they tell the winner.

use crate::interval::{Interval, around};
use crate::student::bisect;

/// A forecast for a seat in a game, and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Number of the game; those of one game stand together.
    pub game: usize,
    /// The expected win share, from 0 to 1.
    pub share: f64,
    /// The win share at the end.
    pub won: f64,
}

/// Forecasts nearer to 0 or 1 count as if they were so far away.
const EDGE: f64 = 0.001;
const MOST: f64 = 20.0;

/// A factor by which forecasts are stretched about par in log-odds: below 1 they were too bold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ForecastScale {
    /// The factor.
    pub factor: f64,
    /// Its 95 % interval; none from fewer than two games.
    pub interval: Option<Interval>,
    par: f64,
}

fn log_odds(share: f64) -> f64 {
    let share = share.clamp(EDGE, 1.0 - EDGE);
    libm::log(share / (1.0 - share))
}

fn share_of(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

impl ForecastScale {
    /// The factor of greatest likelihood, by bisection of the score `Σ x (won - forecast)`, where `x` is the distance
    /// of the log-odds from those of `par`. Games are the samples: with `u` their parts of the score and `I` its slope,
    /// `error² = B / (B - 1) Σu² / I²` (P. J. Huber, *Proc. 5th Berkeley Symp.* 1, 1967).
    pub fn fitted(forecasts: &[Forecast], par: f64) -> Option<ForecastScale> {
        if forecasts.is_empty() {
            return None;
        }
        let middle = log_odds(par);
        let distances: Vec<f64> =
            forecasts.iter().map(|forecast| log_odds(forecast.share) - middle).collect();
        let both = || forecasts.iter().zip(&distances);
        let score = |factor: f64| -> f64 {
            both().map(|(forecast, x)| x * (forecast.won - share_of(middle + factor * x))).sum()
        };
        // It falls as the factor grows.
        let most = if score(0.0) <= 0.0 { 0.0 } else { MOST };
        let factor = bisect((0.0, most), 50, |factor| score(factor) > 0.0);
        let (mut slope, mut squares, mut games) = (0.0, 0.0, 0);
        let numbered: Vec<(&Forecast, &f64)> = both().collect();
        for game in numbered.chunk_by(|one, next| one.0.game == next.0.game) {
            let mut part = 0.0;
            for (forecast, x) in game {
                let told = share_of(middle + factor * **x);
                part += **x * (forecast.won - told);
                slope += **x * **x * told * (1.0 - told);
            }
            squares += part * part;
            games += 1;
        }
        let count = f64::from(games);
        let interval = (games > 1 && slope > 0.0).then(|| {
            let error = (count / (count - 1.0) * squares).sqrt() / slope;
            around(factor, error, i128::from(games))
        });
        Some(ForecastScale { factor, interval, par })
    }

    /// A forecast on this scale.
    pub fn calibrated(&self, share: f64) -> f64 {
        let middle = log_odds(self.par);
        share_of(middle + self.factor * (log_odds(share) - middle))
    }
}

/// The part of a game after which the forecasts of a seat stay above one half; 1 if the last one does not.
pub fn known_from(forecasts: impl DoubleEndedIterator<Item = (f64, f64)>) -> f64 {
    let sure = forecasts.rev().take_while(|&(_, share)| share > 0.5);
    sure.last().map_or(1.0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// Forecasts of a seat that wins as often as they say once their log-odds are multiplied by `truth`.
    fn forecasts(truth: f64, par: f64, games: usize, seed: u64) -> Vec<Forecast> {
        let mut rng = Draws::new(seed);
        let mut uniform = move || f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
        let scale = ForecastScale { factor: truth, interval: None, par };
        let drawn = (0..games).map(|game| {
            let share = 0.05 + 0.9 * uniform();
            let won = f64::from(uniform() < scale.calibrated(share));
            Forecast { game, share, won }
        });
        drawn.collect()
    }

    #[test]
    fn the_factor_is_found() {
        for (truth, par) in [(1.0, 0.5), (0.4, 0.25), (1.7, 0.5)] {
            let mut held = 0;
            for seed in 0..100 {
                let scale = ForecastScale::fitted(&forecasts(truth, par, 400, seed), par).unwrap();
                let (low, high) = scale.interval.unwrap();
                held += i32::from(low <= truth && truth <= high);
                assert!((scale.factor - truth).abs() < 0.6, "{truth}: {scale:?}");
            }
            assert!(held >= 88, "{truth}: {held}");
        }
    }

    #[test]
    fn forecasts_of_nothing_are_par() {
        let at = |game, share, won| Forecast { game, share, won };
        let against = [at(0, 0.9, 0.0), at(1, 0.1, 1.0)];
        let scale = ForecastScale::fitted(&against, 0.25).unwrap();
        assert_eq!(scale.factor, 0.0);
        assert!((scale.calibrated(0.99) - 0.25).abs() < 1e-12);
        assert_eq!(ForecastScale::fitted(&[], 0.5), None);
        let right = [at(0, 1.0, 1.0), at(1, 0.0, 0.0)];
        let scale = ForecastScale::fitted(&right, 0.5).unwrap();
        assert!(scale.factor > 1.0 && scale.calibrated(1.0) > 0.999, "{scale:?}");
    }

    #[test]
    fn a_winner_is_known_once_doubt_ends() {
        let of = |shares: &[f64]| {
            let parts: Vec<(f64, f64)> =
                shares.iter().enumerate().map(|(n, &share)| (n as f64 / 4.0, share)).collect();
            known_from(parts.into_iter())
        };
        assert_eq!(of(&[0.6, 0.4, 0.6, 0.9]), 0.5);
        assert_eq!(of(&[0.6, 0.7, 0.6, 0.9]), 0.0);
        assert_eq!(of(&[0.6, 0.7, 0.6, 0.5]), 1.0);
        assert_eq!(of(&[]), 1.0);
    }
}
