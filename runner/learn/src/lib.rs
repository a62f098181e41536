//! Nets that learn from positions: a library without games or files.
//!
//! All sums are in a fixed order and without any function of the platform, so the same positions and
//! options give the same model on every machine.

#![allow(missing_docs)]

pub mod calibration;
pub mod fit;
pub mod loss;
pub mod method;
pub mod perceptron;
pub mod positions;
pub mod whole;

#[cfg(test)]
mod tests;
