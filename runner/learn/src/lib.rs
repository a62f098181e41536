//! Nets that learn from positions: a library without games or files.
//!
//! [Positions](positions) are what a net sees, with what came of them. A [fit] finds the numbers
//! of a model, [heuristic](calibration) or [net](perceptron); [losses](loss) say
//! how well it predicts positions that it has not learned from.
//!
//! All sums are in a fixed order and without any function of the platform, so the same positions and
//! options give the same model on every machine.

pub mod calibration;
pub mod fit;
pub mod loss;
pub mod method;
pub mod perceptron;
pub mod positions;
mod vector;
pub mod whole;

#[cfg(test)]
mod tests;
