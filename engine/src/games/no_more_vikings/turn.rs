//! Steps 1 to 3: tokens, landing, actions of a turn, cards drawn.

use super::NoMoreVikings;
use super::action::Action;
use super::component::{Kind, LONGSHIP, Parcel, Token, Unit};
use super::fact::NoMoreVikingsFact as Fact;
use super::rule_set::{FullBoard, Occupied, Strategy};
use super::scoring::Scoring;
use super::state::{NO_TOKEN, Phase, State};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::Seat;

impl NoMoreVikings {
    #[inline(always)]
    pub(super) fn free(&self, state: &State, seat: u8) -> u64 {
        self.numbers.board & !state.player(seat).built()
    }

    #[inline(always)]
    pub(super) fn current(&self, state: &State) -> u8 {
        self.numbers.after(state.first, state.turn)
    }

    /// D3.
    #[cold]
    #[inline(never)]
    fn reshuffle(&self, state: &mut State) {
        if state.discard == 0 {
            return;
        }
        for &card in self.mix(state)[..usize::from(self.numbers.cards)].iter().rev() {
            if state.discard >> card & 1 != 0 {
                state.deck.put(card);
            }
        }
        state.discard = 0;
        state.next_mix();
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

    #[inline(always)]
    fn strategy(&self, state: &State) -> Strategy {
        let token = state.player(self.current(state)).token;
        self.numbers.strategies[usize::from(token) % self.numbers.strategies.len()]
    }
}

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    #[inline(always)]
    pub(super) fn count(&mut self, fact: impl Into<crate::fact::Fact>) {
        self.sink.add(Seat::new(usize::from(self.state.seat)), fact, 1);
    }

    #[inline(always)]
    pub(super) fn begin_round(&mut self) {
        self.state.round += 1;
        self.state.turn = 0;
        self.state.fog = false;
        for player in &mut self.state.players {
            player.token = NO_TOKEN;
        }
        self.state.seat = self.state.first;
        self.state.phase = Phase::Token;
    }

    /// T1.
    #[inline(always)]
    pub(super) fn choose_token(&mut self, token: Token) {
        self.count(Fact::Aggressive.plus(token as u32));
        self.state.player_mut(self.state.seat).token = token as u8;
        self.state.seat = self.game.numbers.next(self.state.seat);
        if self.state.seat == self.state.first {
            self.state.epoch += 1;
            self.land();
            self.begin_turn();
        }
    }

    /// K6: the next card; none if deck and discard are empty.
    #[inline(always)]
    pub(super) fn draw_card(&mut self) -> Option<u8> {
        if self.state.deck.len() == 0 {
            self.game.reshuffle(self.state);
        }
        let card = self.state.deck.draw()?;
        self.state.epoch += 1;
        Some(card)
    }

    /// L1 to L4.
    #[inline(always)]
    fn land(&mut self) {
        let Some(card) = self.draw_card() else { return };
        self.state.discard |= 1 << card;
        let shown = self.game.numbers.landings[usize::from(card)];
        let mut landed = [0; super::component::MAX_PLAYERS];
        let mut needed = 0;
        for seat in self.game.numbers.seats() {
            let there = self.state.players[seat].longships;
            landed[seat] = match self.game.rule_set.switches.occupied_column {
                Occupied::None => shown & !there,
                Occupied::Next => self.game.next_columns(shown, there),
            };
            needed += landed[seat].count_ones();
        }
        // L3.
        if u32::from(self.state.supply[LONGSHIP]) < needed {
            return;
        }
        self.state.supply[LONGSHIP] -= needed as u8;
        for seat in self.game.numbers.seats() {
            self.state.players[seat].longships |= landed[seat];
        }
    }

    /// A1: the turn of the current seat begins.
    #[inline(always)]
    fn begin_turn(&mut self) {
        self.state.seat = self.game.current(self.state);
        let token = usize::from(self.state.player(self.state.seat).token) % (Token::ALL.len() + 1);
        if let Some(strategy) = self.game.numbers.strategies.get(token) {
            self.state.actions = strategy.actions;
            self.state.owed = strategy.draw > 0;
        }
        self.state.announced = 0;
        self.state.phase = Phase::Turn;
    }

    /// A9.
    #[inline(always)]
    pub(super) fn end_turn(&mut self) {
        // An action that was not possible lapses.
        self.state.actions = 0;
        self.state.turn += 1;
        if self.state.turn < self.game.numbers.players {
            self.begin_turn();
        } else {
            self.state.turn = 0;
            self.raid();
        }
    }

    /// A unit comes from the supply on a free parcel. Whether this ends the game (F1).
    #[inline(always)]
    pub(super) fn place(&mut self, unit: Unit, parcel: Parcel) -> bool {
        let seat = self.state.seat;
        self.put(unit, parcel);
        if self.game.free(self.state, seat) != 0 {
            return false;
        }
        self.state.filled |= 1 << seat;
        let at_once = self.game.rule_set.switches.full_board_end == FullBoard::Immediate;
        if at_once {
            self.finish();
        }
        at_once
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, seat: u8, unit: Unit, parcel: Parcel) {
        self.state.player_mut(seat).units[unit as usize] &= !parcel.bit();
        self.state.give_back(unit);
    }

    #[inline(always)]
    pub(super) fn become_unit(&mut self, unit: Unit, parcel: Parcel) {
        self.remove(self.state.seat, Unit::Villager, parcel);
        self.put(unit, parcel);
    }

    /// A2 to A8: an action of the token.
    #[inline(always)]
    pub(super) fn act(&mut self, action: Action) {
        let seat = self.state.seat;
        self.state.actions -= 1;
        let fact = match action {
            Action::Populate { parcel } => {
                self.place(Unit::Villager, parcel);
                Fact::DidPopulate
            }
            Action::Enlist { parcel } => {
                self.become_unit(Unit::Soldier, parcel);
                Fact::DidEnlist
            }
            Action::Marry { house, free } => {
                self.remove(seat, Unit::Villager, house);
                self.remove(seat, Unit::Villager, free);
                self.put(Unit::Cottage, house);
                Fact::DidMarry
            }
            Action::Fortress { house, free } => {
                // The cottage under the fortress stays out of the supply.
                self.state.player_mut(seat).units[Unit::Cottage as usize] &= !house.bit();
                self.remove(seat, Unit::Cottage, free);
                self.put(Unit::Fortress, house);
                Fact::DidFortress
            }
            Action::Tower { fortress, soldier } => {
                self.remove(seat, Unit::Soldier, soldier);
                self.state.player_mut(seat).units[Unit::Fortress as usize] &= !fortress.bit();
                if self.game.rule_set.switches.tower_returns_fortress {
                    self.state.give_back(Unit::Fortress);
                    self.state.give_back(Unit::Cottage);
                }
                self.put(Unit::Tower, fortress);
                Fact::DidTower
            }
            Action::Move { from, to } => {
                let both = from.bit() | to.bit();
                let player = self.state.player_mut(seat);
                let soldiers = player.unit(Unit::Soldier) & from.bit() != 0;
                let unit = if soldiers { Unit::Soldier } else { Unit::Villager };
                player.units[unit as usize] ^= both;
                Fact::DidMove
            }
            Action::Cultivate { parcel } => {
                self.become_unit(Unit::Field, parcel);
                Fact::DidCultivate
            }
            _ => unreachable!("no action of the token"),
        };
        self.count(fact);
    }

    /// A unit comes from the supply on a parcel that has just become free.
    #[inline(always)]
    fn put(&mut self, unit: Unit, parcel: Parcel) {
        self.state.take(unit);
        self.state.player_mut(self.state.seat).units[unit as usize] |= parcel.bit();
    }

    /// T2.
    #[inline(always)]
    pub(super) fn begin_draw(&mut self) {
        self.state.owed = false;
        self.state.drawing = self.game.strategy(self.state).draw;
        self.draw_on();
    }

    /// T2, T3, E1: draws on, up to the next decision.
    #[inline(always)]
    pub(super) fn draw_on(&mut self) {
        while self.state.drawing > 0 {
            self.state.drawing -= 1;
            let Some(card) = self.draw_card() else { continue };
            let kind = self.game.numbers.kind(card);
            if !kind.is_event() {
                self.state.aside |= 1 << card;
                continue;
            }
            self.state.discard |= 1 << card;
            if self.begin_event(kind) {
                return;
            }
        }
        self.state.seat = self.game.current(self.state);
        self.drop_or_keep();
    }

    /// T3.
    #[inline(always)]
    fn drop_or_keep(&mut self) {
        if self.state.aside.count_ones() > u32::from(self.game.strategy(self.state).keep) {
            self.state.phase = Phase::Drop;
            return;
        }
        let (aside, seat) = (self.state.aside, self.state.seat);
        let player = self.state.player_mut(seat);
        player.hand |= aside;
        player.kinds |= self.game.numbers.kinds_of(aside);
        self.state.aside = 0;
        self.state.phase = Phase::Turn;
    }

    /// T3, K2.
    #[inline(always)]
    pub(super) fn drop_card(&mut self, kind: Kind) {
        let card = lowest(self.state.aside & self.game.numbers.of_kind[kind as usize]);
        self.state.aside &= !card;
        self.state.discard |= card;
        self.state.epoch += 1;
        self.drop_or_keep();
    }
}

/// The card of a set with the lowest number (K2).
pub(super) const fn lowest(cards: u64) -> u64 {
    cards & cards.wrapping_neg()
}
