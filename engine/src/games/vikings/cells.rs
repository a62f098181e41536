//! Sets of cells of a tableau, column by column, five bits each: W N S G F from the lowest bit. So the cell below is one
//! bit up, the cell to the right five bits up, and every row is scored at once. Two widths share all code: 12 columns in
//! one word for nearly every tableau, and 38 columns in three words, more than the 37 that a seat can ever use.

use std::ops::{BitAnd, BitOr, Not};

use super::component::Colour;
use crate::cpu::Cpu;

pub(super) const ROWS: u32 = 5;

pub(super) trait Cells:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const NONE: Self;
    const ROW_W: Self;
    const COLUMN_1: Self;

    fn bit(index: u32) -> Self;
    /// `yes` if `condition`, else `no`, without a branch where that is cheap.
    fn select(condition: bool, yes: Self, no: Self) -> Self;
    /// All cells moved up the bits: down a row by 1, right a column by 5.
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    fn count(self) -> u32;
    fn nth<C: Cpu>(self, cpu: C, k: u32) -> u32;
    fn from_index(from: u32) -> Self;
    /// As the words of the wide board.
    fn words(self) -> [u64; 3];
    /// From two words of a tableau and the one for the columns far to the right.
    fn from_words(words: [u64; 2], far: u64) -> Self;

    #[inline(always)]
    fn holds(self, index: u32) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// All cells of a row, 0 (W) to 4 (F).
    #[inline(always)]
    fn row(row: u32) -> Self {
        Self::ROW_W.up(row)
    }
    /// The row of a colour; boatswains have none (P5).
    #[inline(always)]
    fn home(colour: Colour) -> Self {
        if colour.index() < ROWS { Self::row(colour.index()) } else { Self::NONE }
    }
    /// The rows in which there are cells, one bit each.
    #[inline(always)]
    fn rows(self) -> u32 {
        (0..ROWS).map(|row| u32::from(!self.in_row(row).is_empty()) << row).sum()
    }
    #[inline(always)]
    fn in_row(self, row: u32) -> Self {
        self & Self::row(row)
    }
    #[inline(always)]
    fn starting(self, from: u32) -> Self {
        self & Self::from_index(from)
    }
    /// The index of the first cell, of which there must be one.
    #[inline(always)]
    fn first(self) -> u32 {
        self.nth(crate::cpu::Portable, 0)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    /// The cells above, below and beside cells.
    #[inline(always)]
    fn around(self) -> Self {
        let columns = self.up(ROWS) | self.down(ROWS);
        columns | self.up(1).without(Self::ROW_W) | self.without(Self::ROW_W).down(1)
    }
    /// For cells of row W: their whole columns.
    #[inline(always)]
    fn columns_of_row_w(self) -> Self {
        let two = self | self.up(1);
        two | two.up(2) | self.up(4)
    }
}

/// Bits 0, 5, 10, ... below bit 60.
const ROW_W_60: u64 = 0x0084_2108_4210_8421;

/// [`Cells::around`] for constants.
pub(super) const fn cells_around(cells: u64) -> u64 {
    let columns = cells << ROWS | cells >> ROWS;
    columns | (cells << 1) & !ROW_W_60 | (cells & !ROW_W_60) >> 1
}

/// Twelve columns.
impl Cells for u64 {
    const NONE: u64 = 0;
    const ROW_W: u64 = ROW_W_60;
    const COLUMN_1: u64 = 0b11111;

    #[inline(always)]
    fn bit(index: u32) -> u64 {
        if index < 64 { 1 << index } else { 0 }
    }
    #[inline(always)]
    fn home(colour: Colour) -> u64 {
        const ROWS_OF: [u64; 6] =
            [ROW_W_60, ROW_W_60 << 1, ROW_W_60 << 2, ROW_W_60 << 3, ROW_W_60 << 4, 0];
        ROWS_OF[colour as usize]
    }
    #[inline(always)]
    fn around(self) -> u64 {
        cells_around(self)
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline(always)]
    fn rows(self) -> u32 {
        let six = self | self >> 30;
        let three = six | six >> 15;
        (three | three >> 5 | three >> 10) as u32 & 0b11111
    }
    #[inline(always)]
    fn select(condition: bool, yes: u64, no: u64) -> u64 {
        no ^ ((yes ^ no) & u64::from(condition).wrapping_neg())
    }
    #[inline(always)]
    fn up(self, by: u32) -> u64 {
        self << by
    }
    #[inline(always)]
    fn down(self, by: u32) -> u64 {
        self >> by
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn nth<C: Cpu>(self, cpu: C, k: u32) -> u32 {
        cpu.nth_set(self, k)
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [self, 0, 0]
    }
    #[inline(always)]
    fn from_words(words: [u64; 2], _: u64) -> u64 {
        words[0]
    }
    #[inline(always)]
    fn from_index(from: u32) -> u64 {
        // Twelve columns of five cells end before bit 64.
        u64::MAX << from
    }
}

/// Thirty-eight columns in three words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide(pub(super) [u64; 3]);

impl BitAnd for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        Wide([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        Wide([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide([!self.0[0], !self.0[1], !self.0[2]])
    }
}

impl Cells for Wide {
    const NONE: Wide = Wide([0; 3]);
    const ROW_W: Wide = {
        let (mut words, mut bit) = ([0; 3], 0);
        while bit < 38 * 5 {
            words[bit / 64] |= 1 << (bit % 64);
            bit += 5;
        }
        Wide(words)
    };
    const COLUMN_1: Wide = Wide([0b11111, 0, 0]);

    #[inline(always)]
    fn bit(index: u32) -> Wide {
        let mut words = [0; 3];
        if let Some(word) = words.get_mut(index as usize / 64) {
            *word = 1 << (index % 64);
        }
        Wide(words)
    }
    #[inline(always)]
    fn select(condition: bool, yes: Wide, no: Wide) -> Wide {
        if condition { yes } else { no }
    }
    /// `by` is between 1 and 63, or 0.
    #[inline(always)]
    fn up(self, by: u32) -> Wide {
        let [a, b, c] = self.0;
        if by == 0 {
            return self;
        }
        Wide([a << by, b << by | a >> (64 - by), c << by | b >> (64 - by)])
    }
    #[inline(always)]
    fn down(self, by: u32) -> Wide {
        let [a, b, c] = self.0;
        if by == 0 {
            return self;
        }
        Wide([a >> by | b << (64 - by), b >> by | c << (64 - by), c >> by])
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn nth<C: Cpu>(self, cpu: C, mut k: u32) -> u32 {
        for (word, base) in self.0.into_iter().zip([0, 64, 128]) {
            let here = word.count_ones();
            if k < here {
                return base + cpu.nth_set(word, k);
            }
            k -= here;
        }
        192
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        self.0
    }
    #[inline(always)]
    fn from_words(words: [u64; 2], far: u64) -> Wide {
        Wide([words[0], words[1], far])
    }
    #[inline(always)]
    fn from_index(from: u32) -> Wide {
        let mut words = [0; 3];
        for (word, base) in words.iter_mut().zip([0, 64, 128]) {
            *word = match from.saturating_sub(base) {
                by @ 0..64 => u64::MAX << by,
                _ => 0,
            };
        }
        Wide(words)
    }
}
