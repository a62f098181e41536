//! The command `drakkar` with one game more: `own_game run --game gems --agents greedy random`.

mod game;
mod heuristic;
mod recorded;
#[cfg(test)]
mod tests;
mod view;

use std::process::ExitCode;

use drakkar::{Labs, Registry, lab, main_with};

fn main() -> ExitCode {
    main_with(Labs::standard().with(lab::<game::Gems>()), Registry::new())
}
