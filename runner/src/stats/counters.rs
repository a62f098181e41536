//! Everything that a run counts: integers, added up in any order.

use drakkar_engine::outcome::{Outcome, WHOLE_WIN};
use drakkar_engine::seat::{MAX_SEATS, PerSeat, Seat};

use crate::play::schedule::Order;
use crate::stats::fact_sums::{BlockFacts, FactSums};
use crate::stats::ratio::{Ratio, add};

/// How many of each thing are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Agents that differ.
    pub agents: usize,
    /// Seats.
    pub players: usize,
    /// Facts of a seat.
    pub facts: usize,
    /// Moments at which the leader is noted.
    pub milestones: usize,
}

/// Unit of the sums of leaders' wins: win shares in 1/60, divided among up to six leaders in 1/60.
pub const LEADER_UNIT: f64 = 1.0 / (WHOLE_WIN as f64 * WHOLE_WIN as f64);
/// Unit of sums of win shares.
pub const SHARE_UNIT: f64 = 1.0 / WHOLE_WIN as f64;

/// The counters of a chunk of blocks, or of a whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    shape: Shape,
    /// One entry for each agent.
    pub agents: Vec<AgentSums>,
    /// Winning margin: score of the best minus score of the second (0 if they are equal).
    pub margin: Ratio,
    /// Sum of squared margins over games.
    pub margin_squares: i128,
    /// Games whose win is shared.
    pub shared: Ratio,
    /// For each milestone, wins of who leads there, in [`LEADER_UNIT`].
    pub leader: Vec<Ratio>,
    /// Games in the estimates.
    pub games: i128,
    /// Blocks in the estimates.
    pub blocks: i128,
    /// Games that did not reach their end.
    pub failed: i128,
    /// Games, failed or not, of blocks that are left out because of a failed one.
    pub left_out: i128,
    block: Block,
}

/// What is counted for one agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSums {
    /// One entry for each seat.
    pub seats: Vec<SeatSums>,
    /// Win share in all seats, in [`SHARE_UNIT`] over games and seats.
    pub share: Ratio,
    /// The facts in order, and the score behind them.
    pub facts: Vec<FactSums>,
}

/// What is counted for one agent in one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSums {
    /// Win share, in [`SHARE_UNIT`] over games.
    pub share: Ratio,
    /// Sum of scores.
    pub score: i128,
    /// Sum of squared scores.
    pub score_squares: i128,
    /// Games that ended in place 1, 2, ...
    pub places: [i128; MAX_SEATS],
    /// Games of this agent in this seat that did not reach their end.
    pub failed: i128,
}

/// Sums of the block that is being added. Scores and facts are `i32` and a block has at most 24
/// games of 6 seats, so these sums stay far from the ends of `i64`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Block {
    /// Win share and games for each agent and seat.
    seats: Vec<(i64, i64)>,
    facts: Vec<BlockFacts>,
    games: i64,
    margin: i64,
    shared: i64,
    /// Leaders' wins and games that came so far, for each milestone.
    leader: Vec<(i64, i64)>,
}

impl Counters {
    /// All zero.
    pub fn new(shape: Shape) -> Counters {
        let agent = AgentSums {
            seats: vec![SeatSums::default(); shape.players],
            share: Ratio::default(),
            facts: vec![FactSums::default(); shape.facts + 1],
        };
        Counters {
            shape,
            agents: vec![agent; shape.agents],
            margin: Ratio::default(),
            margin_squares: 0,
            shared: Ratio::default(),
            leader: vec![Ratio::default(); shape.milestones],
            games: 0,
            blocks: 0,
            failed: 0,
            left_out: 0,
            block: Block {
                seats: vec![(0, 0); shape.agents * shape.players],
                facts: vec![BlockFacts::new(shape.facts + 1); shape.agents],
                games: 0,
                margin: 0,
                shared: 0,
                leader: vec![(0, 0); shape.milestones],
            },
        }
    }

    /// How many of each thing are counted.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Adds a finished game to the present block; `facts` gives those of a seat.
    #[inline]
    pub fn game<'f>(
        &mut self,
        order: &Order,
        outcome: &Outcome,
        facts: impl Fn(Seat) -> &'f [i32],
    ) {
        for (seat, agent) in order.iter() {
            let agent = usize::from(agent);
            let (share, score) = (i64::from(outcome.share[seat]), outcome.score[seat]);
            let cell = &mut self.block.seats[agent * self.shape.players + seat.index()];
            cell.0 += share;
            cell.1 += 1;
            let sums = &mut self.agents[agent];
            let seat_sums = &mut sums.seats[seat.index()];
            seat_sums.score += i128::from(score);
            seat_sums.score_squares += square(score);
            seat_sums.places[usize::from(outcome.place[seat]) - 1] += 1;
            self.block.facts[agent].add(share, facts(seat), score, &mut sums.facts);
        }
        let margin = margin(&outcome.score);
        self.margin_squares += i128::from(margin) * i128::from(margin);
        self.block.margin += margin;
        let winners = outcome.share.as_slice().iter().filter(|&&share| share > 0).count();
        self.block.shared += i64::from(winners > 1);
        self.block.games += 1;
    }

    /// Notes who leads at milestone number `index` of a game that ends with `outcome`.
    pub fn milestone(&mut self, index: usize, standing: &PerSeat<i32>, outcome: &Outcome) {
        let best = standing.as_slice().iter().copied().max().unwrap_or_default();
        let (mut count, mut shares) = (0, 0);
        for (seat, _) in standing.iter().filter(|&(_, score)| score == best) {
            count += 1;
            shares += i64::from(outcome.share[seat]);
        }
        let cell = &mut self.block.leader[index];
        cell.0 += shares * (i64::from(WHOLE_WIN) / count.max(1));
        cell.1 += 1;
    }

    /// Adds the present block as one sample.
    pub fn end_block(&mut self) {
        let block = &mut self.block;
        let seats = block.seats.chunks_exact_mut(self.shape.players);
        for ((sums, seats), facts) in self.agents.iter_mut().zip(seats).zip(&mut block.facts) {
            let (mut share, mut games) = (0, 0);
            for (sum, cell) in sums.seats.iter_mut().zip(seats) {
                sum.share.add_block(cell.0, cell.1);
                share += cell.0;
                games += cell.1;
                *cell = (0, 0);
            }
            sums.share.add_block(share, games);
            facts.end_block(share, games, &mut sums.facts);
        }
        self.margin.add_block(block.margin, block.games);
        self.shared.add_block(block.shared, block.games);
        for (sum, cell) in self.leader.iter_mut().zip(&mut block.leader) {
            sum.add_block(cell.0, cell.1);
            *cell = (0, 0);
        }
        self.games += i128::from(block.games);
        self.blocks += 1;
        (block.games, block.margin, block.shared) = (0, 0, 0);
    }

    /// Counts a block that is left out; `failed` are the orders of its games that did not reach
    /// their end, `games` is how many it has in all. None of its games may have been added.
    pub fn leave_out<'o>(&mut self, games: usize, failed: impl IntoIterator<Item = &'o Order>) {
        for order in failed {
            self.failed += 1;
            for (seat, agent) in order.iter() {
                self.agents[usize::from(agent)].seats[seat.index()].failed += 1;
            }
        }
        self.left_out += games as i128;
    }

    /// Adds the counters of other blocks of the same run.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn merge(&mut self, other: &Counters) {
        assert_eq!(self.shape, other.shape, "counters of one run have one shape");
        for (sums, others) in self.agents.iter_mut().zip(&other.agents) {
            sums.share.merge(&others.share);
            sums.seats.iter_mut().zip(&others.seats).for_each(|(sum, term)| sum.merge(term));
            sums.facts.iter_mut().zip(&others.facts).for_each(|(sum, term)| sum.merge(term));
        }
        self.margin.merge(&other.margin);
        self.shared.merge(&other.shared);
        self.leader.iter_mut().zip(&other.leader).for_each(|(sum, term)| sum.merge(term));
        for (sum, term) in [
            (&mut self.margin_squares, other.margin_squares),
            (&mut self.games, other.games),
            (&mut self.blocks, other.blocks),
            (&mut self.failed, other.failed),
            (&mut self.left_out, other.left_out),
        ] {
            add(sum, term);
        }
    }
}

impl SeatSums {
    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &SeatSums) {
        self.share.merge(&other.share);
        add(&mut self.score, other.score);
        add(&mut self.score_squares, other.score_squares);
        add(&mut self.failed, other.failed);
        self.places.iter_mut().zip(other.places).for_each(|(sum, term)| add(sum, term));
    }
}

#[inline(always)]
fn square(value: i32) -> i128 {
    i128::from(i64::from(value) * i64::from(value))
}

/// Score of the best seat minus score of the second; 0 with one seat.
fn margin(score: &PerSeat<i32>) -> i64 {
    let (mut best, mut second) = (i64::MIN, i64::MIN);
    for &score in score.as_slice() {
        let score = i64::from(score);
        second = second.max(score.min(best));
        best = best.max(score);
    }
    if second == i64::MIN { 0 } else { best - second }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::schedule::order_of;
    use drakkar_engine::seed::Rng;

    const SHAPE: Shape = Shape { agents: 2, players: 3, facts: 2, milestones: 1 };

    /// A few blocks of made-up games.
    fn blocks(seed: u64, blocks: usize) -> Counters {
        let mut rng = Rng::from_seed(seed);
        let mut counters = Counters::new(SHAPE);
        for _ in 0..blocks {
            for order in [[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
                let score = PerSeat::from_fn(3, |_| rng.below(9) as i32 - 3);
                let outcome = Outcome::by_score(score);
                let facts: Vec<[i32; 2]> =
                    (0..3).map(|_| [rng.below(5) as i32, -(rng.below(7) as i32)]).collect();
                counters.game(&order_of(&order), &outcome, |seat| &facts[seat.index()]);
                counters.milestone(0, &score.map(|s| s / 2), &outcome);
            }
            counters.end_block();
        }
        counters.leave_out(3, [&order_of(&[0, 1, 1])]);
        counters
    }

    #[test]
    fn merging_in_any_order_gives_the_same() {
        let parts: Vec<Counters> = (0..4).map(|seed| blocks(seed, 10 + seed as usize)).collect();
        let merged = |order: [usize; 4]| {
            let mut all = Counters::new(SHAPE);
            order.iter().for_each(|&part| all.merge(&parts[part]));
            all
        };
        let all = merged([0, 1, 2, 3]);
        assert_eq!(all, merged([3, 1, 0, 2]));
        assert_eq!((all.blocks, all.games, all.failed, all.left_out), (46, 138, 4, 12));
    }

    #[test]
    fn one_game_by_hand() {
        let mut counters = Counters::new(SHAPE);
        let outcome = Outcome::by_score(PerSeat::from_fn(3, |seat| [4, 9, 9][seat.index()]));
        let facts = [[1, 0], [2, 0], [3, -1]];
        counters.game(&order_of(&[0, 1, 1]), &outcome, |seat| &facts[seat.index()]);
        counters.milestone(0, &PerSeat::from_fn(3, |seat| [5, 5, 1][seat.index()]), &outcome);
        counters.end_block();
        let [alone, twice] = &counters.agents[..] else { panic!("two agents") };
        assert_eq!((alone.share.n, alone.share.d), (0, 1));
        assert_eq!((twice.share.n, twice.share.d, twice.share.nn), (60, 2, 3600));
        assert_eq!(twice.seats[2].places[..3], [1, 0, 0]);
        assert_eq!((alone.seats[0].places[2], alone.seats[0].score_squares), (1, 16));
        assert_eq!((counters.margin.n, counters.shared.n), (0, 1));
        // Seats 0 and 1 lead together; seat 1 wins half the game: a quarter of a win.
        assert_eq!(counters.leader[0].value(LEADER_UNIT), Some(0.25));
    }

    #[test]
    fn margins() {
        let of = |scores: &[i32]| margin(&PerSeat::from_fn(scores.len(), |s| scores[s.index()]));
        assert_eq!((of(&[3, -4, 1]), of(&[5, 5, 0]), of(&[7])), (2, 0, 0));
        assert_eq!(of(&[i32::MAX, i32::MIN]), i64::from(u32::MAX));
    }
}
