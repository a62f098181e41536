//! The meetings of a tournament, and their results.

use serde::{Deserialize, Serialize};

use crate::{finished::Finished, ratings::Wins, ratio::Ratio};

/// Unit of [`Meetings::pairs`].
pub const HALF: f64 = 0.5;

/// The counts of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meetings {
    /// For agents `a < b`, at [`Meetings::pair`]: how often `a` ends ahead, in halves, over pairs of seats.
    pub pairs: Vec<Ratio>,
    /// For agent `a` and the agent `p` that acts just before it, at `a * agents + p`: win share of `a`, in 1/60.
    pub neighbours: Vec<Ratio>,
    /// For agents `a < b`: the win shares of `a` out of those of both, in 1/60, at tables at which both sit.
    pub shares: Vec<Ratio>,
    /// The win shares at every table.
    pub wins: Wins,
}

sums!(Meetings { pairs, neighbours, shares, wins });

impl Meetings {
    /// Nothing counted yet, of `agents` agents.
    pub fn new(agents: usize) -> Meetings {
        let pairs = vec![Ratio::default(); agents * agents.saturating_sub(1) / 2];
        Meetings {
            shares: pairs.clone(),
            pairs,
            neighbours: vec![Ratio::default(); agents * agents],
            wins: Wins::default(),
        }
    }

    /// The index of the pair of agents `a < b`.
    pub fn pair(a: usize, b: usize) -> usize {
        b * (b - 1) / 2 + a
    }
}

/// Adds a game to the open blocks of pairs: `halves` says how often the first of two seats ends ahead, which is that of
/// the agent with the lower number.
#[inline]
pub(crate) fn meet(pairs: &mut [Ratio], agents: &[u8], halves: impl Fn(usize, usize) -> i64) {
    for (seat, &own) in agents.iter().enumerate() {
        let own = usize::from(own);
        for (other, &them) in agents[..seat].iter().enumerate() {
            let them = usize::from(them);
            if own == them {
                continue;
            }
            let (low, high) = if own < them { (seat, other) } else { (other, seat) };
            pairs[Meetings::pair(own.min(them), own.max(them))].add(halves(low, high));
        }
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

impl Meetings {
    /// Adds a game of block number `block`, of `count` agents in all.
    pub(crate) fn game(&mut self, count: usize, block: u64, game: &Finished<'_>) {
        let Finished { agents, places, shares, .. } = *game;
        for seat in 0..agents.len() {
            let own = usize::from(agents[seat]);
            let before = usize::from(agents[(seat + agents.len() - 1) % agents.len()]);
            self.neighbours[own * count + before].add(i64::from(shares[seat]));
        }
        meet(&mut self.pairs, agents, |low, high| halves(places[low], places[high]));
        self.share(agents, shares);
        self.wins.add(agents, shares, block);
    }

    fn share(&mut self, agents: &[u8], shares: &[u8]) {
        for (seat, &winner) in agents.iter().enumerate().filter(|&(seat, _)| shares[seat] > 0) {
            for (place, &other) in agents.iter().enumerate() {
                // Once for each other agent, however many seats it has.
                if other == winner || agents[..place].contains(&other) {
                    continue;
                }
                let (low, high) = (winner.min(other), winner.max(other));
                let (n, d) = &mut self.shares[Meetings::pair(low.into(), high.into())].open;
                let share = i64::from(shares[seat]);
                *n += if winner == low { share } else { 0 };
                *d += share;
            }
        }
    }

    pub(crate) fn end_block(&mut self) {
        let Meetings { pairs, neighbours, shares, .. } = self;
        pairs.iter_mut().chain(neighbours).chain(shares).for_each(Ratio::end_block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::made_up::scored;

    #[test]
    fn one_game_by_hand() {
        let mut meetings = Meetings::new(3);
        scored(&[0, 2, 1, 2], &[7, 9, 7, 1], |game| meetings.game(3, 5, game));
        meetings.end_block();
        let of = |ratio: &Ratio| (ratio.n, ratio.d);
        // 0 and 1 are level; 2 wins with one seat and comes last with the other.
        assert_eq!(of(&meetings.pairs[Meetings::pair(0, 1)]), (1, 1));
        assert_eq!(of(&meetings.pairs[Meetings::pair(0, 2)]), (2, 2));
        assert_eq!(of(&meetings.pairs[Meetings::pair(1, 2)]), (2, 2));
        // 2 acts behind 0 and wins, behind 1 and does not; 0 behind 2, 1 behind 2.
        let behind = |own: usize, before: usize| of(&meetings.neighbours[own * 3 + before]);
        assert_eq!((behind(2, 0), behind(2, 1)), ((60, 1), (0, 1)));
        assert_eq!((behind(0, 2), behind(1, 2), behind(0, 1)), ((0, 1), (0, 1), (0, 0)));
        // The win is that of 2, beside whom 0 and 1 sit; between these two nothing was won.
        let shares =
            [(0, 1), (0, 2), (1, 2)].map(|(a, b)| of(&meetings.shares[Meetings::pair(a, b)]));
        assert_eq!(shares, [(0, 0), (0, 60), (0, 60)]);
    }

    /// Two agents that meet alone have the score of their comparison.
    #[test]
    fn wins_of_two_are_the_score_of_their_comparison() {
        use crate::contest::{Contest, Duel};

        let (mut meetings, mut contest) = (Meetings::new(2), Contest::default());
        let duel = Duel { agents: [0, 1], field: false };
        for (arm, agents, scores) in [
            (0, [0, 1, 1], [5, 1, 5]),
            (0, [1, 0, 1], [2, 9, 2]),
            (1, [1, 0, 0], [4, 4, 4]),
            (1, [0, 0, 1], [3, 2, 7]),
        ] {
            scored(&agents, &scores, |game| {
                meetings.game(2, 0, game);
                contest.game(duel, arm, game);
            });
        }
        meetings.end_block();
        contest.end_block(duel, true);
        let (share, score) = (meetings.shares[0], contest.score);
        assert_eq!((share.n, share.d), (score.n, 60 * score.d));
    }
}
