use crate::flags::{agents::KnownAgents, agents::read, alias::of_file, alias::split};
use crate::plan::purpose::{RATE, Stopping, Unit};
use crate::study::tune::{
    Args, evaluate::games_per_deal, objective::Objective, parameters::Parameters,
};
use crate::study::{
    context::StudyContext, context::entry, tune::plan::REFERENCE, tune::plan::Test,
    tune::plan::Tune,
};
use crate::{error::Error, plan::run::AgentEntry, plan::run::specs_of};
use drakkar_agents::spec::{FileName, Spec};
use drakkar_play::{chunking::searches, erased::Table, info::GameInfo, lab::Lab};

const SEARCH: &str = "mcts:iterations=50";
const SHARE: f64 = 0.02;
const GAMES: u64 = 100_000;
const SEARCHING: u64 = 4_000;
const MOST: usize = 64;

pub fn tune(args: &Args, lab: &Lab, game: &dyn Table) -> Result<Tune, Error> {
    let (info, players) = (lab.info(), game.players());
    let mut known = KnownAgents::of(lab, game.rules(0));
    let spec = read(&mut known, players, "--agent", &args.agent)?;
    let mut agents = |flag: &str, texts: &[String]| -> Result<Vec<AgentEntry>, Error> {
        let specs = texts.iter().map(|text| read(&mut known, players, flag, text));
        specs.map(|spec| entry(flag, &spec?, game)).collect()
    };
    let start = entry("--agent", &spec, game)?;
    let all = match args.choices.is_empty() {
        true => Vec::new(),
        false => {
            agents("--choices", &combinations(&of_file(split(&args.agent).1), &args.choices)?)?
        }
    };
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
            let tuned = Parameters::of(weights, &params)?.tuned;
            if !tuned.iter().any(|one| game.weight_counts(&one.key)) {
                let named = args.params.join(" ");
                let reason = "these weights have no influence under these rules";
                return Err(Error::flag(format!("--params {named}"), reason));
            }
            tuned.len()
        }
        None if !args.params.is_empty() || all.is_empty() => {
            let reason = format!("`{spec}` has no weights that could be tuned");
            return Err(Error::flag("--agent", reason));
        }
        None => 0,
    };
    let mut opponents = agents("--opponents", &args.opponents)?;
    if opponents.is_empty() {
        opponents.push(start.clone());
        // An agent that only learns to beat itself may lose against others.
        if let Some(first) = with_first(info, &spec).filter(|_| spec.kind().asks_heuristic()) {
            let first = entry("--opponents", &first, game)?;
            opponents.extend((first != start).then_some(first));
        }
    }
    let (games, usual) = (games_of_deal(players, &opponents), population(count));
    let tests = tests(args, &mut known, game, &spec, &start)?;
    let mut tune = Tune {
        table: StudyContext::new(lab, game, args.owned.seed),
        tests,
        start,
        combinations: all,
        opponents,
        params,
        objective: args.objective,
        deals: args.games.div_ceil(games),
        population: args.population.map_or(usual, usize::from),
        generations: u64::from(args.generations),
        sigma: args.sigma,
    };
    let references = tune.tests.iter_mut().filter_map(|test| test.opponents.as_mut());
    let all = tune.combinations.iter_mut().chain([&mut tune.start]).chain(&mut tune.opponents);
    for agent in all.chain(references) {
        agent.alias = known.aliases.of(&agent.read()?).map(str::to_owned);
    }
    Ok(tune)
}

fn games_of_deal(players: usize, opponents: &[AgentEntry]) -> u64 {
    games_per_deal(players) * (opponents.len() as u64 + 1)
}

fn population(weights: usize) -> usize {
    4 + libm::floor(3.0 * libm::log(weights.max(1) as f64)) as usize
}

impl Tune {
    /// The tune of all weights of an agent that count here, which it must have, from its own and against itself: so
    /// many generations, each candidate with so many games. There is no test yet.
    pub fn of_all(
        context: StudyContext,
        start: &AgentEntry,
        game: &dyn Table,
        (generations, games): (u64, u64),
    ) -> Result<Tune, Error> {
        let all = start.weights.as_deref().unwrap_or_default();
        let params = that_count(game, &Parameters::of(all, &[])?);
        let opponents = vec![start.clone()];
        Ok(Tune {
            deals: games.div_ceil(games_of_deal(context.players, &opponents)),
            population: population(Parameters::of(all, &params)?.tuned.len()),
            table: context,
            start: start.clone(),
            combinations: Vec::new(),
            opponents,
            params,
            objective: Objective::Both,
            generations,
            sigma: 0.15,
            tests: Vec::new(),
        })
    }
}

pub fn is_reproducible(tune: &Tune) -> Result<bool, Error> {
    let references = tune.tests.iter().filter_map(|test| test.opponents.as_ref());
    let all =
        tune.combinations.iter().chain([&tune.start]).chain(&tune.opponents).chain(references);
    Ok(specs_of(all)?.iter().all(Spec::is_reproducible))
}

fn tests(
    args: &Args,
    known: &mut KnownAgents<'_>,
    game: &dyn Table,
    spec: &Spec,
    start: &AgentEntry,
) -> Result<Vec<Test>, Error> {
    let first = with_first(known.info, spec);
    let mut read = |text: &str| read(known, game.players(), "--references", text);
    let references: Vec<Spec> = match &args.references {
        Some(texts) => texts.iter().map(|text| read(text)).collect::<Result<_, _>>()?,
        None => first.into_iter().chain([read(SEARCH)?]).collect(),
    };
    let mut tests = vec![test(args, "start", spec, None)];
    for other in references {
        let opponents = entry("--references", &other, game)?;
        // Against the start there is a test already.
        if opponents != *start {
            let name = format!("{REFERENCE}{}", tests.len());
            tests.push(test(args, &name, spec, Some((other, opponents))));
        }
    }
    Ok(tests)
}

pub fn test(args: &Args, name: &str, spec: &Spec, opponents: Option<(Spec, AgentEntry)>) -> Test {
    let stopping = match opponents {
        None => Stopping::elo(args.elo),
        Some(_) => {
            Stopping::Sprt { unit: Unit::Share, low: 0.0, high: SHARE, alpha: RATE, beta: RATE }
        }
    };
    let (other, opponents) = opponents.unzip();
    let searching = [Some(spec), other.as_ref()].into_iter().flatten().any(searches);
    let usual = if searching { SEARCHING } else { GAMES };
    Test { name: name.to_owned(), opponents, stopping, games: args.confirm.unwrap_or(usual) }
}

fn with_first(info: &GameInfo, spec: &Spec) -> Option<Spec> {
    let first = info.weights.first().and_then(|(name, _)| FileName::new(name))?;
    Some(spec.clone().with_weights(Some(first)))
}

/// The keys of the weights that matter in the game; none if all do, since no key means all of them.
fn that_count(game: &dyn Table, all: &Parameters) -> Vec<String> {
    let keys = all.tuned.iter().map(|one| &one.key);
    let some: Vec<String> = keys.filter(|key| game.weight_counts(key)).cloned().collect();
    if some.len() == all.tuned.len() { Vec::new() } else { some }
}

/// The agent `text` with every combination of `choices`, each of which is `KEY=a|b|c`; the last
/// choice changes fastest. Only `text` itself without choices.
fn combinations(text: &str, choices: &[String]) -> Result<Vec<String>, Error> {
    let refuse = |reason: String| Err(Error::flag("--choices", reason));
    let mut all = vec![text.to_owned()];
    let mut keys: Vec<&str> = Vec::new();
    for choice in choices {
        let Some((key, values)) = choice.split_once('=') else {
            return refuse(format!("`{choice}` is not KEY=a|b|c"));
        };
        let values: Vec<&str> = values.split('|').map(str::trim).collect();
        if key.is_empty() || values.len() < 2 || values.contains(&"") {
            return refuse(format!("`{choice}` is not KEY=a|b|c, with two values or more"));
        }
        if keys.contains(&key) {
            return refuse(format!("`{key}` is named twice"));
        }
        keys.push(key);
        let options = text.split_once(':').map_or("", |(_, options)| options);
        if options.split(',').any(|option| option.trim().starts_with(&format!("{key}="))) {
            return refuse(format!("`{key}` stands in --agent already"));
        }
        let with = |text: &String, value: &str| {
            let separator = if text.contains(':') { ',' } else { ':' };
            format!("{text}{separator}{key}={value}")
        };
        all = (all.iter()).flat_map(|text| values.iter().map(|value| with(text, value))).collect();
        if all.len() > MOST {
            return refuse(format!("{} combinations are more than {MOST}", all.len()));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, choices: &[&str]) -> Result<Vec<String>, Error> {
        combinations(text, &choices.iter().map(|&choice| choice.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn every_combination_once() {
        assert_eq!(of("greedy", &[]).unwrap(), ["greedy"]);
        assert_eq!(
            of("mcts:iterations=50", &["rollout=greedy|random", "truncation=20|scoring"]).unwrap(),
            [
                "mcts:iterations=50,rollout=greedy,truncation=20",
                "mcts:iterations=50,rollout=greedy,truncation=scoring",
                "mcts:iterations=50,rollout=random,truncation=20",
                "mcts:iterations=50,rollout=random,truncation=scoring",
            ]
        );
        assert_eq!(of("greedy", &["lookahead=action|turn"]).unwrap()[1], "greedy:lookahead=turn");
    }

    #[test]
    fn what_is_no_choice_is_refused() {
        for (choices, told) in [
            (&["look"][..], "is not KEY=a|b|c"),
            (&["lookahead=turn"], "two values"),
            (&["lookahead=turn|"], "two values"),
            (&["lookahead=a|b", "lookahead=a|b"], "named twice"),
            (&["rollout_epsilon=1|2"], "stands in --agent"),
            (&["a=1|2|3|4|5", "b=1|2|3|4|5", "c=1|2|3"], "more than 64"),
        ] {
            let error = of("mcts:iterations=5,rollout_epsilon=0", choices).unwrap_err().to_string();
            assert!(error.starts_with("--choices: ") && error.contains(told), "{error}");
        }
    }
}
