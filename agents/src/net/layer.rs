use std::hint::black_box;

use crate::features::Seen;

/// The activation that stands for 1.
pub const ONE: i32 = 256;
/// The highest activation.
pub const TOP: i32 = 4 * ONE - 1;
/// Most bits by which sums are shifted.
pub(super) const MOST_SHIFT: u32 = 20;

/// Sums that are added up together.
const BLOCK: usize = 64;
/// Activations that are multiplied together.
const PART: usize = 32;

#[inline(always)]
fn add(sums: &mut [i32], row: &[i16], value: i16) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(i32::from(value) * i32::from(weight));
    }
}

#[inline(always)]
fn multiply<const PARTS: usize>(
    weights: &[[i16; PART]],
    activations: &[[i16; PART]; PARTS],
    sums: &mut [i32],
) {
    for (sum, row) in sums.iter_mut().zip(weights.as_chunks::<PARTS>().0) {
        // Otherwise they are widened before the loop, and no longer multiplied in pairs.
        let activations = black_box(activations);
        let mut all = *sum;
        for part in 0..PARTS {
            let mut products = 0i32;
            for k in 0..PART {
                let product = i32::from(row[part][k]) * i32::from(activations[part][k]);
                products = products.wrapping_add(product);
            }
            all = all.wrapping_add(products);
        }
        *sum = all;
    }
}

/// One layer. Its weights are in units of a power of 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// In the input layer row by row, one row for each input; in the others one row for each output.
    weights: Vec<i16>,
    /// By output, in units of the sums.
    bias: Vec<i32>,
    shift: u32,
}

impl Layer {
    /// A layer with these weights and biases. A weight of 1 is written as `2^shift`, in the input layer
    /// as [`ONE`] times that.
    ///
    /// # Panics
    /// If there is no bias, the weights are not a whole number of rows, or the shift is above 20.
    pub fn new(weights: Vec<i16>, bias: Vec<i32>, shift: u32) -> Layer {
        assert!(
            !bias.is_empty() && weights.len().is_multiple_of(bias.len()),
            "whole rows of weights"
        );
        assert!(shift <= MOST_SHIFT, "a shift of at most {MOST_SHIFT}");
        Layer { weights, bias, shift }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.bias.len()
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// All weights.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The bias of each output.
    pub fn bias(&self) -> &[i32] {
        &self.bias
    }

    /// How many bits sums are shifted by.
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// The sums of the input layer. They wrap around, which is defined, if a net has weights beyond all measure.
    #[inline(always)]
    pub(super) fn add_up(&self, seen: &[Seen], sums: &mut Vec<i32>) {
        let width = self.bias.len();
        sums.clear();
        sums.extend_from_slice(&self.bias);
        let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
        if !rest.is_empty() {
            for &Seen { input, value } in seen {
                add(sums, &self.weights[usize::from(input) * width..][..width], value);
            }
            return;
        }
        let (rows, in_row) = (self.weights.as_chunks::<BLOCK>().0, blocks.len());
        let ones = seen.iter().take_while(|seen| seen.value == 1).count();
        for (number, block) in blocks.iter_mut().enumerate() {
            let row = |seen: &Seen| &rows[usize::from(seen.input) * in_row + number];
            // These stay in registers until all inputs are there.
            let mut own = *block;
            for seen in &seen[..ones] {
                add(&mut own, row(seen), 1);
            }
            for seen in &seen[ones..] {
                add(&mut own, row(seen), seen.value);
            }
            *block = own;
        }
    }

    /// The sums of any other layer.
    #[inline(always)]
    pub(super) fn multiply(&self, activations: &[i16], sums: &mut Vec<i32>) {
        sums.clear();
        sums.extend_from_slice(&self.bias);
        let (parts, rest) = activations.as_chunks();
        let weights = self.weights.as_chunks().0;
        // Rows of a length that the compiler knows need half the instructions.
        match (parts.try_into(), parts.try_into()) {
            (Ok(two), _) if rest.is_empty() => multiply::<2>(weights, two, sums),
            (_, Ok(one)) if rest.is_empty() => multiply::<1>(weights, one, sums),
            _ => {
                for (sum, row) in sums.iter_mut().zip(self.weights.chunks_exact(activations.len()))
                {
                    for (&weight, &activation) in row.iter().zip(activations) {
                        *sum = sum.wrapping_add(i32::from(weight) * i32::from(activation));
                    }
                }
            }
        }
    }

    /// The activations that sums stand for; the inputs of the first layer count as they are, those
    /// of the others in units of [`ONE`].
    #[inline(always)]
    pub(super) fn activate(&self, sums: &[i32], activations: &mut Vec<i16>) {
        let shift = self.shift;
        activations.clear();
        activations.extend(sums.iter().map(|&sum| (sum >> shift).clamp(0, TOP) as i16));
    }
}
