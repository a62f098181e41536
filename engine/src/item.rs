//! Things that lie open for seats to take during a game (tiles, cards, supplies), each with its own facts. A file is
//! written about those that a game names in [`Recorded::items`](crate::recorded::Recorded::items).

use crate::fact::Fact;

/// All items of a game, for one file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ItemTable {
    /// Name of the file of their facts without its ending, for example `bonus_tiles`.
    pub file: &'static str,
    /// Name of the column with the items' names, for example `kind`.
    pub column: &'static str,
    /// What an item may give besides score, for example `gold`.
    pub resource: &'static str,
    /// Table of the rule set with an entry for each item, which may have a `value`; begins names of files about worth.
    pub key: &'static str,
    /// Patterns of the actions that take an item, and the action that takes none; `*` for any that does not take it.
    pub take: (&'static str, &'static str),
    /// Patterns of other actions that lead to items, such as bids for them.
    pub pursue: &'static [&'static str],
    /// The items in the order of the file.
    pub items: &'static [Item],
}

/// One kind of item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// Pattern of the actions that take it, if it is not that of the table with the name in place of `*`.
    pub take: Option<&'static str>,
    /// What is counted of it, if anything.
    pub facts: Option<ItemFacts>,
}

/// The facts of one kind of item. Unless stated otherwise, they count what their seat did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemFacts {
    /// How many lay open in the game; the same for every seat.
    pub appeared: Fact,
    /// Rounds that began with them lying open, summed over them; the same for every seat.
    pub rounds: Fact,
    /// Decisions at which the seat could have taken one.
    pub offered: Fact,
    /// How many the seat took.
    pub taken: Fact,
    /// Decisions at which the seat could have taken one and took nothing at all.
    pub declined: Fact,
    /// Sum of the rounds, from 1, in which they were taken.
    pub round: Fact,
    /// Sum of what was paid for the right to take them.
    pub price: Fact,
    /// Score that they gave directly; a source.
    pub score: Option<Fact>,
    /// The resource that they gave directly.
    pub gain: Option<Fact>,
}

impl ItemTable {
    /// Whether anything is counted of the items.
    pub fn has_facts(&self) -> bool {
        self.items.iter().any(|item| item.facts.is_some())
    }

    /// The pattern of the actions that take an item.
    pub fn pattern(&self, item: &Item) -> String {
        item.take.map_or_else(|| self.take.0.replace('*', item.name), str::to_owned)
    }
}
