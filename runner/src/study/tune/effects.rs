use serde::Deserialize;

use crate::export::cell::Cell;
use crate::export::figure::{in_full, joined};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::export::verify;
use crate::study::tune::evaluate::{Deals, games_per_deal};
use crate::study::tune::{parameters::Parameters, plan::EFFECTS, plan::Tune, work::Work};
use crate::{disk::append_log::AppendLog, error::Error, plan::run::AgentEntry};
use drakkar_stats::p_value::{LEVEL, with_holm};
use drakkar_stats::{counters::SHARE_UNIT, interval::of_loss, p_value, ratio::Ratio};

pub const DEALS: u64 = 4;

#[derive(Deserialize)]
pub struct WeightEffect {
    weight: String,
    start: f64,
    result: f64,
    games: i128,
    /// The win share lost by taking the change back, alone among copies of the result.
    effect: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
}

pub fn measure(
    tune: &Tune,
    work: &Work<'_>,
    result: &AgentEntry,
) -> Result<Vec<WeightEffect>, Error> {
    let weights = |agent: &AgentEntry| {
        Parameters::of(agent.weights.as_deref().unwrap_or_default(), &tune.params)
    };
    let (before, after) = (weights(&tune.start)?.tuned, weights(result)?);
    let values: Vec<f64> = after.tuned.iter().map(|one| one.start).collect();
    let changed = (0..values.len()).filter(|&place| before[place].start != values[place]);
    let changed: Vec<usize> = changed.collect();
    let file = AppendLog::of(work.ws.out, EFFECTS);
    let mut rows = read(&file)?;
    let known = rows.iter().map(|row| row.weight.as_str());
    if !changed.iter().map(|&place| before[place].key.as_str()).take(rows.len()).eq(known) {
        return Err(Error::input(&file.path, "has rows of other weights"));
    }
    let count = DEALS * tune.deals;
    let left_over = (changed.len() - rows.len()) as u64;
    let matches = work.matches(left_over * count * games_per_deal(tune.table.players));
    matches.bar.set_message("taking back each change");
    for &place in &changed[rows.len()..] {
        if work.ws.stop.now() {
            return Err(work.ws.left(&format!("the effects of {} weights", rows.len())));
        }
        let mut values = values.clone();
        values[place] = before[place].start;
        let without = after.agent(result, &values);
        let deals = Deals { seed: tune.table.seed_of("effects"), round: 0, count };
        let met = matches.play(&[(&without, result)], deals)?.remove(0);
        let (weight, start) = (before[place].key.clone(), before[place].start);
        let par = 1.0 / tune.table.players as f64;
        rows.push(WeightEffect::of(weight, [start, after.tuned[place].start], &met.share, par));
        file.write(&columns(&rows).file().csv())?;
    }
    work.note(EFFECTS, &file);
    // With the digits of the file, however often the tune was interrupted.
    read(&file)
}

fn columns(rows: &[WeightEffect]) -> DeclaredTable<&WeightEffect> {
    DeclaredTable::of(rows)
        .kept("weight", |row| &*row.weight)
        .kept_all(["start", "result"], |row| [row.start, row.result].map(in_full))
        .kept("games", |row| row.games)
        .kept_all(["effect", "low", "high", "p"], |row| [row.effect, row.low, row.high, row.p])
}

fn read(file: &AppendLog) -> Result<Vec<WeightEffect>, Error> {
    let text = file.read(verify::hash_of(&file.path)?)?;
    let rows = csv::Reader::from_reader(&text[..]).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| Error::input(&file.path, error))
}

impl WeightEffect {
    fn of(weight: String, [start, result]: [f64; 2], share: &Ratio, par: f64) -> WeightEffect {
        let (effect, ends) = of_loss(share, SHARE_UNIT, par).unzip();
        let (low, high) = ends.unzip();
        let p = p_value::of_share(share, SHARE_UNIT, par);
        WeightEffect { weight, start, result, games: share.d, effect, low, high, p }
    }
}

/// How many changes matter for certain, adjusted for all (Holm), and which most; and a table, the largest effect first.
pub fn report(rows: &[WeightEffect]) -> Option<(String, Sheet)> {
    let adjusted = with_holm(rows.iter().map(|row| row.p).collect());
    let is_certain = |p: Option<f64>| p.is_some_and(|p| p <= LEVEL);
    let mut all: Vec<(&WeightEffect, bool)> =
        rows.iter().zip(adjusted).map(|(row, (_, p))| (row, is_certain(p))).collect();
    let size = |row: &WeightEffect| row.effect.unwrap_or_default();
    all.sort_by(|(one, _), (two, _)| size(two).total_cmp(&size(one)));
    let (certain, harm): (Vec<&WeightEffect>, Vec<&WeightEffect>) = (all.iter())
        .filter(|(row, certain)| *certain && size(row).abs() > 0.0)
        .map(|(row, _)| *row)
        .partition(|row| size(row) > 0.0);
    let mut sentence = match certain[..] {
        [] => "No changed weight has a significant effect by itself.".to_owned(),
        [first, ..] => format!(
            "Changed weights with a significant effect by themselves: {} of {}, {} most; without its change, the win share changes by {}.",
            certain.len(),
            rows.len(),
            first.weight,
            FigureUnit::Points.writer(first.effect, first.low.zip(first.high))(-size(first)),
        ),
    };
    if !harm.is_empty() {
        sentence += &format!(
            " Among copies of the result, it wins more without the change of {}.",
            joined(harm.iter().map(|row| &row.weight), ", ")
        );
    }
    let table = DeclaredTable::of(&all)
        .word("weight", |(row, _)| &*row.weight)
        .figure("start", |value| value.to_string(), |(row, _)| Some(row.start))
        .figure("result", |value| value.to_string(), |(row, _)| Some(row.result))
        .estimated("effect", ("95 % interval", ["low", "high"]), |(row, _)| {
            (FigureUnit::Points, row.effect, row.low.zip(row.high))
        })
        .cell("certain", |(_, certain)| {
            Cell::new(if *certain { "yes" } else { "" }, [(*certain).into()])
        });
    let remark = "effect: the win share that is lost if this change alone is taken back, among copies of the result";
    let sheet = table.sheet("effects", "The effect of each change").filled()?;
    Some((sentence, Sheet { remark: remark.to_owned(), ..sheet }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 1,000 deals of two games, so many are won twice and so many once.
    fn share(twice: i64, once: i64) -> Ratio {
        let mut share = Ratio::default();
        for deal in 0..1000 {
            share.add_block(
                if deal < twice {
                    120
                } else if deal < twice + once {
                    60
                } else {
                    0
                },
                2,
            );
        }
        share
    }

    #[test]
    fn effects_are_what_is_lost() {
        let row = |weight: &str, twice, once| {
            WeightEffect::of(weight.to_owned(), [1.0, 2.0], &share(twice, once), 0.5)
        };
        let rows = [row("a", 150, 600), row("b", 200, 600), row("c", 250, 600)];
        let effects = rows.each_ref().map(|row| row.effect.unwrap());
        assert!(effects.iter().zip([0.05, 0.0, -0.05]).all(|(one, two)| (one - two).abs() < 1e-12));
        assert!(rows[0].low.unwrap() > 0.0 && rows[0].high.unwrap() < 0.1);
        let (sentence, _) = report(&rows).unwrap();
        assert_eq!(
            sentence,
            "Changed weights with a significant effect by themselves: 1 of 3, a most; without its change, the win share \
             changes by -5.0 pp. Among copies of the result, it wins more without the change of c."
        );
        let (sentence, _) = report(&rows[1..2]).unwrap();
        assert_eq!(sentence, "No changed weight has a significant effect by itself.");
        assert!(report(&[]).is_none());
        // Where all is lost, the games do not vary.
        let lost = WeightEffect::of("d".to_owned(), [1.0, 2.0], &share(0, 0), 0.5);
        assert!(report(&[lost]).unwrap().0.contains("1 of 1, d most"));
    }
}
