//! A net from games: plays, fits, tests.

use std::{iter, path::Path};

use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::export::answer::{Answer, Next, Told};
use crate::export::figure::fixed;
use crate::export::manifest;
use crate::export::sheet::Sheet;
use crate::flags::effort::left;
use crate::page::called;
use crate::study::learn::marks::{self, ModelMark};
use crate::study::learn::plan::{KEPT, Learn, NET, Start, clear_positions};
use crate::study::learn::{asked, reap, school::School};
use crate::study::sealed::{Files, Owned, Sealed};
use crate::study::venue::{Venue, seated};
use crate::threads::progress;
use drakkar_agents::mcts::Settings;
use drakkar_agents::net::{About, Net};
use drakkar_learn::calibration::{Calibrated, calibrate};
use drakkar_learn::loss::{Even, Model, forecast};
use drakkar_learn::perceptron::{Perceptron, PerceptronModel};
use drakkar_learn::positions::Positions;
use drakkar_learn::whole::WholeNet;
use drakkar_learn::{fit::fit, method::Method};

/// Every deal whose number is a multiple of this is for the test.
const TEST: u64 = 10;

impl School<'_> {
    /// Gives a lesson in a folder, or goes on with it; nothing is answered if it was finished.
    pub fn teach(&self, plan: &Sealed<Learn>, owned: &Owned) -> Result<Option<Told>, Error> {
        let out = &owned.out;
        let Some(_lock) = plan.claim(owned)? else {
            self.check_kept(out)?;
            // If a process was killed before it did.
            clear_positions(out)?;
            return Ok(None);
        };
        let lesson = Lesson { plan, out, school: self };
        let material = lesson.play()?;
        let (logistic, net) = lesson.fit(&material)?;
        let mut calibrated = calibrate(&material.positions, &material.learned);
        let marks = [
            material.mark("even", "the same for every seat", &mut Even),
            material.mark("heuristic", "the heuristic, calibrated", &mut calibrated),
            material.mark("logistic", "logistic regression", &mut PerceptronModel::new(&logistic)),
            material.mark("net", "the net", &mut WholeNet::new(&net)),
        ];
        let files = Files::of(out);
        files.put(NET, net.to_json().as_bytes())?;
        files.put(marks::LOSSES, &marks::losses(&marks).csv())?;
        files.put(marks::CALIBRATION, &marks::calibration(&marks).csv())?;
        if self.keep_positions {
            files.put(KEPT, material.positions.bytes())?;
        }
        let told = lesson.told(&marks, &calibrated, &material);
        told.keep(out)?;
        plan.finish(&files, None)?;
        clear_positions(out)?;
        Ok(Some(told))
    }

    /// Refuses a finished lesson without its positions if they are wanted.
    pub fn check_kept(&self, out: &Path) -> Result<(), Error> {
        if self.keep_positions && !out.join(KEPT).is_file() {
            let reason =
                "the net is finished and its positions are gone; learn it again with --force";
            return Err(Error::flag("--keep-positions", reason));
        }
        Ok(())
    }
}

/// What to learn, and where.
struct Lesson<'a> {
    plan: &'a Sealed<Learn>,
    out: &'a Path,
    school: &'a School<'a>,
}

/// All positions, and the numbers of those to learn from and of those for the test.
struct Material {
    positions: Positions,
    learned: Vec<u32>,
    test: Vec<u32>,
}

impl Material {
    /// How well a model predicts the test.
    fn mark(&self, name: &'static str, about: &'static str, model: &mut impl Model) -> ModelMark {
        ModelMark { model: name, about, forecast: forecast(model, &self.positions, &self.test) }
    }
}

impl Lesson<'_> {
    /// The games of the teachers: plays what is missing.
    fn play(&self) -> Result<Material, Error> {
        let (learn, School { table, pace, stop, .. }) = (&self.plan.request, self.school);
        let (_, teachers) = seated(&learn.teachers)?;
        let crew = table.seat(&teachers).map_err(|error| Error::flag("--agents", error))?;
        let positions = reap::reap(learn, &*crew, self.out, pace, *stop)?;
        let numbers = 0..positions.len() as u32;
        let (test, learned): (Vec<u32>, Vec<u32>) =
            numbers.partition(|&number| positions.deal(number as usize) % TEST == 0);
        if test.is_empty() || learned.is_empty() {
            return Err(Error::flag("--games", "too few to learn from and to test"));
        }
        Ok(Material { positions, learned, test })
    }

    /// The logistic regression and the net.
    fn fit(&self, material: &Material) -> Result<(Perceptron, Net), Error> {
        let Learn { table, start, net, logistic, .. } = &self.plan.request;
        let inputs = &self.school.inputs;
        let start = start.as_ref().map(|start| beginning(start, inputs, table.players));
        let start = start.transpose()?;
        let logistic = self.fitted(material, logistic, None)?;
        let perceptron = self.fitted(material, net, start.as_ref())?;
        let about = About {
            game: table.game.clone(),
            rules: table.rules.clone(),
            players: table.players,
            inputs: inputs.clone(),
            training: training(self.plan),
        };
        let net = perceptron.to_net(about).map_err(|error| Error::flag("net", error))?;
        Ok((logistic, net))
    }

    fn fitted(
        &self,
        Material { positions, learned, .. }: &Material,
        method: &Method,
        start: Option<&Perceptron>,
    ) -> Result<Perceptron, Error> {
        let School { inputs, pace, stop, .. } = self.school;
        let steps = learned.len() as u64 * u64::from(method.passes);
        let bar = progress::bar_of("positions", steps, pace.quiet);
        let tell = |count| {
            bar.inc(count);
            !stop.now()
        };
        let fitted = fit(positions, learned, inputs.len(), start, method, tell);
        bar.finish_and_clear();
        fitted.ok_or_else(|| {
            let folder = self.out.display();
            left(format!("{folder} holds all games; run the same command to learn from them"))
        })
    }

    /// What is printed.
    fn told(&self, marks: &[ModelMark; 4], calibrated: &Calibrated, material: &Material) -> Told {
        let Learn { table, games, .. } = &self.plan.request;
        let Venue { game, rules, rule_set, players, seed, .. } = table;
        let called = called(game, rules, rule_set);
        let [equal, heuristic, logistic, net] = marks.each_ref().map(|mark| &mark.forecast);
        let sentence = format!(
            "The net predicts who wins {}, and {}.",
            marks::beside(net, heuristic, "the calibrated heuristic"),
            marks::beside(net, logistic, "the logistic regression"),
        );
        // What predicts no better than this has learned nothing.
        let blind = marks::beside(net, equal, "equal shares");
        let blind = (!blind.starts_with("better")).then(|| format!("It is {blind}."));
        let sentences = iter::once(sentence).chain(blind).collect();
        let shown = |&scale: &f64| if scale < 1e4 { fixed(scale, 1) } else { "none".to_owned() };
        let scales: Vec<String> = calibrated.scales.iter().map(shown).collect();
        let remark = format!(
            "Learned from {} positions of {} games, tested on {} positions of the others. \
             Difference of the heuristic's values that makes one seat win e times as often as another, by \
             round: {}.",
            material.learned.len(),
            games - games.div_ceil(TEST),
            material.test.len(),
            scales.join(", ")
        );
        let sheets = [
            Some(marks::loss_sheet(marks)),
            Some(Sheet::line(remark)),
            marks::calibration_sheet(marks),
        ];
        let search = table.names().search_with(Settings::default(), &self.out.join(NET));
        let next = table.compare([&search, "mcts"]).map(Next::Command);
        Told {
            title: format!("{game} ({called}), {players} seats, seed {seed}"),
            sheets: sheets.into_iter().flatten().collect(),
            files: [NET, marks::LOSSES, marks::CALIBRATION, manifest::FILE]
                .map(str::to_owned)
                .into(),
            answer: Answer { sentences, next },
        }
    }
}

/// The net to begin with.
fn beginning(start: &Start, inputs: &[String], players: usize) -> Result<Perceptron, Error> {
    let path = Path::new(&start.file);
    let net = asked::net_of(path)?;
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

/// What a net says of how it was trained; the plan has all of it.
fn training(plan: &Sealed<Learn>) -> Map<String, Value> {
    let Learn { teachers, games, positions, stray, start, table, net, .. } = &plan.request;
    let teachers: Vec<&str> = teachers.iter().map(|teacher| &*teacher.spec).collect();
    let mut training = json!({
        "plan": plan.digest,
        "teachers": teachers,
        "games": games,
        "positions": positions,
        "stray": stray,
        "start": start.as_ref().map(|start| &start.sha256),
        "passes": net.passes,
        "seed": table.seed,
    });
    if net.expected_weight > 0.0 {
        training["expected"] = net.expected_weight.into();
    }
    training.as_object().cloned().unwrap_or_default()
}
