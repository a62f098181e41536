//! The rule set in the form in which play uses it.

use super::component::{
    Column, KINDS, Kind, MAX_CARDS, MAX_PLAYERS, SIDE, SUPPLIES, Token, UNITS, Unit,
};
use super::rule_set::{RuleSet, Strategy};
use super::whim::Pattern;

#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) players: u8,
    pub(super) everybody: u32,
    pub(super) board: u64,
    pub(super) beach: u8,
    pub(super) supply: [u8; SUPPLIES],
    pub(super) cards: u8,
    pub(super) kinds: [Kind; MAX_CARDS],
    pub(super) of_kind: [u64; KINDS],
    /// The columns at the bottom of each card.
    pub(super) landings: [u8; MAX_CARDS],
    pub(super) actions: u64,
    pub(super) strategies: [Strategy; 3],
    pub(super) points: [i32; UNITS],
    /// For each kind of unit whether raids destroy it: all parcels or none.
    pub(super) targets: [u64; UNITS],
    pub(super) whims: Vec<Pattern>,
}

impl Numbers {
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let (rows, columns) = (rule_set.board.rows, rule_set.board.columns);
        let beach = (0..columns).map(|column| Column(column).bit()).sum::<u8>();
        let board = (0..rows).map(|row| u64::from(beach) << (usize::from(row) * SIDE)).sum();
        let mut kinds = [Kind::Settler; MAX_CARDS];
        let (mut of_kind, mut landings, mut actions) = ([0; KINDS], [0; MAX_CARDS], 0);
        for (card, (kind, landing)) in rule_set.card_kinds().enumerate().take(MAX_CARDS) {
            kinds[card] = kind;
            of_kind[kind as usize] |= 1 << card;
            actions |= u64::from(!kind.is_event()) << card;
            landings[card] = landing.bytes().map(|letter| Column(letter - b'a').bit()).sum();
        }
        let scoring = &rule_set.scoring;
        let points = [
            scoring.villager,
            scoring.soldier,
            scoring.cottage,
            scoring.fortress,
            scoring.tower,
            0,
        ];
        let target = |unit| if rule_set.switches.raid_targets.contains(&unit) { board } else { 0 };
        Numbers {
            players: players as u8,
            everybody: (1 << players) - 1,
            board,
            beach,
            supply: rule_set.supply.all(),
            cards: rule_set.card_count() as u8,
            kinds,
            of_kind,
            landings,
            actions,
            strategies: Token::ALL.map(|token| rule_set.strategies[token.name()]),
            points: points.map(i32::from),
            targets: Unit::ALL.map(target),
            whims: rule_set.whims.iter().map(|whim| Pattern::new(whim, rows, columns)).collect(),
        }
    }

    #[inline(always)]
    pub(super) fn kind(&self, card: u8) -> Kind {
        self.kinds[usize::from(card) % MAX_CARDS]
    }

    #[inline(always)]
    pub(super) fn next(&self, seat: u8) -> u8 {
        let next = seat + 1;
        if next >= self.players { 0 } else { next }
    }

    /// The seat that is `steps` after `first`, fewer than there are seats.
    #[inline(always)]
    pub(super) fn after(&self, first: u8, steps: u8) -> u8 {
        let seat = first + steps;
        if seat >= self.players { seat - self.players } else { seat }
    }

    #[inline(always)]
    pub(super) fn seats(&self) -> std::ops::Range<usize> {
        0..usize::from(self.players).min(MAX_PLAYERS)
    }

    #[inline(always)]
    pub(super) fn kinds_of(&self, mut cards: u64) -> u32 {
        let mut kinds = 0;
        while cards != 0 {
            kinds |= self.kind(cards.trailing_zeros() as u8).bit();
            cards &= cards - 1;
        }
        kinds
    }
}
