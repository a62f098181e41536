//! `drakkar balance`: what the things are worth that seats may take.

use clap::{Args as ClapArgs, ValueEnum};

use crate::error::Error;
use crate::flags::number::{MOST_GAMES, at_least, games, whole};
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::one_step::{Step, Tables, play_plan};
use crate::study::volume::GameFlags;

mod asked;
mod effects;
mod plan;
mod values;

const EXAMPLES: &str = "\
Examples:
  drakkar balance
      are the bonus tiles of Vikings fair? four greedy players with tuned weights, in a minute or two
  drakkar balance --quick
      the same in a fraction of the time, with wider intervals
  drakkar balance --players 2 --agents greedy mcts:iterations=50 --games 300 --deadline 1h
      the same decisions with weaker and stronger players as roll-out policies
  drakkar balance --vary bonus.noble1.value=0..3 --judge taken
      what another value would do
  drakkar balance --fair bonus.noble1.value --target food3
      the value at which one kind is worth as much as another
  drakkar balance --rules base --at 'buy *' --against 'buy 3'
      any actions of any game against another one that is legal beside them

What is measured: the worth of a kind is the mean, over decisions at which it may be taken, of the
result of taking it less that of leaving it for the same seat, all seats then played by the stated
agents on the same deal with the same keys of all chance. Every round counts the same. Without
--rules the first preset of the game with items to take is meant, of Vikings advanced.
Files: bonus_effect.csv, bonus_effect_rounds.csv, bonus_granted.csv, restricted.csv, first.csv,
what_if.csv, fair.csv, manifest.json; of whole games of the roll-in policy bonus_observed.csv,
seats.csv, strategy.csv, pace.csv.
Exit code: 0 done, 1 failed games, 2 wrong call or input, 75 files or deadline: try again later or
elsewhere, 130 interrupted.
";

/// Measures what the things are worth that seats may take, and whether that is fair
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub question: Question,

    #[command(flatten)]
    step: Step,

    #[command(flatten)]
    tables: Tables,
}

/// How things are judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
enum Judge {
    /// Decisions at which a thing may be taken: taken, against left, against gone
    Taken,
    /// One more thing for a seat at the start of a round, against nothing
    Granted,
    /// A seat that may not take a thing from the first decision on, against one that may
    Restricted,
    /// A seat that begins a round for nothing, against another one that does
    Leading,
    /// Whole games of the roll-in policy: how often things are offered and taken, when, at what price, who wins
    Observed,
}

/// Everything that decides which games are played.
#[derive(ClapArgs, Debug)]
pub struct Question {
    #[command(flatten)]
    table: GameFlags,

    /// Roll-out policies: who plays on after a decision; each takes all seats, at the same decisions
    #[arg(long, value_name = "AGENT", num_args = 1.., default_values = ["greedy"])]
    agents: Vec<String>,

    /// Roll-in policy: who plays up to a decision, in all seats, whatever --agents says
    #[arg(long, alias = "trunk", value_name = "AGENT", default_value = "greedy")]
    roll_in: String,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Decisions for each kind, spread evenly over the rounds
    #[arg(long, value_name = "N", default_value = "6000", value_parser = games)]
    games: u64,

    /// A quarter of the decisions: an answer in a quarter of the time, with intervals twice as wide
    #[arg(long, conflicts_with = "games")]
    quick: bool,

    /// Decisions for each kind that stands out, on fresh deals; 0 for none [default: as --games]
    #[arg(long, value_name = "N", value_parser = again)]
    again: Option<u64>,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Differences of the margin (own score less the mean of the others) up to this count as equal [default:
    /// what the game says of its items, 0.5 for Vikings; 0 with --at]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    margin: Option<f64>,

    /// Pattern of the actions to judge: words, * for any. Each is then judged against the other action alone
    /// [default: those that take the game's items, which are judged beside each other]
    #[arg(long, value_name = "PATTERN", requires = "against")]
    at: Option<String>,

    /// The action that they are compared with [default: the one that takes no item]
    #[arg(long, value_name = "ACTION")]
    against: Option<String>,

    /// How things are judged [default: taken; where the game's own items are meant, all]
    #[arg(long, value_name = "HOW", value_enum, num_args = 1.., value_delimiter = ',')]
    judge: Vec<Judge>,

    /// Plays the same decisions under other values of the rules: KEY=A..B or KEY=A,B,C; several make a
    /// grid
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<Vary>,

    /// Says at which value of a key the thing that it is about is worth the target: KEY, KEY=A..B or
    /// KEY=A,B,C; several are varied one at a time [default values: those of --vary, or from 0 to twice
    /// the present one and 2 more]
    #[arg(long, value_name = "KEY[=VALUES]", value_parser = key_or_values)]
    fair: Vec<Vary>,

    /// What it is to be worth: others (the mean of the other kinds), the name of a kind, or points
    #[arg(long, value_name = "TARGET", default_value = "others", requires = "fair")]
    target: String,

    /// Leaves out the branch in which a thing is gone, and so what its worth is made of: a third of the games is
    /// saved
    #[arg(long)]
    no_parts: bool,

    /// Gives every branch keys of its own, to see what common ones save
    #[arg(long)]
    independent: bool,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    chunk: Option<u64>,
}

/// A number of decisions, which may be 0.
fn again(text: &str) -> Result<u64, String> {
    whole(0, MOST_GAMES)(text).map(|number: u64| number.min(1 << 31))
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points: &f64| *points >= 0.0 && points.is_finite());
    points.ok_or_else(|| "must be a number of points, 0 or more".to_owned())
}

pub fn run(args: &Args) -> Result<(), Error> {
    play_plan(&args.question.plan()?, &args.step, None, args.tables.format)
}
