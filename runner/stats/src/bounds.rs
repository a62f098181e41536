//! What games that are left out could change: every comparison as if the one agent had won all of them,
//! and as if the other had.

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, ContestTally};
use crate::layout::{Beside, Layout};
use crate::meetings::{Meetings, PairsTally, halves};
use crate::ratio::{BlockSum, Ratio};
use crate::{finished::Finished, finished::WHOLE_WIN};

/// The comparisons of a run with all of its games, those that were not completed counted for one side:
/// in the first bounds for the agent with the lower number of any two, in the second ones for the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Two agents against each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// As [`Meetings::pairs`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Ratio>,
    /// For each agent, its win share in 1/60 over games and seats: in the first bounds, it wins the games
    /// that were not completed; in the second ones, it does not.
    pub shares: Vec<Ratio>,
}

sums!(Bounds { contest, pairs, shares });

impl Bounds {
    /// Nothing counted yet.
    pub(crate) fn both(layout: Layout) -> [Bounds; 2] {
        let agents = layout.shape.agents;
        let bounds = Bounds {
            contest: matches!(layout.beside, Beside::Duel(_)).then(Contest::default),
            pairs: match layout.beside {
                Beside::Meetings => Meetings::new(agents).pairs,
                _ => Vec::new(),
            },
            shares: vec![Ratio::default(); agents],
        };
        [bounds.clone(), bounds]
    }
}

/// Both bounds while blocks are added.
#[derive(Clone, Debug)]
pub(crate) struct BoundsTally {
    contests: Option<[ContestTally; 2]>,
    pairs: Option<[PairsTally; 2]>,
    shares: [Vec<BlockSum>; 2],
    bounds: [Bounds; 2],
}

impl BoundsTally {
    pub(crate) fn new(layout: Layout, bounds: [Bounds; 2]) -> BoundsTally {
        let agents = layout.shape.agents;
        let pairs = || PairsTally::new(agents);
        BoundsTally {
            contests: match layout.beside {
                Beside::Duel(duel) => Some([duel, duel].map(ContestTally::new)),
                _ => None,
            },
            pairs: (layout.beside == Beside::Meetings).then(|| [pairs(), pairs()]),
            shares: [(); 2].map(|()| vec![BlockSum::default(); agents]),
            bounds,
        }
    }

    /// Adds a completed game of arm number `arm`.
    pub(crate) fn game(&mut self, arm: usize, game: &Finished<'_>) {
        let Finished { agents, places, shares, .. } = *game;
        for contest in self.contests.iter_mut().flatten() {
            contest.game(arm, game);
        }
        for pairs in self.pairs.iter_mut().flatten() {
            pairs.game(agents, |low, high| halves(places[low], places[high]));
        }
        for cells in &mut self.shares {
            for (&agent, &share) in agents.iter().zip(shares) {
                cells[usize::from(agent)].add(share.into());
            }
        }
    }

    /// Adds a game that was not completed.
    pub(crate) fn failed(&mut self, arm: usize, agents: &[u8]) {
        for (favoured, contest) in self.contests.iter_mut().flatten().enumerate() {
            contest.bound(arm, agents, favoured);
        }
        for (pairs, halves) in self.pairs.iter_mut().flatten().zip([2, 0]) {
            pairs.game(agents, |_, _| halves);
        }
        for (cells, won) in self.shares.iter_mut().zip([WHOLE_WIN, 0]) {
            for (seat, &agent) in agents.iter().enumerate() {
                // Of an agent with several seats, one wins.
                let is_first = !agents[..seat].contains(&agent);
                let won = if is_first { won } else { 0 };
                cells[usize::from(agent)].add(won.into());
            }
        }
    }

    pub(crate) fn end_block(&mut self) {
        self.contests.iter_mut().flatten().for_each(ContestTally::end_block);
        for (pairs, bounds) in self.pairs.iter_mut().flatten().zip(&mut self.bounds) {
            pairs.end_block(&mut bounds.pairs);
        }
        for (cells, bounds) in self.shares.iter_mut().zip(&mut self.bounds) {
            cells.iter_mut().zip(&mut bounds.shares).for_each(|(cell, sum)| cell.end(sum));
        }
    }

    pub(crate) fn finish(self) -> [Bounds; 2] {
        let mut bounds = self.bounds;
        for (bounds, tally) in bounds.iter_mut().zip(self.contests.into_iter().flatten()) {
            bounds.contest = Some(tally.contest);
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Duel;
    use crate::counters::Shape;
    use crate::finished::made_up::scored;
    use crate::layout::OnFailure;
    use crate::sums::{LeftOut, Spot, Sums, SumsTally};

    fn layout(beside: Beside) -> Layout {
        let shape = Shape { agents: 3, players: 3, facts: 0, milestones: 0 };
        Layout { shape, beside, restricted: false, failures: Some(OnFailure::LeaveOut) }
    }

    fn of(ratio: &Ratio) -> (i128, i128) {
        (ratio.n, ratio.d)
    }

    /// Two line-ups, of which the second one fails in one of its two games.
    fn one_block(beside: Beside, orders: [[u8; 3]; 3]) -> Sums {
        let mut tally = SumsTally::new(layout(beside));
        scored(&orders[0], &[9, 1, 2], |game| {
            tally.game(Spot { block: 0, arm: 0, rules: 0 }, game);
        });
        scored(&orders[1], &[1, 2, 9], |game| {
            tally.leave_out(1, &[LeftOut::Completed(*game), LeftOut::Failed(&orders[2])]);
        });
        tally.failures(&orders[0], 0, false);
        tally.failures(&orders[1], 0, true);
        tally.failures(&orders[2], 0b100, true);
        tally.end_block();
        tally.finish()
    }

    #[test]
    fn a_tournament_that_left_games_out_could_have_gone_either_way() {
        let sums = one_block(Beside::Meetings, [[0, 1, 1], [0, 2, 2], [2, 0, 2]]);
        let pairs = &sums.meetings.unwrap().pairs;
        let (with_1, with_2) = (Meetings::pair(0, 1), Meetings::pair(0, 2));
        assert_eq!((of(&pairs[with_1]), of(&pairs[with_2])), ((4, 2), (0, 0)));
        let [first, second] = sums.bounds.unwrap();
        assert_eq!((of(&first.pairs[with_1]), of(&second.pairs[with_1])), ((4, 2), (4, 2)));
        // It loses the completed game, and may have won the other one.
        assert_eq!((of(&first.pairs[with_2]), of(&second.pairs[with_2])), ((4, 4), (0, 4)));
        assert_eq!((of(&first.shares[0]), of(&second.shares[0])), ((120, 3), (60, 3)));
        assert_eq!((of(&first.shares[2]), of(&second.shares[2])), ((120, 4), (60, 4)));
        assert_eq!(sums.failures, [[3, 0, 0], [1, 0, 0], [2, 1, 0]]);
        let counters = &sums.counters;
        assert_eq!((counters.games, counters.failed, counters.left_out), (1, 1, 2));
    }

    #[test]
    fn a_comparison_that_left_games_out_could_have_gone_either_way() {
        let duel = Duel { agents: [0, 1], field: false };
        let sums = one_block(Beside::Duel(duel), [[0, 1, 1], [1, 0, 0], [0, 0, 1]]);
        // Without the games of the second line-up there is no score.
        assert_eq!(of(&sums.contest.unwrap().score), (0, 0));
        let scores = sums.bounds.unwrap().map(|bounds| of(&bounds.contest.unwrap().score));
        // The first one wins one game of its line-up and, with one of two seats, one of the other.
        assert_eq!(scores, [(180, 3), (120, 3)]);
        let field = Duel { agents: [0, 1], field: true };
        let sums = one_block(Beside::Duel(field), [[0, 2, 2], [1, 2, 2], [2, 1, 2]]);
        let contest = sums.contest.unwrap();
        assert_eq!(contest, Contest::default());
        let two = sums.bounds.unwrap().map(|bounds| of(&bounds.contest.unwrap().shares.two));
        assert_eq!(two, [(0, 2), (60, 2)]);
    }
}
