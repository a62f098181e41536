//! Step 4: fights, sieges and duels.

use super::Eketorp;
use super::component::{Cards, Place};
use super::fact::EketorpFact;
use super::placement::SIEGE_PLACES;
use super::rule_set::LOW;
use super::scoring::Scoring;
use super::state::{Duel, Phase, Seats, State, seat_of};
use crate::fact::Sink;

impl Eketorp {
    /// Where there may be fights and sieges (B2 to B4).
    #[inline(always)]
    pub(super) fn survey(&self, state: &mut State) {
        let mut crowded = SIEGE_PLACES;
        for (space, (crowd, stones)) in state.crowds.iter().zip(&state.stones).enumerate() {
            let stones = stones.total();
            // E13.
            let counts = self.rule_set.fights.empty_spaces || stones > 0;
            crowded |= u32::from(counts && crowd.total() > stones) << space;
        }
        self.survey_sieges(state, crowded);
    }

    /// The same after a change at `place` alone.
    #[inline(always)]
    fn survey_again(&self, state: &mut State, place: Place) {
        let mut crowded = SIEGE_PLACES | state.fights;
        if place.is_space() {
            let space = place.index();
            let stones = state.stones[space].total();
            if state.crowds[space].total() <= stones {
                crowded &= !place.bit();
            }
        }
        self.survey_sieges(state, crowded);
    }

    /// With the spaces on which there are more Vikings than stones.
    #[inline(always)]
    fn survey_sieges(&self, state: &mut State, crowded: u32) {
        let (mut one, mut two) = (0, 0);
        for seat in self.numbers.seats() {
            let at = state.players[seat].at;
            two |= one & at;
            one |= at;
        }
        state.fights = two & crowded;
        state.sieges = one & !two & SIEGE_PLACES & !state.held;
    }

    /// B1: goes on to a seat with several possible fights and sieges; returns whether there is one. A
    /// single one is begun at once, and step 5 if there is none (T1 to T3).
    #[inline(always)]
    pub(super) fn choosing(&self, state: &mut State) -> bool {
        let open = state.fights | state.sieges;
        if open == 0 {
            state.begin(Phase::Take);
            return false;
        }
        while state.player(state.seat).at & open == 0 {
            state.seat = self.numbers.next(state.seat);
        }
        let own = state.player(state.seat).at;
        let (fights, sieges) = (own & state.fights, own & state.sieges);
        let single = (fights | sieges) & (fights | sieges).wrapping_sub(1) == 0;
        if single {
            let place = Place((fights | sieges).trailing_zeros() as u8);
            if sieges != 0 {
                self.begin_siege(state, place);
                return false;
            }
            let mut opponents = self.opponents(state, place);
            let (opponent, another) = (opponents.next(), opponents.next());
            drop(opponents);
            if let (Some(opponent), None) = (opponent, another) {
                self.begin_fight(state, place, opponent);
                return false;
            }
        }
        true
    }

    #[inline(always)]
    pub(super) fn opponents(&self, state: &State, place: Place) -> impl Iterator<Item = u8> {
        let (seat, players) = (usize::from(state.seat), &state.players);
        self.numbers
            .seats()
            .filter(move |&other| other != seat && players[other].at & place.bit() != 0)
            .map(|other| other as u8)
    }

    /// B2, B3.
    #[inline(always)]
    pub(super) fn begin_fight(&self, state: &mut State, place: Place, opponent: u8) {
        let attacker = state.seat;
        state.duel = Duel { place, attacker, defender: opponent, card: 0, difference: 0, swaps: 0 };
        state.phase = Phase::AttackerSwap;
        state.duels += 1;
    }

    /// B4.
    #[inline(always)]
    pub(super) fn begin_siege(&self, state: &mut State, place: Place) {
        self.begin_fight(state, place, place.village() as u8);
        state.held |= place.bit();
    }

    #[inline(always)]
    pub(super) fn can_swap(&self, state: &State, seat: u8) -> bool {
        let player = state.player(seat);
        player.amulets >= player.cards && state.talon.left() >= player.cards
    }

    /// A1: a new hand for amulets.
    #[inline(always)]
    pub(super) fn swap<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        let seat = state.seat;
        let bit: Seats = 1 << (seat & 7);
        let number = state.player(seat).cards;
        let (hand, drawn) = (state.player(seat).hand, state.talon.draw(number));
        if state.known & bit != 0 {
            state.discarded.add(hand);
        } else {
            let dealt = state.first_hand & state.unproven & bit != 0;
            let player = state.player_mut(seat);
            player.discarded.add(hand);
            player.dealt = if dealt { number } else { player.dealt };
        }
        state.known &= !bit;
        state.first_hand &= !bit;
        let player = state.player_mut(seat);
        player.hand = drawn;
        player.amulets -= number;
        player.swaps += 1;
        player.swapped += number;
        state.epoch += 1;
        state.duel.swaps += 1;
        sink.add(seat_of(seat), EketorpFact::Swaps, 1);
        sink.add(seat_of(seat), EketorpFact::AmuletsUsed, number.into());
    }

    /// A2 and D1: goes on to the next decision of the duel; returns whether there is one, otherwise the
    /// duel has been decided.
    #[inline(always)]
    pub(super) fn duelling<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) -> bool {
        let Duel { attacker, defender, .. } = state.duel;
        while let Phase::AttackerSwap | Phase::DefenderSwap = state.phase {
            state.seat = if state.phase == Phase::AttackerSwap { attacker } else { defender };
            if self.can_swap(state, state.seat) {
                return true;
            }
            self.end_swaps(state);
        }
        if state.phase == Phase::AttackerCard {
            state.seat = attacker;
            if state.player(attacker).cards > 1 {
                return true;
            }
            state.duel.card = only_card(state, attacker);
            state.phase = Phase::DefenderCard;
        }
        state.seat = defender;
        if state.player(defender).cards > 1 {
            return true;
        }
        let card = only_card(state, defender);
        self.decide_duel(state, card, sink);
        false
    }

    /// The seat keeps its hand; the next one is asked (A2).
    #[inline(always)]
    pub(super) fn end_swaps(&self, state: &mut State) {
        state.duel.swaps = 0;
        state.phase = match state.phase {
            Phase::AttackerSwap => Phase::DefenderSwap,
            _ => Phase::AttackerCard,
        };
    }

    /// A played card leaves the hand and goes on the other's pile (D3, D4).
    #[inline(always)]
    fn exchange(&self, state: &mut State, seat: u8, card: u8, received: u8) {
        let bit: Seats = 1 << (seat & 7);
        if u32::from(card) > LOW && state.first_hand & bit != 0 {
            state.unproven &= !bit;
        }
        let player = state.player_mut(seat);
        player.hand.take(Cards::of(card.into(), 1));
        player.pile.add(Cards::of(received.into(), 1));
        player.cards -= 1;
        if player.cards == 0 {
            player.hand = player.pile;
            player.pile = Cards::NONE;
            player.cards = self.rule_set.setup.hand;
            state.known |= bit;
            // All of the dealt hand has been seen.
            if state.first_hand & bit != 0 {
                state.unproven &= !bit;
            }
            state.first_hand &= !bit;
        }
    }

    /// D2 to H2, L1 to L5: both cards are turned up.
    #[inline(always)]
    pub(super) fn decide_duel(&self, state: &mut State, answer: u8, sink: &mut impl Sink<Scoring>) {
        let Duel { place, attacker, defender, card, .. } = state.duel;
        for (seat, card) in [(attacker, card), (defender, answer)] {
            sink.add(seat_of(seat), EketorpFact::CardsPlayed, 1);
            sink.add(seat_of(seat), EketorpFact::CardsSum, card.into());
        }
        self.exchange(state, attacker, card, answer);
        self.exchange(state, defender, answer, card);
        state.epoch += 1;
        state.phase = Phase::Choose;
        if place.is_space() || state.player(defender).at & place.bit() != 0 {
            self.decide_fight(state, card, answer, sink);
        } else {
            self.decide_siege(state, card, answer, sink);
        }
        self.survey_again(state, place);
        if state.phase == Phase::Choose {
            state.seat = self.numbers.next(attacker);
        }
    }

    /// A Viking goes from a place to hospital (H1).
    #[inline(always)]
    fn wound(&self, state: &mut State, seat: u8, place: Place, difference: u32) {
        let mut left = 0;
        if place.is_space() {
            let crowd = &mut state.crowds[place.index()];
            crowd.take(seat.into());
            left = crowd.of(seat.into());
        }
        let station = self.numbers.station(difference, false);
        let player = state.player_mut(seat);
        player.sick.add(station);
        if left == 0 {
            player.at &= !place.bit();
        }
    }

    /// Two Vikings (B2, B3).
    #[inline(always)]
    fn decide_fight(&self, state: &mut State, card: u8, answer: u8, sink: &mut impl Sink<Scoring>) {
        let Duel { place, attacker, defender, .. } = state.duel;
        let difference = u32::from(card.abs_diff(answer));
        sink.add(seat_of(attacker), EketorpFact::FightsStarted, 1);
        for (seat, own, other) in [(attacker, card, answer), (defender, answer, card)] {
            if own <= other {
                self.wound(state, seat, place, difference);
            }
            let fact = match own.cmp(&other) {
                std::cmp::Ordering::Less => EketorpFact::FightsLost,
                std::cmp::Ordering::Equal => EketorpFact::FightsTied,
                std::cmp::Ordering::Greater => EketorpFact::FightsWon,
            };
            sink.add(seat_of(seat), EketorpFact::Fights, 1);
            sink.add(seat_of(seat), fact, 1);
        }
    }

    /// A siege (B4, L1, L2, L5).
    #[inline(always)]
    fn decide_siege(&self, state: &mut State, card: u8, answer: u8, sink: &mut impl Sink<Scoring>) {
        let Duel { place, attacker, defender, .. } = state.duel;
        let [one, two] = [attacker, defender].map(seat_of);
        sink.add(one, EketorpFact::Sieges, 1);
        if state.player(defender).home == 0 {
            sink.add(one, EketorpFact::SiegesUndefended, 1);
            sink.add(one, EketorpFact::SiegesWon, 1);
            sink.add(two, EketorpFact::Undefended, 1);
            state.duel.difference = card;
            state.phase = Phase::Loot;
            return;
        }
        sink.add(two, EketorpFact::Defences, 1);
        let difference = card.abs_diff(answer);
        if card >= answer {
            let station = self.numbers.station(difference.into(), true);
            let player = state.player_mut(defender);
            player.home -= 1;
            player.sick.add(station);
        }
        if card > answer {
            sink.add(one, EketorpFact::SiegesWon, 1);
            sink.add(two, EketorpFact::DefencesLost, 1);
            state.duel.difference = difference;
            state.phase = Phase::Loot;
            return;
        }
        self.wound(state, attacker, place, difference.into());
        let (fact, other) = match card == answer {
            true => (EketorpFact::SiegesTied, EketorpFact::DefencesTied),
            false => (EketorpFact::SiegesLost, EketorpFact::DefencesWon),
        };
        sink.add(one, fact, 1);
        sink.add(two, other, 1);
    }
}

#[inline(always)]
fn only_card(state: &State, seat: u8) -> u8 {
    Cards::value_at(state.player(seat).hand.values().trailing_zeros())
}
