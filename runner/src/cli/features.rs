use std::path::{Path, PathBuf};

use crate::export::{answer::StudyReport, figure::cell, sheet::DeclaredTable, writers::print};
use crate::flags::{number::at_least, rule_source::RuleSource};
use crate::games::{self, inputs};
use crate::{cli::recorded, disk::output_file, error::Error, study::execute::Tables};

use drakkar_agents::features::Input;
use drakkar_engine::{record::Record, seat::Seat};
use drakkar_play::erased::Playthrough;

const EXAMPLES: &str = "\
Examples:
  drakkar features --game vikings --rules advanced --players 2
      names and meanings of the inputs
  drakkar features games.jsonl --out positions.csv
      one row for each decision of recorded games: the record's line, the
      decision, the seat that decides, win share and score of each seat from
      that one on, and every input

The inputs of a seat begin with its distance from the seat that decides: 0.gold, 1.gold.
";

/// Lists the inputs of nets, or writes those of recorded games
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// File of records, all of one game with the same number of seats
    #[arg(value_name = "RECORDS", requires = "out",
          conflicts_with_all = ["game", "rules", "changes", "players"])]
    records: Option<PathBuf>,

    /// File of comma-separated values for the inputs of RECORDS
    #[arg(long, value_name = "FILE", requires = "records")]
    out: Option<PathBuf>,

    /// Replaces FILE
    #[arg(long, requires = "out")]
    force: bool,

    #[command(flatten)]
    rules: RuleSource,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    match (&args.records, &args.out) {
        (Some(records), Some(out)) => write(records, out, args.force),
        _ => list(args),
    }
}

fn list(args: &Args) -> Result<(), Error> {
    let (lab, table) = args.rules.table(args.players)?;
    let inputs = inputs(lab.info().id, table.inputs());
    let inputs = inputs.map_err(|reason| Error::flag("--game", reason))?;
    let title = format!("Inputs of nets for {}, {} seats", lab.info().id, table.players());
    let sheet = DeclaredTable::of(inputs.iter().enumerate())
        .word("number", |(number, _)| *number)
        .word("input", |(_, input)| &*input.name)
        .word("meaning", |(_, input)| &*input.about)
        .sheet("inputs", title);
    StudyReport::tables(vec![sheet]).print(args.tables.format)
}

fn write(records: &Path, out: &Path, force: bool) -> Result<(), Error> {
    output_file::differs(out, records)?;
    let draft = output_file::open(out, "--out", None, force)?;
    let refuse = |error: csv::Error| Error::file("write", out)(error.into());
    let mut writer = csv::Writer::from_writer(draft);
    let mut of: Option<(String, usize, usize)> = None;
    let mut rows = 0_u64;
    for line in recorded::records(records)? {
        let (number, record) = line?;
        let blame = |reason: String| Error::input(records, format!("line {number}: {reason}"));
        let record = record.map_err(blame)?;
        let lab = games::lab_of_record(&record.game).map_err(blame)?;
        let frames = lab.replay_as_played(&record).map_err(|error| blame(error.to_string()))?;
        let (game, players, inputs) = match &of {
            Some(known) => known,
            None => {
                let inputs = inputs(&record.game, frames.inputs()).map_err(blame)?;
                writer.write_record(head(record.players, &inputs)).map_err(refuse)?;
                of.insert((record.game.clone(), record.players, inputs.len()))
            }
        };
        if (game, *players) != (&record.game, record.players) {
            return Err(blame(format!(
                "is of {} with {} seats, those before of {game} with {players}",
                record.game, record.players
            )));
        }
        for row in rows_of(frames, &record, number, *inputs).map_err(blame)? {
            writer.write_record(row).map_err(refuse)?;
            rows += 1;
        }
    }
    if rows == 0 {
        return Err(Error::input(records, "holds no record"));
    }
    let draft =
        writer.into_inner().map_err(|error| Error::file("write", out)(error.into_error()))?;
    draft.publish()?;
    print(&format!("{}: {rows} positions\n", out.display()))
}

fn head(players: usize, inputs: &[Input]) -> Vec<String> {
    let mut head = ["record", "decision", "seat"].map(str::to_owned).to_vec();
    head.extend((0..players).map(|place| format!("win_share_{place}")));
    head.extend((0..players).map(|place| format!("score_{place}")));
    head.extend(inputs.iter().map(|input| input.name.clone()));
    head
}

fn rows_of(
    mut frames: Box<dyn Playthrough + '_>,
    record: &Record,
    line: u64,
    inputs: usize,
) -> Result<Vec<Vec<String>>, String> {
    let players = record.players;
    let mut found = Vec::new();
    while let Some(seat) = frames.to_move() {
        let mut values = vec![0_i16; inputs];
        for seen in frames.see() {
            values[usize::from(seen.input)] = seen.value;
        }
        found.push((seat, values));
        match frames.step() {
            None => return Err("the game is not over".to_owned()),
            Some(step) => drop(step.map_err(|error| error.to_string())?),
        }
    }
    let outcome = frames.outcome();
    let row = |(decision, (seat, values)): (usize, (Seat, Vec<i16>))| {
        let by_place = |place| Seat::new((seat.index() + place) % players);
        let mut row = vec![line.to_string(), decision.to_string(), seat.to_string()];
        row.extend((0..players).map(|place| cell(Some(outcome.win_share(by_place(place))))));
        row.extend((0..players).map(|place| outcome.score[by_place(place)].to_string()));
        row.extend(values.iter().map(i16::to_string));
        row
    };
    Ok(found.into_iter().enumerate().map(row).collect())
}
