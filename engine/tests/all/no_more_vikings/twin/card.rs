//! C4: kinds of cards.

/// Cards that players hold and play.
pub const ACTIONS: [&str; 13] = [
    "settler", "recruit", "builder", "bow", "beacon", "divert", "abduct", "burn", "duel", "steal",
    "harvest", "favour", "counter",
];

/// Cards that take effect when they are drawn.
pub const EVENTS: [&str; 6] = ["plague", "newcomers", "fog", "fire", "storm", "grace"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub kind: String,
    /// Columns from 0.
    pub landing: Vec<usize>,
}

pub fn is_event(kind: &str) -> bool {
    EVENTS.contains(&kind)
}
