//! How many games the blocks of branches are.

use std::ops::Range;

use super::{Branching, Cell, Treatment};

impl Branching {
    /// Most games of a block.
    pub fn games_per_block(&self) -> u64 {
        let most = (0..self.kinds.len()).map(|kind| self.games_of_taken(kind)).max();
        most.unwrap_or(self.games_again())
    }

    /// Games at a decision point of what is taken: by every agent three branches, or two, and two under every other
    /// rule set that concerns it.
    fn games_of_taken(&self, kind: usize) -> u64 {
        let others = (1..self.rule_sets()).filter(|&rules| self.concerns(rules, kind)).count();
        self.games_again() + (self.agents.len() * 2 * others) as u64
    }

    /// The same on fresh deals, where other rule sets are left out.
    fn games_again(&self) -> u64 {
        let branches = if self.undivided { 2 } else { 3 };
        branches * self.agents.len() as u64
    }

    /// Games at a decision point of a cell: two branches by every agent of what is not taken, and a game that is only
    /// observed.
    fn games_at(&self, Cell { kind, treatment, .. }: Cell) -> u64 {
        match treatment {
            Treatment::Taken => self.games_of_taken(kind),
            Treatment::Observed => 1,
            Treatment::Granted | Treatment::Restricted | Treatment::Leading => {
                2 * self.agents.len() as u64
            }
        }
    }

    /// Games of some ranges of blocks, all decision points being found; `fresh` as in [`Branching::place_of`].
    pub fn games_in(&self, ranges: impl IntoIterator<Item = Range<u64>>, fresh: u64) -> u64 {
        let each: Vec<u64> = self.cells.iter().map(|&cell| self.games_at(cell)).collect();
        let all: u64 = each.iter().sum();
        let first = |block: u64| {
            let (rounds, rest) = (block / each.len() as u64, block % each.len() as u64);
            rounds * all + each[..rest as usize].iter().sum::<u64>()
        };
        // Every kind has blocks of its own in a row, of which the last may be empty.
        let (kinds, games) = (self.repeated().len() as u64, self.games_again());
        let again = |offset: u64| {
            let kind = offset.checked_div(self.again_padded).unwrap_or_default().min(kinds);
            let within = if kind < kinds { offset - kind * self.again_padded } else { 0 };
            games * (kind * self.again + within.min(self.again))
        };
        let before = |block: u64| first(block.min(fresh)) + again(block.saturating_sub(fresh));
        ranges.into_iter().map(|range| before(range.end) - before(range.start)).sum()
    }
}
