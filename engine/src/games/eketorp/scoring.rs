//! What a record reports of each round.

use serde::Serialize;

use super::Eketorp;
use super::component::Kind;
use super::fact::EketorpFact;
use super::state::{Player, State};
use crate::fact::Sink;
use crate::game::Game;
use crate::seat::{PerSeat, Seat};

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
    /// The score of a seat if the game ended here (F2).
    #[inline(always)]
    pub fn score_now(&self, state: &State, seat: Seat) -> i32 {
        self.parts(&state[seat]).into_iter().sum()
    }

    /// Points of stones, of a full village and of amulets (F2).
    #[inline(always)]
    fn parts(&self, player: &Player) -> [i32; 3] {
        let (full, bonus) = (self.rule_set.village.full.into(), &self.rule_set.scoring);
        [
            player.village.points(&self.numbers.points),
            if player.village.total() >= full { bonus.full_bonus.into() } else { 0 },
            i32::from(bonus.amulet) * i32::from(player.amulets),
        ]
    }

    pub(super) fn scoring(&self, state: &State) -> Scoring {
        let (player, players) = (|seat: Seat| &state[seat], self.players());
        let points = |seat| player(seat).village.points(&self.numbers.points);
        Scoring {
            round: state.round(),
            kind: "round",
            stones: PerSeat::from_fn(players, |seat| player(seat).village.total()),
            points: PerSeat::from_fn(players, points),
            amulets: PerSeat::from_fn(players, |seat| player(seat).amulets.into()),
            hospital: PerSeat::from_fn(players, |seat| player(seat).sick.total()),
            standing: PerSeat::from_fn(players, |seat| self.score_now(state, seat)),
        }
    }

    #[inline(always)]
    pub(super) fn report_end<S: Sink<Scoring>>(&self, state: &State, sink: &mut S) {
        for seat in Seat::all(self.players()) {
            let player = &state[seat];
            let [stones, full, amulets] = self.parts(player);
            sink.add(seat, EketorpFact::PointsStones, stones);
            sink.add(seat, EketorpFact::PointsFull, full);
            sink.add(seat, EketorpFact::PointsAmulets, amulets);
            sink.add(seat, EketorpFact::Rounds, state.round() as i32);
            for kind in Kind::ALL {
                let count = player.village.count(kind) as i32;
                sink.add(seat, EketorpFact::StonesG.plus(kind as u32), count);
            }
        }
    }
}
