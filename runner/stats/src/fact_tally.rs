//! Counts the facts of one agent. That could cost as much as playing: block sums are kept in `i32`, several of which
//! are processed at a time, and sums over blocks in `i64`, as long as a bound shows that all will fit.

use std::ops::Mul;

use crate::{fact_sums::FactSums, finished::WHOLE_WIN};

/// Facts of one agent in a chunk, followed by the score as an additional one.
#[derive(Clone, Debug)]
pub(crate) struct FactTally {
    narrow: Narrow,
    /// The part of the current block that did not fit into `narrow`; its sums of `x` and of `w x`.
    wide: Option<Vec<(i64, i64)>>,
    /// Sums over blocks since the last flush, in the form of [`terms`], and a bound for them.
    sums: Vec<[i64; 10]>,
    reach: u64,
    total: Vec<FactSums>,
}

/// Sums of the current block, of `x`, of `w x`, of `x` squared, and bounds of them.
#[derive(Clone, Debug)]
struct Narrow {
    x: Vec<i32>,
    v: Vec<i32>,
    squares: Vec<i32>,
    reach: u64,
    reach_squares: u64,
}

const NARROW: u64 = i32::MAX as u64;
const WIDE: u64 = i64::MAX as u64;

impl FactTally {
    pub(crate) fn new(facts: usize) -> FactTally {
        let width = facts + 1;
        let zeros = || vec![0; width];
        FactTally {
            narrow: Narrow { x: zeros(), v: zeros(), squares: zeros(), reach: 0, reach_squares: 0 },
            wide: None,
            sums: vec![[0; 10]; width],
            reach: 0,
            total: vec![FactSums::default(); width],
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, share: u8, facts: &[i32], score: i32) {
        // At least as large as each of them, or as each of them less 1 if they are negative.
        let size = facts.iter().fold(score ^ (score >> 31), |size, &x| size | (x ^ (x >> 31)));
        let size = u64::from(size.unsigned_abs()) + 1;
        if self.narrow.make_room(size) {
            self.narrow.add(share, facts, score);
        } else {
            self.add_wide(share, facts, score);
        }
    }

    #[cold]
    fn spill(&mut self) {
        let narrow = &mut self.narrow;
        let wide = self.wide.get_or_insert_with(|| vec![(0, 0); narrow.x.len()]);
        for (index, (x, v)) in wide.iter_mut().enumerate() {
            *x += i64::from(narrow.x[index]);
            *v += i64::from(narrow.v[index]);
            self.total[index].squares += i128::from(narrow.squares[index]);
        }
        narrow.clear();
    }

    #[cold]
    fn add_wide(&mut self, share: u8, facts: &[i32], score: i32) {
        self.spill();
        let sums = self.wide.iter_mut().flatten().zip(&mut self.total);
        for (&fact, ((x, v), total)) in facts.iter().chain([&score]).zip(sums) {
            let fact = i64::from(fact);
            *x += fact;
            *v += fact * i64::from(share);
            total.squares += i128::from(fact * fact);
        }
    }

    /// `wins` (in 1/60) and `games` are the agent's in this block.
    #[inline]
    pub(crate) fn end_block(&mut self, wins: i64, games: i64) {
        if self.wide.is_some() {
            return self.end_wide_block(wins, games);
        }
        // No block sum exceeds `most`, which is below 2^31, and no product exceeds its square.
        let most = self.narrow.reach.max(wins.unsigned_abs()).max(games.unsigned_abs());
        let grows = most * most + self.narrow.reach_squares;
        if self.reach + grows > WIDE {
            self.flush();
        }
        self.reach += grows;
        let Narrow { x, v, squares, .. } = &self.narrow;
        for (((sum, &x), &v), &squares) in self.sums.iter_mut().zip(x).zip(v).zip(squares) {
            let [squares, x, v] = [squares, x, v].map(i64::from);
            let terms = terms(squares, x, v, wins, games);
            sum.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
        self.narrow.clear();
    }

    #[cold]
    fn end_wide_block(&mut self, wins: i64, games: i64) {
        self.spill();
        let (w, n) = (i128::from(wins), i128::from(games));
        for (sum, (x, v)) in self.total.iter_mut().zip(self.wide.take().unwrap_or_default()) {
            sum.merge(&FactSums::from(terms(0, i128::from(x), i128::from(v), w, n)));
        }
    }

    fn flush(&mut self) {
        for (total, sum) in self.total.iter_mut().zip(&mut self.sums) {
            total.merge(&FactSums::from(std::mem::take(sum).map(i128::from)));
        }
        self.reach = 0;
    }

    pub(crate) fn finish(mut self) -> Vec<FactSums> {
        self.flush();
        self.total
    }
}

/// What a block adds to [`FactSums`], in the order of their fields.
#[inline(always)]
fn terms<T: Copy + Mul<Output = T>>(squares: T, x: T, v: T, w: T, n: T) -> [T; 10] {
    [squares, x, v, v * v, v * x, v * w, v * n, x * x, x * w, x * n]
}

impl Narrow {
    /// Whether figures below `size` in absolute value still fit; if so, adds it to the bound.
    #[inline(always)]
    fn make_room(&mut self, size: u64) -> bool {
        let reach = self.reach + u64::from(WHOLE_WIN) * size;
        let reach_squares = self.reach_squares.saturating_add(size.saturating_mul(size));
        let fits = reach <= NARROW && reach_squares <= NARROW;
        if fits {
            (self.reach, self.reach_squares) = (reach, reach_squares);
        }
        fits
    }

    #[inline(always)]
    fn add(&mut self, share: u8, facts: &[i32], score: i32) {
        let width = facts.len();
        let (x, v) = (&mut self.x[..=width], &mut self.v[..=width]);
        let squares = &mut self.squares[..=width];
        for index in 0..width {
            x[index] += facts[index];
            squares[index] += facts[index] * facts[index];
        }
        x[width] += score;
        squares[width] += score * score;
        if share != 0 {
            let share = i32::from(share);
            for index in 0..width {
                v[index] += share * facts[index];
            }
            v[width] += share * score;
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.x.fill(0);
        self.v.fill(0);
        self.squares.fill(0);
        (self.reach, self.reach_squares) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// One seat in one game: fact, score, win share.
    type Game = (i32, i32, u8);

    /// The sums of the fact and of the score directly from their definition.
    fn plainly(blocks: &[Vec<Game>]) -> Vec<FactSums> {
        let mut sums = vec![FactSums::default(); 2];
        for block in blocks {
            let w: i128 = block.iter().map(|game| i128::from(game.2)).sum();
            let n = block.len() as i128;
            for (index, sum) in sums.iter_mut().enumerate() {
                let fact = |game: &Game| i128::from(if index == 0 { game.0 } else { game.1 });
                let x: i128 = block.iter().map(fact).sum();
                let v: i128 = block.iter().map(|game| fact(game) * i128::from(game.2)).sum();
                sum.merge(&FactSums {
                    squares: block.iter().map(|game| fact(game) * fact(game)).sum(),
                    x,
                    v,
                    vv: v * v,
                    vx: v * x,
                    vw: v * w,
                    vn: v * n,
                    xx: x * x,
                    xw: x * w,
                    xn: x * n,
                });
            }
        }
        sums
    }

    fn counted(blocks: &[Vec<Game>]) -> Vec<FactSums> {
        let mut tally = FactTally::new(1);
        for block in blocks {
            block.iter().for_each(|&(fact, score, share)| tally.add(share, &[fact], score));
            let wins = block.iter().map(|game| i64::from(game.2)).sum();
            tally.end_block(wins, block.len() as i64);
        }
        tally.finish()
    }

    /// Figures of every size, up to the ends of `i32`, in blocks of up to 144 seats.
    #[test]
    fn sums_are_exact_whatever_the_size() {
        let mut rng = Draws::new(5);
        for round in 0..200 {
            let blocks: Vec<Vec<Game>> = (0..1 + rng.below(30))
                .map(|_| {
                    let bits = if round % 2 == 0 { 32 } else { 1 + rng.below(32) };
                    (0..1 + rng.below(144))
                        .map(|_| {
                            let fact = (rng.word() >> (64 - bits)) as u32 as i32;
                            let score = (rng.word() as i64 >> (64 - bits)) as i32;
                            (fact, score, [0, 0, 20, 60][rng.below(4) as usize])
                        })
                        .collect()
                })
                .collect();
            assert_eq!(counted(&blocks), plainly(&blocks));
        }
        let end = [(i32::MIN, i32::MAX, 60), (i32::MIN, i32::MIN, 0)];
        let blocks = vec![end.to_vec(), vec![(1, 1, 60)], end.to_vec()];
        assert_eq!(counted(&blocks), plainly(&blocks));
    }

    /// The largest figures that stay narrow fill the sums over blocks after 30,000 blocks.
    #[test]
    fn sums_over_blocks_are_moved_before_they_overflow() {
        let block = vec![(2047, -2048, 60); 144];
        let (mut tally, mut expected) = (FactTally::new(1), vec![FactSums::default(); 2]);
        let mut flushed = false;
        for _ in 0..40_000 {
            block.iter().for_each(|&(fact, score, share)| tally.add(share, &[fact], score));
            tally.end_block(60 * 144, 144);
            flushed |= tally.total[0].x != 0;
            let one = plainly(std::slice::from_ref(&block));
            expected.iter_mut().zip(&one).for_each(|(sum, one)| sum.merge(one));
        }
        assert!(flushed, "the sums must have been moved on the way");
        assert_eq!(tally.finish(), expected);
    }
}
