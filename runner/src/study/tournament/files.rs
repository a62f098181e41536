//! `ratings.csv`, `pairings.csv`, `neighbours.csv`: what came of a tournament.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::summary::{per_cent, span};
use drakkar_stats::counters::{Counters, SHARE_UNIT};
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::meetings::{HALF, Meetings};
use drakkar_stats::p_value::{two_sided, with_holm};
use drakkar_stats::ratings::{Estimates, Rating, Status};
use drakkar_stats::ratio::Ratio;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};

/// Agents by rank, each with its rating.
struct Table {
    /// Agent numbers, the strongest first.
    order: Vec<usize>,
    ratings: Vec<Rating>,
    /// By rank: likelihood that the agent is stronger than the next.
    superiority: Vec<Option<f64>>,
}

/// The files and tables of a tournament.
pub(crate) fn report(
    results: &Results<'_>,
    anchor: usize,
    margin: Option<f64>,
) -> Result<(Vec<Named>, Vec<Sheet>), Error> {
    let (names, sums) = (results.names, &results.whole.sums);
    let Some(meetings) = &sums.meetings else { return Ok((Vec::new(), Vec::new())) };
    let seed = results.run.seed.parse().unwrap_or_default();
    let table = table(meetings, &sums.counters, anchor, seed);
    let files = vec![
        ("ratings.csv".to_owned(), ratings_csv(names, &table, &sums.counters)?),
        ("pairings.csv".to_owned(), pairings_csv(names, meetings, margin)?),
        ("neighbours.csv".to_owned(), neighbours_csv(names, meetings)?),
    ];
    let mut cross = cross(results.shown, &table, meetings);
    cross.remark = open_pairs(results, meetings, margin.unwrap_or(0.0));
    let sheets = vec![ratings_sheet(results.shown, &table, &sums.counters, anchor), cross];
    Ok((files, sheets))
}

fn share(counters: &Counters, agent: usize) -> &Ratio {
    &counters.agents[agent].share
}

fn table(meetings: &Meetings, counters: &Counters, anchor: usize, seed: u64) -> Table {
    let agents = counters.agents.len();
    let estimates = Estimates::new(&meetings.rankings, agents, seed);
    let ratings = estimates.ratings(anchor);
    let mut order: Vec<usize> = (0..agents).collect();
    // Those above every number, the numbers, those below, and those that nothing leads to.
    let class = |agent: usize| match ratings[agent].status {
        Status::NeverLoses => 0,
        Status::Rated => 1,
        Status::NeverWins => 2,
        Status::NotConnected => 3,
    };
    let strength = |agent: usize| ratings[agent].elo.or(share(counters, agent).value(SHARE_UNIT));
    order.sort_by(|&a, &b| {
        let (one, two) = (strength(a).unwrap_or_default(), strength(b).unwrap_or_default());
        class(a).cmp(&class(b)).then(two.total_cmp(&one)).then(a.cmp(&b))
    });
    let next = |rank: usize| order.get(rank + 1).copied();
    let superiority = (0..agents)
        .map(|rank| next(rank).and_then(|other| estimates.superiority(order[rank], other)))
        .collect();
    Table { order, ratings, superiority }
}

fn status(rating: &Rating) -> &'static str {
    match rating.status {
        Status::Rated => "rated",
        Status::NeverLoses => "never loses",
        Status::NeverWins => "never wins",
        Status::NotConnected => "not connected",
    }
}

/// Header and row of `ratings.csv`.
#[derive(Serialize, Default)]
struct Rated<'a> {
    rank: usize,
    agent: &'a str,
    status: &'a str,
    elo: Figure,
    elo_low: Figure,
    elo_high: Figure,
    superiority_over_next: Figure,
    games: i128,
    blocks: i128,
    win_share: Figure,
    win_share_low: Figure,
    win_share_high: Figure,
}

fn ratings_csv(names: &[String], table: &Table, counters: &Counters) -> Result<Vec<u8>, Error> {
    lines::headed(table.order.iter().enumerate().map(|(rank, &agent)| {
        let (rating, share) = (&table.ratings[agent], share(counters, agent));
        let interval = interval::of_share(share, SHARE_UNIT);
        Rated {
            rank: rank + 1,
            agent: &names[agent],
            status: status(rating),
            elo: Figure(rating.elo),
            elo_low: Figure(rating.low),
            elo_high: Figure(rating.high),
            superiority_over_next: Figure(table.superiority[rank]),
            games: share.d,
            blocks: share.blocks,
            win_share: Figure(share.value(SHARE_UNIT)),
            win_share_low: Figure(interval.map(|i| i.0)),
            win_share_high: Figure(interval.map(|i| i.1)),
        }
    }))
}

/// The score of agent `one` against agent `other`: the share of meetings in which it ends ahead, level
/// ones counting half; with its interval.
fn score(meetings: &Meetings, one: usize, other: usize) -> Option<(&Ratio, f64, Option<Interval>)> {
    let pair = &meetings.pairs[Meetings::pair(one.min(other), one.max(other))];
    let value = pair.value(HALF)?;
    let interval = interval::of_share(pair, HALF);
    Some(if one < other {
        (pair, value, interval)
    } else {
        (pair, 1.0 - value, interval.map(|(low, high)| (1.0 - high, 1.0 - low)))
    })
}

/// All pairs of agents, in the order of [`Meetings::pair`].
fn pairs(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// Pairings without a verdict and what they would still take, a line each.
fn open_pairs(results: &Results<'_>, meetings: &Meetings, margin: f64) -> String {
    let names = results.shown;
    let lines = pairs(names.len()).filter_map(|(a, b)| {
        let (pair, value, interval) = score(meetings, a, b)?;
        if verdict(value, HALF, interval, margin) != Verdict::Open {
            return None;
        }
        let needed = blocks_for_verdict(value, HALF, interval, margin, pair.blocks);
        let rest = results.still_needed(needed, pair.blocks);
        Some(format!("Open between {} and {}{rest}", names[a], names[b]))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Header and row of `pairings.csv`.
#[derive(Serialize, Default)]
struct Pairing<'a> {
    agent: &'a str,
    opponent: &'a str,
    meetings: i128,
    blocks: i128,
    score: Figure,
    low: Figure,
    high: Figure,
    p: Figure,
    p_holm: Figure,
    verdict: &'a str,
    blocks_needed: Option<u64>,
}

fn pairings_csv(
    names: &[String],
    meetings: &Meetings,
    margin: Option<f64>,
) -> Result<Vec<u8>, Error> {
    let raw = pairs(names.len()).map(|(a, b)| {
        let (pair, value, _) = score(meetings, a, b)?;
        two_sided(value - HALF, pair.error(HALF)?, pair.blocks)
    });
    let by_pair = with_holm(raw.collect());
    let margin = margin.unwrap_or(0.0);
    let both = (0..names.len()).flat_map(|one| (0..names.len()).map(move |other| (one, other)));
    lines::headed(both.filter(|(one, other)| one != other).filter_map(|(one, other)| {
        let (pair, value, interval) = score(meetings, one, other)?;
        let (p, p_holm) = by_pair[Meetings::pair(one.min(other), one.max(other))];
        Some(Pairing {
            agent: &names[one],
            opponent: &names[other],
            meetings: pair.d,
            blocks: pair.blocks,
            score: Figure(Some(value)),
            low: Figure(interval.map(|i| i.0)),
            high: Figure(interval.map(|i| i.1)),
            p: Figure(p),
            p_holm: Figure(p_holm),
            verdict: verdict(value, HALF, interval, margin).name(),
            blocks_needed: blocks_for_verdict(value, HALF, interval, margin, pair.blocks),
        })
    }))
}

/// Header and row of `neighbours.csv`.
#[derive(Serialize, Default)]
struct Neighbours<'a> {
    agent: &'a str,
    predecessor: &'a str,
    games: i128,
    win_share: Figure,
    low: Figure,
    high: Figure,
}

fn neighbours_csv(names: &[String], meetings: &Meetings) -> Result<Vec<u8>, Error> {
    let met = meetings.neighbours.iter().enumerate().filter(|(_, share)| share.d != 0);
    lines::headed(met.map(|(index, share)| {
        let interval = interval::of_share(share, SHARE_UNIT);
        Neighbours {
            agent: &names[index / names.len()],
            predecessor: &names[index % names.len()],
            games: share.d,
            win_share: Figure(share.value(SHARE_UNIT)),
            low: Figure(interval.map(|i| i.0)),
            high: Figure(interval.map(|i| i.1)),
        }
    }))
}

fn ratings_sheet(names: &[String], table: &Table, counters: &Counters, anchor: usize) -> Sheet {
    let head =
        ["rank", "agent", "Elo", "95 % interval", "better than next", "win share", "95 % interval"];
    let mut sheet = Sheet::new("Ratings", &head, 2);
    let round = |value: f64| format!("{value:+.0}");
    let end = |value: Option<f64>| value.map_or("open".to_owned(), round);
    for (rank, &agent) in table.order.iter().enumerate() {
        let (rating, share) = (&table.ratings[agent], share(counters, agent));
        sheet.rows.push(vec![
            (rank + 1).to_string(),
            names[agent].clone(),
            rating.elo.map_or_else(|| status(rating).to_owned(), round),
            match rating.elo {
                // Without either end there were too few blocks for an interval.
                Some(_) if agent != anchor && (rating.low.is_some() || rating.high.is_some()) => {
                    format!("{} to {}", end(rating.low), end(rating.high))
                }
                _ => String::new(),
            },
            table.superiority[rank].map(per_cent).unwrap_or_default(),
            share.value(SHARE_UNIT).map(per_cent).unwrap_or_default(),
            interval::of_share(share, SHARE_UNIT).map(|i| span(i, per_cent)).unwrap_or_default(),
        ]);
    }
    sheet.remark = format!("Elo relative to {}", names[anchor]);
    sheet
}

/// The cross table: how often the row's agent ends ahead of the column's.
fn cross(names: &[String], table: &Table, meetings: &Meetings) -> Sheet {
    let ranks: Vec<String> = (1..=names.len()).map(|rank| rank.to_string()).collect();
    let head: Vec<&str> =
        ["rank", "agent"].into_iter().chain(ranks.iter().map(String::as_str)).collect();
    let mut sheet = Sheet::new("Who ends ahead of whom", &head, 2);
    for (rank, &one) in table.order.iter().enumerate() {
        let cells = table.order.iter().map(|&other| {
            if one == other {
                return String::new();
            }
            score(meetings, one, other).map(|found| per_cent(found.1)).unwrap_or_default()
        });
        let row = [ranks[rank].clone(), names[one].clone()];
        sheet.rows.push(row.into_iter().chain(cells).collect());
    }
    sheet
}
