//! `drakkar analyse`: an agent's analysis of the decisions of a recorded game.

use crate::cli::opinion::Adviser;
use crate::cli::recorded::{GameOfFile, RecordedGame};
use crate::export::answer::Told;
use crate::export::cell::{Cell, Column, Value as Figure};
use crate::export::figure::{per_cent, plain};
use crate::export::names;
use crate::export::sheet::Sheet;
use crate::flags::number::at_least;
use crate::{error::Error, study::one_step::Tables};
use drakkar_play::door::{Move, Opinion};

const EXAMPLES: &str = "\
Examples:
  drakkar analyse games.jsonl --game 300 --decision 12
      every legal action of that decision, best first, as rated by mcts
  drakkar analyse games.jsonl --game 300 --decision 12 \\
      --agent mcts:iterations=20000
  drakkar analyse games.jsonl --game 300 --agent greedy
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
    let sheet = analyse(args, &adviser, &found)?;
    let legend = names::legend([[&*adviser.name, &adviser.spec.to_string()]]);
    let legend = (!legend.is_empty()).then(|| Sheet::line(legend));
    Told::tables([sheet].into_iter().chain(legend).collect()).print(args.tables.format)
}

fn analyse(args: &Args, adviser: &Adviser, found: &RecordedGame<'_>) -> Result<Sheet, Error> {
    let (record, name) = (&found.record, &adviser.name);
    let title = format!("{} ({}), game {}", record.game, record.rules, record.game_index);
    let head = ["decision", "seat", "played", "chosen", "legal", "share played", "share chosen"];
    let columns = head.map(Column::of);
    let asked = |index, legal| args.decision.map_or(legal > 1, |wanted| wanted == index);
    let (mut rows, mut agreed) = (Vec::new(), 0);
    for decision in adviser.opinions(found, "--agent", args.seed, asked)? {
        let (step, Some(opinion)) = decision? else { continue };
        if args.decision.is_some() {
            return Ok(of_decision(&title, name, &step, &opinion));
        }
        agreed += usize::from(step.action == opinion.choice);
        rows.push(of_game(&step, &opinion));
    }
    if args.decision.is_none() {
        let count = rows.len();
        let remark =
            format!("In {agreed} of {count} decisions the agent would do what was played.");
        let title = format!("{title}, by {name}");
        return Ok(Sheet { remark, ..Sheet::new("decisions", title, columns, 4, rows) });
    }
    let reason = match record.decisions.len() {
        0 => "the game has no decisions".to_owned(),
        count => format!("the game has decisions 0 to {}", count - 1),
    };
    let flag = format!("--decision {}", args.decision.unwrap_or_default());
    Err(Error::flag(flag, reason))
}

fn of_decision(title: &str, name: &str, step: &Move, opinion: &Opinion) -> Sheet {
    let Move { index, seat, legal, .. } = step;
    let title = format!("{title}, decision {index}: seat {seat}, {legal} legal actions, by {name}");
    let head = ["visits", "win share", "margin", "heuristic"].map(Column::of);
    let mark = Column::named("mark", &["played", "chosen"]);
    let columns = [&[Column::of("action"), mark][..], &head].concat();
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
    let rows = actions.into_iter().map(|(action, found)| {
        let marks = [step.action == action, opinion.choice == action];
        let words = marks.iter().zip(["played", "chosen"]).filter(|(is_so, _)| **is_so);
        let words: Vec<&str> = words.map(|(_, word)| word).collect();
        vec![
            Cell::plain(action),
            Cell::new(words.join(", "), marks.map(Figure::from)),
            Cell::plain(Figure::from(found.visits)),
            Cell::figure(found.win_share, per_cent),
            Cell::figure(found.margin, plain),
            Cell::figure(found.value, plain),
        ]
    });
    let remark = "played: what the record has; chosen: what the agent would do.".to_owned();
    Sheet { remark, ..Sheet::new("actions", title, columns, 2, rows) }
}

fn of_game(step: &Move, opinion: &Opinion) -> Vec<Cell> {
    let of = |action: &str| Cell::figure(opinion.win_share(action), per_cent);
    let agrees = step.action == opinion.choice;
    let choice = if agrees { "the same" } else { &opinion.choice };
    vec![
        Cell::plain(step.index),
        Cell::plain(step.seat.index()),
        Cell::plain(&*step.action),
        Cell::new(choice, [Figure::from(&*opinion.choice)]),
        Cell::plain(step.legal),
        of(&step.action),
        of(&opinion.choice),
    ]
}
