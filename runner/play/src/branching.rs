//! What a run of branched games is about, as its plan says it.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json::is_default;

/// Decision points of games from which several branches are played on the same deal, with the same keys of
/// all decisions: what differs between two branches of a decision point is what the one thing that differs is
/// worth.
///
/// A block is one decision point. Its deals are its own, so that blocks are independent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branching {
    /// First word of the files' names.
    pub file: String,
    /// Number of the agent that plays up to the decision point, in all seats.
    #[serde(rename = "trunk")]
    pub roll_in: u8,
    /// Numbers of the agents that play on, each in all seats.
    pub agents: Vec<u8>,
    /// The action that the others are compared with.
    pub against: String,
    /// What is judged.
    pub kinds: Vec<Kind>,
    /// What is sampled; block `b` belongs to cell `b` modulo their number.
    pub cells: Vec<Cell>,
    /// Rule sets, besides that of the run, under which the same decision points are played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Whether each branch has keys of its own, which only shows what common ones save.
    #[serde(default, skip_serializing_if = "is_default")]
    pub independent: bool,
    /// Whether the worth of what is taken is left whole: no third branch, by which it would be split.
    #[serde(default, skip_serializing_if = "is_default")]
    pub undivided: bool,
    /// Blocks that each kind is played again with, on fresh deals, if it stands out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub again: u64,
    /// The same with empty blocks behind them that make it a whole number of chunks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub again_padded: u64,
    /// Values at which a kind is to be worth as much as something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fair: Vec<Fair>,
    /// Whether each kind is judged by its own worth, as actions are, and not beside the other kinds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub alone: bool,
    /// Differences of the score margin up to this count as equal; 0 for none.
    pub margin: f64,
    /// The one figure that gets verdicts.
    pub primary: String,
}

/// Something that is judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What it is called in files.
    pub name: String,
    /// The action that takes it; where the kind is a restriction alone, the patterns that it forbids.
    pub action: String,
    /// Its number among the game's items, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<usize>,
    /// How much it counts in means over kinds: how many there are.
    pub weight: u64,
}

/// How a kind is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Treatment {
    /// At a decision at which it may be taken: taken, against the other action, against gone.
    Taken,
    /// At the start of a round: one more for a seat, against nothing.
    Granted,
    /// From the first decision on: a seat that may not take it, against one that may.
    Restricted,
    /// At the start of a round: a seat is the first of it for nothing, against another one.
    Leading,
    /// Not at all: the whole game of the roll-in policy, counted as any other.
    Observed,
}

/// A stratum: decision points of one kind in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Number of the kind.
    pub kind: usize,
    /// How it is judged.
    #[serde(rename = "how")]
    pub treatment: Treatment,
    /// The round, from 1.
    pub round: u32,
}

/// A rule set in which one value or several differ from the run's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The values that differ, as `key=value`.
    pub values: Vec<String>,
    /// All of it.
    pub rule_set: Value,
}

/// The question at which value of `key` a kind is worth its target.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The rule-set value.
    pub key: String,
    /// Number of the kind.
    pub kind: usize,
    /// The value by the run's own rules; none if the kind has no such value.
    pub now: Option<f64>,
    /// What it is to be worth.
    pub target: Target,
}

/// What a kind is to be worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The mean of the other kinds by the run's own rules, weighted by how many there are.
    Others,
    /// Another kind by these rules.
    Kind(usize),
    /// So much of the score margin.
    Score(f64),
}

/// What a block is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Number of the cell.
    pub cell: usize,
    /// What its deals and draws are named by.
    pub number: u64,
    /// Whether it belongs to the second time.
    pub again: bool,
}

/// The one figure that gets verdicts.
pub const PRIMARY: &str = "margin";
/// Numbers of blocks of the second time begin here.
const AGAIN: u64 = 1 << 44;
/// Most blocks of a kind the second time.
const MOST_AGAIN: u64 = 1 << 31;

impl Branching {
    /// Rule sets under which is played, the run's own included.
    pub fn rule_sets(&self) -> usize {
        1 + self.variants.len()
    }

    /// The cells with this treatment, with their numbers.
    pub fn cells_by(&self, treatment: Treatment) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().enumerate().filter(move |(_, cell)| cell.treatment == treatment)
    }

    /// Those of one kind.
    pub fn cells_of(
        &self,
        kind: usize,
        treatment: Treatment,
    ) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells_by(treatment).filter(move |(_, cell)| cell.kind == kind)
    }

    /// Whether there is a cell with this treatment.
    pub fn judges(&self, treatment: Treatment) -> bool {
        self.cells_by(treatment).next().is_some()
    }

    /// The kinds that may be played again: those that are taken.
    pub fn repeated(&self) -> Vec<usize> {
        let taken = |kind: &usize| self.cells_of(*kind, Treatment::Taken).next().is_some();
        (0..self.kinds.len()).filter(taken).collect()
    }

    /// The kind that is played again in block number `offset` behind the last one of the first time.
    pub fn repeated_kind(&self, offset: u64) -> Option<usize> {
        let place = offset.checked_div(self.again_padded)?;
        self.repeated().get(usize::try_from(place).ok()?).copied()
    }

    /// What a block is about; `fresh` is the number of the first block behind those of the first time.
    /// `None` for an empty one.
    pub fn place_of(&self, block: u64, fresh: u64) -> Option<Subject> {
        let Some(offset) = block.checked_sub(fresh) else {
            let cell = (block % self.cells.len() as u64) as usize;
            return Some(Subject { cell, number: block, again: false });
        };
        let kind = self.repeated_kind(offset)?;
        let within = offset % self.again_padded;
        let cells: Vec<_> = self.cells_of(kind, Treatment::Taken).collect();
        let (cell, _) = cells[(within % cells.len() as u64) as usize];
        // Far from the blocks of the first time, wherever chunks end.
        let number = AGAIN + ((kind as u64) << 32) + within;
        (within < self.again).then_some(Subject { cell, number, again: true })
    }

    /// Whether decision points of a kind are played under rule set number `rules`: under the run's own, and under
    /// those of which a key has the kind's name as a word, or no key has the name of any.
    pub fn concerns(&self, rules: usize, kind: usize) -> bool {
        let Some(variant) = rules.checked_sub(1) else { return true };
        let keys = || {
            let values = self.variants[variant].values.iter();
            values.filter_map(|change| change.split_once('=')).map(|(key, _)| key)
        };
        let names = |kind: &Kind| keys().any(|key| key.split('.').any(|word| word == kind.name));
        names(&self.kinds[kind]) || !self.kinds.iter().any(names)
    }

    /// Whether decision points of a kind are played under other rules, too.
    pub fn is_varied(&self, kind: usize) -> bool {
        (1..self.rule_sets()).any(|rules| self.concerns(rules, kind))
    }

    /// Whether all kinds are played under rule set number `rules`.
    pub fn concerns_all(&self, rules: usize) -> bool {
        (0..self.kinds.len()).all(|kind| self.concerns(rules, kind))
    }

    /// Whether all numbers are possible for so many agents.
    pub fn fits(&self, agents: usize) -> bool {
        let known = |number: &u8| usize::from(*number) < agents;
        let cell = |cell: &Cell| cell.kind < self.kinds.len() && cell.round > 0;
        known(&self.roll_in)
            && !self.agents.is_empty()
            && self.agents.iter().all(known)
            && !self.cells.is_empty()
            && self.cells.iter().all(cell)
            && self.fair.iter().all(|fair| {
                fair.kind < self.kinds.len()
                    && fair.now.is_none_or(f64::is_finite)
                    && match fair.target {
                        Target::Kind(kind) => kind < self.kinds.len(),
                        Target::Score(score) => score.is_finite(),
                        Target::Others => true,
                    }
            })
            && self.again <= self.again_padded
            && self.again_padded <= 2 * MOST_AGAIN
            && !self.file.is_empty()
            && self.file.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && self.primary == PRIMARY
            && self.margin >= 0.0
            && self.margin.is_finite()
    }

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

#[cfg(test)]
mod tests;
