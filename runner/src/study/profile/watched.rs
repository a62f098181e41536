//! A recorded game as it went: decisions, standings, the end.

use crate::study::profile::tension::Lead;
use drakkar_engine::{error::KeyError, record::Record};
use drakkar_play::door::Frames;
use drakkar_play::lab::Lab;
use drakkar_stats::median::Counts;

/// What is to be seen of a game without thinking.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    pub decisions: u64,
    /// How often so many actions were legal, where there was more than one.
    pub legal: Counts,
    /// How often something hidden became visible.
    pub reveals: u64,
    pub lead_changes: u64,
    /// Whether anybody led before the end.
    pub led: bool,
    /// Scores before the decision in the middle.
    pub half: Vec<i32>,
    /// Win shares at the end, in sixtieths.
    pub shares: Vec<u8>,
}

impl Seen {
    /// Decisions with a choice.
    pub fn real(&self) -> u64 {
        self.legal.values().sum()
    }

    /// The seat that won alone; none if a win was shared.
    pub fn winner(&self) -> Option<usize> {
        let mut winners = (0..self.shares.len()).filter(|&seat| self.shares[seat] > 0);
        winners.next().filter(|_| winners.next().is_none())
    }
}

/// Plays a recorded game once more.
pub fn seen(lab: &Lab, record: &Record) -> Result<Seen, KeyError> {
    let mut frames = lab.replay_as_played(record)?;
    let mut seen = Seen::default();
    let mut lead = Lead::default();
    let scores = |frames: &dyn Frames| frames.outcome().score.as_slice().to_vec();
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
        seen.led |= lead.is_taken();
        seen.decisions += 1;
        if legal > 1 {
            *seen.legal.entry(legal).or_default() += 1;
        }
    }
    seen.lead_changes = lead.changes;
    seen.shares = frames.outcome().share.as_slice().to_vec();
    Ok(seen)
}
