//! The command `drakkar` with an additional game: `run --game gems --agents greedy random` plays it.

mod game;
mod heuristic;
mod recorded;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use drakkar::{Labs, Registry, lab, main_with};

fn main() -> ExitCode {
    let gems = lab::<game::Gems>().with_drawing(include_str!("drawing.js"));
    main_with(Labs::standard().with(gems), Registry::new())
}
