//! The talon: cards face down, two in a byte.

use super::component::Cards;
use super::rule_set::MAX_COPIES;

const MOST: usize = Cards::HIGHEST as usize * MAX_COPIES as usize;

/// Cards in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Talon {
    pairs: [u8; MOST.div_ceil(2)],
    /// Cards drawn so far.
    drawn: u8,
    /// Cards in all.
    len: u8,
}

impl Talon {
    /// The cards, top first.
    pub(super) fn new(cards: &[u8]) -> Talon {
        let mut talon = Talon { pairs: [0; MOST.div_ceil(2)], drawn: 0, len: cards.len() as u8 };
        for (place, &value) in cards.iter().enumerate() {
            talon.set(place, value);
        }
        talon
    }

    #[inline(always)]
    fn set(&mut self, place: usize, value: u8) {
        let (pair, shift) = (&mut self.pairs[place / 2], place % 2 * 4);
        *pair = *pair & !(15 << shift) | value << shift;
    }

    #[inline(always)]
    pub(super) fn left(&self) -> u8 {
        self.len - self.drawn
    }

    /// How many have been drawn.
    #[inline(always)]
    pub(super) fn drawn(&self) -> u8 {
        self.drawn
    }

    /// Takes cards from the top; there must be so many.
    #[inline(always)]
    pub(super) fn draw(&mut self, number: u8) -> Cards {
        let mut cards = Cards::NONE;
        for place in self.drawn..self.drawn + number {
            let place = usize::from(place);
            let value = self.pairs[place / 2] >> (place % 2 * 4) & 15;
            cards.add(Cards::of(value.into(), 1));
        }
        self.drawn += number;
        cards
    }

    /// What is left, top first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (self.drawn..self.len).map(|place| {
            let place = usize::from(place);
            self.pairs[place / 2] >> (place % 2 * 4) & 15
        })
    }

    /// Replaces what is left. What has been drawn is forgotten, since not everybody knows it.
    pub(super) fn lay(&mut self, cards: &[u8]) {
        self.pairs = [0; MOST.div_ceil(2)];
        for (place, &value) in (usize::from(self.drawn)..).zip(cards) {
            self.set(place, value);
        }
    }
}
