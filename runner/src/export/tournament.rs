//! `ratings.csv`, `pairings.csv`, `neighbours.csv`: what came of a tournament.

use crate::export::figure::Figure;
use crate::export::lines::Lines;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::summary::{per_cent, span};
use crate::stats::counters::{Counters, SHARE_UNIT};
use crate::stats::interval::{self, Interval};
use crate::stats::meetings::{HALF, Meetings};
use crate::stats::p_value::{two_sided, with_holm};
use crate::stats::ratings::{Estimates, Rating, Status};
use crate::stats::ratio::Ratio;
use crate::stats::verdict::{Verdict, blocks_for_verdict, verdict};

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
) -> (Vec<Named>, Vec<Sheet>) {
    let (names, sums) = (results.names, &results.whole.sums);
    let Some(meetings) = &sums.meetings else { return (Vec::new(), Vec::new()) };
    let seed = results.run.seed.parse().unwrap_or_default();
    let table = table(meetings, &sums.counters, anchor, seed);
    let files = vec![
        ("ratings.csv".to_owned(), ratings_csv(names, &table, &sums.counters)),
        ("pairings.csv".to_owned(), pairings_csv(names, meetings, margin)),
        ("neighbours.csv".to_owned(), neighbours_csv(names, meetings)),
    ];
    let mut cross = cross(names, &table, meetings);
    cross.remark = open_pairs(results, meetings, margin.unwrap_or(0.0));
    let sheets = vec![ratings_sheet(names, &table, &sums.counters, anchor), cross];
    (files, sheets)
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

fn ratings_csv(names: &[String], table: &Table, counters: &Counters) -> Vec<u8> {
    let mut lines = Lines::new();
    lines.row([
        "rank",
        "agent",
        "status",
        "elo",
        "elo_low",
        "elo_high",
        "superiority_over_next",
        "games",
        "blocks",
        "win_share",
        "win_share_low",
        "win_share_high",
    ]);
    for (rank, &agent) in table.order.iter().enumerate() {
        let (rating, share) = (&table.ratings[agent], share(counters, agent));
        let figure = |value: Option<f64>| Figure(value).text();
        let interval = interval::of_share(share, SHARE_UNIT);
        lines.row([
            (rank + 1).to_string(),
            names[agent].clone(),
            status(rating).to_owned(),
            figure(rating.elo),
            figure(rating.low),
            figure(rating.high),
            figure(table.superiority[rank]),
            share.d.to_string(),
            share.blocks.to_string(),
            figure(share.value(SHARE_UNIT)),
            figure(interval.map(|i| i.0)),
            figure(interval.map(|i| i.1)),
        ]);
    }
    lines.bytes()
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
    let names = results.names;
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

fn pairings_csv(names: &[String], meetings: &Meetings, margin: Option<f64>) -> Vec<u8> {
    let raw = pairs(names.len()).map(|(a, b)| {
        let (pair, value, _) = score(meetings, a, b)?;
        two_sided(value - HALF, pair.error(HALF)?, pair.blocks)
    });
    let by_pair = with_holm(raw.collect());
    let mut lines = Lines::new();
    lines.row([
        "agent",
        "opponent",
        "meetings",
        "blocks",
        "score",
        "low",
        "high",
        "p",
        "p_holm",
        "verdict",
        "blocks_needed",
    ]);
    for one in 0..names.len() {
        for other in (0..names.len()).filter(|&other| other != one) {
            let Some((pair, value, interval)) = score(meetings, one, other) else { continue };
            let figure = |value: Option<f64>| Figure(value).text();
            let (p, p_holm) = by_pair[Meetings::pair(one.min(other), one.max(other))];
            let margin = margin.unwrap_or(0.0);
            let said = verdict(value, HALF, interval, margin);
            let needed = blocks_for_verdict(value, HALF, interval, margin, pair.blocks);
            lines.row([
                names[one].clone(),
                names[other].clone(),
                pair.d.to_string(),
                pair.blocks.to_string(),
                figure(Some(value)),
                figure(interval.map(|i| i.0)),
                figure(interval.map(|i| i.1)),
                figure(p),
                figure(p_holm),
                said.name().to_owned(),
                needed.map(|blocks| blocks.to_string()).unwrap_or_default(),
            ]);
        }
    }
    lines.bytes()
}

fn neighbours_csv(names: &[String], meetings: &Meetings) -> Vec<u8> {
    let mut lines = Lines::new();
    lines.row(["agent", "predecessor", "games", "win_share", "low", "high"]);
    for (index, share) in meetings.neighbours.iter().enumerate().filter(|(_, s)| s.d != 0) {
        let figure = |value: Option<f64>| Figure(value).text();
        let interval = interval::of_share(share, SHARE_UNIT);
        lines.row([
            names[index / names.len()].clone(),
            names[index % names.len()].clone(),
            share.d.to_string(),
            figure(share.value(SHARE_UNIT)),
            figure(interval.map(|i| i.0)),
            figure(interval.map(|i| i.1)),
        ]);
    }
    lines.bytes()
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
