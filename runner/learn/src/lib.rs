//! Nets that learn from positions, and a search for numbers by their value: a library without games or files.
//!
//! All sums are in a fixed order and without any function of the platform, so the same positions and
//! options give the same model, and the same values the same search, on every machine.

#![allow(missing_docs)]

pub mod calibration;
pub mod cma_es;
pub mod eigen;
pub mod fit;
pub mod loss;
pub mod method;
pub mod perceptron;
pub mod positions;
pub mod quantize;

#[cfg(test)]
mod tests;
