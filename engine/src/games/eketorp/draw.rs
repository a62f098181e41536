//! A state that agrees with what a seat knows (2.11): hidden cards, placements and material cards are drawn anew.

use super::Eketorp;
use super::component::{Cards, MAX_PLAYERS};
use super::placement::set_out;
use super::rule_set::{LOW, MAX_COPIES};
use super::state::{Phase, State};
use super::talon::ORDERED;
use crate::game::View;
use crate::seat::Seat;
use crate::seed::Rng;

/// Shuffles until the dealt hands are ones that would not have been dealt again (S3). With the presets the
/// first few suffice; with few cards above 3, those are then dealt first.
const SHUFFLES: u32 = 32;
const COPIES: usize = MAX_COPIES as usize;
const MOST: usize = Cards::HIGHEST as usize * COPIES;
/// Hidden hands and cards discarded unseen: two groups for each seat.
const GROUPS: usize = 2 * MAX_PLAYERS;

/// Everything is visible but the others' hands, the cards that they have discarded, their placements and their
/// card in a duel.
impl View<'_, Eketorp> {
    /// The hand of `seat`, if this view's seat knows it (2.7).
    #[inline]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        let known = seat == self.seat() || self.state().is_known(seat);
        known.then(|| self.state()[seat].hand)
    }

    /// Whether this view's seat sees where `seat` has put its Vikings (U4).
    #[inline]
    pub fn sees_placement(&self, seat: Seat) -> bool {
        self.state().phase != Phase::Place || seat == self.seat()
    }

    /// The [blank](crate::game::Game::blank) state, while Vikings are placed with the beginning of the talon that
    /// [`View::draw`] draws, as far as [`State::unknown_order`] reads it. The generator stands where that leaves it.
    #[inline(always)]
    pub fn draw_talon(&self, rng: &mut Rng) -> State {
        let (game, state, seat) = (self.game(), self.state(), self.seat());
        let mut drawn = *state;
        hide(game, &mut drawn, seat);
        let turned_up = usize::from(state.round) + 1;
        rng.skip(game.numbers.cards.len().saturating_sub(turned_up + 1) as u64);
        if state.phase == Phase::Place {
            draw_cards(game, state, &mut drawn, seat, rng, false);
            // A word for each Viking.
            let others = game.placed(state).filter(|&other| other != seat);
            rng.skip(others.map(|other| u64::from(drawn[other].home)).sum());
        } else if state.unproven & !(1 << seat.index()) != 0 {
            draw_cards(game, state, &mut { *state }, seat, rng, false);
        } else {
            let unseen = hidden_cards(game, state, seat) + usize::from(state.talon.left());
            rng.skip(unseen.saturating_sub(1) as u64);
        }
        rng.skip(hides_card(state, seat).into());
        drawn
    }
}

#[inline(always)]
pub(super) fn draw(game: &Eketorp, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let mut drawn = *state;
    draw_materials(game, &mut drawn, rng);
    draw_cards(game, state, &mut drawn, seat, rng, true);
    if hides_card(state, seat) {
        let duel = &mut drawn.duel;
        let attacker = &drawn.players[usize::from(duel.attacker)];
        duel.card = attacker.hand.nth(rng.below(attacker.cards.into()));
    }
    if drawn.phase == Phase::Place {
        draw_placements(game, &mut drawn, seat, rng);
    }
    drawn
}

/// Whether the attacker's card lies face down before `seat` (U5).
fn hides_card(state: &State, seat: Seat) -> bool {
    state.phase == Phase::DefenderCard && usize::from(state.duel.attacker) != seat.index()
}

/// Takes away what is hidden, placements included.
#[inline(always)]
pub(super) fn hide(game: &Eketorp, state: &mut State, seat: Seat) {
    let own = seat.index();
    for other in game.numbers.seats().filter(|&other| other != own) {
        let player = &mut state.players[other];
        player.discarded = Cards::NONE;
        if state.known >> other & 1 == 0 {
            player.hand = Cards::NONE;
        }
        if state.phase == Phase::Place {
            take_back(game, state, other as u8);
        }
    }
    if state.phase == Phase::Place && usize::from(state.seat) != own {
        state.from = 0;
    }
    if usize::from(state.duel.attacker) != own {
        state.duel.card = 0;
    }
    hidden_materials(game, state).fill(0);
    state.talon.lay(&[]);
}

/// Deals anew what no seat knows: the talon (U2) and the material cards to come (U6).
pub(super) fn redeal(game: &Eketorp, state: &State, rng: &mut Rng) -> State {
    let mut redealt = *state;
    draw_materials(game, &mut redealt, rng);
    let mut talon = [0; MOST];
    let left = usize::from(state.talon.left());
    state.talon.iter().zip(&mut talon).for_each(|(value, place)| *place = value);
    let talon = &mut talon[..left];
    // In ascending order, so that it does not depend on how they lie.
    talon.sort_unstable();
    rng.shuffle(talon);
    redealt.talon.lay(talon);
    redealt
}

/// U6: the cards that have not been turned up, the removed ones included.
#[inline(always)]
fn hidden_materials<'s>(game: &Eketorp, state: &'s mut State) -> &'s mut [u8] {
    let cards = game.numbers.cards.len();
    &mut state.materials[(usize::from(state.round) + 1).min(cards)..cards]
}

fn draw_materials(game: &Eketorp, state: &mut State, rng: &mut Rng) {
    let hidden = hidden_materials(game, state);
    // In ascending order, so that the draw does not depend on how they lie.
    hidden.sort_unstable();
    rng.shuffle(hidden);
}

#[derive(Clone, Copy, Default)]
struct Group {
    seat: usize,
    is_hand: bool,
    begin: usize,
    len: usize,
    /// How many of them, from the first on, must include a card above 3; 0 if none need.
    proof: usize,
}

/// The cards that `seat` does not see (U1 to U3).
pub(super) fn unseen(game: &Eketorp, state: &State, seat: Seat) -> Cards {
    let mut unseen = game.numbers.deck;
    unseen.take(state.discarded);
    let own = seat.index();
    unseen.take(state.players[own].discarded);
    for (other, player) in state.players.iter().enumerate().take(game.numbers.seats().len()) {
        unseen.take(player.pile);
        if other == own || state.known >> other & 1 == 1 {
            unseen.take(player.hand);
        }
    }
    unseen
}

/// How many cards that `seat` does not see the others hold or have discarded.
#[inline(always)]
fn hidden_cards(game: &Eketorp, state: &State, seat: Seat) -> usize {
    let mut hidden = 0;
    for other in game.numbers.seats().filter(|&other| other != seat.index()) {
        let player = &state.players[other];
        let is_known = state.known >> other & 1 == 1;
        hidden += player.discarded.total() + if is_known { 0 } else { player.cards.into() };
    }
    hidden as usize
}

/// U1 to U3: the talon, and what the others hold or have discarded; or only the beginning of the talon.
fn draw_cards(
    game: &Eketorp,
    state: &State,
    drawn: &mut State,
    seat: Seat,
    rng: &mut Rng,
    wants_hands: bool,
) {
    let own = seat.index();
    let (mut cards, mut number) = ([0; MOST + COPIES], 0);
    let unseen = unseen(game, state, seat);
    for value in 1..game.rule_set.cards.highest + 1 {
        // What is too much is written over.
        cards[number..number + COPIES].fill(value);
        number += unseen.count(value.into()) as usize;
    }
    let cards = &mut cards[..number];
    let hidden = hidden_cards(game, state, seat);
    if !wants_hands && state.unproven & !(1 << own) == 0 {
        let end = number.min(hidden + ORDERED);
        // What is shuffled to the places behind is not read.
        for last in (end..number).rev() {
            cards[rng.below(last as u32 + 1) as usize] = cards[last];
        }
        rng.shuffle_end(&mut cards[..end], hidden);
        return drawn.talon.lay(&cards[hidden..end]);
    }

    let (mut groups, mut count, mut begin) = ([Group::default(); GROUPS], 0, 0);
    for seat in game.numbers.seats().filter(|&other| other != own) {
        let player = &state.players[seat];
        let unproven = state.unproven >> seat & 1 == 1;
        let first_hand = state.first_hand >> seat & 1 == 1;
        let mut add = |is_hand, len, proof: u8| {
            let proof = if unproven && first_hand == is_hand { proof.into() } else { 0 };
            groups[count] = Group { seat, is_hand, begin, len, proof };
            count += 1;
            begin += len;
        };
        if state.known >> seat & 1 == 0 {
            add(true, player.cards.into(), player.cards);
        }
        add(false, player.discarded.total() as usize, player.dealt);
    }
    let groups = &groups[..count];
    shuffle_proven(cards, groups, rng);
    for &Group { seat, is_hand, begin, len, .. } in groups.iter().filter(|_| wants_hands) {
        let mut these = Cards::NONE;
        cards[begin..begin + len].iter().for_each(|&value| these.add(Cards::of(value.into(), 1)));
        let player = &mut drawn.players[seat];
        if is_hand { player.hand = these } else { player.discarded = these }
    }
    drawn.talon.lay(&cards[hidden..]);
}

fn is_high(value: &u8) -> bool {
    u32::from(*value) > LOW
}

/// Shuffles so that every group that must have a card above 3 has one.
fn shuffle_proven(cards: &mut [u8], groups: &[Group], rng: &mut Rng) {
    let lacks = |cards: &[u8], group: &Group| {
        group.proof > 0 && !cards[group.begin..group.begin + group.proof].iter().any(is_high)
    };
    for _ in 0..SHUFFLES {
        rng.shuffle(cards);
        if !groups.iter().any(|group| lacks(cards, group)) {
            return;
        }
    }
    deal_proven(cards, groups, rng);
}

/// The same without trying: draws how many cards above 3 each group has, with the probabilities of shuffles in
/// which every group has one.
#[cold]
fn deal_proven(cards: &mut [u8], groups: &[Group], rng: &mut Rng) {
    let proven = || groups.iter().filter(|group| group.proof > 0);
    cards.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
    let high = cards.iter().take_while(|value| is_high(value)).count();
    let rest = cards.len() - proven().map(|group| group.proof).sum::<usize>();
    // How many sets of places there are for so many high cards: in the rest, with the last group, and so on.
    let mut ways = [[0.0; MOST + 1]; GROUPS + 1];
    for (number, ways) in ways[0].iter_mut().enumerate().take(high + 1) {
        *ways = choices(rest, number);
    }
    let mut level = 0;
    for group in proven() {
        for number in 1..=high {
            let part = |own: usize| choices(group.proof, own) * ways[level][number - own];
            ways[level + 1][number] = (1..=group.proof.min(number)).map(part).sum();
        }
        level += 1;
    }
    let (mut highs, mut lows) = cards.split_at_mut(high);
    rng.shuffle(highs);
    rng.shuffle(lows);
    let (mut dealt, mut free) = ([0; MOST], [true; MOST]);
    // The group added last is the first whose share is drawn.
    for group in proven().rev() {
        level -= 1;
        let part = |own: usize| choices(group.proof, own) * ways[level][highs.len() - own];
        let most = group.proof.min(highs.len());
        let mut draw = rng.unit() * ways[level + 1][highs.len()];
        let mut own = 1;
        while own < most && draw >= part(own) {
            draw -= part(own);
            own += 1;
        }
        for place in 0..group.proof {
            let from = if place < own { &mut highs } else { &mut lows };
            let Some((&mut card, left)) = std::mem::take(from).split_first_mut() else { continue };
            *from = left;
            dealt[group.begin + place] = card;
            free[group.begin + place] = false;
        }
    }
    let mut others = [0; MOST];
    let number = highs.len() + lows.len();
    highs.iter().chain(lows.iter()).zip(&mut others).for_each(|(&card, place)| *place = card);
    rng.shuffle(&mut others[..number]);
    let mut others = others.into_iter();
    for (place, card) in cards.iter_mut().enumerate() {
        *card = if free[place] { others.next().unwrap_or(1) } else { dealt[place] };
    }
}

/// In how many ways `number` of `all` can be chosen.
fn choices(all: usize, number: usize) -> f64 {
    if number > all {
        return 0.0;
    }
    (0..number).fold(1.0, |ways, k| ways * (all - k) as f64 / (k + 1) as f64)
}

/// U4: the placements of the others that have placed; who is placing now has not begun, as far as the others know.
fn draw_placements(game: &Eketorp, state: &mut State, seat: Seat, rng: &mut Rng) {
    let numbers = &game.numbers;
    let mut other = state.first;
    loop {
        let is_placing = other == state.seat;
        if usize::from(other) != seat.index() {
            take_back(game, state, other);
            if is_placing {
                state.from = 0;
            } else {
                place_likely(game, state, other, rng);
            }
        }
        if is_placing {
            return;
        }
        other = numbers.next(other);
    }
}

/// All Vikings of a seat that are not in hospital go home.
pub(super) fn take_back(game: &Eketorp, state: &mut State, seat: u8) {
    for crowd in &mut state.crowds {
        crowd.clear(seat.into());
    }
    let player = state.player_mut(seat);
    player.at = 0;
    player.home = game.numbers.vikings - player.sick.total() as u8;
}

/// Weights of places in the draw of a placement: a space has this, and more for each stone that lies there;
/// a siege space likewise, and more for stones on its walls; home for each Viking.
const SPACE: u32 = 1;
const STONE: u32 = 8;
const SIEGE: u32 = 1;
const WALL: u32 = 3;
const HOME: u32 = 12;

/// Places the Vikings of a seat at random, one after the other, each with the same weights: most where stones
/// lie. Every legal placement may come out.
fn place_likely(game: &Eketorp, state: &mut State, seat: u8, rng: &mut Rng) {
    let numbers = &game.numbers;
    let mut weights = [0; 32];
    let mut sum = HOME;
    for number in 0..numbers.places {
        let place = numbers.place(seat, number);
        let weight = if place.is_space() {
            SPACE + STONE * state.stones[place.index()].total()
        } else {
            let walls = &state.players[place.village()].walls;
            let low = place.low_wall();
            SIEGE + WALL * (walls[low].height() + walls[low + 1].height()).min(3)
        };
        weights[usize::from(number)] = weight;
        sum += weight;
    }
    for _ in 0..state.player(seat).home {
        let mut draw = rng.below(sum);
        let found = (0..usize::from(numbers.places)).find(|&number| {
            let here = draw < weights[number];
            draw = draw.wrapping_sub(if here { 0 } else { weights[number] });
            here
        });
        let Some(number) = found else { continue };
        let place = numbers.place(seat, number as u8);
        set_out(state, seat, place);
        if !place.is_space() {
            sum -= std::mem::take(&mut weights[number]);
        }
    }
}
