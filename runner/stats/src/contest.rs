//! Two agents against each other: one score for each block.

use serde::{Deserialize, Serialize};

use crate::finished::{Finished, WHOLE_WIN};
use crate::ratio::{BlockSum, Ratio};
use crate::{paired::Paired, sequential::BlockScores};

/// How two agents are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The agent whose figures arm 0 gives, and that of arm 1, by number.
    pub agents: [u8; 2],
    /// Whether each plays against the same third agents, so that the difference of their win shares counts. Otherwise
    /// one plays others of the other agent, in the second arm the other way round.
    pub field: bool,
}

/// The counts of such a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Win share of the agent whose figures each arm gives: its share in 1/60 over its seats.
    pub shares: Paired,
    /// The first agent's share of all wins where the two play each other, in 1/60 over games.
    pub score: Ratio,
    /// The scores of blocks: the numerator of `score`; against a field `N1 D2 - N2 D1` of `shares`.
    pub scores: BlockScores,
}

sums!(Contest { shares, score, scores });

/// A contest while blocks are added.
#[derive(Clone, Debug)]
pub struct ContestTally {
    duel: Duel,
    /// Share and seats of the agent whose figures the arm gives, and games, in the current block.
    arms: [BlockSum; 2],
    games: [i64; 2],
    lacks: bool,
    /// The counts of complete blocks.
    pub contest: Contest,
}

impl ContestTally {
    /// Nothing counted yet.
    pub fn new(duel: Duel) -> ContestTally {
        let contest = Contest::default();
        ContestTally { duel, arms: [BlockSum::default(); 2], games: [0; 2], lacks: false, contest }
    }

    /// Adds a game of arm number `arm`.
    #[inline]
    pub fn game(&mut self, arm: usize, game: &Finished<'_>) {
        let (cell, own) = (&mut self.arms[arm], self.duel.agents[arm]);
        for (seat, _) in game.agents.iter().enumerate().filter(|&(_, &agent)| agent == own) {
            cell.add(i64::from(game.shares[seat]));
        }
        self.games[arm] += 1;
    }

    /// Adds a game that was not completed, as if `favoured` were the best of its seats and the other agent the worst.
    pub(crate) fn bound(&mut self, arm: usize, agents: &[u8], favoured: usize) {
        let own = self.duel.agents[arm];
        let seats = agents.iter().filter(|&&agent| agent == own).count() as i64;
        for seat in 0..seats {
            let won = arm == favoured && seat == 0;
            self.arms[arm].add(i64::from(won) * i64::from(WHOLE_WIN));
        }
        self.games[arm] += 1;
    }

    /// The two agents are compared on deals that have all games.
    pub(crate) fn leave_out(&mut self) {
        self.lacks = true;
    }

    /// Adds the current block as one sample, if it is complete.
    pub fn end_block(&mut self) {
        let [(n1, d1), (n2, d2)] = std::mem::take(&mut self.arms).map(|arm| (arm.n, arm.d));
        let games = std::mem::take(&mut self.games);
        if std::mem::take(&mut self.lacks) {
            return;
        }
        self.contest.shares.add_block((n1, d1), (n2, d2));
        if self.duel.field {
            self.contest.scores.add(n1 * d2 - n2 * d1);
        } else {
            // In the second arm, what the second agent does not win goes to the first.
            let score = n1 + i64::from(WHOLE_WIN) * games[1] - n2;
            self.contest.score.add_block(score, games[0] + games[1]);
            self.contest.scores.add(score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::made_up::scored;

    #[test]
    fn two_agents_that_meet_each_other() {
        let mut tally = ContestTally::new(Duel { agents: [0, 1], field: false });
        // One of the first against two of the second, in all seats; and vice versa.
        for (order, scores) in
            [([0, 1, 1], [5, 1, 1]), ([1, 0, 1], [9, 1, 3]), ([1, 1, 0], [4, 1, 4])]
        {
            scored(&order, &scores, |game| tally.game(0, game));
        }
        for (order, scores) in
            [([1, 0, 0], [1, 2, 3]), ([0, 1, 0], [2, 2, 2]), ([0, 0, 1], [1, 1, 8])]
        {
            scored(&order, &scores, |game| tally.game(1, game));
        }
        tally.end_block();
        let contest = tally.contest;
        // 60 + 0 + 30 of three games; the second has 0 + 20 + 60 of three, the first the other 100.
        assert_eq!((contest.shares.one.n, contest.shares.one.d), (90, 3));
        assert_eq!((contest.shares.two.n, contest.shares.two.d), (80, 3));
        assert_eq!(
            (contest.score.n, contest.score.d, contest.scores.mean()),
            (190, 6, Some(190.0))
        );
    }

    #[test]
    fn two_agents_against_a_field() {
        let mut tally = ContestTally::new(Duel { agents: [0, 1], field: true });
        scored(&[0, 2, 2], &[5, 1, 1], |game| tally.game(0, game));
        scored(&[1, 2, 2], &[5, 5, 1], |game| tally.game(1, game));
        tally.end_block();
        let contest = tally.contest;
        assert_eq!((contest.scores.mean(), contest.score.d), (Some(30.0), 0));
        let found = contest.shares.difference(1.0 / 60.0, true).unwrap();
        assert_eq!((found.one, found.two, found.value), (1.0, 0.5, 0.5));
    }

    /// Whatever the arm that was played shows, the other one lacks it.
    #[test]
    fn blocks_that_lack_an_arm_do_not_count() {
        for (field, others) in [(false, [1, 0]), (true, [2, 2])] {
            let mut tally = ContestTally::new(Duel { agents: [0, 1], field });
            let mut block = |score: i32, is_complete: bool| {
                scored(&[0, others[0], others[0]], &[score, 3, 2], |game| tally.game(0, game));
                if is_complete {
                    scored(&[1, others[1], others[1]], &[5, 7, 1], |game| tally.game(1, game));
                } else {
                    tally.leave_out();
                }
                tally.end_block();
                tally.contest.clone()
            };
            block(1, true);
            let before = block(9, true);
            assert_eq!((before.shares.blocks, before.scores.blocks()), (2, 2));
            assert_eq!(block(9, false), before);
            assert_ne!(block(9, true), before);
        }
    }
}
