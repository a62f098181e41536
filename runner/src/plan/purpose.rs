use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use drakkar_play::{branching::Branching, json::is_default};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Purpose {
    Tournament(Tournament),
    Compare(Compare),
    CompareRules(CompareRules),
    Branch(Branching),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    #[serde(rename = "pairings")]
    pub format: Format,
    /// Agent numbers of every line-up; a block plays them all.
    #[serde(rename = "matchups")]
    pub line_ups: Vec<Vec<u8>>,
    /// Number of the agent whose rating is 0.
    pub anchor: u8,
    /// Differences of a share up to this count as equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equivalence: Option<f64>,
    pub primary: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// Agent numbers of the line-ups: first the one with the figures of agent 0, then that of agent 1 if there is one.
    #[serde(rename = "matchups")]
    pub line_ups: Vec<Vec<u8>>,
    /// Whether both play against the same third agents.
    pub opponents: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopping: Option<Stopping>,
    /// Games after which smaller runs of this comparison were looked at, which nobody planned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked: Vec<u64>,
    /// Blocks on fresh deals after the last one, for an estimate that is not biased by early stopping.
    #[serde(default, skip_serializing_if = "is_default")]
    pub confirm_blocks: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equivalence: Option<f64>,
    pub primary: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRules {
    pub rules: String,
    pub rule_set: std::sync::Arc<Value>,
    /// Whether both deal alike, so that their games are compared deal by deal.
    pub paired: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equivalence: Option<f64>,
    pub primary: String,
}

/// The pairings of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every agent alone against every other one in all other seats.
    RoundRobin,
    /// The first agent alone against every other one, and every other one alone against it.
    Gauntlet,
    /// Different agents at every table, all such tables.
    FreeForAll,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Stopping {
    Sprt {
        unit: Unit,
        low: f64,
        high: f64,
        /// The probability of accepting the second when the first is true, and vice versa.
        alpha: f64,
        beta: f64,
    },
    /// When the half-width of the 95 % interval is no larger.
    HalfWidth(f64),
    /// When there is a verdict at one of so many looks, the last of them at all games.
    Looks(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Elo of the first agent over the second.
    Elo,
    /// Win share of the first, alone against the second; against other opponents, its share minus that of the second.
    Share,
}

impl Unit {
    pub fn limit(self) -> f64 {
        match self {
            Unit::Elo => 2000.0,
            Unit::Share => 1.0,
        }
    }
}

impl Purpose {
    pub fn fits(&self, agents: usize) -> bool {
        match self {
            Purpose::Tournament(cup) => {
                usize::from(cup.anchor) < agents && cup.equivalence.is_none_or(is_margin)
            }
            Purpose::Compare(compare) => compare.fits(agents),
            Purpose::CompareRules(compare) => compare.equivalence.is_none_or(is_margin),
            Purpose::Branch(branching) => branching.fits(agents),
        }
    }
}

impl Tournament {
    pub fn of(format: Format, agents: usize, players: usize) -> Tournament {
        let line_ups = format.line_ups(agents as u8, players);
        let primary = "pairing score".to_owned();
        Tournament { format, line_ups, anchor: 0, equivalence: None, primary }
    }
}

impl Compare {
    pub fn of(opponents: Option<u8>, players: usize, stopping: Option<Stopping>) -> Compare {
        let line_ups = match opponents {
            Some(other) => vec![alone(0, other, players), alone(1, other, players)],
            None if players == 2 => vec![alone(0, 1, players)],
            None => vec![alone(0, 1, players), alone(1, 0, players)],
        };
        let opponents = opponents.is_some();
        let primary = if opponents { "win_share_difference" } else { "score" }.to_owned();
        let (looked, confirm_blocks) = (Vec::new(), 0);
        Compare {
            line_ups,
            opponents,
            stopping,
            looked,
            confirm_blocks,
            equivalence: None,
            primary,
        }
    }

    fn fits(&self, agents: usize) -> bool {
        // Line-up number n gives the figures of agent number n, which must have a seat in it.
        let seated = |number: usize| self.line_ups[number].contains(&(number as u8));
        let line_ups = match self.line_ups.len() {
            1 => !self.opponents && seated(0),
            2 => seated(0) && seated(1),
            _ => false,
        };
        let most = if self.opponents { 3 } else { 2 };
        line_ups
            && (2..=most).contains(&agents)
            && self.stopping.is_none_or(Stopping::is_possible)
            && self.equivalence.is_none_or(is_margin)
    }
}

/// The probability of either error of a test, unless somebody chooses.
pub const RATE: f64 = 0.05;

impl Stopping {
    pub fn elo(high: f64) -> Stopping {
        Stopping::Sprt { unit: Unit::Elo, low: 0.0, high, alpha: RATE, beta: RATE }
    }

    pub fn is_possible(self) -> bool {
        match self {
            Stopping::HalfWidth(width) => width > 0.0 && width < 0.5,
            Stopping::Looks(looks) => (2..=MOST_LOOKS).contains(&looks),
            Stopping::Sprt { unit, low, high, alpha, beta } => {
                let limit = unit.limit();
                let rates = [alpha, beta].iter().all(|rate| *rate > 0.0 && *rate < 0.5);
                rates && low < high && low.abs() < limit && high.abs() < limit
            }
        }
    }
}

pub const MOST_LOOKS: u32 = 10;

pub fn alone(one: u8, other: u8, players: usize) -> Vec<u8> {
    let mut seats = vec![other; players];
    seats[0] = one;
    seats
}

pub fn is_margin(share: f64) -> bool {
    share > 0.0 && share < 0.5
}

impl Format {
    pub fn count(self, agents: u8, players: usize) -> u64 {
        let n = u64::from(agents);
        let pairs = match self {
            Format::RoundRobin => n * n.saturating_sub(1) / 2,
            Format::Gauntlet => n.saturating_sub(1),
            // The binomial coefficient.
            Format::FreeForAll => {
                return (1..=players as u64)
                    .fold(1, |count, k| count * (n + 1).saturating_sub(k) / k);
            }
        };
        if players == 2 { pairs } else { 2 * pairs }
    }

    pub fn line_ups(self, agents: u8, players: usize) -> Vec<Vec<u8>> {
        let pairs = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| (a, b)));
        let pairs = pairs.filter(|&(a, _)| self == Format::RoundRobin || a == 0);
        match self {
            // At two seats both line-ups of a pair are one.
            Format::RoundRobin | Format::Gauntlet if players == 2 => {
                pairs.map(|(a, b)| vec![a, b]).collect()
            }
            Format::RoundRobin | Format::Gauntlet => {
                pairs.flat_map(|(a, b)| [alone(a, b, players), alone(b, a, players)]).collect()
            }
            Format::FreeForAll => (0..players).fold(vec![Vec::new()], |tables, _| {
                let longer = |some: &Vec<u8>| -> Vec<Vec<u8>> {
                    let next = some.last().map_or(0, |last| last + 1);
                    (next..agents).map(|agent| [&some[..], &[agent]].concat()).collect()
                };
                tables.iter().flat_map(longer).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_treats_its_agents_alike() {
        let robin = Format::RoundRobin.line_ups(3, 3);
        assert_eq!(robin, [[0, 1, 1], [1, 0, 0], [0, 2, 2], [2, 0, 0], [1, 2, 2], [2, 1, 1]]);
        assert_eq!(Format::RoundRobin.line_ups(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Format::Gauntlet.line_ups(3, 2), [[0, 1], [0, 2]]);
        let gauntlet = Format::Gauntlet.line_ups(3, 3);
        assert_eq!(gauntlet, [[0, 1, 1], [1, 0, 0], [0, 2, 2], [2, 0, 0]]);
        let tables = Format::FreeForAll.line_ups(4, 3);
        assert_eq!(tables, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        for format in [Format::RoundRobin, Format::Gauntlet, Format::FreeForAll] {
            for (agents, players) in [(8, 4), (8, 2), (3, 3), (2, 3), (6, 6), (1, 2)] {
                let line_ups = format.line_ups(agents, players).len() as u64;
                assert_eq!(format.count(agents, players), line_ups, "{agents} {players}");
            }
        }
    }

    #[test]
    fn impossible_purposes_are_seen() {
        let compare = |line_ups: &[Vec<u8>], opponents, stopping| Compare {
            line_ups: line_ups.to_vec(),
            opponents,
            stopping,
            looked: Vec::new(),
            confirm_blocks: 0,
            equivalence: None,
            primary: String::new(),
        };
        let sprt = |alpha, low, high| {
            Some(Stopping::Sprt { unit: Unit::Elo, low, high, alpha, beta: 0.05 })
        };
        assert!(compare(&[vec![0, 1]], false, sprt(0.05, 0.0, 5.0)).fits(2));
        assert!(compare(&[vec![0, 2], vec![1, 2]], true, None).fits(3));
        assert!(compare(&[vec![0, 1, 1], vec![1, 1, 1]], true, None).fits(2));
        for (purpose, agents) in [
            (compare(&[], true, None), 2),
            (compare(&[vec![1, 1]], false, None), 2),
            (compare(&[vec![0, 1]], true, None), 2),
            (compare(&[vec![0, 2], vec![0, 2]], true, None), 3),
            (compare(&[vec![0, 1], vec![1, 0], vec![0, 1]], false, None), 2),
            (compare(&[vec![0, 1]], false, None), 3),
            (compare(&[vec![0, 1]], false, sprt(3.0, 0.0, 5.0)), 2),
            (compare(&[vec![0, 1]], false, sprt(0.05, 5.0, 5.0)), 2),
            (compare(&[vec![0, 1]], false, sprt(0.05, 0.0, f64::NAN)), 2),
            (compare(&[vec![0, 1]], false, Some(Stopping::HalfWidth(0.0))), 2),
            (compare(&[vec![0, 1]], false, Some(Stopping::Looks(1))), 2),
            (compare(&[vec![0, 1]], false, Some(Stopping::Looks(11))), 2),
        ] {
            assert!(!purpose.fits(agents), "{purpose:?}");
        }
        let cup = |anchor, equivalence| {
            Purpose::Tournament(Tournament {
                format: Format::Gauntlet,
                line_ups: Vec::new(),
                anchor,
                equivalence,
                primary: String::new(),
            })
        };
        assert!(cup(1, Some(0.01)).fits(2));
        assert!(!cup(2, None).fits(2) && !cup(0, Some(-1.0)).fits(2));
    }
}
