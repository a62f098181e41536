//! Points, and what a record reports of each round (F2 to F6).

use serde::Serialize;

use super::NoMoreVikings;
use super::component::{Parcel, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::state::{Phase, Player, State};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::{PerSeat, Seat};

crate::data!(write Scoring);

/// The raids of a round, or the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scoring {
    /// The round, from 1.
    pub round: u32,
    /// `raid` or `final`.
    pub kind: &'static str,
    /// Points on the track after the raids, or final scores.
    pub points: PerSeat<i32>,
    /// At a milestone, scores if the game ended here; not in records.
    #[serde(skip)]
    pub standing: Option<PerSeat<i32>>,
}

/// The parts of a score have the first facts, from [`Fact::PointsTrack`] on.
const PARTS: usize = OFFICIAL_WHIM + 1;
const OWN_WHIM: usize = Fact::PointsWhimOwn as usize;
const OFFICIAL_WHIM: usize = Fact::PointsWhimOfficial as usize;

impl NoMoreVikings {
    /// F2 to F4: the parts of a score.
    pub(super) fn parts(&self, state: &State, seat: Seat) -> [i32; PARTS] {
        let mut parts = self.parts_but_whims(&state[seat]);
        parts[OWN_WHIM] = self.whim_points(state, seat, state[seat].whim.into());
        parts[OFFICIAL_WHIM] = self.whim_points(state, seat, state.whim.into());
        parts
    }

    #[inline(always)]
    fn parts_but_whims(&self, player: &Player) -> [i32; PARTS] {
        let (numbers, rules) = (&self.numbers, &self.rule_set.scoring);
        let units =
            |unit: Unit| player.unit(unit).count_ones() as i32 * numbers.points[unit as usize];
        [
            player.track,
            units(Unit::Villager),
            units(Unit::Soldier),
            units(Unit::Cottage),
            units(Unit::Fortress),
            units(Unit::Tower),
            i32::from(player.edicts) * i32::from(rules.edict),
            field_neighbours(player) as i32 * i32::from(rules.field_neighbour),
            0,
            0,
        ]
    }

    /// Points of a whim if the village of a seat fulfils it, otherwise 0 (F4).
    pub fn whim_points(&self, state: &State, seat: Seat, whim: usize) -> i32 {
        match self.numbers.whims.get(whim) {
            Some(pattern) if pattern.is_fulfilled(&state[seat]) => pattern.points,
            _ => 0,
        }
    }

    /// The score of a seat without its own whim, which the others do not know.
    pub fn known_score(&self, state: &State, seat: Seat) -> i32 {
        self.score_but_whims(state, seat) + self.whim_points(state, seat, state.whim.into())
    }

    /// The score of a seat without whims.
    #[inline(always)]
    pub fn score_but_whims(&self, state: &State, seat: Seat) -> i32 {
        self.parts_but_whims(&state[seat]).iter().sum()
    }

    /// The score of a seat if the game ended here (F5).
    pub fn score_now(&self, state: &State, seat: Seat) -> i32 {
        self.parts(state, seat).iter().sum()
    }

    pub(super) fn scores(&self, state: &State) -> PerSeat<i32> {
        PerSeat::from_fn(usize::from(self.numbers.players), |seat| self.score_now(state, seat))
    }

    pub(super) fn raid_scoring(&self, state: &State) -> Scoring {
        let players = usize::from(self.numbers.players);
        Scoring {
            round: state.round(),
            kind: "raid",
            points: PerSeat::from_fn(players, |seat| state[seat].track),
            standing: milestone(state.round()).map(|_| self.scores(state)),
        }
    }
}

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    /// F1: the game is over.
    #[inline(always)]
    pub(super) fn finish(&mut self) {
        self.state.phase = Phase::Over;
        // Facts of the end cost more than a decision; play-outs do not ask for them.
        if std::mem::size_of::<S>() > 0 {
            self.report_end();
        }
    }

    fn report_end(&mut self) {
        for seat in Seat::all(usize::from(self.game.numbers.players)) {
            for (part, points) in (0..).zip(self.game.parts(self.state, seat)) {
                self.sink.add(seat, Fact::PointsTrack.plus(part), points);
            }
            self.sink.add(seat, Fact::Filled, (self.state.filled >> seat.index() & 1).into());
            self.sink.add(seat, Fact::Rounds, self.state.round() as i32);
        }
        self.sink.scoring(|| {
            let points = self.game.scores(self.state);
            Scoring { round: self.state.round(), kind: "final", points, standing: None }
        });
    }
}

/// The number of the milestone after the raids of a round, in the order of
/// [`MILESTONES`](crate::recorded::Recorded::MILESTONES).
pub(super) fn milestone(round: u32) -> Option<usize> {
    matches!(round, 3 | 6 | 9).then(|| round as usize / 3 - 1)
}

pub(super) fn named(parts: [i32; PARTS]) -> impl Iterator<Item = (&'static str, i32)> {
    Fact::ALL.iter().map(|fact| fact.name).zip(parts)
}

/// F3: houses and towers in the rows and columns of all fields, counted once for each field.
#[inline(always)]
fn field_neighbours(player: &Player) -> u32 {
    let houses =
        player.unit(Unit::Cottage) | player.unit(Unit::Fortress) | player.unit(Unit::Tower);
    let mut fields = player.unit(Unit::Field);
    let mut neighbours = 0;
    while fields != 0 {
        let field = Parcel(fields.trailing_zeros() as u8);
        neighbours += (houses & field.lines()).count_ones();
        fields &= fields - 1;
    }
    neighbours
}
