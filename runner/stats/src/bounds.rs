//! What games that are left out could change: every comparison as if one agent had won all of them.

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, Duel};
use crate::layout::{Beside, Layout};
use crate::meetings::{Meetings, halves, meet};
use crate::{finished::Finished, finished::WHOLE_WIN, ratio::Ratio};

/// Comparisons with all games, those not completed counted for the lower-numbered agent of two, or for the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Two agents against each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// As [`Meetings::pairs`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Ratio>,
    /// For each agent, its win share in 1/60, if it wins the games that were not completed, or if it does not.
    pub shares: Vec<Ratio>,
}

sums!(Bounds { contest, pairs, shares });

impl Bounds {
    pub(crate) fn new(layout: Layout) -> Bounds {
        let agents = layout.shape.agents;
        Bounds {
            contest: matches!(layout.beside, Beside::Duel(_)).then(Contest::default),
            pairs: match layout.beside {
                Beside::Meetings => Meetings::new(agents).pairs,
                _ => Vec::new(),
            },
            shares: vec![Ratio::default(); agents],
        }
    }

    pub(crate) fn end_block(&mut self, duel: Option<Duel>) {
        let Bounds { contest, pairs, shares } = self;
        if let Some((contest, duel)) = contest.as_mut().zip(duel) {
            contest.end_block(duel, true);
        }
        pairs.iter_mut().chain(shares).for_each(Ratio::end_block);
    }
}

/// Adds a completed game to both bounds.
pub(crate) fn game(bounds: &mut [Bounds; 2], duel: Option<Duel>, arm: usize, game: &Finished<'_>) {
    let Finished { agents, places, shares, .. } = *game;
    for bound in bounds {
        if let Some((contest, duel)) = bound.contest.as_mut().zip(duel) {
            contest.game(duel, arm, game);
        }
        if !bound.pairs.is_empty() {
            meet(&mut bound.pairs, agents, |low, high| halves(places[low], places[high]));
        }
        for (&agent, &share) in agents.iter().zip(shares) {
            bound.shares[usize::from(agent)].add(share.into());
        }
    }
}

/// Adds a game that was not completed.
pub(crate) fn failed(bounds: &mut [Bounds; 2], duel: Option<Duel>, arm: usize, agents: &[u8]) {
    let sides = [(2, WHOLE_WIN), (0, 0)];
    for (favoured, (bound, (halves, won))) in bounds.iter_mut().zip(sides).enumerate() {
        if let Some((contest, duel)) = bound.contest.as_mut().zip(duel) {
            contest.bound(duel, arm, agents, favoured);
        }
        if !bound.pairs.is_empty() {
            meet(&mut bound.pairs, agents, |_, _| halves);
        }
        for (seat, &agent) in agents.iter().enumerate() {
            // Of an agent with several seats, one wins.
            let is_first = !agents[..seat].contains(&agent);
            bound.shares[usize::from(agent)].add(if is_first { won.into() } else { 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
