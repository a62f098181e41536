//! `drakkar replay`: shows a recorded game as text.

use crate::cli::recorded::{GameOfFile, RecordedGame};
use crate::error::Error;
use crate::export::answer::{Answer, Told};
use crate::export::cell::{Cell, Column};
use crate::export::figure::plain;
use crate::export::sheet::{Sheet, Style};
use crate::export::writers::print;
use drakkar_engine::{error::KeyError, record::Record, seat::Seat};
use drakkar_play::door::{Move, Playthrough};
use drakkar_play::info::{GameInfo, sources};

const EXAMPLES: &str = "\
Examples:
  drakkar replay games.jsonl --game 42
  drakkar replay games.jsonl --game 42 --tables
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
    let told = match args.format {
        Style::Text => tell(&found, args.tables).map(|text| print(&text)),
        style => tables(&found).map(|told| told.print(style)),
    };
    told.map_err(|error| found.blame(error))?
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
        text += &format!("seat {seat}: {agent}\n");
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

/// The decisions, and what every seat came to.
fn tables(found: &RecordedGame<'_>) -> Result<Told, KeyError> {
    let RecordedGame { lab, record, failed, .. } = found;
    let mut replay = lab.replay(record)?;
    let mut decisions = Vec::new();
    while let Some(step) = replay.step() {
        let Move { index, seat, action, legal, .. } = step?;
        let [index, seat] = [index, seat.index()].map(Cell::plain);
        decisions.push(vec![index, seat, Cell::plain(action), Cell::plain(legal)]);
    }
    let columns = ["decision", "seat", "action", "legal"].map(Column::of);
    let mut sheets = vec![Sheet::new("decisions", "Decisions", columns, 3, decisions)];
    let mut answer = Answer::default();
    if let Some(reason) = failed {
        answer.sentences.push(failure(reason));
    } else {
        let outcome = replay.outcome();
        let rows = Seat::all(record.players).zip(&record.agents).map(|(seat, agent)| {
            let share = outcome.win_share(seat);
            vec![
                Cell::plain(seat.index()),
                Cell::plain(&**agent),
                Cell::plain(outcome.score[seat]),
                Cell::plain(i32::from(outcome.place[seat])),
                Cell::figure(Some(share), plain),
            ]
        });
        let score = Column::named(lab.info().score, &["score"]);
        let [seat, agent, place, share] = ["seat", "agent", "place", "win share"].map(Column::of);
        let columns = [seat, agent, score, place, share];
        sheets.push(Sheet::new("result", "Result", columns, 2, rows));
    }
    Ok(Told { title: title(record), sheets, answer, ..Told::default() })
}

fn end(info: &GameInfo, replay: &dyn Playthrough) -> String {
    let outcome = replay.outcome();
    let lines = Seat::all(outcome.score.players()).map(|seat| {
        let share = outcome.win_share(seat);
        let (score, place) = (outcome.score[seat], outcome.place[seat]);
        let sources: Vec<String> = sources(info, replay.facts(seat))
            .map(|(name, amount)| format!("{name} {amount}"))
            .collect();
        let of = if sources.is_empty() { "" } else { &format!(" ({})", sources.join(", ")) };
        format!("seat {seat}: {} {score}, place {place}, win share {share:.2}{of}\n", info.score)
    });
    lines.collect()
}
