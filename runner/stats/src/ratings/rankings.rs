//! Counts of finishing orders.

use std::collections::BTreeMap;
use std::{fmt, str::FromStr};

use crate::finished::MAX_SEATS;
use serde::{Deserialize, Serialize};

/// Number of groups for the blocks of a run: a block belongs to the group of its number's
/// remainder.
pub const GROUPS: u64 = 200;

/// Counts of finishing orders, by group.
///
/// Written and read as a map from an order to a list of pairs, group and count. An order names the
/// agents, best first, with `>` or, where two share a place, `=` between them: `2>0=1>1`. Agents
/// that share a place are sorted by number.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Rankings(BTreeMap<Ranking, Vec<u64>>);

/// The written form of [`Rankings`].
type Written = BTreeMap<String, Vec<(u64, u64)>>;

/// A text that is not a written form of [`Rankings`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RankingError {
    /// Not a finishing order.
    #[error(
        "ranking {0:?}: expected up to {MAX_SEATS} agent numbers from 0 to 255 with > or = between, \
         those that are equal by rising number"
    )]
    Order(String),
    /// Not a list of groups and counts.
    #[error("ranking {0:?}: expected groups below {GROUPS} by rising number, with counts above 0")]
    Groups(String),
}

sums!(Rankings { 0 });

impl Rankings {
    /// Adds a finished game of block number `block`: agents and places, seat by seat.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] seats, or fewer places than agents.
    #[inline]
    pub fn add(&mut self, agents: &[u8], places: &[u8], block: u64) {
        let counts = self.0.entry(Ranking::new(agents, places));
        counts.or_insert_with(|| vec![0; GROUPS as usize])[(block % GROUPS) as usize] += 1;
    }

    /// Every order with its counts by group.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Ranking, &[u64])> {
        self.0.iter().map(|(&ranking, counts)| (ranking, &counts[..]))
    }
}

impl From<Rankings> for Written {
    fn from(rankings: Rankings) -> Written {
        let groups = |counts: Vec<u64>| (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
        let written = |(ranking, counts): (Ranking, _)| (ranking.to_string(), groups(counts));
        rankings.0.into_iter().map(written).collect()
    }
}

impl TryFrom<Written> for Rankings {
    type Error = RankingError;

    fn try_from(written: Written) -> Result<Rankings, RankingError> {
        let mut rankings = Rankings::default();
        for (text, groups) in written {
            let ranking = text.parse()?;
            let mut counts = vec![0; GROUPS as usize];
            let rising = groups.windows(2).all(|pair| pair[0].0 < pair[1].0);
            for &(group, count) in &groups {
                match counts.get_mut(group as usize) {
                    Some(slot) if rising && count > 0 => *slot = count,
                    _ => return Err(RankingError::Groups(text)),
                }
            }
            rankings.0.insert(ranking, counts);
        }
        Ok(rankings)
    }
}

/// A finishing order: for each seat, best first, the number of its place, from 0 without gaps, and of
/// its agent.
///
/// One number, because a run compares it with others in every game: the number of seats, then
/// sixteen bits for each seat, half for the place and half for the agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ranking(u128);

impl Ranking {
    #[inline]
    fn new(agents: &[u8], places: &[u8]) -> Ranking {
        let mut seats = [0; MAX_SEATS];
        let len = agents.len();
        let pairs = places[..len].iter().zip(agents);
        for (slot, (&place, &agent)) in seats[..len].iter_mut().zip(pairs) {
            *slot = u16::from_be_bytes([place, agent]);
        }
        seats[..len].sort_unstable();
        let (mut place, mut before) = (0, seats[0] >> 8);
        for slot in &mut seats[..len] {
            place += u16::from(*slot >> 8 != before);
            before = *slot >> 8;
            *slot = place << 8 | *slot & 0xFF;
        }
        Ranking::packed(&seats[..len])
    }

    fn packed(seats: &[u16]) -> Ranking {
        Ranking(seats.iter().fold(seats.len() as u128, |all, &seat| all << 16 | u128::from(seat)))
    }

    /// Place and agent of each seat, best first.
    pub(super) fn seats(self) -> Vec<(u8, u8)> {
        // The number of seats precedes them and is below 256.
        let len = (u128::BITS - self.0.leading_zeros()).saturating_sub(1) / 16;
        let seat = |index| ((self.0 >> (16 * index)) as u16).to_be_bytes();
        (0..len).rev().map(seat).map(|[place, agent]| (place, agent)).collect()
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tied = |seats: &[(u8, u8)]| {
            let agents: Vec<String> = seats.iter().map(|seat| seat.1.to_string()).collect();
            agents.join("=")
        };
        let places: Vec<String> = self.seats().chunk_by(|a, b| a.0 == b.0).map(tied).collect();
        f.write_str(&places.join(">"))
    }
}

impl FromStr for Ranking {
    type Err = RankingError;

    fn from_str(text: &str) -> Result<Ranking, RankingError> {
        let wrong = || RankingError::Order(text.into());
        let mut seats = Vec::new();
        for (place, tied) in text.split('>').enumerate() {
            for agent in tied.split('=') {
                let agent = agent.parse().map_err(|_| wrong())?;
                seats.push(u16::from_be_bytes([place as u8, agent]));
            }
        }
        let ranking = Ranking::packed(&seats);
        // Only the canonical form is accepted, so that it is written again unchanged.
        let is_usual = seats.len() <= MAX_SEATS && seats.is_sorted() && ranking.to_string() == text;
        is_usual.then_some(ranking).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished::ranked;

    fn add(rankings: &mut Rankings, agents: &[u8], scores: &[i32], block: u64) {
        rankings.add(agents, &ranked(scores).0, block);
    }

    #[test]
    fn games_by_hand() {
        let mut rankings = Rankings::default();
        add(&mut rankings, &[1, 0, 1, 2], &[5, 5, 2, 9], 3);
        add(&mut rankings, &[0, 1, 2, 1], &[5, 5, 9, 2], 203);
        add(&mut rankings, &[0, 1, 2, 1], &[5, 5, 9, 2], 204);
        add(&mut rankings, &[12, 3], &[0, 0], 0);
        let text = serde_json::to_string(&rankings).unwrap();
        assert_eq!(text, r#"{"2>0=1>1":[[3,2],[4,1]],"3=12":[[0,1]]}"#);
        assert_eq!(serde_json::from_str::<Rankings>(&text).unwrap(), rankings);
    }

    #[test]
    fn orders_of_any_length_are_read_as_written() {
        for text in ["0", "255", "0=0", "255>0", "3>0>0>1", "0=1=2=3=4=5", "5>4>3=255>1>0"] {
            assert_eq!(text.parse::<Ranking>().unwrap().to_string(), text);
        }
        let seats = "7>0=255".parse::<Ranking>().unwrap().seats();
        assert_eq!(seats, [(0, 7), (1, 0), (1, 255)]);
    }

    #[test]
    fn merging_is_addition() {
        let parts: Vec<Rankings> = (0..3)
            .map(|part| {
                let mut rankings = Rankings::default();
                for i in 0..50 {
                    let scores = [i * 7 % 5, i * part % 3, i % 4].map(|score| score as i32);
                    add(&mut rankings, &[0, 1, 1], &scores, i + part);
                }
                rankings
            })
            .collect();
        let merged = |order: [usize; 3]| {
            let mut all = Rankings::default();
            order.iter().for_each(|&part| all.merge(&parts[part]));
            all
        };
        assert_eq!(merged([0, 1, 2]), merged([2, 0, 1]));
        let games: u64 =
            merged([0, 1, 2]).iter().map(|(_, counts)| counts.iter().sum::<u64>()).sum();
        assert_eq!(games, 150);
    }

    #[test]
    fn refuses_what_is_not_written_so() {
        for wrong in
            ["", ">", "1>", "a", "1=0", "1>0>", "01", "+1", "256", "0>1>2>3>4>5>6", "0 > 1"]
        {
            let text = format!("{{{wrong:?}:[[0,1]]}}");
            let error = serde_json::from_str::<Rankings>(&text).unwrap_err();
            assert!(error.to_string().contains("expected up to 6 agent numbers"), "{error}");
        }
        for wrong in ["[[200,1]]", "[[0,0]]", "[[1,1],[1,1]]", "[[2,1],[1,1]]"] {
            let text = format!("{{\"0>1\":{wrong}}}");
            let error = serde_json::from_str::<Rankings>(&text).unwrap_err();
            assert!(error.to_string().contains("groups below 200"), "{error}");
        }
    }
}
