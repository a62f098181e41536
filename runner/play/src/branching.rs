use std::{collections::BTreeSet, ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json::is_default;

/// Decision points of games from which several branches are played on the same deal, with the same keys of all
/// decisions: the difference between two branches is the effect of the one thing that differs.
/// A block is one decision point. Its deals belong to it alone, so blocks are independent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branching {
    pub file: String,
    /// Number of the agent that plays up to the decision point, in all seats.
    pub sampling_policy: u8,
    /// Numbers of the agents that continue, each in all seats.
    pub agents: Vec<u8>,
    pub against: String,
    #[serde(rename = "items")]
    pub kinds: Vec<Kind>,
    /// The cells to sample; block `b` belongs to cell `b` modulo their number.
    pub cells: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Whether each branch has its own keys, which only shows how much common ones save.
    #[serde(default, skip_serializing_if = "is_default")]
    pub independent: bool,
    /// Whether there is no branch with what is taken removed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub undivided: bool,
    /// Number of blocks on fresh deals with which each kind is played again if it stands out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replicate: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub replicate_padded: u64,
    /// Whether things are compared, too, with what the player takes in their place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub next: bool,
    /// Games of those examined first in which each round was reached, its weight in means; empty if all count alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reached: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fair: Vec<Fair>,
    /// Whether each kind is judged by its own effect, and not against the other kinds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub alone: bool,
    /// Differences of the score margin up to this count as equal; 0 for none.
    pub equivalence: f64,
    pub primary: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    pub name: String,
    /// The action that takes it, or a pattern of such actions; of a mere restriction, the patterns that it forbids.
    pub action: String,
    /// Its number among the game's items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_item: Option<usize>,
    /// Its weight in means over kinds: how many there are.
    pub weight: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Treatment {
    /// At a decision at which it may be taken: taken, compared with the other action and with its removal.
    Take,
    /// At the start of a round: one more for a seat, compared with nothing.
    Grant,
    /// From the first decision on: a seat that may not take it, compared with one that may.
    Ban,
    /// At the start of a round: a seat begins it at no cost, compared with another one; and this round alone.
    Start,
    /// Not at all: the whole game of the sampling policy is counted.
    Observe,
}

/// A stratum: decision points of one kind in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    #[serde(rename = "item")]
    pub kind: usize,
    #[serde(rename = "method")]
    pub treatment: Treatment,
    pub round: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The values that differ, as `key=value`.
    pub values: Vec<String>,
    pub rule_set: Arc<Value>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    pub key: String,
    #[serde(rename = "item")]
    pub kind: usize,
    /// The value under the run's own rules; none if the kind has no such value.
    pub now: Option<f64>,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The mean of the other kinds under the run's own rules, weighted by how many there are.
    Others,
    #[serde(rename = "item")]
    Kind(usize),
    /// A number of points of the score margin.
    Score(f64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject {
    pub cell: usize,
    /// The name of its deals and draws.
    pub number: u64,
    /// Whether it belongs to the second pass.
    pub again: bool,
}

/// In place of an action to compare with: any other, which the agent chooses.
pub const OTHERS: &str = "*";
pub const PRIMARY: &str = "score_margin";
/// Numbers of blocks of the second pass begin here.
const AGAIN: u64 = 1 << 44;
const MOST_AGAIN: u64 = 1 << 31;

impl Kind {
    pub fn is_pattern(&self) -> bool {
        self.action.split_whitespace().any(|word| word == "*")
    }
}

impl Branching {
    pub fn is_against_all(&self) -> bool {
        self.against == OTHERS
    }

    pub fn against_in_words(&self) -> String {
        if self.is_against_all() {
            "anything else".to_owned()
        } else {
            format!("\"{}\"", self.against)
        }
    }

    /// Whether branches begin with a choice that is left to an agent.
    pub fn opens(&self) -> bool {
        let taken = self.repeated();
        !taken.is_empty()
            && (self.is_against_all() || taken.iter().any(|&kind| self.kinds[kind].is_pattern()))
    }

    pub fn forbids(&self) -> bool {
        self.judges(Treatment::Ban) || self.next
    }

    pub fn weight_of(&self, round: u32) -> f64 {
        self.reached.get(round as usize - 1).map_or(1.0, |&games| games as f64)
    }

    pub fn rule_sets(&self) -> usize {
        1 + self.variants.len()
    }

    /// How many sums a cell has: one for each agent under each rule set.
    pub fn figures(&self) -> usize {
        self.figure(self.agents.len(), 0)
    }

    pub(crate) fn figure(&self, agent: usize, rules: usize) -> usize {
        agent * self.rule_sets() + rules
    }

    pub fn cells_by(&self, treatment: Treatment) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().enumerate().filter(move |(_, cell)| cell.treatment == treatment)
    }

    pub fn cells_of(
        &self,
        kind: usize,
        treatment: Treatment,
    ) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells_by(treatment).filter(move |(_, cell)| cell.kind == kind)
    }

    pub fn rounds(&self, kinds: impl IntoIterator<Item = usize>) -> BTreeSet<u32> {
        let cells = kinds.into_iter().flat_map(|kind| self.cells_of(kind, Treatment::Take));
        cells.map(|(_, cell)| cell.round).collect()
    }

    pub fn judges(&self, treatment: Treatment) -> bool {
        self.cells_by(treatment).next().is_some()
    }

    /// The kinds that may be played again: those that are taken.
    pub fn repeated(&self) -> Vec<usize> {
        let taken = |kind: &usize| self.cells_of(*kind, Treatment::Take).next().is_some();
        (0..self.kinds.len()).filter(taken).collect()
    }

    /// The kind of block number `offset` after the last one of the first pass.
    pub fn repeated_kind(&self, offset: u64) -> Option<usize> {
        let place = offset.checked_div(self.replicate_padded)?;
        self.repeated().get(usize::try_from(place).ok()?).copied()
    }

    /// The subject of a block, `None` for an empty one; `fresh` is the first block after those of the first pass.
    pub fn place_of(&self, block: u64, fresh: u64) -> Option<Subject> {
        let Some(offset) = block.checked_sub(fresh) else {
            let cell = (block % self.cells.len() as u64) as usize;
            return Some(Subject { cell, number: block, again: false });
        };
        let kind = self.repeated_kind(offset)?;
        let within = offset % self.replicate_padded;
        let cells: Vec<_> = self.cells_of(kind, Treatment::Take).collect();
        let (cell, _) = cells[(within % cells.len() as u64) as usize];
        // Far from the blocks of the first pass, wherever chunks end.
        let number = AGAIN + ((kind as u64) << 32) + within;
        (within < self.replicate).then_some(Subject { cell, number, again: true })
    }

    /// A rule set with a key that has the name of a kind as a word concerns the kinds that are named.
    pub fn concerns(&self, rules: usize, kind: usize) -> bool {
        let Some(variant) = rules.checked_sub(1) else { return true };
        let keys = || {
            let values = self.variants[variant].values.iter();
            values.filter_map(|change| change.split_once('=')).map(|(key, _)| key)
        };
        let names = |kind: &Kind| keys().any(|key| key.split('.').any(|word| word == kind.name));
        names(&self.kinds[kind]) || !self.kinds.iter().any(names)
    }

    pub fn is_varied(&self, kind: usize) -> bool {
        (1..self.rule_sets()).any(|rules| self.concerns(rules, kind))
    }

    pub fn concerns_all(&self, rules: usize) -> bool {
        (0..self.kinds.len()).all(|kind| self.concerns(rules, kind))
    }

    pub fn fits(&self, agents: usize) -> bool {
        let known = |number: &u8| usize::from(*number) < agents;
        let cell = |cell: &Cell| cell.kind < self.kinds.len() && cell.round > 0;
        known(&self.sampling_policy)
            && !self.agents.is_empty()
            && self.agents.iter().all(known)
            && !self.cells.is_empty()
            && self.cells.iter().all(cell)
            && self.reached.iter().all(|&games| games > 0)
            && self
                .cells
                .iter()
                .all(|cell| self.reached.is_empty() || cell.round as usize <= self.reached.len())
            && self.fair.iter().all(|fair| {
                fair.kind < self.kinds.len()
                    && fair.now.is_none_or(f64::is_finite)
                    && match fair.target {
                        Target::Kind(kind) => kind < self.kinds.len(),
                        Target::Score(score) => score.is_finite(),
                        Target::Others => true,
                    }
            })
            && self.replicate <= self.replicate_padded
            && self.replicate_padded <= 2 * MOST_AGAIN
            && !self.file.is_empty()
            && self.file.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && self.primary == PRIMARY
            && self.equivalence >= 0.0
            && self.equivalence.is_finite()
    }

    /// Most games of a block.
    pub fn games_per_block(&self) -> u64 {
        let most = (0..self.kinds.len()).map(|kind| self.games_of_taken(kind)).max();
        let leading = 4 * self.agents.len() as u64;
        let least = if self.judges(Treatment::Start) { leading } else { 0 };
        most.unwrap_or(self.games_again()).max(least)
    }

    /// Up to four branches with every agent, and two under every other rule set that concerns the kind.
    fn games_of_taken(&self, kind: usize) -> u64 {
        let others = (1..self.rule_sets()).filter(|&rules| self.concerns(rules, kind)).count();
        self.games_again() + (self.agents.len() * 2 * others) as u64
    }

    /// The same on fresh deals, where other rule sets are left out.
    fn games_again(&self) -> u64 {
        let branches = 2 + u64::from(!self.undivided) + u64::from(self.next);
        branches * self.agents.len() as u64
    }

    fn games_at(&self, Cell { kind, treatment, .. }: Cell) -> u64 {
        match treatment {
            Treatment::Take => self.games_of_taken(kind),
            Treatment::Observe => 1,
            Treatment::Grant | Treatment::Ban => 2 * self.agents.len() as u64,
            Treatment::Start => 4 * self.agents.len() as u64,
        }
    }

    /// Games of some ranges of blocks if all decision points are found; `fresh` as in [`Branching::place_of`].
    pub fn games_in(&self, ranges: impl IntoIterator<Item = Range<u64>>, fresh: u64) -> u64 {
        let each: Vec<u64> = self.cells.iter().map(|&cell| self.games_at(cell)).collect();
        let all: u64 = each.iter().sum();
        let first = |block: u64| {
            let (rounds, rest) = (block / each.len() as u64, block % each.len() as u64);
            rounds * all + each[..rest as usize].iter().sum::<u64>()
        };
        // Every kind has consecutive blocks of its own, of which the last may be empty.
        let (kinds, games) = (self.repeated().len() as u64, self.games_again());
        let again = |offset: u64| {
            let kind = offset.checked_div(self.replicate_padded).unwrap_or_default().min(kinds);
            let within = if kind < kinds { offset - kind * self.replicate_padded } else { 0 };
            games * (kind * self.replicate + within.min(self.replicate))
        };
        let before = |block: u64| first(block.min(fresh)) + again(block.saturating_sub(fresh));
        ranges.into_iter().map(|range| before(range.end) - before(range.start)).sum()
    }
}

#[cfg(test)]
mod tests;
