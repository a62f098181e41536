use std::{iter, path::Path};

use toml::Value;

use crate::export::answer::{Answer, Next, Told, by_chance};
use crate::export::figure::{counted, per_cent, shown, span};
use crate::export::{failures, results::Results, writing::WholeGames};
use crate::flags::{
    agents::KnownAgents, agents::SeatFlags, number::games, rule_source::RuleSource,
};
use crate::plan::run::{Plan, Run};
use crate::study::volume::{Ask, Asked, Cast};
use crate::study::{kind::Following, kind::Study, one_step::OneStep, one_step::Tables};
use crate::{error::Error, journal::course::Course, study::plan_builder::PlanBuilder};
use drakkar_stats::summary::{WinRate, win_rates};
use drakkar_stats::{bounds::Bounds, counters::SHARE_UNIT, interval, interval::Interval};
use drakkar_stats::{p_value::LEVEL, p_value::of_all_shares};

const EXAMPLES: &str = "\
Examples:
  drakkar run
      100,000 games of four greedy players: seats, scores, what winners do
  drakkar run --agents greedy random random random --games 1000000 \\
      --seed 7 --out DIR
      one against three; each deal is played in all four seatings
  drakkar run --players 2 --rules base --set scoring.surplus_glory=1 --per-game
      a changed rule, two seats, one row for each game and seat
  drakkar run --game connect-four --agents random random --threads 1 --quiet

The same command gives the same files for any number of threads, and resumes after Ctrl-C, a \
deadline or a crash.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

/// Plays seeded games of agents against each other and writes statistics as CSV
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    games: Asked<Games>,

    #[command(flatten)]
    step: OneStep,

    #[command(flatten)]
    tables: Tables,
}

#[derive(clap::Args, Debug)]
pub struct Games {
    #[command(flatten)]
    seats: SeatFlags,

    /// Games to play; rounded up to whole blocks (a deal in all its seatings)
    #[arg(long, value_name = "N", default_value = "100000", value_parser = games)]
    games: u64,
}

impl Ask for Games {
    fn cast(&self, known: &mut KnownAgents<'_>, _: &RuleSource) -> Result<Cast, Error> {
        let specs = self.seats.specs(known)?;
        let players = specs.len();
        Ok((PlanBuilder::new(specs, self.games), players, None))
    }
}

pub struct PlainRun;

impl Study for PlainRun {
    fn command(&self) -> &'static str {
        "run"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        Ok(vec![("agents", plan.run.specs().into())])
    }

    fn course<'a>(&'a self, _: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(PlainRun)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All(""))
    }
}

impl Course for PlainRun {}

impl Following for PlainRun {
    fn report(&self, results: &Results<'_>) -> Result<Told, Error> {
        Ok(Told { answer: answer(results), ..Told::default() })
    }
}

/// Which seats of one agent, or which agents, win more or less often than par, all of them tested together: with
/// many seats, chance alone would often move the interval of one off par.
pub fn answer(results: &Results<'_>) -> Answer {
    let rates = win_rates(&results.whole.sums.counters);
    let one = results.names.len() == 1;
    let counters = &results.whole.sums.counters;
    let asked: Vec<&WinRate> = rates.iter().filter(|row| row.seat.is_some() == one).collect();
    let sums = asked.iter().map(|row| {
        let sums = &counters.agents[row.agent];
        row.seat.map_or(&sums.share, |seat| &sums.seats[seat].share)
    });
    let p = of_all_shares(&sums.collect::<Vec<_>>(), SHARE_UNIT, 1.0 / results.run.players as f64);
    let apart = |row: &WinRate| {
        row.interval.is_some_and(|(low, high): Interval| low > row.par || high < row.par)
    };
    let clear = |(row, p): (&WinRate, Option<f64>)| apart(row) && p.is_some_and(|p| p <= LEVEL);
    let by_itself = asked.iter().filter(|row| apart(row)).count();
    let several = asked.len();
    let least = p.iter().copied().flatten().min_by(f64::total_cmp);
    let clear: Vec<&WinRate> =
        asked.into_iter().zip(p).filter(|&found| clear(found)).map(|(row, _)| row).collect();
    let (withheld, mut clear): (Vec<&WinRate>, Vec<&WinRate>) =
        clear.into_iter().partition(|row| is_turned(results, row));
    clear.sort_by(|a, b| {
        b.win_share.unwrap_or_default().total_cmp(&a.win_share.unwrap_or_default())
    });
    let name = |row: &WinRate, seat_word: &str| match row.seat {
        Some(seat) if one => format!("{seat_word} {seat}"),
        _ => results.names[row.agent].clone(),
    };
    let told = |row: &WinRate, how: &str, seat_word: &str| {
        let name = name(row, seat_word);
        let share = shown(row.win_share, per_cent);
        let interval = shown(row.interval, |ends| span(ends, per_cent));
        format!("{name} wins {how}, {share} ({interval})")
    };
    let par = per_cent(1.0 / results.run.players as f64);
    let withheld: Vec<String> = withheld.iter().map(|row| name(row, "Seat")).collect();
    let withheld =
        (!withheld.is_empty()).then(|| format!("{}: {}.", withheld.join(", "), failures::WITHHELD));
    if let (Some(sentence), true) = (&withheld, clear.is_empty()) {
        return Answer { sentences: vec![sentence.clone()], next: None };
    }
    let (Some(first), Some(last)) = (clear.first(), clear.last()) else {
        let what = if one { "seat" } else { "agent" };
        let nothing = format!(
            "No {what}'s win share is distinguishable from {par} in {} on {}.",
            counted(results.whole.games, "game", "games"),
            counted(counters.blocks as u64, "deal", "deals")
        );
        let alone = by_chance(by_itself, several, &par, least);
        return Answer {
            sentences: iter::once(nothing).chain(alone).collect(),
            next: Next::flags(format!("--games {}", 4 * results.whole.games)),
        };
    };
    let most = (first.win_share > Some(first.par)).then(|| told(first, "most", "Seat"));
    let seat_word = if most.is_some() { "seat" } else { "Seat" };
    let least = (last.win_share < Some(last.par)).then(|| told(last, "least", seat_word));
    let parts: Vec<String> = most.into_iter().chain(least).collect();
    let sentence = format!("{}; {par} would be even.", parts.join("; "));
    Answer { sentences: iter::once(sentence).chain(withheld).collect(), next: None }
}

/// Whether the games that are left out could turn what a row says. Of an agent that plays against
/// itself it is not known what each seat could have won.
fn is_turned(results: &Results<'_>, row: &WinRate) -> bool {
    let side = |(low, high): Interval| (low > row.par, high < row.par);
    let bounds = results.whole.sums.bounds.as_ref();
    let turned = |bound: &Bounds| {
        let found = interval::of_share(&bound.shares[row.agent], SHARE_UNIT);
        found.map(side) != row.interval.map(side)
    };
    match row.seat {
        Some(_) => failures::are_left_out(results),
        None => bounds.into_iter().flatten().any(turned),
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    args.step.play(&args.games, args.tables.format)
}
