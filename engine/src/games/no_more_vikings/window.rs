//! Cards: announced, answered, in effect (K1 to K5, W1 to W6).

use super::NoMoreVikings;
use super::component::{Column, EDICT, Kind, MAX_PLAYERS, Parcel, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{Phase, Window};
use super::turn::lowest;
use crate::fact::Sink;
use crate::games::play::Play;

/// Edicts of a card that gives them (N25).
const FAVOUR: u8 = 2;

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    /// K2, K4: a card leaves a hand for the discard.
    #[inline(always)]
    fn discard(&mut self, seat: u8, kind: Kind) {
        let cards = self.state.player(seat).hand & self.game.numbers.of_kind[kind as usize];
        let card = lowest(cards);
        self.leave_hand(seat, card, cards == card, kind);
        self.state.discard |= card;
        self.state.epoch += 1;
    }

    /// A card leaves a hand, and nobody knows it there any more (H3).
    #[inline(always)]
    fn leave_hand(&mut self, seat: u8, card: u64, last: bool, kind: Kind) {
        for player in &mut self.state.players {
            player.known &= !card;
        }
        let player = self.state.player_mut(seat);
        player.hand &= !card;
        if last {
            player.kinds &= !kind.bit();
        }
    }

    /// K4.
    #[inline(always)]
    pub(super) fn announce(&mut self, kind: Kind, named: Option<u8>) {
        let seat = self.state.seat;
        self.count(Fact::CardsPlayed);
        self.discard(seat, kind);
        self.state.announced += 1;
        let target = named.unwrap_or(seat);
        self.state.window = Window { kind, target, owner: seat, is_card: true, responses: 0 };
        self.ask(self.game.numbers.next(seat));
    }

    /// W2, W3: asks the next seat that could respond, from `seat` on; without one, the window closes.
    #[inline(always)]
    fn ask(&mut self, mut seat: u8) {
        while seat != self.state.window.owner {
            let player = self.state.player(seat);
            if player.edicts > 0 || self.state.window.is_card && player.hand != 0 {
                self.state.seat = seat;
                self.state.phase = Phase::Respond;
                return;
            }
            seat = self.game.numbers.next(seat);
        }
        self.close();
    }

    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.ask(self.game.numbers.next(self.state.seat));
    }

    /// W4.
    #[inline(always)]
    pub(super) fn respond(&mut self, counter: bool) {
        let seat = self.state.seat;
        let fact = if counter { Fact::CountersPlayed } else { Fact::EdictsPlayed };
        self.count(fact);
        if counter {
            self.discard(seat, Kind::Counter);
        } else {
            self.state.player_mut(seat).edicts -= 1;
            self.state.supply[EDICT] += 1;
        }
        self.state.window.owner = seat;
        self.state.window.is_card = counter;
        self.state.window.responses += 1;
        self.ask(self.game.numbers.next(seat));
    }

    /// W6: last in, first out, so every second response saves the card.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.state.seat = self.game.current(self.state);
        self.state.phase = Phase::Turn;
        if !self.state.window.responses.is_multiple_of(2) {
            self.count(Fact::CardsCancelled);
            return;
        }
        match self.state.window.kind {
            Kind::Favour => self.state.take_edicts(self.state.seat, FAVOUR),
            Kind::Steal => self.steal(),
            _ => self.state.phase = Phase::Effect,
        }
    }

    /// D4, H3.
    #[inline(always)]
    fn steal(&mut self) {
        let (seat, victim) = (self.state.seat, self.state.window.target);
        let hand = self.state.player(victim).hand;
        let order = self.game.mix(self.state);
        let found = order[..usize::from(self.game.numbers.cards)]
            .iter()
            .find(|&&card| hand >> card & 1 != 0);
        // K5: the last card may have been a counter played in the window.
        let Some(&number) = found else { return };
        let (card, kind) = (1 << number, self.game.numbers.kind(number));
        self.state.next_mix();
        let last = hand & self.game.numbers.of_kind[kind as usize] == card;
        self.leave_hand(victim, card, last, kind);
        self.state.player_mut(victim).known |= card;
        let player = self.state.player_mut(seat);
        player.hand |= card;
        player.kinds |= kind.bit();
        self.state.epoch += 1;
    }

    #[inline(always)]
    pub(super) fn destroy(&mut self, target: u8, column: Column) {
        self.state.remove_longship(target, column.bit());
        self.state.player_mut(self.state.seat).track +=
            i32::from(self.game.rule_set.scoring.sunk_longship);
        self.count(Fact::LongshipsSunk);
    }

    /// K5: a card takes effect on a parcel.
    #[inline(always)]
    pub(super) fn take_effect(&mut self, parcel: Parcel) {
        self.state.phase = Phase::Turn;
        let target = self.state.window.target;
        match self.state.window.kind {
            Kind::Settler => {
                self.place(Unit::Villager, parcel);
            }
            Kind::Builder => {
                self.place(Unit::Cottage, parcel);
            }
            Kind::Recruit => self.become_unit(Unit::Soldier, parcel),
            Kind::Harvest => self.become_unit(Unit::Field, parcel),
            Kind::Abduct => self.remove(target, Unit::Villager, parcel),
            Kind::Burn => self.remove(target, Unit::Cottage, parcel),
            _ => self.remove(target, Unit::Soldier, parcel),
        }
    }

    /// K5: a longship is diverted.
    #[inline(always)]
    pub(super) fn divert(&mut self, from: Column, to: Column) {
        self.state.phase = Phase::Turn;
        let seat = usize::from(self.state.seat) % MAX_PLAYERS;
        self.state.players[seat].longships &= !from.bit();
        self.state.player_mut(self.state.window.target).longships |= to.bit();
    }
}
