//! All counts of some blocks, whatever they are played for.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, Bounds};
use crate::contest::{Contest, Duel};
use crate::counters::{Counters, Tally};
use crate::layout::{Beside, Layout, OnFailure};
use crate::versus::{self, figures};
use crate::{branches::Branches, finished::Finished, merge::Merge};
use crate::{meetings::Meetings, paired::Paired};

/// Integers that are added up in any order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// Every agent's games; with two rule sets, those of the first.
    pub counters: Counters,
    /// Two agents against each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// A tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meetings: Option<Meetings>,
    /// Two rule sets against each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versus: Option<Vec<Paired>>,
    /// Branches from decision points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Branches>,
    /// For each agent, decisions in which its restriction removed something, and all, so that it was void.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restrictions: Vec<[i128; 2]>,
    /// For each agent that can fail, games of its line-ups, those in which it failed, and those that count as lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<[i128; 3]>,
    /// What the games that are left out could change, if agents that fail are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Bounds; 2]>,
}

sums!(Sums { counters, contest, meetings, versus, branches, restrictions, failures, bounds });

impl Sums {
    /// All zero.
    pub fn new(layout: Layout) -> Sums {
        let Layout { shape, beside, restricted, failures } = layout;
        Sums {
            counters: Counters::new(shape),
            contest: matches!(beside, Beside::Duel(_)).then(Contest::default),
            meetings: (beside == Beside::Meetings).then(|| Meetings::new(shape.agents)),
            versus: (beside == Beside::Versus)
                .then(|| vec![Paired::default(); figures(shape).len()]),
            branches: match beside {
                Beside::Branches { cells, figures } => Some(Branches::new(cells, figures)),
                _ => None,
            },
            restrictions: if restricted { vec![[0; 2]; shape.agents] } else { Vec::new() },
            failures: if failures.is_some() { vec![[0; 3]; shape.agents] } else { Vec::new() },
            bounds: (failures == Some(OnFailure::LeaveOut))
                .then(|| [Bounds::new(layout), Bounds::new(layout)]),
        }
    }

    /// Whether both count the same things.
    pub fn fits(&self, other: &Sums) -> bool {
        Merge::fits(self, other)
    }
}

/// The position of a game in its run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Number of its block.
    pub block: u64,
    /// Number of its arm.
    pub arm: usize,
    /// Number of the rule set.
    pub rules: usize,
}

/// The sums of some blocks while blocks are added.
#[derive(Debug)]
pub struct SumsTally {
    tally: Tally,
    /// All but the counters.
    sums: Sums,
    duel: Option<Duel>,
    /// Whether the open block lacks games.
    lacks: bool,
}

impl SumsTally {
    /// Nothing counted yet.
    pub fn new(layout: Layout) -> SumsTally {
        let duel = match layout.beside {
            Beside::Duel(duel) => Some(duel),
            _ => None,
        };
        let (tally, sums) = (Tally::new(layout.shape), Sums::new(layout));
        SumsTally { tally, sums, duel, lacks: false }
    }

    /// Adds a finished game to the current block.
    ///
    /// # Panics
    /// If the game has other seats, agents or facts than the layout.
    #[inline(always)]
    pub fn game(&mut self, Spot { block, arm, rules }: Spot, game: &Finished<'_>) {
        if rules == 0 {
            self.tally.game(game);
        }
        let Sums { counters, contest, meetings, versus, bounds, .. } = &mut self.sums;
        if let Some((contest, duel)) = contest.as_mut().zip(self.duel) {
            contest.game(duel, arm, game);
        }
        if let Some(meetings) = meetings {
            meetings.game(counters.shape.agents, block, game);
        }
        if let Some(versus) = versus {
            versus::game(versus, counters.shape, rules, game);
        }
        if let Some(bounds) = bounds {
            bounds::game(bounds, self.duel, arm, game);
        }
    }

    /// Notes the leader at a milestone of a game of the current block, from the standing by seat.
    #[inline(always)]
    pub fn milestone(&mut self, spot: Spot, index: usize, standing: &[i32], game: &Finished<'_>) {
        if spot.rules == 0 {
            self.tally.milestone(index, standing, game);
        }
        if let Some(versus) = &mut self.sums.versus {
            let (shape, won) = (self.sums.counters.shape, game.leader_wins(standing));
            versus::milestone(versus, shape, spot.rules, index, won);
        }
    }

    /// Adds the current block as one sample.
    #[inline(always)]
    pub fn end_block(&mut self) {
        self.tally.end_block();
        let (duel, is_complete) = (self.duel, !std::mem::take(&mut self.lacks));
        let Sums { contest, meetings, versus, bounds, .. } = &mut self.sums;
        if let Some((contest, duel)) = contest.as_mut().zip(duel) {
            contest.end_block(duel, is_complete);
        }
        if let Some(meetings) = meetings {
            meetings.end_block();
        }
        versus.iter_mut().flatten().for_each(Paired::end_block);
        bounds.iter_mut().flatten().for_each(|bounds| bounds.end_block(duel));
    }

    /// Leaves an arm of the current block out: its games, with those that were completed.
    pub fn leave_out(&mut self, arm: usize, games: &[LeftOut<'_>]) {
        let failed = games.iter().filter_map(|game| match game {
            LeftOut::Failed(agents) => Some(*agents),
            LeftOut::Completed(_) => None,
        });
        self.count_left_out(games.len(), failed);
        self.lacks = true;
        if let Some(bounds) = &mut self.sums.bounds {
            games.iter().for_each(|game| match game {
                LeftOut::Failed(agents) => bounds::failed(bounds, self.duel, arm, agents),
                LeftOut::Completed(game) => bounds::game(bounds, self.duel, arm, game),
            });
        }
    }

    /// Counts games that are left out because some `failed`, whose agents by seat are given.
    pub fn count_left_out<'o>(&mut self, games: usize, failed: impl IntoIterator<Item = &'o [u8]>) {
        self.tally.leave_out(games, failed);
    }

    /// Counts a game of a line-up, of whose seats some `failed`, as bits.
    pub fn failures(&mut self, agents: &[u8], failed: u8, is_left_out: bool) {
        for (seat, &agent) in agents.iter().enumerate() {
            let sums = &mut self.sums.failures[usize::from(agent)];
            let seats = |of: &dyn Fn(usize) -> bool| {
                (0..seat).any(|other| agents[other] == agent && of(other))
            };
            let has_failed = |seat: usize| failed >> seat & 1 == 1;
            sums[0] += i128::from(!seats(&|_| true));
            let fails = has_failed(seat) && !seats(&has_failed);
            sums[1] += i128::from(fails);
            sums[2] += i128::from(fails && !is_left_out);
        }
    }

    /// Counts the decisions that a restriction concerns.
    pub fn restricted(&mut self, agent: usize, restricted: u64, void: u64) {
        if let Some([sum, none]) = self.sums.restrictions.get_mut(agent) {
            *sum += i128::from(restricted);
            *none += i128::from(void);
        }
    }

    /// The counts of complete blocks. Branches are not counted here: their sums must be added.
    pub fn finish(self) -> Sums {
        Sums { counters: self.tally.finish(), branches: None, ..self.sums }
    }
}

/// A game that is left out.
#[derive(Clone, Copy, Debug)]
pub enum LeftOut<'g> {
    /// It was not completed; the agents by seat.
    Failed(&'g [u8]),
    /// It was, but another one of its line-up on this deal was not.
    Completed(Finished<'g>),
}
