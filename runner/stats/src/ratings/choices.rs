//! Games as choices: who won among those at a table.

use crate::finished::WHOLE_WIN;
use crate::ratings::wins::{GROUPS, Wins};

/// All choices of a run. The likelihood depends on nothing else.
pub(super) struct Choices {
    pub(super) agents: usize,
    pub(super) groups: usize,
    /// For each table with several agents: agents, their seats, and their wins by group, in 1 / [`WHOLE_WIN`].
    sets: Vec<Vec<(usize, f64, Vec<u64>)>>,
}

pub(super) struct Member {
    pub(super) agent: usize,
    pub(super) seats: f64,
    pub(super) chosen: f64,
}

impl Choices {
    /// All games; there are at least `agents` agents.
    pub(super) fn new(wins: &Wins, mut agents: usize) -> Choices {
        let holds =
            |&group: &usize| wins.iter().any(|(_, sums)| sums.iter().any(|own| own[group] > 0));
        let groups: Vec<usize> = (0..GROUPS as usize).filter(holds).collect();
        let mut sets = Vec::new();
        for (table, sums) in wins.iter() {
            let members = table.agents().zip(sums).map(|((agent, seats), own)| {
                let own = groups.iter().map(|&group| own[group]).collect();
                (usize::from(agent), seats as f64, own)
            });
            let members: Vec<(usize, f64, Vec<u64>)> = members.collect();
            agents = members.iter().map(|member| member.0 + 1).fold(agents, usize::max);
            // A table of one agent carries no information.
            if members.len() > 1 {
                sets.push(members);
            }
        }
        Choices { agents, groups: groups.len(), sets }
    }

    /// The tables, with each group counted as often as `times` says.
    pub(super) fn sets(&self, times: &[u64]) -> Vec<Vec<Member>> {
        let member = |&(agent, seats, ref chosen): &(usize, f64, Vec<u64>)| {
            let chosen: u64 = chosen.iter().zip(times).map(|(count, times)| count * times).sum();
            Member { agent, seats, chosen: chosen as f64 / f64::from(WHOLE_WIN) }
        };
        self.sets.iter().map(|set| set.iter().map(member).collect()).collect()
    }
}
