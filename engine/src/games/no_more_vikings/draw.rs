//! A state that agrees with what a seat knows (H5): hidden cards, whims, mixes and tokens are drawn anew.

use std::array;

use super::NoMoreVikings;
use super::component::{MAX_CARDS, Token};
use super::rule_set::MAX_WHIMS;
use super::state::{Deck, MIXES, Mixes, NO_TOKEN, NO_WHIM, Phase, State};
use crate::game::View;
use crate::games::bits::bits;
use crate::seat::Seat;
use crate::seed::Rng;

/// Everything is visible but the others' cards, whims and tokens, and the deck.
impl View<'_, NoMoreVikings> {
    /// Cards in the hand of `seat` that this view's seat knows, as bits: all of its own, and of others those
    /// stolen from it (H2, H3).
    #[inline]
    pub fn hand(&self, seat: Seat) -> u64 {
        let players = &self.state().players;
        let hand = players[seat.index()].hand;
        if seat == self.seat() { hand } else { hand & players[self.seat().index()].known }
    }

    /// The token of `seat` in this round, if this view's seat knows it (T1).
    #[inline]
    pub fn token(&self, seat: Seat) -> Option<Token> {
        let revealed = self.state().phase != Phase::Token || seat == self.seat();
        self.state().chosen(seat).filter(|_| revealed)
    }
}

pub(super) fn draw(game: &NoMoreVikings, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let mut drawn = *state;
    draw_cards(game, &mut drawn, seat.index(), rng);
    draw_whims(game, &mut drawn, seat.index(), rng);
    drawn.mixes = drawn_mixes(game, rng);
    if drawn.phase == Phase::Token {
        for other in game.numbers.seats().filter(|&other| other != seat.index()) {
            let player = &mut drawn.players[other];
            if player.token != NO_TOKEN {
                player.token = rng.below(Token::ALL.len() as u32) as u8;
            }
        }
    }
    drawn
}

/// Deals anew what no seat knows: the order of the deck, and the mixes (H4).
pub(super) fn redeal(game: &NoMoreVikings, state: &State, rng: &mut Rng) -> State {
    let mut redealt = *state;
    let set = state.deck.cards().iter().fold(0, |set, card| set | 1 << card);
    redealt.deck = shuffled_deck(set, rng);
    redealt.mixes = drawn_mixes(game, rng);
    redealt
}

/// Words that shuffle so many.
const fn words(items: usize) -> u64 {
    items.saturating_sub(1).div_ceil(PER_WORD as usize) as u64
}

fn drawn_mixes(game: &NoMoreVikings, rng: &mut Rng) -> Mixes {
    Mixes::Drawn(rng.skip(MIXES as u64 * words(game.numbers.cards.into())))
}

impl NoMoreVikings {
    /// The next of the mixes, with meaningless places after the cards of the game.
    #[cold]
    #[inline(never)]
    pub(super) fn mix(&self, state: &State) -> [u8; MAX_CARDS] {
        let (cards, number) = (usize::from(self.numbers.cards), usize::from(state.mix) % MIXES);
        match &state.mixes {
            Mixes::Dealt(mixes) => mixes[number],
            &Mixes::Drawn(place) => {
                let mut rng = Rng::standing_at(place);
                rng.skip(number as u64 * words(cards));
                // From a fixed order, so that the draw does not depend on the present one.
                let mut mix = array::from_fn(|card| card as u8);
                shuffle(&mut mix[..cards], &mut rng);
                mix
            }
        }
    }
}

fn shuffled_deck(set: u64, rng: &mut Rng) -> Deck {
    let mut deck = Deck::EMPTY;
    bits(set).for_each(|card| deck.put(card as u8));
    shuffle(deck.cards_mut(), rng);
    deck
}

/// Six bits for each choice of at most 64, and 32 bits to spare.
const PER_WORD: u32 = 5;

/// Several choices share one random word, as in [`seed::shuffle`](crate::seed::shuffle).
#[derive(Default)]
struct SharedWord {
    fraction: u64,
    left: u32,
}

impl SharedWord {
    #[inline(always)]
    fn below(&mut self, count: usize, rng: &mut Rng) -> usize {
        if self.left == 0 {
            (self.fraction, self.left) = (rng.word(), PER_WORD);
        }
        self.left -= 1;
        let product = u128::from(self.fraction) * count as u128;
        self.fraction = product as u64;
        (product >> 64) as usize
    }
}

#[inline(always)]
pub(super) fn shuffle(items: &mut [u8], rng: &mut Rng) {
    let mut words = SharedWord::default();
    for last in (1..items.len()).rev() {
        items.swap(last, words.below(last + 1, rng));
    }
}

/// What is to be shuffled: only as much of it as is taken.
struct Pool<const N: usize> {
    items: [u8; N],
    len: usize,
    words: SharedWord,
    rng: Rng,
}

impl<const N: usize> Pool<N> {
    #[inline(always)]
    fn of(mut set: u64, rng: &mut Rng) -> Pool<N> {
        let (mut items, mut len) = ([0; N], 0);
        while set != 0 && len < N {
            items[len] = set.trailing_zeros() as u8;
            len += 1;
            set &= set - 1;
        }
        let rng = Rng::standing_at(rng.skip(words(len)));
        Pool { items, len, words: SharedWord::default(), rng }
    }

    /// Takes some as a set, from the end of what would be shuffled; fewer if there are not so many.
    #[inline(always)]
    fn take(&mut self, number: u32) -> u64 {
        let mut set = 0;
        for _ in 0..number.min(self.len as u32) {
            if self.len > 1 {
                self.items.swap(self.len - 1, self.words.below(self.len, &mut self.rng));
            }
            self.len -= 1;
            set |= 1 << (self.items[self.len] & 63);
        }
        set
    }
}

/// Cards of which a seat does not know where they are, as bits: those of the deck, of the others' hands and laid
/// aside by others, but for stolen ones (H2, H3).
#[inline(always)]
pub(super) fn unseen(game: &NoMoreVikings, state: &State, own: usize) -> u64 {
    let all = u64::MAX >> (MAX_CARDS - usize::from(game.numbers.cards));
    let player = &state.players[own];
    let unseen = all & !(state.discard | player.hand | player.known);
    if usize::from(game.current(state)) == own { unseen & !state.aside } else { unseen }
}

/// Hands, cards laid aside and the deck. Nothing is said of what the others know of each other's hands: it is
/// forgotten.
fn draw_cards(game: &NoMoreVikings, state: &mut State, own: usize, rng: &mut Rng) {
    let numbers = &game.numbers;
    let known = state.players[own].known;
    let draws = usize::from(game.current(state)) == own;
    let mut unseen = unseen(game, state, own);
    let mut actions: Pool<MAX_CARDS> = Pool::of(unseen & numbers.actions, rng);
    let hand = state.players[own].hand;
    for other in numbers.seats().filter(|&other| other != own) {
        let player = &mut state.players[other];
        let open = player.hand & known;
        player.hand = open | actions.take((player.hand & !open).count_ones());
        player.kinds = numbers.kinds_of(player.hand);
        player.known &= hand;
        unseen &= !player.hand;
    }
    if !draws {
        state.aside = actions.take(state.aside.count_ones());
        unseen &= !state.aside;
    }
    state.deck = shuffled_deck(unseen, rng);
}

fn draw_whims(game: &NoMoreVikings, state: &mut State, own: usize, rng: &mut Rng) {
    let all = u64::MAX >> (MAX_WHIMS - game.numbers.whims.len());
    let unseen = all & !(1 << state.whim) & !state.players[own].whims;
    let mut pool: Pool<MAX_WHIMS> = Pool::of(unseen, rng);
    for other in game.numbers.seats().filter(|&other| other != own) {
        let player = &mut state.players[other];
        player.whims = pool.take(player.whims.count_ones());
        if player.whim != NO_WHIM {
            let number = player.whims.count_ones() as usize;
            let mut rng = Rng::standing_at(rng.skip(words(number)));
            let kept = SharedWord::default().below(number, &mut rng);
            player.whim = bits(player.whims).nth(kept).unwrap_or(NO_WHIM.into()) as u8;
        }
    }
}
