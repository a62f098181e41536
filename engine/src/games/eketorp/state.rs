//! What is on the table and in the hands.

use std::ops::Index;

use serde::Serialize;

use super::component::{Cards, Kind, MAX_PLAYERS, Place, SPACES, Stones, WALLS, Wall};
use super::material::MAX_CARDS;
use super::talon::Talon;
use crate::seat::Seat;

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    /// Where to send Vikings (step 2).
    #[default]
    Place,
    /// Which fight or siege (step 4).
    Choose,
    /// Whether the attacker swaps his hand (A2).
    AttackerSwap,
    /// Whether the other one does.
    DefenderSwap,
    /// The attacker's card (D1).
    AttackerCard,
    /// The other one's card.
    DefenderCard,
    /// What to loot (L2).
    Loot,
    /// Which stone to take home (E6).
    Take,
    /// Where to build (T4).
    Build,
    /// The game is over.
    Over,
}

const VIKING_BITS: u32 = 5;
const VIKING_MASK: u32 = (1 << VIKING_BITS) - 1;

/// Vikings of each seat on one space.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Crowd(u32);

impl Crowd {
    /// Of a seat.
    #[inline(always)]
    pub const fn of(self, seat: usize) -> u32 {
        self.0 >> (VIKING_BITS * seat as u32) & VIKING_MASK
    }

    #[inline(always)]
    pub(super) const fn add(&mut self, seat: usize) {
        self.0 += 1 << (VIKING_BITS * seat as u32);
    }

    #[inline(always)]
    pub(super) const fn take(&mut self, seat: usize) {
        self.0 -= 1 << (VIKING_BITS * seat as u32);
    }

    /// Takes all of a seat away.
    pub(super) const fn clear(&mut self, seat: usize) {
        self.0 &= !(VIKING_MASK << (VIKING_BITS * seat as u32));
    }

    /// Of all seats.
    #[inline(always)]
    pub const fn total(self) -> u32 {
        const EVEN: u32 = 0x01F0_7C1F;
        let pairs = (self.0 & EVEN) + (self.0 >> VIKING_BITS & EVEN);
        (pairs & 0x3FF) + (pairs >> 10 & 0x3FF) + (pairs >> 20)
    }
}

/// Vikings of one seat at the stations of the hospital (H1).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sick(u16);

impl Sick {
    /// At a station from 1 to 3.
    #[inline(always)]
    pub const fn at(self, station: u32) -> u32 {
        (self.0 as u32) >> (VIKING_BITS * (station - 1)) & VIKING_MASK
    }

    #[inline(always)]
    pub(super) const fn add(&mut self, station: u32) {
        self.0 += 1 << (VIKING_BITS * (station - 1));
    }

    #[inline(always)]
    pub(super) const fn total(self) -> u32 {
        self.at(1) + self.at(2) + self.at(3)
    }

    /// H3: everybody advances; returns how many go home.
    #[inline(always)]
    pub(super) const fn advance(&mut self) -> u32 {
        let home = self.at(3);
        self.0 = self.0 << VIKING_BITS & 0x7FFF;
        home
    }
}

/// What one seat has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Player {
    /// Combat cards in hand.
    pub hand: Cards,
    /// The own discard pile, which lies open.
    pub pile: Cards,
    /// Cards discarded for amulets from a hand that the others did not know (U3).
    pub(super) discarded: Cards,
    /// The walls of the village.
    pub walls: [Wall; WALLS],
    /// Stones of the village, those beside it included.
    pub village: Stones,
    /// Stones on the way home.
    pub load: Stones,
    /// Places with own Vikings, one bit for each.
    pub(super) at: u32,
    /// Vikings in hospital.
    pub sick: Sick,
    /// Vikings at home; while the seat places, those not placed yet.
    pub home: u8,
    /// Amulets left.
    pub amulets: u8,
    pub(super) cards: u8,
    /// Of the discarded cards, those of the dealt hand, as long as nobody else knows whether they include
    /// one above 3 (S3); otherwise 0.
    pub(super) dealt: u8,
    /// New hands for amulets.
    pub(super) swaps: u8,
    /// Cards discarded for them, openly or not.
    pub(super) swapped: u8,
}

impl Player {
    #[inline(always)]
    pub(super) fn build(&mut self, kind: Kind, wall: u8) {
        let stone = Stones::of(kind, 1);
        self.load.take(stone);
        self.village.add(stone);
        self.walls[usize::from(wall)].push(kind);
    }
}

/// Sets of seats, one bit for each.
pub(super) type Seats = u8;

/// A duel, and the loot after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Duel {
    pub(super) place: Place,
    pub(super) attacker: u8,
    /// In a siege the village's owner (N6).
    pub(super) defender: u8,
    /// The attacker's card, still in his hand; 0 for none.
    pub(super) card: u8,
    /// Difference of the cards: the points that may be looted (L2).
    pub difference: u8,
    /// Swaps since the duel began or the defender was asked.
    pub(super) swaps: u8,
}

/// A state of the game. Agents read the public fields; nothing checks what is written into them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct State {
    /// Cards face down.
    pub talon: Talon,
    /// Numbers of the material cards, from 0, in the order of the rounds.
    pub(super) materials: [u8; MAX_CARDS],
    pub(super) players: [Player; MAX_PLAYERS],
    /// Stones on spaces A to G.
    pub stones: [Stones; SPACES],
    /// Vikings there.
    pub crowds: [Crowd; SPACES],
    pub(super) supply: Stones,
    /// Cards discarded for amulets from hands that everybody knew.
    pub(super) discarded: Cards,
    /// Siege spaces whose siege has been held (B4).
    pub(super) held: u32,
    /// Places where there may be fights.
    pub(super) fights: u32,
    /// Places where there may be a siege.
    pub(super) sieges: u32,
    pub(super) epoch: u16,
    /// Seats whose hand everybody knows (2.7).
    pub(super) known: Seats,
    /// Seats that hold nothing but cards of the dealt hand.
    pub(super) first_hand: Seats,
    /// Seats of whose dealt hand nobody else knows yet whether it includes a card above 3 (S3).
    pub(super) unproven: Seats,
    /// What is to be decided.
    pub phase: Phase,
    pub(super) seat: u8,
    /// The first player of the round.
    pub first: u8,
    pub(super) round: u8,
    /// The least place in the seat's order, or the least wall, that may be chosen next.
    pub from: u8,
    /// While the seat builds: the walls from which it may choose, one bit for each (N8).
    pub(super) walls: u8,
    /// Duels of this round so far, the present one included.
    pub(super) duels: u8,
    /// The duel that is being fought or has just been decided.
    pub duel: Duel,
}

#[inline(always)]
pub(super) fn seat_of(number: u8) -> Seat {
    Seat::new(usize::from(number & 7))
}

impl Index<Seat> for State {
    type Output = Player;
    #[inline(always)]
    fn index(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
}

impl State {
    /// A step begins with the first player.
    #[inline(always)]
    pub(super) fn begin(&mut self, phase: Phase) {
        (self.phase, self.seat, self.from) = (phase, self.first, 0);
    }

    #[inline(always)]
    pub(super) fn player(&self, seat: u8) -> &Player {
        &self.players[usize::from(seat)]
    }

    #[inline(always)]
    pub(super) fn player_mut(&mut self, seat: u8) -> &mut Player {
        &mut self.players[usize::from(seat)]
    }

    /// Whether everybody knows the hand of `seat` (2.7).
    #[inline]
    pub fn is_known(&self, seat: Seat) -> bool {
        self.known >> seat.index() & 1 == 1
    }

    /// Whether a seat holds what is left of its dealt hand.
    #[inline]
    pub fn is_first_hand(&self, seat: Seat) -> bool {
        self.first_hand >> seat.index() & 1 == 1
    }

    /// Of how many hidden cards of the dealt hand of `seat` everybody knows only that one is above 3 (S3): those in
    /// hand, or else those of them that it has discarded.
    pub(super) fn high_among(&self, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        let cards = if self.is_first_hand(seat) { player.cards } else { player.dealt };
        if self.unproven >> seat.index() & 1 == 1 { cards } else { 0 }
    }

    /// The number of the material card of the round, from 1.
    pub(super) fn material_card(&self) -> u8 {
        self.materials[usize::from(self.round)] + 1
    }

    /// The round, from 1.
    #[inline(always)]
    pub fn round(&self) -> u32 {
        u32::from(self.round) + 1
    }
}
