//! One seat.

use std::collections::{BTreeMap, BTreeSet};

use super::piece::{Parcel, Piece, Village};

/// All that belongs to a seat; cards are numbers (C4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    pub village: Village,
    /// C2: the columns with a longship.
    pub beach: BTreeSet<usize>,
    /// In ascending order.
    pub hand: Vec<usize>,
    /// T2: cards laid aside, in ascending order.
    pub aside: Vec<usize>,
    /// H3: cards of the hand, and the seat that each was stolen from.
    pub stolen_from: BTreeMap<usize, usize>,
    /// S4: the whims to choose from, until one has been kept.
    pub drawn_whims: Vec<String>,
    /// S4: the kept one.
    pub whim: Option<String>,
    /// S4: those put away.
    pub put_away: Vec<String>,
    /// T1
    pub token: Option<String>,
    pub edicts: usize,
    /// Longships that gave a point (on the track).
    pub sunk: i64,
    /// 3.11: what is counted while the game goes on.
    pub facts: BTreeMap<String, i64>,
}

impl Player {
    pub fn count(&mut self, fact: &str) {
        *self.facts.entry(fact.to_owned()).or_default() += 1;
    }

    /// The parcels with a kind of unit.
    pub fn parcels(&self, unit: Piece) -> Vec<Parcel> {
        let parcels = self.village.iter().filter(|&(_, &other)| other == unit);
        parcels.map(|(&parcel, _)| parcel).collect()
    }

    pub fn has(&self, unit: Piece) -> bool {
        !self.parcels(unit).is_empty()
    }

    /// Adds a card to the hand.
    pub fn take_card(&mut self, card: usize) {
        self.hand.push(card);
        self.hand.sort_unstable();
    }

    /// H3: a card leaves the hand, and with it what others know of it.
    pub fn lose_card(&mut self, card: usize) {
        let place = self.hand.iter().position(|&other| other == card).expect("a card in hand");
        self.hand.remove(place);
        self.stolen_from.remove(&card);
    }
}
