//! The auction for the first seat, the removal of a viking and the setting of the colours on the
//! wheel (A1-A3 of the rules).

use super::component::{COLOURS, Viking};
use super::{Phase, SPACES, Twin};

/// The auction of one round and what follows it until the offer is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auction {
    /// Has the first player opened?
    opened: bool,
    /// The standing bid.
    bid: i64,
    /// Who made the standing bid; nobody as long as it is 0.
    bidder: Option<usize>,
    /// Which seats are still in.
    still_in: Vec<bool>,
    /// The vikings drawn that are neither removed nor set.
    drawn: Vec<Viking>,
    /// The viking on each space, as far as set.
    spaces: Vec<Option<Viking>>,
}

impl Auction {
    /// A1: before the opening, with the vikings drawn for the round.
    pub fn new(players: usize, drawn: Vec<Viking>) -> Auction {
        Auction {
            opened: false,
            bid: 0,
            bidder: None,
            still_in: vec![true; players],
            drawn,
            spaces: vec![None; SPACES],
        }
    }
}

impl Twin {
    /// A2: every integer up to gold + glory: the opening from 0, a raise from one above the
    /// standing bid; or a pass, but not as opening.
    pub(super) fn legal_bids(&self, auction: &Auction) -> Vec<String> {
        let player = &self.players[self.seat];
        let limit = player.gold + player.glory;
        let lowest = if auction.opened { auction.bid + 1 } else { 0 };
        let mut actions: Vec<String> = (lowest..=limit).map(|bid| format!("bid {bid}")).collect();
        if auction.opened {
            actions.push("pass".to_string());
        }
        actions
    }

    /// A2: an opening, or a raise.
    pub(super) fn bid(&mut self, mut auction: Auction, bid: i64) {
        if bid > 0 {
            auction.bid = bid;
            auction.bidder = Some(self.seat);
        } else if !self.rules.opening_zero_stands {
            auction.still_in[self.seat] = false;
        }
        auction.opened = true;
        self.go_on_bidding(auction);
    }

    /// A2: who passes is out.
    pub(super) fn pass(&mut self, mut auction: Auction) {
        auction.still_in[self.seat] = false;
        self.go_on_bidding(auction);
    }

    /// A2: clockwise to the next player still in; once one is left in, nobody is asked any more. But
    /// if the opener is out by his 0, each of the others is asked as long as nobody has bid.
    fn go_on_bidding(&mut self, auction: Auction) {
        let left = auction.still_in.iter().filter(|&&still_in| still_in).count();
        let opener_is_out = !auction.still_in[self.first];
        let last_to_be_asked = left == 1 && auction.bidder.is_none() && opener_is_out;
        if left > 1 || last_to_be_asked {
            self.seat = self.next_seat(self.seat);
            while !auction.still_in[self.seat] {
                self.seat = self.next_seat(self.seat);
            }
            self.phase = Phase::Bid(auction);
            return;
        }
        // The highest bidder wins and pays; if nobody bid, the first player wins and pays nothing.
        // A3: the winner is first player of the round and removes a viking.
        if let Some(winner) = auction.bidder {
            self.players[winner].pay_bid(auction.bid);
            self.first = winner;
        }
        self.seat = self.first;
        self.phase = Phase::Remove(auction);
    }

    /// A3: one of the vikings drawn; those of one colour are alike.
    pub(super) fn legal_removals(&self, auction: &Auction) -> Vec<String> {
        let colours = colours_of(&auction.drawn);
        colours.iter().map(|colour| format!("remove {}", colour.letter())).collect()
    }

    /// A3: the viking leaves the game, the tiles are laid, and the winner begins to set colours.
    pub(super) fn remove(&mut self, mut auction: Auction, colour: Viking) {
        let index = auction.drawn.iter().position(|&other| other == colour).expect("it was drawn");
        auction.drawn.remove(index);
        self.phase = Phase::Set(auction);
    }

    /// A3: a colour still unplaced.
    pub(super) fn legal_settings(&self, auction: &Auction) -> Vec<String> {
        let colours = colours_of(&auction.drawn);
        colours.iter().map(|colour| format!("set {}", colour.letter())).collect()
    }

    /// A3: all vikings of the colour go on the highest free spaces. Once all 12 are placed, the
    /// winner buys first.
    pub(super) fn set(&mut self, mut auction: Auction, colour: Viking) {
        for viking in &auction.drawn {
            if *viking == colour {
                let highest = auction.spaces.iter().rposition(|space| space.is_none());
                auction.spaces[highest.expect("a free space")] = Some(colour);
            }
        }
        auction.drawn.retain(|&viking| viking != colour);
        if auction.drawn.is_empty() {
            let vikings: Vec<Viking> = auction.spaces.iter().copied().flatten().collect();
            self.begin_purchases(vikings);
        } else {
            self.seat = self.next_seat(self.seat);
            self.phase = Phase::Set(auction);
        }
    }
}

/// The colours among the vikings, each once.
fn colours_of(vikings: &[Viking]) -> Vec<Viking> {
    COLOURS.into_iter().filter(|colour| vikings.contains(colour)).collect()
}
