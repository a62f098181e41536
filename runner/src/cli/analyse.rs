//! `drakkar analyse`: what an agent thinks of the decisions of a recorded game.

use std::path::PathBuf;

use drakkar_agents::agent::{Agent, Analysis, Judgement};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::Spec;
use drakkar_engine::record::{Record, Replay, Step};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::DecisionKey;

use crate::cli::agents::read;
use crate::cli::one_step::Tables;
use crate::cli::print;
use crate::cli::replay::find;
use crate::error::Error;
use crate::export::sheet::{self, Sheet};
use crate::games::{suits_kept, with_game};

const EXAMPLES: &str = "\
Examples:
  drakkar analyse games.jsonl --game 300 --decision 12
      every legal action of that decision, best first, as mcts sees it
  drakkar analyse games.jsonl --game 300 --decision 12 --agent mcts:iterations=20000
  drakkar analyse games.jsonl --game 300 --agent greedy
      the whole game: what was played, and what the agent would have done

Decisions have the numbers that drakkar replay shows. The agent knows what the seat knew, no more.
";

/// Shows what an agent thinks of a decision of a recorded game, or of all of them
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// File of records
    #[arg(value_name = "RECORD")]
    file: PathBuf,

    /// Index of the game in its run (`game_index`) [default: that of the first record]
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// Number of the decision, from 0 [default: all with more than one legal action, a row for each]
    #[arg(long, value_name = "D")]
    decision: Option<usize>,

    /// Who is asked
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    agent: String,

    /// Seed of the agent's draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    tables: Tables,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (line, record) = find(&args.file, args.game)?;
    let blame = |error: &dyn ToString| {
        Error::input(&args.file, format!("line {line}: {}", error.to_string()))
    };
    let sheet = with_game!(&record.game, G if suits::<G>(&record) => {
        read::<G>("--agent", &args.agent).and_then(|spec| analyse::<G>(args, &spec, &record, &blame))
    });
    let sheet = sheet.map_err(|error| match error {
        Error::Flag { reason, .. } => blame(&format!("key `game`: {reason}")),
        error => error,
    })??;
    print(&sheet::text(&[sheet], args.tables.format)?)
}

/// Whether `G` is the variant of its game for the rules of the record; also if there is something wrong
/// with them, which is told later.
pub(crate) fn suits<G: Recorded>(record: &Record) -> bool {
    let rule_set = serde_json::Value::Object(record.rule_set.clone());
    suits_kept::<G>(&rule_set)
}

type AStep<G> =
    Step<<G as drakkar_engine::game::Game>::State, <G as drakkar_engine::game::Game>::Action>;

fn analyse<G: Recorded + Playable>(
    args: &Args,
    spec: &Spec,
    record: &Record,
    blame: &dyn Fn(&dyn ToString) -> Error,
) -> Result<Sheet, Error> {
    let mut replay = Replay::<G>::new(record).map_err(|error| blame(&error))?;
    let game = replay.game().clone();
    let mut player = Player::build(spec, &game).map_err(|error| Error::flag("--agent", error))?;
    player.ready().map_err(|reason| Error::flag(format!("agent `{spec}`"), reason))?;
    player.start_game();
    let mut think = |step: &AStep<G>| -> Result<Analysis<G::Action>, Error> {
        let key = DecisionKey::new(args.seed, record.game_index, 0, step.seat);
        let view = game.view(&step.before, step.seat);
        player.analyse(&view, &mut key.at(game.clock(&step.before))).map_err(|fault| {
            Error::Unfinished(format!("agent `{spec}`, decision {}: it {fault}", step.index))
        })
    };
    let title = format!("{} ({}), game {}", record.game, record.rules, record.game_index);
    let Some(wanted) = args.decision else {
        let mut review = Review::new(&title, spec);
        for step in &mut replay {
            let step = step.map_err(|error| blame(&error))?;
            if step.legal > 1 {
                let analysis = think(&step)?;
                review.add(&game, &step, &analysis);
            }
        }
        return Ok(review.sheet());
    };
    for step in &mut replay {
        let step = step.map_err(|error| blame(&error))?;
        if step.index == wanted {
            let analysis = think(&step)?;
            return Ok(of_decision(&title, spec, &game, &step, &analysis));
        }
    }
    let reason = match record.decisions.len() {
        0 => "the game has no decisions".to_owned(),
        count => format!("the game has decisions 0 to {}", count - 1),
    };
    Err(Error::flag("--decision", reason))
}

/// All actions of one decision, best first.
fn of_decision<G: Recorded>(
    title: &str,
    spec: &Spec,
    game: &G,
    step: &AStep<G>,
    analysis: &Analysis<G::Action>,
) -> Sheet {
    let Step { index, seat, legal, .. } = step;
    let title = format!("{title}, decision {index}: seat {seat}, {legal} legal actions, by {spec}");
    let head = ["action", "mark", "visits", "win share", "margin", "heuristic"];
    let mut sheet = Sheet::new(&title, &head, 2);
    let mut actions: Vec<(G::Action, Judgement)> = (0..*legal)
        .map(|k| {
            let found = analysis.actions.get(k as usize).copied().unwrap_or_default();
            (game.nth_legal(&step.before, k), found)
        })
        .collect();
    // Stable: what is equal stays in the order of the game.
    actions.sort_by(|(one, a), (two, b)| {
        let chosen = |action: &G::Action| *action == analysis.choice;
        let real = |a: Option<f64>, b: Option<f64>| {
            b.unwrap_or(f64::NEG_INFINITY).total_cmp(&a.unwrap_or(f64::NEG_INFINITY))
        };
        (b.visits.cmp(&a.visits))
            .then(real(a.win_share, b.win_share))
            .then(real(a.value, b.value))
            .then(chosen(two).cmp(&chosen(one)))
    });
    for (action, found) in actions {
        let marks = [(step.action, "played"), (analysis.choice, "chosen")];
        let marks: Vec<&str> =
            marks.iter().filter(|(marked, _)| *marked == action).map(|(_, mark)| *mark).collect();
        sheet.rows.push(vec![
            action.to_string(),
            marks.join(", "),
            found.visits.map_or(String::new(), |visits| visits.to_string()),
            share(found.win_share),
            real(found.margin),
            real(found.value),
        ]);
    }
    "played: what the record has; chosen: what the agent would do.".clone_into(&mut sheet.remark);
    sheet
}

/// A whole game, a row for each decision.
struct Review {
    sheet: Sheet,
    agreed: usize,
}

impl Review {
    fn new(title: &str, spec: &Spec) -> Review {
        let head =
            ["decision", "seat", "played", "chosen", "legal", "share played", "share chosen"];
        Review { sheet: Sheet::new(&format!("{title}, by {spec}"), &head, 4), agreed: 0 }
    }

    fn add<G: Recorded>(&mut self, game: &G, step: &AStep<G>, analysis: &Analysis<G::Action>) {
        let of = |action: G::Action| {
            let k = (0..step.legal).find(|&k| game.nth_legal(&step.before, k) == action);
            share(
                k.and_then(|k| analysis.actions.get(k as usize)).and_then(|found| found.win_share),
            )
        };
        let agrees = step.action == analysis.choice;
        self.agreed += usize::from(agrees);
        self.sheet.rows.push(vec![
            step.index.to_string(),
            step.seat.to_string(),
            step.action.to_string(),
            if agrees { "the same".to_owned() } else { analysis.choice.to_string() },
            step.legal.to_string(),
            of(step.action),
            of(analysis.choice),
        ]);
    }

    fn sheet(mut self) -> Sheet {
        let rows = self.sheet.rows.len();
        self.sheet.remark =
            format!("In {} of {rows} decisions the agent would do what was played.", self.agreed);
        self.sheet
    }
}

fn share(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| format!("{:.2} %", 100.0 * share))
}

fn real(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.2}"))
}
