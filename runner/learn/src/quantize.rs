//! A perceptron with two hidden layers as a net in whole numbers.

use drakkar_agents::net::{About, Layer, Net, ONE, Scratch};
use drakkar_engine::error::KeyError;
use drakkar_engine::seed::Rng;

use crate::perceptron::{Perceptron, WeightPlace};
use crate::positions::Position;

/// The largest weight: so many that sums of a wide layer fit into 32 bits.
const MOST: f32 = 16_383.0;
const MOST_SHIFT: u32 = 12;

impl WeightPlace {
    /// Each weight's input and place, in the order of the layer with this `number` of a net.
    fn in_net(self, number: usize) -> impl Iterator<Item = (usize, usize)> {
        let WeightPlace { first, inputs, outputs } = self;
        (0..inputs * outputs).map(move |at| {
            let (input, output) = match number {
                0 => (at / outputs, at % outputs),
                _ => (at % inputs, at / inputs),
            };
            (input, first + input * outputs + output)
        })
    }
}

/// What is added to the sums of a layer so that shifting them, which rounds down, rounds to the nearest.
fn half(number: usize, shift: u32) -> f32 {
    if number < 2 { ((1 << shift) / 2) as f32 } else { 0.0 }
}

impl Perceptron {
    /// The net with the nearest weights; an error without two hidden layers, or if inputs or seats are not of `about`.
    pub fn to_net(&self, about: About) -> Result<Net, KeyError> {
        if self.layers.len() != 3 {
            return Err(KeyError::new("hidden", "a net has two hidden layers"));
        }
        Net::new(about, std::array::from_fn(|number| self.layer(number)))
    }

    fn layer(&self, number: usize) -> Layer {
        let place = self.layers[number];
        // Values are what they are in the first layer, and in units of ONE in the others.
        let unit = |input: usize| if number == 0 { self.units[input] * ONE as f32 } else { 1.0 };
        let weights = place.in_net(number).map(|(input, at)| self.numbers[at] * unit(input));
        let weights: Vec<f32> = weights.collect();
        let largest = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let fits = |shift: &u32| largest * (1 << shift) as f32 <= MOST;
        let shift = (0..=MOST_SHIFT).rev().find(fits).unwrap_or(0);
        let whole = |weight: f32| {
            let whole = (weight * (1 << shift) as f32).round();
            whole.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let (half, one) = (half(number, shift), (ONE << shift) as f32);
        let bias = self.numbers[place.bias()].iter();
        let bias = bias.map(|bias| (bias * one + half).round() as i32).collect();
        Layer::new(weights.into_iter().map(whole).collect(), bias, shift)
    }

    /// The perceptron with the weights of a net, to learn more; [`Perceptron::to_net`] makes nearly the same net of it.
    pub fn from_net(net: &Net) -> Perceptron {
        let [first, second, _] = net.layers();
        let widths = [first.outputs(), second.outputs()];
        let (units, mut rng) = (vec![1.0; first.inputs()], Rng::from_seed(0));
        let mut perceptron = Perceptron::new(net.players(), units, &widths, 1, &mut rng);
        let Perceptron { layers, numbers, .. } = &mut perceptron;
        for (number, (layer, place)) in net.layers().iter().zip(layers).enumerate() {
            let one = (ONE << layer.shift()) as f32;
            let unit = if number == 0 { 1.0 / one } else { ONE as f32 / one };
            for ((_, at), &weight) in place.in_net(number).zip(layer.weights()) {
                numbers[at] = f32::from(weight) * unit;
            }
            let half = half(number, layer.shift());
            for (bias, &whole) in numbers[place.bias()].iter_mut().zip(layer.bias()) {
                *bias = (whole as f32 - half) / one;
            }
        }
        perceptron
    }

    /// The same function, whose inputs are multiplied with other units first.
    pub(crate) fn in_units(mut self, units: Vec<f32>) -> Perceptron {
        for (input, (unit, old)) in units.iter().zip(&self.units).enumerate() {
            for number in &mut self.numbers[self.layers[0].row(input)] {
                *number *= old / unit;
            }
        }
        Perceptron { units, ..self }
    }
}

/// What a net predicts, for [`forecast`](crate::loss::forecast).
pub fn predictor(net: &Net) -> impl FnMut(&Position, &mut Vec<f64>) {
    let (mut scratch, mut scores) = (Scratch::default(), vec![0.0; net.players()]);
    move |position, shares| {
        shares.clear();
        shares.resize(net.players(), 0.0);
        net.read(net.outputs(&position.seen, &mut scratch), shares, &mut scores);
    }
}
