//! The heuristic as a model: win shares that grow with its values, as steeply as the results say.

use drakkar_agents::soft_max::soft_max;

use crate::positions::{Position, Positions, WIN};

#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// By round: the difference between the values of two seats with which the one wins e times as
    /// often as the other; infinite if the values say nothing. Later rounds have the last one.
    pub scales: Vec<f64>,
}

impl Calibrated {
    pub fn predict(&self, position: &Position, shares: &mut Vec<f64>) {
        let round = usize::from(position.round).min(self.scales.len().saturating_sub(1));
        let scale = self.scales.get(round).copied().unwrap_or(f64::INFINITY);
        shares.clear();
        shares.extend(position.values.iter().map(|&value| f64::from(value) / scale));
        soft_max(shares, 1.0);
    }
}

/// The heuristic with the scales that have the lowest log loss for the positions with these numbers.
pub fn calibrate(positions: &Positions, numbers: &[u32]) -> Calibrated {
    let mut position = Position::default();
    let mut rounds: Vec<Vec<u32>> = Vec::new();
    for &number in numbers {
        positions.get(number as usize, &mut position);
        let round = usize::from(position.round);
        if rounds.len() <= round {
            rounds.resize(round + 1, Vec::new());
        }
        rounds[round].push(number);
    }
    let scales = rounds.iter().map(|numbers| 1.0 / slope(positions, numbers)).collect();
    Calibrated { scales }
}

/// The factor of the values with the lowest log loss, found by halving: the loss is convex in it.
fn slope(positions: &Positions, numbers: &[u32]) -> f64 {
    let (mut position, mut shares) = (Position::default(), Vec::new());
    let (mut all, mut means): (Vec<f32>, Vec<f64>) = (Vec::new(), Vec::new());
    for &number in numbers {
        positions.get(number as usize, &mut position);
        let won = position.shares.iter().map(|&won| f64::from(won) / f64::from(WIN));
        let products = position.values.iter().zip(won).map(|(&value, won)| f64::from(value) * won);
        means.push(products.sum());
        all.extend_from_slice(&position.values);
    }
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let mut derivative = 0.0;
        for (values, mean) in all.chunks(positions.players()).zip(&means) {
            shares.clear();
            shares.extend(values.iter().map(|&value| f64::from(value) * middle));
            soft_max(&mut shares, 1.0);
            let products =
                shares.iter().zip(values).map(|(share, &value)| share * f64::from(value));
            derivative += products.sum::<f64>() - mean;
        }
        if derivative < 0.0 { low = middle } else { high = middle }
    }
    if low == 0.0 { 0.0 } else { (low + high) / 2.0 }
}
