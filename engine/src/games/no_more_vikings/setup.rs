//! Set-up (S2 to S5).

use super::NoMoreVikings;
use super::action::Action;
use super::component::{Name, Parcel, Unit};
use super::deal::Deal;
use super::scoring::Scoring;
use super::state::{Deck, MIXES, Mixes, NO_WHIM, Phase, Player, State, Window};
use crate::fact::Sink;
use crate::games::play::Play;

impl NoMoreVikings {
    pub(super) fn begin(&self, deal: &Deal) -> State {
        let numbers = &self.numbers;
        let mut deck = Deck::EMPTY;
        deal.deck.iter().rev().for_each(|&card| deck.put(card - 1));
        let mut mixes = [[0; super::component::MAX_CARDS]; MIXES];
        for (mix, dealt) in mixes.iter_mut().zip(&deal.mixes) {
            mix.iter_mut().zip(dealt).for_each(|(place, &card)| *place = card - 1);
        }
        let mut state = State {
            players: [Player::EMPTY; super::component::MAX_PLAYERS],
            discard: 0,
            aside: 0,
            supply: numbers.supply,
            epoch: 0,
            window: Window::NONE,
            phase: Phase::Whim,
            seat: 0,
            first: 0,
            round: 0,
            turn: 0,
            actions: 0,
            owed: false,
            drawing: 0,
            announced: 0,
            asked: Unit::Villager,
            gain: false,
            reached: 0,
            left: 0,
            raiders: 0,
            fog: false,
            filled: 0,
            whim: NO_WHIM,
            mix: 0,
            deck,
            mixes: Mixes::Dealt(mixes),
        };
        let mut play = Play { game: self, state: &mut state, sink: &mut () };
        play.draw_hands();
        // D2.
        let mut whims = deal.whims.iter().filter_map(|&name| self.whim_called(name));
        play.state.whim = whims.next().unwrap_or(NO_WHIM);
        for seat in numbers.seats() {
            let drawn = whims.by_ref().take(usize::from(self.rule_set.setup.whims_drawn));
            play.state.players[seat].whims = drawn.map(|whim| 1 << whim).sum();
        }
        if self.rule_set.setup.whims_drawn == 0 {
            play.settle(0);
        }
        state
    }

    pub(super) fn whim_called(&self, name: Name) -> Option<u8> {
        self.numbers.whims.iter().zip(0..).find(|(whim, _)| whim.name == name).map(|(_, whim)| whim)
    }

    pub(super) fn keep(&self, whim: u8) -> Action {
        Action::Whim { name: self.numbers.whims[usize::from(whim) % self.numbers.whims.len()].name }
    }

    /// Whether the seat places another villager. On a full board it does not.
    fn settles(&self, state: &State) -> bool {
        state.left > 0 && self.free(state, state.seat) != 0
    }
}

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    /// S2: events drawn go to the discard without effect.
    fn draw_hands(&mut self) {
        for seat in 0..self.game.numbers.players {
            let mut hand: u64 = 0;
            while hand.count_ones() < u32::from(self.game.rule_set.setup.cards) {
                let Some(card) = self.draw_card() else { break };
                let pile = if self.game.numbers.kind(card).is_event() {
                    &mut self.state.discard
                } else {
                    &mut hand
                };
                *pile |= 1 << card;
            }
            let player = self.state.player_mut(seat);
            player.hand = hand;
            player.kinds = self.game.numbers.kinds_of(hand);
        }
    }

    /// S4.
    #[inline(always)]
    pub(super) fn keep_whim(&mut self, name: Name) {
        let seat = self.state.seat;
        self.state.player_mut(seat).whim = self.game.whim_called(name).unwrap_or(NO_WHIM);
        self.state.seat += 1;
        if self.state.seat == self.game.numbers.players {
            self.settle(0);
        }
    }

    /// S5, from `seat` on.
    fn settle(&mut self, mut seat: u8) {
        while seat < self.game.numbers.players {
            self.state.take_edicts(seat, self.game.rule_set.setup.edicts);
            self.state.seat = seat;
            self.state.left = self.game.rule_set.setup.villagers;
            self.state.phase = Phase::Settle;
            if self.game.settles(self.state) {
                return;
            }
            seat += 1;
        }
        self.state.left = 0;
        self.begin_round();
    }

    /// S5.
    #[inline(always)]
    pub(super) fn place_settler(&mut self, parcel: Parcel) {
        self.state.left -= 1;
        if !self.place(Unit::Villager, parcel) && !self.game.settles(self.state) {
            self.settle(self.state.seat + 1);
        }
    }
}
