//! `drakkar balance`: measures the worth of things that seats may take.

use clap::{Args as ClapArgs, ValueEnum};

use crate::error::Error;
use crate::flags::number::{MOST_GAMES, at_least, games, whole};
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::level::{self, LevelFlags};
use crate::study::one_step::{Step, Tables, play_plan};
use crate::study::volume::GameFlags;

pub mod asked;
pub mod effects;
mod plan;
pub mod values;

const EXAMPLES: &str = "\
Examples:
  drakkar balance
      are the bonus tiles of Vikings fair? four greedy players, in two minutes
  drakkar balance --quick
      the same in a fraction of the time, with wider intervals
  drakkar balance --players 2 --agents greedy mcts:iterations=50 \\
      --games 300 --deadline 1h
      the same decisions with weaker and stronger players as roll-out policies
  drakkar balance --players 2 --agents level-4 level-6 level-8 \\
      --games 300 --judge taken --deadline 2h
      the same decisions at three strengths; drakkar list levels has all eight
  drakkar balance --vary bonus.noble1.value=0..3 --judge taken
      the effect of other values
  drakkar balance --fair bonus.noble1.value --target food3
      the value at which one kind is worth as much as another
  drakkar balance --level --quick
      values at which all kinds would be worth the same, in under ten minutes
  drakkar balance --rules base --level-seats 'setup.seat_gold.*=0..8'
      what seats should begin with, so that all win the same
  drakkar balance --rules base --at 'buy *' --against 'buy 3'
      any actions of any game, compared with another legal one

The worth of a kind is the mean, over decisions at which it may be taken, of the result of taking it \
minus that of leaving it for the same seat, when the stated agents then play all seats on the same \
deal with the same keys for all chance. Every round counts the same. Without --rules, the game's \
first preset with items to take is used (advanced for Vikings).
Files: bonus_effect.csv, bonus_effect_rounds.csv, bonus_granted.csv, restricted.csv, first.csv, \
what_if.csv, fair.csv, manifest.json; with --level level.toml (the rules), changes.csv, level.csv, \
front.csv, level_deviation.csv, level_worth.csv, adapted.csv; from whole games of the roll-in policy bonus_observed.csv, \
seats.csv, strategy.csv, pace.csv.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

const RULES: &str = "Preset, or a rule-set file (a path with `/`, or a name that ends in .toml) [default: the game's \
                     first preset with items to take, or else its first one]";

/// Measures the worth of things that seats may take, and whether it is fair
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("rules", |rules| rules.help(RULES)))]
pub struct Args {
    #[command(flatten)]
    pub question: Question,

    #[command(flatten)]
    level: LevelFlags,

    #[command(flatten)]
    step: Step,

    #[command(flatten)]
    tables: Tables,
}

/// How things are judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
enum Judge {
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
    table: GameFlags,

    /// Roll-out policies: the agents that play on after a decision; each takes all seats, at the
    /// same decisions [default: greedy; with --level greedy and, for the last word, mcts:iterations=25]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    agents: Vec<String>,

    /// Roll-in policy: the agent that plays up to a decision, in all seats, independent of --agents
    #[arg(long, alias = "trunk", value_name = "AGENT", default_value = "greedy")]
    roll_in: String,

    /// Number of seats; with --level also several, as 2,3,4, for values that fit all of them [default: 4, or as
    /// near as the game allows]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = at_least::<usize>(0))]
    players: Vec<usize>,

    /// Decisions for each kind, spread evenly over the rounds; with --level-seats games of a measurement [default:
    /// 6000; with --level-seats 80000]
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,

    /// A quarter of them: an answer in a quarter of the time, with intervals twice as wide
    #[arg(long, conflicts_with = "games")]
    quick: bool,

    /// Decisions for each kind that stands out, on fresh deals; 0 for none [default: as many]
    #[arg(long, value_name = "N", value_parser = again)]
    again: Option<u64>,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Differences of the margin (own score minus the mean of the others) up to this count as equal
    /// [default: 0.035 standard deviations of the margin; 0 with --at]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    margin: Option<f64>,

    /// Patterns of the actions to judge: words, * for any, | between patterns. Each action is then
    /// compared with that of --against only [default: those that take the game's items, which are
    /// compared with each other]
    #[arg(long, value_name = "PATTERN", requires = "against")]
    at: Option<String>,

    /// The action for comparison, or next (or *): whatever else the agent would choose, without the one
    /// judged for the rest of the turn [default: the one that takes no item]
    #[arg(long, value_name = "ACTION")]
    against: Option<String>,

    /// How things are judged [default: taken; for the game's own items, all]
    #[arg(long, value_name = "HOW", value_enum, num_args = 1.., value_delimiter = ',')]
    judge: Vec<Judge>,

    /// Plays the same decisions under other values of the rules: KEY=A..B or KEY=A,B,C; several make a
    /// grid
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<Vary>,

    /// Finds the value of a key at which its thing would be worth the target: KEY, KEY=A..B or
    /// KEY=A,B,C; several are varied one at a time [default values: those of --vary, or from 0 to 2
    /// more than twice the present one]
    #[arg(long, value_name = "KEY[=VALUES]", value_parser = key_or_values)]
    fair: Vec<Vary>,

    /// The target worth: others (the mean of the other kinds), the name of a kind, or points
    #[arg(long, value_name = "TARGET", default_value = "others", requires = "fair")]
    target: String,

    /// Leaves out the branches in which a thing is gone, or another is taken in its place, which saves half
    /// of the games
    #[arg(long)]
    no_parts: bool,

    /// Gives every branch its own keys, to show how much common ones save
    #[arg(long)]
    independent: bool,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    chunk: Option<u64>,
}

impl Question {
    pub fn table(&self) -> &GameFlags {
        &self.table
    }

    /// The agents as they are named; none if nobody named any.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    pub fn players(&self) -> &[usize] {
        &self.players
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Decisions or games, if they are given.
    pub fn games(&self) -> Option<u64> {
        self.games
    }

    /// Blocks of a chunk, if they are given.
    pub fn chunk(&self) -> Option<u64> {
        self.chunk
    }

    pub fn margin(&self) -> Option<f64> {
        self.margin
    }

    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// The actions that are judged and the one that they are compared with, if they are named.
    pub fn at(&self) -> Option<[String; 2]> {
        Some([self.at.clone()?, self.against.clone()?])
    }
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
    if args.level.is_asked() {
        return level::run(&args.level, &args.question, &args.step, args.tables.format);
    }
    play_plan(&args.question.plan()?, &args.step, None, args.tables.format)
}
