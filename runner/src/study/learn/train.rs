use std::{iter, path::Path, sync::atomic::AtomicBool};

use serde_json::{Map, Value, json};

use crate::export::answer::{Answer, Next, StudyReport};
use crate::export::{figure::counted, figure::fixed, manifest, sheet::Sheet};
use crate::study::learn::plan::{Learn, NET, POSITIONS, Start};
use crate::study::learn::{args, metrics, metrics::ModelMetrics};
use crate::study::plan_file::{Files, PlanFile};
use crate::study::{planned::crew_of, workspace::Workspace};
use crate::{disk::durable, error::Error, flags::effort::left, threads::progress};
use drakkar_agents::{mcts::Settings, net::About, net::Net};
use drakkar_learn::calibration::{Calibrated, calibrate};
use drakkar_learn::loss::{even, forecast};
use drakkar_learn::perceptron::Perceptron;
use drakkar_learn::positions::{Position, Positions};
use drakkar_learn::{fit::fit, method::Method, quantize};
use drakkar_play::samples::SampleSettings;

/// Every deal whose number is a multiple of this is for the test.
const TEST: u64 = 10;

/// Games of a chunk.
const CHUNK: u64 = 100;

#[derive(Clone, Copy)]
pub struct Trainer<'a> {
    pub ws: Workspace<'a>,
    pub inputs: &'a [String],
}

impl Trainer<'_> {
    pub fn train(&self, plan: &PlanFile<Learn>, files: &Files<'_>) -> Result<StudyReport, Error> {
        let training_run = TrainingRun { plan, trainer: self };
        let data = training_run.play()?;
        let (logistic, net) = training_run.fit(&data)?;
        let calibrated = calibrate(&data.positions, &data.learned);
        let heuristic =
            |position: &Position, shares: &mut Vec<f64>| calibrated.predict(position, shares);
        let marks = [
            data.mark("even", "the same for every seat", even),
            data.mark("heuristic", "the heuristic, calibrated", heuristic),
            data.mark("logistic", "logistic regression", logistic.predictor()),
            data.mark("net", "the net", quantize::predictor(&net)),
        ];
        files.put(NET, net.to_json().as_bytes())?;
        files.put(metrics::LOSSES, &metrics::losses(&marks).csv())?;
        files.put(metrics::CALIBRATION, &metrics::calibration(&marks).csv())?;
        Ok(training_run.told(&marks, &calibrated, &data))
    }
}

struct TrainingRun<'a> {
    plan: &'a PlanFile<Learn>,
    trainer: &'a Trainer<'a>,
}

struct TrainingData {
    positions: Positions,
    learned: Vec<u32>,
    test: Vec<u32>,
}

impl TrainingData {
    fn mark(
        &self,
        model: &'static str,
        about: &'static str,
        predict: impl FnMut(&Position, &mut Vec<f64>),
    ) -> ModelMetrics {
        ModelMetrics { model, about, forecast: forecast(predict, &self.positions, &self.test) }
    }
}

impl TrainingRun<'_> {
    /// The games of the agents that give the data, a chunk at a time, each of which is kept until the net is there.
    fn play(&self) -> Result<TrainingData, Error> {
        let (learn, ws) = (&self.plan.request, &self.trainer.ws);
        let crew = crew_of(&learn.data_agents, "--agents", ws.table)?;
        let sample = SampleSettings {
            seed: learn.table.seed_of("games"),
            per_game: learn.positions,
            epsilon: learn.epsilon,
            expected: learn.net.search_value_weight > 0.0,
        };
        let (count, players) = (learn.games.div_ceil(CHUNK), learn.table.players);
        let file = |chunk: usize| format!("{POSITIONS}/{}{chunk:08}.bin", durable::CHUNK);
        let deals = |chunk: usize| {
            let first = chunk as u64 * CHUNK;
            first..(first + CHUNK).min(learn.games)
        };
        let held = |there: usize| format!("{there} of {count} chunks of games");
        let make = |chunk: usize, over: &AtomicBool| {
            let played = crew.sample(&sample, deals(chunk), over);
            let refused = |reason| Error::flag("--agents", format!("cannot teach: {reason}"));
            Ok(played.map_err(refused)?.map(|positions| positions.bytes().to_vec()))
        };
        // Only how much there is of each: all positions are in memory once.
        let sizes = |bytes: Vec<u8>| {
            let size = bytes.len();
            Positions::from_bytes(players, bytes).map(|positions| [positions.len(), size])
        };
        let games = |chunk: usize| deals(chunk).end - deals(chunk).start;
        let sizes = ws.kept(file, (count as usize, games), held, make, sizes)?;
        let mut positions = Positions::new(players);
        let sum = |of: usize| sizes.iter().map(|sizes| sizes[of]).sum();
        positions.reserve(sum(0), sum(1));
        for chunk in 0..sizes.len() {
            let bytes = ws.bytes(&file(chunk))?;
            let part = bytes.and_then(|bytes| Positions::from_bytes(players, bytes));
            // If somebody else removed it.
            positions.append(&part.ok_or_else(|| ws.left(&held(sizes.len() - 1)))?);
        }
        let numbers = 0..positions.len() as u32;
        let (test, learned): (Vec<u32>, Vec<u32>) =
            numbers.partition(|&number| positions.deal(number as usize).is_multiple_of(TEST));
        if test.is_empty() || learned.is_empty() {
            return Err(Error::flag("--games", "too few to learn from and to test"));
        }
        Ok(TrainingData { positions, learned, test })
    }

    fn fit(&self, data: &TrainingData) -> Result<(Perceptron, Net), Error> {
        let Learn { table, start, net, logistic, .. } = &self.plan.request;
        let inputs = self.trainer.inputs;
        let start = start.as_ref().map(|start| beginning(start, inputs, table.players));
        let start = start.transpose()?;
        let logistic = self.fitted(data, logistic, None)?;
        let perceptron = self.fitted(data, net, start.as_ref())?;
        let about = About {
            game: table.game.clone(),
            rules: table.rules.clone(),
            players: table.players,
            inputs: inputs.to_vec(),
            training: training(self.plan),
        };
        let net = perceptron.to_net(about).map_err(|error| Error::flag("net", error))?;
        Ok((logistic, net))
    }

    fn fitted(
        &self,
        TrainingData { positions, learned, .. }: &TrainingData,
        method: &Method,
        start: Option<&Perceptron>,
    ) -> Result<Perceptron, Error> {
        let Trainer { inputs, ws, .. } = self.trainer;
        let steps = learned.len() as u64 * u64::from(method.epochs);
        let bar = progress::bar("positions", steps, ws.pace.quiet);
        let tell = |count| {
            bar.inc(count);
            !ws.stop.now()
        };
        let fitted = fit(positions, learned, inputs.len(), start, method, tell);
        bar.finish_and_clear();
        fitted.ok_or_else(|| {
            let folder = ws.out.display();
            left(format!("{folder} holds all games; run the same command to learn from them"))
        })
    }

    fn told(
        &self,
        marks: &[ModelMetrics; 4],
        calibrated: &Calibrated,
        data: &TrainingData,
    ) -> StudyReport {
        let Learn { table, games, .. } = &self.plan.request;
        let [equal, heuristic, logistic, net] = marks.each_ref().map(|mark| &mark.forecast);
        let sentence = format!(
            "The net predicts who wins {}, and {}.",
            metrics::beside(net, heuristic, "the calibrated heuristic"),
            metrics::beside(net, logistic, "the logistic regression"),
        );
        // What predicts no better than this has learned nothing.
        let blind = metrics::beside(net, equal, "equal shares");
        let blind = (!blind.starts_with("better")).then(|| format!("It is {blind}."));
        let sentences = iter::once(sentence).chain(blind).collect();
        let shown = |&scale: &f64| if scale < 1e4 { fixed(scale, 1) } else { "none".to_owned() };
        let scales: Vec<String> = calibrated.scales.iter().map(shown).collect();
        let remark = format!(
            "Learned from {} positions of {}, tested on {} positions of the others. \
             Difference of the heuristic's values that makes one seat win e times as often as another, by \
             round: {}.",
            data.learned.len(),
            counted(games - games.div_ceil(TEST), "game", "games"),
            data.test.len(),
            scales.join(", ")
        );
        let sheets = [
            Some(metrics::loss_sheet(marks)),
            Some(Sheet::line(remark)),
            metrics::calibration_sheet(marks),
        ];
        let search = table.names().search_with(Settings::default(), &self.trainer.ws.out.join(NET));
        let next = table.compare([&search, "mcts"]).map(Next::Command);
        StudyReport {
            title: table.title(),
            sheets: sheets.into_iter().flatten().collect(),
            files: [NET, metrics::LOSSES, metrics::CALIBRATION, manifest::FILE]
                .map(str::to_owned)
                .into(),
            answer: Answer { sentences, next },
            ..StudyReport::default()
        }
    }
}

fn beginning(start: &Start, inputs: &[String], players: usize) -> Result<Perceptron, Error> {
    let path = Path::new(&start.file);
    let net = args::net_of(path)?;
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

fn training(plan: &PlanFile<Learn>) -> Map<String, Value> {
    let Learn { data_agents, games, positions, epsilon, start, table, net, .. } = &plan.request;
    let data_agents: Vec<&str> = data_agents.iter().map(|data_agent| &*data_agent.spec).collect();
    let mut training = json!({
        "plan": plan.digest,
        "data_agents": data_agents,
        "games": games,
        "positions": positions,
        "epsilon": epsilon,
        "start": start.as_ref().map(|start| &start.sha256),
        "epochs": net.epochs,
        "seed": table.seed,
    });
    if net.search_value_weight > 0.0 {
        training["search_value"] = net.search_value_weight.into();
    }
    training.as_object().cloned().unwrap_or_default()
}
