//! 95 % confidence intervals. Only `+ - * /` and `sqrt` are used, which give the same bits on every machine.

use crate::ratio::Ratio;
use crate::student::{critical, t_quantile};

/// Below this many effective wins or losses, a share's interval is Wilson's; above, the two hardly differ.
const FEW: f64 = 1000.0;

/// With fewer samples, figures whose weight may lie in few blocks have no interval: it would be too short.
pub const FEWEST_SAMPLES: i128 = 10;

/// Lower and upper end.
pub type Interval = (f64, f64);

/// `value ± t · error` with `blocks - 1` degrees of freedom.
pub fn around(value: f64, error: f64, blocks: i128) -> Interval {
    let reach = t_quantile(blocks - 1) * error;
    (value - reach, value + reach)
}

/// The interval of an unbounded ratio; `None` with fewer than two blocks.
pub fn of_ratio(ratio: &Ratio, unit: f64) -> Option<Interval> {
    Some(around(ratio.value(unit)?, ratio.error(unit)?, ratio.blocks))
}

/// The interval of a share `p` between 0 and 1; `None` with fewer than two blocks.
///
/// With the *effective sample size* `m = p (1 - p) / error²`, it is `p ± t · error` if neither `m p` nor `m (1 - p)` is
/// below 1,000, else Wilson's (1927) for `m` games with `t` in place of the normal quantile: `(p + t²/2m ± t √(p (1 -
/// p)/m + t²/4m²)) / (1 + t²/m)`. If all blocks end alike, it is Wilson's with one game for each block.
/// `results/statistics/` has simulations.
pub fn of_share(share: &Ratio, unit: f64) -> Option<Interval> {
    of_share_at(share, unit, None)
}

/// What a share is below `par`, with the interval that follows from that of the share.
pub fn of_loss(share: &Ratio, unit: f64, par: f64) -> Option<(f64, Interval)> {
    let (low, high) = of_share(share, unit)?;
    Some((par - share.value(unit)?, (par - high, par - low)))
}

/// [`of_share`], but excluding the truth with the probability `risk`, if there is one, in place of 5 %.
pub fn of_share_at(share: &Ratio, unit: f64, risk: impl Into<Option<f64>>) -> Option<Interval> {
    let t = match risk.into() {
        Some(risk) => critical(risk, share.blocks),
        None => t_quantile(share.blocks - 1),
    };
    let (p, error) = (share.value(unit)?, share.error(unit)?);
    let (low, high) = if error > 0.0 {
        let size = p * (1.0 - p) / (error * error);
        if size * p.min(1.0 - p) < FEW {
            wilson(p, size, t)
        } else {
            (p - t * error, p + t * error)
        }
    } else {
        wilson(p, share.blocks as f64, t)
    };
    // At the ends, the two halves of Wilson's formula cancel except for rounding.
    let low = if p <= 0.0 { 0.0 } else { low.clamp(0.0, 1.0) };
    let high = if p >= 1.0 { 1.0 } else { high.clamp(0.0, 1.0) };
    Some((low, high))
}

/// The interval of `a` minus `b`, whose standard error is `error`: that of the blocks' own differences if both come
/// from the same blocks.
///
/// With the distances `x` of `a` to its lower end and `y` of `b` to its upper end, the lower end is `√(x² - 2 c x y +
/// y²)` below the difference, where `c` is the correlation implied by `error` (Newcombe 1998, Statist. Med. 17,
/// 2635-2650, method 10; Zou 2007, Psychol. Methods 12, 399-413); likewise the upper end. If neither share shows an
/// error, `c` is -1, as for the two seats of a game; if one does, 0. `of` gives the intervals of the shares.
pub fn of_difference(
    [a, b]: [&Ratio; 2],
    error: f64,
    unit: f64,
    of: impl Fn(&Ratio) -> Option<Interval>,
) -> Option<Interval> {
    let ((low_a, high_a), (low_b, high_b)) = (of(a)?, of(b)?);
    let ((value_a, error_a), (value_b, error_b)) =
        ((a.value(unit)?, a.error(unit)?), (b.value(unit)?, b.error(unit)?));
    let product = 2.0 * error_a * error_b;
    let twice_c = if product > 0.0 {
        let both = error_a * error_a + error_b * error_b - error * error;
        2.0 * (both / product).clamp(-1.0, 1.0)
    } else if error_a == error_b {
        -2.0
    } else {
        0.0
    };
    let low = reach(value_a - low_a, high_b - value_b, twice_c);
    let high = reach(high_a - value_a, value_b - low_b, twice_c);
    let value = value_a - value_b;
    Some(((value - low).max(-1.0), (value + high).min(1.0)))
}

/// `√(x² - 2 c x y + y²)`.
fn reach(x: f64, y: f64, twice_c: f64) -> f64 {
    (x * x - twice_c * x * y + y * y).max(0.0).sqrt()
}

fn wilson(p: f64, size: f64, t: f64) -> Interval {
    let t2 = t * t;
    let middle = p + t2 / (2.0 * size);
    let reach = t * (p * (1.0 - p) / size + t2 / (4.0 * size * size)).sqrt();
    let scale = 1.0 + t2 / size;
    ((middle - reach) / scale, (middle + reach) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{draws::Draws, student::NORMAL_QUANTILE as Z};

    /// Wilson's interval for 0 of 10 and 1 of 20 independent games, after Newcombe (1998).
    #[test]
    fn wilson_matches_published_values() {
        let (low, high) = wilson(0.0, 10.0, Z);
        assert!(low.abs() < 1e-12 && (high - 0.2775).abs() < 1e-4, "{low} {high}");
        let (low, high) = wilson(0.05, 20.0, Z);
        assert!((low - 0.0089).abs() < 1e-4 && (high - 0.2361).abs() < 1e-4, "{low} {high}");
    }

    #[test]
    fn shares_at_the_ends_keep_an_interval() {
        let mut never = Ratio::default();
        (0..50).for_each(|_| never.add_block(0, 4));
        let (low, high) = of_share(&never, 1.0).unwrap();
        assert_eq!(low, 0.0);
        assert!(high > 0.06 && high < 0.09, "{high}");
        let mut always = Ratio::default();
        (0..50).for_each(|_| always.add_block(4, 4));
        let (from, to) = of_share(&always, 1.0).unwrap();
        assert!((1.0 - from - high).abs() < 1e-12);
        assert_eq!(to, 1.0);
    }

    #[test]
    fn a_smaller_risk_reaches_further() {
        let (mut a, mut b) = <(Ratio, Ratio)>::default();
        for i in 0..400 {
            a.add_block(i % 3, 2);
            b.add_block(2 - i % 3, 2);
        }
        let usual = of_share(&a, 1.0).unwrap();
        let same = of_share_at(&a, 1.0, 0.05).unwrap();
        assert!((usual.0 - same.0).abs() < 1e-6 && (usual.1 - same.1).abs() < 1e-6, "{same:?}");
        let wide = of_share_at(&a, 1.0, 0.001).unwrap();
        assert!(((wide.1 - wide.0) / (usual.1 - usual.0) - 3.29 / 1.96).abs() < 0.02, "{wide:?}");
        let error = 2.0 * a.error(1.0).unwrap();
        let strict = |share: &Ratio| of_share_at(share, 1.0, 0.001);
        let (low, high) = of_difference([&a, &b], error, 1.0, strict).unwrap();
        assert!((low - (2.0 * wide.0 - 1.0)).abs() < 1e-9, "{low} {wide:?}");
        assert!((high - (2.0 * wide.1 - 1.0)).abs() < 1e-9, "{high} {wide:?}");
    }

    #[test]
    fn one_block_has_no_interval() {
        let mut one = Ratio::default();
        one.add_block(1, 4);
        assert_eq!(of_share(&one, 1.0), None);
        assert_eq!(of_ratio(&one, 1.0), None);
    }

    /// 56 of 70 minus 48 of 80 and 6 of 7 minus 2 of 7 independent games: Newcombe (1998), Statist.
    /// Med. 17, 873-890, table II, method 10.
    #[test]
    fn differences_match_published_values() {
        for ((x, m), (y, n), low, high) in
            [((56.0, 70.0), (48.0, 80.0), 0.0524, 0.3339), ((6.0, 7.0), (2.0, 7.0), 0.0582, 0.8062)]
        {
            let (p, q) = (x / m, y / n);
            let ((low_p, high_p), (low_q, high_q)) = (wilson(p, m, Z), wilson(q, n, Z));
            let found_low = p - q - reach(p - low_p, high_q - q, 0.0);
            let found_high = p - q + reach(high_p - p, q - low_q, 0.0);
            assert!((found_low - low).abs() < 1e-4, "{found_low} {low}");
            assert!((found_high - high).abs() < 1e-4, "{found_high} {high}");
        }
    }

    /// If wins and losses are many, the interval is the plain one, whatever the correlation.
    #[test]
    fn differences_of_many_games_are_plain() {
        let (mut a, mut b, mut difference) = <(Ratio, Ratio, Ratio)>::default();
        for i in 0..40_000 {
            let (won, other) = (i % 3, i * i % 4);
            a.add_block(won, 3);
            b.add_block(other, 3);
            difference.add_block(won - other, 3);
        }
        let (value, error) = (difference.value(1.0).unwrap(), difference.error(1.0).unwrap());
        let (low, high) =
            of_difference([&a, &b], error, 1.0, |share| of_share(share, 1.0)).unwrap();
        let (plain_low, plain_high) = around(value, error, a.blocks);
        assert!((low - plain_low).abs() < 1e-9 && (high - plain_high).abs() < 1e-9, "{low} {high}");
    }

    /// With two seats the difference of the win shares is twice the share minus one.
    #[test]
    fn two_seats_differ_by_twice_the_share() {
        for wins in [[0, 0, 1, 0, 2, 0, 0, 1, 0, 0, 0, 1], [0; 12], [1; 12]] {
            let (mut a, mut b, mut difference) = <(Ratio, Ratio, Ratio)>::default();
            for won in wins {
                a.add_block(won, 2);
                b.add_block(2 - won, 2);
                difference.add_block(2 * won - 2, 2);
            }
            let error = difference.error(1.0).unwrap();
            let (low, high) =
                of_difference([&a, &b], error, 1.0, |share| of_share(share, 1.0)).unwrap();
            let share = of_share(&a, 1.0).unwrap();
            assert!((low - (2.0 * share.0 - 1.0)).abs() < 1e-12, "{low} {share:?}");
            assert!((high - (2.0 * share.1 - 1.0)).abs() < 1e-12, "{high} {share:?}");
        }
    }

    /// Runs of blocks of four games whose chance of a win differs from deal to deal; returns how
    /// many of 4,000 intervals contain the true share, in per cent.
    fn coverage(share: f64, deal: f64, blocks: usize, seed: u64) -> f64 {
        let mut rng = Draws::new(seed);
        let mut uniform = move || (rng.word() >> 11) as f64 / (1u64 << 53) as f64;
        let (runs, mut held) = (4000, 0);
        for _ in 0..runs {
            let mut sums = Ratio::default();
            for _ in 0..blocks {
                // Half of the deals are better by `deal`, half worse.
                let chance = if uniform() < 0.5 { share + deal } else { share - deal };
                sums.add_block((0..4).filter(|_| uniform() < chance).count() as i64, 4);
            }
            let (low, high) = of_share(&sums, 1.0).unwrap();
            held += usize::from(low <= share && share <= high);
        }
        100.0 * held as f64 / runs as f64
    }

    #[test]
    fn intervals_hold_the_truth_in_95_of_100_runs() {
        for (share, deal, blocks) in [(0.25, 0.0, 200), (0.25, 0.2, 200), (0.5, 0.4, 60)] {
            let held = coverage(share, deal, blocks, 11);
            assert!((93.0..=97.0).contains(&held), "{share} {deal} {blocks}: {held} %");
        }
        // Near the ends counts are few and coarse: Wilson's interval may cover slightly more often.
        for (share, deal, blocks) in [(0.02, 0.01, 60), (0.985, 0.01, 100)] {
            let held = coverage(share, deal, blocks, 12);
            assert!((94.0..=98.0).contains(&held), "{share} {deal} {blocks}: {held} %");
        }
    }
}
