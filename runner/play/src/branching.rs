//! What a run of branched games is about, as its plan says it.

mod volume;

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub independent: bool,
    /// Whether the worth of what is taken is left whole: no third branch, by which it would be split.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undivided: bool,
    /// Blocks that each kind is played again with, on fresh deals, if it stands out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: u64,
    /// The same with empty blocks behind them that make it a whole number of chunks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again_padded: u64,
    /// Values at which a kind is to be worth as much as something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fair: Vec<Fair>,
    /// Whether each kind is judged by its own worth, as actions are, and not beside the other kinds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
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

fn is_zero(number: &u64) -> bool {
    *number == 0
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

    /// Whether whole games of the roll-in policy are counted.
    pub fn observes(&self) -> bool {
        self.cells.iter().any(|cell| cell.treatment == Treatment::Observed)
    }

    /// The kinds that may be played again: those that are taken.
    pub fn repeated(&self) -> Vec<usize> {
        let taken = |kind: &usize| {
            self.cells.iter().any(|cell| cell.kind == *kind && cell.treatment == Treatment::Taken)
        };
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
        let own = |&cell: &usize| {
            self.cells[cell].kind == kind && self.cells[cell].treatment == Treatment::Taken
        };
        let cells: Vec<usize> = (0..self.cells.len()).filter(own).collect();
        let cell = cells.get((within % cells.len() as u64) as usize).copied()?;
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
}

#[cfg(test)]
mod tests {
    use std::iter::once;

    use super::*;

    fn branching(again: u64) -> Branching {
        let kind = |name: &str| Kind {
            name: name.into(),
            action: format!("take {name}"),
            item: None,
            weight: 1,
        };
        let cell = |kind, treatment, round| Cell { kind, treatment, round };
        Branching {
            file: "branch".into(),
            roll_in: 0,
            agents: vec![0],
            against: "pass".into(),
            kinds: ["a", "b", "c"].map(kind).to_vec(),
            cells: vec![
                cell(0, Treatment::Taken, 1),
                cell(0, Treatment::Taken, 2),
                cell(1, Treatment::Granted, 1),
                cell(2, Treatment::Taken, 2),
            ],
            variants: Vec::new(),
            independent: false,
            undivided: false,
            again,
            again_padded: again.div_ceil(4) * 4,
            alone: false,
            fair: Vec::new(),
            margin: 0.5,
            primary: "margin".into(),
        }
    }

    #[test]
    fn cells_take_turns_and_then_kind_by_kind() {
        let plan = branching(5);
        let cells = |from: u64, to: u64| -> Vec<Option<usize>> {
            (from..to).map(|block| plan.place_of(block, 8).map(|place| place.cell)).collect()
        };
        assert_eq!(cells(0, 6), [0, 1, 2, 3, 0, 1].map(Some));
        assert_eq!(plan.repeated(), [0, 2]);
        // Five of a kind, and three empty ones that fill its chunks.
        let (first, second) = ([0, 1, 0, 1, 0].map(Some), [3; 5].map(Some));
        let none = [None; 3];
        assert_eq!(cells(8, 24), [&first[..], &none, &second, &none].concat());
        assert_eq!(cells(24, 26), [None, None]);
        assert_eq!(branching(0).place_of(8, 8), None);
        assert_eq!((plan.repeated_kind(7), plan.repeated_kind(8)), (Some(0), Some(2)));
    }

    #[test]
    fn games_are_counted_by_cell() {
        let mut plan = branching(5);
        plan.variants = vec![Variant { values: vec!["a.value=1".into()], rule_set: Value::Null }];
        // Kind a has two rule sets; b is granted; the second time there is one rule set.
        let each = [5, 5, 2, 3];
        for (start, end) in [(0, 4), (1, 3), (3, 8), (2, 2), (0, 8)] {
            let expected: u64 = (start..end).map(|block| each[block % 4]).sum();
            assert_eq!(plan.games_in(once(start as u64..end as u64), 8), expected);
        }
        // Of 8 + 2 times 8 blocks the last 3 of each kind are empty.
        assert_eq!(plan.games_in(once(0..24), 8), 30 + 2 * 5 * 3);
        assert_eq!(plan.games_in(once(12..14), 8), 3);
        let undivided = Branching { undivided: true, ..plan };
        assert_eq!(undivided.games_in(once(0..24), 8), 2 * (4 + 4 + 2 + 2) + 2 * 5 * 2);
    }

    /// What is played again does not depend on where chunks end.
    #[test]
    fn fresh_blocks_are_named_by_kind_and_number() {
        let (plan, mut other) = (branching(5), branching(5));
        other.again_padded = 7;
        for within in 0..5 {
            for (place, kind) in [(0, 0), (1, 2)] {
                let one = plan.place_of(8 + place * 8 + within, 8).unwrap();
                let two = other.place_of(30 + place * 7 + within, 30).unwrap();
                assert_eq!(one, two);
                assert_eq!(one.number, AGAIN + (kind << 32) + within);
            }
        }
    }

    #[test]
    fn what_is_varied_is_about_the_kinds_that_its_keys_name() {
        let mut plan = branching(0);
        plan.variants = vec![Variant { values: vec!["x.b.value=2".into()], rule_set: Value::Null }];
        assert_eq!([0, 1, 2].map(|kind| plan.is_varied(kind)), [false, true, false]);
        assert!(!plan.concerns_all(1));
        assert_eq!(plan.games_per_block(), 5);
        plan.variants.push(Variant { values: vec!["x.c=1".into()], rule_set: Value::Null });
        let concerned = |rules| [0, 1, 2].map(|kind| plan.concerns(rules, kind));
        assert_eq!(concerned(0), [true; 3]);
        assert_eq!(concerned(1), [false, true, false]);
        assert_eq!(concerned(2), [false, false, true]);
        assert_eq!(plan.games_per_block(), 5);
        plan.variants.truncate(1);
        plan.variants[0].values = vec!["x.value=2".into()];
        assert_eq!([0, 1, 2].map(|kind| plan.is_varied(kind)), [true; 3]);
        assert!(plan.concerns_all(1) && plan.concerns_all(0));
    }

    #[test]
    fn impossible_plans_are_seen() {
        assert!(branching(1).fits(1));
        type Change = fn(&mut Branching);
        let changes: [Change; 10] = [
            |plan| plan.file = "../x".into(),
            |plan| plan.again_padded = 0,
            |plan| plan.roll_in = 1,
            |plan| plan.agents = vec![1],
            |plan| plan.agents.clear(),
            |plan| plan.cells.clear(),
            |plan| plan.cells[0].kind = 3,
            |plan| plan.cells[0].round = 0,
            |plan| plan.margin = f64::NAN,
            |plan| {
                let target = Target::Kind(3);
                plan.fair = vec![Fair { key: "a".into(), kind: 0, now: Some(1.0), target }];
            },
        ];
        for change in changes {
            let mut plan = branching(1);
            change(&mut plan);
            assert!(!plan.fits(1), "{plan:?}");
        }
    }
}
