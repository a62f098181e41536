//! Cards: announced, answered, in effect (K1 to K5, W1 to W6).

use super::NoMoreVikings;
use super::component::{Column, EDICT, Kind, MAX_PLAYERS, Parcel, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{Phase, State, Window};
use super::turn::lowest;
use crate::fact::Sink;
use crate::seat::Seat;

/// Edicts of a card that gives them (N25).
const FAVOUR: u8 = 2;

impl NoMoreVikings {
    /// K2, K4: a card leaves a hand for the discard.
    #[inline(always)]
    fn discard(&self, state: &mut State, seat: u8, kind: Kind) {
        let cards = state.player(seat).hand & self.numbers.of_kind[kind as usize];
        let card = lowest(cards);
        self.leave_hand(state, seat, card, cards == card, kind);
        state.discard |= card;
        state.epoch += 1;
    }

    /// A card leaves a hand, and nobody knows it there any more (H3).
    #[inline(always)]
    fn leave_hand(&self, state: &mut State, seat: u8, card: u64, last: bool, kind: Kind) {
        for player in &mut state.players {
            player.known &= !card;
        }
        let player = state.player_mut(seat);
        player.hand &= !card;
        if last {
            player.kinds &= !(kind.bit() as u16);
        }
    }

    /// K4.
    #[inline(always)]
    pub(super) fn announce<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        kind: Kind,
        named: Option<u8>,
        sink: &mut S,
    ) {
        let seat = state.seat;
        sink.add(Seat::new(usize::from(seat)), Fact::CardsPlayed, 1);
        self.discard(state, seat, kind);
        state.announced += 1;
        let target = named.unwrap_or(seat);
        state.window = Window { kind, target, owner: seat, is_card: true, responses: 0 };
        self.ask(state, self.numbers.next(seat), sink);
    }

    /// W2, W3: asks the next seat that could respond, from `seat` on; without one, the window closes.
    #[inline(always)]
    fn ask<S: Sink<Scoring>>(&self, state: &mut State, mut seat: u8, sink: &mut S) {
        while seat != state.window.owner {
            let player = state.player(seat);
            if player.edicts > 0 || state.window.is_card && player.hand != 0 {
                state.seat = seat;
                state.phase = Phase::Respond;
                return;
            }
            seat = self.numbers.next(seat);
        }
        self.close(state, sink);
    }

    #[inline(always)]
    pub(super) fn pass<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        self.ask(state, self.numbers.next(state.seat), sink);
    }

    /// W4.
    #[inline(always)]
    pub(super) fn respond<S: Sink<Scoring>>(&self, state: &mut State, counter: bool, sink: &mut S) {
        let seat = state.seat;
        let fact = if counter { Fact::CountersPlayed } else { Fact::EdictsPlayed };
        sink.add(Seat::new(usize::from(seat)), fact, 1);
        if counter {
            self.discard(state, seat, Kind::Counter);
        } else {
            state.player_mut(seat).edicts -= 1;
            state.supply[EDICT] += 1;
        }
        state.window.owner = seat;
        state.window.is_card = counter;
        state.window.responses += 1;
        self.ask(state, self.numbers.next(seat), sink);
    }

    /// W6: last in, first out, so every second response saves the card.
    #[inline(always)]
    fn close<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        state.seat = self.current(state);
        state.phase = Phase::Turn;
        if !state.window.responses.is_multiple_of(2) {
            sink.add(Seat::new(usize::from(state.seat)), Fact::CardsCancelled, 1);
            return;
        }
        match state.window.kind {
            Kind::Favour => state.take_edicts(state.seat, FAVOUR),
            Kind::Steal => self.steal(state),
            _ => state.phase = Phase::Effect,
        }
    }

    /// D4, H3.
    #[inline(always)]
    fn steal(&self, state: &mut State) {
        let (seat, victim) = (state.seat, state.window.target);
        let hand = state.player(victim).hand;
        let order = &state.mixes[usize::from(state.mix) % state.mixes.len()];
        let found =
            order[..usize::from(self.numbers.cards)].iter().find(|&&card| hand >> card & 1 != 0);
        // K5: the last card may have been a counter played in the window.
        let Some(&number) = found else { return };
        let (card, kind) = (1 << number, self.numbers.kind(number));
        self.next_mix(state);
        let last = hand & self.numbers.of_kind[kind as usize] == card;
        self.leave_hand(state, victim, card, last, kind);
        state.player_mut(victim).known |= card;
        let player = state.player_mut(seat);
        player.hand |= card;
        player.kinds |= kind.bit() as u16;
        state.epoch += 1;
    }

    /// A longship of a seat is destroyed by the seat to move.
    #[inline(always)]
    pub(super) fn destroy<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        target: u8,
        column: Column,
        sink: &mut S,
    ) {
        state.remove_longship(target, column.bit());
        state.player_mut(state.seat).track += self.numbers.sunk;
        sink.add(Seat::new(usize::from(state.seat)), Fact::LongshipsSunk, 1);
    }

    /// K5: a card takes effect on a parcel.
    #[inline(always)]
    pub(super) fn take_effect<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        parcel: Parcel,
        sink: &mut S,
    ) {
        state.phase = Phase::Turn;
        let target = state.window.target;
        match state.window.kind {
            Kind::Settler => {
                self.place(state, Unit::Villager, parcel, sink);
            }
            Kind::Builder => {
                self.place(state, Unit::Cottage, parcel, sink);
            }
            Kind::Recruit => self.become_unit(state, Unit::Soldier, parcel),
            Kind::Harvest => self.become_unit(state, Unit::Field, parcel),
            Kind::Abduct => self.remove(state, target, Unit::Villager, parcel),
            Kind::Burn => self.remove(state, target, Unit::Cottage, parcel),
            _ => self.remove(state, target, Unit::Soldier, parcel),
        }
    }

    /// K5: a longship is diverted.
    #[inline(always)]
    pub(super) fn divert(&self, state: &mut State, from: Column, to: Column) {
        state.phase = Phase::Turn;
        let seat = usize::from(state.seat) % MAX_PLAYERS;
        state.players[seat].longships &= !from.bit();
        state.player_mut(state.window.target).longships |= to.bit();
    }
}
