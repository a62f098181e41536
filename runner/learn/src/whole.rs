//! A perceptron with two hidden layers as a net in whole numbers.

use drakkar_agents::net::{About, Layer, Net, ONE};
use drakkar_engine::error::KeyError;
use drakkar_engine::seed::Rng;

use crate::loss::Model;
use crate::perceptron::{Perceptron, WeightPlace};
use crate::positions::Position;

/// The largest weight: so many that sums of a wide layer fit into 32 bits.
const MOST: f32 = 16_383.0;
/// The largest shift that is used.
const MOST_SHIFT: u32 = 12;

impl Perceptron {
    /// The net with the nearest whole weights.
    ///
    /// # Errors
    /// If this has not two hidden layers, or not the inputs and seats of `about`.
    pub fn to_net(&self, about: About) -> Result<Net, KeyError> {
        let &[first, second, last] = &self.layers[..] else {
            return Err(KeyError::new("hidden", "a net has two hidden layers"));
        };
        // Values are what they are in the first layer, and in units of ONE in the others.
        let mut inputs = self.clone();
        for (input, &unit) in self.units.iter().enumerate() {
            for number in &mut inputs.numbers[first.row(input)] {
                *number *= unit * ONE as f32;
            }
        }
        let layers = [
            inputs.layer(first, Form { by_input: true, rounds: true }),
            self.layer(second, Form { by_input: false, rounds: true }),
            self.layer(last, Form { by_input: false, rounds: false }),
        ];
        Net::new(about, layers)
    }

    fn layer(&self, place: WeightPlace, form: Form) -> Layer {
        let weights = &self.numbers[place.first..place.bias().start];
        let largest = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let fits = |shift: &u32| largest * (1 << shift) as f32 <= MOST;
        let shift = (0..=MOST_SHIFT).rev().find(fits).unwrap_or(0);
        let whole = |weight: f32| {
            let whole = (weight * (1 << shift) as f32).round();
            whole.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let row = |input| self.numbers[place.row(input)].iter().copied();
        let whole_weights: Vec<i16> = if form.by_input {
            (0..place.inputs).flat_map(row).map(whole).collect()
        } else {
            let column =
                |output| (0..place.inputs).map(move |input| place.row(input).start + output);
            (0..place.outputs).flat_map(column).map(|at| whole(self.numbers[at])).collect()
        };
        // Sums are shifted, which rounds down.
        let half = if form.rounds { ((1 << shift) / 2) as f32 } else { 0.0 };
        let one = (ONE << shift) as f32;
        let bias = self.numbers[place.bias()].iter();
        let bias = bias.map(|bias| (bias * one + half).round() as i32).collect();
        Layer::new(whole_weights, bias, shift)
    }
}

impl Perceptron {
    /// The perceptron with the weights of a net, to learn more: what [`Perceptron::to_net`] makes of
    /// it is nearly the same net.
    pub fn from_net(net: &Net) -> Perceptron {
        let inputs = net.layers()[0].inputs();
        let widths = [net.layers()[0].outputs(), net.layers()[1].outputs()];
        let mut rng = Rng::from_seed(0);
        let units = vec![1.0; inputs];
        let mut perceptron = Perceptron::new(net.players(), units, &widths, 1, &mut rng);
        for (number, (layer, place)) in
            net.layers().iter().zip(perceptron.layers.clone()).enumerate()
        {
            let one = (ONE << layer.shift()) as f32;
            // Values are what they are in the first layer, and in units of ONE in the others.
            let unit = if number == 0 { 1.0 / one } else { ONE as f32 / one };
            for input in 0..place.inputs {
                for output in 0..place.outputs {
                    let at = match number {
                        0 => input * place.outputs + output,
                        _ => output * place.inputs + input,
                    };
                    perceptron.numbers[place.row(input).start + output] =
                        f32::from(layer.weights()[at]) * unit;
                }
            }
            // What was added so that sums are rounded; see [`Perceptron::layer`].
            let half = if number < 2 { ((1 << layer.shift()) / 2) as f32 } else { 0.0 };
            for (bias, &whole) in perceptron.numbers[place.bias()].iter_mut().zip(layer.bias()) {
                *bias = (whole as f32 - half) / one;
            }
        }
        perceptron
    }

    /// The same function, whose inputs are multiplied with other units first.
    #[must_use]
    pub(crate) fn in_units(mut self, units: Vec<f32>) -> Perceptron {
        let first = self.layers[0];
        for (input, (unit, old)) in units.iter().zip(&self.units).enumerate() {
            for number in &mut self.numbers[first.row(input)] {
                *number *= old / unit;
            }
        }
        Perceptron { units, ..self }
    }
}

/// The form of a layer in a net.
#[derive(Clone, Copy)]
struct Form {
    /// Whether there is a row of weights for each input, not for each output.
    by_input: bool,
    /// Whether its sums become activations.
    rounds: bool,
}

/// A net as a model, with memory.
#[derive(Clone, Debug)]
pub struct WholeNet<'n> {
    net: &'n Net,
    scratch: drakkar_agents::net::Scratch,
    scores: Vec<f64>,
}

impl<'n> WholeNet<'n> {
    /// `net` with memory.
    pub fn new(net: &'n Net) -> WholeNet<'n> {
        let scores = vec![0.0; net.players()];
        WholeNet { net, scratch: drakkar_agents::net::Scratch::default(), scores }
    }
}

impl Model for WholeNet<'_> {
    fn predict(&mut self, position: &Position, shares: &mut Vec<f64>) {
        shares.clear();
        shares.resize(self.net.players(), 0.0);
        let outputs = self.net.outputs(&position.seen, &mut self.scratch);
        self.net.read(outputs, shares, &mut self.scores);
    }
}
