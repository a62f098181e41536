use clap::{Args as ClapArgs, ValueEnum};

use crate::flags::number::{MOST_GAMES, at_least, games, real, whole};
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::volume::GameFlags;

/// How things are judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Judge {
    /// Decisions at which a thing may be taken: taken, compared with left and with gone
    Taken,
    /// One more thing for a seat at the start of a round, compared with nothing
    Granted,
    /// A seat that may not take a thing from the first decision on, compared with one that may
    Restricted,
    /// A seat that begins a round at no cost, compared with another one that does
    Leading,
    /// Whole games of the roll-in policy: how often things are offered and taken, when, at what
    /// price, who wins
    Observed,
}

/// Everything that determines the games.
#[derive(ClapArgs, Clone, Debug)]
pub struct Question {
    #[command(flatten)]
    pub table: GameFlags,

    /// Roll-out policies: the agents that play on after a decision; each takes all seats, at the
    /// same decisions [default: greedy; with --level greedy and, for the last word, mcts:iterations=25]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    pub agents: Vec<String>,

    /// Roll-in policy: the agent that plays up to a decision, in all seats, independent of --agents
    #[arg(long, alias = "trunk", value_name = "AGENT", default_value = "greedy")]
    pub roll_in: String,

    /// Number of seats; with --level also several, as 2,3,4, for values that fit all of them [default: 4, or as
    /// near as the game allows]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = at_least::<usize>(0))]
    pub players: Vec<usize>,

    /// Decisions for each kind, spread evenly over the rounds; with --level-seats games of a measurement [default:
    /// 6000; with --level-seats 80000]
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,

    /// A quarter of them: an answer in a quarter of the time, with intervals twice as wide
    #[arg(long, conflicts_with = "games")]
    pub quick: bool,

    /// Decisions for each kind that stands out, on fresh deals; 0 for none [default: as many]
    #[arg(long, value_name = "N", value_parser = again)]
    pub again: Option<u64>,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    pub seed: u64,

    /// Differences of the margin (own score minus the mean of the others) up to this count as equal
    /// [default: 0.035 standard deviations of the margin; 0 with --at]
    #[arg(long, value_name = "POINTS",
          value_parser = real(|points| points >= 0.0 && points.is_finite(),
                              "must be a number of points, 0 or more"))]
    pub margin: Option<f64>,

    /// Patterns of the actions to judge: words, * for any, | between patterns. Each action is then
    /// compared with that of --against only [default: those that take the game's items, which are
    /// compared with each other]
    #[arg(long, value_name = "PATTERN", requires = "against")]
    pub at: Option<String>,

    /// The action for comparison, or next (or *): whatever else the agent would choose, without the one
    /// judged for the rest of the turn [default: the one that takes no item]
    #[arg(long, value_name = "ACTION")]
    pub against: Option<String>,

    /// How things are judged [default: taken; for the game's own items, all]
    #[arg(long, value_name = "HOW", value_enum, num_args = 1.., value_delimiter = ',')]
    pub judge: Vec<Judge>,

    /// Plays the same decisions under other values of the rules: KEY=A..B or KEY=A,B,C; several make a
    /// grid
    #[arg(long, value_name = "KEY=VALUES")]
    pub vary: Vec<Vary>,

    /// Finds the value of a key at which its thing would be worth the target: KEY, KEY=A..B or
    /// KEY=A,B,C; several are varied one at a time [default values: those of --vary, or from 0 to 2
    /// more than twice the present one]
    #[arg(long, value_name = "KEY[=VALUES]", value_parser = key_or_values)]
    pub fair: Vec<Vary>,

    /// The target worth: others (the mean of the other kinds), the name of a kind, or points
    #[arg(long, value_name = "TARGET", default_value = "others", requires = "fair")]
    pub target: String,

    /// Leaves out the branches in which a thing is gone, or another is taken in its place, which saves half
    /// of the games
    #[arg(long)]
    pub no_parts: bool,

    /// Gives every branch its own keys, to show how much common ones save
    #[arg(long)]
    pub independent: bool,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    pub chunk: Option<u64>,
}

impl Question {
    pub fn judged(&self) -> Option<[String; 2]> {
        Some([self.at.clone()?, self.against.clone()?])
    }
}

fn again(text: &str) -> Result<u64, String> {
    whole(0, MOST_GAMES)(text).map(|number: u64| number.min(1 << 31))
}
