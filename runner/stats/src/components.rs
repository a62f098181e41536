//! Which part of the results is skill, seat, deal, or anything else.
//!
//! A *cell* is a seat of one game of every block, with its line-up and seating. A result `y` of block `b` in cell `c`
//! is modelled as `y = m + skill(line-up, agent) + seat(s) + deal(b, s) + rest`: a deal can favour a seat, but not all,
//! and shows in games of one deal that have nothing else in common. The estimators are those of the analysis of
//! variance (S. R. Searle, G. Casella, C. E. McCulloch, *Variance Components*, 1992, chapter 4): unbiased, so an effect
//! that is 0 has estimates below 0 as often as above.

use crate::jackknife::{IntervalEstimate, jackknife};

/// A seat of a game of every block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// Number of the agent in its line-up, the same for no two line-ups.
    pub player: usize,
    /// Number of the seat.
    pub seat: usize,
    /// Number of the seating: games of one number may have random numbers in common, whoever plays.
    pub seating: usize,
}

/// Shares of the variance of results; together they are 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Components {
    /// Of who sits where, against whom.
    pub skill: IntervalEstimate,
    /// Of the seat.
    pub seat: IntervalEstimate,
    /// Of the deal, which favours a seat whoever sits there.
    pub deal: IntervalEstimate,
    /// Of everything else.
    pub rest: IntervalEstimate,
}

/// Sums over blocks; integers, so that taking out a block is exact.
#[derive(Clone)]
struct Totals {
    blocks: i128,
    /// Of each cell: results and their squares.
    cells: Vec<[i128; 2]>,
    /// Of each player, of each seat, and of each seat in games of one seating: the sum of a block, and its
    /// square.
    groups: [Vec<[i128; 2]>; 3],
}

/// The shares of the variance of `results`, one row for each block with a result for each place; none with fewer than
/// two blocks or if all are equal. Every player has to sit in each seat equally often.
///
/// # Panics
/// If a row has another length than `places`.
pub fn components(places: &[SeatResult], results: &[Vec<i64>]) -> Option<Components> {
    let sizes = sizes(places);
    let groups = sizes.each_ref().map(|sizes| vec![[0; 2]; sizes.len()]);
    let mut whole = Totals { blocks: 0, cells: vec![[0; 2]; places.len()], groups };
    results.iter().for_each(|row| whole.add(places, row, 1));
    let figures = |without: Option<usize>| match without {
        None => whole.shares(places, &sizes),
        Some(block) => {
            let mut rest = whole.clone();
            rest.add(places, &results[block], -1);
            rest.shares(places, &sizes)
        }
    };
    let [skill, seat, deal, rest] = jackknife(results.len(), figures);
    let total = whole.total(places)?;
    let squares = |of: fn(&SeatResult) -> usize, sizes: &[i128]| {
        error_of_squares(places, results, of, sizes) / total
    };
    let skill = skill?.of_squares(squares(|place| place.player, &sizes[0]), results.len());
    let seat = seat?.of_squares(squares(|place| place.seat, &sizes[1]), results.len());
    Some(Components { skill, seat, deal: deal?, rest: rest? })
}

/// The standard error of [`Totals::fixed`], divided by the cells, if all effects are 0, which the linear jackknife does
/// not see: `Σ n e²` has the variance `2 Σ n m cov(e, f)²` over all pairs.
fn error_of_squares(
    places: &[SeatResult],
    results: &[Vec<i64>],
    of: fn(&SeatResult) -> usize,
    sizes: &[i128],
) -> f64 {
    let blocks = results.len() as i128;
    let sums = |row: &Vec<i64>| {
        let mut sums = vec![0; sizes.len()];
        places.iter().zip(row).for_each(|(place, &y)| sums[of(place)] += i128::from(y));
        sums
    };
    let sums: Vec<Vec<i128>> = results.iter().map(sums).collect();
    let all: Vec<i128> =
        (0..sizes.len()).map(|one| sums.iter().map(|row| row[one]).sum()).collect();
    let mut variance = 0.0;
    for (one, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
        for (two, &other) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            let products: i128 = sums.iter().map(|row| row[one] * row[two]).sum();
            let covariance =
                (blocks * products - all[one] * all[two]) as f64 / (blocks * (blocks - 1)) as f64;
            variance += 2.0 * covariance * covariance / (size * other) as f64;
        }
    }
    variance.sqrt() / (blocks as f64 * places.len() as f64)
}

/// Cells of each player, of each seat, and of each seat in games of one seating.
fn sizes(places: &[SeatResult]) -> [Vec<i128>; 3] {
    let seats = places.iter().map(|place| place.seat + 1).max().unwrap_or(0);
    std::array::from_fn(|group| {
        let numbers = || places.iter().map(|place| place.numbers(seats)[group]);
        let mut sizes = vec![0; numbers().max().map_or(0, |last| last + 1)];
        numbers().for_each(|number| sizes[number] += 1);
        sizes
    })
}

impl SeatResult {
    /// Numbers of the player, of the seat, and of the seat among those of all seatings.
    fn numbers(&self, seats: usize) -> [usize; 3] {
        [self.player, self.seat, self.seating * seats + self.seat]
    }
}

impl Totals {
    /// Adds a block, or takes it out with a `sign` of -1.
    fn add(&mut self, places: &[SeatResult], row: &[i64], sign: i128) {
        assert_eq!(row.len(), places.len(), "a block has a result for each place");
        self.blocks += sign;
        let mut of_block = self.groups.each_ref().map(|all| vec![0; all.len()]);
        let seats = of_block[1].len();
        for ((place, &y), cell) in places.iter().zip(row).zip(&mut self.cells) {
            let y = i128::from(y);
            cell[0] += sign * y;
            cell[1] += sign * y * y;
            for (sums, number) in of_block.iter_mut().zip(place.numbers(seats)) {
                sums[number] += y;
            }
        }
        for (sum, y) in self.groups.iter_mut().flatten().zip(of_block.into_iter().flatten()) {
            sum[0] += sign * y;
            sum[1] += sign * y * y;
        }
    }

    /// Skill, seat, deal and rest.
    fn shares(&self, places: &[SeatResult], sizes: &[Vec<i128>; 3]) -> [Option<f64>; 4] {
        let (blocks, cells) = (self.blocks as f64, places.len() as f64);
        let Some(total) = self.total(places) else { return [None; 4] };
        let mean = self.sum(0) as f64 / (blocks * cells);
        let ([players, seats, drawn], [_, seat_sizes, drawn_sizes]) = (&self.groups, sizes);
        let skill = self.fixed(players, &sizes[0], mean) / cells;
        let seat = self.fixed(seats, seat_sizes, mean) / cells;
        // The mean covariance, in one seat, of two games of a deal that have no random numbers in common.
        let count = seats.len();
        let (mut within, mut pairs) = (vec![0.0; count], vec![0; count]);
        for (number, (sum, size)) in drawn.iter().zip(drawn_sizes).enumerate() {
            within[number % count] += self.variance(sum);
            pairs[number % count] -= size * size;
        }
        let mut deal = 0.0;
        for (seat, (sum, size)) in seats.iter().zip(seat_sizes).enumerate() {
            pairs[seat] += size * size;
            if pairs[seat] > 0 {
                deal += (self.variance(sum) - within[seat]) / (pairs[seat] * count as i128) as f64;
            }
        }
        let rest = total - skill - seat - deal;
        [skill, seat, deal, rest].map(|part| Some(part / total))
    }

    /// Of all results: 0 their sum, 1 that of their squares.
    fn sum(&self, part: usize) -> i128 {
        self.cells.iter().map(|cell| cell[part]).sum()
    }

    /// The variance of all results; none with fewer than two blocks or if it is 0.
    fn total(&self, places: &[SeatResult]) -> Option<f64> {
        let results = self.blocks as f64 * places.len() as f64;
        let mean = self.sum(0) as f64 / results;
        let total = self.sum(1) as f64 / results - mean * mean;
        (self.blocks >= 2 && total > 0.0).then_some(total)
    }

    fn variance(&self, &[sum, squares]: &[i128; 2]) -> f64 {
        let blocks = self.blocks;
        (blocks * squares - sum * sum) as f64 / (blocks * (blocks - 1)) as f64
    }

    /// The squared effects of players or seats over cells, without what their own errors add on average.
    fn fixed(&self, sums: &[[i128; 2]], sizes: &[i128], mean: f64) -> f64 {
        let effects = sums.iter().zip(sizes).filter(|(_, size)| **size > 0).map(|(sum, &size)| {
            let (size, blocks) = (size as f64, self.blocks as f64);
            let effect = sum[0] as f64 / (blocks * size) - mean;
            let error = self.variance(sum) / (size * size * blocks);
            size * (effect * effect - error)
        });
        effects.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// Two games of a block, in which two players exchange the two seats.
    fn pair() -> Vec<SeatResult> {
        let place = |player, seat, seating| SeatResult { player, seat, seating };
        vec![place(0, 0, 0), place(1, 1, 0), place(1, 0, 1), place(0, 1, 1)]
    }

    fn shares(found: Components) -> [f64; 4] {
        [found.skill, found.seat, found.deal, found.rest].map(|part| part.value)
    }

    #[test]
    fn a_game_that_the_better_player_wins_is_skill() {
        let rows = vec![vec![60, 0, 0, 60]; 12];
        let found = components(&pair(), &rows).unwrap();
        assert_eq!(shares(found), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(found.skill.interval, Some((1.0, 1.0)));
    }

    #[test]
    fn a_game_that_the_first_seat_wins_is_the_seat() {
        let rows = vec![vec![60, 0, 60, 0]; 12];
        assert_eq!(shares(components(&pair(), &rows).unwrap()), [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_game_that_the_deal_decides_is_the_deal() {
        let row = |block: usize| {
            if block.is_multiple_of(2) { vec![60, 0, 60, 0] } else { vec![0, 60, 0, 60] }
        };
        let rows: Vec<Vec<i64>> = (0..200).map(row).collect();
        let found = components(&pair(), &rows).unwrap();
        let [skill, seat, deal, rest] = shares(found);
        assert_eq!((skill, rest), (0.0, 0.0));
        assert!((deal - 1.0).abs() < 0.01 && seat.abs() < 0.01, "{deal} {seat}");
        assert!((deal + seat - 1.0).abs() < 1e-12);
    }

    /// Ten line-ups whose games are the same as long as the seating is, as their random numbers are.
    #[test]
    fn random_numbers_in_common_are_no_luck_of_the_deal() {
        let mut draws = Draws::new(5);
        let places = (0..10).flat_map(|line_up| {
            pair()
                .into_iter()
                .map(move |place| SeatResult { player: 2 * line_up + place.player, ..place })
        });
        let row = |_| {
            let won = [draws.below(2), draws.below(2)].map(|won| 60 * i64::from(won));
            let games = won.map(|won| [won, 60 - won]).concat();
            (0..10).flat_map(|_| games.clone()).collect()
        };
        let rows: Vec<Vec<i64>> = (0..400).map(row).collect();
        let found = components(&places.collect::<Vec<_>>(), &rows).unwrap();
        let (low, high) = found.deal.interval.unwrap();
        assert!(low < 0.0 && 0.0 < high && found.deal.value.abs() < 0.1, "{found:?}");
    }

    #[test]
    fn equal_results_have_no_parts() {
        assert_eq!(components(&pair(), &vec![vec![30; 4]; 12]), None);
        assert_eq!(components(&pair(), &[vec![60, 0, 0, 60]]), None);
    }

    /// Results made of known effects: estimates are right on average, and 95 % intervals hold most of
    /// the time.
    #[test]
    fn known_effects_are_found() {
        let (places, mut rng) = (pair(), Draws::new(3));
        let mut normal = move || (0..12).map(|_| f64::from(rng.below(1 << 20))).sum::<f64>();
        let mut draw = move || (normal() / f64::from(1 << 20) - 6.0) * 1000.0;
        // Variances of skill, seat, deal (of both seats, opposite) and rest (likewise).
        let (skill, seat, deal, rest) = (0.6_f64, 0.3_f64, 0.8_f64, 1.2_f64);
        let all = [skill, seat, deal, rest].map(|sd| sd * sd);
        let total: f64 = all.iter().sum();
        let (mut mean, mut held) = ([0.0; 4], [0; 4]);
        let runs = 100;
        for _ in 0..runs {
            let rows: Vec<Vec<i64>> = (0..200)
                .map(|_| {
                    let luck = deal * draw();
                    let mut row = Vec::new();
                    for game in [1.0, -1.0] {
                        let y = 1000.0 * (game * skill + seat) + luck + rest * draw();
                        row.extend([y as i64, -y as i64]);
                    }
                    row
                })
                .collect();
            let found = components(&places, &rows).unwrap();
            let parts = [found.skill, found.seat, found.deal, found.rest];
            for (number, part) in parts.iter().enumerate() {
                mean[number] += part.value / f64::from(runs);
                let (low, high) = part.interval.unwrap();
                let truth = all[number] / total;
                held[number] += i32::from(low <= truth && truth <= high);
            }
        }
        for number in 0..4 {
            assert!((mean[number] - all[number] / total).abs() < 0.01, "{mean:?}");
            assert!(held[number] * 100 >= 90 * runs, "{held:?}");
        }
    }
}
