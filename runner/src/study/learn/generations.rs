use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::study::context::{StudyContext, entry};
use crate::study::learn::plan::{Generations, Learn, NET, TABLE, folder_of};
use crate::study::learn::report::{GenerationRow, best, is_vain};
use crate::study::learn::{Args, args, gate::GateMatch, metrics, report, train::Trainer};
use crate::study::plan_file::{Files, PlanFile, Request, StudyFlags};
use crate::{disk::durable, error::Error, study::workspace::Workspace};
use crate::{
    export::verify, export::verify::rows, flags::agents::KnownAgents, flags::agents::read,
};
use drakkar_agents::{mcts::Settings, spec::Spec};
use drakkar_learn::method::Method;

pub fn run(args: &Args, first: Learn, trainer: &Trainer<'_>) -> Result<(), Error> {
    let StudyFlags { out, force, tables, .. } = &args.owned;
    let plan = PlanFile::new(args::generations(args, first, &trainer.ws)?);
    let course = TrainingLoop { whole: &plan.request, out, trainer };
    let steps = |files: &Files<'_>| {
        let mut rows = Vec::new();
        while rows.len() as u32 != plan.request.generations && !is_vain(&rows) {
            let row = course.generation(&rows)?;
            course.note(&row.sentence());
            rows.push(row);
        }
        if let Some(best) = best(&rows) {
            let path = net_of(out, best.generation);
            let net = verify::bytes(&path)?;
            files.put(NET, &net.ok_or_else(|| Error::input(&path, "is missing"))?)?;
        }
        files.put(TABLE, &report::file(&plan.request, &rows).csv())?;
        Ok(report::report(&plan.request, out, &rows))
    };
    plan.run((out, *force), "these nets", tables.format, steps)
}

fn net_of(out: &Path, generation: u32) -> PathBuf {
    folder_of(out, generation).join(NET)
}

struct TrainingLoop<'a> {
    whole: &'a Generations,
    out: &'a Path,
    trainer: &'a Trainer<'a>,
}

impl TrainingLoop<'_> {
    fn generation(&self, rows: &[GenerationRow]) -> Result<GenerationRow, Error> {
        let number = rows.len() as u32 + 1;
        let folder = folder_of(self.out, number);
        let learn = self.training_run(number, rows)?;
        let games = learn.games;
        self.note(&format!("generation {number}: {games} games to learn from, and the net"));
        durable::still(&self.out.join(Generations::KIND.file))?;
        let ws = Workspace { out: &folder, ..self.trainer.ws };
        let trainer = Trainer { ws, ..*self.trainer };
        let plan = PlanFile::new(learn);
        plan.answered(&folder, false, |files| trainer.train(&plan, files))?;
        let net = folder.join(NET);
        let before = best(rows).map(|row| row.generation);
        let opponent = match before {
            Some(best) => self.search(self.whole.test_iterations, &net_of(self.out, best))?,
            None => self.whole.before.read()?,
        };
        let trial = GateMatch {
            whole: self.whole,
            ws,
            generation: number,
            candidate: self.search(self.whole.test_iterations, &net)?,
        };
        let most = self.whole.test_games;
        self.note(&format!("generation {number}: a test of at most {most} games"));
        let equal_iterations = trial.equal_iterations(&opponent)?;
        let same_time = trial.takes_the_same_time(&opponent)?;
        let equal_time = if same_time { None } else { trial.equal_time(&opponent)? };
        self.note(&format!("generation {number}: games against others"));
        let references = trial.references()?;
        Ok(GenerationRow {
            generation: number,
            before,
            net_sha256: args::net_of(&net)?.sha256().to_owned(),
            log_loss: log_loss(&folder.join(metrics::LOSSES))?,
            equal_iterations,
            same_time,
            equal_time,
            references,
        })
    }

    fn note(&self, text: &str) {
        self.trainer.ws.pace.note(text);
    }

    /// What a generation learns: from games of the best player, going on with its net, or with the last if it has none.
    fn training_run(&self, number: u32, rows: &[GenerationRow]) -> Result<Learn, Error> {
        let Generations { first, games, positions, .. } = self.whole;
        if number == 1 {
            return Ok(first.clone());
        }
        let iterations = self.whole.self_play_iterations;
        let best = best(rows).map(|row| net_of(self.out, row.generation));
        let data_agent = match &best {
            Some(net) => self.search(iterations, net)?,
            None => self.read(&format!("mcts:iterations={iterations}"))?,
        };
        let start = best.unwrap_or_else(|| net_of(self.out, number - 1));
        // Deals of its own.
        let seed = first.table.seed_of(&format!("generation {number}")).to_string();
        let table = StudyContext { seed, ..first.table.clone() };
        let seed = table.seed_of("weights");
        Ok(Learn {
            data_agents: vec![entry("--self-play-iterations", &data_agent, self.trainer.ws.table)?],
            games: *games,
            positions: *positions,
            epsilon: first.epsilon,
            start: Some(args::start(&start)?),
            net: Method {
                epochs: first.net.epochs,
                search_value_weight: self.whole.search_value_weight,
                ..Method::net(seed)
            },
            logistic: Method::logistic(seed),
            table,
        })
    }

    fn search(&self, iterations: u32, net: &Path) -> Result<Spec, Error> {
        let settings = Settings::default().with_iterations(iterations);
        let settings = settings.map_err(|error| Error::flag("--test-iterations", error))?;
        self.read(&self.whole.first.table.names().search_with(settings, net))
    }

    fn read(&self, text: &str) -> Result<Spec, Error> {
        let Workspace { lab, table, .. } = self.trainer.ws;
        let mut known = KnownAgents::of(lab, table.rules(0));
        read(&mut known, table.players(), "--generations", text)
    }
}

fn log_loss(path: &Path) -> Result<f64, Error> {
    #[derive(Deserialize)]
    struct Loss {
        model: String,
        round: String,
        log_loss: f64,
    }
    let found =
        rows::<Loss>(path)?.into_iter().find(|row| row.model == "net" && row.round.is_empty());
    found.map(|row| row.log_loss).ok_or_else(|| Error::input(path, "has no loss of the net"))
}
