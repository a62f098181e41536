use crate::study::context::StudyContext;
use crate::study::tune::evaluate::{CandidateMatches, Deals, Rated, games_per_deal};
use crate::study::tune::plan::{BEST, TRACE, Tune};
use crate::study::tune::search::{keep, kept};
use crate::study::tune::{generation_log::GenerationLog, parameters::Parameters, work::Work};
use crate::{error::Error, games, plan::run::AgentEntry};
use drakkar_agents::spec::{FileName, Spec};
use drakkar_learn::cma_es::{CmaEs, Settings};

struct Evolution<'a> {
    tune: &'a Tune,
    agent: &'a AgentEntry,
    parameters: Parameters,
}

pub fn evolve(
    tune: &Tune,
    agent: &AgentEntry,
    work: &Work<'_>,
) -> Result<Option<AgentEntry>, Error> {
    let Some(weights) = agent.weights.as_deref().filter(|_| tune.generations > 0) else {
        return Ok(Some(agent.clone()));
    };
    let evolution = Evolution { tune, agent, parameters: Parameters::of(weights, &tune.params)? };
    let Some(found) = evolution.run(work)? else { return Ok(None) };
    let found = evolution.parameters.toml(&found);
    let StudyContext { game, rules, players, seed, .. } = &tune.table;
    // Keys in the order in which every weight file has them.
    let toml = games::lab(game)?.read_weights(&found);
    let toml = toml.map_err(|error| Error::flag("--agent", error))?;
    let head = format!(
        "# Weights that drakkar tune found: {game} ({rules}), {players} seats, seed {seed}, from\n# {}.\n",
        tune.start.spec
    );
    work.files.put(BEST, (head + &toml).as_bytes())?;
    let spec = named(&agent.read()?, tune);
    Ok(Some(AgentEntry { spec, alias: None, weights: Some(toml), net: agent.net.clone() }))
}

fn named(spec: &Spec, tune: &Tune) -> String {
    let others = tune.tests.iter().filter_map(|test| test.opponents.as_ref()).chain([&tune.start]);
    let others: Vec<&str> = others.map(|other| other.spec.as_str()).collect();
    let mut file = BEST.to_owned();
    let name = |file: &str| spec.clone().with_weights(FileName::new(file)).to_string();
    while others.contains(&name(&file).as_str()) {
        file.insert_str(0, "./");
    }
    name(&file)
}

const ENOUGH: i128 = 100;

/// Whether all candidates did the same against the opponents. Who wins or loses all games may still play otherwise.
fn is_idle(rated: &[Rated]) -> bool {
    let is_open = |share: f64| share > 0.0 && share < 1.0;
    let alike = |one: &Rated| one.opponents == rated[0].opponents && one.games >= ENOUGH;
    is_open(rated[0].opponents.share) && rated.iter().all(alike)
}

/// Values are as they are in `tune.csv`, so resuming is the same as continuing.
fn answer(search: &mut CmaEs, values: &[f64]) -> Result<(), Error> {
    let number = search.state().generation;
    search.tell(values).map_err(|_| {
        Error::Unfinished(format!(
            "the distribution lost its shape in generation {number}; fewer --generations, or another --seed, in another folder"
        ))
    })
}

impl Evolution<'_> {
    /// The mean of the distribution after the last generation. Plays what is missing in `tune.csv`,
    /// until it is time to stop; a generation in progress is dropped, and played again later.
    fn run(&self, work: &Work<'_>) -> Result<Option<Vec<f64>>, Error> {
        let (tune, tuned) = (self.tune, &self.parameters.tuned);
        if tuned.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let settings = Settings {
            dimensions: tuned.len(),
            population: tune.population,
            sigma: tune.sigma,
            seed: tune.table.seed_of("points"),
        };
        let keys: Vec<&str> = tuned.iter().map(|known| known.key.as_str()).collect();
        let mut trace = GenerationLog::open(work.ws.out, &keys, tune.population)?;
        work.note(TRACE, &trace.file);
        let values = trace.values()?;
        if values.len() as u64 > tune.generations {
            let (there, planned) = (values.len(), tune.generations);
            let reason = format!("holds {there} generations; the plan has {planned}");
            return Err(Error::input(&work.ws.out.join(TRACE), reason));
        }
        let mut search = kept(work.ws.out, settings, &trace)?;
        for (number, values) in values.iter().enumerate().skip(search.state().generation as usize) {
            trace.check(number, &self.weights_of(&search))?;
            answer(&mut search, values)?;
        }
        let matches = work.matches(self.games_from(search.state().generation));
        loop {
            let (done, sigma) = (search.state().generation, search.state().sigma);
            if done > 0 {
                keep(work.files, &search, &trace)?;
            }
            if done == tune.generations {
                return Ok(Some(self.parameters.at(&search.state().mean)));
            }
            if work.ws.stop.now() {
                return Err(work.ws.left(&format!("{done} of {} generations", tune.generations)));
            }
            let weights = self.weights_of(&search);
            let rated = self.play(&matches, done, &weights)?;
            let (candidates, mean) = rated.split_at(tune.population);
            matches.bar.set_message(format!(
                "generation {done}: the mean wins {:.2} % against the opponents; sigma {sigma:.4}",
                100.0 * mean[0].opponents.share
            ));
            if done == 0 && is_idle(&rated) {
                return Ok(None);
            }
            trace.add(sigma, &rated, &weights)?;
            work.note(TRACE, &trace.file);
            let values: Vec<f64> = candidates.iter().map(|rated| rated.value).collect();
            answer(&mut search, &values)?;
        }
    }

    fn games_from(&self, first: u64) -> u64 {
        let (tune, opponents) = (self.tune, self.tune.opponents.len());
        let generations = (first..tune.generations).map(|number| {
            tune.population * (opponents + usize::from(self.meets_best(number))) + opponents
        });
        let pairings = generations.sum::<usize>() as u64;
        pairings * tune.deals * games_per_deal(tune.table.players)
    }

    /// In the first generation the current best is the start, and may be among the opponents already.
    fn meets_best(&self, generation: u64) -> bool {
        generation > 0 || !self.tune.opponents.contains(self.agent)
    }

    /// Those of the candidates of a generation, and of the mean.
    fn weights_of(&self, search: &CmaEs) -> Vec<Vec<f64>> {
        let points = search.ask();
        let points = points.iter().chain([&search.state().mean]);
        points.map(|point| self.parameters.at(point)).collect()
    }

    fn play(
        &self,
        matches: &CandidateMatches<'_>,
        round: u64,
        weights: &[Vec<f64>],
    ) -> Result<Vec<Rated>, Error> {
        let with = |values: &Vec<f64>| self.parameters.agent(self.agent, values);
        let agents: Vec<AgentEntry> = weights.iter().map(with).collect();
        let mean = agents.last().filter(|_| self.meets_best(round));
        let mut all: Vec<_> = agents.iter().map(|agent| (agent, mean)).collect();
        all[self.tune.population].1 = None;
        let seed = self.tune.table.seed_of("generations");
        matches.rate(self.tune, &all, Deals { seed, round, count: self.tune.deals })
    }
}
