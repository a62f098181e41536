//! What an interval says about an effect, in one word, and how many more games would say more.

use std::f64::consts::FRAC_1_SQRT_2;

use crate::interval::Interval;
use crate::student::{bisect, critical};

/// A statement about an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Above par.
    Better,
    /// Below par.
    Worse,
    /// At par, except for a difference that is too small to matter.
    Equal,
    /// Not decided by the data. That is not the same as [`Verdict::Equal`].
    Open,
}

impl Verdict {
    /// The word in files and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Equal => "equal",
            Verdict::Open => "undecided",
        }
    }
}

/// The verdict on an effect with the estimate `value` and its 95 % interval; differences from `par` up to `margin` do
/// not matter.
///
/// *Equal* if the whole interval lies within the margin, even without `par` (two one-sided tests, Schuirmann 1987, J.
/// Pharmacokinet. Biopharm. 15, 657-680, with 2.5 % each); *better* or *worse* if it is above or below `par`; *open*
/// else.
pub fn verdict(value: f64, par: f64, interval: Option<Interval>, margin: f64) -> Verdict {
    match interval {
        _ if value.is_nan() => Verdict::Open,
        Some((low, high)) if margin > 0.0 && low >= par - margin && high <= par + margin => {
            Verdict::Equal
        }
        Some((low, high)) if low > par && high > par => Verdict::Better,
        Some((low, high)) if low < par && high < par => Verdict::Worse,
        _ => Verdict::Open,
    }
}

/// The probability with which [`times_for_verdict`] samples give a verdict.
pub const POWER: f64 = 0.8;

/// The [`POWER`] quantile of the standard normal distribution.
const POWER_QUANTILE: f64 = 0.841_621_233_572_914_2;

/// With how many times as many samples an effect that is open has a verdict with the probability [`POWER`], if its true
/// size is `value`. `interval` is the one that decides the verdict and excludes the truth with probability `risk`; its
/// sides count by themselves and shrink with the root of the number of samples.
///
/// *Better* or *worse* takes `((z + 0.84) / z · d / |value - par|)²` times as many, with the normal quantile `z` of the
/// risk and the distance `d` from `value` to the end that faces `par` (Cohen 1988, *Statistical Power Analysis*). For
/// *equal*, `Φ(a - z) + Φ(b - z) - 1` is the probability that both tests reject, where `a` and `b` are the distances to
/// both ends of the margin in standard errors. The smaller counts; `None` if no number would do.
pub fn times_for_verdict(
    value: f64,
    par: f64,
    (low, high): Interval,
    risk: f64,
    margin: f64,
) -> Option<f64> {
    let effect = value - par;
    let (down, up) = ((value - low).max(0.0), (high - value).max(0.0));
    // The number of samples of a normal distribution.
    let z = critical(risk, i128::MAX);
    let facing = if effect > 0.0 { down } else { up };
    let apart = (z + POWER_QUANTILE) / z * facing / effect.abs();
    let apart = (effect != 0.0 && apart.is_finite()).then_some(apart * apart);
    let within = equal_with(z * (margin + effect) / down, z * (margin - effect) / up, z);
    apart.into_iter().chain(within).min_by(f64::total_cmp)
}

/// With how many times as many samples both ends of a margin, `a` and `b` standard errors away, are excluded.
fn equal_with(a: f64, b: f64, z: f64) -> Option<f64> {
    if !(a > 0.0 && b > 0.0) {
        return None;
    }
    let power = |root: f64| {
        let beyond = |ends: f64| 0.5 * libm::erfc((ends * root - z) * FRAC_1_SQRT_2);
        1.0 - beyond(a) - beyond(b)
    };
    // The root of the factor: 0 is too little. Either error is then at most 10 %.
    let root = bisect((0.0, (z + 2.0) / a.min(b)), 60, |root| power(root) < POWER);
    Some(root * root)
}

/// After how many blocks an open effect has a verdict ([`times_for_verdict`]); `None` beyond 2^63.
pub fn blocks_for_verdict(
    value: f64,
    par: f64,
    interval: Option<Interval>,
    risk: f64,
    margin: f64,
    blocks: i128,
) -> Option<u64> {
    if verdict(value, par, interval, margin) != Verdict::Open || blocks < 1 {
        return None;
    }
    let times = times_for_verdict(value, par, interval?, risk, margin)?;
    let needed = (blocks as f64 * times).ceil();
    let more = u64::try_from(blocks).ok()?.saturating_add(1);
    (needed < 2.0_f64.powi(63)).then_some((needed as u64).max(more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{draws::Draws, ratio::Ratio};

    #[test]
    fn one_word_for_every_place_of_the_interval() {
        use Verdict::{Better, Equal, Open, Worse};
        for (low, high, margin, expected) in [
            (0.26, 0.30, 0.0, Better),
            (0.20, 0.24, 0.0, Worse),
            (0.24, 0.26, 0.0, Open),
            (0.25, 0.25, 0.0, Open),
            (0.24, 0.30, 0.02, Open),
            (0.20, 0.26, 0.02, Open),
            (0.20, 0.30, 0.02, Open),
            (0.24, 0.26, 0.02, Equal),
            // Known to be above par, and by how little.
            (0.251, 0.259, 0.02, Equal),
            (0.241, 0.249, 0.02, Equal),
            // Above par, perhaps by less than the margin.
            (0.251, 0.29, 0.02, Better),
            (0.21, 0.249, 0.02, Worse),
            (0.28, 0.29, 0.02, Better),
            (f64::NAN, f64::NAN, 0.02, Open),
            (0.26, f64::NAN, 0.02, Open),
        ] {
            let middle = 0.25;
            assert_eq!(verdict(middle, 0.25, Some((low, high)), margin), expected, "{low} {high}");
        }
        assert_eq!(verdict(0.9, 0.25, None, 1.0), Open);
        assert_eq!(verdict(f64::NAN, 0.25, Some((0.3, 0.4)), 0.0), Open);
        let names = [Better, Worse, Equal, Open].map(Verdict::name);
        assert_eq!(names, ["better", "worse", "equal", "undecided"]);
    }

    /// One half of a risk of 5 % on either side.
    const RISK: f64 = 0.05;

    #[test]
    fn sample_sizes_by_hand() {
        let times =
            |value, low, high, margin| times_for_verdict(value, 0.5, (low, high), RISK, margin);
        // A just significant effect has even odds to be significant again, and 80 % with 2.04 times as many.
        let just = times(0.53, 0.5, 0.56, 0.0).unwrap();
        assert!((just - 7.8489 / 3.8415).abs() < 1e-3, "{just}");
        assert!((times(0.47, 0.35, 0.53, 0.0).unwrap() / just - 4.0).abs() < 1e-9);
        // No difference at all, within a margin of the half width: (1.96 + 1.28)² / 1.96².
        let equal = times(0.5, 0.48, 0.52, 0.02).unwrap();
        assert!((equal - 10.507 / 3.8415).abs() < 1e-3, "{equal}");
        // An effect at the end of the margin is within it only as often as it errs.
        assert_eq!(times(0.52, 0.48, 0.56, 0.02), times(0.52, 0.48, 0.56, 0.0));
        assert_eq!(times(0.5, 0.48, 0.52, 0.0), None);
        assert_eq!(times(f64::NAN, 0.4, 0.6, 0.0), None);
    }

    /// Two blocks won completely have Wilson's interval, of which the side that faces par is the long one.
    #[test]
    fn what_is_open_needs_more_blocks() {
        let blocks = |value, low, high, margin, blocks| {
            blocks_for_verdict(value, 0.5, Some((low, high)), RISK, margin, blocks)
        };
        assert_eq!(blocks(1.0, 0.0122, 1.0, 0.0, 2), Some(16));
        assert_eq!(blocks(0.0, 0.0, 0.9878, 0.0, 2), Some(16));
        assert_eq!(blocks(0.75, 0.5, 0.9, 0.0, 20), Some(41));
        assert_eq!(blocks(0.6, 0.55, 0.65, 0.0, 20), None);
        assert_eq!(blocks(0.5, 0.4, 0.6, 0.0, 20), None);
        assert_eq!(blocks(0.5 + 1e-12, 0.4, 0.6, 0.0, 20), None);
    }

    /// With the number of samples that is named, 80 of 100 repetitions have a verdict if the truth is the estimate.
    #[test]
    fn four_of_five_repetitions_decide() {
        let mut draws = Draws::new(21);
        let mut uniform = move || (draws.word() >> 11) as f64 / (1u64 << 53) as f64;
        for (value, half, margin, expected) in [
            (0.55, 0.08, 0.0, Verdict::Better),
            (0.46, 0.05, 0.0, Verdict::Worse),
            (0.5, 0.06, 0.05, Verdict::Equal),
            (0.52, 0.05, 0.06, Verdict::Equal),
        ] {
            let before = 100;
            let open = Some((value - half, value + half));
            let blocks = blocks_for_verdict(value, 0.5, open, RISK, margin, before).unwrap();
            let variance = half * half * before as f64 / (1.96 * 1.96);
            // So many blocks are shared, and the others won or lost, that scores have this variance.
            let split = 1.0 - variance / (value * (1.0 - value));
            let (runs, mut decided) = (2000, 0);
            for _ in 0..runs {
                let mut score = Ratio::default();
                for _ in 0..blocks {
                    let won = f64::from(uniform() < value);
                    let won = if uniform() < split { value } else { won };
                    score.add_block((won * 1000.0).round() as i64, 1000);
                }
                let found = verdict(
                    score.value(1.0).unwrap(),
                    0.5,
                    crate::interval::of_share(&score, 1.0),
                    margin,
                );
                decided += u32::from(found == expected);
            }
            let decided = f64::from(decided) / f64::from(runs);
            assert!((0.77..=0.83).contains(&decided), "{value} {margin}: {decided}");
        }
    }
}
