//! Steps 1 to 3: tokens, landing, actions of a turn, cards drawn.

use super::NoMoreVikings;
use super::action::Action;
use super::component::{Kind, LONGSHIP, Parcel, Token, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{NO_TOKEN, Phase, State};
use crate::fact::Sink;
use crate::seat::Seat;

impl NoMoreVikings {
    /// Parcels of a seat with nothing on them.
    #[inline(always)]
    pub(super) fn free(&self, state: &State, seat: u8) -> u64 {
        self.numbers.board & !state.player(seat).built()
    }

    /// The seat whose turn or raids these are.
    #[inline(always)]
    pub(super) fn current(&self, state: &State) -> u8 {
        self.numbers.after(state.first, state.turn)
    }

    #[inline(always)]
    pub(super) fn begin_round(&self, state: &mut State) {
        state.round += 1;
        state.turn = 0;
        state.fog = false;
        for player in &mut state.players {
            player.token = NO_TOKEN;
        }
        state.seat = state.first;
        state.phase = Phase::Token;
    }

    /// T1.
    #[inline(always)]
    pub(super) fn choose_token<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        token: Token,
        sink: &mut S,
    ) {
        sink.add(Seat::new(usize::from(state.seat)), Fact::token(token), 1);
        state.player_mut(state.seat).token = token as u8;
        state.seat = self.numbers.next(state.seat);
        if state.seat == state.first {
            state.epoch += 1;
            self.land(state);
            self.begin_turn(state);
        }
    }

    /// K6: the next card; none if deck and discard are empty.
    #[inline(always)]
    pub(super) fn draw_card(&self, state: &mut State) -> Option<u8> {
        if state.deck.len() == 0 {
            self.reshuffle(state);
        }
        let card = state.deck.draw()?;
        state.epoch += 1;
        Some(card)
    }

    /// D3.
    #[cold]
    #[inline(never)]
    fn reshuffle(&self, state: &mut State) {
        if state.discard == 0 {
            return;
        }
        let State { deck, discard, mixes, mix, .. } = state;
        let order = &mixes[usize::from(*mix) % mixes.len()];
        for &card in order[..usize::from(self.numbers.cards)].iter().rev() {
            if *discard >> card & 1 != 0 {
                deck.put(card);
            }
        }
        *discard = 0;
        self.next_mix(state);
    }

    /// D3: after the last list the first comes again.
    #[inline(always)]
    pub(super) fn next_mix(&self, state: &mut State) {
        state.mix = (state.mix + 1) % state.mixes.len() as u8;
    }

    /// L1 to L4.
    #[inline(always)]
    fn land(&self, state: &mut State) {
        let Some(card) = self.draw_card(state) else { return };
        state.discard |= 1 << card;
        let shown = self.numbers.landings[usize::from(card)];
        let mut landed = [0; super::component::MAX_PLAYERS];
        let mut needed = 0;
        for seat in self.numbers.seats() {
            let there = state.players[seat].longships;
            landed[seat] = match self.numbers.next_column {
                false => shown & !there,
                true => self.next_columns(shown, there),
            };
            needed += landed[seat].count_ones();
        }
        // L3.
        if u32::from(state.supply[LONGSHIP]) < needed {
            return;
        }
        state.supply[LONGSHIP] -= needed as u8;
        for seat in self.numbers.seats() {
            state.players[seat].longships |= landed[seat];
        }
    }

    /// L4: each column shown, or else the next one to the right without a longship.
    fn next_columns(&self, mut shown: u8, there: u8) -> u8 {
        let mut landed = 0;
        while shown != 0 {
            let lowest = shown & shown.wrapping_neg();
            let open = self.numbers.beach & !(there | landed) & !(lowest - 1);
            landed |= open & open.wrapping_neg();
            shown &= shown - 1;
        }
        landed
    }

    /// A1: the turn of the current seat begins.
    #[inline(always)]
    fn begin_turn(&self, state: &mut State) {
        state.seat = self.current(state);
        let token = usize::from(state.player(state.seat).token) % (Token::ALL.len() + 1);
        if let Some(strategy) = self.numbers.strategies.get(token) {
            state.actions = strategy.actions;
            state.owed = strategy.draw > 0;
        }
        state.announced = 0;
        state.phase = Phase::Turn;
    }

    /// A9.
    #[inline(always)]
    pub(super) fn end_turn<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        // An action that was not possible lapses.
        state.actions = 0;
        state.turn += 1;
        if state.turn < self.numbers.players {
            self.begin_turn(state);
        } else {
            state.turn = 0;
            self.begin_raids(state, sink);
        }
    }

    /// A unit comes from the supply on a free parcel. Whether this ends the game (F1).
    #[inline(always)]
    pub(super) fn place<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        unit: Unit,
        parcel: Parcel,
        sink: &mut S,
    ) -> bool {
        let seat = state.seat;
        state.take(unit);
        state.player_mut(seat).units[unit as usize] |= parcel.bit();
        if self.free(state, seat) != 0 {
            return false;
        }
        state.filled |= 1 << seat;
        if self.numbers.at_once {
            self.finish(state, sink);
        }
        self.numbers.at_once
    }

    /// A unit of a seat returns to the supply.
    #[inline(always)]
    pub(super) fn remove(&self, state: &mut State, seat: u8, unit: Unit, parcel: Parcel) {
        state.player_mut(seat).units[unit as usize] &= !parcel.bit();
        state.give_back(unit);
    }

    /// A villager of a seat becomes another unit on the same parcel.
    #[inline(always)]
    pub(super) fn become_unit(&self, state: &mut State, unit: Unit, parcel: Parcel) {
        self.remove(state, state.seat, Unit::Villager, parcel);
        state.take(unit);
        state.player_mut(state.seat).units[unit as usize] |= parcel.bit();
    }

    /// A2 to A8: an action of the token.
    #[inline(always)]
    pub(super) fn act<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        let seat = state.seat;
        let fact = match action {
            Action::Populate { .. } => Fact::DidPopulate,
            Action::Marry { .. } => Fact::DidMarry,
            Action::Fortress { .. } => Fact::DidFortress,
            Action::Enlist { .. } => Fact::DidEnlist,
            Action::Tower { .. } => Fact::DidTower,
            Action::Move { .. } => Fact::DidMove,
            _ => Fact::DidCultivate,
        };
        sink.add(Seat::new(usize::from(seat)), fact, 1);
        state.actions -= 1;
        match action {
            Action::Populate { parcel } => {
                self.place(state, Unit::Villager, parcel, sink);
            }
            Action::Enlist { parcel } => self.become_unit(state, Unit::Soldier, parcel),
            Action::Cultivate { parcel } => self.become_unit(state, Unit::Field, parcel),
            Action::Marry { house, free } => {
                self.remove(state, seat, Unit::Villager, house);
                self.remove(state, seat, Unit::Villager, free);
                self.put(state, Unit::Cottage, house);
            }
            Action::Fortress { house, free } => {
                // The cottage under the fortress stays out of the supply.
                state.player_mut(seat).units[Unit::Cottage as usize] &= !house.bit();
                self.remove(state, seat, Unit::Cottage, free);
                self.put(state, Unit::Fortress, house);
            }
            Action::Tower { fortress, soldier } => {
                self.remove(state, seat, Unit::Soldier, soldier);
                state.player_mut(seat).units[Unit::Fortress as usize] &= !fortress.bit();
                if self.numbers.returns_fortress {
                    state.give_back(Unit::Fortress);
                    state.give_back(Unit::Cottage);
                }
                self.put(state, Unit::Tower, fortress);
            }
            Action::Move { from, to } => {
                let both = from.bit() | to.bit();
                let player = state.player_mut(seat);
                let soldiers = player.unit(Unit::Soldier) & from.bit() != 0;
                let unit = if soldiers { Unit::Soldier } else { Unit::Villager };
                player.units[unit as usize] ^= both;
            }
            _ => {}
        }
    }

    /// A unit comes from the supply on a parcel that has just become free.
    #[inline(always)]
    fn put(&self, state: &mut State, unit: Unit, parcel: Parcel) {
        state.take(unit);
        state.player_mut(state.seat).units[unit as usize] |= parcel.bit();
    }

    /// T2.
    #[inline(always)]
    pub(super) fn begin_draw(&self, state: &mut State) {
        state.owed = false;
        state.drawing = self.strategy(state).draw;
        self.draw_on(state);
    }

    /// The strategy of the turn.
    #[inline(always)]
    fn strategy(&self, state: &State) -> super::rule_set::Strategy {
        let token = state.player(self.current(state)).token;
        self.numbers.strategies[usize::from(token) % self.numbers.strategies.len()]
    }

    /// T2, T3, E1: draws on, up to the next decision.
    #[inline(always)]
    pub(super) fn draw_on(&self, state: &mut State) {
        while state.drawing > 0 {
            state.drawing -= 1;
            let Some(card) = self.draw_card(state) else { continue };
            let kind = self.numbers.kind(card);
            if !kind.is_event() {
                state.aside |= 1 << card;
                continue;
            }
            state.discard |= 1 << card;
            if self.begin_event(state, kind) {
                return;
            }
        }
        state.seat = self.current(state);
        self.drop_or_keep(state);
    }

    /// T3.
    #[inline(always)]
    fn drop_or_keep(&self, state: &mut State) {
        if state.aside.count_ones() > u32::from(self.strategy(state).keep) {
            state.phase = Phase::Drop;
            return;
        }
        let (aside, seat) = (state.aside, state.seat);
        let player = state.player_mut(seat);
        player.hand |= aside;
        player.kinds |= self.numbers.kinds_of(aside);
        state.aside = 0;
        state.phase = Phase::Turn;
    }

    /// T3, K2.
    #[inline(always)]
    pub(super) fn drop_card(&self, state: &mut State, kind: Kind) {
        let card = lowest(state.aside & self.numbers.of_kind[kind as usize]);
        state.aside &= !card;
        state.discard |= card;
        state.epoch += 1;
        self.drop_or_keep(state);
    }
}

/// The card of a set with the lowest number (K2).
#[inline(always)]
pub(super) const fn lowest(cards: u64) -> u64 {
    cards & cards.wrapping_neg()
}
