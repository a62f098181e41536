//! The auction for being first, and the vikings that seats put on the wheel in turn (A1 to A3).

use super::component::Colour;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Auction {
    /// Vikings drawn for the round and not yet removed or set: four bits per colour.
    drawn: u32,
    pub(super) bid: u32,
    /// The seat that made it, or [`NOBODY`].
    leader: u8,
    /// Seats that have not passed, one bit each; the highest bit: the first bid has been made.
    bidders: u8,
}

const NOBODY: u8 = u8::MAX;
const OPENED: u8 = 1 << 7;

impl Auction {
    pub(super) const NONE: Auction = Auction { drawn: 0, bid: 0, leader: NOBODY, bidders: OPENED };

    /// The first player is to open the bidding for these vikings.
    #[inline(always)]
    pub(super) fn new(drawn: u32, players: usize) -> Auction {
        Auction { drawn, bid: 0, leader: NOBODY, bidders: (1 << players) - 1 }
    }

    /// Whether the first bid has been made; it may be 0, and nobody can pass before it.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.bidders & OPENED != 0
    }

    #[inline(always)]
    pub(super) fn bidders(&self) -> u8 {
        self.bidders & !OPENED
    }

    /// Seats that are out, by passing or by an opening zero that does not stand (A2).
    pub(super) fn passed(&self, players: usize) -> impl Iterator<Item = usize> + use<> {
        let bidders = self.bidders();
        (0..players).filter(move |seat| bidders >> seat & 1 == 0)
    }

    #[inline(always)]
    pub(super) fn bids(&self, limit: u32) -> u32 {
        if self.is_open() { limit.saturating_sub(self.bid) } else { limit + 1 }
    }

    #[inline(always)]
    pub(super) fn least(&self) -> u32 {
        if self.is_open() { self.bid + 1 } else { 0 }
    }

    /// A bid; the opening zero stands or takes its seat out (A2).
    #[inline(always)]
    pub(super) fn bid(&mut self, seat: u8, amount: u32, zero_stands: bool) {
        self.bidders |= OPENED;
        if amount > 0 {
            self.bid = amount;
            self.leader = seat;
        } else if !zero_stands {
            self.pass(seat);
        }
    }

    #[inline(always)]
    pub(super) fn pass(&mut self, seat: u8) {
        self.bidders &= !(1 << seat);
    }

    /// The next seat clockwise from `seat` that is asked, or `None` if only one is left in; but as
    /// long as nobody has bid, the last of the others is asked too, if the opening zero is out.
    #[inline(always)]
    pub(super) fn next(&self, seat: u8, zero_stands: bool) -> Option<u8> {
        let bidders = u32::from(self.bidders());
        let asked_alone = !zero_stands && self.leader == NOBODY && bidders != 0;
        if bidders & bidders.wrapping_sub(1) == 0 && !asked_alone {
            return None;
        }
        // The mask of seats twice side by side, so that the first follows the last.
        let round = (bidders | bidders << 4) >> (seat + 1);
        Some((seat + 1 + round.trailing_zeros() as u8) & 3)
    }

    #[inline(always)]
    pub(super) fn close(&mut self) {
        *self = Auction { drawn: self.drawn, ..Auction::NONE };
    }

    #[inline(always)]
    pub(super) fn winner(&self, first: u8) -> u8 {
        if self.leader == NOBODY { first } else { self.leader }
    }

    pub(super) fn leader(&self) -> Option<u8> {
        (self.leader != NOBODY).then_some(self.leader)
    }

    #[inline(always)]
    pub(super) fn count(&self, colour: Colour) -> u32 {
        (self.drawn >> (4 * colour.index())) & 15
    }

    pub(super) fn letters(&self) -> String {
        Colour::letters(|colour| self.count(colour))
    }

    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        let pairs = (self.drawn & 0x000F_0F0F) + ((self.drawn >> 4) & 0x000F_0F0F);
        (pairs.wrapping_mul(0x0001_0101) >> 16) & 0xFF
    }

    #[inline(always)]
    pub(super) fn colours(&self) -> u32 {
        let drawn = self.drawn;
        (drawn | drawn >> 1 | drawn >> 2 | drawn >> 3) & 0x0011_1111
    }

    /// One viking leaves the game (A3).
    #[inline(always)]
    pub(super) fn remove(&mut self, colour: Colour) {
        self.drawn -= 1 << (4 * colour.index());
    }

    /// All vikings of a colour go onto the wheel (A3).
    #[inline(always)]
    pub(super) fn set(&mut self, colour: Colour) {
        self.drawn &= !(15 << (4 * colour.index()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_bidding_goes_clockwise_among_those_left_in() {
        for players in 2..=4u8 {
            let mut auction = Auction::new(0, usize::from(players));
            for seat in 0..players {
                assert_eq!(auction.next(seat, true), Some((seat + 1) % players));
            }
            auction.pass(1);
            let expected = (players > 2).then_some(2);
            assert_eq!(auction.next(0, true), expected);
            assert_eq!(auction.next(players - 1, true), (players > 2).then_some(0));
        }
    }

    #[test]
    fn counts_are_kept_by_colour() {
        let mut auction = Auction::new(0x00D0_0000, 4);
        assert_eq!((auction.total(), auction.count(Colour::Boatswain)), (13, 13));
        auction.remove(Colour::Boatswain);
        assert_eq!((auction.total(), auction.colours()), (12, 0x0010_0000));
        auction.set(Colour::Boatswain);
        assert_eq!((auction.total(), auction.colours()), (0, 0));
        assert_eq!(Auction::new(0x0032_1223, 2).total(), 13);
    }
}
