//! Generations: candidates play the same deals, the optimiser hears what they are worth.

use std::path::Path;

use crate::error::Error;
use crate::plan::run::AgentEntry;
use crate::study::tune::arena::{Arena, Deals, Pairing, games_per_deal};
use crate::study::tune::objective::{Encounter, deviation};
use crate::study::tune::optimiser::{Generation, Search};
use crate::study::tune::parameters::Parameters;
use crate::study::tune::plan::Tune;
use crate::study::tune::trace::{Row, Standing, Trace};
use crate::threads::stop::Stop;

/// The numeric part of a tune.
#[derive(Debug)]
pub(crate) struct Evolution<'a> {
    pub(crate) tune: &'a Tune,
    /// The agent whose weights are tuned, with those that it starts from.
    pub(crate) agent: &'a AgentEntry,
    pub(crate) parameters: &'a Parameters,
    /// Where `tune.csv` is.
    pub(crate) folder: &'a Path,
}

/// How far the generations have come.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found {
    /// The mean of the distribution after the last generation.
    Mean(Vec<f64>),
    /// It was time to stop after so many generations.
    Left(u64),
}

impl Evolution<'_> {
    /// Plays what `tune.csv` does not hold yet, until it is time to `stop`; a generation that has been
    /// begun is finished.
    ///
    /// # Errors
    /// As [`Arena::play`], [`Search::replay`] and [`Trace::open`].
    pub(crate) fn run(&self, arena: &Arena<'_>, stop: Stop<'_>) -> Result<Found, Error> {
        let tuned = self.parameters.tuned();
        if tuned.is_empty() || self.tune.generations == 0 {
            return Ok(Found::Mean(tuned.iter().map(|known| known.start).collect()));
        }
        let search = Search {
            dimensions: tuned.len(),
            population: self.tune.population,
            sigma: self.tune.sigma,
            seed: self.tune.table.seed_of("points"),
        };
        let keys: Vec<&str> = tuned.iter().map(|known| known.key.as_str()).collect();
        let mut trace = Trace::open(self.folder, &keys, self.tune.population)?;
        trace.values.truncate(self.tune.generations as usize);
        arena.bar.set_length(self.games_from(trace.values.len() as u64));
        let known = search.replay(&trace.values)?;
        for (number, generation) in known.iter().enumerate().take(trace.values.len()) {
            trace.check(number, &self.rows_of(generation))?;
        }
        let mut next = known.into_iter().next_back();
        loop {
            let done = trace.values.len() as u64;
            let Some(generation) = next else { return Ok(Found::Left(done)) };
            if done == self.tune.generations {
                return Ok(Found::Mean(self.parameters.at(&generation.mean)));
            }
            if stop.now() {
                return Ok(Found::Left(done));
            }
            let rows = self.play(arena, done, &generation)?;
            if let Some(mean) = rows.last() {
                let (share, sigma) = (100.0 * mean.field.0, generation.sigma);
                arena.bar.set_message(format!(
                    "generation {done}: the mean wins {share:.2} % against the field; sigma {sigma:.4}"
                ));
            }
            trace.add(generation.sigma, &rows)?;
            next = search.replay(&trace.values)?.into_iter().next_back();
        }
    }

    /// Games of all generations from number `first` on.
    pub(crate) fn games_from(&self, first: u64) -> u64 {
        if self.parameters.tuned().is_empty() {
            return 0;
        }
        let generations = (first..self.tune.generations).map(|number| {
            let opponents = self.tune.field.len() + usize::from(self.meets_best(number));
            self.tune.population * opponents + self.tune.field.len()
        });
        let pairings = generations.sum::<usize>() as u64;
        pairings * self.tune.deals * games_per_deal(self.tune.table.players)
    }

    /// In the first generation the current best is the start, and may be in the field already.
    fn meets_best(&self, generation: u64) -> bool {
        generation > 0 || !self.tune.field.contains(self.agent)
    }

    /// The weights of the candidates, and behind them those of the mean.
    fn rows_of(&self, generation: &Generation) -> Vec<Vec<f64>> {
        let points = generation.points.iter().chain([&generation.mean]);
        points.map(|point| self.parameters.at(point)).collect()
    }

    fn play(
        &self,
        arena: &Arena<'_>,
        number: u64,
        generation: &Generation,
    ) -> Result<Vec<Row>, Error> {
        let tune = self.tune;
        let weights = self.rows_of(generation);
        let with = |values: &Vec<f64>| AgentEntry {
            spec: self.agent.spec.clone(),
            weights: Some(self.parameters.toml(values)),
        };
        let agents: Vec<AgentEntry> = weights.iter().map(with).collect();
        let Some((mean, candidates)) = agents.split_last() else { return Ok(Vec::new()) };
        let mut opponents: Vec<&AgentEntry> = tune.field.iter().collect();
        opponents.extend(self.meets_best(number).then_some(mean));
        let mut pairings: Vec<Pairing<'_>> = Vec::new();
        for candidate in candidates {
            pairings.extend(opponents.iter().map(|&opponent| (candidate, opponent)));
        }
        pairings.extend(tune.field.iter().map(|opponent| (mean, opponent)));
        let seed = tune.table.seed_of("generations");
        let found = arena.play(&pairings, Deals { seed, round: number, count: tune.deals })?;
        let spread = deviation(found.iter());
        // The chunks of the candidates, and behind them the one of the mean.
        let chunks = found.chunks(opponents.len()).take(candidates.len());
        let last = &found[candidates.len() * opponents.len()..];
        let rows = chunks.chain([last]).zip(weights).map(|(met, weights)| {
            let (field, best) = met.split_at(tune.field.len());
            Row {
                value: tune.objective.value(met, tune.table.players, spread),
                field: standing(field),
                best: (!best.is_empty()).then(|| standing(best)),
                games: met.iter().map(|met| met.games).sum(),
                weights,
            }
        });
        Ok(rows.collect())
    }
}

/// Win share and margin, the mean over encounters.
fn standing(met: &[Encounter]) -> Standing {
    let mean =
        |of: fn(&Encounter) -> f64| met.iter().map(of).sum::<f64>() / met.len().max(1) as f64;
    (mean(Encounter::share), mean(Encounter::margin))
}
