//! How often an agent makes a decision at random, to play weaker.

use std::fmt;

use drakkar_engine::error::KeyError;

use crate::catalogue::{RANGE, STRAY};

/// Probability of a random decision: for each seat of each game one is drawn from `low` to `high`, evenly. In the model
/// of A. Elo, too, people are in better form in some games than in others (*The Rating of Chessplayers*, 1978).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stray {
    low: f64,
    high: f64,
}

impl Stray {
    /// No decision is random.
    pub const NEVER: Stray = Stray { low: 0.0, high: 0.0 };

    /// Reads `0.3` or `0.2..0.4`.
    pub(super) fn read(text: &str) -> Result<Stray, KeyError> {
        let number = |part: &str| match part.parse::<f64>() {
            Ok(_) => STRAY.real(part),
            Err(_) => Err(STRAY.refuse(text)),
        };
        let (low, high) = text.split_once(RANGE).unwrap_or((text, text));
        // Three points would be read as a decimal point after two.
        if high.starts_with('.') && text != high {
            return Err(STRAY.refuse(text));
        }
        let stray = Stray { low: number(low)?, high: number(high)? };
        if stray.low > stray.high { Err(STRAY.refuse(stray)) } else { Ok(stray) }
    }

    /// The smallest and the largest probability.
    pub fn ends(self) -> (f64, f64) {
        (self.low, self.high)
    }
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stray { low, high } = self;
        if low == high { write!(f, "{low}") } else { write!(f, "{low}{RANGE}{high}") }
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;

    #[test]
    fn ranges_have_one_text() {
        for (text, canonical) in [
            ("0.20..0.40", ":stray=0.2..0.4"),
            ("\"0.2..0.4\"", ":stray=0.2..0.4"),
            ("0.3..0.3", ":stray=0.3"),
            (".5", ":stray=0.5"),
            ("-0..0.5", ":stray=0..0.5"),
            ("1..1", ":stray=1"),
            ("0..0", ""),
            ("0", ""),
        ] {
            let spec: Spec = format!("greedy:stray={text}").parse().unwrap();
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
            let error = format!("greedy:stray={text}").parse::<Spec>().unwrap_err().to_string();
            let expected = "option `stray`: expected a number from 0 to 1, or two separated by .., such as \
                            0.2..0.4";
            assert!(error.ends_with(&format!("{expected}, found `{found}`")), "{error}");
        }
    }
}
