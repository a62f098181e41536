use std::path::Path;
use std::time::Duration;

use crate::export::figure::counted;
use crate::export::sheet::{DeclaredTable, Sheet, Style};
use crate::flags::agents::{KnownAgents, players, read};
use crate::flags::{number::at_least, number::whole, rule_source::RuleSource};
use crate::{
    disk::chunk_folder::ChunkFolder, error::Error, export::answer::StudyReport,
    export::writers::print,
};
use crate::{games, plan::run::Run, study::planned::planned, study::session::Session};
use drakkar_agents::exec::transcript::{self, Said};
use drakkar_agents::spec::{Kind, Spec};
use drakkar_engine::input::beginning;
use drakkar_play::schedule::Policy;
use drakkar_stats::layout::OnFailure;

const EXAMPLES: &str = "\
Examples:
  drakkar test-bot \"exec:python3 scripts/bot.py\"
  drakkar test-bot exec:./bot --game goofspiel connect-four --games 10
  drakkar test-bot exec:./bot --rules advanced
  drakkar test-bot exec:./bot --game goofspiel --set deck.cards=5
  drakkar test-bot exec:./bot --full

The program plays in every seat; all other seats choose at random. A \
process plays one game after another, as in a run.
Exit code: 0 all games completed, 1 some failed, 2 wrong command or input.
";

/// Plays a few games with a program and shows the messages, the times, and the first mistake
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program, as --agents of other commands names it: exec:COMMAND
    #[arg(value_name = "AGENT")]
    agent: String,

    /// The games; see `drakkar list games`
    #[arg(long, value_name = "GAME", num_args = 1.., default_values_t = [games::default_id().to_owned()])]
    game: Vec<String>,

    /// Preset, or a rule-set file (a path with `/`, or a name that ends in .toml) [default: the
    /// game's first preset that uses all keys of --set]
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,

    /// Changes one value of the rule set; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<String>,

    /// Number of seats [default: the fewest of the game]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Games to play of each; rounded up so that every seat is played equally often
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<u64>(1, 10_000))]
    games: u64,

    /// Master seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Shows every line in full; otherwise the beginnings of the first ones
    #[arg(long)]
    full: bool,

    /// How what came of it is printed: with what was said, or as a table
    #[arg(long, value_enum, default_value_t)]
    format: Style,
}

const LINES: usize = 8;
const WIDTH: usize = 160;
/// In what is wrong with a program that is too slow, or silent.
const LATE: &str = "gave no answer in ";

pub fn run(args: &Args) -> Result<(), Error> {
    let (mut failed, mut rows) = (Vec::new(), Vec::new());
    for id in &args.game {
        let (text, row) = args.test(id)?;
        if args.format == Style::Text {
            print(&text)?;
        }
        failed.extend((row.failed > 0).then_some(id.as_str()));
        rows.push(row);
    }
    if args.format != Style::Text {
        StudyReport::tables(vec![table(&rows)]).print(args.format)?;
    }
    match failed[..] {
        [] => Ok(()),
        _ => Err(Error::Unfinished(format!("the program makes mistakes: {}", failed.join(", ")))),
    }
}

/// What came of one game; the times are the mean and the longest.
struct BotTest {
    game: &'static str,
    preset: &'static str,
    seats: usize,
    games: u64,
    failed: i128,
    answers: usize,
    time: Option<(Duration, Duration)>,
    mistake: Option<String>,
}

fn table(rows: &[BotTest]) -> Sheet {
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    let text = |seconds: f64| seconds.to_string();
    DeclaredTable::of(rows)
        .word("game", |row| row.game)
        .word("preset", |row| row.preset)
        .plain("seats", |row| row.seats)
        .plain("games", |row| row.games)
        .plain("failed", |row| row.failed)
        .plain("answers", |row| row.answers)
        .figure("mean seconds", text, |row| seconds(Some(row.time?.0)))
        .figure("most seconds", text, |row| seconds(Some(row.time?.1)))
        .plain("mistake", |row| row.mistake.as_deref())
        .sheet("test_bot", "")
}

impl Args {
    fn test(&self, id: &str) -> Result<(String, BotTest), Error> {
        let rules = RuleSource {
            game: id.to_owned(),
            rules: self.rules.clone(),
            changes: self.changes.clone(),
            ..RuleSource::default()
        };
        let lab = rules.lab()?;
        let (info, toml) = (lab.info(), rules.text(lab)?);
        let seats = players(info, self.players.or(Some(info.players.0)))?;
        let values = rules.values(lab, &toml)?;
        let preset = lab.name_of(&values);
        let mut known = KnownAgents::of(lab, &values);
        let bot = read(&mut known, seats, "test-bot", &self.agent)?;
        if !matches!(bot.kind(), Kind::Exec(_)) {
            let reason = "is no program; programs are named exec:COMMAND";
            return Err(Error::flag(format!("test-bot {}", self.agent), reason));
        }
        let mut specs = vec![Spec::new(Kind::Random); seats];
        specs[0] = bot;
        let table = rules.open(lab, &toml, seats)?;
        let asked = Run {
            agents: known.entries(&specs),
            seating: Policy::Rotations,
            on_failure: Some(OnFailure::LeaveOut),
            seed: self.seed.to_string(),
            ..Run::default()
        };
        let plan = planned(asked, [self.games, 0], &*table)?;
        // Nothing is written; the folder is only named in errors.
        let session = Session::new(&plan, &ChunkFolder::new(Path::new(".")))?;
        session.ready()?;
        let (slice, said) = transcript::of(|| session.play_here(0..plan.run.blocks));
        let failed = slice.sums.counters.failed;
        let mut text = format!(
            "{} ({preset}), {seats} seats: {}, ",
            info.id,
            counted(slice.games, "game", "games")
        );
        text += &match failed {
            0 => "all of them to the end\n".to_owned(),
            failed => format!("{failed} of them failed\n"),
        };
        let shown = if self.full { said.len() } else { LINES };
        said.iter().take(shown).for_each(|one| text += &self.line(one));
        if said.len() > shown {
            text += &format!("  ... {} more lines; --full shows them\n", said.len() - shown);
        }
        let times = said.iter().filter_map(|one| match one {
            Said::Answered(_, time) => Some(*time),
            _ => None,
        });
        let times: Vec<Duration> = times.collect();
        let mean = times.iter().sum::<Duration>().checked_div(times.len() as u32);
        let time = mean.zip(times.iter().max().copied());
        let mistake = said.iter().find_map(|one| match one {
            Said::Wrong(reason) => Some(told(reason)),
            _ => None,
        });
        text += &match time {
            None if mistake.as_ref().is_some_and(|mistake| mistake.contains(LATE)) => {
                "There was no answer. It may wait in a buffer of the program: flush the output after \
                 every line, in Python by print(..., flush=True).\n".to_owned()
            }
            None => "There was no answer.\n".to_owned(),
            Some((mean, most)) => format!(
                "{} answers, in {} on average and {} at most; the first one includes the start of the program\n",
                times.len(),
                spent(mean),
                spent(most)
            ),
        };
        let (games, answers) = (slice.games, times.len());
        let row = BotTest { game: info.id, preset, seats, games, failed, answers, time, mistake };
        Ok((text + &self.mistake(&said) + "\n", row))
    }

    fn line(&self, said: &Said) -> String {
        let of = |text: &str| beginning(text, if self.full { usize::MAX } else { WIDTH });
        match said {
            Said::Asked(line) => format!("  asked     {}\n", of(line)),
            Said::Answered(line, time) => format!("  answered  {}  ({})\n", of(line), spent(*time)),
            Said::Requested(line, reply) => {
                format!("  requested {}\n  replied   {}\n", of(line), of(reply))
            }
            Said::Wrong(reason) => format!("  wrong     {}\n", told(reason)),
        }
    }

    fn mistake(&self, said: &[Said]) -> String {
        let Some(wrong) = said.iter().position(|one| matches!(one, Said::Wrong(_))) else {
            return String::new();
        };
        let asked = said[..wrong].iter().rposition(|one| matches!(one, Said::Asked(_)));
        let lines = said[asked.unwrap_or(wrong)..=wrong].iter().map(|one| self.line(one));
        format!("The first mistake:\n{}", lines.collect::<String>())
    }
}

fn told(reason: &str) -> String {
    format!("the program {}", reason.strip_prefix("has a program that ").unwrap_or(reason))
}

fn spent(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
