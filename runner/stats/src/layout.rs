//! What is counted.

use serde::{Deserialize, Serialize};

use crate::{contest::Duel, counters::Shape};

/// What is counted in addition to every agent's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// Two agents against each other.
    Duel(Duel),
    /// All agents against each other.
    Meetings,
    /// Two rule sets against each other.
    Versus,
    /// Branches from decision points of so many cells, with so many figures (agents times rule sets) each.
    Branches {
        /// Cells.
        cells: usize,
        /// Figures of a cell.
        figures: usize,
    },
}

/// What is counted, and the numbers of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Agents, seats, facts, milestones.
    pub shape: Shape,
    /// In addition to every agent's games.
    pub beside: Beside,
    /// Whether an agent is restricted, so that the decisions concerned are counted.
    pub restricted: bool,
    /// What happens to games in which agents fail; none if none can.
    pub failures: Option<OnFailure>,
}

/// What happens to a game in which an agent fails: it ends, is silent, or chooses what is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// Its seat loses, and the others finish the game.
    #[default]
    Lose,
    /// The games of its line-up on this deal are left out.
    LeaveOut,
}
