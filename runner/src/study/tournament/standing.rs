//! The study of a tournament, its standing during play, and its results: `ratings.csv`,
//! `pairings.csv`, `neighbours.csv`.

use std::{collections::BTreeMap, path::Path};

use serde::Serialize;
use toml::Value as Flag;

use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{per_cent, with_sign};
use crate::export::{failures, figure::Figure, lines, results::Results, sheet::Sheet};
use crate::plan::run::{Plan, Run};
use crate::study::kind::{Following, Report, Study};
use crate::study::tournament::rows::{PairingRow, RatingRow};
use crate::study::tournament::{circles, first, fit};
use crate::{error::Error, journal::course::Course, plan::purpose::Tournament};
use drakkar_play::json;
use drakkar_stats::bounds::Bounds;
use drakkar_stats::layout::Beside;
use drakkar_stats::meetings::{HALF, Meetings};
use drakkar_stats::p_value::{LEVEL, two_sided, with_holm};
use drakkar_stats::ratings::{Estimates, Status};
use drakkar_stats::sums::Sums;
use drakkar_stats::transitivity::alpha_rank;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};
use drakkar_stats::{counters::SHARE_UNIT, interval, ratio::Ratio};

impl Study for Tournament {
    fn command(&self) -> &'static str {
        "tournament"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Flag)>, Error> {
        let names = plan.run.different();
        let format = json::value(&self.format);
        let mut flags = vec![
            ("format", format.as_str().unwrap_or_default().into()),
            ("anchor", names[usize::from(self.anchor)].clone().into()),
            ("agents", names.into()),
        ];
        flags.extend(self.margin.map(|margin| ("margin", margin.into())));
        Ok(flags)
    }

    fn rates_agents(&self) -> bool {
        true
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Meetings)
    }

    fn course<'a>(&'a self, _: &'a Run, names: &'a [String]) -> Box<dyn Following + 'a> {
        let shares = vec![Ratio::default(); names.len()];
        Box::new(Standing { tournament: self, names, shares })
    }
}

struct Standing<'a> {
    tournament: &'a Tournament,
    names: &'a [String],
    shares: Vec<Ratio>,
}

impl Course for Standing<'_> {
    fn add(&mut self, _: u64, sums: &Sums) {
        for (sum, agent) in self.shares.iter_mut().zip(&sums.counters.agents) {
            sum.merge(&agent.share);
        }
    }

    /// Agents and win shares, best first; nothing before the first chunk.
    fn text(&self) -> Option<String> {
        if self.shares.iter().all(|share| share.d == 0) {
            return Some(String::new());
        }
        let shares = self.shares.iter().map(|share| share.value(SHARE_UNIT).unwrap_or_default());
        let mut lines: Vec<(f64, &String)> = shares.zip(self.names).collect();
        lines.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let lines = lines.iter().map(|(share, name)| format!("{:6.2} %  {name}", 100.0 * share));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}

impl Following for Standing<'_> {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        let Some(meetings) = &results.whole.sums.meetings else { return Ok(Report::default()) };
        let seed = results.run.seed.parse().unwrap_or_default();
        let estimates = Estimates::new(&meetings.wins, results.names.len(), seed);
        let wanted = usize::from(self.tournament.anchor);
        let anchor = estimates.anchor(wanted);
        let ratings = ratings(results, meetings, &estimates, anchor);
        let bounds = results.whole.sums.bounds.as_ref();
        let margin = self.tournament.margin.unwrap_or(0.0);
        let mut pairings = pairings(results.names, meetings, bounds, margin);
        let fits = fit::fits(meetings, &estimates, results.names.len());
        fits.iter().for_each(|fit| fit.enter(&mut pairings));
        let withheld = withheld(results.names, &pairings);
        let sheets = vec![
            ratings_sheet(results.names, &ratings, [wanted, anchor]),
            cross(results, &ratings, &pairings),
        ];
        let mut answer = first::answer(results, &ratings, &pairings, meetings);
        let ranked: Vec<usize> = ratings.iter().map(|rated| rated.number).collect();
        if withheld.is_empty() {
            answer.sentences.extend(circles::sentence(results.names, meetings, &ranked));
            answer.sentences.extend(fit::sentence(results.names, &fits));
        } else {
            let pairs = withheld.join(", ");
            answer.sentences.push(format!("Between {pairs}: {}.", failures::WITHHELD));
        }
        let files = vec![
            ("ratings.csv".to_owned(), lines::headed(ratings)?),
            ("pairings.csv".to_owned(), lines::headed(pairings.into_values())?),
            ("neighbours.csv".to_owned(), neighbours(results.names, meetings)?),
        ];
        Ok(Report { files, sheets, answer })
    }
}

/// Header and row of `neighbours.csv`.
#[derive(Serialize, Default)]
struct NeighbourRow<'a> {
    agent: &'a str,
    predecessor: &'a str,
    games: i128,
    win_share: Figure,
    low: Figure,
    high: Figure,
}

/// A status as a place in the order, and its name.
fn class(status: Status) -> (u8, &'static str) {
    match status {
        Status::NeverLoses => (0, "never loses"),
        Status::Rated => (1, "rated"),
        Status::NeverWins => (2, "never wins"),
        Status::NotConnected => (3, "not connected"),
    }
}

/// Rows of `ratings.csv`, strongest agent first.
fn ratings<'a>(
    results: &Results<'a>,
    meetings: &Meetings,
    estimates: &Estimates,
    anchor: usize,
) -> Vec<RatingRow<'a>> {
    let agents = &results.whole.sums.counters.agents;
    let ratings = estimates.ratings(anchor);
    let ranks = alpha_rank(&meetings.pairs, agents.len());
    let strength = |agent: usize| {
        let share = || agents[agent].share.value(SHARE_UNIT);
        ratings[agent].elo.or_else(share).unwrap_or_default()
    };
    // Of agents that win equally much, none of them anything, the one that ends ahead more often comes first.
    let ahead = |agent: usize| {
        let shares = (0..agents.len()).filter(|&other| other != agent).filter_map(|other| {
            let share =
                meetings.pairs[Meetings::pair(agent.min(other), agent.max(other))].value(HALF)?;
            Some(if agent < other { share } else { 1.0 - share })
        });
        shares.sum::<f64>()
    };
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by(|&a, &b| {
        (class(ratings[a].status).0.cmp(&class(ratings[b].status).0))
            .then(strength(b).total_cmp(&strength(a)))
            .then(ahead(b).total_cmp(&ahead(a)))
            .then(a.cmp(&b))
    });
    let rows = order.iter().enumerate().map(|(rank, &number)| {
        let (rating, share) = (&ratings[number], &agents[number].share);
        let next = order.get(rank + 1);
        let superiority = next.and_then(|&next| estimates.superiority(number, next));
        let (low, high) = interval::of_share(share, SHARE_UNIT).unzip();
        RatingRow {
            number,
            rank: rank + 1,
            agent: &results.names[number],
            status: class(rating.status).1,
            elo: Figure(rating.elo),
            elo_low: Figure(rating.low),
            elo_high: Figure(rating.high),
            superiority_over_next: Figure(superiority),
            games: share.d,
            blocks: share.blocks,
            win_share: Figure(share.value(SHARE_UNIT)),
            win_share_low: Figure(low),
            win_share_high: Figure(high),
            alpha_rank: Figure(ranks.as_ref().map(|ranks| ranks[number])),
        }
    });
    rows.collect()
}

/// Pairs without a verdict because games that are left out could turn it.
fn withheld(names: &[String], pairings: &BTreeMap<(usize, usize), PairingRow<'_>>) -> Vec<String> {
    let is_withheld = |row: &PairingRow<'_>| row.verdict == failures::WITHHELD_WORD;
    let found = pairings.iter().filter(|((one, other), row)| one < other && is_withheld(row));
    found.map(|((one, other), _)| format!("{} and {}", names[*one], names[*other])).collect()
}

/// Rows of `pairings.csv`, by agent and opponent: the score is the share of meetings in which the
/// agent places better, with ties counting half. There is no verdict that differs within the bounds.
pub fn pairings<'a>(
    names: &'a [String],
    meetings: &Meetings,
    bounds: Option<&[Bounds; 2]>,
    margin: f64,
) -> BTreeMap<(usize, usize), PairingRow<'a>> {
    let pairs = meetings.pairs.iter();
    let raw = pairs.map(|pair| two_sided(pair.value(HALF)? - HALF, pair.error(HALF)?, pair.blocks));
    let by_pair = with_holm(raw.collect());
    let both = (0..names.len()).flat_map(|one| (0..names.len()).map(move |other| (one, other)));
    let rows = both.filter(|(one, other)| one != other).filter_map(|(one, other)| {
        let number = Meetings::pair(one.min(other), one.max(other));
        let pair = &meetings.pairs[number];
        let figures = |pair: &Ratio| {
            let (value, interval) = (pair.value(HALF)?, interval::of_share(pair, HALF));
            Some(match one > other {
                true => (1.0 - value, interval.map(|(low, high)| (1.0 - high, 1.0 - low))),
                false => (value, interval),
            })
        };
        let (value, interval) = figures(pair)?;
        let (low, high) = interval.unzip();
        let (p, p_holm) = by_pair[number];
        let found = verdict(value, HALF, interval, margin);
        let is_turned = |bounds: &Bounds| {
            let other = figures(&bounds.pairs[number]);
            other.is_some_and(|(value, interval)| verdict(value, HALF, interval, margin) != found)
        };
        if found != Verdict::Open && bounds.into_iter().flatten().any(is_turned) {
            let row = PairingRow {
                agent: &names[one],
                opponent: &names[other],
                meetings: pair.d,
                blocks: pair.blocks,
                score: Figure(Some(value)),
                low: Figure(low),
                high: Figure(high),
                verdict: failures::WITHHELD_WORD,
                ..PairingRow::default()
            };
            return Some(((one, other), row));
        }
        let row = PairingRow {
            agent: &names[one],
            opponent: &names[other],
            meetings: pair.d,
            blocks: pair.blocks,
            score: Figure(Some(value)),
            low: Figure(low),
            high: Figure(high),
            p: Figure(p),
            p_holm: Figure(p_holm),
            verdict: found.name(),
            blocks_needed: blocks_for_verdict(value, HALF, interval, LEVEL, margin, pair.blocks),
            ..PairingRow::default()
        };
        Some(((one, other), row))
    });
    rows.collect()
}

fn neighbours(names: &[String], meetings: &Meetings) -> Result<Vec<u8>, Error> {
    let met = meetings.neighbours.iter().enumerate().filter(|(_, share)| share.d != 0);
    lines::headed(met.map(|(index, share)| {
        let (low, high) = interval::of_share(share, SHARE_UNIT).unzip();
        NeighbourRow {
            agent: &names[index / names.len()],
            predecessor: &names[index % names.len()],
            games: share.d,
            win_share: Figure(share.value(SHARE_UNIT)),
            low: Figure(low),
            high: Figure(high),
        }
    }))
}

fn ratings_sheet(
    names: &[String],
    ratings: &[RatingRow<'_>],
    [wanted, anchor]: [usize; 2],
) -> Sheet {
    let columns = [
        Column::of("rank"),
        Column::of("agent"),
        Column::named("Elo", &["elo", "status"]),
        Column::interval("elo"),
        Column::named("better than next", &["superiority_over_next"]),
        Column::of("win share"),
        Column::interval("win_share"),
    ];
    let round = |value: f64| with_sign(value, 0);
    let end = |value: Figure| value.0.map_or("open".to_owned(), round);
    let rows = ratings.iter().map(|rated| {
        // If both ends are missing, there is no interval.
        let reaches = rated.elo_low.0.or(rated.elo_high.0).is_some();
        let ends = rated.elo.0.filter(|_| reaches).map(|_| [rated.elo_low, rated.elo_high]);
        let shown = ends.map(|ends| ends.map(end).join(" to ")).unwrap_or_default();
        let ends = ends.map_or([None; 2], |ends| ends.map(|end| end.0));
        vec![
            Cell::plain(rated.rank),
            Cell::plain(&*names[rated.number]),
            Cell::new(
                rated.elo.0.map_or_else(|| rated.status.to_owned(), round),
                [Value::figure(rated.elo.0), rated.status.into()],
            ),
            Cell::new(shown, ends.map(Value::figure)),
            Cell::figure(rated.superiority_over_next.0, per_cent),
            Cell::figure(rated.win_share.0, per_cent),
            Cell::span(rated.win_share_low.0.zip(rated.win_share_high.0), per_cent),
        ]
    });
    let mut remark = format!("Elo relative to {}", names[anchor]);
    if anchor != wanted {
        remark += &format!(", as none can be rated relative to {}", names[wanted]);
    }
    Sheet { remark, ..Sheet::new("ratings", "Ratings", columns, 2, rows) }
}

/// How often the row's agent places better than the column's; below, pairings without a verdict and
/// what they would still take.
fn cross(
    results: &Results<'_>,
    ratings: &[RatingRow<'_>],
    pairings: &BTreeMap<(usize, usize), PairingRow<'_>>,
) -> Sheet {
    let names = results.names;
    let columns = ["rank", "agent"].into_iter().map(Column::of);
    let ranked = ratings.iter().map(|rated| Column::of(&rated.rank.to_string()));
    let columns: Vec<Column> = columns.chain(ranked).collect();
    let rows = ratings.iter().map(|one| {
        let cells = ratings.iter().map(|other| {
            let score = pairings.get(&(one.number, other.number)).and_then(|row| row.score.0);
            Cell::figure(score, per_cent)
        });
        let words = [Cell::plain(one.rank), Cell::plain(&*names[one.number])];
        words.into_iter().chain(cells).collect()
    });
    let pairs = (0..names.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let open = pairs.filter_map(|(a, b)| {
        let row = pairings.get(&(a, b)).filter(|row| row.verdict == Verdict::Open.name())?;
        let rest = results.still_needed(row.blocks_needed, row.blocks);
        Some(format!("Open between {} and {}{rest}", names[a], names[b]))
    });
    let remark = open.collect::<Vec<_>>().join("\n");
    Sheet { remark, ..Sheet::new("pairings", "Who ends ahead of whom", columns, 2, rows) }
}
