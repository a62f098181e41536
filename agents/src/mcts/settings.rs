//! How much a search thinks, and how curious it is.

use drakkar_engine::error::KeyError;

use crate::catalogue::{EXPLORATION, ITERATIONS, Values};

/// The options of `mcts`, each within its allowed range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    iterations: u32,
    exploration: f64,
}

/// No value is NaN.
impl Eq for Settings {}

impl Settings {
    /// A search of `iterations` iterations per decision with `exploration` as factor of the
    /// exploration term.
    ///
    /// # Errors
    /// Names the option that is out of its range.
    pub fn new(iterations: u32, exploration: f64) -> Result<Settings, KeyError> {
        Ok(Settings {
            iterations: ITERATIONS.whole(iterations)?,
            exploration: EXPLORATION.real(exploration)?,
        })
    }

    /// Iterations per decision, from 1.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Factor of the exploration term, from 0; win shares run from 0 to 1.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }
}

/// The defaults of the catalogue.
impl Default for Settings {
    fn default() -> Settings {
        let (Values::Whole { default: iterations, .. }, Values::Real { default: exploration, .. }) =
            (ITERATIONS.values, EXPLORATION.values)
        else {
            unreachable!("iterations are whole, exploration is not");
        };
        Settings { iterations, exploration }
    }
}
