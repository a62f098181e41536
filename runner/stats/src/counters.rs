//! All counts of a run: integers, added up in any order.

use serde::{Deserialize, Serialize};

use crate::finished::{Finished, MAX_SEATS, WHOLE_WIN};
use crate::{fact_sums::FactSums, fact_tally::FactTally, lost::LostSums};
use crate::{merge::Merge, ratio::Ratio};

/// Numbers of the things that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shape {
    /// Different agents.
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// Numbers of the things that are counted.
    pub shape: Shape,
    /// One entry for each agent.
    pub agents: Vec<AgentSums>,
    /// Winning margin: score of the best minus score of the second (0 if they are equal).
    pub margin: Ratio,
    /// Sum of squared margins over games.
    pub margin_squares: i128,
    /// Games whose win is shared.
    pub shared: Ratio,
    /// For each milestone, wins of the leader there, in [`LEADER_UNIT`].
    pub leader: Vec<Ratio>,
    /// Games in the estimates.
    pub games: i128,
    /// Blocks in the estimates.
    pub blocks: i128,
    /// Games that were not completed.
    pub failed: i128,
    /// Games, failed or not, that are left out because a game of their line-up failed on their deal.
    pub left_out: i128,
    /// Games in the estimates in which a seat lost because its agent failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: i128,
}

pub(crate) fn is_zero<T: Default + PartialEq>(count: &T) -> bool {
    *count == T::default()
}

/// The counts of one agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSums {
    /// One entry for each seat.
    pub seats: Vec<SeatSums>,
    /// Win share in all seats, in [`SHARE_UNIT`] over games and seats.
    pub share: Ratio,
    /// The facts in order, followed by the score.
    pub facts: Vec<FactSums>,
    /// The games that it lost because it failed, which have a win share and no facts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: LostSums,
}

/// The counts of one agent in one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSums {
    /// Win share, in [`SHARE_UNIT`] over games.
    pub share: Ratio,
    /// Sum of scores.
    pub score: i128,
    /// Sum of squared scores.
    pub score_squares: i128,
    /// Games that ended in place 1, 2, ...
    pub places: [i128; MAX_SEATS],
    /// Games of this agent in this seat that were not completed.
    pub failed: i128,
    /// Games that it lost because it failed, which have a place, but no score.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: i128,
}

sums!(Counters {
    shape,
    agents,
    margin,
    margin_squares,
    shared,
    leader,
    games,
    blocks,
    failed,
    left_out,
    lost
});
sums!(AgentSums { seats, share, facts, lost });
sums!(SeatSums { share, score, score_squares, places, failed, lost });

impl Merge for Shape {
    fn merge(&mut self, other: &Shape) {
        assert_eq!(self, other, "counters of one run have one shape");
    }

    fn fits(&self, other: &Shape) -> bool {
        self == other
    }
}

impl Counters {
    /// All zero.
    pub fn new(shape: Shape) -> Counters {
        let agent = AgentSums {
            seats: vec![SeatSums::default(); shape.players],
            share: Ratio::default(),
            facts: vec![FactSums::default(); shape.facts + 1],
            lost: LostSums::default(),
        };
        let agents = vec![agent; shape.agents];
        let leader = vec![Ratio::default(); shape.milestones];
        Counters { shape, agents, leader, ..Counters::default() }
    }
}

/// [`Counters`] while blocks are added. Block sums are `i64`: scores are `i32` and a block has at most 24 games of 6
/// seats.
#[derive(Clone, Debug)]
pub struct Tally {
    counters: Counters,
    facts: Vec<FactTally>,
    /// Games of the current block that have no margin, since a seat failed.
    unmeasured: i64,
    /// For each agent, games of the current block that it lost because it failed.
    lost: Vec<i64>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(shape: Shape) -> Tally {
        Tally {
            counters: Counters::new(shape),
            facts: (0..shape.agents).map(|_| FactTally::new(shape.facts)).collect(),
            unmeasured: 0,
            lost: vec![0; shape.agents],
        }
    }

    /// Adds a finished game to the current block.
    ///
    /// # Panics
    /// If the game has other seats, agents or facts than the shape.
    #[inline(always)]
    pub fn game(&mut self, game: &Finished<'_>) {
        let players = game.agents.len();
        let (shares, scores) = (&game.shares[..players], &game.scores[..players]);
        let (places, facts) = (&game.places[..players], &game.facts[..players]);
        for (seat, &agent) in game.agents.iter().enumerate() {
            let agent = usize::from(agent);
            let (share, score) = (shares[seat], scores[seat]);
            let AgentSums { seats, share: all, .. } = &mut self.counters.agents[agent];
            let sums = &mut seats[seat];
            all.add(i64::from(share));
            sums.share.add(i64::from(share));
            sums.places[usize::from(places[seat]) - 1] += 1;
            // A seat that failed has no score and no facts.
            if game.counts(seat) {
                sums.score += i128::from(score);
                sums.score_squares += i128::from(i64::from(score) * i64::from(score));
                self.facts[agent].add(share, facts[seat], score);
            } else {
                sums.lost += 1;
                self.lost[agent] += 1;
            }
        }
        if game.failed == 0 {
            let margin = game.margin();
            self.counters.margin_squares += i128::from(margin) * i128::from(margin);
            self.counters.margin.add(margin);
            self.counters.shared.add(i64::from(game.is_shared()));
        } else {
            // It is no measure of how close games are.
            self.unmeasured += 1;
        }
    }

    /// Notes the leader at milestone number `index` of a game, from the standing seat by seat.
    #[inline(always)]
    pub fn milestone(&mut self, index: usize, standing: &[i32], game: &Finished<'_>) {
        self.counters.leader[index].add(game.leader_wins(standing));
    }

    /// Adds the current block as one sample.
    #[inline(always)]
    pub fn end_block(&mut self) {
        let counters = &mut self.counters;
        let agents = counters.agents.iter_mut().zip(&mut self.facts).zip(&mut self.lost);
        for ((AgentSums { seats, share, lost: sums, .. }, facts), lost) in agents {
            let (won, games) = share.open;
            facts.end_block(won, games - *lost);
            if *lost > 0 {
                sums.add_block(won, games, std::mem::take(lost));
            }
            for SeatSums { share, .. } in seats {
                share.end_usual_block();
            }
            share.end_usual_block();
        }
        let games = counters.margin.open.1 + self.unmeasured;
        counters.games += i128::from(games);
        counters.blocks += i128::from(games > 0);
        counters.lost += i128::from(std::mem::take(&mut self.unmeasured));
        let Counters { margin, shared, leader, .. } = counters;
        margin.end_usual_block();
        shared.end_usual_block();
        for leader in leader {
            leader.end_usual_block();
        }
    }

    /// Counts `games` of the current block that are left out; `failed` are the agents by seat of those not completed.
    pub fn leave_out<'o>(&mut self, games: usize, failed: impl IntoIterator<Item = &'o [u8]>) {
        for agents in failed {
            self.counters.failed += 1;
            for (seat, &agent) in agents.iter().enumerate() {
                self.counters.agents[usize::from(agent)].seats[seat].failed += 1;
            }
        }
        self.counters.left_out += games as i128;
    }

    /// The counts of complete blocks.
    pub fn finish(mut self) -> Counters {
        let Counters { agents, margin, shared, leader, .. } = &mut self.counters;
        for (sums, facts) in agents.iter_mut().zip(self.facts) {
            sums.facts = facts.finish();
            sums.share.settle();
            sums.seats.iter_mut().for_each(|seat| seat.share.settle());
        }
        leader.iter_mut().chain([margin, shared]).for_each(Ratio::settle);
        self.counters
    }
}

impl AgentSums {
    /// Win share in the games whose facts are counted; none of the others was won.
    pub fn share_of_counted(&self) -> Ratio {
        let (all, lost) = (self.share, self.lost);
        Ratio {
            blocks: all.blocks - lost.blocks,
            n: all.n,
            d: all.d - lost.games,
            nn: all.nn,
            nd: all.nd - lost.nl,
            dd: all.dd - 2 * lost.dl + lost.ll,
            ..Ratio::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::{made_up::with_facts, without_failed};
    use crate::{draws::Draws, fact_tally::FactTally};

    const SHAPE: Shape = Shape { agents: 2, players: 3, facts: 2, milestones: 1 };

    /// A few blocks of made-up games.
    fn blocks(seed: u64, blocks: usize) -> Counters {
        let mut rng = Draws::new(seed);
        let mut tally = Tally::new(SHAPE);
        for _ in 0..blocks {
            for order in [[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
                let scores: Vec<i32> = (0..3).map(|_| rng.below(9) as i32 - 3).collect();
                let facts = [(); 3].map(|()| [rng.below(5) as i32, -(rng.below(7) as i32)]);
                let halves: Vec<i32> = scores.iter().map(|score| score / 2).collect();
                with_facts(&order, &scores, &facts.each_ref().map(|facts| &facts[..]), |game| {
                    tally.game(game);
                    tally.milestone(0, &halves, game);
                });
            }
            tally.end_block();
        }
        tally.leave_out(3, [&[0, 1, 1][..]]);
        tally.finish()
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

    /// Sums of games in which seats failed, against those of the same games without the failed seats.
    #[test]
    fn what_failed_seats_have_is_a_place_and_no_score() {
        let mut rng = Draws::new(11);
        let (mut tally, mut plain) = (Tally::new(SHAPE), FactTally::new(SHAPE.facts));
        let (mut counted, mut scores_of) = (Ratio::default(), Vec::new());
        for _ in 0..40 {
            let mut block = (0, 0);
            for order in [[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
                let failed = [0, 0, 0b001, 0b011, 0b110][rng.below(5) as usize];
                let scores: Vec<i32> = (0..3).map(|_| rng.below(9) as i32).collect();
                let facts = [(); 3].map(|()| [rng.below(5) as i32, rng.below(7) as i32]);
                with_facts(&order, &scores, &facts.each_ref().map(|facts| &facts[..]), |game| {
                    let (places, shares) = without_failed(game.places, failed);
                    let (places, shares) = (&places[..3], &shares[..3]);
                    tally.game(&Finished { places, shares, failed, ..*game });
                    for seat in (0..3).filter(|&seat| order[seat] == 1 && failed >> seat & 1 == 0) {
                        plain.add(shares[seat], &facts[seat], scores[seat]);
                        block = (block.0 + i64::from(shares[seat]), block.1 + 1);
                        scores_of.push(i128::from(scores[seat]));
                    }
                });
            }
            tally.end_block();
            plain.end_block(block.0, block.1);
            counted.add_block(block.0, block.1);
        }
        let counters = tally.finish();
        let agent = &counters.agents[1];
        assert_eq!(agent.share_of_counted(), counted);
        assert_eq!(agent.facts, plain.finish());
        let sum = |of: fn(&SeatSums) -> i128| agent.seats.iter().map(of).sum::<i128>();
        assert_eq!((agent.share.d, agent.share.blocks), (240, 40));
        assert_eq!(sum(|seat| seat.lost), 240 - counted.d);
        assert_eq!(sum(|seat| seat.score), scores_of.iter().sum());
        assert_eq!(sum(|seat| seat.places.iter().sum()), 240, "every game has a place");
        assert_eq!((counters.games, counters.games - counters.margin.d), (120, counters.lost));
        assert!(counters.lost > 40 && agent.lost.blocks < 40, "{:?}", agent.lost);
    }

    #[test]
    fn one_game_by_hand() {
        let mut tally = Tally::new(SHAPE);
        with_facts(&[0, 1, 1], &[4, 9, 9], &[&[1, 0], &[2, 0], &[3, -1]], |game| {
            tally.game(game);
            tally.milestone(0, &[5, 5, 1], game);
        });
        tally.end_block();
        let counters = tally.finish();
        let [alone, twice] = &counters.agents[..] else { panic!("two agents") };
        assert_eq!((alone.share.n, alone.share.d), (0, 1));
        assert_eq!((twice.share.n, twice.share.d, twice.share.nn), (60, 2, 3600));
        assert_eq!(twice.seats[2].places[..3], [1, 0, 0]);
        assert_eq!((alone.seats[0].places[2], alone.seats[0].score_squares), (1, 16));
        assert_eq!((twice.facts[0].x, twice.facts[0].v, twice.facts[1].squares), (5, 150, 1));
        assert_eq!((counters.margin.n, counters.shared.n), (0, 1));
        // Seats 0 and 1 lead together; seat 1 wins half the game: a quarter of a win.
        assert_eq!(counters.leader[0].value(LEADER_UNIT), Some(0.25));
    }
}
