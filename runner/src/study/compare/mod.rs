use clap::Args as ClapArgs;

use crate::flags::agents::{
    KnownAgents, SeatFlags, differing, equivalence, number_of, players, read,
};
use crate::flags::number::{at_least, games, whole};
use crate::plan::purpose::{Compare, MOST_LOOKS, Purpose, Stopping, Unit};
use crate::plan::run::Run;
use crate::study::execute::GamesCommand;
use crate::study::run_flags::{RunArgs, RunParts, SecondRules};
use crate::{error::Error, flags::rule_source::RuleSource};

pub use crate::study::execute::run;

pub mod duel;
mod forecast;
mod report;
mod rules;
pub mod stopping;

/// Most games if a stopping rule may end them earlier.
const CAP: u64 = 1_000_000;
const GAMES: u64 = 100_000;

pub type Args = GamesCommand<Question>;

#[derive(ClapArgs, Debug)]
pub struct Question {
    /// The two agents, as NAME=AGENT if they need a name; with --vs-set or --vs-rules one for each
    /// seat, a single one taking all
    #[arg(long, value_name = "AGENT", num_args = 1.., required = true)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Opponent pool: this agent takes all other seats against each of the two [default: one of the first plays
    /// against others of the second and, with more than two seats, one of the second against others of the first]
    #[arg(long, value_name = "AGENT", conflicts_with_all = ["vs_set", "vs_rules"])]
    opponents: Option<String>,

    /// Changes one value of the second rule set; may be repeated (--set changes both)
    #[arg(long, value_name = "KEY=VALUE")]
    vs_set: Vec<String>,

    /// Preset or file of the second rule set [default: that of --rules]
    #[arg(long, value_name = "PRESET|FILE")]
    vs_rules: Option<String>,

    /// Stops when a sequential test has decided: elo0=0,elo1=10,alpha=0.05,beta=0.05; or share0 and
    /// share1, the win shares of the first against equal others, or with --opponents differences
    #[arg(long, value_name = "HYPOTHESES", value_parser = sprt,
          conflicts_with_all = ["until", "vs_set", "vs_rules"])]
    sprt: Option<Stopping>,

    /// Stops when the 95 % interval has this half-width: ci=0.005; for an estimate of stated precision
    #[arg(long, value_name = "ci=SHARE", value_parser = until,
          conflicts_with_all = ["vs_set", "vs_rules"])]
    until: Option<Stopping>,

    /// Looks so many times, the last time at all games, and stops at the first look with a verdict; the error of all
    /// looks together is 5 % (O'Brien and Fleming)
    #[arg(long, value_name = "K", value_parser = whole::<u32>(2, MOST_LOOKS.into()),
          conflicts_with_all = ["sprt", "until", "vs_set", "vs_rules"])]
    looks: Option<u32>,

    /// Numbers of games after which a smaller run of this comparison was looked at, unplanned: the answer tells the
    /// error of all looks together
    #[arg(long, value_name = "GAMES", num_args = 1.., value_parser = games,
          conflicts_with_all = ["looks", "sprt", "until", "vs_set", "vs_rules"])]
    looked: Vec<u64>,

    /// Then plays this many games on fresh deals, for an unbiased estimate to publish; with --sprt, --until or --looks
    #[arg(long, value_name = "N", value_parser = games, conflicts_with_all = ["vs_set", "vs_rules"])]
    confirm: Option<u64>,

    /// Games to play, or the most with --sprt or --until; rounded up to whole blocks (a deal in all
    /// its seat permutations) [default: 100000; 1000000 with --sprt or --until]
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,

    /// Equivalence margin: win shares that differ by at most this count as equal, for example 0.01 [default: none, so
    /// the verdict is never equal]
    #[arg(long, value_name = "SHARE", value_parser = equivalence)]
    equivalence: Option<f64>,
}

impl Question {
    fn games(&self) -> u64 {
        let stops = self.sprt.is_some() || self.until.is_some();
        self.games.unwrap_or(if stops { CAP } else { GAMES })
    }

    fn cast_of_agents(&self, known: &mut KnownAgents<'_>) -> Result<RunParts, Error> {
        let players = players(known.info, self.players)?;
        let mut specs = differing(known, players, "--agents", &self.agents)?;
        if specs.len() != 2 {
            let reason = format!("two agents are compared, not {}", specs.len());
            return Err(Error::flag("--agents", reason));
        }
        let field = self.opponents.as_ref().map(|text| read(known, players, "--opponents", text));
        let field = field.transpose()?.map(|spec| number_of(spec, &mut specs) as u8);
        match self.sprt {
            Some(Stopping::Sprt { unit: Unit::Elo, .. }) if field.is_some() => {
                let reason = "with --opponents hypotheses are differences of win share: share0=0,share1=0.01";
                return Err(Error::flag("--sprt", reason));
            }
            Some(Stopping::Sprt { unit: Unit::Share, low, .. })
                if field.is_none() && low <= 0.0 =>
            {
                let reason = "without --opponents hypotheses are win shares, above 0";
                return Err(Error::flag("--sprt", reason));
            }
            _ => {}
        }
        let mut looked = self.looked.clone();
        looked.sort_unstable();
        if looked.last().is_some_and(|last| *last >= self.games()) {
            let reason = "was not after fewer games than --games";
            return Err(Error::flag("--looked", reason));
        }
        let stopping = self.sprt.or(self.until).or(self.looks.map(Stopping::Looks));
        let compare = Compare::of(field, players, stopping);
        let purpose =
            Some(Purpose::Compare(Compare { looked, equivalence: self.equivalence, ..compare }));
        let games = [self.games(), self.confirm.unwrap_or_default()];
        let agents = known.entries(&specs);
        Ok((Run { agents, players, purpose, ..Run::default() }, games, None))
    }
}

impl RunArgs for Question {
    const ABOUT: &'static str = "Compares two agents, or two rule sets, until there is a verdict";
    const EXAMPLES: &'static str = "\
Examples:
  drakkar compare --agents mcts:iterations=200 greedy --players 2 \\
      --sprt elo0=0,elo1=20
      plays until a sequential test has decided
  drakkar compare --agents greedy greedy:weights=mine.toml --opponents mcts \\
      --until ci=0.01
      each alone against the same opponents, until the half-width of the interval
      is 0.01
  drakkar compare --agents greedy random --players 4 --games 40000 \\
      --looks 5 --equivalence 0.01
      one against three others, and one of those others against three; stops at
      the first of five looks with a verdict
  drakkar compare --rules advanced --vs-set bonus.noble1.value=2 \\
      --agents greedy --games 100000
      the same agents on the same deals under two rule sets

Files: compare.csv (one row for each look) and effects.csv, or differences.csv for rule sets; \
win_rates.csv, strategy.csv, pace.csv, manifest.json; also timing.csv.
Exit code: 0 done, whatever the verdict; 1 failed games, 2 wrong command or input, 75 file error or \
deadline: retry later or elsewhere, 130 interrupted.
";

    fn changes(&self) -> &[String] {
        if self.vs_rules.is_none() { &self.vs_set } else { &[] }
    }

    fn run_parts(
        &self,
        known: &mut KnownAgents<'_>,
        source: &RuleSource,
    ) -> Result<RunParts, Error> {
        let flag = match (&self.vs_set[..], &self.vs_rules) {
            ([], None) => return self.cast_of_agents(known),
            ([], Some(_)) => "--vs-rules",
            _ => "--vs-set",
        };
        let seats = SeatFlags { agents: self.agents.clone(), players: self.players };
        let specs = seats.specs(known)?;
        let rules = self.vs_rules.clone().or_else(|| source.rules.clone());
        let changes = [&source.changes[..], &self.vs_set[..]].concat();
        let source = RuleSource { rules, changes, second: true, ..source.clone() };
        let second = Some(SecondRules { flag, source, equivalence: self.equivalence });
        let (agents, players) = (known.entries(&specs), specs.len());
        Ok((Run { agents, players, ..Run::default() }, [self.games(), 0], second))
    }
}

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05` or `share0=...,share1=...`.
pub fn sprt(text: &str) -> Result<Stopping, String> {
    let (mut unit, mut low, mut high) = (None, None, None);
    let (mut alpha, mut beta) = (0.05, 0.05);
    for part in text.split(',') {
        let number = part.split_once('=').and_then(|(key, value)| {
            Some((key.trim(), value.trim().parse::<f64>().ok().filter(|x| x.is_finite())?))
        });
        let (key, value) = number.ok_or_else(|| format!("`{part}` is not KEY=NUMBER"))?;
        match key {
            "elo0" | "share0" => low = Some(value),
            "elo1" | "share1" => high = Some(value),
            "alpha" => alpha = value,
            "beta" => beta = value,
            _ => {
                return Err(format!(
                    "there is no `{key}`; there are elo0, elo1 or share0, share1, and alpha, beta"
                ));
            }
        }
        let rate = ["alpha", "beta"].contains(&key);
        if rate && !(value > 0.0 && value < 0.5) {
            return Err(format!("`{key}` must be above 0 and below 0.5"));
        }
        let kind = if key.starts_with("elo") { Unit::Elo } else { Unit::Share };
        if !rate && unit.replace(kind).is_some_and(|other| other != kind) {
            return Err("hypotheses are either elo0 and elo1 or share0 and share1".to_owned());
        }
    }
    let unit = unit.ok_or("needs elo1, or share0 and share1")?;
    let low = low.or((unit == Unit::Elo).then_some(0.0)).ok_or("needs share0")?;
    let high = high.ok_or("needs elo1 or share1")?;
    let stopping = Stopping::Sprt { unit, low, high, alpha, beta };
    // The rates have been checked above.
    stopping.is_possible().then_some(stopping).ok_or_else(|| {
        format!("the first hypothesis must be below the second, both within {}", unit.limit())
    })
}

pub fn until(text: &str) -> Result<Stopping, String> {
    let value = text.strip_prefix("ci=").and_then(|value| value.parse::<f64>().ok());
    let stopping = value.map(Stopping::HalfWidth).filter(|stopping| stopping.is_possible());
    stopping.ok_or_else(|| "must be ci= and a share below 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_read_and_refused() {
        let elo = Stopping::Sprt { unit: Unit::Elo, low: 0.0, high: 10.0, alpha: 0.05, beta: 0.1 };
        assert_eq!(sprt("elo1=10,beta=0.1"), Ok(elo));
        assert_eq!(sprt("elo0=0,elo1=10,alpha=0.05,beta=0.1"), Ok(elo));
        let share =
            Stopping::Sprt { unit: Unit::Share, low: -0.01, high: 0.02, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt("share0=-0.01,share1=0.02"), Ok(share));
        for (text, told) in [
            ("", "`` is not KEY=NUMBER"),
            ("elo1=x", "is not KEY=NUMBER"),
            ("elo1=NaN", "is not KEY=NUMBER"),
            ("elo2=5", "there is no `elo2`"),
            ("elo0=5", "needs elo1"),
            ("alpha=0.05", "needs elo1"),
            ("share1=0.5", "needs share0"),
            ("elo0=0,share1=0.5", "either"),
            ("elo1=5,alpha=0.5", "`alpha` must be above 0"),
            ("elo0=5,elo1=5", "must be below"),
            ("share0=0,share1=1", "must be below"),
        ] {
            let error = sprt(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
        assert_eq!(until("ci=0.005"), Ok(Stopping::HalfWidth(0.005)));
        for text in ["0.005", "ci=0", "ci=0.5", "ci=x", ""] {
            assert!(until(text).is_err(), "{text}");
        }
    }
}
