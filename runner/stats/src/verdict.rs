//! What an interval says about an effect, in one word, and how many more games would say more.

use crate::interval::Interval;

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
            Verdict::Open => "open",
        }
    }
}

/// The verdict on an effect with the estimate `value` and its 95 % interval, where `par` means no
/// effect and differences up to `margin` do not matter:
///
/// - *equal* if the whole interval lies between `par - margin` and `par + margin`. This is the
///   equivalence test by two one-sided tests (Schuirmann 1987, J. Pharmacokinet. Biopharm. 15,
///   657-680), each with a risk of 2.5 % where the usual one has 5 %. It is said even if `par` itself
///   is outside the interval: the effect is then known, and known to be too small to matter.
/// - *better* or *worse* if the whole interval is above or below `par` and not inside the margin. How
///   much better is not said: the effect may still be smaller than the margin.
/// - *open* else, and without an interval.
///
/// With a margin of 0 nothing is ever equal.
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

/// The half width below which an interval around `value` gives a verdict: narrow enough to exclude
/// `par`, or to lie inside the margin, whichever is wider.
pub fn enough(value: f64, par: f64, margin: f64) -> f64 {
    let effect = (value - par).abs();
    effect.max(margin - effect)
}

/// The total number of blocks with which an interval has the half width `distance`, if it has
/// `half_width` after `blocks`: widths fall with the root of the number of blocks. At least
/// `blocks`.
///
/// It is a forecast for the current estimate: the estimate will move, and `distance` (see
/// [`enough`]) with it. `None` if no number of blocks would do, if that is not known, and beyond
/// 2^63.
pub fn blocks_needed(half_width: f64, blocks: i128, distance: f64) -> Option<u64> {
    let known = half_width >= 0.0 && half_width.is_finite() && distance > 0.0;
    if !known || blocks < 1 {
        return None;
    }
    let ratio = half_width / distance;
    let needed = (blocks as f64 * (ratio * ratio).max(1.0)).ceil();
    (needed < 2.0_f64.powi(63)).then_some(needed as u64)
}

/// The total number of blocks needed for a verdict on an effect that is open after `blocks`, see
/// [`verdict`] and [`blocks_needed`]; `None` also if it is not open, and otherwise more than `blocks`. Each side of
/// the interval counts by itself, as that of a share near 0 or 1 extends further to one of them.
pub fn blocks_for_verdict(
    value: f64,
    par: f64,
    interval: Option<Interval>,
    margin: f64,
    blocks: i128,
) -> Option<u64> {
    let (low, high) = interval?;
    if verdict(value, par, interval, margin) != Verdict::Open {
        return None;
    }
    let (down, up, effect) = ((value - low).max(0.0), (high - value).max(0.0), value - par);
    // Better or worse: the side that faces par ends before it. Equal: neither side reaches beyond the margin.
    let apart = blocks_needed(if effect > 0.0 { down } else { up }, blocks, effect.abs());
    let below = blocks_needed(down, blocks, margin + effect);
    let above = blocks_needed(up, blocks, margin - effect);
    let within = below.zip(above).map(|(below, above)| below.max(above));
    let needed = apart.into_iter().chain(within).min()?;
    Some(needed.max(u64::try_from(blocks).ok()?.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(names, ["better", "worse", "equal", "open"]);
    }

    #[test]
    fn how_narrow_and_how_many_blocks() {
        // 0.03 above par: an interval of that half width is better; inside 0.05 it takes 0.02.
        assert!((enough(0.28, 0.25, 0.05) - 0.03).abs() < 1e-15);
        assert!((enough(0.24, 0.25, 0.05) - 0.04).abs() < 1e-15);
        assert_eq!(enough(0.25, 0.25, 0.0), 0.0);
        assert_eq!(blocks_needed(0.06, 100, 0.03), Some(400));
        assert_eq!(blocks_needed(0.01, 100, 0.03), Some(100));
        assert_eq!(blocks_needed(0.03, 1000, 0.02), Some(2250));
        assert_eq!(blocks_needed(0.06, 100, 0.0), None);
        assert_eq!(blocks_needed(0.06, 100, f64::NAN), None);
        assert_eq!(blocks_needed(f64::INFINITY, 100, 0.1), None);
        assert_eq!(blocks_needed(0.06, 0, 0.1), None);
        assert_eq!(blocks_needed(1.0, 100, 1e-10), None);
    }

    /// Two blocks won completely have Wilson's interval, of which the side that faces par is the long one.
    #[test]
    fn what_is_open_needs_more_blocks() {
        assert_eq!(blocks_for_verdict(1.0, 0.5, Some((0.0122, 1.0)), 0.0, 2), Some(8));
        assert_eq!(blocks_for_verdict(0.0, 0.5, Some((0.0, 0.9878)), 0.0, 2), Some(8));
        assert_eq!(blocks_for_verdict(0.75, 0.5, Some((0.5, 0.9)), 0.0, 20), Some(21));
        assert_eq!(blocks_for_verdict(0.5, 0.5, Some((0.4375, 0.53125)), 0.03125, 100), Some(400));
        assert_eq!(blocks_for_verdict(0.6, 0.5, Some((0.55, 0.65)), 0.0, 20), None);
        assert_eq!(blocks_for_verdict(0.5, 0.5, Some((0.4, 0.6)), 0.0, 20), None);
    }

    /// An interval with the required width does give a verdict.
    #[test]
    fn enough_is_enough() {
        for value in [0.2, 0.249, 0.255, 0.27, 0.3] {
            for margin in [0.0, 0.01, 0.02] {
                let narrow = enough(value, 0.25, margin) * (1.0 - 1e-9);
                let wide = enough(value, 0.25, margin) * (1.0 + 1e-9);
                let at =
                    |half: f64| verdict(value, 0.25, Some((value - half, value + half)), margin);
                assert_ne!(at(narrow), Verdict::Open, "{value} {margin}");
                assert_eq!(at(wide), Verdict::Open, "{value} {margin}");
            }
        }
    }
}
