//! Successive halving (Karnin, Koren, Somekh 2013): of many combinations of choices the better half is
//! kept, and plays twice as many deals.

use std::path::Path;

use serde::Serialize;

use crate::disk::durable;
use crate::error::Error;
use crate::export::lines;
use crate::plan::run::AgentEntry;
use crate::study::tune::arena::{Arena, Deals, Pairing, games_per_deal};
use crate::study::tune::objective::{Encounter, deviation};
use crate::study::tune::plan::{Tune, tmp};
use crate::threads::stop::Stop;

/// Name of the file.
pub(crate) const FILE: &str = "halving.csv";

/// Header and row of the file.
#[derive(Serialize, Default)]
struct Row<'a> {
    rung: usize,
    candidate: usize,
    agent: &'a str,
    value: String,
    win_share: String,
    margin: String,
    games: i128,
    kept: &'a str,
}

/// The first rung plays this part of a generation's deals.
const FIRST: u64 = 4;

/// A combination in a rung.
#[derive(Clone, PartialEq, Debug)]
struct Rated {
    /// Number of the combination.
    candidate: usize,
    value: f64,
    share: f64,
    margin: f64,
    games: i128,
    kept: bool,
}

/// The best of all combinations, by number; `None` if it was time to stop. Rungs that stand in `folder` are
/// not played again; one that has been begun is finished.
///
/// # Errors
/// As [`Arena::play`], and files.
pub(crate) fn best(
    tune: &Tune,
    folder: &Path,
    arena: &Arena<'_>,
    stop: Stop<'_>,
) -> Result<Option<usize>, Error> {
    let mut rungs = read(&folder.join(FILE), tune.combinations.len())?;
    loop {
        let left: Vec<usize> = match rungs.last() {
            None => (0..tune.combinations.len()).collect(),
            Some(rung) => rung.iter().filter(|one| one.kept).map(|one| one.candidate).collect(),
        };
        if let [only] = left[..] {
            return Ok(Some(only));
        }
        if left.is_empty() {
            return Err(Error::input(&folder.join(FILE), "keeps no combination"));
        }
        if stop.now() {
            return Ok(None);
        }
        let number = rungs.len();
        arena.bar.set_message(format!("rung {number} of the choices: {} left", left.len()));
        rungs.push(rung(tune, number, &left, arena)?);
        durable::write(&tmp(folder), &folder.join(FILE), &text(tune, &rungs)?)?;
    }
}

/// Games of all rungs.
pub(crate) fn games(tune: &Tune) -> u64 {
    let (mut left, mut games) = (tune.combinations.len(), 0);
    for rung in 0.. {
        if left < 2 {
            break;
        }
        let pairings = (left * tune.field.len()) as u64;
        games += pairings * deals(tune, rung) * games_per_deal(tune.table.players);
        left = left.div_ceil(2);
    }
    games
}

/// Deals of a rung.
fn deals(tune: &Tune, rung: usize) -> u64 {
    (tune.deals / FIRST).max(1) << rung.min(30)
}

/// Plays what is left against the field, on deals of its own, and keeps the better half.
fn rung(
    tune: &Tune,
    number: usize,
    left: &[usize],
    arena: &Arena<'_>,
) -> Result<Vec<Rated>, Error> {
    let seed = tune.table.seed_of(&format!("rung {number}"));
    let deals = Deals { seed, round: 0, count: deals(tune, number) };
    let fields: Vec<&AgentEntry> = tune.field.iter().collect();
    let pairings: Vec<Pairing<'_>> = (left.iter())
        .flat_map(|&one| fields.iter().map(move |&field| (&tune.combinations[one], field)))
        .collect();
    let met = arena.play(&pairings, deals)?;
    let spread = deviation(met.iter());
    let mean = |met: &[Encounter], of: fn(&Encounter) -> f64| {
        met.iter().map(of).sum::<f64>() / met.len().max(1) as f64
    };
    let rated = left.iter().zip(met.chunks(fields.len().max(1))).map(|(&candidate, met)| Rated {
        candidate,
        value: tune.objective.value(met, tune.table.players, spread),
        share: mean(met, Encounter::share),
        margin: mean(met, Encounter::margin),
        games: met.iter().map(|met| met.games).sum(),
        kept: false,
    });
    let mut rated: Vec<Rated> = rated.collect();
    keep(&mut rated);
    Ok(rated)
}

/// Keeps the better half, the middle one too; of equals the earlier one.
fn keep(rated: &mut [Rated]) {
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&a, &b| rated[b].value.total_cmp(&rated[a].value).then(a.cmp(&b)));
    for &index in order.iter().take(rated.len().div_ceil(2)) {
        rated[index].kept = true;
    }
}

fn text(tune: &Tune, rungs: &[Vec<Rated>]) -> Result<Vec<u8>, Error> {
    let all =
        rungs.iter().enumerate().flat_map(|(rung, all)| all.iter().map(move |one| (rung, one)));
    lines::headed(all.map(|(rung, one)| Row {
        rung,
        candidate: one.candidate,
        agent: &tune.combinations[one.candidate].spec,
        value: one.value.to_string(),
        win_share: format!("{:.6}", one.share),
        margin: format!("{:.4}", one.margin),
        games: one.games,
        kept: if one.kept { "yes" } else { "no" },
    }))
}

/// The rungs of a file; none if there is no file.
fn read(path: &Path, combinations: usize) -> Result<Vec<Vec<Rated>>, Error> {
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::file("read", path)(error)),
    };
    let mut rungs: Vec<Vec<Rated>> = Vec::new();
    for (index, row) in csv::Reader::from_reader(&text[..]).records().enumerate() {
        let refuse = || Error::input(path, format!("line {}: is no row of a rung", index + 2));
        let row = row.map_err(|_| refuse())?;
        let cell = |column: usize| row.get(column).unwrap_or_default();
        let rung: usize = cell(0).parse().map_err(|_| refuse())?;
        let rated = Rated {
            candidate: cell(1).parse().ok().filter(|&c| c < combinations).ok_or_else(refuse)?,
            value: cell(3).parse().map_err(|_| refuse())?,
            share: cell(4).parse().map_err(|_| refuse())?,
            margin: cell(5).parse().map_err(|_| refuse())?,
            games: cell(6).parse().map_err(|_| refuse())?,
            kept: cell(7) == "yes",
        };
        if rung == rungs.len() {
            rungs.push(Vec::new());
        }
        if rung + 1 != rungs.len() {
            return Err(refuse());
        }
        rungs[rung].push(rated);
    }
    Ok(rungs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(candidate: usize, value: f64) -> Rated {
        Rated { candidate, value, share: 0.5, margin: 0.0, games: 1, kept: false }
    }

    #[test]
    fn the_better_half_is_kept() {
        let mut five: Vec<Rated> =
            [0.1, 0.5, 0.3, 0.5, 0.2].iter().enumerate().map(|(k, v)| rated(k, *v)).collect();
        keep(&mut five);
        assert_eq!(
            five.iter().map(|one| one.kept).collect::<Vec<_>>(),
            [false, true, true, true, false]
        );
        let mut equal = [rated(0, 1.0), rated(1, 1.0)];
        keep(&mut equal);
        assert!(equal[0].kept && !equal[1].kept);
    }
}
