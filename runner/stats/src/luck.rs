//! Luck and decisions: which part of the variance of results comes from what chance reveals.
//!
//! Let `p` be the win share that a seat can expect, given all that has been dealt or revealed, if everybody plays on in
//! the same way. It changes from `1 / seats` to the result `y`, with the players and seats, where chance reveals
//! something, and where somebody decides. Changes are not correlated, so the mean of `(y - 1 / seats)²` is that of the
//! sum of all squared changes (M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings, *Optimal Unbiased Estimators for
//! Evaluating Agent Performance*, AAAI 2006). As `p` is not known, games are continued [several times](CONTINUATIONS)
//! from before and after a change; the square of a mean difference would be too large by its variance, the product of
//! two independent ones is not: see [`squared`].

use serde::{Deserialize, Serialize};

use crate::finished::WHOLE_WIN;
use crate::interval::{FEWEST_SAMPLES, of_ratio};
use crate::jackknife::IntervalEstimate;
use crate::ratio::Ratio;

/// How often a game is continued from each moment.
pub const CONTINUATIONS: usize = 16;

/// The win shares of all seats, in sixtieths, at the end of each continuation from one moment.
pub type Ends = [Vec<u8>];

/// Parts of the squared distances from par, over seats, in 1 / (3600 `CONTINUATIONS` (`CONTINUATIONS` - 1)) of a win².
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Game {
    /// The squared distances.
    pub total: i64,
    /// What comes from who sits where.
    pub players: i64,
    /// What comes from what chance deals and reveals.
    pub luck: i64,
    /// The variance that `players` and `luck` have even if nothing changes, as `p` is estimated: see [`Change::noise`].
    pub noise: [i64; 2],
    /// How often chance revealed something, the first deal not counted.
    pub reveals: u64,
    /// Whether all hands were kept where something was dealt anew; otherwise luck is approximate.
    pub is_exact: bool,
}

/// Parts of the variance of win shares, each 1 in all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    /// Of who sits where.
    pub players: IntervalEstimate,
    /// Of what chance deals and reveals.
    pub luck: IntervalEstimate,
    /// Of decisions: what is left.
    pub decisions: IntervalEstimate,
}

/// A squared change of win shares, summed over seats, in the unit of [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// Its estimate.
    pub square: i64,
    /// The estimated variance of the estimate if nothing changes.
    pub noise: i64,
}

/// For each seat the mean product of the changes in two different continuations, over all pairs of them, which is
/// unbiased. Continuations of one number may have random numbers in common.
///
/// # Panics
/// If there are not [`CONTINUATIONS`] of both.
pub fn squared(before: &Ends, after: &Ends) -> Change {
    assert!(before.len() == CONTINUATIONS && after.len() == CONTINUATIONS, "all continuations");
    let seats = before[0].len();
    let change = |number: usize, seat: usize| {
        i64::from(after[number][seat]) - i64::from(before[number][seat])
    };
    let sum = |seat: usize| (0..CONTINUATIONS).map(|number| change(number, seat)).sum::<i64>();
    let products = |one: usize, two: usize| {
        (0..CONTINUATIONS).map(|number| change(number, one) * change(number, two)).sum::<i64>()
    };
    let count = CONTINUATIONS as i64;
    let mut found = Change::default();
    for one in 0..seats {
        found.square += sum(one) * sum(one) - products(one, one);
        for two in 0..seats {
            // The covariance of two seats' changes, times all ordered pairs of continuations. A sum of n (n - 1)
            // products of normal numbers with the covariance c has the variance 2 n (n - 1) c².
            let covariance = count * products(one, two) - sum(one) * sum(two);
            found.noise += covariance * covariance;
        }
    }
    found.noise = 2 * found.noise / (count * (count - 1));
    found
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

/// The parts of the variance of the win shares of games; none if all shares are par. Intervals are those of
/// [ratios](of_ratio), with at least the error of continuations in which nothing changes; none with fewer than ten
/// games.
pub fn parts(games: &[Game]) -> Option<Parts> {
    let part = |of: fn(&Game) -> i64, noise: fn(&Game) -> i64| {
        let (mut ratio, mut variance) = (Ratio::default(), 0);
        for game in games {
            ratio.add_block(of(game), game.total);
            variance += i128::from(noise(game));
        }
        let interval = of_ratio(&ratio, 1.0).filter(|_| games.len() as i128 >= FEWEST_SAMPLES);
        let error = (variance as f64).sqrt() / ratio.d as f64;
        Some(
            IntervalEstimate { value: ratio.value(1.0)?, interval }
                .with_least_error(error, games.len()),
        )
    };
    Some(Parts {
        players: part(|game| game.players, |game| game.noise[0])?,
        luck: part(|game| game.luck, |game| game.noise[1])?,
        decisions: part(
            |game| game.total - game.players - game.luck,
            |game| game.noise[0] + game.noise[1],
        )?,
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
            let sum: i64 = (0..runs)
                .map(|_| squared(&ends(from, &mut draws), &ends(to, &mut draws)).square)
                .sum();
            let (found, truth) =
                (sum as f64 / UNIT / f64::from(runs), 2.0 * (to - from) * (to - from));
            // The standard error is at most sqrt(2) 2 (0.5 / 16) / sqrt(4000) + 0.35 / sqrt(4000).
            assert!((found - truth).abs() < 0.02, "{from} {to}: {found}");
        }
    }

    #[test]
    fn the_noise_is_the_variance_where_nothing_changes() {
        let (mut draws, runs) = (Draws::new(4), 4000);
        let (mut squares, mut noise) = (0.0, 0.0);
        for _ in 0..runs {
            let found = squared(&ends(0.4, &mut draws), &ends(0.4, &mut draws));
            squares += (found.square as f64).powi(2);
            noise += found.noise as f64;
        }
        assert!((squares / noise - 1.0).abs() < 0.15, "{}", squares / noise);
    }

    #[test]
    fn what_is_certain_has_no_error() {
        let (even, won) = (certain(&par(3)), certain(&[60, 0, 0]));
        assert_eq!(squared(&even, &even), Change::default());
        assert_eq!(squared(&even, &won).square as f64 / UNIT, 4.0 / 9.0 + 2.0 / 9.0);
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
