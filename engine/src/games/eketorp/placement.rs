//! Steps 1 to 3: materials, secret placement, reveal.

use super::Eketorp;
use super::action::Action;
use super::component::{Kind, Place, SPACES, Stones};
use super::fact::EketorpFact;
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::fact::Sink;
use crate::seat::Seat;

/// Siege spaces, as a set of places.
pub(super) const SIEGE_PLACES: u32 = !0 << SPACES;

impl Eketorp {
    /// M1 to M3, and the beginning of step 2.
    #[inline(always)]
    pub(super) fn begin_round(&self, state: &mut State) {
        let card = state.materials[usize::from(state.round)];
        let laid = &self.numbers.cards[usize::from(card)];
        for (space, laid) in state.stones.iter_mut().zip(laid) {
            // M3: as many as there are.
            let kind = Kind::from_index(laid.0.trailing_zeros() / 8);
            let number = laid.total().min(state.supply.count(kind));
            let laid = Stones::of(kind, number);
            space.add(laid);
            state.supply.take(laid);
        }
        state.held = 0;
        state.duels = 0;
        state.begin(Phase::Place);
    }

    /// The next Viking of the seat to move goes to `place` (P1, P2).
    #[inline(always)]
    pub(super) fn put(&self, state: &mut State, place: Place) {
        let seat = state.seat;
        let rank = self.numbers.rank(seat, place);
        set_out(state, seat, place);
        state.from = if place.is_space() { rank } else { rank + 1 };
    }

    /// Goes on to the seat that has a choice, or to the reveal; returns whether there is such a seat.
    #[inline(always)]
    pub(super) fn placing<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) -> bool {
        loop {
            // N4: a seat without Vikings, or with `home` as its only action, is not asked.
            if state.player(state.seat).home > 0 && state.from < self.numbers.places {
                return true;
            }
            state.seat = self.numbers.next(state.seat);
            state.from = 0;
            if state.seat == state.first {
                self.reveal(state, sink);
                return false;
            }
        }
    }

    /// Whether the seat's placement is complete after `action`.
    pub(super) fn finishes(&self, state: &State, action: Action) -> bool {
        let Action::Put { place } = action else { return true };
        let last =
            !place.is_space() && self.numbers.rank(state.seat, place) + 1 == self.numbers.places;
        last || state.player(state.seat).home == 1
    }

    #[inline(always)]
    pub(super) fn stay(&self, state: &mut State) {
        state.from = self.numbers.places;
    }

    /// R1.
    #[inline(always)]
    fn reveal<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        for seat in Seat::all(usize::from(self.numbers.players)) {
            let player = &state[seat];
            let spaces: u32 = state.crowds.iter().map(|crowd| crowd.of(seat.index())).sum();
            let sieges = (player.at & SIEGE_PLACES).count_ones();
            sink.add(seat, EketorpFact::SentSpaces, spaces as i32);
            sink.add(seat, EketorpFact::SentSieges, sieges as i32);
            sink.add(seat, EketorpFact::SentHome, player.home.into());
            sink.add(seat, EketorpFact::InHospital, player.sick.total() as i32);
        }
        state.epoch += 1;
        state.phase = Phase::Choose;
        self.survey(state);
    }
}

#[inline(always)]
pub(super) fn set_out(state: &mut State, seat: u8, place: Place) {
    let player = state.player_mut(seat);
    player.home -= 1;
    player.at |= place.bit();
    if place.is_space() {
        state.crowds[place.index()].add(seat.into());
    }
}
