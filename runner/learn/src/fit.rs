use drakkar_engine::seed::Rng;
use rand::seq::SliceRandom;

use crate::method::Method;
use crate::perceptron::{Pass, Perceptron};
use crate::positions::{Position, Positions};

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Fits a perceptron with so many inputs to the positions with these numbers, beginning with the weights
/// of `start` if there is one, which has these inputs and hidden layers. `tell` is told the
/// number of positions after each step, and stops the fit by returning false; then there is nothing.
pub fn fit(
    positions: &Positions,
    numbers: &[u32],
    inputs: usize,
    start: Option<&Perceptron>,
    method: &Method,
    mut tell: impl FnMut(u64) -> bool,
) -> Option<Perceptron> {
    let mut rng = Rng::from_seed(method.seed);
    let (units, active) = units(positions, numbers, inputs);
    let players = positions.players();
    let mut perceptron = match start {
        None => Perceptron::new(players, units, &method.hidden, active, &mut rng),
        Some(start) => start.clone().in_units(units),
    };
    let mut order = numbers.to_vec();
    let mut slope = vec![0.0; perceptron.numbers.len()];
    let mut means = vec![(0.0_f32, 0.0_f32); slope.len()];
    let (mut position, mut pass) = (Position::default(), Pass::default());
    let (mut first, mut second) = (1.0, 1.0);
    let steps = u64::from(method.epochs) * numbers.len().div_ceil(method.batch) as u64;
    let mut step = 0;
    for _ in 0..method.epochs {
        order.shuffle(&mut rng);
        for batch in order.chunks(method.batch) {
            slope.fill(0.0);
            for &number in batch {
                positions.get(number as usize, &mut position);
                perceptron.add_slope(&position, method, &mut pass, &mut slope);
            }
            let rate = method.rate * (1.0 - step as f32 / steps as f32);
            step += 1;
            first *= FIRST;
            second *= SECOND;
            let (unit, correction) = (1.0 / batch.len() as f32, 1.0 / (1.0 - second));
            let rate = rate / (1.0 - first);
            for ((number, &sum), (mean, square)) in
                perceptron.numbers.iter_mut().zip(&slope).zip(&mut means)
            {
                let slope = sum * unit;
                *mean += (1.0 - FIRST) * (slope - *mean);
                *square += (1.0 - SECOND) * (slope * slope - *square);
                *number -= rate * *mean / ((*square * correction).sqrt() + TINY);
            }
            if !tell(batch.len() as u64) {
                return None;
            }
        }
    }
    Some(perceptron)
}

/// Factors of the values of each input, so that those not 0 are about 1; and how many are usually not 0.
fn units(positions: &Positions, numbers: &[u32], inputs: usize) -> (Vec<f32>, usize) {
    let mut position = Position::default();
    let mut sums = vec![(0_u64, 0_u64); inputs];
    let mut active = 0;
    for &number in numbers {
        positions.get(number as usize, &mut position);
        active += position.seen.len();
        for seen in &position.seen {
            let (count, sum) = &mut sums[usize::from(seen.input)];
            *count += 1;
            *sum += u64::from(seen.value.unsigned_abs());
        }
    }
    let unit = |&(count, sum): &(u64, u64)| if sum == 0 { 1.0 } else { count as f32 / sum as f32 };
    (sums.iter().map(unit).collect(), active / numbers.len().max(1))
}
