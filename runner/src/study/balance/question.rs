use clap::{Args as ClapArgs, ValueEnum};

use crate::flags::number::{MOST_GAMES, at_least, games, real, whole};
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::run_flags::GameFlags;

/// How effects are measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Method {
    /// At decisions where an item may be taken: taking it, compared with declining it and with its removal
    Take,
    /// At starts of rounds: one free extra item for a seat, compared with none
    Grant,
    /// From the first decision on: a seat that may not take an item type, compared with one that may
    Ban,
    /// At starts of rounds: a seat that starts the round at no cost, compared with another one that does
    Start,
    /// No intervention: whole games of the sampling policy, with how often items are offered and taken, when, at what
    /// price, and who wins
    Observe,
}

/// Everything that determines the games.
#[derive(ClapArgs, Clone, Debug)]
pub struct Question {
    #[command(flatten)]
    pub table: GameFlags,

    /// Continuation policies: the agents that finish the games from the sampled decisions on; each takes all seats, at
    /// the same decisions [default: greedy; with --equalize greedy and, for the final validation, mcts:iterations=25]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    pub agents: Vec<String>,

    /// Sampling policy: the agent that plays all seats up to the sampled decisions, whatever --agents are
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub sampling_policy: String,

    /// Number of seats; with --equalize also several, as 2,3,4, for values that suit all of them [default: 4, or as
    /// near as the game allows]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = at_least::<usize>(0))]
    pub players: Vec<usize>,

    /// Sample size: decisions for each item type, spread evenly over the rounds [default: 6000]; more make intervals
    /// narrower
    #[arg(long, value_name = "N", value_parser = games, conflicts_with = "games")]
    pub decisions: Option<u64>,

    /// With --equalize-seats: games of each measurement [default: 80000]; everything else counts --decisions
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,

    /// A quarter of the sample: an answer in a quarter of the time, with intervals twice as wide
    #[arg(long, conflicts_with_all = ["games", "decisions"])]
    pub quick: bool,

    /// Replication: decisions on fresh deals for each item type that is significantly unbalanced; 0 for none
    /// [default: as many as --decisions]. Its estimates are free of selection bias
    #[arg(long, value_name = "N", value_parser = replicate)]
    pub replicate: Option<u64>,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    pub seed: u64,

    /// Equivalence margin in points: effects that differ by at most this count as equal [default: 0.035 standard
    /// deviations of the score margin, which is the own score minus the mean of the others; 0 with --at]
    #[arg(long, value_name = "POINTS",
          value_parser = real(|points| points >= 0.0 && points.is_finite(),
                              "must be a number of points, 0 or more"))]
    pub equivalence: Option<f64>,

    /// Patterns of the actions to measure: words, * for any, | between patterns. Each action is then compared with that
    /// of --against only [default: those that take the game's items, which are compared with each other]
    #[arg(long, value_name = "PATTERN", requires = "against")]
    pub at: Option<String>,

    /// The action to compare with, or next (or *): what the agent would choose instead if it may not choose the measured
    /// one for the rest of the turn [default: the one that takes no item]
    #[arg(long, value_name = "ACTION")]
    pub against: Option<String>,

    /// How effects are measured [default: take; for the game's own items, all]
    #[arg(long, value_name = "METHOD", value_enum, num_args = 1.., value_delimiter = ',')]
    pub method: Vec<Method>,

    /// Plays the same decisions under other values of the rules, for what a change would do: KEY=A..B or KEY=A,B,C;
    /// several make a grid
    #[arg(long, value_name = "KEY=VALUES")]
    pub vary: Vec<Vary>,

    /// Finds the value of a key at which its item type has the effect of --target: KEY, KEY=A..B or KEY=A,B,C; several
    /// are varied one at a time [default values: those of --vary, or from 0 to 2 more than twice the present one]
    #[arg(long, value_name = "KEY[=VALUES]", value_parser = key_or_values)]
    pub fair: Vec<Vary>,

    /// The effect that --fair aims at: others (the mean of the other item types), the name of an item type, or points
    #[arg(long, value_name = "TARGET", default_value = "others", requires = "fair")]
    pub target: String,

    /// Only the whole effects, not their parts: no branches in which an item is removed, or another one is taken instead;
    /// saves half of the games
    #[arg(long)]
    pub no_parts: bool,

    /// Independent random numbers in each branch, to show how much common ones reduce the variance
    #[arg(long)]
    pub independent: bool,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    pub chunk: Option<u64>,
}

fn replicate(text: &str) -> Result<u64, String> {
    whole(0, MOST_GAMES)(text).map(|number: u64| number.min(1 << 31))
}
