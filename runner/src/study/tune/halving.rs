//! Successive halving (Karnin, Koren, Somekh 2013): of many combinations the better half stays for twice the deals.

use serde::Deserialize;

use crate::export::{sheet::DeclaredTable, verify};
use crate::study::tune::evaluate::{CandidateMatches, Deals, games_per_deal};
use crate::study::tune::{plan::HALVING, plan::Tune, work::Work};
use crate::{disk::append_log::AppendLog, error::Error, plan::run::AgentEntry};

const FIRST: u64 = 4;

#[derive(Deserialize)]
struct HalvingRow {
    step: usize,
    candidate: usize,
    agent: String,
    value: String,
    win_share: String,
    score_margin: String,
    games: i128,
    kept: String,
}

/// The agent as it starts, or the best of its combinations. Steps that are in the file are not
/// played again; when it is time to stop, a step in progress is dropped.
pub fn choose<'t>(tune: &'t Tune, work: &Work<'_>) -> Result<&'t AgentEntry, Error> {
    if tune.combinations.is_empty() {
        return Ok(&tune.start);
    }
    let matches = work.matches(games(tune));
    let file = AppendLog::of(work.ws.out, HALVING);
    let mut rows = read(tune, &file)?;
    loop {
        let number = rows.last().map_or(0, |row| row.step + 1);
        let before = rows.iter().filter(|row| row.step + 1 == number && row.kept == "yes");
        let remaining: Vec<usize> = match number {
            0 => (0..tune.combinations.len()).collect(),
            _ => before.map(|row| row.candidate).collect(),
        };
        match remaining[..] {
            [only] => {
                work.note(HALVING, &file);
                return Ok(&tune.combinations[only]);
            }
            [] => return Err(Error::input(&file.path, "keeps no combination")),
            _ => {}
        }
        if work.ws.stop.now() {
            return Err(work.ws.left("the first steps of the choices"));
        }
        let count = remaining.len();
        matches.bar.set_message(format!("step {number} of the choices: {count} left"));
        rows.extend(step(tune, number, &remaining, &matches)?);
        file.write(&columns(&rows).file().csv())?;
    }
}

fn columns(rows: &[HalvingRow]) -> DeclaredTable<&HalvingRow> {
    DeclaredTable::of(rows)
        .kept_all(["step", "candidate"], |row| [row.step, row.candidate])
        .kept_all(["agent", "value", "win_share", "score_margin"], |row| {
            [&*row.agent, &*row.value, &*row.win_share, &*row.score_margin]
        })
        .kept("games", |row| row.games)
        .kept("kept", |row| &*row.kept)
}

pub fn games(tune: &Tune) -> u64 {
    let halved = |left: &usize| Some(left.div_ceil(2));
    let steps = std::iter::successors(Some(tune.combinations.len()), halved);
    let steps = steps.take_while(|&left| left > 1).enumerate();
    let deals: u64 = steps.map(|(step, left)| left as u64 * deals(tune, step)).sum();
    deals * tune.opponents.len() as u64 * games_per_deal(tune.table.players)
}

fn deals(tune: &Tune, step: usize) -> u64 {
    (tune.deals / FIRST).max(1) << step.min(30)
}

fn step(
    tune: &Tune,
    step: usize,
    left: &[usize],
    matches: &CandidateMatches<'_>,
) -> Result<Vec<HalvingRow>, Error> {
    // Published results have these deals, whatever a step is called.
    let seed = tune.table.seed_of(&format!("rung {step}"));
    let agents: Vec<_> = left.iter().map(|&one| (&tune.combinations[one], None)).collect();
    let rated = matches.rate(tune, &agents, Deals { seed, round: 0, count: deals(tune, step) })?;
    let kept = kept(&rated.iter().map(|one| one.value).collect::<Vec<_>>());
    let rows = left.iter().zip(rated).zip(kept).map(|((&candidate, rated), kept)| {
        let [win_share, score_margin] = rated.opponents.cells();
        HalvingRow {
            step,
            candidate,
            agent: tune.table.names().of_entry(&tune.combinations[candidate]),
            value: rated.value.to_string(),
            win_share,
            score_margin,
            games: rated.games,
            kept: if kept { "yes" } else { "no" }.to_owned(),
        }
    });
    Ok(rows.collect())
}

/// Keeps the better half, including the middle one; among equals, the earlier one.
fn kept(values: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order.truncate(values.len().div_ceil(2));
    (0..values.len()).map(|one| order.contains(&one)).collect()
}

fn read(tune: &Tune, file: &AppendLog) -> Result<Vec<HalvingRow>, Error> {
    let text = file.read(verify::hash_of(&file.path)?)?;
    let mut rows: Vec<HalvingRow> = Vec::new();
    for (index, row) in csv::Reader::from_reader(&text[..]).into_deserialize().enumerate() {
        let row = row.ok().filter(|row: &HalvingRow| {
            let next = rows.last().map_or(0..=0, |last| last.step..=last.step + 1);
            let numbers = [&row.value, &row.win_share, &row.score_margin];
            next.contains(&row.step)
                && row.candidate < tune.combinations.len()
                && numbers.iter().all(|text| text.parse::<f64>().is_ok())
        });
        let wrong = || Error::input(&file.path, format!("line {}: is no row of a step", index + 2));
        rows.push(row.ok_or_else(wrong)?);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_half_is_kept() {
        assert_eq!(kept(&[0.1, 0.5, 0.3, 0.5, 0.2]), [false, true, true, true, false]);
        assert_eq!(kept(&[1.0, 1.0]), [true, false]);
    }
}
