use std::iter;

use crate::study::tune::{effects, evaluate::games_per_deal, halving, parameters::Parameters};
use crate::study::workspace::PartTime;
use crate::study::{planned::planned, tune::plan::Tune, workspace::Workspace};
use crate::{error::Error, export::figure::counted, plan::run::AgentEntry, plan::run::Run};

/// What the parts of a tune would take, by games of the agent as it starts against those that it meets.
pub fn parts(tune: &Tune, ws: &Workspace<'_>) -> Result<Vec<PartTime>, Error> {
    let of_deal = tune.deals * games_per_deal(tune.table.players);
    let game = |opponent: &AgentEntry| seconds_of_game(tune, ws, opponent);
    let own = game(&tune.start)?;
    let opponents = tune.opponents.iter().map(game).collect::<Result<Vec<f64>, _>>()?;
    let all: f64 = opponents.iter().sum();
    let mut parts = Vec::new();
    if !tune.combinations.is_empty() {
        let mean = all / opponents.len().max(1) as f64;
        let games = halving::games(tune) as f64;
        parts.push(("the choice of options".to_owned(), 1, games * mean));
    }
    let weights = tune.start.weights.as_deref().filter(|_| tune.generations > 0);
    let weights = weights.map(|text| Parameters::of(text, &tune.params)).transpose()?;
    let weights = weights.map_or(0, |found| found.tuned.len() as u64);
    if weights > 0 {
        let population = tune.population as f64;
        let met = (population + 1.0) * all + population * own;
        let told = format!(
            "a generation of {}",
            counted(tune.population as u64, "candidate", "candidates")
        );
        parts.push((told, tune.generations, of_deal as f64 * met));
    }
    for test in &tune.tests {
        let opponent = test.opponents.as_ref();
        let of_game = opponent.map_or(Ok(own), game)?;
        parts.push((format!("the test {}", test.name), 1, test.games as f64 * of_game));
    }
    if weights > 0 {
        let games = (effects::DEALS * of_deal) as f64;
        parts.push(("the effect of a changed weight".to_owned(), weights, games * own));
    }
    Ok(parts)
}

fn seconds_of_game(tune: &Tune, ws: &Workspace<'_>, opponent: &AgentEntry) -> Result<f64, Error> {
    const GAMES: u64 = 10_000;
    let others = iter::repeat_n(opponent, tune.table.players - 1);
    let agents = iter::once(&tune.start).chain(others).cloned().collect();
    let seed = tune.table.seed_of("dry run").to_string();
    let plan = planned(Run { agents, seed, ..Run::default() }, [GAMES, 0], ws.table)?;
    let games = (plan.run.blocks * plan.run.games_per_block) as f64;
    Ok(ws.seconds(&plan)? / games)
}
