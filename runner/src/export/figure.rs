//! Numbers as text in files.

use serde::{Serialize, Serializer};

const DIGITS: usize = 6;

/// A figure of a CSV file: six digits after the point, or an empty cell if there is none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figure(pub Option<f64>);

/// A figure as the text of a cell.
pub fn cell(figure: Option<f64>) -> String {
    figure.filter(|value| value.is_finite()).map(|value| fixed(value, DIGITS)).unwrap_or_default()
}

/// Both ends of an interval, as two cells.
pub fn ends(interval: Option<(f64, f64)>) -> [String; 2] {
    let (low, high) = interval.unzip();
    [low, high].map(cell)
}

/// A number with this many digits after the point, without a minus sign if it rounds to 0.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&cell(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_or_nothing() {
        for (value, text) in [
            (Some(0.25), "0.250000"),
            (Some(-1e-9), "0.000000"),
            (Some(-2.0 / 3.0), "-0.666667"),
            (Some(f64::NAN), ""),
            (None, ""),
        ] {
            assert_eq!(cell(value), text);
        }
    }
}
