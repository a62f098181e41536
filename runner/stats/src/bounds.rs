//! What games that are left out could change: every comparison as if the one agent had won all of them,
//! and as if the other had.

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, ContestTally};
use crate::meetings::{Meetings, PairsTally, halves};
use crate::ratio::{BlockSum, Ratio};
use crate::sums::{Beside, Layout};
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
