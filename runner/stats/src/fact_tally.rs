//! Counts the facts of one agent. That could cost as much as playing: block sums are kept in `i32`, several of which
//! are processed at a time, and sums over blocks in `i64`, as long as a bound shows that all will fit. What is done for
//! every game is `inline(always)`, up to [`SumsTally`](crate::sums::SumsTally), so that whoever calls it can compile it
//! for wide registers.

use std::ops::Mul;

use crate::{fact_sums::FactSums, finished::WHOLE_WIN, number::Number};

/// So many facts fill a register.
const LANES: usize = 8;

/// Facts of one agent in a chunk, followed by the score as an additional one.
#[derive(Clone, Debug)]
pub(crate) struct FactTally {
    lanes: Vec<FactLanes>,
    /// Bounds of the sums of the current block, of `x` and `w x`, and of `x` squared.
    narrow: u64,
    narrow_squares: u64,
    /// The part of the current block that did not fit; its sums of `x` and of `w x`.
    wide: Option<Vec<(i64, i64)>>,
    /// A bound of the sums over blocks.
    reach: u64,
    total: Vec<FactSums>,
}

#[derive(Clone, Debug, Default)]
struct FactLanes {
    /// Sums of the current block, of `x` squared, of `x`, of `w x`.
    block: [[i32; LANES]; 3],
    /// Sums over blocks since the last flush, in the form of [`terms`].
    sums: [[i64; LANES]; 10],
}

const NARROW: u64 = i32::MAX as u64;
const WIDE: u64 = i64::MAX as u64;

impl FactTally {
    pub(crate) fn new(facts: usize) -> FactTally {
        FactTally {
            lanes: vec![FactLanes::default(); facts / LANES + 1],
            narrow: 0,
            narrow_squares: 0,
            wide: None,
            reach: 0,
            total: vec![FactSums::default(); facts + 1],
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, share: u8, facts: &[i32], score: i32) {
        let (whole, rest) = facts.as_chunks();
        let mut last = [0; LANES];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = score;
        // At least as large as each of them, or as each of them less 1 if they are negative.
        let all = whole.as_flattened().iter().chain(&last);
        let size = all.fold(0, |size, &x| size | (x ^ (x >> 31)));
        if !self.make_room(u64::from(size.unsigned_abs()) + 1) {
            return self.add_wide(share, facts, score);
        }
        let share = i32::from(share);
        for (lanes, &facts) in self.lanes.iter_mut().zip(whole) {
            lanes.add(share, facts);
        }
        self.lanes[whole.len()].add(share, last);
    }

    /// Whether figures below `size` in absolute value still fit; if so, adds it to the bound.
    #[inline(always)]
    fn make_room(&mut self, size: u64) -> bool {
        let narrow = self.narrow + u64::from(WHOLE_WIN) * size;
        let squares = self.narrow_squares.saturating_add(size.saturating_mul(size));
        let fits = narrow <= NARROW && squares <= NARROW;
        if fits {
            (self.narrow, self.narrow_squares) = (narrow, squares);
        }
        fits
    }

    #[cold]
    fn spill(&mut self) {
        let wide = self.wide.get_or_insert_with(|| vec![(0, 0); self.total.len()]);
        for (index, (x, v)) in wide.iter_mut().enumerate() {
            let [squares, narrow_x, narrow_v] =
                self.lanes[index / LANES].block.map(|sums| sums[index % LANES]);
            *x += i64::from(narrow_x);
            *v += i64::from(narrow_v);
            self.total[index].squares += i128::from(squares);
        }
        self.lanes.iter_mut().for_each(|lanes| lanes.block = Default::default());
        (self.narrow, self.narrow_squares) = (0, 0);
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
    #[inline(always)]
    pub(crate) fn end_block(&mut self, wins: i64, games: i64) {
        let most = self.narrow.max(wins.unsigned_abs()).max(games.unsigned_abs());
        if self.wide.is_some() || most > NARROW {
            return self.end_wide_block(wins, games);
        }
        // No block sum exceeds `most`, which is below 2^31, and no product exceeds its square.
        let grows = most * most + self.narrow_squares;
        if self.reach + grows > WIDE {
            self.flush();
        }
        self.reach += grows;
        for lanes in &mut self.lanes {
            lanes.end_block(wins as i32, games as i32);
        }
        (self.narrow, self.narrow_squares) = (0, 0);
    }

    #[cold]
    fn end_wide_block(&mut self, wins: i64, games: i64) {
        self.spill();
        let (w, n) = (i128::from(wins), i128::from(games));
        for (sum, (x, v)) in self.total.iter_mut().zip(self.wide.take().unwrap_or_default()) {
            sum.merge(&FactSums::from(terms(0, i128::from(x), i128::from(v), w, n).map(Number)));
        }
    }

    #[cold]
    fn flush(&mut self) {
        for (index, total) in self.total.iter_mut().enumerate() {
            let sums = self.lanes[index / LANES].sums.map(|sums| i128::from(sums[index % LANES]));
            total.merge(&FactSums::from(sums.map(Number)));
        }
        self.lanes.iter_mut().for_each(|lanes| lanes.sums = Default::default());
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

impl FactLanes {
    #[inline(always)]
    fn add(&mut self, share: i32, facts: [i32; LANES]) {
        let [squares, x, v] = &mut self.block;
        for lane in 0..LANES {
            squares[lane] += facts[lane] * facts[lane];
            x[lane] += facts[lane];
            v[lane] += share * facts[lane];
        }
    }

    #[inline(always)]
    fn end_block(&mut self, wins: i32, games: i32) {
        let [squares, x, v] = std::mem::take(&mut self.block);
        for lane in 0..LANES {
            let [squares, x, v] = [squares[lane], x[lane], v[lane]].map(i64::from);
            let terms = terms(squares, x, v, wins.into(), games.into());
            for (sum, term) in self.sums.iter_mut().zip(terms) {
                sum[lane] += term;
            }
        }
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
