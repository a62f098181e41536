//! What belongs to one seat.

use std::collections::BTreeMap;

use super::stone;

/// A1: cards discarded for amulets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// In ascending order.
    pub cards: Vec<usize>,
    /// U3: the hand was public, so everybody knows these cards.
    pub public: bool,
    /// These cards are what was left of the dealt hand.
    pub dealt: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Vikings at home, in step 2 those not yet placed.
    pub home: usize,
    /// Vikings on material spaces and siege spaces, such as `A` and `2B`.
    pub sent: BTreeMap<String, usize>,
    /// The place of the Viking placed last in this round (N4).
    pub last_place: Option<String>,
    /// H1: Vikings on stations 1, 2 and 3.
    pub hospital: Vec<usize>,
    /// In ascending order; a chosen card is among them until it is revealed.
    pub hand: Vec<usize>,
    /// 2.7: the hand has been picked up from the pile and not been swapped since.
    pub hand_public: bool,
    /// What is in the hand has been there since the deal.
    pub hand_dealt: bool,
    /// The cards of the dealt hand that have been played.
    pub dealt_played: Vec<usize>,
    /// The own discard pile, in ascending order.
    pub pile: Vec<usize>,
    pub amulets: usize,
    pub swaps: Vec<Swap>,
    /// Six walls, from the bottom up.
    pub walls: Vec<Vec<char>>,
    /// E10: what has found no room on the walls.
    pub beside: Vec<char>,
    /// Stones that the Vikings carry, sorted.
    pub load: Vec<char>,
    /// N8: the wall of the last stone built in this step.
    pub last_wall: usize,
    /// Section 2.14.
    pub facts: BTreeMap<String, i64>,
}

impl Player {
    /// S1
    pub fn new(vikings: usize, amulets: usize, hand: Vec<usize>) -> Player {
        Player {
            home: vikings,
            sent: BTreeMap::new(),
            last_place: None,
            hospital: vec![0; 3],
            hand,
            hand_public: false,
            hand_dealt: true,
            dealt_played: Vec::new(),
            pile: Vec::new(),
            amulets,
            swaps: Vec::new(),
            walls: vec![Vec::new(); 6],
            beside: Vec::new(),
            load: Vec::new(),
            last_wall: 1,
            facts: BTreeMap::new(),
        }
    }

    /// The own Vikings on a place.
    pub fn on(&self, place: &str) -> usize {
        self.sent.get(place).copied().unwrap_or(0)
    }

    /// A Viking leaves a place.
    pub fn leave(&mut self, place: &str) {
        let vikings = self.sent.get_mut(place).expect("a Viking there");
        *vikings -= 1;
        if *vikings == 0 {
            self.sent.remove(place);
        }
    }

    /// The stones of the village, those beside it included.
    pub fn village(&self) -> Vec<char> {
        let mut stones = self.walls.concat();
        stones.extend(&self.beside);
        stone::sorted(&stones)
    }

    pub fn carry(&mut self, kind: char) {
        self.load.push(kind);
        self.load = stone::sorted(&self.load);
    }

    pub fn count(&mut self, fact: &str, amount: usize) {
        *self.facts.entry(fact.to_owned()).or_default() += amount as i64;
    }
}
