//! A net from games: plays, fits, tests.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::disk::{digest, durable, seal};
use crate::error::Error;
use crate::export::answer::{Answer, Next, Told};
use crate::export::figure::fixed;
use crate::export::manifest;
use crate::export::sheet::Sheet;
use crate::flags::agents::{Known, players, read};
use crate::flags::effort::left;
use crate::page::called;
use crate::study::learn::marks::{self, Mark};
use crate::study::learn::plan::{Claim, Learn, Plan, Start, tmp};
use crate::study::learn::{Args, reap};
use crate::study::one_step::tell_again;
use crate::study::tune::plan::{Venue, entry, specs_of};
use crate::threads::progress;
use drakkar_agents::net::{About, Net};
use drakkar_engine::input;
use drakkar_engine::rules::CUSTOM;
use drakkar_learn::calibration::{Calibrated, calibrate};
use drakkar_learn::fit::{Method, fit};
use drakkar_learn::loss::{Even, forecast};
use drakkar_learn::perceptron::{Perceptron, Thinking};
use drakkar_learn::whole::Whole;
use drakkar_play::door::{Seated, Table};
use drakkar_play::lab::Lab;

/// The file of the net.
pub const NET: &str = "net.json";

/// Most positions to learn from: more would need more than 20 GB of memory.
const MOST: u64 = 100_000_000;

/// Every deal whose number is a multiple of this is for the test.
const TEST: u64 = 10;

pub fn run(args: &Args, lab: &Lab) -> Result<(), Error> {
    let (source, effort, out) = (&args.table.rules, &args.effort, &args.out);
    // The rules are read once: they may come from a pipe.
    let text = source.text(lab)?;
    let table = source.open(lab, &text, players(lab.info(), args.players)?)?;
    let inputs: Vec<String> = table.inputs().into_iter().map(|input| input.name).collect();
    if inputs.is_empty() {
        let reason = format!("{} has no inputs for nets yet", lab.info().id);
        return Err(Error::flag("--game", reason));
    }
    let plan = Plan::new(asked(args, lab, &*table)?);
    let style = args.tables.format;
    let _lock = match plan.claim(out, args.force)? {
        Claim::Begun(lock) => lock,
        Claim::Done => {
            if args.keep_positions && !out.join(reap::KEPT).is_file() {
                let reason =
                    "the net is finished and its positions are gone; learn it again with --force";
                return Err(Error::flag("--keep-positions", reason));
            }
            // If a process was killed before it did.
            reap::clear(out)?;
            return tell_again(out, "holds this net already. Nothing to do.", style);
        }
    };
    let (learn, stop) = (&plan.learn, effort.stop());
    let seated: Vec<Seated> = specs_of(&learn.teachers)?
        .iter()
        .zip(&learn.teachers)
        .map(|(spec, teacher)| teacher.seated(spec))
        .collect();
    let crew = table.seat(&seated).map_err(|error| Error::flag("--agents", error))?;
    let positions = reap::reap(learn, &*crew, out, effort, stop)?;
    let numbers = 0..positions.len() as u32;
    let (test, learned): (Vec<u32>, Vec<u32>) =
        numbers.partition(|&number| positions.deal(number as usize) % TEST == 0);
    if test.is_empty() || learned.is_empty() {
        return Err(Error::flag("--games", "too few to learn from and to test"));
    }
    let start = learn.start.as_ref().map(|start| beginning(start, &inputs, learn.table.players));
    let start = start.transpose()?;
    let fitted = |method: &Method, start: Option<&Perceptron>| -> Result<Perceptron, Error> {
        let steps = learned.len() as u64 * u64::from(method.passes);
        let bar = progress::bar_of("positions", steps, effort.quiet);
        let tell = |count| {
            bar.inc(count);
            !stop.now()
        };
        let fitted = fit(&positions, &learned, inputs.len(), start, method, tell);
        bar.finish_and_clear();
        fitted.ok_or_else(|| {
            let folder = out.display();
            left(format!("{folder} holds all games; run the same command to learn from them"))
        })
    };
    let logistic = fitted(&learn.logistic, None)?;
    let perceptron = fitted(&learn.net, start.as_ref())?;
    let about = About {
        game: learn.table.game.clone(),
        rules: learn.table.rules.clone(),
        players: learn.table.players,
        inputs,
        training: training(&plan),
    };
    let net = perceptron.to_net(about).map_err(|error| Error::flag("net", error))?;
    let calibrated = calibrate(&positions, &learned);
    let mark = |model, about, forecast| Mark { model, about, forecast };
    let marks = [
        mark("even", "the same for every seat", forecast(&mut Even, &positions, &test)),
        mark(
            "heuristic",
            "the heuristic, calibrated",
            forecast(&mut calibrated.clone(), &positions, &test),
        ),
        mark(
            "logistic",
            "logistic regression",
            forecast(&mut Thinking::new(&logistic), &positions, &test),
        ),
        mark("net", "the net", forecast(&mut Whole::new(&net), &positions, &test)),
    ];
    write(out, NET, net.to_json().as_bytes())?;
    write(out, marks::LOSSES, &marks::losses(&marks)?)?;
    write(out, marks::CALIBRATION, &marks::calibration(&marks)?)?;
    if args.keep_positions {
        write(out, reap::KEPT, positions.bytes())?;
    }
    let told = told(learn, &marks, &calibrated, [learned.len(), test.len()], out);
    told.keep(out)?;
    write_manifest(out, &plan)?;
    reap::clear(out)?;
    told.print_run(style, out, "")
}

/// The net to begin with.
fn beginning(start: &Start, inputs: &[String], players: usize) -> Result<Perceptron, Error> {
    let path = Path::new(&start.file);
    let net = net_of(path)?;
    let about = net.about();
    if net.sha256() != start.sha256 {
        return Err(Error::input(path, "is not the net that this was begun with"));
    }
    if about.inputs != inputs || about.players != players {
        return Err(Error::input(path, "is a net for other inputs or seats"));
    }
    let widths = net.layers().each_ref().map(|layer| layer.outputs());
    if widths[..2] != Method::net(0).hidden {
        return Err(Error::input(path, "is a net of another size"));
    }
    Ok(Perceptron::from_net(&net))
}

fn net_of(path: &Path) -> Result<Net, Error> {
    let text = input::read_text(path).map_err(|error| Error::unread(path, &error))?;
    Net::from_json(&text).map_err(|error| Error::input(path, error))
}

/// The flags as a plan.
fn asked(args: &Args, lab: &Lab, table: &dyn Table) -> Result<Learn, Error> {
    let (info, players) = (lab.info(), table.players());
    if args.games.saturating_mul(args.positions.into()) > MOST {
        let reason = format!("makes more than {MOST} positions with those of --positions");
        return Err(Error::flag(format!("--games {}", args.games), reason));
    }
    let mut known = Known::of(lab, table.rules(0));
    let mut texts = args.agents.clone();
    if texts.is_empty() {
        texts.push("greedy".to_owned());
        texts.extend(info.weights.first().map(|(name, _)| format!("greedy:weights={name}")));
    }
    let mut teachers = Vec::new();
    for text in &texts {
        let spec = read(&mut known, players, "--agents", text)?;
        if !spec.is_reproducible() {
            let reason = format!("`{spec}` does not give the same net again");
            return Err(Error::flag("--agents", reason));
        }
        let teacher = entry("--agents", &spec, table)?;
        // By default, both may be the same.
        if !args.agents.is_empty() || !teachers.contains(&teacher) {
            teachers.push(teacher);
        }
    }
    let table = Venue {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        generators: drakkar_engine::seed::GENERATORS,
        game: info.id.to_owned(),
        rules: lab.name_of(table.rules(0)).to_owned(),
        rule_set: table.rules(0).clone(),
        players,
        seed: args.seed.to_string(),
    };
    let seed = table.seed_of("weights");
    Ok(Learn {
        teachers,
        games: args.games,
        positions: args.positions as usize,
        stray: args.stray,
        start: args.start.as_deref().map(start).transpose()?,
        net: Method { passes: args.passes, ..Method::net(seed) },
        logistic: Method::logistic(seed),
        table,
    })
}

fn start(path: &Path) -> Result<Start, Error> {
    let net = net_of(path)?;
    Ok(Start { file: path.display().to_string(), sha256: net.sha256().to_owned() })
}

/// What a net says of how it was trained; the plan has all of it.
fn training(plan: &Plan) -> Map<String, Value> {
    let Learn { teachers, games, positions, stray, start, table, net, .. } = &plan.learn;
    let teachers: Vec<&str> = teachers.iter().map(|teacher| &*teacher.spec).collect();
    let training = json!({
        "plan": plan.digest,
        "teachers": teachers,
        "games": games,
        "positions": positions,
        "stray": stray,
        "start": start.as_ref().map(|start| &start.sha256),
        "passes": net.passes,
        "seed": table.seed,
    });
    training.as_object().cloned().unwrap_or_default()
}

fn told(
    learn: &Learn,
    marks: &[Mark],
    calibrated: &Calibrated,
    [learned, test]: [usize; 2],
    out: &Path,
) -> Told {
    let Venue { game, rules, rule_set, players, seed, .. } = &learn.table;
    let called = called(game, rules, rule_set);
    let loss = |place: usize| marks[place].forecast.loss();
    let better =
        |loss: f64, other: f64| if loss < other { "better than" } else { "no better than" };
    let sentence = format!(
        "The net predicts who wins {} the calibrated heuristic (log loss {}, {}) and {} the logistic \
         regression ({}).",
        better(loss(3), loss(1)),
        fixed(loss(3), 3),
        fixed(loss(1), 3),
        better(loss(3), loss(2)),
        fixed(loss(2), 3),
    );
    let shown = |&scale: &f64| if scale < 1e4 { fixed(scale, 1) } else { "none".to_owned() };
    let scales: Vec<String> = calibrated.scales.iter().map(shown).collect();
    let remark = format!(
        "Learned from {learned} positions of {} games, tested on {test} positions of the others. \
         Difference of the heuristic's values that makes one seat win e times as often as another, by \
         round: {}.",
        learn.games - learn.games.div_ceil(TEST),
        scales.join(", ")
    );
    let sheets = [
        Some(marks::loss_sheet(marks)),
        Some(Sheet::line(remark)),
        marks::calibration_sheet(marks),
    ];
    let file = out.join(NET);
    // Rules that are no preset have no name that a command takes.
    let next = (rules != CUSTOM && !rules.contains(' ')).then(|| {
        Next::Command(format!(
            "drakkar compare --game {game} --rules {rules} --players {players} --agents mcts:value={} mcts",
            file.display()
        ))
    });
    Told {
        title: format!("{game} ({called}), {players} seats, seed {seed}"),
        sheets: sheets.into_iter().flatten().collect(),
        files: [NET, marks::LOSSES, marks::CALIBRATION, manifest::FILE].map(str::to_owned).into(),
        answer: Answer { sentences: vec![sentence], next },
    }
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    durable::write(&tmp(out), &out.join(name), bytes)
}

fn write_manifest(out: &Path, plan: &Plan) -> Result<(), Error> {
    let mut files = Map::new();
    for name in [NET, marks::LOSSES, marks::CALIBRATION, reap::KEPT] {
        if let Some(bytes) = durable::read(&out.join(name))? {
            files.insert(name.to_owned(), digest::of(&bytes).into());
        }
    }
    let manifest =
        json!({ "format": plan.format, "digest": plan.digest, "files": files, "sha256": "" });
    write(out, manifest::FILE, &seal::sealed(&drakkar_play::json::pretty(&manifest)))
}
