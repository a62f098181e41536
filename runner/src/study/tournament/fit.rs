//! How well one number for each agent fits: wins of every two agents, and what the ratings predict of them.

use std::collections::BTreeMap;

use crate::export::unit::FigureUnit;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::meetings::Meetings;
use drakkar_stats::p_value::{LEVEL, of_share, with_holm};
use drakkar_stats::ratings::Estimates;

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
}

/// Shares of the wins are ratios as they are.
const UNIT: f64 = 1.0;

/// The share of the wins of two agents that goes to the first of them.
pub struct Fit {
    agents: (usize, usize),
    observed: f64,
    interval: Option<Interval>,
    predicted: Option<f64>,
    /// Adjusted for all pairs. What is predicted was fitted to the same games, so it is rather too large.
    p_holm: Option<f64>,
}

pub fn fits(meetings: &Meetings, estimates: &Estimates, agents: usize) -> Vec<Fit> {
    let pairs = (0..agents).flat_map(|b| (0..b).map(move |a| (a, b)));
    let met = pairs.filter_map(|(a, b)| {
        let share = &meetings.shares[Meetings::pair(a, b)];
        let predicted = estimates.predicted(&meetings.wins, a, b);
        let p = predicted.and_then(|predicted| of_share(share, UNIT, predicted));
        let (observed, interval) = (share.value(UNIT)?, interval::of_share(share, UNIT));
        Some((Fit { agents: (a, b), observed, interval, predicted, p_holm: None }, p))
    });
    let (fits, p): (Vec<Fit>, Vec<Option<f64>>) = met.unzip();
    let adjusted = with_holm(p).into_iter();
    fits.into_iter().zip(adjusted).map(|(fit, (_, p_holm))| Fit { p_holm, ..fit }).collect()
}

impl Fit {
    /// The same from the second agent's side, if `turned`.
    fn figures(&self, turned: bool) -> [Option<f64>; 4] {
        let (low, high) = self.interval.unzip();
        let figures = [Some(self.observed), low, high, self.predicted];
        if !turned {
            return figures;
        }
        let [own, low, high, predicted] = figures.map(|figure| figure.map(|share| 1.0 - share));
        [own, high, low, predicted]
    }

    pub fn enter(&self, pairings: &mut BTreeMap<(usize, usize), PairingRow>) {
        let (a, b) = self.agents;
        for (pair, turned) in [((a, b), false), ((b, a), true)] {
            if let Some(row) = pairings.get_mut(&pair) {
                row.wins = self.figures(turned);
            }
        }
    }
}

/// The largest significant difference between wins and what the ratings predict; one number fits two agents always.
pub fn sentence(names: &[String], fits: &[Fit]) -> Option<String> {
    let predicted = fits.iter().filter(|fit| fit.predicted.is_some()).count();
    if names.len() < 3 || predicted < 2 {
        return None;
    }
    let apart = |fit: &Fit| fit.predicted.map_or(0.0, |predicted| fit.observed - predicted);
    let clear = fits.iter().filter(|fit| fit.p_holm.is_some_and(|p| p <= LEVEL));
    let most = clear.max_by(|a, b| apart(a).abs().total_cmp(&apart(b).abs()));
    let Some(fit) = most else {
        let all = "No pairing differs significantly from what the ratings predict.";
        return Some(all.to_owned());
    };
    // From the side of the agent that wins more than is predicted.
    let turned = apart(fit) < 0.0;
    let (a, b) = if turned { (fit.agents.1, fit.agents.0) } else { fit.agents };
    let [observed, low, high, predicted] = fit.figures(turned);
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
    use drakkar_stats::ratings::Wins;
    use drakkar_stats::ratio::Ratio;

    /// Agents that meet in pairs: of ten games on each of 39 deals, the first wins so many.
    fn met(pairs: &[((u8, u8), i64)]) -> Vec<Fit> {
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
            meetings.shares[Meetings::pair(a.into(), b.into())] = share;
            meetings.wins.merge(&wins);
        }
        let estimates = Estimates::new(&meetings.wins, 3, 1);
        fits(&meetings, &estimates, 3)
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
        let fits = met(&[((0, 1), 7), ((1, 2), 7), ((0, 2), 3)]);
        let mut rows: BTreeMap<(usize, usize), PairingRow> = BTreeMap::new();
        rows.extend([(0, 1), (1, 0)].map(|pair| (pair, PairingRow::default())));
        fits.iter().for_each(|fit| fit.enter(&mut rows));
        let [own, other] = [(0, 1), (1, 0)].map(|pair| &rows[&pair]);
        assert!((own.wins[0].unwrap() + other.wins[0].unwrap() - 1.0).abs() < 1e-12);
        assert!((own.wins[1].unwrap() + other.wins[2].unwrap() - 1.0).abs() < 1e-12);
        assert!((own.wins[3].unwrap() - 0.5).abs() < 1e-6);
        assert!(own.wins[1].unwrap() > 0.5 && other.wins[2].unwrap() < 0.5);
    }
}
