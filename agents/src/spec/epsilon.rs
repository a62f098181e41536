//! How often an agent makes a decision at random, to play weaker.

use std::fmt;

use drakkar_engine::error::KeyError;

use crate::catalogue::{EPSILON, RANGE};

/// Probability of a random decision: for each seat of each game one is drawn from `low` to `high`, evenly. In the model
/// of A. Elo, too, people are in better form in some games than in others (*The Rating of Chessplayers*, 1978).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epsilon {
    low: f64,
    high: f64,
}

impl Epsilon {
    /// No decision is random.
    pub const NEVER: Epsilon = Epsilon { low: 0.0, high: 0.0 };

    /// Reads `0.3` or `0.2..0.4`.
    pub(super) fn read(text: &str) -> Result<Epsilon, KeyError> {
        let number = |part: &str| match part.parse::<f64>() {
            Ok(_) => EPSILON.real(part),
            Err(_) => Err(EPSILON.refuse(text)),
        };
        let (low, high) = text.split_once(RANGE).unwrap_or((text, text));
        // Three points would be read as a decimal point after two.
        if high.starts_with('.') && text != high {
            return Err(EPSILON.refuse(text));
        }
        let epsilon = Epsilon { low: number(low)?, high: number(high)? };
        if epsilon.low > epsilon.high { Err(EPSILON.refuse(epsilon)) } else { Ok(epsilon) }
    }

    /// The smallest and the largest probability.
    pub fn ends(self) -> (f64, f64) {
        (self.low, self.high)
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Epsilon { low, high } = self;
        if low == high { write!(f, "{low}") } else { write!(f, "{low}{RANGE}{high}") }
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;

    #[test]
    fn ranges_have_one_text() {
        for (text, canonical) in [
            ("0.20..0.40", ":epsilon=0.2..0.4"),
            ("\"0.2..0.4\"", ":epsilon=0.2..0.4"),
            ("0.3..0.3", ":epsilon=0.3"),
            (".5", ":epsilon=0.5"),
            ("-0..0.5", ":epsilon=0..0.5"),
            ("1..1", ":epsilon=1"),
            ("0..0", ""),
            ("0", ""),
        ] {
            let spec: Spec = format!("greedy:epsilon={text}").parse().unwrap();
            assert_eq!(spec.to_string(), format!("greedy{canonical}"), "{text}");
            assert_eq!(spec.brief(), format!("greedy{canonical}"), "{text}");
            assert_eq!(spec, spec.to_string().parse().unwrap());
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for (text, found) in [
            ("0.3..0.2", "0.3..0.2"),
            ("0.3..", "0.3.."),
            ("..", ".."),
            ("..0.3", "..0.3"),
            ("0...1", "0...1"),
            ("0.2..=0.4", "0.2..=0.4"),
            ("-0.1..0.2", "-0.1"),
            ("0..1.5", "1.5"),
            ("NaN..1", "NaN"),
            ("NaN", "NaN"),
        ] {
            let error = format!("greedy:epsilon={text}").parse::<Spec>().unwrap_err().to_string();
            let expected = "option `epsilon`: expected a number from 0 to 1, or two separated by .., such as \
                            0.2..0.4";
            assert!(error.ends_with(&format!("{expected}, found `{found}`")), "{error}");
        }
    }
}
