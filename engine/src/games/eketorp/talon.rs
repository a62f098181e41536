//! The talon: cards face down, two in a byte.

use super::component::Cards;
use super::rule_set::MAX_COPIES;

const MOST: usize = Cards::HIGHEST as usize * MAX_COPIES as usize;

/// The next cards by which [`unknown_order`](super::state::State::unknown_order) tells orders apart.
pub(super) const ORDERED: usize = 12;

/// Cards in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Talon {
    pairs: [u8; MOST.div_ceil(2)],
    drawn: u8,
    len: u8,
}

impl Default for Talon {
    fn default() -> Talon {
        Talon { pairs: [0; MOST.div_ceil(2)], drawn: 0, len: 0 }
    }
}

impl Talon {
    /// The cards, top first.
    pub(super) fn new(cards: &[u8]) -> Talon {
        let mut talon = Talon { len: cards.len() as u8, ..Talon::default() };
        talon.lay(cards);
        talon
    }

    /// Cards left.
    #[inline(always)]
    pub fn left(&self) -> u8 {
        self.len - self.drawn
    }

    #[inline(always)]
    pub(super) fn drawn(&self) -> u8 {
        self.drawn
    }

    /// Takes cards from the top; there must be so many.
    #[inline(always)]
    pub(super) fn draw(&mut self, number: u8) -> Cards {
        let cards = self.iter().take(number.into()).collect();
        self.drawn += number;
        cards
    }

    /// What is left, top first.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (usize::from(self.drawn)..usize::from(self.len))
            .map(|place| self.pairs[place / 2] >> (place % 2 * 4) & 15)
    }

    /// Replaces what is left. What has been drawn is forgotten, since not everybody knows it.
    #[inline(always)]
    pub(super) fn lay(&mut self, cards: &[u8]) {
        self.pairs = [0; MOST.div_ceil(2)];
        let drawn = usize::from(self.drawn);
        let (odd, even) = cards.split_at(cards.len().min(drawn % 2));
        odd.iter().for_each(|first| self.pairs[drawn / 2] = first << 4);
        for (pair, two) in self.pairs[drawn.div_ceil(2)..].iter_mut().zip(even.chunks(2)) {
            *pair = two[0] | two.get(1).map_or(0, |second| second << 4);
        }
    }
}
