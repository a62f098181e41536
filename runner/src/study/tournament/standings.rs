use std::path::Path;

use toml::Value as Flag;

use crate::export::answer::StudyReport;
use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{joined, per_cent, with_sign};
use crate::export::names::of_run;
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::tables::WIN_SHARE;
use crate::export::unit::FigureUnit;
use crate::export::{failures, results::Results};
use crate::plan::run::{Plan, Run};
use crate::study::tournament::{cycles, fit, leader, leader::RatingRow};
use crate::study::tournament::{fit::PairingRow, fit::Pairings};
use crate::study::traits::{Study, StudyMonitor};
use crate::{error::Error, journal::monitor::Monitor, plan::purpose::Tournament};
use drakkar_play::json;
use drakkar_stats::bounds::Bounds;
use drakkar_stats::interval;
use drakkar_stats::layout::Beside;
use drakkar_stats::meetings::{HALF, Meetings};
use drakkar_stats::p_value::{LEVEL, two_sided, with_holm};
use drakkar_stats::ratings::{Estimates, Rating, Status};
use drakkar_stats::sums::Sums;
use drakkar_stats::transitivity::alpha_rank;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};
use drakkar_stats::{counters::SHARE_UNIT, ratio::Ratio};

impl Study for Tournament {
    fn command(&self) -> &'static str {
        "tournament"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Flag)>, Error> {
        let names: Vec<&str> = plan.run.different().iter().map(|agent| &*agent.spec).collect();
        let format = json::value(&self.format);
        let mut flags = vec![
            ("pairings", format.as_str().unwrap_or_default().into()),
            ("anchor", names[usize::from(self.anchor)].into()),
            ("agents", names.into()),
        ];
        flags.extend(self.equivalence.map(|margin| ("equivalence", margin.into())));
        Ok(flags)
    }

    fn beside(&self, _: &Run) -> Beside {
        Beside::Meetings
    }

    fn monitor<'a>(&'a self, run: &'a Run) -> Box<dyn StudyMonitor + 'a> {
        let names: Vec<String> = of_run(run).into_iter().map(|[name, _]| name).collect();
        let shares = vec![Ratio::default(); names.len()];
        Box::new(Standing { tournament: self, names, shares })
    }
}

struct Standing<'a> {
    tournament: &'a Tournament,
    names: Vec<String>,
    shares: Vec<Ratio>,
}

impl Monitor for Standing<'_> {
    fn add(&mut self, _: u64, sums: &Sums) {
        for (sum, agent) in self.shares.iter_mut().zip(&sums.counters.agents) {
            sum.merge(&agent.share);
        }
    }

    fn text(&self) -> Option<String> {
        if self.shares.iter().all(|share| share.d == 0) {
            return Some(String::new());
        }
        let shares = self.shares.iter().map(|share| share.value(SHARE_UNIT).unwrap_or_default());
        let mut lines: Vec<(f64, &String)> = shares.zip(&self.names).collect();
        lines.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let lines = lines.iter().map(|(share, name)| format!("{:6.2} %  {name}", 100.0 * share));
        Some(joined(lines, "\n"))
    }
}

impl StudyMonitor for Standing<'_> {
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error> {
        let Some(meetings) = &results.whole.sums.meetings else {
            return Ok(StudyReport::default());
        };
        let seed = results.run.seed.parse().unwrap_or_default();
        let estimates = Estimates::new(&meetings.wins, results.names.len(), seed);
        let wanted = usize::from(self.tournament.anchor);
        let anchor = estimates.anchor(wanted);
        let ratings = ratings(results, meetings, &estimates, anchor);
        let bounds = results.whole.sums.bounds.as_ref();
        let margin = self.tournament.equivalence.unwrap_or(0.0);
        let pairings = pairings(
            results.names.len(),
            (meetings, &estimates),
            bounds,
            margin,
            results.run.blocks,
        );
        let withheld = withheld(results.names, &pairings);
        let sheets = vec![
            rated(results.names, &ratings, [wanted, anchor]),
            cross(results, &ratings, &pairings),
        ];
        let mut answer = leader::answer(results, &ratings, &pairings, meetings);
        let ranked: Vec<usize> = ratings.iter().map(|rated| rated.number).collect();
        if withheld.is_empty() {
            answer.sentences.extend(cycles::sentence(results.names, meetings, &ranked));
            answer.sentences.extend(fit::sentence(results.names, &pairings));
        } else {
            let pairs = withheld.join(", ");
            answer.sentences.push(format!("Between {pairs}: {}.", failures::WITHHELD));
        }
        let files = vec![
            ("ratings.csv".to_owned(), table(results.names, &ratings).file()),
            ("pairings.csv".to_owned(), paired(results.names, &pairings)),
            ("neighbours.csv".to_owned(), neighbours(results.names, meetings)),
        ];
        Ok(StudyReport { tables: files, sheets, answer, ..StudyReport::default() })
    }
}

fn class(status: Status) -> (u8, &'static str) {
    match status {
        Status::NeverLoses => (0, "never loses"),
        Status::Rated => (1, "rated"),
        Status::NeverWins => (2, "never wins"),
        Status::NotConnected => (3, "not connected"),
    }
}

fn ratings(
    results: &Results<'_>,
    meetings: &Meetings,
    estimates: &Estimates,
    anchor: usize,
) -> Vec<RatingRow> {
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
        let next = order.get(rank + 1);
        RatingRow {
            number,
            rank: rank + 1,
            rating: ratings[number],
            superiority: next.and_then(|&next| estimates.superiority(number, next)),
            share: agents[number].share,
            alpha_rank: ranks.as_ref().map(|ranks| ranks[number]),
        }
    });
    rows.collect()
}

fn withheld(names: &[String], pairings: &Pairings) -> Vec<String> {
    let is_withheld = |row: &PairingRow| row.verdict == failures::WITHHELD_WORD;
    let found = pairings.iter().filter(|((one, other), row)| one < other && is_withheld(row));
    found.map(|((one, other), _)| format!("{} and {}", names[*one], names[*other])).collect()
}

/// The score is the share of meetings in which the agent places better; no verdict differs within the bounds. What is
/// still needed counts blocks like those that were `played`, of which as many will be left out.
pub fn pairings(
    agents: usize,
    (meetings, estimates): (&Meetings, &Estimates),
    bounds: Option<&[Bounds; 2]>,
    margin: f64,
    played: u64,
) -> Pairings {
    let predicted = fit::predicted(meetings, estimates, agents);
    let pairs = meetings.pairs.iter();
    let raw = pairs.map(|pair| two_sided(pair.value(HALF)? - HALF, pair.error(HALF)?, pair.blocks));
    let by_pair = with_holm(raw.collect());
    let both = (0..agents).flat_map(|one| (0..agents).map(move |other| (one, other)));
    let rows = both.filter(|(one, other)| one != other).filter_map(|(one, other)| {
        let number = Meetings::pair(one.min(other), one.max(other));
        let pair = &meetings.pairs[number];
        // From the side of the first of the two.
        let side = |share: f64| if one > other { 1.0 - share } else { share };
        let figures = |pair: &Ratio, unit: f64| {
            let (value, ends) = (pair.value(unit)?, interval::of_share(pair, unit));
            let ends = ends.map(|(low, high)| if one > other { (high, low) } else { (low, high) });
            Some((side(value), ends.map(|(low, high)| (side(low), side(high)))))
        };
        let (value, interval) = figures(pair, HALF)?;
        let (p, p_holm) = by_pair[number];
        let found = verdict(value, HALF, interval, margin);
        let is_turned = |bounds: &Bounds| {
            let other = figures(&bounds.pairs[number], HALF);
            other.is_some_and(|(value, interval)| verdict(value, HALF, interval, margin) != found)
        };
        let blocks = pair.blocks;
        let [predicted, wins_p_holm] = predicted[number];
        let wins = figures(&meetings.shares[number], fit::UNIT).map(|(wins, ends)| {
            let (low, high) = ends.unzip();
            [Some(wins), low, high, predicted.map(side)]
        });
        let row = PairingRow {
            meetings: pair.d,
            blocks,
            score: value,
            interval,
            wins: wins.unwrap_or_default(),
            wins_p_holm,
            ..PairingRow::default()
        };
        let blocks_needed = blocks_for_verdict(value, HALF, interval, LEVEL, margin, played.into());
        let is_withheld = found != Verdict::Open && bounds.into_iter().flatten().any(is_turned);
        let row = match is_withheld {
            true => PairingRow { verdict: failures::WITHHELD_WORD, ..row },
            false => PairingRow { p, p_holm, verdict: found.name(), blocks_needed, ..row },
        };
        Some(((one, other), row))
    });
    rows.collect()
}

fn paired(names: &[String], pairings: &Pairings) -> TableFile {
    DeclaredTable::of_file(pairings)
        .kept_all(["agent", "opponent"], |((one, two), _)| [&*names[*one], &*names[*two]])
        .kept_all(["meetings", "blocks"], |(_, row)| [row.meetings, row.blocks])
        .kept("score", |(_, row)| row.score)
        .kept_all(["low", "high", "p", "p_holm"], |(_, row)| {
            let (low, high) = row.interval.unzip();
            [low, high, row.p, row.p_holm]
        })
        .kept("verdict", |(_, row)| row.verdict)
        .kept("blocks_needed", |(_, row)| row.blocks_needed)
        .kept_all(["wins", "wins_low", "wins_high", "wins_predicted"], |(_, row)| row.wins)
        .file()
}

fn neighbours(names: &[String], meetings: &Meetings) -> TableFile {
    let met = meetings.neighbours.iter().enumerate().filter(|(_, share)| share.d != 0);
    DeclaredTable::of_file(met)
        .kept_all(["agent", "predecessor"], |(index, _)| {
            [&*names[index / names.len()], &*names[index % names.len()]]
        })
        .kept("games", |(_, share)| share.d)
        .kept(WIN_SHARE[0], |(_, share)| share.value(SHARE_UNIT))
        .kept_all(["low", "high"], |(_, share)| {
            let (low, high) = interval::of_share(share, SHARE_UNIT).unzip();
            [low, high]
        })
        .file()
}

fn table<'a>(names: &'a [String], ratings: &'a [RatingRow]) -> DeclaredTable<&'a RatingRow> {
    let round = |value: f64| with_sign(value, 0);
    DeclaredTable::of(ratings)
        .word("rank", |row| row.rank)
        .word("agent", |row| &*names[row.number])
        .kept("status", |row| class(row.rating.status).1)
        .shown(("Elo", ["elo", "status"]), |row| {
            let (elo, status) = (row.rating.elo, class(row.rating.status).1);
            let shown = elo.map_or_else(|| status.to_owned(), round);
            Cell::new(shown, [elo.into(), status.into()])
        })
        .kept("elo", |row| row.rating.elo)
        .cell(Column::interval("elo"), |row| {
            let Rating { low, high, .. } = row.rating;
            // If both ends are missing, there is no interval.
            let end = |end: Option<f64>, none: &str| end.map_or(none.to_owned(), round);
            let ends = [end(low, "-\u{221e}"), end(high, "\u{221e}")];
            let shown = low.or(high).map(|_| ends.join(" to "));
            Cell::new(shown.unwrap_or_default(), [low, high].map(Value::from))
        })
        .figure(("better than next", "superiority_over_next"), per_cent, |row| row.superiority)
        .kept_all(["games", "blocks"], |row| [row.share.d, row.share.blocks])
        .estimated(("win share", WIN_SHARE[0]), Column::interval(WIN_SHARE[0]), |row| {
            let ends = interval::of_share(&row.share, SHARE_UNIT);
            (FigureUnit::Share, row.share.value(SHARE_UNIT), ends)
        })
        .kept("alpha_rank", |row| row.alpha_rank)
}

fn rated(names: &[String], ratings: &[RatingRow], [wanted, anchor]: [usize; 2]) -> Sheet {
    let mut remark = format!("Elo relative to {}", names[anchor]);
    if anchor != wanted {
        remark += &format!(", as none can be rated relative to {}", names[wanted]);
    }
    Sheet { remark, ..table(names, ratings).sheet("ratings", "Ratings") }
}

/// How often the row's agent places better than the column's; below, what open pairings would still take.
fn cross(results: &Results<'_>, ratings: &[RatingRow], pairings: &Pairings) -> Sheet {
    let names = results.names;
    let mut table = DeclaredTable::of(ratings)
        .word("rank", |row| row.rank)
        .word("agent", |row| &*names[row.number]);
    for other in ratings {
        table = table.figure(&*other.rank.to_string(), per_cent, |one| {
            pairings.get(&(one.number, other.number)).map(|row| row.score)
        });
    }
    let pairs = (0..names.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let open = pairs.filter_map(|(a, b)| {
        let row = pairings.get(&(a, b)).filter(|row| row.verdict == Verdict::Open.name())?;
        let rest = results.still_needed(row.blocks_needed, results.run.blocks.into());
        Some(format!("Undecided between {} and {}{rest}", names[a], names[b]))
    });
    let remark = joined(open, "\n");
    Sheet { remark, ..table.sheet("pairings", "Who ends ahead of whom") }
}
