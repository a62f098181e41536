//! What is on the table, in the hands, and to be decided.

use std::ops::Index;

use serde::Serialize;

use super::component::{
    EDICT, KINDS, Kind, LONGSHIP, MAX_CARDS, MAX_PLAYERS, SUPPLIES, Token, UNITS, Unit,
};
use crate::seat::Seat;

/// Lists of a deal that serve reshuffles and thefts (D3, D4).
pub(super) const MIXES: usize = 8;

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Phase {
    /// Which whim to keep (S4).
    Whim,
    /// Where the first villagers come (S5).
    Settle,
    /// Which token (T1).
    Token,
    /// What to do in the own turn (A1).
    Turn,
    /// Which of the cards laid aside to drop (T3).
    Drop,
    /// Whether to answer a card (W2).
    Respond,
    /// Where a card takes effect (K5).
    Effect,
    /// What an event costs or brings (E2).
    Event,
    /// Which longship a tower destroys (R2).
    Tower,
    /// Which soldier fights (R3).
    Soldier,
    /// Where the month's piece comes (M2).
    Month,
    /// The game is over.
    Over,
}

impl Phase {
    /// Whether its decisions belong to somebody's turn, the deciding seat's or another's.
    #[inline(always)]
    pub fn in_turn(self) -> bool {
        matches!(self, Phase::Turn | Phase::Drop | Phase::Respond | Phase::Effect | Phase::Event)
    }

    /// Whether it comes before all turns of a round.
    #[inline(always)]
    pub fn is_early(self) -> bool {
        matches!(self, Phase::Whim | Phase::Settle | Phase::Token)
    }
}

/// A token chosen in this round, or none.
pub(super) const NO_TOKEN: u8 = 3;
/// Number of a whim that has not been chosen.
pub(super) const NO_WHIM: u8 = u8::MAX;

/// What one seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// Parcels with each kind of unit as bits, in the order of [`Unit::ALL`].
    pub units: [u64; UNITS],
    /// Cards as bits.
    pub hand: u64,
    /// Cards stolen from this seat that it knows to be in the hand of the thief (H3).
    pub(super) known: u64,
    pub(super) whims: u64,
    pub(super) track: i32,
    /// Kinds of the cards in hand, one [bit](Kind::bit) for each.
    pub kinds: u32,
    /// Columns with a longship at the beach, as bits.
    pub longships: u8,
    /// Edicts left.
    pub edicts: u8,
    /// Number of the whim that it keeps, or [`NO_WHIM`].
    pub(super) whim: u8,
    /// The token chosen in this round, or [`NO_TOKEN`].
    pub(super) token: u8,
}

impl Player {
    /// Nothing, and nothing chosen.
    pub const EMPTY: Player = Player {
        units: [0; UNITS],
        hand: 0,
        known: 0,
        whims: 0,
        track: 0,
        kinds: 0,
        longships: 0,
        edicts: 0,
        whim: NO_WHIM,
        token: NO_TOKEN,
    };

    #[inline(always)]
    pub(super) const fn unit(&self, unit: Unit) -> u64 {
        self.units[unit as usize]
    }

    #[inline(always)]
    pub(super) const fn built(&self) -> u64 {
        let [a, b, c, d, e, f] = self.units;
        a | b | c | d | e | f
    }
}

/// The cards that have not been drawn; the last one is the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck {
    /// Numbers from 0; 0 where there is none, so that equal decks are equal.
    cards: [u8; MAX_CARDS],
    len: u8,
}

impl Deck {
    pub(super) const EMPTY: Deck = Deck { cards: [0; MAX_CARDS], len: 0 };

    #[inline(always)]
    pub(super) fn draw(&mut self) -> Option<u8> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        let card = &mut self.cards[usize::from(last) % MAX_CARDS];
        Some(std::mem::take(card))
    }

    /// Under all others, so the first card put into an empty deck is the last one drawn.
    #[inline(always)]
    pub(super) fn put(&mut self, card: u8) {
        self.cards[usize::from(self.len) % MAX_CARDS] = card;
        self.len += 1;
    }

    /// Takes out the card of a set that would be drawn last.
    pub(super) fn take_last_of(&mut self, set: u64) -> Option<u8> {
        let place = self.cards().iter().position(|&card| set >> card & 1 != 0)?;
        let len = usize::from(self.len);
        self.cards[place..len].rotate_left(1);
        self.draw()
    }

    /// Number of cards.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// All cards, the next one last.
    #[inline(always)]
    pub(super) fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.len).min(MAX_CARDS)]
    }

    #[inline(always)]
    pub(super) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[..usize::from(self.len).min(MAX_CARDS)]
    }
}

/// The response window, and the card announced before it (K4, W1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) kind: Kind,
    /// The seat that it names, or its player.
    pub(super) target: u8,
    /// Who put the top there.
    pub(super) owner: u8,
    /// Whether the top is a card: the one announced, or a counter.
    pub(super) is_card: bool,
    pub(super) responses: u16,
}

impl Window {
    pub(super) const NONE: Window =
        Window { kind: Kind::Settler, target: 0, owner: 0, is_card: false, responses: 0 };
}

/// A state of the game. Agents read the public fields; nothing checks what is written into them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: [Player; MAX_PLAYERS],
    pub(super) discard: u64,
    /// Cards that the seat whose turn it is has laid aside (T2).
    pub(super) aside: u64,
    /// Units by kind, then edicts and longships (C3).
    pub supply: [u8; SUPPLIES],
    pub(super) epoch: u32,
    pub(super) window: Window,
    /// What is to be decided.
    pub phase: Phase,
    pub(super) seat: u8,
    /// The first player of the round.
    pub first: u8,
    /// The round, from 1; 0 before the first one.
    pub(super) round: u8,
    /// Seats that have had their turn, or their raids, in this round.
    pub(super) turn: u8,
    /// Actions left in the turn.
    pub actions: u8,
    /// Whether the cards of the token are still to be drawn.
    pub owed: bool,
    pub(super) drawing: u8,
    pub(super) announced: u8,
    pub(super) asked: Unit,
    pub(super) gain: bool,
    pub(super) reached: u8,
    /// Villagers that the seat still has to place (S5), or towers that have not fired (R2).
    pub(super) left: u8,
    /// Columns whose longship has not raided yet (R3).
    pub(super) raiders: u8,
    /// No raids in this round (E3).
    pub fog: bool,
    /// Seats that have filled their boards (F1).
    pub filled: u8,
    /// Number of the official whim (S3).
    pub whim: u8,
    pub(super) mix: u8,
    /// Cards that have not been drawn.
    pub deck: Deck,
    pub(super) mixes: Mixes,
}

/// Orders of all cards, numbers from 0 (D3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant)] // states are copied, so nothing is boxed
pub(super) enum Mixes {
    Dealt([[u8; MAX_CARDS]; MIXES]),
    /// Drawn by the generator that stands there, which shuffles them when they are asked for: few are.
    Drawn(u64),
}

impl Index<Seat> for State {
    type Output = Player;
    #[inline(always)]
    fn index(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
}

impl State {
    #[inline(always)]
    pub(super) fn player(&self, seat: u8) -> &Player {
        &self.players[usize::from(seat) % MAX_PLAYERS]
    }

    #[inline(always)]
    pub(super) fn player_mut(&mut self, seat: u8) -> &mut Player {
        &mut self.players[usize::from(seat) % MAX_PLAYERS]
    }

    #[inline(always)]
    pub(super) const fn has(&self, unit: Unit) -> bool {
        self.supply[unit as usize] > 0
    }

    #[inline(always)]
    pub(super) const fn take(&mut self, unit: Unit) {
        self.supply[unit as usize] -= 1;
    }

    #[inline(always)]
    pub(super) const fn give_back(&mut self, unit: Unit) {
        self.supply[unit as usize] += 1;
    }

    /// D3: after the last list the first comes again.
    pub(super) fn next_mix(&mut self) {
        self.mix = (self.mix + 1) % MIXES as u8;
    }

    /// Takes as many edicts for a seat as the supply has, up to `number`.
    #[inline(always)]
    pub(super) fn take_edicts(&mut self, seat: u8, number: u8) {
        let taken = number.min(self.supply[EDICT]);
        self.supply[EDICT] -= taken;
        self.player_mut(seat).edicts += taken;
    }

    #[inline(always)]
    pub(super) fn remove_longship(&mut self, seat: u8, column: u8) {
        self.player_mut(seat).longships &= !column;
        self.supply[LONGSHIP] += 1;
    }

    /// Takes back an action of the token, or a choice where a card takes effect, which touch nothing else.
    #[inline(always)]
    pub fn take_back(&mut self, earlier: &State) {
        for seat in [earlier.seat, earlier.window.target] {
            *self.player_mut(seat) = *earlier.player(seat);
        }
        (self.supply, self.phase) = (earlier.supply, earlier.phase);
        (self.actions, self.filled) = (earlier.actions, earlier.filled);
        debug_assert_eq!(self, earlier);
    }

    /// The round, from 1; 0 before the first one.
    #[inline(always)]
    pub fn round(&self) -> u32 {
        self.round.into()
    }

    /// Parcels of a seat with a kind of unit, as bits.
    #[inline(always)]
    pub fn units(&self, seat: Seat, unit: Unit) -> u64 {
        self.players[seat.index() % MAX_PLAYERS].unit(unit)
    }

    /// The token that a seat has chosen in this round, if it has.
    pub fn chosen(&self, seat: Seat) -> Option<Token> {
        Token::ALL.get(usize::from(self.players[seat.index() % MAX_PLAYERS].token)).copied()
    }
}

const _: () = assert!(KINDS <= 32);
// A search copies states.
const _: () = assert!(std::mem::size_of::<State>() <= 1024);
