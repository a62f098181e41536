use drakkar_engine::{error::KeyError, record::Record};
use drakkar_play::erased::Playthrough;
use drakkar_play::lab::Lab;
use drakkar_stats::median::Counts;

/// Who leads as a game goes on. Where several are level, the one who led before does so still.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead {
    leader: Option<usize>,
    pub changes: u64,
}

impl Lead {
    pub fn standing(&mut self, scores: &[i32]) {
        let best = scores.iter().max();
        let mut first = scores.iter().enumerate().filter(|(_, score)| Some(*score) == best);
        let Some((seat, _)) = first.next().filter(|_| first.next().is_none()) else { return };
        self.changes += u64::from(self.leader.is_some_and(|leader| leader != seat));
        self.leader = Some(seat);
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReplayedGame {
    pub decisions: u64,
    /// How often so many actions were legal, where there was more than one.
    pub legal: Counts,
    /// How often something hidden became visible.
    pub reveals: u64,
    pub lead_changes: u64,
    pub led: bool,
    /// Scores before the decision in the middle.
    pub half: Vec<i32>,
    /// Win shares at the end, in sixtieths.
    pub shares: Vec<u8>,
}

impl ReplayedGame {
    pub fn real(&self) -> u64 {
        self.legal.values().sum()
    }

    pub fn winner(&self) -> Option<usize> {
        let mut winners = (0..self.shares.len()).filter(|&seat| self.shares[seat] > 0);
        winners.next().filter(|_| winners.next().is_none())
    }
}

pub fn seen(lab: &Lab, record: &Record) -> Result<ReplayedGame, KeyError> {
    let mut frames = lab.replay_as_played(record)?;
    let mut seen = ReplayedGame::default();
    let mut lead = Lead::default();
    let scores = |frames: &dyn Playthrough| frames.outcome().score.as_slice().to_vec();
    let mut epoch = frames.epoch();
    let middle = record.decisions.len() / 2;
    for number in 0.. {
        let standing = scores(&*frames);
        lead.standing(&standing);
        if number == middle {
            seen.half = standing;
        }
        let now = frames.epoch();
        seen.reveals += u64::from(now != epoch);
        epoch = now;
        let Some(step) = frames.step() else { break };
        let legal = step?.legal;
        seen.led |= lead.leader.is_some();
        seen.decisions += 1;
        if legal > 1 {
            *seen.legal.entry(legal).or_default() += 1;
        }
    }
    seen.lead_changes = lead.changes;
    seen.shares = frames.outcome().share.as_slice().to_vec();
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_changes_when_somebody_else_is_alone_in_front() {
        let changes = |standings: &[[i32; 3]]| {
            let mut lead = Lead::default();
            standings.iter().for_each(|scores| lead.standing(scores));
            lead.changes
        };
        assert_eq!(changes(&[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]), 0);
        assert_eq!(changes(&[[1, 0, 0], [1, 2, 0], [2, 2, 0], [3, 2, 0]]), 2);
        assert_eq!(changes(&[]), 0);
    }
}
