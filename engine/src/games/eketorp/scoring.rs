//! What a record reports of each round.

use serde::Serialize;

use super::state::State;
use super::{Eketorp, component::Kind};
use crate::fact::Sink;
use crate::seat::{PerSeat, Seat};

use super::fact::EketorpFact;

crate::data!(write Scoring);

/// A round, after stones have been brought home and built.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scoring {
    /// The round, from 1.
    pub round: u32,
    /// `round`.
    pub kind: &'static str,
    /// Stones of each village, those beside it included.
    pub stones: PerSeat<u32>,
    /// Their points.
    pub points: PerSeat<i32>,
    /// Amulets left.
    pub amulets: PerSeat<u32>,
    /// Vikings in hospital.
    pub hospital: PerSeat<u32>,
    /// Final points if the game ended here (F2); not in records.
    #[serde(skip)]
    pub standing: PerSeat<i32>,
}

impl Eketorp {
    /// F2.
    #[inline(always)]
    pub(super) fn final_points(&self, state: &State, seat: usize) -> i32 {
        let [stones, full, amulets] = self.parts(state, seat);
        stones + full + amulets
    }

    /// Points of stones, of a full village and of amulets (F2).
    #[inline(always)]
    fn parts(&self, state: &State, seat: usize) -> [i32; 3] {
        let numbers = &self.numbers;
        let player = &state.players[seat];
        let full = player.village.total() >= numbers.full;
        [
            player.village.points(&numbers.points),
            if full { numbers.full_bonus } else { 0 },
            numbers.amulet * i32::from(player.amulets),
        ]
    }

    /// The report of a round.
    pub(super) fn scoring(&self, state: &State) -> Scoring {
        let player = |seat: Seat| &state.players[seat.index()];
        let players = usize::from(self.numbers.players);
        Scoring {
            round: state.round(),
            kind: "round",
            stones: PerSeat::from_fn(players, |seat| player(seat).village.total()),
            points: PerSeat::from_fn(players, |seat| {
                player(seat).village.points(&self.numbers.points)
            }),
            amulets: PerSeat::from_fn(players, |seat| player(seat).amulets.into()),
            hospital: PerSeat::from_fn(players, |seat| player(seat).sick.total()),
            standing: PerSeat::from_fn(players, |seat| self.final_points(state, seat.index())),
        }
    }

    /// Facts of the end.
    #[inline(always)]
    pub(super) fn report_end<S: Sink<Scoring>>(&self, state: &State, sink: &mut S) {
        for seat in Seat::all(usize::from(self.numbers.players)) {
            let [stones, full, amulets] = self.parts(state, seat.index());
            sink.add(seat, EketorpFact::PointsStones, stones);
            sink.add(seat, EketorpFact::PointsFull, full);
            sink.add(seat, EketorpFact::PointsAmulets, amulets);
            sink.add(seat, EketorpFact::Rounds, state.round() as i32);
            let village = state.players[seat.index()].village;
            for kind in Kind::ALL {
                sink.add(seat, EketorpFact::stones(kind), village.count(kind) as i32);
            }
        }
    }
}
