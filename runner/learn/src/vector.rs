//! Sums of products in a fixed order that processors can do several at a time.

const LANES: usize = 8;

/// `sums += factor * row`.
#[inline]
pub fn add(sums: &mut [f32], factor: f32, row: &[f32]) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// The sum of the products of two lists of the same length.
#[inline]
pub fn dot(one: &[f32], two: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (ones, twos) = (one.chunks_exact(LANES), two.chunks_exact(LANES));
    let rest: f32 = ones.remainder().iter().zip(twos.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(twos) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f32>() + rest
}
