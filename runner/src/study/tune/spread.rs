use crate::export::figure::in_full;
use crate::export::sheet::{Cell, DeclaredTable};
use crate::study::tune::parameters::{Parameter, Parameters};
use crate::{error::Error, plan::run::AgentEntry};
pub struct WeightSpread {
    weight: String,
    start: f64,
    tunes: usize,
    mean: f64,
    sd: f64,
    least: f64,
    most: f64,
}

/// The weights of several results that are not the same in all of them and `start`. None if there are fewer than two
/// results, or if they do not have the same weights.
pub fn of(start: &AgentEntry, results: &[AgentEntry]) -> Result<Vec<WeightSpread>, Error> {
    let weights = |agent: &AgentEntry| match &agent.weights {
        Some(weights) => Parameters::of(weights, &[]).map(|found| found.tuned),
        None => Ok(Vec::new()),
    };
    let before = weights(start)?;
    let after = results.iter().map(weights).collect::<Result<Vec<_>, _>>()?;
    let has_same_keys =
        |all: &Vec<Parameter>| all.iter().map(|one| &one.key).eq(before.iter().map(|one| &one.key));
    if results.len() < 2 || !after.iter().all(has_same_keys) {
        return Ok(Vec::new());
    }
    let rows = before.iter().enumerate().filter_map(|(place, before)| {
        let values: Vec<f64> = after.iter().map(|all| all[place].start).collect();
        values.iter().any(|&value| value != before.start).then(|| {
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            WeightSpread {
                weight: before.key.clone(),
                start: before.start,
                tunes: values.len(),
                mean,
                sd: (squares / (count - 1.0)).sqrt(),
                least: values.iter().copied().fold(f64::INFINITY, f64::min),
                most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            }
        })
    });
    Ok(rows.collect())
}

pub fn table(rows: &[WeightSpread]) -> DeclaredTable<&WeightSpread> {
    let short = |value: f64| Cell::new(format!("{value:.4}"), [value.into()]);
    // Weights have digits of their own in the file.
    DeclaredTable::of(rows)
        .word("weight", |row| &*row.weight)
        .kept("start", |row| in_full(row.start))
        .shown("start", |row| short(row.start))
        .kept("tunes", |row| row.tunes)
        .cell("mean", |row| short(row.mean))
        .cell("sd", |row| short(row.sd))
        .kept("least", |row| in_full(row.least))
        .shown("least", |row| short(row.least))
        .kept("most", |row| in_full(row.most))
        .shown("most", |row| short(row.most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(weights: &str) -> AgentEntry {
        let weights = Some(weights.to_owned());
        AgentEntry { spec: "greedy".to_owned(), alias: None, weights, net: None }
    }

    #[test]
    fn weights_that_changed_have_mean_and_deviation() {
        let start = entry("a = 1.0\nb = 2.0\n");
        let results = [entry("a = 2.0\nb = 2.0\n"), entry("a = 4.0\nb = 2.0\n")];
        let rows = of(&start, &results).unwrap();
        assert_eq!((rows.len(), rows[0].weight.as_str(), rows[0].mean), (1, "a", 3.0));
        assert!((rows[0].sd - 2f64.sqrt()).abs() < 1e-12);
        assert_eq!((rows[0].least, rows[0].most), (2.0, 4.0));
        assert!(of(&start, &results[..1]).unwrap().is_empty());
        assert!(of(&entry("c = 1.0"), &results).unwrap().is_empty());
    }
}
