//! Win shares from values.

/// Replaces values by shares that add up to 1; `scale` more of a value makes a share e times as large.
#[inline]
pub fn soft_max(values: &mut [f64], scale: f64) {
    // Less the highest, no odds are infinite.
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for value in values.iter_mut() {
        // libm, because the platform's function differs between processors. It has 1 for 0.
        *value = if *value == highest { 1.0 } else { libm::exp((*value - highest) / scale) };
        sum += *value;
    }
    for value in values {
        *value /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_follow_differences() {
        let share = |values: [f64; 3], scale: f64| {
            let mut shares = values;
            soft_max(&mut shares, scale);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            shares
        };
        let shares = share([1.0, 3.0, 1.0], 2.0);
        assert_eq!(shares[0], shares[2]);
        assert!((shares[1] / shares[0] - libm::exp(1.0)).abs() < 1e-12);
        assert_eq!(share([1e300, -1e300, 0.0], 1.0), [1.0, 0.0, 0.0]);
        assert_eq!(share([5.0, -5.0, 0.0], f64::INFINITY), [1.0 / 3.0; 3]);
        assert_eq!(libm::exp(0.0), 1.0);
    }
}
