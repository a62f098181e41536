//! The scale of win shares, by round.

use std::fmt;
use std::str::FromStr;

use drakkar_engine::error::KeyError;

use crate::catalogue::VALUE_TEMPERATURE;

/// By round: the difference between the heuristic's values of two seats with which the one wins e
/// (2.7) times as often as the other. Its text has a number for each round, `20/12.5/7`; later rounds
/// have the last one.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale(Vec<f64>);

/// No number is NaN.
impl Eq for Scale {}

impl Scale {
    /// The scale of a round, counted from 0.
    #[inline]
    pub fn at(&self, round: usize) -> f64 {
        self.0[round.min(self.0.len() - 1)]
    }
}

impl FromStr for Scale {
    type Err = KeyError;
    fn from_str(text: &str) -> Result<Scale, KeyError> {
        // There is at least one text between the strokes.
        text.split('/')
            .map(|text| VALUE_TEMPERATURE.real(text))
            .collect::<Result<_, _>>()
            .map(Scale)
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&numbers.join("/"))
    }
}

/// A scale as a specification names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScaleName {
    /// In numbers.
    Rounds(Scale),
    /// One that comes with the game, see [`Heuristic::SCALES`](crate::heuristic::Heuristic::SCALES).
    Fitted(String),
}

impl FromStr for ScaleName {
    type Err = KeyError;
    fn from_str(text: &str) -> Result<ScaleName, KeyError> {
        if !text.starts_with(|first: char| first.is_ascii_lowercase()) {
            return text.parse().map(ScaleName::Rounds);
        }
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if text.chars().all(fits) {
            Ok(ScaleName::Fitted(text.to_owned()))
        } else {
            Err(VALUE_TEMPERATURE.refuse(text))
        }
    }
}

impl fmt::Display for ScaleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScaleName::Rounds(scale) => scale.fmt(f),
            ScaleName::Fitted(name) => f.write_str(name),
        }
    }
}
