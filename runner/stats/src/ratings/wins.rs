use std::collections::BTreeMap;
use std::{fmt, str::FromStr};

use crate::finished::{MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

/// Groups of blocks: a block belongs to that of its number's remainder.
pub const GROUPS: u64 = 200;

/// Win shares of the agents at every table that was played, by group, in 1/60; of an agent with several seats, all are
/// one sum. Written as a map from a table, the agents of its seats by rising number, `0 1 1 1`, to pairs of a group and
/// the sums of its agents.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Wins(BTreeMap<WinTable, Vec<Vec<u64>>>);

type Written = BTreeMap<String, Vec<(u64, Vec<u64>)>>;

/// A text that is not a written form of [`Wins`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WinsError {
    /// Not a table.
    #[error(
        "table {0:?}: expected up to {MAX_SEATS} agent numbers from 0 to 255, by rising number"
    )]
    WinTable(String),
    /// Not a list of groups and shares.
    #[error(
        "table {0:?}: expected groups below {GROUPS} by rising number, each with the win shares of all its \
         agents in 1/60"
    )]
    Groups(String),
}

sums!(Wins { 0 });

impl Wins {
    /// Adds a finished game: agents and their win shares in 1/60, seat by seat.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] seats.
    #[inline]
    pub fn add(&mut self, agents: &[u8], shares: &[u8], block: u64) {
        let table = WinTable::new(agents);
        let sums = self.0.entry(table).or_insert_with(|| table.zeros());
        let group = (block % GROUPS) as usize;
        for (&agent, &share) in agents.iter().zip(shares).filter(|(_, share)| **share > 0) {
            let number = table.agents().position(|(own, _)| own == agent).unwrap_or_default();
            sums[number][group] += u64::from(share);
        }
    }

    /// Every table, with the sums of its agents by group.
    pub(super) fn iter(&self) -> impl Iterator<Item = (WinTable, &[Vec<u64>])> {
        self.0.iter().map(|(&table, sums)| (table, &sums[..]))
    }
}

impl From<Wins> for Written {
    fn from(wins: Wins) -> Written {
        let groups = |sums: Vec<Vec<u64>>| {
            let of = |group: usize| sums.iter().map(|own| own[group]).collect::<Vec<u64>>();
            let all = (0..GROUPS).map(|group| (group, of(group as usize)));
            all.filter(|(_, sums)| sums.iter().any(|&sum| sum > 0)).collect()
        };
        wins.0.into_iter().map(|(table, sums)| (table.to_string(), groups(sums))).collect()
    }
}

impl TryFrom<Written> for Wins {
    type Error = WinsError;

    fn try_from(written: Written) -> Result<Wins, WinsError> {
        let mut wins = Wins::default();
        for (text, groups) in written {
            let table: WinTable = text.parse()?;
            let mut sums = table.zeros();
            let rising = groups.windows(2).all(|pair| pair[0].0 < pair[1].0);
            for (group, shares) in groups {
                let all = shares.iter().try_fold(0_u64, |all, &share| all.checked_add(share));
                let whole = all.is_some_and(|all| all > 0 && all % u64::from(WHOLE_WIN) == 0);
                if !rising || group >= GROUPS || shares.len() != sums.len() || !whole {
                    return Err(WinsError::Groups(text));
                }
                sums.iter_mut().zip(shares).for_each(|(own, share)| own[group as usize] = share);
            }
            wins.0.insert(table, sums);
        }
        Ok(wins)
    }
}

/// The agents of all seats, by rising number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct WinTable {
    seats: [u8; MAX_SEATS],
    len: usize,
}

impl WinTable {
    #[inline]
    fn new(agents: &[u8]) -> WinTable {
        let (mut seats, len) = ([0; MAX_SEATS], agents.len());
        seats[..len].copy_from_slice(agents);
        seats[..len].sort_unstable();
        WinTable { seats, len }
    }

    pub(super) fn agents(&self) -> impl Iterator<Item = (u8, usize)> {
        self.seats[..self.len].chunk_by(|a, b| a == b).map(|own| (own[0], own.len()))
    }

    fn zeros(&self) -> Vec<Vec<u64>> {
        self.agents().map(|_| vec![0; GROUPS as usize]).collect()
    }
}

impl fmt::Display for WinTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = self.seats[..self.len].iter().map(u8::to_string);
        f.write_str(&seats.collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for WinTable {
    type Err = WinsError;

    fn from_str(text: &str) -> Result<WinTable, WinsError> {
        let wrong = || WinsError::WinTable(text.into());
        let seats: Result<Vec<u8>, _> = text.split(' ').map(str::parse).collect();
        let seats = seats.map_err(|_| wrong())?;
        if seats.len() > MAX_SEATS {
            return Err(wrong());
        }
        // Only the canonical form is accepted, so that it is written again unchanged.
        let table = WinTable::new(&seats);
        (table.to_string() == text).then_some(table).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_hand() {
        let mut wins = Wins::default();
        wins.add(&[1, 0, 1, 2], &[30, 0, 0, 30], 3);
        wins.add(&[0, 1, 2, 1], &[0, 20, 20, 20], 203);
        wins.add(&[0, 1, 2, 1], &[60, 0, 0, 0], 204);
        wins.add(&[12, 3], &[0, 60], 0);
        let text = serde_json::to_string(&wins).unwrap();
        assert_eq!(text, r#"{"0 1 1 2":[[3,[0,70,50]],[4,[60,0,0]]],"3 12":[[0,[60,0]]]}"#);
        assert_eq!(serde_json::from_str::<Wins>(&text).unwrap(), wins);
    }

    #[test]
    fn tables_of_any_length_are_read_as_written() {
        for text in ["0", "255", "0 0", "0 0 1 3", "0 1 2 3 4 5", "0 1 3 4 5 255"] {
            assert_eq!(text.parse::<WinTable>().unwrap().to_string(), text);
        }
        let agents = "0 7 7 255".parse::<WinTable>().unwrap();
        assert_eq!(agents.agents().collect::<Vec<_>>(), [(0, 1), (7, 2), (255, 1)]);
    }

    #[test]
    fn merging_is_addition() {
        let parts: Vec<Wins> = (0..3)
            .map(|part| {
                let mut wins = Wins::default();
                for i in 0..50_usize {
                    let mut shares = [0; 3];
                    shares[i * 7 % 5 % 3] += 30;
                    shares[i * part % 3] += 30;
                    wins.add(&[0, 1, (i % 2) as u8 + 1], &shares, (i + part) as u64);
                }
                wins
            })
            .collect();
        let merged = |order: [usize; 3]| {
            let mut all = Wins::default();
            order.iter().for_each(|&part| all.merge(&parts[part]));
            all
        };
        assert_eq!(merged([0, 1, 2]), merged([2, 0, 1]));
        let wins = merged([0, 1, 2]);
        let sums = wins.iter().flat_map(|(_, sums)| sums.iter().flatten());
        assert_eq!(sums.sum::<u64>(), 150 * 60);
    }

    #[test]
    fn refuses_what_is_not_written_so() {
        for wrong in ["", " ", "1 ", "a", "1 0", "01", "+1", "256", "0 1 2 3 4 5 6", "0  1"] {
            let text = format!("{{{wrong:?}:[[0,[60]]]}}");
            let error = serde_json::from_str::<Wins>(&text).unwrap_err();
            assert!(error.to_string().contains("expected up to 6 agent numbers"), "{error}");
        }
        for wrong in [
            "[[200,[60,0]]]",
            "[[0,[0,0]]]",
            "[[0,[60]]]",
            "[[0,[59,0]]]",
            "[[1,[60,0]],[1,[60,0]]]",
            "[[2,[60,0]],[1,[60,0]]]",
        ] {
            let text = format!("{{\"0 1\":{wrong}}}");
            let error = serde_json::from_str::<Wins>(&text).unwrap_err();
            assert!(error.to_string().contains("groups below 200"), "{error}");
        }
    }
}
