//! `drakkar replay`: shows a recorded game as text.

use crate::{cli::recorded::GameOfFile, error::Error, export::sheet::print};
use drakkar_engine::{error::KeyError, outcome::WHOLE_WIN, record::Record, seat::Seat};
use drakkar_play::door::{Frames, Move};
use drakkar_play::lab::{GameInfo, Lab, sources};

/// Shows a recorded game as text, decision by decision
#[derive(clap::Args, Debug)]
#[command(mut_arg("file", |file| file.value_name("FILE")))]
pub struct Args {
    #[command(flatten)]
    wanted: GameOfFile,

    /// Shows the table after every decision, not only at the start, when something is revealed, and
    /// at the end
    #[arg(long)]
    tables: bool,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let found = args.wanted.find()?;
    let text = tell(found.lab, &found.record, args.tables).map_err(|error| found.blame(error))?;
    print(&text)
}

fn tell(lab: &Lab, record: &Record, tables: bool) -> Result<String, KeyError> {
    let Record { game, rules, game_index, seed, .. } = record;
    let mut replay = lab.replay(record)?;
    let mut text = format!("{game} ({rules}), game {game_index} of seed {seed}\n");
    for (seat, agent) in record.agents.iter().enumerate() {
        text += &format!("seat {seat}: {agent}\n");
    }
    text += &format!("\n{}\n", replay.table_text());
    let mut epoch = replay.epoch();
    while let Some(step) = replay.step() {
        let Move { index, seat, action, legal, .. } = step?;
        text += &format!("{index:>4}  seat {seat}  {action}  (of {legal})\n");
        let now = replay.epoch();
        if tables || now != epoch {
            epoch = now;
            text += &format!("\n{}\n", replay.table_text());
        }
    }
    if !tables {
        text += &format!("\n{}\n", replay.table_text());
    }
    Ok(text + &end(lab.info(), &*replay))
}

fn end(info: &GameInfo, replay: &dyn Frames) -> String {
    let outcome = replay.outcome();
    let lines = Seat::all(outcome.score.players()).map(|seat| {
        let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
        let (score, place) = (outcome.score[seat], outcome.place[seat]);
        let sources: Vec<String> = sources(info, replay.facts(seat))
            .map(|(name, amount)| format!("{name} {amount}"))
            .collect();
        let of = if sources.is_empty() { "" } else { &format!(" ({})", sources.join(", ")) };
        format!("seat {seat}: {} {score}, place {place}, win share {share:.2}{of}\n", info.score)
    });
    lines.collect()
}
