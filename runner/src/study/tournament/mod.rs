//! `tournament`: ratings of several agents.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, ValueEnum};

use crate::flags::agents::{KnownAgents, differing, players, read};
use crate::flags::number::{at_least, games};
use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::study::one_step::OneStep;
use crate::study::plan_builder::PlanBuilder;
use crate::study::volume::{Ask, Asked, Cast};
use crate::{error::Error, export::sheet::Style, flags::rule_source::RuleSource};

mod circles;
mod first;
mod fit;
mod standing;

const EXAMPLES: &str = "\
Examples:
  drakkar tournament --agents random greedy mcts:iterations=50 --players 2 \\
      --games 2000
      every agent against every other one
  drakkar tournament --agents mine=greedy:weights=mine.toml greedy random \\
      --format gauntlet --margin 0.01
      the first one, called mine, against the others, at tables of four
  drakkar tournament --config study.toml --format free-for-all --format md
      flags from a file; different agents at every table; tables in Markdown

Files: ratings.csv (Elo with intervals, alpha-rank), pairings.csv (cross table, and how well the ratings fit), neighbours.csv \
(win share by predecessor), win_rates.csv, strategy.csv, pace.csv, manifest.json; also timing.csv.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

const MOST_GAMES: u64 = 100_000;

/// Plays agents against each other and rates them
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    games: Asked<Entry>,

    #[command(flatten)]
    step: OneStep,
}

#[derive(ClapArgs, Debug)]
pub struct Entry {
    /// The agents, each once; NAME=AGENT gives one a name for tables and files
    #[arg(long, value_name = "AGENT", num_args = 1.., required = true)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// The pairings [default: round-robin], and how the tables are printed [default: text]; may be
    /// given twice, once for each
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Vec<String>,

    /// Total number of games; rounded up to whole blocks (a deal in all seatings of all line-ups)
    #[arg(long, value_name = "N", default_value = "10000", value_parser = games)]
    games: u64,

    /// The agent whose Elo is 0 [default: the first]
    #[arg(long, value_name = "AGENT")]
    anchor: Option<String>,

    /// Differences of shares up to this count as equal, for example 0.01
    #[arg(long, value_name = "SHARE", value_parser = crate::flags::agents::margin)]
    margin: Option<f64>,
}

/// Values of `--format`: the pairing of the games, then the form of tables.
fn formats() -> PossibleValuesParser {
    let tables = [
        ("text", "Columns of plain text"),
        ("md", "Tables of Markdown"),
        ("latex", "Tabulars of LaTeX, for the package booktabs"),
        ("csv", "Figures as they are in files, one a cell"),
        ("json", "One object with numbers as numbers"),
    ];
    let tables = tables.map(|(name, about)| PossibleValue::new(name).help(about));
    let games = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    games.chain(tables).collect::<Vec<_>>().into()
}

impl Entry {
    fn formats(&self) -> Result<(Format, Style), Error> {
        let games = self.format.iter().filter_map(|text| Format::from_str(text, false).ok());
        let styles = self.format.iter().filter_map(|text| Style::from_str(text, false).ok());
        let (games, styles): (Vec<Format>, Vec<Style>) = (games.collect(), styles.collect());
        if games.len() > 1 || styles.len() > 1 {
            let reason = "at most one format of the tournament and one of its tables";
            return Err(Error::flag("--format", reason));
        }
        let style = styles.first().copied().unwrap_or_default();
        Ok((games.first().copied().unwrap_or(Format::RoundRobin), style))
    }
}

impl Ask for Entry {
    fn cast(&self, known: &mut KnownAgents<'_>, _: &RuleSource) -> Result<Cast, Error> {
        let players = players(known.info, self.players)?;
        let specs = differing(known, players, "--agents", &self.agents)?;
        let (format, _) = self.formats()?;
        if specs.len() < 2 {
            return Err(Error::flag("--agents", "a tournament has at least two agents"));
        }
        if format == Format::FreeForAll && specs.len() < players {
            let reason = format!(
                "free-for-all has different agents in all {players} seats, but --agents names {}; \
                 try `--format round-robin`",
                specs.len()
            );
            return Err(Error::flag("--format", reason));
        }
        let mut anchor = 0;
        if let Some(text) = &self.anchor {
            let wanted = read(known, players, "--anchor", text)?;
            let none = || Error::flag("--anchor", format!("`{wanted}` is none of the agents"));
            anchor = specs.iter().position(|spec| *spec == wanted).ok_or_else(none)?;
        }
        // A line-up may have at most 24 seatings.
        let line_ups = format.count(specs.len() as u8, players);
        if line_ups * 24 > MOST_GAMES {
            let reason = format!("{line_ups} line-ups are too many for one deal");
            return Err(Error::flag("--agents", reason));
        }
        let tournament = Tournament::of(format, specs.len(), players);
        let (anchor, margin) = (anchor as u8, self.margin);
        let purpose = Some(Purpose::Tournament(Tournament { anchor, margin, ..tournament }));
        Ok((PlanBuilder { purpose, ..PlanBuilder::new(specs, self.games) }, players, None))
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (_, style) = args.games.own.formats()?;
    args.step.play(&args.games, style)
}
