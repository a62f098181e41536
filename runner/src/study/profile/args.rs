use crate::plan::purpose::{Format, Tournament};
use crate::study::{context::StudyContext, context::entry, profile::Args, profile::plan::Profile};
use crate::{error::Error, flags::agents::KnownAgents, flags::agents::read, plan::run::AgentEntry};
use drakkar_agents::levels::LEVELS;
use drakkar_play::{erased::Table, lab::Lab, schedule::Policy, schedule::Schedule};

const GAMES: [u64; 2] = [400, 2000];
const ITERATIONS: [u64; 2] = [200, 400];
const QUICK: [usize; 4] = [1, 3, 5, 7];
/// Deals of the tournament, at least: with fewer, shares of the variance have no interval.
const DEALS: u64 = 10;
/// Games that are analysed, at least; else one of so many.
const ANALYSED: u64 = 20;
const EVERY: u64 = 10;
/// Games in which luck is measured: one of so many, within these bounds. With fewer there are no intervals.
const LUCKY_EVERY: u64 = 20;
const LUCKY: [u64; 2] = [10, 50];

pub fn profile(args: &Args, lab: &Lab, table: &dyn Table) -> Result<Profile, Error> {
    let of = |list: [u64; 2]| if args.quick { list[0] } else { list[1] };
    let games = args.games.unwrap_or(of(GAMES));
    let iterations = args.analysis_iterations.map_or(of(ITERATIONS), u64::from);
    let numbers = levels(args)?;
    let mut known = KnownAgents::of(lab, table.rules(0));
    let mut agent = |flag: &str, text: &str| -> Result<AgentEntry, Error> {
        let spec = read(&mut known, table.players(), flag, text)?;
        let alias = known.aliases.of(&spec).map(str::to_owned);
        Ok(AgentEntry { alias, ..entry(flag, &spec, table)? })
    };
    let levels = numbers.iter().map(|number| agent("--levels", &format!("level-{number}")));
    let levels: Vec<AgentEntry> = levels.collect::<Result<_, _>>()?;
    let player = agent("--levels", &format!("level-{LEVELS}"))?;
    let analyst = agent("--analysis-iterations", &format!("mcts:iterations={iterations}"))?;
    let plain = agent("--analysis-iterations", &format!("uct:iterations={iterations}"))?;
    let obvious = agent("--game", "greedy")?;
    Ok(Profile {
        ladder_games: (2 * games).max(DEALS * games_of_a_deal(levels.len(), table.players())),
        levels,
        player,
        games,
        analysed: (games / EVERY).max(ANALYSED),
        lucky: (games / LUCKY_EVERY).clamp(LUCKY[0], LUCKY[1]) as usize,
        analyst,
        plain,
        obvious,
        table: StudyContext::new(lab, table, args.owned.seed),
    })
}

fn levels(args: &Args) -> Result<Vec<usize>, Error> {
    let mut levels = match args.levels.as_slice() {
        [] if args.quick => QUICK.to_vec(),
        [] => (1..=LEVELS).collect(),
        some => some.to_vec(),
    };
    levels.sort_unstable();
    levels.dedup();
    if levels.len() < 2 {
        return Err(Error::flag("--levels", "a rating ladder has at least two levels"));
    }
    Ok(levels)
}

fn games_of_a_deal(levels: usize, players: usize) -> u64 {
    let line_ups = Tournament::of(Format::RoundRobin, levels, players).line_ups;
    let games = |seats: &Vec<u8>| Schedule::new(seats, Policy::Permutations, 0).games_per_block();
    line_ups.iter().map(games).sum()
}
