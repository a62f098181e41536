//! Set-up (S2 to S5).

use super::NoMoreVikings;
use super::action::Action;
use super::component::{Name, Parcel, Unit};
use super::deal::Deal;
use super::scoring::Scoring;
use super::state::{Deck, MIXES, NO_WHIM, Phase, Player, State, Window};
use crate::fact::Sink;

impl NoMoreVikings {
    /// The state before the first decision.
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
            mixes,
        };
        self.draw_hands(&mut state);
        // D2.
        let mut whims = deal.whims.iter().filter_map(|&name| self.whim_called(name));
        state.whim = whims.next().unwrap_or(NO_WHIM);
        for seat in numbers.seats() {
            let drawn = whims.by_ref().take(usize::from(self.rule_set.setup.whims_drawn));
            state.players[seat].whims = drawn.map(|whim| 1 << whim).sum();
        }
        if self.rule_set.setup.whims_drawn == 0 {
            self.settle(&mut state, 0);
        }
        state
    }

    /// S2: events drawn go to the discard without effect.
    fn draw_hands(&self, state: &mut State) {
        for seat in 0..self.numbers.players {
            let mut hand: u64 = 0;
            while hand.count_ones() < u32::from(self.rule_set.setup.cards) {
                let Some(card) = self.draw_card(state) else { break };
                let pile =
                    if self.numbers.kind(card).is_event() { &mut state.discard } else { &mut hand };
                *pile |= 1 << card;
            }
            let player = state.player_mut(seat);
            player.hand = hand;
            player.kinds = self.numbers.kinds_of(hand);
        }
    }

    pub(super) fn whim_called(&self, name: Name) -> Option<u8> {
        self.numbers.whims.iter().zip(0..).find(|(whim, _)| whim.name == name).map(|(_, whim)| whim)
    }

    /// A choice of a whim, by its number.
    pub(super) fn keep(&self, whim: u8) -> Action {
        Action::Whim { name: self.numbers.whims[usize::from(whim) % self.numbers.whims.len()].name }
    }

    /// S4.
    #[inline(always)]
    pub(super) fn keep_whim(&self, state: &mut State, name: Name) {
        let seat = state.seat;
        state.player_mut(seat).whim = self.whim_called(name).unwrap_or(NO_WHIM);
        state.seat += 1;
        if state.seat == self.numbers.players {
            self.settle(state, 0);
        }
    }

    /// S5, from `seat` on.
    fn settle(&self, state: &mut State, mut seat: u8) {
        while seat < self.numbers.players {
            state.take_edicts(seat, self.rule_set.setup.edicts);
            state.seat = seat;
            state.left = self.rule_set.setup.villagers;
            state.phase = Phase::Settle;
            if self.settles(state) {
                return;
            }
            seat += 1;
        }
        state.left = 0;
        self.begin_round(state);
    }

    /// Whether the seat places another villager. On a full board it does not.
    fn settles(&self, state: &State) -> bool {
        state.left > 0 && self.free(state, state.seat) != 0
    }

    /// S5.
    #[inline(always)]
    pub(super) fn place_settler<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        parcel: Parcel,
        sink: &mut S,
    ) {
        state.left -= 1;
        if !self.place(state, Unit::Villager, parcel, sink) && !self.settles(state) {
            self.settle(state, state.seat + 1);
        }
    }
}
