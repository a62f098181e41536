//! The meetings of a tournament, and their results.

use serde::{Deserialize, Serialize};

use crate::ratio::{BlockSum, Ratio};
use crate::{finished::Finished, ratings::Rankings};

/// Unit of [`Meetings::pairs`].
pub const HALF: f64 = 0.5;

/// The counts of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meetings {
    /// For agents `a < b`, at [`Meetings::pair`]: how often `a` ends in a better place than `b`, in
    /// halves (level places count one), over pairs of their seats at one table.
    pub pairs: Vec<Ratio>,
    /// For agent `a` and the agent `p` that acts just before it, at `a * agents + p`: win share of
    /// `a`, in 1/60 over its seats behind `p`.
    pub neighbours: Vec<Ratio>,
    /// The orders in which games end.
    pub rankings: Rankings,
}

sums!(Meetings { pairs, neighbours, rankings });

impl Meetings {
    /// Nothing counted yet, of `agents` agents.
    pub fn new(agents: usize) -> Meetings {
        Meetings {
            pairs: vec![Ratio::default(); agents * agents.saturating_sub(1) / 2],
            neighbours: vec![Ratio::default(); agents * agents],
            rankings: Rankings::default(),
        }
    }

    /// The index of the pair of agents `a < b`.
    pub fn pair(a: usize, b: usize) -> usize {
        b * (b - 1) / 2 + a
    }
}

/// The pairs of a tournament, or those of its bounds, in the current block.
#[derive(Clone, Debug)]
pub(crate) struct PairsTally(Vec<BlockSum>);

impl PairsTally {
    pub(crate) fn new(agents: usize) -> PairsTally {
        PairsTally(vec![BlockSum::default(); agents * agents.saturating_sub(1) / 2])
    }

    /// Adds a game. `halves` says how often the first of two seats ends ahead of the second, in
    /// halves; the first is that of the agent with the lower number.
    #[inline]
    pub(crate) fn game(&mut self, agents: &[u8], halves: impl Fn(usize, usize) -> i64) {
        for (seat, &own) in agents.iter().enumerate() {
            let own = usize::from(own);
            for (other, &them) in agents[..seat].iter().enumerate() {
                let them = usize::from(them);
                if own == them {
                    continue;
                }
                let (low, high) = if own < them { (seat, other) } else { (other, seat) };
                let pair = Meetings::pair(own.min(them), own.max(them));
                self.0[pair].add(halves(low, high));
            }
        }
    }

    pub(crate) fn end_block(&mut self, pairs: &mut [Ratio]) {
        self.0.iter_mut().zip(pairs).for_each(|(cell, sum)| cell.end(sum));
    }
}

/// How often a place is ahead of another, in halves.
pub(crate) fn halves(place: u8, other: u8) -> i64 {
    match place.cmp(&other) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    }
}

/// A tournament while blocks are added.
#[derive(Clone, Debug)]
pub(crate) struct MeetingsTally {
    agents: usize,
    pairs: PairsTally,
    neighbours: Vec<BlockSum>,
    pub(crate) meetings: Meetings,
}

impl MeetingsTally {
    pub(crate) fn new(agents: usize) -> MeetingsTally {
        let meetings = Meetings::new(agents);
        MeetingsTally {
            agents,
            pairs: PairsTally::new(agents),
            neighbours: vec![BlockSum::default(); meetings.neighbours.len()],
            meetings,
        }
    }

    pub(crate) fn game(&mut self, block: u64, game: &Finished<'_>) {
        let Finished { agents, places, shares, .. } = *game;
        for seat in 0..agents.len() {
            let own = usize::from(agents[seat]);
            let before = usize::from(agents[(seat + agents.len() - 1) % agents.len()]);
            self.neighbours[own * self.agents + before].add(i64::from(shares[seat]));
        }
        self.pairs.game(agents, |low, high| halves(places[low], places[high]));
        self.meetings.rankings.add(agents, places, block);
    }

    pub(crate) fn end_block(&mut self) {
        self.pairs.end_block(&mut self.meetings.pairs);
        let sums = &mut self.meetings.neighbours;
        self.neighbours.iter_mut().zip(sums).for_each(|(cell, sum)| cell.end(sum));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::made_up::scored;

    #[test]
    fn one_game_by_hand() {
        let mut tally = MeetingsTally::new(3);
        scored(&[0, 2, 1, 2], &[7, 9, 7, 1], |game| tally.game(5, game));
        tally.end_block();
        let meetings = tally.meetings;
        let of = |ratio: &Ratio| (ratio.n, ratio.d);
        // 0 and 1 are level; 2 wins with one seat and comes last with the other.
        assert_eq!(of(&meetings.pairs[Meetings::pair(0, 1)]), (1, 1));
        assert_eq!(of(&meetings.pairs[Meetings::pair(0, 2)]), (2, 2));
        assert_eq!(of(&meetings.pairs[Meetings::pair(1, 2)]), (2, 2));
        // 2 acts behind 0 and wins, behind 1 and does not; 0 behind 2, 1 behind 2.
        let behind = |own: usize, before: usize| of(&meetings.neighbours[own * 3 + before]);
        assert_eq!((behind(2, 0), behind(2, 1)), ((60, 1), (0, 1)));
        assert_eq!((behind(0, 2), behind(1, 2), behind(0, 1)), ((0, 1), (0, 1), (0, 0)));
    }
}
