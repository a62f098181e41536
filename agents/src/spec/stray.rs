//! How often an agent makes a decision at random, to play weaker.

use std::fmt;

use drakkar_engine::error::KeyError;

use crate::catalogue::{RANGE, STRAY};

/// Probability of a random decision: for each seat of each game one is drawn from `low` to `high`, evenly.
///
/// That is what the model of A. Elo assumes of people: they are in better form in some games than in others
/// (*The Rating of Chessplayers*, 1978).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stray {
    low: f64,
    high: f64,
}

impl Stray {
    /// No decision is random.
    pub const NEVER: Stray = Stray { low: 0.0, high: 0.0 };

    /// # Errors
    /// If a probability is not from 0 to 1, or if the first is larger than the second.
    pub fn new(low: f64, high: f64) -> Result<Stray, KeyError> {
        let stray = Stray { low: STRAY.real(low)?, high: STRAY.real(high)? };
        if low > high { Err(STRAY.refuse(stray)) } else { Ok(stray) }
    }

    /// Reads `0.3` or `0.2..0.4`.
    ///
    /// # Errors
    /// If the text is nothing of the kind.
    pub(super) fn read(text: &str) -> Result<Stray, KeyError> {
        let number = |part: &str| part.parse().map_err(|_| STRAY.refuse(text));
        let (low, high) = text.split_once(RANGE).unwrap_or((text, text));
        Stray::new(number(low)?, number(high)?)
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
