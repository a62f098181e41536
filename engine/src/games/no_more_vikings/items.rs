//! The kinds of action cards as items, and cards that a seat is given from outside the game: not part of the
//! rules, but a way to measure what a card is worth to its holder.

use super::NoMoreVikings;
use super::component::{Kind, MAX_CARDS};
use super::state::{Phase, State};
use super::turn::lowest;
use crate::item::{Item, ItemTable};

pub(super) const CARDS: ItemTable = ItemTable {
    file: "cards",
    column: "item",
    resource: "edicts",
    key: "cards",
    take: ("play * | counter", "*"),
    // What brings cards.
    pursue: &["aggressive", "balanced"],
    items: &ITEMS,
};

/// How each is played, in the order of [`Kind::ALL`].
const PLAYS: [&str; Kind::ACTIONS] = [
    "play settler",
    "play recruit",
    "play builder",
    "play bow",
    "play beacon *",
    "play divert *",
    "play abduct *",
    "play burn *",
    "play duel *",
    "play steal *",
    "play harvest",
    "play favour",
    "counter",
];

const ITEMS: [Item; Kind::ACTIONS] = {
    let mut items = [Item { name: "", take: None, facts: None }; Kind::ACTIONS];
    let mut index = 0;
    while index < Kind::ACTIONS {
        items[index] =
            Item { name: Kind::ALL[index].name(), take: Some(PLAYS[index]), facts: None };
        index += 1;
    }
    items
};

impl NoMoreVikings {
    pub(super) fn cards_of(&self, item: usize) -> u64 {
        if item < Kind::ACTIONS { self.numbers.of_kind[item] } else { 0 }
    }

    /// Gives a seat a card of item number `item`: the one of the deck that would be drawn last, so that the next
    /// draws stay as they are, or else one of the discard. To the others it is one more unknown card. Returns
    /// whether there is such a card.
    pub(super) fn give(&self, state: &mut State, seat: usize, item: usize) -> bool {
        let cards = self.cards_of(item);
        if state.phase == Phase::Over {
            return false;
        }
        let card = match state.deck.take_last_of(cards) {
            Some(card) => 1 << card,
            None => lowest(state.discard & cards),
        };
        state.discard &= !card;
        let player = &mut state.players[seat];
        player.hand |= card;
        player.kinds = self.numbers.kinds_of(player.hand);
        // As if it had been drawn.
        state.epoch += u32::from(card != 0);
        card != 0
    }
}

const _: () = assert!(MAX_CARDS <= u64::BITS as usize);
