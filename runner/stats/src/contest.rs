//! Two agents against each other: one score for each block.

use serde::{Deserialize, Serialize};

use crate::finished::{Finished, WHOLE_WIN};
use crate::{paired::Paired, ratio::Ratio, sequential::BlockScores};

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

impl Contest {
    /// Adds a game of arm number `arm` to the open block.
    #[inline]
    pub fn game(&mut self, duel: Duel, arm: usize, game: &Finished<'_>) {
        let own =
            game.agents.iter().zip(game.shares).filter(|&(&agent, _)| agent == duel.agents[arm]);
        own.for_each(|(_, &share)| self.shares.arm_mut(arm).add(i64::from(share)));
        self.play(arm);
    }

    /// Adds a game that was not completed, as if `favoured` were the best of its seats and the other agent the worst.
    pub(crate) fn bound(&mut self, duel: Duel, arm: usize, agents: &[u8], favoured: usize) {
        let own = agents.iter().filter(|&&agent| agent == duel.agents[arm]);
        for (seat, _) in own.enumerate() {
            let won = arm == favoured && seat == 0;
            self.shares.arm_mut(arm).add(i64::from(won) * i64::from(WHOLE_WIN));
        }
        self.play(arm);
    }

    /// In the second arm, what the second agent does not win goes to the first.
    fn play(&mut self, arm: usize) {
        self.score.add(if arm == 0 { 0 } else { i64::from(WHOLE_WIN) });
    }

    /// Adds the open block as one sample, if it is complete: the two are compared on deals that have all games.
    pub fn end_block(&mut self, duel: Duel, is_complete: bool) {
        let [(n1, d1), (n2, d2)] = [0, 1].map(|arm| self.shares.arm_mut(arm).open);
        let (won, games) = std::mem::take(&mut self.score.open);
        if !is_complete {
            [0, 1].into_iter().for_each(|arm| self.shares.arm_mut(arm).open = (0, 0));
            return;
        }
        self.shares.end_block();
        if duel.field {
            self.scores.add(n1 * d2 - n2 * d1);
        } else {
            self.score.add_block(n1 + won - n2, games);
            self.scores.add(n1 + won - n2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::made_up::scored;

    #[test]
    fn two_agents_that_meet_each_other() {
        let (mut contest, duel) = (Contest::default(), Duel { agents: [0, 1], field: false });
        // One of the first against two of the second, in all seats; and vice versa.
        for (order, scores) in
            [([0, 1, 1], [5, 1, 1]), ([1, 0, 1], [9, 1, 3]), ([1, 1, 0], [4, 1, 4])]
        {
            scored(&order, &scores, |game| contest.game(duel, 0, game));
        }
        for (order, scores) in
            [([1, 0, 0], [1, 2, 3]), ([0, 1, 0], [2, 2, 2]), ([0, 0, 1], [1, 1, 8])]
        {
            scored(&order, &scores, |game| contest.game(duel, 1, game));
        }
        contest.end_block(duel, true);
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
        let (mut contest, duel) = (Contest::default(), Duel { agents: [0, 1], field: true });
        scored(&[0, 2, 2], &[5, 1, 1], |game| contest.game(duel, 0, game));
        scored(&[1, 2, 2], &[5, 5, 1], |game| contest.game(duel, 1, game));
        contest.end_block(duel, true);
        assert_eq!((contest.scores.mean(), contest.score.d), (Some(30.0), 0));
        let found = contest.shares.difference(1.0 / 60.0, true).unwrap();
        assert_eq!((found.one, found.two, found.value), (1.0, 0.5, 0.5));
    }

    /// Whatever the arm that was played shows, the other one lacks it.
    #[test]
    fn blocks_that_lack_an_arm_do_not_count() {
        for (field, others) in [(false, [1, 0]), (true, [2, 2])] {
            let (mut contest, duel) = (Contest::default(), Duel { agents: [0, 1], field });
            let mut block = |score: i32, is_complete: bool| {
                scored(&[0, others[0], others[0]], &[score, 3, 2], |game| {
                    contest.game(duel, 0, game)
                });
                if is_complete {
                    scored(&[1, others[1], others[1]], &[5, 7, 1], |game| {
                        contest.game(duel, 1, game)
                    });
                }
                contest.end_block(duel, is_complete);
                contest.clone()
            };
            block(1, true);
            let before = block(9, true);
            assert_eq!((before.shares.blocks, before.scores.blocks()), (2, 2));
            assert_eq!(block(9, false), before);
            assert_ne!(block(9, true), before);
        }
    }
}
