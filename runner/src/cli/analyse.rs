use std::iter;

use crate::cli::{judged, opinion::Adviser, recorded::GameOfFile, recorded::RecordedGame};
use crate::export::cell::{Cell, Value};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::{answer::StudyReport, figure::joined, figure::per_cent, figure::plain, names};
use crate::{error::Error, flags::number::at_least, study::execute::Tables};
use drakkar_play::{erased::Move, opinion::Opinion};

const EXAMPLES: &str = "\
Examples:
  drakkar analyse games.jsonl --index 300 --decision 12
      every legal action of that decision, best first, as rated by mcts
  drakkar analyse games.jsonl --index 300 --decision 12 \\
      --agent mcts:iterations=20000
  drakkar analyse games.jsonl --index 300 --agent greedy
      the whole game: what was played, and what the agent would have done

Decisions have the numbers that drakkar replay shows. The agent knows only what the seat knew.
";

/// Shows how an agent rates a decision of a recorded game, or all of them
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: GameOfFile,

    /// Number of the decision, from 0 [default: all with more than one legal action, a row for each]
    #[arg(long, value_name = "D", value_parser = at_least::<usize>(0))]
    decision: Option<usize>,

    /// The agent
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    agent: String,

    /// Seed of the agent's draws
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let found = args.wanted.find()?;
    found.verify()?;
    let adviser = Adviser::read(&found, "--agent", &args.agent)?;
    let sheets = analyse(args, &adviser, &found)?;
    let legend = names::legend([[&*adviser.name, &adviser.spec.to_string()]]);
    let legend = (!legend.is_empty()).then(|| Sheet::line(legend));
    StudyReport::tables(sheets.into_iter().chain(legend).collect()).print(args.tables.format)
}

fn analyse(args: &Args, adviser: &Adviser, found: &RecordedGame<'_>) -> Result<Vec<Sheet>, Error> {
    let (record, name) = (&found.record, &adviser.name);
    let title = format!("{} ({}), game {}", record.game, record.rules, record.game_index);
    let asked = |index, legal| args.decision.map_or(legal > 1, |wanted| wanted == index);
    let mut rows = Vec::new();
    for decision in adviser.opinions(found, "--agent", args.seed, asked)? {
        let (step, Some(opinion)) = decision? else { continue };
        if args.decision.is_some() {
            return Ok(vec![of_decision(&title, name, &step, &opinion)]);
        }
        rows.push((step, opinion));
    }
    let Some(wanted) = args.decision else {
        let decisions = of_game(&title, name, &rows);
        return Ok(iter::once(decisions).chain(judged::sheets(record, &rows)).collect());
    };
    let reason = match record.decisions.len() {
        0 => "the game has no decisions".to_owned(),
        count => format!("the game has decisions 0 to {}", count - 1),
    };
    Err(Error::flag(format!("--decision {wanted}"), reason))
}

fn of_decision(title: &str, name: &str, step: &Move, opinion: &Opinion) -> Sheet {
    let Move { index, seat, legal, .. } = step;
    let title = format!("{title}, decision {index}: seat {seat}, {legal} legal actions, by {name}");
    let mut actions = opinion.actions.clone();
    // Stable: equal rows stay in the order of the game.
    actions.sort_by(|(one, a), (two, b)| {
        let chosen = |action: &String| *action == opinion.choice;
        let real = |a: Option<f64>, b: Option<f64>| {
            b.unwrap_or(f64::NEG_INFINITY).total_cmp(&a.unwrap_or(f64::NEG_INFINITY))
        };
        (b.visits.cmp(&a.visits))
            .then(real(a.win_share, b.win_share))
            .then(real(a.value, b.value))
            .then(chosen(two).cmp(&chosen(one)))
    });
    let table = DeclaredTable::of(&actions)
        .word("action", |row| &*row.0)
        .said(("mark", ["played", "chosen"]), |(action, _)| {
            let marks = [step.action == *action, opinion.choice == *action];
            let words = marks.iter().zip(["played", "chosen"]).filter(|(is_so, _)| **is_so);
            Cell::new(joined(words.map(|(_, word)| word), ", "), marks.map(Value::from))
        })
        .plain("visits", |(_, found)| found.visits)
        .figure("win share", per_cent, |(_, found)| found.win_share)
        .figure(("score margin", "score_margin"), plain, |(_, found)| found.margin)
        .figure("heuristic", plain, |(_, found)| found.value);
    let remark = "played: what the record has; chosen: what the agent would do.".to_owned();
    Sheet { remark, ..table.sheet("actions", title) }
}

fn of_game(title: &str, name: &str, rows: &[(Move, Opinion)]) -> Sheet {
    let agreed = rows.iter().filter(agrees).count();
    let remark =
        format!("In {agreed} of {} decisions the agent would do what was played.", rows.len());
    Sheet { remark, ..decisions(rows).sheet("decisions", format!("{title}, by {name}")) }
}

fn agrees((step, opinion): &&(Move, Opinion)) -> bool {
    step.action == opinion.choice
}

/// What was played in each of these decisions, what the agent would have done, and the win share that it expects of both.
pub fn decisions(rows: &[(Move, Opinion)]) -> DeclaredTable<&(Move, Opinion)> {
    DeclaredTable::of(rows)
        .word("decision", |(step, _)| step.index)
        .word("seat", |(step, _)| step.seat.index())
        .word("played", |row| &*row.0.action)
        .said("chosen", |row| {
            let choice = &*row.1.choice;
            Cell::new(if agrees(row) { "the same" } else { choice }, [choice.into()])
        })
        .plain("legal", |(step, _)| step.legal)
        .figure("share played", per_cent, |(step, opinion)| opinion.win_share(&step.action))
        .figure("share chosen", per_cent, |(_, opinion)| opinion.win_share(&opinion.choice))
        .figure("loss", per_cent, |row| judged::loss(row))
}
