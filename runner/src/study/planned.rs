use crate::plan::run::{AgentEntry, MOST_PLANNED, Plan, ROW_FORMAT, Run, specs_of};
use crate::{error::Error, games, plan::purpose::Purpose, study};
use drakkar_agents::spec::Spec;
use drakkar_play::erased::{Crew, Seated, Table};
use drakkar_play::{chunking::microseconds, schedule::Schedule};

/// The plan of so many games at a table, of whose rule sets the first is that of the run, and of games on fresh deals
/// after a comparison. What is `asked` for has one agent for each seat; if the purpose has line-ups, each agent once.
/// Weights that they lack are looked up, from their files or the known sets; chunks of no blocks have the usual size.
pub fn planned(asked: Run, [games, confirm]: [u64; 2], table: &dyn Table) -> Result<Plan, Error> {
    let (rule_set, id) = (table.rules(0).clone(), table.info().id);
    let specs = specs_of(&asked.agents)?;
    let crew = crew_of(&asked.agents, "--agents", table)?;
    let agents = asked.agents.into_iter().enumerate().map(|(number, agent)| {
        let [weights, net] = crew.weights(number);
        AgentEntry { weights, net, ..agent }
    });
    // A branch in which an agent fails is no comparison.
    let may_fail =
        !matches!(asked.purpose, Some(Purpose::Branch(_))) && specs.iter().any(Spec::may_fail);
    let run = Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        generators: drakkar_engine::seed::GENERATORS,
        row_format: ROW_FORMAT,
        game: id.to_owned(),
        rules: games::lab(id)?.name_of(&rule_set).to_owned(),
        rule_set,
        players: table.players(),
        agents: agents.collect(),
        irreproducible: specs.iter().any(|spec| !spec.is_reproducible()),
        on_failure: may_fail.then_some(asked.on_failure.unwrap_or_default()),
        ..asked
    };
    let greedy = (table.info().greedy_microseconds)(run.players);
    let specs = specs_of(run.different())?;
    let costs: Vec<u64> = specs.iter().map(|spec| microseconds(spec, greedy)).collect();
    let line_up = |seats: Vec<u8>| {
        let games = Schedule::new(&seats, run.seating, 0).games_per_block();
        (seats.iter().map(|&agent| costs[usize::from(agent)]).sum(), games)
    };
    let line_ups: Vec<(u64, u64)> = run.line_ups().into_iter().map(line_up).collect();
    let study = study::of(&run);
    let games_per_block = study.games_per_block(line_ups.iter().map(|(_, games)| games).sum());
    let blocks = games.div_ceil(games_per_block);
    let chunk = match run.chunk {
        // Far from the most, as fresh deals have chunks of their own.
        0 => study.chunk(&line_ups, blocks).max(blocks.div_ceil(MOST_PLANNED / 2)),
        chunk => chunk,
    };
    let chunk = chunk.min(blocks).max(1);
    let mut run = Run { games_per_block, blocks, chunk, ..run };
    run.purpose = study::of(&run).completed(&run, confirm).or(run.purpose.take());
    let chunks = run.chunking(1).chunks();
    if chunks > MOST_PLANNED {
        let reason = format!("makes {chunks} chunks; at most {MOST_PLANNED} are possible");
        return Err(Error::flag("--chunk", reason));
    }
    Ok(Plan::new(run, games))
}

/// Agents at a table, as they were planned; `flag` names them.
pub fn crew_of<'e>(
    entries: impl IntoIterator<Item = &'e AgentEntry>,
    flag: &str,
    table: &dyn Table,
) -> Result<Box<dyn Crew>, Error> {
    let seated = entries.into_iter().map(|entry| Ok(entry.seated(&entry.read()?)));
    let seated: Vec<Seated> = seated.collect::<Result<_, Error>>()?;
    table.seat(&seated).map_err(|error| Error::flag(flag, error))
}
