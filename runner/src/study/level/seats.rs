use std::iter;

use crate::plan::run::{AgentEntry, Plan, Run};
use crate::study::level::plan::{Level, Subject, open};
use crate::study::level::work::{StudyPart, Work, Worths};
use crate::{error::Error, study::planned::planned};
use drakkar_play::{erased::Table, schedule::Policy};
use drakkar_stats::counters::{SHARE_UNIT, SeatSums};
use drakkar_stats::{interval::Interval, levelling::Set, worth::Estimate};

impl Level {
    pub fn own_interval(&self, worth: Estimate, players: usize) -> Interval {
        let scale = if self.subject == Subject::Seats { scale(players) } else { 1.0 };
        Estimate { error: worth.error / scale, ..worth }.alone()
    }
}

/// The factor of errors of win shares; see [`Work::of_seats`].
fn scale(players: usize) -> f64 {
    (players as f64 / (players.max(2) - 1) as f64).sqrt()
}

impl Work<'_> {
    /// Win shares by seat. They add up to 1, so each minus the mean of the others has a larger error than if they
    /// were independent, as everything that is done with worths supposes: errors are scaled accordingly, by the root
    /// of n / (n - 1) for n seats.
    pub fn of_seats(&self, part: &StudyPart<'_>) -> Result<Worths, Error> {
        let players = part.players;
        let mut found = Vec::new();
        for (number, agent) in part.agents.iter().enumerate() {
            let sets = iter::once(part.set).chain(part.around).enumerate();
            let shares = sets.map(|(place, set)| self.shares(part, (number, agent), (place, set)));
            found.push(shares.collect::<Result<Vec<_>, Error>>()?);
        }
        let samples = found[0][0].iter().map(|share: &Estimate| share.samples).collect();
        let things = (0..players).map(|seat| format!("seat {seat}")).collect();
        Ok(Worths { things, found, samples })
    }

    fn shares(
        &self,
        part: &StudyPart<'_>,
        (number, agent): (usize, &AgentEntry),
        (place, set): (usize, &Set),
    ) -> Result<Vec<Estimate>, Error> {
        let players = part.players;
        let table = open(self.ws.lab, &self.rules(set)?.1, players)?;
        let plan = self.whole_games(&*table, agent, part)?;
        let sums = self.play(&plan, &format!("{}-{number}-{place}", part.name), players)?;
        let scale = scale(players);
        let share = |seat: &SeatSums| {
            let found = Estimate::of_ratio(&seat.share, SHARE_UNIT)?;
            Some(Estimate { error: scale * found.error, ..found })
        };
        let seats = &sums.counters.agents[0].seats[..players];
        let shares: Option<Vec<Estimate>> = seats.iter().map(share).collect();
        shares.ok_or_else(|| Error::flag("--games", "are too few for win shares by seat"))
    }

    /// The plan of whole games in which one agent takes all seats; parts of one name share their deals.
    pub fn whole_games(
        &self,
        table: &dyn Table,
        agent: &AgentEntry,
        part: &StudyPart<'_>,
    ) -> Result<Plan, Error> {
        let asked = Run {
            agents: vec![agent.clone(); part.players],
            seating: Policy::Fixed,
            chunk: self.level.chunk.unwrap_or_default(),
            seed: self.seed(part).to_string(),
            ..Run::default()
        };
        planned(asked, [part.games, 0], table)
    }
}
