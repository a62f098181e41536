//! The supplies at the warehouses, and which seats know them (S1, A5, A9, H4).

use std::fmt;
use std::str::FromStr;

use super::component::{Good, Goods};
use super::rule_set::MAX_SUPPLIES;
use crate::games::bits::bits;
use crate::games::notation::as_text;
use crate::seed::Rng;

/// Tokens in a stack: two bits each, the top one in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Stack {
    tokens: u64,
    len: u8,
}

#[inline(always)]
fn low(tokens: u32) -> u64 {
    (1 << ((2 * tokens) & 63)) - 1
}

impl Stack {
    /// No token.
    pub const EMPTY: Stack = Stack { tokens: 0, len: 0 };

    /// Number of tokens, at most 30.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        u32::from(self.len)
    }

    /// Whether it is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The token at `place`, counted from the top.
    #[inline(always)]
    pub fn get(&self, place: u32) -> Good {
        Good::from_index((self.tokens >> ((2 * place) & 63)) as u32 & 3)
    }

    /// The tokens, top first.
    pub fn iter(&self) -> impl Iterator<Item = Good> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Puts a token under all others. Panics if there are 30 already.
    pub fn push_under(&mut self, good: Good) {
        assert!(self.len() < MAX_SUPPLIES);
        self.tokens |= (good as u64) << (2 * self.len);
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.tokens >>= 2;
        self.len -= 1;
    }

    /// How many of each kind are among the top `n`.
    #[inline(always)]
    pub(super) fn top(&self, n: u32) -> Goods {
        let mut goods = Goods::NONE;
        for place in 0..n {
            goods.add(Goods::of(self.get(place), 1));
        }
        goods
    }

    /// The uppermost token of `good`, which must exist.
    #[inline(always)]
    pub(super) fn first(&self, good: Good) -> u32 {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        let differ = self.tokens ^ (good as u64).wrapping_mul(PAIRS);
        let equal = !(differ | differ >> 1) & PAIRS;
        equal.trailing_zeros() / 2
    }

    /// The top `n` go under the others in their order, except the one at `place`, which leaves the stack (A9).
    #[inline(always)]
    pub(super) fn return_without(&mut self, n: u32, place: u32) {
        let drawn = self.tokens & low(n);
        let back = (drawn & low(place)) | ((drawn >> 2) & !low(place));
        self.len -= 1;
        let rest = self.len() + 1 - n;
        self.tokens = self.tokens >> ((2 * n) & 63) | back << ((2 * rest) & 63);
    }

    pub(super) fn bottom(&self, n: u32) -> Stack {
        Stack { tokens: self.tokens >> (2 * (self.len() - n)), len: n as u8 }
    }

    /// Replaces as many tokens at the bottom by `tokens`.
    pub(super) fn set_bottom(&mut self, tokens: Stack) {
        let rest = self.len() - tokens.len();
        self.tokens = (self.tokens & low(rest)) | tokens.tokens << (2 * rest);
    }

    /// Makes the tokens at the places of `hidden` one kind.
    #[inline]
    pub(super) fn blank(&mut self, hidden: u32) {
        let known = !hidden & ((1 << self.len) - 1);
        let kept = bits(known).fold(0, |kept, place| kept | 3 << (2 * place));
        self.tokens &= kept;
    }

    /// Puts the kinds of `goods` in random order into the places of `hidden`, of which there are as
    /// many as tokens, and takes them out of `goods`.
    pub(super) fn deal(&mut self, hidden: u32, goods: &mut [u32; 3], rng: &mut Rng) {
        for place in bits(hidden) {
            let mut k = rng.below(goods.iter().sum());
            let mut kind = 0;
            while k >= goods[kind] {
                k -= goods[kind];
                kind += 1;
            }
            goods[kind] -= 1;
            self.tokens = (self.tokens & !(3 << (2 * place))) | (kind as u64) << (2 * place);
        }
    }
}

impl FromIterator<Good> for Stack {
    fn from_iter<I: IntoIterator<Item = Good>>(goods: I) -> Stack {
        let mut stack = Stack::EMPTY;
        goods.into_iter().for_each(|good| stack.push_under(good));
        stack
    }
}

/// Its letters, top first.
impl FromStr for Stack {
    type Err = String;

    fn from_str(text: &str) -> Result<Stack, String> {
        let good = |letter: char| {
            let good = letter.to_string().parse();
            good.map_err(|_| format!("`{letter}` is no supply; expected h g m"))
        };
        let goods = text.chars().map(good).collect::<Result<Vec<Good>, String>>()?;
        if goods.len() > MAX_SUPPLIES as usize {
            return Err(format!("more than {MAX_SUPPLIES} supplies"));
        }
        Ok(goods.into_iter().collect())
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|good| write!(f, "{good}"))
    }
}

as_text!(Stack);

/// Which tokens of stack W2 each seat knows: bit `p` for place `p` from the top (H3, H4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Known(pub(super) [u32; 4]);

impl Known {
    #[inline(always)]
    pub(super) fn draw(&mut self, seat: usize, n: u32) {
        self.0[seat & 3] |= (1 << n) - 1;
    }

    /// `seat` loads one of the `n` drawn tokens of a stack of `len`; the others go under it. A seat
    /// that knew all of the drawn ones knows those that go back, if `shared`.
    #[inline(always)]
    pub(super) fn return_drawn(&mut self, seat: usize, n: u32, len: u32, shared: bool) {
        let drawn = (1 << n) - 1;
        for (other, known) in self.0.iter_mut().enumerate() {
            let keeps = other == seat || (shared && *known & drawn == drawn);
            let back = if keeps { drawn >> 1 } else { 0 };
            *known = *known >> n | back << (len - n);
        }
    }
}

pub(super) fn orders(goods: Goods) -> u32 {
    let (mut orders, mut placed) = (1u64, 0u64);
    for good in Good::ALL {
        for k in 1..=u64::from(goods.count(good)) {
            placed += 1;
            // Exact at every step: a product of binomial coefficients.
            orders = orders * placed / k;
        }
    }
    orders as u32
}

/// The `k`-th of these orders, sorted by letters in the order h g m, top first.
pub(super) fn nth_order(mut goods: Goods, mut k: u32) -> Stack {
    let mut stack = Stack::EMPTY;
    while !goods.is_empty() {
        for good in Good::ALL {
            if goods.count(good) == 0 {
                continue;
            }
            let mut rest = goods;
            rest.take(Goods::of(good, 1));
            let orders = orders(rest);
            if k < orders {
                stack.push_under(good);
                goods = rest;
                break;
            }
            k -= orders;
        }
    }
    stack
}
