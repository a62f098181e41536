//! Figures with as many digits as their error allows.

use crate::export::figure::{exact_share, fixed, span, with_sign};
use drakkar_stats::interval::Interval;

const MOST_DIGITS: usize = 6;

/// Digits after the point that show an error with two digits.
pub fn digits_of(error: f64) -> usize {
    let digits = 1.0 - libm::log10(error).floor();
    if digits.is_finite() { digits.clamp(0.0, MOST_DIGITS as f64) as usize } else { MOST_DIGITS }
}

/// The error of an estimate with its ends: half of its interval, or how far its only end is. None without one.
pub fn error_of([value, low, high]: [Option<f64>; 3]) -> Option<f64> {
    let error = match (low, high) {
        (Some(low), Some(high)) => (high - low) / 2.0,
        _ => (value? - low.or(high)?).abs(),
    };
    (error > 0.0).then_some(error)
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum FigureUnit {
    #[default]
    Plain,
    Signed,
    Share,
    /// Differences of shares.
    Points,
    Elo,
}

impl FigureUnit {
    pub fn factor(self) -> f64 {
        if matches!(self, FigureUnit::Share | FigureUnit::Points) { 100.0 } else { 1.0 }
    }

    /// Digits of a figure without an error.
    fn usual(self) -> usize {
        if self == FigureUnit::Elo { 0 } else { 2 }
    }

    /// Digits of an estimate between its ends: two of its error. A whole number without variation has none.
    pub fn digits(self, estimate: [Option<f64>; 3]) -> usize {
        if let Some(error) = error_of(estimate) {
            return digits_of(self.factor() * error);
        }
        let whole = |value: f64| (self.factor() * value).fract() == 0.0;
        match estimate {
            [Some(value), Some(_), Some(_)] if whole(value) => 0,
            _ => self.usual(),
        }
    }

    pub fn text(self, value: f64, digits: usize) -> String {
        let value = self.factor() * value;
        match self {
            FigureUnit::Plain | FigureUnit::Elo => fixed(value, digits),
            FigureUnit::Signed => with_sign(value, digits),
            FigureUnit::Share => fixed(value, digits) + " %",
            FigureUnit::Points => with_sign(value, digits) + " pp",
        }
    }

    pub fn plain(self, value: f64) -> String {
        self.text(value, self.usual())
    }

    /// A share, or a difference of shares, that is known and not estimated.
    pub fn exact(self, share: f64) -> String {
        let text = exact_share(share);
        if self == FigureUnit::Points { text.replace('%', "pp") } else { text }
    }

    /// Writes an estimate and its ends.
    pub fn writer(
        self,
        value: Option<f64>,
        ends: Option<Interval>,
    ) -> impl Fn(f64) -> String + Copy {
        let (low, high) = ends.unzip();
        let digits = self.digits([value, low, high]);
        move |value| self.text(value, digits)
    }

    pub fn alone(self, value: f64, ends: Option<Interval>) -> String {
        self.writer(Some(value), ends)(value)
    }

    /// An estimate with its interval, for a sentence; without one that has no width.
    pub fn told(self, value: f64, ends: Option<Interval>) -> String {
        let text = self.writer(Some(value), ends);
        match ends {
            Some(ends) if ends.0 < ends.1 => format!("{} ({})", text(value), span(ends, text)),
            _ => text(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_has_the_unit_of_its_estimates() {
        assert_eq!(FigureUnit::Share.exact(0.25), "25 %");
        assert_eq!(FigureUnit::Points.exact(0.0), "0 pp");
    }

    #[test]
    fn errors_have_two_digits() {
        assert_eq!([0.35, 0.06, 3.8, 38.0, 0.000_001, 0.0].map(digits_of), [2, 3, 1, 0, 6, 6]);
        let errors = [[0.5, 0.4, 0.8], [0.5, 0.0, f64::NAN], [0.5, f64::NAN, 0.5]];
        let errors =
            errors.map(|ends| error_of(ends.map(|end| Some(end).filter(|end| !end.is_nan()))));
        assert_eq!(errors, [Some(0.2), Some(0.5), None]);
    }

    #[test]
    fn estimates_are_told_with_the_digits_of_their_error() {
        for (unit, value, ends, expected) in [
            (FigureUnit::Share, 0.5325, Some((0.503_556, 0.561_227)), "53.2 % (50.4 % to 56.1 %)"),
            (FigureUnit::Share, 0.0, Some((0.0, 0.72)), "0 % (0 % to 72 %)"),
            (
                FigureUnit::Points,
                -0.0123,
                Some((-0.0125, -0.0121)),
                "-1.230 pp (-1.250 to -1.210 pp)",
            ),
            (FigureUnit::Signed, 1.5, None, "+1.50"),
            (FigureUnit::Plain, 26.0, Some((26.0, 26.0)), "26"),
            (FigureUnit::Plain, 0.5, Some((0.5, 0.5)), "0.50"),
            (FigureUnit::Elo, 22.6, Some((2.5, 42.8)), "23 (2 to 43)"),
        ] {
            assert_eq!(unit.told(value, ends), expected);
        }
    }
}
