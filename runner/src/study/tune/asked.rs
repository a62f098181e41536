//! From the flags to the plan of a tune.

use drakkar_agents::spec::{FileName, Kind, Spec};

use crate::error::Error;
use crate::flags::agents::{Known, read};
use crate::plan::purpose::{Stopping, Unit};
use crate::plan::run::AgentEntry;
use crate::study::tune::Args;
use crate::study::tune::arena::games_per_deal;
use crate::study::tune::choices::combinations;
use crate::study::tune::parameters::Parameters;
use crate::study::tune::plan::{Test, Tune, Venue, entry};
use drakkar_play::door::Table;
use drakkar_play::lab::{GameInfo, Lab};

/// Name of the test against the start.
pub(crate) const START: &str = "start";
/// The search of the panel.
const SEARCH: &str = "mcts:iterations=50";
/// Difference of win share that the tests against the panel are to find.
const SHARE: f64 = 0.02;
/// Most games of a test, unless somebody chooses, and of one in which somebody searches.
const GAMES: u64 = 100_000;
const SEARCHING: u64 = 4_000;
/// Error rates of the tests.
const RATE: f64 = 0.05;

/// Where the games are played.
pub(super) fn venue(lab: &Lab, table: &dyn Table, seed: u64) -> Venue {
    Venue {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        generators: drakkar_engine::seed::GENERATORS,
        game: lab.info().id.to_owned(),
        rules: lab.name_of(table.rules(0)).to_owned(),
        rule_set: table.rules(0).clone(),
        players: table.players(),
        seed: seed.to_string(),
    }
}

/// The plan of the tune.
///
/// # Errors
/// Whatever is wrong with a flag.
pub(super) fn tune(args: &Args, lab: &Lab, game: &dyn Table) -> Result<Tune, Error> {
    let (info, players) = (lab.info(), game.players());
    let known = Known::of(lab, game.rules(0));
    let spec = read(known, players, "--agent", &args.agent)?;
    let start = entry("--agent", &spec, game)?;
    let all = combinations(&args.agent, &args.choices)?;
    let all = if args.choices.is_empty() { Vec::new() } else { all };
    let all =
        all.iter().map(|text| entry("--choices", &read(known, players, "--choices", text)?, game));
    let all: Vec<AgentEntry> = all.collect::<Result<_, _>>()?;
    if let Some(twice) = (1..all.len()).find(|&one| all[..one].contains(&all[one])) {
        let reason = format!("two combinations are the same agent, `{}`", all[twice].spec);
        return Err(Error::flag("--choices", reason));
    }
    let weights = all.iter().chain([&start]).find_map(|one| one.weights.as_deref());
    let mut params = args.params.clone();
    let count = match weights {
        Some(weights) => {
            if params.is_empty() {
                params = that_count(game, &Parameters::of(weights, &[])?);
            }
            Parameters::of(weights, &params)?.tuned().len()
        }
        None if !args.params.is_empty() || all.is_empty() => {
            let reason = format!("`{spec}` has no weights that could be tuned");
            return Err(Error::flag("--agent", reason));
        }
        None => 0,
    };
    let fields = args
        .field
        .iter()
        .map(|text| entry("--field", &read(known, players, "--field", text)?, game));
    let mut field: Vec<AgentEntry> = fields.collect::<Result<_, _>>()?;
    if field.is_empty() {
        field.push(start.clone());
        // Whoever only learns to beat himself may lose against others.
        let first = first(info).filter(|_| spec.kind().asks_heuristic());
        let first =
            first.map(|first| entry("--field", &spec.clone().with_weights(Some(first)), game));
        field.extend(first.transpose()?.filter(|first| *first != start));
    }
    // Candidates meet the field and the current best.
    let games = games_per_deal(game.players()) * (field.len() as u64 + 1);
    let usual = 4 + libm::floor(3.0 * libm::log(count.max(1) as f64)) as usize;
    Ok(Tune {
        table: venue(lab, game, args.seed),
        tests: tests(args, known, game, &spec, &start)?,
        start,
        combinations: all,
        field,
        params,
        objective: args.objective,
        deals: args.games.div_ceil(games),
        population: args.population.map_or(usual, usize::from),
        generations: u64::from(args.generations),
        sigma: args.sigma,
    })
}

/// Whether the same flags find the same result every time.
pub(super) fn is_reproducible(tune: &Tune) -> bool {
    let panel = tune.tests.iter().filter_map(|test| test.field.as_ref());
    let all = tune.combinations.iter().chain([&tune.start]).chain(&tune.field).chain(panel);
    all.map(|entry| entry.spec.parse::<Spec>())
        .all(|spec| spec.is_ok_and(|spec| spec.is_reproducible()))
}

/// The test against the start, and one for each of the panel.
fn tests(
    args: &Args,
    known: Known<'_>,
    game: &dyn Table,
    spec: &Spec,
    start: &AgentEntry,
) -> Result<Vec<Test>, Error> {
    let players = game.players();
    let panel = match &args.panel {
        Some(texts) => texts
            .iter()
            .map(|text| read(known, players, "--panel", text))
            .collect::<Result<_, _>>()?,
        None => panel(known, players, spec)?,
    };
    let mut tests = vec![against_start(args, spec)];
    for other in panel {
        let field = entry("--panel", &other, game)?;
        // Against the start there is a test already.
        if field == *start {
            continue;
        }
        let low = 0.0;
        let stopping =
            Stopping::Sprt { unit: Unit::Share, low, high: SHARE, alpha: RATE, beta: RATE };
        let games = args.confirm.unwrap_or_else(|| most(&[spec, &other]));
        let test =
            Test { name: format!("panel-{}", tests.len()), field: Some(field), stopping, games };
        tests.push(test);
    }
    Ok(tests)
}

/// The test of a result against `spec`, where it started.
pub(super) fn against_start(args: &Args, spec: &Spec) -> Test {
    Test {
        name: START.to_owned(),
        field: None,
        stopping: Stopping::Sprt {
            unit: Unit::Elo,
            low: 0.0,
            high: args.elo,
            alpha: RATE,
            beta: RATE,
        },
        games: args.confirm.unwrap_or_else(|| most(&[spec])),
    }
}

/// The panel, if nobody names one.
fn panel(known: Known<'_>, players: usize, spec: &Spec) -> Result<Vec<Spec>, Error> {
    let mut panel = vec![read(known, players, "--panel", SEARCH)?];
    if let Some(first) = first(known.info) {
        panel.insert(0, spec.clone().with_weights(Some(first)));
    }
    Ok(panel)
}

/// The first set of weights that has a name.
fn first(info: &GameInfo) -> Option<FileName> {
    let first = info.weights.first();
    first.and_then(|(name, _)| FileName::new(name))
}

/// The keys of all weights that play a part in the game; none if all do, which means all, too.
fn that_count(game: &dyn Table, all: &Parameters) -> Vec<String> {
    let counts = |key: &&str| game.weight_counts(key);
    let keys: Vec<&str> = all.tuned().iter().map(|one| one.key.as_str()).collect();
    let some: Vec<String> = keys.iter().copied().filter(counts).map(str::to_owned).collect();
    if some.len() == keys.len() { Vec::new() } else { some }
}

fn most(specs: &[&Spec]) -> u64 {
    let quick = |spec: &&Spec| matches!(spec.kind(), Kind::Random | Kind::Greedy(_));
    if specs.iter().all(quick) { GAMES } else { SEARCHING }
}
