use crate::export::{
    answer::Answer, answer::StudyReport, figure::joined, figure::plain, sheet::Style,
};
use crate::export::{sheet::DeclaredTable, writers::print};
use crate::{cli::recorded::GameOfFile, cli::recorded::RecordedGame, error::Error};
use drakkar_engine::{error::KeyError, outcome::Outcome, record::Record, seat::Seat};
use drakkar_play::{erased::Move, erased::Playthrough, info::GameInfo, info::sources};

const EXAMPLES: &str = "\
Examples:
  drakkar replay games.jsonl --index 42
  drakkar replay games.jsonl --index 42 --tables
      with the table after every decision
  drakkar replay runs/greedy/failures.jsonl
      a game that failed, as far as it came
";

/// Shows a recorded game as text, decision by decision
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("file", |file| file.value_name("FILE")))]
pub struct Args {
    #[command(flatten)]
    wanted: GameOfFile,

    /// Shows the table after every decision, not only at the start, when something is revealed, and
    /// at the end
    #[arg(long)]
    tables: bool,

    /// How the game is printed: as text, or as tables of its decisions and its result
    #[arg(long, value_enum, default_value_t)]
    format: Style,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let found = args.wanted.find()?;
    found.verify()?;
    let report = match args.format {
        Style::Text => tell(&found, args.tables).map(|text| print(&text)),
        style => tables(&found).map(|report| report.print(style)),
    };
    report.map_err(|error| found.blame(error))?
}

fn title(record: &Record) -> String {
    let Record { game, rules, game_index, seed, .. } = record;
    format!("{game} ({rules}), game {game_index} of seed {seed}")
}

fn tell(found: &RecordedGame<'_>, tables: bool) -> Result<String, KeyError> {
    let RecordedGame { lab, record, failed, .. } = found;
    let mut replay = lab.replay(record)?;
    let mut text = title(record) + "\n";
    for (seat, agent) in record.agents.iter().enumerate() {
        let alias = record.names.get(seat).and_then(Option::as_deref);
        let alias = alias.map(|name| format!("{name} = ")).unwrap_or_default();
        text += &format!("seat {seat}: {alias}{agent}\n");
    }
    let mut scored = 0;
    // What people are told of since the last time, each in a line.
    let mut announced = |replay: &dyn Playthrough| -> String {
        let scorings = replay.scorings(scored);
        scored += scorings.len();
        scorings.into_iter().filter_map(|(_, line)| Some(format!("      {}\n", line?))).collect()
    };
    text += &format!("\n{}{}\n", announced(&*replay), replay.text(None));
    let mut epoch = replay.epoch();
    while let Some(step) = replay.step() {
        let Move { index, seat, action, legal, .. } = step?;
        text += &format!("{index:>4}  seat {seat}  {action}  (of {legal})\n");
        text += &announced(&*replay);
        let now = replay.epoch();
        if tables || now != epoch {
            epoch = now;
            text += &format!("\n{}\n", replay.text(None));
        }
    }
    if !tables {
        text += &format!("\n{}\n", replay.text(None));
    }
    Ok(match failed {
        None => text + &end(lab.info(), &*replay),
        Some(reason) => text + &format!("{}\n", failure(reason)),
    })
}

fn failure(reason: &str) -> String {
    format!("The game failed here: {reason}")
}

fn tables(found: &RecordedGame<'_>) -> Result<StudyReport, KeyError> {
    let RecordedGame { lab, record, failed, .. } = found;
    let mut replay = lab.replay(record)?;
    let mut decisions = Vec::new();
    while let Some(step) = replay.step() {
        decisions.push(step?);
    }
    let decisions = DeclaredTable::of(&decisions)
        .word("decision", |step| step.index)
        .word("seat", |step| step.seat.index())
        .word("action", |step| &*step.action)
        .plain("legal", |step| step.legal);
    let mut sheets = vec![decisions.sheet("decisions", "Decisions")];
    let mut answer = Answer::default();
    if let Some(reason) = failed {
        answer.sentences.push(failure(reason));
    } else {
        let result = result(lab.info().score, &replay.outcome(), &record.agents);
        sheets.push(result.sheet("result", "Result"));
    }
    Ok(StudyReport { title: title(record), sheets, answer, ..StudyReport::default() })
}

pub fn result<'a>(
    score: &str,
    outcome: &Outcome,
    agents: &'a [String],
) -> DeclaredTable<(Seat, &'a String)> {
    DeclaredTable::of(Seat::all(agents.len()).zip(agents))
        .word("seat", |(seat, _)| seat.index())
        .word("agent", |(_, agent)| &***agent)
        .plain((score, "score"), |(seat, _)| outcome.score[*seat])
        .plain("place", |(seat, _)| i32::from(outcome.place[*seat]))
        .figure("win share", plain, |(seat, _)| Some(outcome.win_share(*seat)))
}

fn end(info: &GameInfo, replay: &dyn Playthrough) -> String {
    let outcome = replay.outcome();
    let lines = Seat::all(outcome.score.players()).map(|seat| {
        let share = outcome.win_share(seat);
        let (score, place) = (outcome.score[seat], outcome.place[seat]);
        let sources = sources(info, replay.facts(seat));
        let of = joined(sources.map(|(name, amount)| format!("{name} {amount}")), ", ");
        let of = if of.is_empty() { of } else { format!(" ({of})") };
        format!("seat {seat}: {} {score}, place {place}, win share {share:.2}{of}\n", info.score)
    });
    lines.collect()
}
