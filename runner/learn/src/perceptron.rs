//! Multi-layer perceptrons in single precision: what is learned, before it becomes a net in whole
//! numbers. Without hidden layers they are logistic regressions.

use std::ops::Range;

use drakkar_agents::features::Seen;
use drakkar_agents::net::{ONE, SCORE_UNIT, TOP};
use drakkar_agents::soft_max::soft_max;
use drakkar_engine::seed::Rng;

use crate::method::Method;
use crate::positions::{EXPECTED_WIN, Position, WIN};

const MOST: f32 = TOP as f32 / ONE as f32;

/// Its outputs are, by place, the logits of win shares and the final scores divided by [`SCORE_UNIT`].
#[derive(Clone, PartialEq, Debug)]
pub struct Perceptron {
    pub(crate) players: usize,
    /// By input: what a value is multiplied with.
    pub(crate) units: Vec<f32>,
    pub(crate) layers: Vec<WeightPlace>,
    pub(crate) numbers: Vec<f32>,
}

/// Where a layer's numbers are: one row of weights for each input, then the biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WeightPlace {
    pub(crate) first: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
}

impl WeightPlace {
    pub(crate) fn row(self, input: usize) -> Range<usize> {
        let first = self.first + input * self.outputs;
        first..first + self.outputs
    }

    pub(crate) fn bias(self) -> Range<usize> {
        self.row(self.inputs)
    }
}

#[derive(Clone, Default, Debug)]
pub struct Pass {
    /// Activations; of the last layer outputs.
    values: Vec<Vec<f32>>,
    slopes: Vec<Vec<f32>>,
    shares: Vec<f64>,
}

#[inline]
fn add(sums: &mut [f32], factor: f32, row: &[f32]) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// The sum of the products, in a fixed order that processors can do several at a time.
#[inline]
fn dot(one: &[f32], two: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    let ((ones, rest), (twos, other_rest)) = (one.as_chunks::<8>(), two.as_chunks::<8>());
    let rest: f32 = rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    for (a, b) in ones.iter().zip(twos) {
        for lane in 0..lanes.len() {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f32>() + rest
}

impl Perceptron {
    /// With hidden layers of these widths, whose weights are drawn: evenly, with the variance of He
    /// and others, *Delving deep into rectifiers*, 2015. `active` is how many inputs are usually not 0.
    pub fn new(
        players: usize,
        units: Vec<f32>,
        hidden: &[usize],
        active: usize,
        rng: &mut Rng,
    ) -> Perceptron {
        let (mut layers, mut first, mut inputs) = (Vec::new(), 0, units.len());
        for &outputs in hidden.iter().chain([&(2 * players)]) {
            layers.push(WeightPlace { first, inputs, outputs });
            first += (inputs + 1) * outputs;
            inputs = outputs;
        }
        let mut numbers = vec![0.0; first];
        // A logistic regression begins without an opinion, and the last layer nearly so.
        for (number, layer) in layers.iter().enumerate().filter(|_| !hidden.is_empty()) {
            let (square, part) = if number == hidden.len() { (1.0, 0.1) } else { (6.0, 1.0) };
            let fan_in = if number == 0 { active.max(1) } else { layer.inputs };
            let most = (square / fan_in as f32).sqrt();
            for number in &mut numbers[layer.first..layer.bias().start] {
                let draw = (rng.word() >> 40) as f32 / (1 << 23) as f32 - 1.0;
                *number = draw * most * part;
            }
        }
        Perceptron { players, units, layers, numbers }
    }

    pub fn outputs<'p>(&self, seen: &[Seen], pass: &'p mut Pass) -> &'p [f32] {
        pass.values.resize_with(self.layers.len(), Vec::new);
        let last = self.layers.len() - 1;
        for (number, &layer) in self.layers.iter().enumerate() {
            let (before, now) = pass.values.split_at_mut(number);
            let sums = &mut now[0];
            sums.clear();
            sums.extend_from_slice(&self.numbers[layer.bias()]);
            if number == 0 {
                for &Seen { input, value } in seen {
                    let value = f32::from(value) * self.units[usize::from(input)];
                    add(sums, value, &self.numbers[layer.row(input.into())]);
                }
            } else {
                for (input, &value) in before[number - 1].iter().enumerate() {
                    if value != 0.0 {
                        add(sums, value, &self.numbers[layer.row(input)]);
                    }
                }
            }
            if number < last {
                for sum in sums {
                    *sum = sum.clamp(0.0, MOST);
                }
            }
        }
        &pass.values[last]
    }

    fn shares(&self, seen: &[Seen], pass: &mut Pass, shares: &mut Vec<f64>) {
        let outputs = self.outputs(seen, pass);
        shares.clear();
        shares.extend(outputs[..self.players].iter().map(|&logit| f64::from(logit)));
        soft_max(shares, 1.0);
    }

    /// Adds the derivative of the loss of `position` to `slope`, which is as long as there are numbers: the log loss of
    /// its win shares, and with the weight that `method` says the mean squared error of its scores.
    pub fn add_slope(
        &self,
        position: &Position,
        method: &Method,
        pass: &mut Pass,
        slope: &mut [f32],
    ) {
        let mut shares = std::mem::take(&mut pass.shares);
        self.shares(&position.seen, pass, &mut shares);
        let Pass { values, slopes, .. } = pass;
        let last = self.layers.len() - 1;
        slopes.resize_with(self.layers.len(), Vec::new);
        let outputs = &values[last][self.players..];
        slopes[last].clear();
        for (place, (share, &won)) in shares.iter().zip(&position.shares).enumerate() {
            let won = f64::from(won) / f64::from(WIN);
            let mut off = (share - won) as f32;
            // Of the target, that part is not the result but what was expected.
            if let Some(&expected) = position.expected.get(place) {
                let more = f64::from(expected) / f64::from(EXPECTED_WIN) - won;
                off -= method.search_value_weight as f32 * more as f32;
            }
            slopes[last].push(off);
        }
        let unit = 2.0 * method.score_weight / self.players as f32;
        for (&output, &score) in outputs.iter().zip(&position.scores) {
            slopes[last].push(unit * (output - score as f32 / SCORE_UNIT as f32));
        }
        for (number, &layer) in self.layers.iter().enumerate().rev() {
            let (lower, upper) = slopes.split_at_mut(number);
            let above = &upper[0];
            add(&mut slope[layer.bias()], 1.0, above);
            let Some(below) = lower.last_mut() else {
                for &Seen { input, value } in &position.seen {
                    let value = f32::from(value) * self.units[usize::from(input)];
                    add(&mut slope[layer.row(input.into())], value, above);
                }
                break;
            };
            below.clear();
            for (input, &value) in values[number - 1].iter().enumerate() {
                // Cut off, so nothing below matters.
                if value <= 0.0 {
                    below.push(0.0);
                    continue;
                }
                add(&mut slope[layer.row(input)], value, above);
                let inner = value < MOST;
                below.push(if inner { dot(&self.numbers[layer.row(input)], above) } else { 0.0 });
            }
        }
        pass.shares = shares;
    }
    pub fn predictor(&self) -> impl FnMut(&Position, &mut Vec<f64>) {
        let mut pass = Pass::default();
        move |position, shares| self.shares(&position.seen, &mut pass, shares)
    }
}
