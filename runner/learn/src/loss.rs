use crate::positions::{Position, Positions, WIN};

pub fn even(position: &Position, shares: &mut Vec<f64>) {
    let players = position.shares.len();
    shares.clear();
    shares.resize(players, 1.0 / players as f64);
}

/// Parts into which forecasts are sorted by size.
pub const BINS: usize = 10;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bin {
    pub forecasts: u64,
    pub predicted: f64,
    pub won: f64,
}

impl Bin {
    fn add(&mut self, share: f64, won: f64) {
        self.forecasts += 1;
        self.predicted += share;
        self.won += won;
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Forecast {
    /// By round: number of positions, and the sum of their log losses (cross-entropy in nats).
    pub rounds: Vec<(u64, f64)>,
    /// By size of the forecast, in tenths of a win.
    pub bins: [Bin; BINS],
    pub round_bins: Vec<[Bin; BINS]>,
    /// By deal: number of positions, and the sum of their log losses. Positions of a deal stand together.
    pub deals: Vec<(u64, f64)>,
}

impl Forecast {
    pub fn positions(&self) -> u64 {
        self.rounds.iter().map(|(positions, _)| positions).sum()
    }

    /// The mean log loss; lower is better; who knows nothing has the logarithm of the number of seats.
    pub fn loss(&self) -> f64 {
        self.rounds.iter().map(|(_, loss)| loss).sum::<f64>() / self.positions() as f64
    }
}

/// A forecast of a win share below this counts as this: none is certain.
const LEAST: f64 = 1e-9;

/// What a model makes of the positions with these numbers: `predict` replaces shares by the expected win shares by
/// place, which add up to 1.
pub fn forecast(
    mut predict: impl FnMut(&Position, &mut Vec<f64>),
    positions: &Positions,
    numbers: &[u32],
) -> Forecast {
    let (mut position, mut shares) = (Position::default(), Vec::new());
    let mut forecast = Forecast::default();
    let mut deal = None;
    for &number in numbers {
        positions.get(number as usize, &mut position);
        predict(&position, &mut shares);
        let round = usize::from(position.round);
        if forecast.rounds.len() <= round {
            forecast.rounds.resize(round + 1, (0, 0.0));
            forecast.round_bins.resize(round + 1, Default::default());
        }
        let mut loss = 0.0;
        for (&share, &won) in shares.iter().zip(&position.shares) {
            let won = f64::from(won) / f64::from(WIN);
            if won > 0.0 {
                loss -= won * libm::log(share.max(LEAST));
            }
            let bin = ((share * BINS as f64) as usize).min(BINS - 1);
            forecast.bins[bin].add(share, won);
            forecast.round_bins[round][bin].add(share, won);
        }
        forecast.rounds[round].0 += 1;
        forecast.rounds[round].1 += loss;
        if deal.replace(position.deal) != Some(position.deal) {
            forecast.deals.push((0, 0.0));
        }
        if let Some((positions, losses)) = forecast.deals.last_mut() {
            *positions += 1;
            *losses += loss;
        }
    }
    forecast
}
