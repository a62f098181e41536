//! Sums of strategy facts, and their association with winning.

use serde::{Deserialize, Serialize};

use crate::finished::WHOLE_WIN;
use crate::interval::{FEWEST_SAMPLES, Interval, around};
use crate::number::Number;
use crate::ratio::{Ratio, effective_blocks, variation};

/// Sums of one fact `x` of one agent. A game counts as won with its win share `w` (in 1/60), and as not won with `60 -
/// w`. Of a block, `X` is the sum of `x`, `V` that of `w x`, `W` the agent's wins and `N` its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "[Number; 10]", from = "[Number; 10]")]
pub struct FactSums {
    /// Over games: sum of `x` squared.
    pub squares: i128,
    /// Over blocks: sum of `X`.
    pub x: i128,
    /// Over blocks: sum of `V`.
    pub v: i128,
    /// Over blocks: sums of products.
    pub(crate) vv: i128,
    pub(crate) vx: i128,
    pub(crate) vw: i128,
    pub(crate) vn: i128,
    pub(crate) xx: i128,
    pub(crate) xw: i128,
    pub(crate) xn: i128,
}

sums!(FactSums as [Number; 10] { squares, x, v, vv, vx, vw, vn, xx, xw, xn });

/// The association of a fact with winning, which is not an effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Association {
    /// Mean with weight `w`; `None` if the agent never won.
    pub winning: Option<f64>,
    /// Mean with weight `60 - w`; `None` if it always won.
    pub not_winning: Option<f64>,
    /// The first minus the second, if both exist.
    pub difference: Option<f64>,
    /// Its interval; `None` also if the wins, or the other games, come from too few blocks.
    pub interval: Option<Interval>,
}

impl FactSums {
    /// The association of the fact with winning; `share` holds the agent's wins and games.
    ///
    /// The difference is `V/W - V'/W'` with `V' = 60 X - V` and `W' = 60 N - W`; its variance is about `B/(B-1) Σu²`
    /// with `u = (V - r W)/ΣW - (V' - r' W')/ΣW'` (Cochran 1977, section 6.4), where `r` and `r'` are the two means.
    /// There is no interval if either has fewer than ten effective blocks behind it.
    pub fn association(&self, share: &Ratio) -> Association {
        let whole = i128::from(WHOLE_WIN);
        let (won, lost) = (share.n, whole * share.d - share.n);
        let mean = |sum: i128, weight: i128| (weight > 0).then(|| sum as f64 / weight as f64);
        let winning = mean(self.v, won);
        let not_winning = mean(whole * self.x - self.v, lost);
        let both = winning.zip(not_winning);
        let lost_squares = whole * whole * share.dd - 2 * whole * share.nd + share.nn;
        let samples = effective_blocks(won, share.nn).min(effective_blocks(lost, lost_squares));
        let enough = both.filter(|_| samples >= FEWEST_SAMPLES);
        Association {
            winning,
            not_winning,
            difference: both.map(|(winning, not)| winning - not),
            interval: enough.map(|means| self.interval(share, (won as f64, lost as f64), means)),
        }
    }

    /// Mean win share of the seats that did what the fact counts, once for each time, in 1/60. The samples are the
    /// effective number of a mean with weights `X`.
    pub fn win_share_of_each(&self) -> Ratio {
        Ratio {
            blocks: effective_blocks(self.x, self.xx),
            n: self.v,
            d: self.x,
            nn: self.vv,
            nd: self.vx,
            dd: self.xx,
            ..Ratio::default()
        }
    }

    /// The interval of the difference of the two means, whose weights are `won` and `lost`.
    fn interval(
        &self,
        share: &Ratio,
        (won, lost): (f64, f64),
        (winning, not_winning): (f64, f64),
    ) -> Interval {
        let whole = f64::from(WHOLE_WIN);
        // u = v V + x X + w W + n N
        let (v, x) = (1.0 / won + 1.0 / lost, -whole / lost);
        let (w, n) = (-winning / won - not_winning / lost, whole * not_winning / lost);
        let terms = [
            (v * v, self.vv, self.v, self.v),
            (x * x, self.xx, self.x, self.x),
            (w * w, share.nn, share.n, share.n),
            (n * n, share.dd, share.d, share.d),
            (2.0 * v * x, self.vx, self.v, self.x),
            (2.0 * v * w, self.vw, self.v, share.n),
            (2.0 * v * n, self.vn, self.v, share.d),
            (2.0 * x * w, self.xw, self.x, share.n),
            (2.0 * x * n, self.xn, self.x, share.d),
            (2.0 * w * n, share.nd, share.n, share.d),
        ];
        let error = variation(share.blocks, &terms).max(0.0).sqrt();
        around(winning - not_winning, error, share.blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{draws::Draws, fact_tally::FactTally, interval::of_share};

    /// One seat in one game: fact and win share.
    type Game = (i64, i64);

    /// The association directly from its definition, in floating point.
    fn plainly(blocks: &[Vec<Game>]) -> (f64, f64, f64) {
        let sum = |f: &dyn Fn(&Game) -> f64| -> Vec<f64> {
            blocks.iter().map(|block| block.iter().map(f).sum()).collect()
        };
        let won = sum(&|g| g.1 as f64 / 60.0);
        let lost = sum(&|g| 1.0 - g.1 as f64 / 60.0);
        let (x_won, x_lost) = (
            sum(&|g| g.0 as f64 * g.1 as f64 / 60.0),
            sum(&|g| g.0 as f64 * (1.0 - g.1 as f64 / 60.0)),
        );
        let total = |list: &[f64]| list.iter().sum::<f64>();
        let (winning, not) = (total(&x_won) / total(&won), total(&x_lost) / total(&lost));
        let squares: f64 = (0..blocks.len())
            .map(|i| {
                (x_won[i] - winning * won[i]) / total(&won)
                    - (x_lost[i] - not * lost[i]) / total(&lost)
            })
            .map(|u| u * u)
            .sum();
        let count = blocks.len() as f64;
        (winning, not, (squares * count / (count - 1.0)).sqrt())
    }

    fn counted(blocks: &[Vec<Game>]) -> (FactSums, Ratio) {
        let (mut tally, mut share) = (FactTally::new(1), Ratio::default());
        for block in blocks {
            for &(fact, wins) in block {
                tally.add(wins as u8, &[fact as i32], 0);
            }
            let wins = block.iter().map(|game| game.1).sum();
            tally.end_block(wins, block.len() as i64);
            share.add_block(wins, block.len() as i64);
        }
        (tally.finish()[0], share)
    }

    #[test]
    fn association_agrees_with_its_definition() {
        let mut rng = Draws::new(3);
        let blocks: Vec<Vec<Game>> = (0..300)
            .map(|_| {
                // Blocks of different sizes with a fact that is associated with winning.
                (0..1 + rng.below(6))
                    .map(|_| {
                        let share = [0, 0, 30, 60][rng.below(4) as usize];
                        (i64::from(rng.below(20)) - 5 + share / 20, share)
                    })
                    .collect()
            })
            .collect();
        let (sums, share) = counted(&blocks);
        let found = sums.association(&share);
        let (winning, not, error) = plainly(&blocks);
        assert!((found.winning.unwrap() - winning).abs() < 1e-9);
        assert!((found.not_winning.unwrap() - not).abs() < 1e-9);
        let (low, high) = found.interval.unwrap();
        let (plain_low, plain_high) = around(winning - not, error, 300);
        assert!((low - plain_low).abs() < 1e-9 && (high - plain_high).abs() < 1e-9);
        let squares: i64 = blocks.iter().flatten().map(|game| game.0 * game.0).sum();
        assert_eq!(sums.squares, i128::from(squares));
    }

    #[test]
    fn a_constant_fact_is_associated_with_nothing() {
        let blocks: Vec<Vec<Game>> =
            (0..100).map(|i| vec![(7, 60 * i64::from(i % 3 == 0)), (7, 0)]).collect();
        let (sums, share) = counted(&blocks);
        let found = sums.association(&share);
        assert_eq!((found.winning, found.not_winning), (Some(7.0), Some(7.0)));
        assert_eq!(found.interval, Some((0.0, 0.0)));
    }

    #[test]
    fn without_wins_or_losses_there_is_nothing_to_compare() {
        let (sums, share) = counted(&[vec![(1, 0)], vec![(2, 0)]]);
        let found = sums.association(&share);
        assert_eq!((found.winning, found.not_winning), (None, Some(1.5)));
        assert_eq!((found.difference, found.interval), (None, None));
    }

    #[test]
    fn an_interval_needs_ten_blocks_with_wins_and_ten_without() {
        // Blocks of one game, with fact 1 and 3 in turn.
        let run = |won: usize, lost: usize| {
            let block = |i: usize, share: i64| vec![(1 + 2 * (i as i64 % 2), share)];
            let blocks: Vec<Vec<Game>> =
                (0..won).map(|i| block(i, 60)).chain((0..lost).map(|i| block(i, 0))).collect();
            let (sums, share) = counted(&blocks);
            sums.association(&share)
        };
        for (won, lost, shown) in [(10, 10, true), (9, 500, false), (500, 9, false)] {
            let found = run(won, lost);
            assert_eq!(found.interval.is_some(), shown, "{won} {lost}");
            assert!(found.difference.is_some());
        }
    }

    /// The interval contains the true difference in 95 of 100 simulated runs.
    #[test]
    fn association_intervals_cover() {
        let mut rng = Draws::new(8);
        let (runs, mut held) = (2000, 0);
        for _ in 0..runs {
            let blocks: Vec<Vec<Game>> = (0..100)
                .map(|_| {
                    // The deal moves the fact of both games; the winner has 2 more on average.
                    let deal = i64::from(rng.below(6));
                    (0..2)
                        .map(|_| {
                            let won = rng.below(4) == 0;
                            let fact = deal + i64::from(rng.below(5)) + 2 * i64::from(won);
                            (fact, 60 * i64::from(won))
                        })
                        .collect()
                })
                .collect();
            let (sums, share) = counted(&blocks);
            let (low, high) = sums.association(&share).interval.unwrap();
            held += usize::from(low <= 2.0 && 2.0 <= high);
        }
        let held = 100.0 * f64::from(held as u32) / f64::from(runs);
        assert!((93.0..=97.0).contains(&held), "{held} %");
    }

    /// A block with four axes weighs as much as four with one, so there are fewer samples.
    #[test]
    fn unequal_blocks_are_fewer_samples() {
        let sums = |taken: &[i64]| FactSums {
            x: taken.iter().map(|&x| i128::from(x)).sum(),
            xx: taken.iter().map(|&x| i128::from(x * x)).sum(),
            ..FactSums::default()
        };
        assert_eq!(sums(&[1, 1, 0, 1, 1, 0]).win_share_of_each().blocks, 4);
        assert_eq!(sums(&[4, 1, 1, 1, 1]).win_share_of_each().blocks, 3);
        assert_eq!(sums(&[0, 0]).win_share_of_each().blocks, 0);
    }

    /// Blocks of two games, in which a rare axe decides less than the deal does; returns how many
    /// intervals contain the true share, in per cent.
    fn coverage(rarity: u32, blocks: usize, seed: u64) -> f64 {
        let mut rng = Draws::new(seed);
        let (mut runs, mut held) = (0, 0);
        for _ in 0..2000 {
            let mut sums = FactSums::default();
            for _ in 0..blocks {
                // The deal decides whether the axe lies open and how often its owner wins, 1/2 or
                // 1/10.
                let (lies, chance) = (rng.below(rarity) == 0, [5, 1][rng.below(2) as usize]);
                let (mut x, mut v) = (0, 0);
                for _ in 0..2 {
                    if lies && rng.below(3) != 0 {
                        x += 1;
                        v += 60 * i128::from(rng.below(10) < chance);
                    }
                }
                let (vv, vx, xx) = (v * v, v * x, x * x);
                sums.merge(&FactSums { x, v, vv, vx, xx, ..FactSums::default() });
            }
            let owned = sums.win_share_of_each();
            if owned.blocks >= FEWEST_SAMPLES {
                let (low, high) = of_share(&owned, 1.0 / 60.0).unwrap();
                runs += 1;
                held += i32::from(low <= 0.3 && 0.3 <= high);
            }
        }
        assert!(runs > 1900, "{runs}");
        100.0 * f64::from(held) / f64::from(runs)
    }

    #[test]
    fn intervals_of_owners_cover() {
        for (rarity, blocks) in [(2, 200), (20, 400), (100, 3000)] {
            let held = coverage(rarity, blocks, 21);
            assert!((93.0..=97.5).contains(&held), "{rarity} {blocks}: {held} %");
        }
    }
}
