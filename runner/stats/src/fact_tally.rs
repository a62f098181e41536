//! Counts the facts of one agent. That could cost as much as playing: block sums are kept in `i32`, several of which
//! are processed at a time, and sums over blocks in `i64`, but for squares, as long as a bound shows that all will fit.
//! What is done for every game is `inline(always)`, up to [`SumsTally`](crate::sums::SumsTally), so that whoever calls it
//! can compile it for wide registers.

use std::ops::Mul;

use crate::fact_sums::FactSums;
use crate::finished::{LANES, WHOLE_WIN};

/// Facts of one agent in a chunk, followed by the score as an additional one.
#[derive(Clone, Debug)]
pub(crate) struct FactTally {
    lanes: Vec<FactLanes>,
    /// A bound of the sums of blocks, of `x`, `w x` and `x` squared, since those of squares were moved, and what it was
    /// before the current block.
    narrow: u64,
    before: u64,
    /// The part of the current block that did not fit; its sums of `x` and of `w x`.
    wide: Option<Vec<(i64, i64)>>,
    /// A bound of the sums over blocks.
    reach: u64,
    /// Wins and games of the first block, and often of all.
    usual: Option<(i64, i64)>,
    total: Vec<FactSums>,
}

#[derive(Clone, Debug, Default)]
struct FactLanes {
    /// Sums of `x` squared, over blocks since they were moved.
    squares: [i32; LANES],
    /// Sums of the current block, of `x` and of `w x`.
    block: [[i32; LANES]; 2],
    sums: LaneSums,
}

/// Sums over blocks since the last flush.
#[derive(Clone, Debug, Default)]
struct LaneSums {
    products: [[i64; LANES]; 3],
    /// Of blocks with unusual wins or games.
    linear: [[i64; LANES]; 6],
    /// Of the others, `x` and `v`.
    usual: [[i64; LANES]; 2],
}

const NARROW: u64 = i32::MAX as u64;
const WIDE: u64 = i64::MAX as u64;

impl FactTally {
    pub(crate) fn new(facts: usize) -> FactTally {
        FactTally {
            lanes: vec![FactLanes::default(); facts / LANES + 1],
            narrow: 0,
            before: 0,
            wide: None,
            reach: 0,
            usual: None,
            total: vec![FactSums::default(); facts + 1],
        }
    }

    /// Zeros may follow the facts; up to the end of the lanes, they save time.
    #[inline(always)]
    pub(crate) fn add(&mut self, share: u8, facts: &[i32], score: i32) {
        let whole = self.lanes.len() - 1;
        let (whole, rest) = facts.split_at(whole * LANES);
        let mut last = rest.first_chunk().copied().unwrap_or_else(|| filled(rest));
        last[(self.total.len() - 1) % LANES] = score;
        let whole = whole.as_chunks().0;
        // With so much added, no square is less than `w x`.
        let size = u64::from(self.add_lanes(1, share, whole, last)) + u64::from(WHOLE_WIN);
        self.narrow += size * size;
        if self.narrow > NARROW {
            self.widen(share, whole, last);
        }
    }

    /// Adds to the current block so many times, modulo 2^32. Returns a number at least as large as each figure, or as each
    /// less 1 if they are negative.
    #[inline(always)]
    fn add_lanes(
        &mut self,
        times: i32,
        share: u8,
        whole: &[[i32; LANES]],
        last: [i32; LANES],
    ) -> u32 {
        let (share, mut size) = (i32::from(share), [0; LANES]);
        for (lanes, &facts) in self.lanes.iter_mut().zip(whole) {
            lanes.add(times, share, facts, &mut size);
        }
        if let Some(lanes) = self.lanes.last_mut() {
            lanes.add(times, share, last, &mut size);
        }
        size.iter().fold(0, |all, &size| all | size.cast_unsigned())
    }

    #[cold]
    fn move_squares(&mut self) {
        for (index, total) in self.total.iter_mut().enumerate() {
            let squares = &mut self.lanes[index / LANES].squares[index % LANES];
            total.squares += i128::from(std::mem::take(squares));
        }
        (self.narrow, self.before) = (0, 0);
    }

    #[cold]
    fn spill(&mut self) {
        self.move_squares();
        let wide = self.wide.get_or_insert_with(|| vec![(0, 0); self.total.len()]);
        for (index, (x, v)) in wide.iter_mut().enumerate() {
            let block = self.lanes[index / LANES].block.map(|sums| i64::from(sums[index % LANES]));
            (*x, *v) = (*x + block[0], *v + block[1]);
        }
        self.lanes.iter_mut().for_each(|lanes| lanes.block = Default::default());
    }

    /// Takes back what was just added, and adds it where everything fits.
    #[cold]
    fn widen(&mut self, share: u8, whole: &[[i32; LANES]], last: [i32; LANES]) {
        self.add_lanes(-1, share, whole, last);
        self.spill();
        let sums = self.wide.iter_mut().flatten().zip(&mut self.total);
        for (&fact, ((x, v), total)) in whole.as_flattened().iter().chain(&last).zip(sums) {
            let fact = i64::from(fact);
            *x += fact;
            *v += fact * i64::from(share);
            total.squares += i128::from(fact * fact);
        }
    }

    /// `wins` (in 1/60) and `games` are the agent's in this block.
    #[inline(always)]
    pub(crate) fn end_block(&mut self, wins: i64, games: i64) {
        if self.wide.is_some() {
            return self.end_wide_block(wins, games);
        }
        // No block sum exceeds `most`, which is below 2^31, and no product exceeds its square; nor do wins and games.
        let most = self.narrow - self.before;
        let grows = most * most + most;
        if self.reach + grows > WIDE {
            self.flush();
        }
        self.reach += grows;
        let usual = *self.usual.get_or_insert((wins, games));
        let unusual = (usual != (wins, games)).then_some((wins as i32, games as i32));
        // A loop for each, since closures would not be compiled for wide registers.
        if unusual.is_none() {
            for lanes in &mut self.lanes {
                lanes.end_block(None);
            }
        } else {
            for lanes in &mut self.lanes {
                lanes.end_block(unusual);
            }
        }
        if self.narrow > NARROW / 2 {
            self.move_squares();
        }
        self.before = self.narrow;
    }

    #[cold]
    fn end_wide_block(&mut self, wins: i64, games: i64) {
        self.spill();
        let (w, n) = (i128::from(wins), i128::from(games));
        for (sum, (x, v)) in self.total.iter_mut().zip(self.wide.take().unwrap_or_default()) {
            let (x, v) = (i128::from(x), i128::from(v));
            sum.merge(&sums(products(x, v), linear(x, v, w, n)));
        }
    }

    #[cold]
    fn flush(&mut self) {
        let (w, n) = self.usual.unwrap_or_default();
        for (index, total) in self.total.iter_mut().enumerate() {
            let LaneSums { products, linear: unusual, usual } = &self.lanes[index / LANES].sums;
            let lane = |sums: &[i64; LANES]| i128::from(sums[index % LANES]);
            let [x, v] = usual.each_ref().map(lane);
            total.merge(&sums(products.each_ref().map(lane), unusual.each_ref().map(lane)));
            total.merge(&sums([0; 3], linear(x, v, w.into(), n.into())));
        }
        self.lanes.iter_mut().for_each(|lanes| lanes.sums = LaneSums::default());
        self.reach = 0;
    }

    pub(crate) fn finish(mut self) -> Vec<FactSums> {
        self.move_squares();
        self.flush();
        self.total
    }
}

#[cold]
fn filled(facts: &[i32]) -> [i32; LANES] {
    std::array::from_fn(|lane| facts.get(lane).copied().unwrap_or_default())
}

/// What a block adds to sums that do not depend on wins and games.
#[inline(always)]
fn products<T: Copy + Mul<Output = T>>(x: T, v: T) -> [T; 3] {
    [v * v, v * x, x * x]
}

/// What it adds to the others.
#[inline(always)]
fn linear<T: Copy + Mul<Output = T>>(x: T, v: T, w: T, n: T) -> [T; 6] {
    [x, v, v * w, v * n, x * w, x * n]
}

fn sums([vv, vx, xx]: [i128; 3], [x, v, vw, vn, xw, xn]: [i128; 6]) -> FactSums {
    FactSums { squares: 0, x, v, vv, vx, vw, vn, xx, xw, xn }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [[i64; LANES]; N], lane: usize, terms: [i64; N]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        sum[lane] += term;
    }
}

impl FactLanes {
    #[inline(always)]
    fn add(&mut self, times: i32, share: i32, facts: [i32; LANES], size: &mut [i32; LANES]) {
        let FactLanes { squares, block: [x, v], .. } = self;
        for lane in 0..LANES {
            let fact = facts[lane];
            squares[lane] = squares[lane].wrapping_add(fact.wrapping_mul(fact).wrapping_mul(times));
            x[lane] = x[lane].wrapping_add(fact.wrapping_mul(times));
            v[lane] = v[lane].wrapping_add(fact.wrapping_mul(share).wrapping_mul(times));
            size[lane] |= fact ^ (fact >> 31);
        }
    }

    /// Wins and games are given unless they are the usual ones.
    #[inline(always)]
    fn end_block(&mut self, unusual: Option<(i32, i32)>) {
        let [x, v] = std::mem::take(&mut self.block);
        let sums = &mut self.sums;
        for lane in 0..LANES {
            let [x, v] = [x[lane], v[lane]].map(i64::from);
            add(&mut sums.products, lane, products(x, v));
            match unusual {
                Some((w, n)) => add(&mut sums.linear, lane, linear(x, v, w.into(), n.into())),
                None => add(&mut sums.usual, lane, [x, v]),
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

    /// Of so many facts, which differ; the last figure is the score.
    fn figure(game: &Game, facts: usize, index: usize) -> i32 {
        if index == facts { game.1 } else { game.0.wrapping_mul(2 * index as i32 + 1) }
    }

    /// The sums of the facts and of the score directly from their definition.
    fn plainly(blocks: &[Vec<Game>], facts: usize) -> Vec<FactSums> {
        let mut sums = vec![FactSums::default(); facts + 1];
        for block in blocks {
            let w: i128 = block.iter().map(|game| i128::from(game.2)).sum();
            let n = block.len() as i128;
            for (index, sum) in sums.iter_mut().enumerate() {
                let fact = |game: &Game| i128::from(figure(game, facts, index));
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

    fn counted(blocks: &[Vec<Game>], facts: usize) -> Vec<FactSums> {
        let mut tally = FactTally::new(facts);
        for block in blocks {
            for (number, game) in block.iter().enumerate() {
                let mut figures: Vec<i32> =
                    (0..facts).map(|index| figure(game, facts, index)).collect();
                if number % 2 == 1 {
                    // Zeros may follow.
                    figures.resize((facts / LANES + 1) * LANES, 0);
                }
                tally.add(game.2, &figures, game.1);
            }
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
            let facts = [0, 1, 7, 8, 9, 16, 20][round as usize % 7];
            assert_eq!(counted(&blocks, facts), plainly(&blocks, facts));
        }
        let end = [(i32::MIN, i32::MAX, 60), (i32::MIN, i32::MIN, 0)];
        let blocks = vec![end.to_vec(), vec![(1, 1, 60)], end.to_vec()];
        assert_eq!(counted(&blocks, 9), plainly(&blocks, 9));
    }

    /// Of the largest figures that stay narrow, in so many blocks that sums of 64 bits would overflow.
    #[test]
    fn sums_over_blocks_are_moved_before_they_overflow() {
        let block = vec![(2047, -2048, 60); 144];
        let (mut tally, mut expected) = (FactTally::new(1), vec![FactSums::default(); 2]);
        for _ in 0..40_000 {
            block.iter().for_each(|&(fact, score, share)| tally.add(share, &[fact], score));
            tally.end_block(60 * 144, 144);
            let one = plainly(std::slice::from_ref(&block), 1);
            expected.iter_mut().zip(&one).for_each(|(sum, one)| sum.merge(one));
        }
        assert!(expected[0].vv > i64::MAX.into(), "the sums must have been moved on the way");
        assert_eq!(tally.finish(), expected);
    }
}
