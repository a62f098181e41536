//! `drakkar compare`: one agent or rule set against another.

use clap::Args as ClapArgs;

use crate::flags::agents::{Known, Seats, differing, margin, players, read};
use crate::plan::purpose::{Compare, Purpose, Stopping, Unit};
use crate::study::compare::stopping::{sprt, until};
use crate::study::one_step::{OneStep, Tables, one_step};
use crate::study::volume::{Ask, Asked, Cast, SecondRules, games};
use crate::{error::Error, flags::rule_source::RuleSource};

mod agents;
mod duel;
pub mod referee;
mod rules;
mod stopping;

const EXAMPLES: &str = "\
Examples:
  drakkar compare --agents mcts:iterations=200 greedy --players 2 --sprt elo0=0,elo1=20
      plays until a sequential test has decided
  drakkar compare --agents greedy greedy:weights=mine.toml --field mcts --until ci=0.01
      each alone against the same field, until the interval reaches 0.01 to either side
  drakkar compare --agents greedy random --players 4 --games 40000 --margin 0.01
      one against three others, and one of those others against three
  drakkar compare --rules advanced --vs-set bonus.noble1.value=2 --agents greedy --games 100000
      the same agents on the same deals under two rule sets

Files: compare.csv (what each look saw) and effects.csv, or differences.csv for rule sets;
win_rates.csv, strategy.csv, pace.csv, manifest.json; timing.csv beside them.
Exit code: 0 done, whatever the verdict; 1 failed games, 2 wrong call or input, 75 files or deadline:
try again later or elsewhere, 130 interrupted.
";

/// Most games where a stopping rule may end earlier.
const CAP: u64 = 1_000_000;
/// Games where there is none.
const GAMES: u64 = 100_000;

/// Compares two agents, or two rule sets, until there is a verdict
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    games: Asked<Question>,

    #[command(flatten)]
    step: OneStep,

    #[command(flatten)]
    tables: Tables,
}

#[derive(ClapArgs, Debug)]
pub struct Question {
    /// The two agents; with --vs-set or --vs-rules one for each seat, a single one taking all
    #[arg(long, value_name = "AGENT", num_args = 1.., required = true)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N")]
    players: Option<usize>,

    /// All other seats are this agent's; otherwise one of the first meets others of the second and,
    /// with more than two seats, one of the second meets others of the first
    #[arg(long, value_name = "AGENT", conflicts_with_all = ["vs_set", "vs_rules"])]
    field: Option<String>,

    /// Changes one value of the second rule set; may be repeated (--set changes both)
    #[arg(long, value_name = "KEY=VALUE")]
    vs_set: Vec<String>,

    /// Preset or file of the second rule set [default: that of --rules]
    #[arg(long, value_name = "PRESET|FILE")]
    vs_rules: Option<String>,

    /// Stops when a sequential test has decided: elo0=0,elo1=10,alpha=0.05,beta=0.05; or share0 and
    /// share1, the win shares of one so strong against equal others, or with --field differences
    #[arg(long, value_name = "HYPOTHESES", value_parser = sprt,
          conflicts_with_all = ["until", "vs_set", "vs_rules"])]
    sprt: Option<Stopping>,

    /// Stops when the 95 % interval reaches no further to either side: ci=0.005
    #[arg(long, value_name = "ci=SHARE", value_parser = until,
          conflicts_with_all = ["vs_set", "vs_rules"])]
    until: Option<Stopping>,

    /// Then plays so many games on fresh deals, for the figure to publish
    #[arg(long, value_name = "N", value_parser = games, conflicts_with_all = ["vs_set", "vs_rules"])]
    confirm: Option<u64>,

    /// Games to play, at most that many with --sprt or --until; rounded up to whole blocks (a deal in
    /// all its seatings) [default: 100000; 1000000 at most with --sprt or --until]
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,

    /// Shares that differ by no more than this count as equal, for example 0.01
    #[arg(long, value_name = "SHARE", value_parser = margin)]
    margin: Option<f64>,
}

impl Question {
    fn games(&self) -> u64 {
        let stops = self.sprt.is_some() || self.until.is_some();
        self.games.unwrap_or(if stops { CAP } else { GAMES })
    }

    fn cast_of_agents(&self, known: Known<'_>) -> Result<Cast, Error> {
        let players = players(known.info, self.players)?;
        let mut specs = differing(known, players, "--agents", &self.agents)?;
        if specs.len() != 2 {
            let reason = format!("two agents are compared, not {}", specs.len());
            return Err(Error::flag("--agents", reason));
        }
        let mut field = None;
        if let Some(text) = &self.field {
            let spec = read(known, players, "--field", text)?;
            let place = specs.iter().position(|known| *known == spec);
            field = Some(place.unwrap_or(2) as u8);
            if place.is_none() {
                specs.push(spec);
            }
        }
        match self.sprt {
            Some(Stopping::Sprt { unit: Unit::Elo, .. }) if field.is_some() => {
                let reason =
                    "against a field hypotheses are differences of win share: share0=0,share1=0.01";
                return Err(Error::flag("--sprt", reason));
            }
            Some(Stopping::Sprt { unit: Unit::Share, low, .. })
                if field.is_none() && low <= 0.0 =>
            {
                let reason = "without --field hypotheses are win shares, above 0";
                return Err(Error::flag("--sprt", reason));
            }
            _ => {}
        }
        let compare = Compare::of(field, players, self.sprt.or(self.until));
        let purpose = Some(Purpose::Compare(Compare { margin: self.margin, ..compare }));
        let (games, confirm) = (self.games(), self.confirm.unwrap_or_default());
        Ok(Cast { specs, players, purpose, second: None, games, confirm })
    }
}

impl Ask for Question {
    fn cast(&self, known: Known<'_>, source: &RuleSource) -> Result<Cast, Error> {
        let flag = match (&self.vs_set[..], &self.vs_rules) {
            ([], None) => return self.cast_of_agents(known),
            ([], Some(_)) => "--vs-rules",
            _ => "--vs-set",
        };
        let seats = Seats { agents: self.agents.clone(), players: self.players };
        let specs = seats.specs(known)?;
        let rules = self.vs_rules.clone().or_else(|| source.rules.clone());
        let changes = [&source.changes[..], &self.vs_set[..]].concat();
        let source = RuleSource { rules, changes, bare: false, second: true };
        let second = Some(SecondRules { flag, source, margin: self.margin });
        Ok(Cast { players: specs.len(), specs, second, games: self.games(), ..Cast::default() })
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    one_step(&args.games, &args.step, args.tables.format)
}
