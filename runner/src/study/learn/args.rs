use std::path::Path;

use crate::plan::purpose::Stopping;
use crate::study::context::{StudyContext, entry, entry_of};
use crate::study::learn::plan::{EXPECTED, Generations, Learn, Start};
use crate::study::learn::{Args, GENERATIONS, from_plan::PastPlan};
use crate::study::workspace::Workspace;
use crate::{error::Error, export::verify, flags::agents::KnownAgents, flags::agents::read};
use drakkar_agents::{net::Net, spec::Kind};
use drakkar_learn::method::Method;
use drakkar_play::{erased::Seated, erased::Table, lab::Lab};

/// Most positions to learn from: more would need more than 20 GB of memory.
const MOST: u64 = 100_000_000;

const POSITIONS: u32 = 20;
const ITERATIONS: u32 = 100;
const SELF_PLAY_ITERATIONS: u32 = 40;
const NEXT_GAMES: u64 = 20_000;
const TEST_GAMES: u64 = 4000;
const ELO: f64 = 20.0;
const REFERENCES: [&str; 2] = ["greedy", "uct:iterations=200"];
const REFERENCE_GAMES: u64 = 200;

fn check_course(args: &Args, past: Option<&PastPlan>) -> Result<(), Error> {
    if !args.is_single_training() {
        return Ok(());
    }
    if let Some(first) = past.and_then(PastPlan::first_training) {
        let mut reason = "the plan is that of a self-play training".to_owned();
        if first.is_file() {
            reason += &format!("; its first net alone: --config {}", first.display());
        }
        return Err(Error::flag("--generations 1", reason));
    }
    let given = [
        ("--test-iterations", args.test_iterations.is_some()),
        ("--test-games", args.test_games.is_some()),
        ("--self-play-iterations", args.self_play_iterations.is_some()),
        ("--next-games", args.next_games.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Error::flag(*flag, "only with --generations 2 or more")),
        None => Ok(()),
    }
}

pub fn learn(args: &Args, lab: &Lab, table: &dyn Table) -> Result<Learn, Error> {
    let past = args.table.base_file.as_deref().map(PastPlan::read).transpose()?.flatten();
    check_course(args, past.as_ref())?;
    let (info, players) = (lab.info(), table.players());
    check("--games", args.games, args.positions)?;
    if args.games < 2 {
        return Err(Error::flag("--games 1", "too few to learn from and to test"));
    }
    let mut known = KnownAgents::of(lab, table.rules(0));
    let mut texts = args.agents.clone();
    if texts.is_empty() {
        texts.push("greedy".to_owned());
        texts.extend(info.weights.first().map(|(name, _)| format!("greedy:weights={name}")));
    }
    let (mut data_agents, mut specs) = (Vec::new(), Vec::new());
    for text in &texts {
        let spec = read(&mut known, players, "--agents", text)?;
        if !spec.is_reproducible() {
            let reason = format!("`{spec}` does not give the same net again");
            return Err(Error::flag("--agents", reason));
        }
        let before = past.as_ref().and_then(|past| past.data_agent(&spec.to_string()));
        let seated =
            before.map_or_else(|| Seated::new(&spec), |data_agent| data_agent.seated(&spec));
        let data_agent = entry_of("--agents", &seated, table)?;
        // By default, both may be the same.
        if !args.agents.is_empty() || !data_agents.contains(&data_agent) {
            data_agents.push(data_agent);
            specs.push(spec);
        }
    }
    // Only these say what they expect; programs and agents of one's own may.
    let expects = specs.iter().any(|spec| !matches!(spec.kind(), Kind::Random | Kind::Greedy(_)));
    let expected = args.search_value.filter(|_| expects).unwrap_or_default();
    if args.search_value > Some(0.0) && !expects && args.is_single_training() {
        let reason = "no agent that plays the data has an expectation; searches have one (--agents mcts:iterations=40)";
        return Err(Error::flag("--search-value", reason));
    }
    let start = args.start.as_deref().map(start).transpose()?;
    if let Some((past, start)) = past.as_ref().zip(start.as_ref()) {
        past.check(start)?;
    }
    let table = StudyContext::new(lab, table, args.owned.seed);
    let seed = table.seed_of("weights");
    Ok(Learn {
        data_agents,
        games: args.games,
        positions: args.positions as usize,
        epsilon: args.epsilon,
        start,
        net: Method { epochs: args.epochs, search_value_weight: expected, ..Method::net(seed) },
        logistic: Method::logistic(seed),
        table,
    })
}

fn check(flag: &str, games: u64, positions: u32) -> Result<(), Error> {
    if games.saturating_mul(positions.into()) > MOST {
        let reason = format!("makes more than {MOST} positions, {positions} of each game");
        return Err(Error::flag(format!("{flag} {games}"), reason));
    }
    Ok(())
}

pub fn generations(args: &Args, first: Learn, ws: &Workspace<'_>) -> Result<Generations, Error> {
    let iterations = args.test_iterations.unwrap_or(ITERATIONS);
    check("--next-games", args.next_games.unwrap_or(NEXT_GAMES), POSITIONS)?;
    let table = ws.table;
    let agent = |flag: &str, text: &str| {
        let mut known = KnownAgents::of(ws.lab, table.rules(0));
        entry(flag, &read(&mut known, table.players(), flag, text)?, table)
    };
    let references = REFERENCES.map(|text| agent("--generations", text));
    Ok(Generations {
        version: first.table.version.clone(),
        folder: args.owned.out.display().to_string(),
        generations: args.generations.unwrap_or(GENERATIONS),
        games: args.next_games.unwrap_or(NEXT_GAMES),
        positions: POSITIONS as usize,
        self_play_iterations: args.self_play_iterations.unwrap_or(SELF_PLAY_ITERATIONS),
        search_value_weight: args.search_value.unwrap_or(EXPECTED),
        before: agent("--test-iterations", &format!("mcts:iterations={iterations}"))?,
        test_iterations: iterations,
        stopping: Stopping::elo(ELO),
        test_games: args.test_games.unwrap_or(TEST_GAMES),
        references: references.into_iter().collect::<Result<_, _>>()?,
        reference_games: REFERENCE_GAMES,
        first,
    })
}

pub fn start(path: &Path) -> Result<Start, Error> {
    let net = net_of(path)?;
    Ok(Start { file: path.display().to_string(), sha256: net.sha256().to_owned() })
}

pub fn net_of(path: &Path) -> Result<Net, Error> {
    let text = verify::text(path)?;
    Net::from_json(&text).map_err(|error| Error::input(path, error))
}
