use clap::Args as ClapArgs;

use crate::flags::agents::{KnownAgents, differing, players, read};
use crate::flags::number::{at_least, games};
use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::study::execute::GamesCommand;
use crate::study::run_flags::{RunArgs, RunParts};
use crate::{error::Error, flags::rule_source::RuleSource, plan::run::Run};

use drakkar_agents::spec::Spec;

pub use crate::study::execute::run;

mod cycles;
mod fit;
mod leader;
mod standings;

const MOST_GAMES: u64 = 100_000;

pub type Args = GamesCommand<Entry>;

#[derive(ClapArgs, Debug)]
pub struct Entry {
    /// The agents, each once; NAME=AGENT gives one a name for tables and files
    #[arg(long, value_name = "AGENT", num_args = 1.., required = true)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Which agents meet
    #[arg(long, value_enum, value_name = "PAIRINGS", default_value_t = Format::RoundRobin)]
    pairings: Format,

    /// Total number of games; rounded up to whole blocks (a deal in all seat permutations of all matchups)
    #[arg(long, value_name = "N", default_value = "10000", value_parser = games)]
    games: u64,

    /// The agent whose Elo is 0 [default: the first]
    #[arg(long, value_name = "AGENT")]
    anchor: Option<String>,

    /// Equivalence margin: shares that differ by at most this count as equal, for example 0.01 [default: none, so the
    /// verdict is never equal]
    #[arg(long, value_name = "SHARE", value_parser = crate::flags::agents::equivalence)]
    equivalence: Option<f64>,
}

impl RunArgs for Entry {
    const ABOUT: &'static str = "Plays agents against each other and rates them";
    const EXAMPLES: &'static str = "\
Examples:
  drakkar tournament --agents random greedy mcts:iterations=50 --players 2 \\
      --games 2000
      every agent against every other one
  drakkar tournament --agents mine=greedy:weights=mine.toml greedy random \\
      --pairings gauntlet --equivalence 0.01
      the first one, called mine, against the others, with four seats
  drakkar tournament --config study.toml --pairings free-for-all --format md
      flags from a file; different agents at every table; tables in Markdown

Files: ratings.csv (Elo with intervals, alpha-rank), pairings.csv (cross table, and how well the ratings fit), neighbours.csv \
(win share by predecessor), win_rates.csv, strategy.csv, pace.csv, manifest.json; also timing.csv.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

    fn run_parts(&self, known: &mut KnownAgents<'_>, _: &RuleSource) -> Result<RunParts, Error> {
        let players = players(known.info, self.players)?;
        let specs = differing(known, players, "--agents", &self.agents)?;
        let format = self.pairings;
        if specs.len() < 2 {
            return Err(Error::flag("--agents", "a tournament has at least two agents"));
        }
        if format == Format::FreeForAll && specs.len() < players {
            let reason = format!(
                "free-for-all has different agents in all {players} seats, but --agents names {}; \
                 try `--pairings round-robin`",
                specs.len()
            );
            return Err(Error::flag("--pairings", reason));
        }
        let mut anchor = 0;
        if let Some(text) = &self.anchor {
            let named =
                |spec: &Spec| known.aliases.of(spec).map_or(spec.to_string(), str::to_owned);
            let names: Vec<String> = specs.iter().map(named).collect();
            let none = || {
                let reason = format!("is none of the agents {}", names.join(", "));
                Error::flag(format!("--anchor {text}"), reason)
            };
            let wanted = read(known, players, "--anchor", text).map_err(|_| none())?;
            anchor = specs.iter().position(|spec| *spec == wanted).ok_or_else(none)?;
        }
        // A line-up may have at most 24 seatings.
        let line_ups = format.count(specs.len() as u8, players);
        if line_ups * 24 > MOST_GAMES {
            let reason = format!("{line_ups} matchups are too many for one deal");
            return Err(Error::flag("--agents", reason));
        }
        let tournament = Tournament::of(format, specs.len(), players);
        let (anchor, equivalence) = (anchor as u8, self.equivalence);
        let purpose = Some(Purpose::Tournament(Tournament { anchor, equivalence, ..tournament }));
        let agents = known.entries(&specs);
        Ok((Run { agents, players, purpose, ..Run::default() }, [self.games, 0], None))
    }
}
