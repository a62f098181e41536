//! How well one number for each agent fits: wins of every two agents, and what the ratings predict of them.

use std::collections::BTreeMap;

use crate::export::unit::FigureUnit;
use drakkar_stats::interval::Interval;
use drakkar_stats::meetings::Meetings;
use drakkar_stats::p_value::{LEVEL, of_share, with_holm};
use drakkar_stats::ratings::Estimates;

/// By the numbers of two agents, from the side of the first.
pub type Pairings = BTreeMap<(usize, usize), PairingRow>;

#[derive(Default)]
pub struct PairingRow {
    pub meetings: i128,
    pub blocks: i128,
    pub score: f64,
    pub interval: Option<Interval>,
    pub p: Option<f64>,
    pub p_holm: Option<f64>,
    pub verdict: &'static str,
    pub blocks_needed: Option<u64>,
    /// The share of the wins of the two, both ends of its interval, and what the ratings predict.
    pub wins: [Option<f64>; 4],
    /// That of the wins as predicted, adjusted for all pairs; rather too large, as this was fitted to the same games.
    pub wins_p_holm: Option<f64>,
}

/// Shares of the wins are ratios as they are.
pub const UNIT: f64 = 1.0;

/// By number of the pair: what the ratings predict of the wins of the two that go to the first, and the p-value.
pub fn predicted(
    meetings: &Meetings,
    estimates: &Estimates,
    agents: usize,
) -> Vec<[Option<f64>; 2]> {
    let pairs = (0..agents).flat_map(|b| (0..b).map(move |a| (a, b)));
    let predicted = pairs.map(|(a, b)| estimates.predicted(&meetings.wins, a, b));
    let predicted: Vec<Option<f64>> = predicted.collect();
    let p = predicted.iter().zip(&meetings.shares);
    let p = with_holm(p.map(|(predicted, share)| of_share(share, UNIT, (*predicted)?)).collect());
    predicted.into_iter().zip(p).map(|(predicted, (_, p_holm))| [predicted, p_holm]).collect()
}

/// The largest significant difference between wins and what the ratings predict; one number fits two agents always.
pub fn sentence(names: &[String], pairings: &Pairings) -> Option<String> {
    let pairs = (0..names.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let fits = pairs.filter_map(|pair| {
        let row = pairings.get(&pair)?;
        Some((pair, row, row.wins[0]? - row.wins[3]?))
    });
    let fits: Vec<((usize, usize), &PairingRow, f64)> = fits.collect();
    if names.len() < 3 || fits.len() < 2 {
        return None;
    }
    let clear = fits.iter().filter(|(_, row, _)| row.wins_p_holm.is_some_and(|p| p <= LEVEL));
    let most = clear.max_by(|(.., one), (.., two)| one.abs().total_cmp(&two.abs()));
    let Some(&((a, b), _, apart)) = most else {
        let all = "No pairing differs significantly from what the ratings predict.";
        return Some(all.to_owned());
    };
    // From the side of the agent that wins more than is predicted.
    let (a, b) = if apart < 0.0 { (b, a) } else { (a, b) };
    let [observed, low, high, predicted] = pairings.get(&(a, b))?.wins;
    let text = FigureUnit::Share.writer(observed, low.zip(high));
    Some(format!(
        "The ratings fit least between {} and {}: of the wins of the two, {} has {} where they predict {}.",
        names[a],
        names[b],
        names[a],
        FigureUnit::Share.told(observed?, low.zip(high)),
        text(predicted?),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::tournament::standings;
    use drakkar_stats::ratings::Wins;
    use drakkar_stats::ratio::Ratio;

    /// Agents that meet in pairs: of ten games on each of 39 deals, the first wins so many.
    fn met(pairs: &[((u8, u8), i64)]) -> BTreeMap<(usize, usize), PairingRow> {
        let mut meetings = Meetings::new(3);
        for &((a, b), won) in pairs {
            let mut share = Ratio::default();
            let mut wins = Wins::default();
            for deal in 0..39 {
                // As often one more as one fewer.
                let won = won + deal % 3 - 1;
                share.add_block(won, 10);
                (0..won).for_each(|_| wins.add(&[a, b], &[60, 0], deal as u64));
                (won..10).for_each(|_| wins.add(&[a, b], &[0, 60], deal as u64));
            }
            let pair = Meetings::pair(a.into(), b.into());
            (meetings.shares[pair], meetings.pairs[pair]) = (share, share);
            meetings.wins.merge(&wins);
        }
        let estimates = Estimates::new(&meetings.wins, 3, 1);
        standings::pairings(3, (&meetings, &estimates), None, 0.0, 100)
    }

    fn said(pairs: &[((u8, u8), i64)]) -> Option<String> {
        let names = ["a", "b", "c"].map(str::to_owned);
        sentence(&names, &met(pairs))
    }

    #[test]
    fn the_worst_fit_is_named_from_the_side_that_wins_more() {
        // Equal in a circle, where each wins seven games of ten.
        let told = said(&[((0, 1), 7), ((1, 2), 7), ((0, 2), 3)]).unwrap();
        assert!(
            told.starts_with(
                "The ratings fit least between c and a: of the wins of the two, c has 7"
            ),
            "{told}"
        );
        assert!(told.ends_with("where they predict 50.0 %."), "{told}");
        let told = said(&[((0, 1), 5), ((1, 2), 5), ((0, 2), 5)]).unwrap();
        assert_eq!(told, "No pairing differs significantly from what the ratings predict.");
        // One result of two agents is always fitted.
        assert_eq!(said(&[((0, 1), 7)]), None);
    }

    #[test]
    fn both_rows_of_a_pair_are_filled_in() {
        let rows = met(&[((0, 1), 7), ((1, 2), 7), ((0, 2), 3)]);
        let [own, other] = [(0, 1), (1, 0)].map(|pair| &rows[&pair]);
        assert!((own.wins[0].unwrap() + other.wins[0].unwrap() - 1.0).abs() < 1e-12);
        assert!((own.wins[1].unwrap() + other.wins[2].unwrap() - 1.0).abs() < 1e-12);
        assert!((own.wins[3].unwrap() - 0.5).abs() < 1e-6);
        assert!(own.wins[1].unwrap() > 0.5 && other.wins[2].unwrap() < 0.5);
    }
}
