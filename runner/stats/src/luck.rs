//! Luck and decisions: which part of the variance of results comes from what chance reveals.
//!
//! Let `p` be the win share that a seat can expect, given all that has been dealt or revealed to anybody, if
//! everybody plays on in the same way. In a game it changes from `p = 1 / seats` to the result `y`. With the
//! players who sit down, in their seats, it changes for the first time; then where chance deals or reveals
//! something, and where somebody decides. Expected changes are 0 given what happened before, so different changes
//! are not correlated, and
//!
//! `mean of (y - 1 / seats)² = mean of the sum of all squared changes`
//!
//! (M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings, *Optimal Unbiased Estimators for Evaluating Agent
//! Performance*, AAAI 2006, split a result into such changes). Squared changes where chance reveals something are
//! *luck*, those at decisions *decisions*.
//!
//! `p` is not known; the games are continued [several times](CONTINUATIONS) from before a change and from after
//! it. The square of a mean difference would be too large on average, by the variance of that mean. The product of
//! the differences of two independent continuations is not: see [`squared`].

use serde::{Deserialize, Serialize};

use crate::finished::WHOLE_WIN;
use crate::interval::{FEWEST_SAMPLES, of_ratio};
use crate::jackknife::Estimate;
use crate::ratio::Ratio;

/// How often a game is continued from each moment.
pub const CONTINUATIONS: usize = 16;

/// The win shares of all seats, in sixtieths, at the end of each continuation from one moment.
pub type Ends = [Vec<u8>];

/// Parts of the squared distances of the win shares of one game from par, summed over seats. The unit is 1 /
/// (3600 `CONTINUATIONS` (`CONTINUATIONS` - 1)) of a squared win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The squared distances.
    pub total: i64,
    /// What comes from who sits where.
    pub players: i64,
    /// What comes from what chance deals and reveals.
    pub luck: i64,
    /// How often chance revealed something, the first deal not counted.
    pub reveals: u64,
    /// Whether all hands were kept where something was dealt anew; otherwise luck is approximate.
    pub is_exact: bool,
}

/// Parts of the variance of win shares, each 1 in all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    /// Of who sits where.
    pub players: Estimate,
    /// Of what chance deals and reveals.
    pub luck: Estimate,
    /// Of decisions: what is left.
    pub decisions: Estimate,
}

/// The squared change of a win share from `before` to `after`, summed over seats, in the unit of [`Game`]: for each
/// seat the mean product of the changes in two different continuations, over all pairs of them, which is unbiased.
/// Continuations of one number may have random numbers in common.
///
/// # Panics
/// If there are not [`CONTINUATIONS`] of both.
pub fn squared(before: &Ends, after: &Ends) -> i64 {
    assert!(before.len() == CONTINUATIONS && after.len() == CONTINUATIONS, "all continuations");
    let seats = before[0].len();
    let change = |seat: usize| {
        let differences = before.iter().zip(after);
        let differences = differences
            .map(move |(before, after)| i64::from(after[seat]) - i64::from(before[seat]));
        let (sum, squares) =
            differences.fold((0, 0), |(sum, squares), d| (sum + d, squares + d * d));
        sum * sum - squares
    };
    (0..seats).map(change).sum()
}

/// The same shares at the end of all continuations.
pub fn certain(shares: &[u8]) -> Vec<Vec<u8>> {
    vec![shares.to_vec(); CONTINUATIONS]
}

/// An equal share of the win for each seat.
///
/// # Panics
/// If the win cannot be shared evenly in sixtieths.
pub fn par(seats: usize) -> Vec<u8> {
    let share = WHOLE_WIN as usize / seats;
    assert_eq!(share * seats, WHOLE_WIN as usize, "a win can be shared");
    vec![share as u8; seats]
}

/// The parts of the variance of the win shares of games; none if all shares are par. There are no intervals with fewer
/// than ten games; otherwise they are those of [ratios](of_ratio).
pub fn parts(games: &[Game]) -> Option<Parts> {
    let part = |of: fn(&Game) -> i64| {
        let mut ratio = Ratio::default();
        for game in games {
            ratio.add_block(of(game), game.total);
        }
        let interval = of_ratio(&ratio, 1.0).filter(|_| games.len() as i128 >= FEWEST_SAMPLES);
        Some(Estimate { value: ratio.value(1.0)?, interval })
    };
    Some(Parts {
        players: part(|game| game.players)?,
        luck: part(|game| game.luck)?,
        decisions: part(|game| game.total - game.players - game.luck)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// Shares of two seats at the end of continuations in which the first one wins with this probability.
    fn ends(win: f64, draws: &mut Draws) -> Vec<Vec<u8>> {
        let end = |_| {
            let won = f64::from(draws.below(1 << 20)) < win * f64::from(1 << 20);
            if won { vec![60, 0] } else { vec![0, 60] }
        };
        (0..CONTINUATIONS).map(end).collect()
    }

    const UNIT: f64 = 3600.0 * (CONTINUATIONS * (CONTINUATIONS - 1)) as f64;

    #[test]
    fn squares_are_those_of_the_true_changes_on_average() {
        let mut draws = Draws::new(3);
        for (from, to) in [(0.5, 0.5), (0.5, 0.6), (0.2, 0.9)] {
            let runs = 4000;
            let sum: i64 =
                (0..runs).map(|_| squared(&ends(from, &mut draws), &ends(to, &mut draws))).sum();
            let (found, truth) =
                (sum as f64 / UNIT / f64::from(runs), 2.0 * (to - from) * (to - from));
            // The standard error is at most sqrt(2) 2 (0.5 / 16) / sqrt(4000) + 0.35 / sqrt(4000).
            assert!((found - truth).abs() < 0.02, "{from} {to}: {found}");
        }
    }

    #[test]
    fn what_is_certain_has_no_error() {
        let (even, won) = (certain(&par(3)), certain(&[60, 0, 0]));
        assert_eq!(squared(&even, &even), 0);
        assert_eq!(squared(&even, &won) as f64 / UNIT, 4.0 / 9.0 + 2.0 / 9.0);
    }

    #[test]
    fn parts_add_up() {
        let game = |players, luck| Game { total: 10, players, luck, ..Game::default() };
        let games: Vec<Game> = (0..12).map(|number| game(1, 2 + number % 3)).collect();
        let Parts { players, luck, decisions } = parts(&games).unwrap();
        assert_eq!((players.value, luck.value), (0.1, 0.3));
        assert!((players.value + luck.value + decisions.value - 1.0).abs() < 1e-12);
        assert_eq!(players.interval, Some((0.1, 0.1)));
        assert_eq!(parts(&games[..9]).unwrap().luck.interval, None);
        assert_eq!(parts(&[Game::default(); 3]), None);
    }
}
