//! Medians of counts that come in blocks.

use std::collections::BTreeMap;

use crate::draws::Draws;
use crate::interval::FEWEST_SAMPLES;
use crate::jackknife::IntervalEstimate;

/// How often each number occurs.
pub type Counts = BTreeMap<u32, u64>;

const RESAMPLES: usize = 400;

/// The median of all counts, with an interval from the 2.5 % to the 97.5 % point of 400 bootstrap estimates from blocks
/// drawn with replacement (B. Efron, *Ann. Statist.* 7, 1979). Of an even number it is the lower one.
pub fn median(blocks: &[Counts], seed: u64) -> Option<IntervalEstimate> {
    let value = f64::from(of(blocks.iter())?);
    if (blocks.len() as i128) < FEWEST_SAMPLES {
        return Some(IntervalEstimate { value, interval: None });
    }
    let mut draws = Draws::new(seed);
    let mut found = Vec::new();
    for _ in 0..RESAMPLES {
        let drawn: Vec<usize> =
            blocks.iter().map(|_| draws.below(blocks.len() as u32) as usize).collect();
        found.extend(of(drawn.iter().map(|&number| &blocks[number])));
    }
    found.sort_unstable();
    let end = |part: f64| found.get((part * (found.len() - 1) as f64).round() as usize).copied();
    let interval = end(0.025).zip(end(0.975)).map(|(low, high)| (low.into(), high.into()));
    Some(IntervalEstimate { value, interval })
}

fn of<'c>(blocks: impl Iterator<Item = &'c Counts>) -> Option<u32> {
    let mut all = Counts::new();
    for (&number, count) in blocks.flatten() {
        *all.entry(number).or_default() += count;
    }
    let total: u64 = all.values().sum();
    let mut before = 0;
    all.into_iter()
        .find(|(_, count)| {
            before += count;
            2 * before >= total
        })
        .map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_all_counts() {
        let block = |numbers: &[(u32, u64)]| numbers.iter().copied().collect::<Counts>();
        let blocks = [block(&[(2, 3), (9, 1)]), block(&[(4, 3)])];
        let found = median(&blocks, 1).unwrap();
        assert_eq!((found.value, found.interval), (4.0, None));
        assert_eq!(median(&[], 1), None);
        assert_eq!(median(&[Counts::new()], 1), None);
        let many: Vec<Counts> = (0..50).map(|n| block(&[(n % 7, 1)])).collect();
        let found = median(&many, 1).unwrap();
        let (low, high) = found.interval.unwrap();
        assert_eq!(found.value, 3.0);
        assert!((1.0..3.0).contains(&low) && (3.5..=5.0).contains(&high), "{low} {high}");
        assert_eq!(median(&many, 1), median(&many, 1));
    }
}
