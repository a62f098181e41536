//! A finished game, as far as statistics are concerned.

/// Win shares are counted in sixtieths, so a win shared by up to six seats stays an integer.
pub const WHOLE_WIN: u32 = 60;

/// Most seats of a game.
pub const MAX_SEATS: usize = 6;

/// So many facts are counted together.
pub const LANES: usize = 8;

/// A finished game; every list has an entry for each seat, at most [`MAX_SEATS`].
#[derive(Clone, Copy, Debug)]
pub struct Finished<'g> {
    /// Numbers of the agents, from 0.
    pub agents: &'g [u8],
    /// Shares of the win in sixtieths; they add up to [`WHOLE_WIN`].
    pub shares: &'g [u8],
    /// Scores.
    pub scores: &'g [i32],
    /// Places from 1; tied seats share the better place.
    pub places: &'g [u8],
    /// Facts: anything else that is counted for a seat, the same number of them for each seat. Zeros may follow; they are
    /// counted faster if they end at a larger multiple of [`LANES`].
    pub facts: &'g [&'g [i32]],
    /// Seats that lost because their agent failed, as bits. Their scores and facts are not counted.
    pub failed: u8,
}

/// Places and win shares by score alone.
///
/// ```
/// let (places, shares) = drakkar_stats::finished::ranked(&[7, 9, 9, 1]);
/// assert_eq!((places, shares), (vec![3, 1, 1, 4], vec![0, 30, 30, 0]));
/// ```
///
/// # Panics
/// If there are more than [`MAX_SEATS`] scores.
pub fn ranked(scores: &[i32]) -> (Vec<u8>, Vec<u8>) {
    assert!(scores.len() <= MAX_SEATS, "a game has at most {MAX_SEATS} seats");
    let better = |own: i32| scores.iter().filter(|&&other| other > own).count() as u8;
    let places: Vec<u8> = scores.iter().map(|&own| 1 + better(own)).collect();
    let winners = places.iter().filter(|&&place| place == 1).count() as u8;
    let share = |&place: &u8| if place == 1 { WHOLE_WIN as u8 / winners } else { 0 };
    let shares = places.iter().map(share).collect();
    (places, shares)
}

/// The same if some seats failed, but not all, as bits: they share the last places.
///
/// ```
/// let (places, shares) = drakkar_stats::finished::without_failed(&[3, 1, 1, 4], 0b0010);
/// assert_eq!((&places[..4], &shares[..4]), (&[2, 4, 1, 3][..], &[0, 0, 60, 0][..]));
/// ```
pub fn without_failed(places: &[u8], failed: u8) -> ([u8; MAX_SEATS], [u8; MAX_SEATS]) {
    let has_failed = |seat: usize| failed >> seat & 1 == 1;
    let better = |own: u8| {
        let others = places.iter().enumerate().filter(|&(seat, _)| !has_failed(seat));
        others.filter(|&(_, &place)| place < own).count() as u8
    };
    let last = places.len() as u8 - failed.count_ones() as u8 + 1;
    let (mut ranked, mut shares) = ([0; MAX_SEATS], [0; MAX_SEATS]);
    for (seat, &place) in places.iter().enumerate() {
        ranked[seat] = if has_failed(seat) { last } else { 1 + better(place) };
    }
    let is_winner = |seat: &usize| !has_failed(*seat) && ranked[*seat] == 1;
    let winners = (0..places.len()).filter(is_winner).count().max(1) as u8;
    (0..places.len()).filter(is_winner).for_each(|seat| shares[seat] = WHOLE_WIN as u8 / winners);
    (ranked, shares)
}

impl Finished<'_> {
    #[inline]
    pub(crate) fn counts(&self, seat: usize) -> bool {
        self.failed >> seat & 1 == 0
    }

    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.shares.iter().all(|&share| u32::from(share) < WHOLE_WIN)
    }

    /// Score of the best seat minus that of the second; 0 with one seat.
    #[inline]
    pub(crate) fn margin(&self) -> i64 {
        let (mut best, mut second) = (i64::MIN, i64::MIN);
        for &score in self.scores {
            let score = i64::from(score);
            second = second.max(score.min(best));
            best = best.max(score);
        }
        if second == i64::MIN { 0 } else { best - second }
    }

    /// The leaders' equal parts of the win, in [`LEADER_UNIT`](crate::counters::LEADER_UNIT).
    #[inline]
    pub(crate) fn leader_wins(&self, standing: &[i32]) -> i64 {
        // In one pass: loops over a few seats gain nothing from wide registers.
        let (mut best, mut count, mut shares) = (i32::MIN, 0, 0);
        for (&score, &share) in standing.iter().zip(self.shares) {
            if score > best {
                (best, count, shares) = (score, 0, 0);
            }
            let leads = u32::from(score == best);
            count += leads;
            shares += leads * u32::from(share);
        }
        (shares * (WHOLE_WIN / count.max(1))).into()
    }
}

/// Games made up for tests.
#[cfg(test)]
pub(crate) mod made_up {
    use super::*;

    /// Calls `then` with the game of these agents and scores, without facts.
    pub(crate) fn scored<T>(
        agents: &[u8],
        scores: &[i32],
        then: impl FnOnce(&Finished<'_>) -> T,
    ) -> T {
        let facts: [&[i32]; MAX_SEATS] = [&[]; MAX_SEATS];
        with_facts(agents, scores, &facts[..agents.len()], then)
    }

    /// The same with facts.
    pub(crate) fn with_facts<T>(
        agents: &[u8],
        scores: &[i32],
        facts: &[&[i32]],
        then: impl FnOnce(&Finished<'_>) -> T,
    ) -> T {
        let (places, shares) = ranked(scores);
        then(&Finished { agents, shares: &shares, scores, places: &places, facts, failed: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::made_up::scored;
    use super::*;

    #[test]
    fn margins() {
        let of = |scores: &[i32]| scored(&[0, 0, 0][..scores.len()], scores, |game| game.margin());
        assert_eq!((of(&[3, -4, 1]), of(&[5, 5, 0]), of(&[7])), (2, 0, 0));
        assert_eq!(of(&[i32::MAX, i32::MIN]), i64::from(u32::MAX));
    }

    #[test]
    fn failed_seats_share_the_last_places_and_the_others_are_ranked_among_themselves() {
        let of = |places: &[u8], failed| {
            let (places_now, shares) = without_failed(places, failed);
            (places_now[..places.len()].to_vec(), shares[..places.len()].to_vec())
        };
        assert_eq!(of(&[1, 2], 0b01), (vec![2, 1], vec![0, 60]));
        // The two that were level behind the winner win together without it.
        assert_eq!(of(&[1, 2, 2], 0b001), (vec![3, 1, 1], vec![0, 30, 30]));
        assert_eq!(of(&[3, 1, 1, 4], 0b1010), (vec![2, 3, 1, 3], vec![0, 0, 60, 0]));
        assert_eq!(of(&[2, 1, 3, 4], 0b0111), (vec![2, 2, 2, 1], vec![0, 0, 0, 60]));
    }
}
