use crate::worth::Estimate;

/// Smaller variances count as this one.
const LEAST_VARIANCE: f64 = 1e-200;

/// Worths, pooled with predictions of them by models of other measurements, each by the inverse of its variance: that
/// of the measurement it comes from, plus the part of its misses (their mean removed) that errors do not explain. What
/// predictions have in common is left out, so errors come out a little too small. Worths without errors stay.
pub fn pooled<'m>(
    worths: &[Estimate],
    predictions: impl Iterator<Item = (Vec<f64>, &'m [Estimate])>,
) -> Vec<Estimate> {
    let weight = |variance: f64| 1.0 / variance.max(LEAST_VARIANCE);
    let mut sums: Vec<[f64; 2]> = worths
        .iter()
        .map(|worth| {
            let own = weight(worth.error * worth.error);
            [own, own * worth.value]
        })
        .collect();
    let count = worths.len() as f64;
    for (found, from) in predictions {
        let off: Vec<f64> =
            found.iter().zip(worths).map(|(found, worth)| found - worth.value).collect();
        let mean = off.iter().sum::<f64>() / count;
        let squares: f64 = off.iter().map(|off| (off - mean) * (off - mean)).sum();
        let errors: f64 = worths.iter().chain(from).map(|worth| worth.error * worth.error).sum();
        let more = (squares / (count - 1.0) - errors / count).max(0.0);
        for (([weights, values], found), from) in sums.iter_mut().zip(&found).zip(from) {
            let weight = weight(from.error * from.error + more);
            *weights += weight;
            *values += weight * (found - mean);
        }
    }
    let estimate = |(worth, &[weights, values]): (&Estimate, &[f64; 2])| {
        let (value, error) = (values / weights, weights.sqrt().recip());
        if worth.error > 0.0 { Estimate { value, error, ..*worth } } else { *worth }
    };
    worths.iter().zip(&sums).map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimates<const N: usize>(values: [f64; N], error: f64) -> [Estimate; N] {
        values.map(|value| Estimate { value, error, samples: 100 })
    }

    fn assert_close(found: &[Estimate], values: &[f64], error: f64) {
        let close = |(one, value): (&Estimate, &f64)| {
            (one.value - value).abs() < 1e-9 && (one.error - error).abs() < 1e-9
        };
        let all = found.len() == values.len() && found.iter().zip(values).all(close);
        assert!(all, "{found:?} {values:?} {error}");
    }

    /// Predictions that miss by no more than chance count as much as measurements with their errors; what they have in
    /// common does not matter.
    #[test]
    fn good_predictions_make_errors_smaller() {
        let own = estimates([1.0, 2.0, 3.0], 0.3);
        let from = estimates([0.0; 3], 0.3);
        let found = pooled(&own, [(vec![8.8, 10.0, 11.2], &from[..])].into_iter());
        assert_close(&found, &[0.9, 2.0, 3.1], 0.3 / 2.0_f64.sqrt());
        assert_eq!(found[0].samples, 100);
        assert_close(&pooled(&own, std::iter::empty()), &[1.0, 2.0, 3.0], 0.3);
    }

    #[test]
    fn bad_predictions_count_little() {
        let own = estimates([1.0, 2.0, 3.0], 0.1);
        let from = estimates([0.0; 3], 0.1);
        // Their variance is that by which they miss, 9, without the error of the own worths.
        let found = pooled(&own, [(vec![4.0, 2.0, 0.0], &from[..])].into_iter());
        let weight = 0.01 / (9.0 - 0.01);
        let off = 3.0 * weight / (1.0 + weight);
        assert_close(&found, &[1.0 + off, 2.0, 3.0 - off], 0.1 / (1.0 + weight).sqrt());
    }

    #[test]
    fn worths_without_errors_stay() {
        let own = estimates([1.0, 2.0], 0.0);
        let from = estimates([0.0; 2], 0.2);
        assert_eq!(pooled(&own, [(vec![5.0, 5.5], &from[..])].into_iter()), own);
    }
}
