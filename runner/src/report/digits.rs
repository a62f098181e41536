//! The digits with which figures are shown.

use crate::export::figure::{fixed, p_value, with_sign};

/// Digits after the point that figures side by side are shown with: two if one of them is 1 or more, else four.
pub fn digits<'t>(figures: impl IntoIterator<Item = &'t str>) -> usize {
    let large = |figure: &str| figure.parse().is_ok_and(|value: f64| value.abs() >= 1.0);
    if figures.into_iter().any(large) { 2 } else { 4 }
}

/// A figure with so many digits after the point. Whole numbers, and what is no number, stay as they are.
pub fn rounded(figure: &str, digits: usize) -> String {
    match figure.parse::<f64>() {
        Ok(value) if value.is_finite() && figure.contains('.') => fixed(value, digits),
        _ => figure.to_owned(),
    }
}

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

/// What figures of a page are given in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FigureUnit {
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
    pub fn usual(self) -> usize {
        if self == FigureUnit::Elo { 0 } else { 2 }
    }

    pub fn text(self, value: f64, digits: usize) -> String {
        let value = self.factor() * value;
        match self {
            FigureUnit::Plain | FigureUnit::Elo => fixed(value, digits),
            FigureUnit::Signed => with_sign(value, digits),
            FigureUnit::Share => format!("{} %", fixed(value, digits)),
            FigureUnit::Points => format!("{} pp", with_sign(value, digits)),
        }
    }

    pub fn plain(self, value: f64) -> String {
        self.text(value, self.usual())
    }
}

pub fn probability(cell: &str) -> String {
    cell.parse::<f64>().map_or_else(|_| cell.to_owned(), p_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_side_by_side_have_as_many_digits() {
        assert_eq!(digits(["0.250000", "", "-1.000000"]), 2);
        assert_eq!(digits(["0.250000", "-0.999999", "open"]), 4);
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
    fn what_is_no_fraction_stays() {
        let told = ["4.931755", "-0.412166", "-0.001", "12", "", "none", "inf", "1e3", "0.99999"];
        let shown = ["4.93", "-0.41", "0.00", "12", "", "none", "inf", "1e3", "1.00"];
        assert_eq!(told.map(|figure| rounded(figure, 2)), shown);
    }
}
