//! Strategy facts of one seat in one game, and those of each kind of bonus tile.

use super::bonus::Bonus;
use crate::item::{Item, ItemFacts, ItemTable};

crate::facts! {
    /// Facts of one seat in one game, in the order of their columns.
    pub enum VikingsFact {
        for [
            "0" "for nothing", "1" "at price 1", "2" "at price 2", "3" "at price 3", "4" "at price 4",
            "5" "at price 5", "6" "at price 6", "7" "at price 7", "8" "at price 8", "9" "at price 9",
            "10" "at price 10", "11" "at price 11"
        ] {
            Prices: Count = "lots_price_", "lots bought " "";
        }
        GoldSpent: Count = "gold_spent", "gold paid for lots";
        for [
            "warriors" "warriors", "nobles" "nobles", "scouts" "scouts",
            "goldsmiths" "goldsmiths", "fishermen" "fishermen", "boatswains" "boatswains"
        ] {
            Bought: Count = "bought_", "" " bought";
        }
        for [
            "warriors" "warriors", "nobles" "nobles", "scouts" "scouts",
            "goldsmiths" "goldsmiths", "fishermen" "fishermen"
        ] {
            Placed: Count = "placed_", "" " placed on the tile of their lot";
            Ferried: Count = "ferried_", "" " moved by boatswains";
        }
        for [
            "warriors" "warriors", "nobles" "nobles", "scouts" "scouts",
            "goldsmiths" "goldsmiths", "fishermen" "fishermen", "boatswains" "boatswains"
        ] {
            Ashore: Count = "ashore_", "" " ashore at the end";
        }
        BoatswainsUsed: Count = "boatswains_used", "boatswains that left with a ferry";
        RightEnds: Count = "right_ends", "right ends placed";
        LeftEnds: Count = "left_ends", "left ends placed, the start tile included";
        Middles: Count = "middles", "middles placed";
        Discarded: Count = "discarded", "island tiles discarded";
        for [
            "red" "red sail (reaches N)", "green" "green sail (reaches S)",
            "yellow" "yellow sail (reaches G)", "blue" "blue sail (reaches F)"
        ] {
            Ships: Count = "ships_", "ships with a " "";
        }
        for ["red" "red", "green" "green", "yellow" "yellow", "blue" "blue"] {
            Repelled: Count = "repelled_", "" " sails repelled at the end";
        }
        Islands: Count = "complete_islands", "complete islands at the end";
        Longest: Count = "longest_island", "tiles of the longest complete island";
        GoldGoldsmiths: Count = "gold_goldsmiths", "gold from goldsmiths, all scorings";
        GoldWarriors: Count = "gold_warriors", "gold from repelled ships, all scorings";
        GloryStart: Source = "glory_start", "glory at the start";
        GloryExchanged: Source = "glory_exchanged", "glory paid for lots (negative)";
        GloryWarriors: Source = "glory_warriors", "glory from repelled ships";
        GloryNobles: Source = "glory_nobles", "glory from nobles";
        GloryScouts: Source = "glory_scouts", "glory from scouts themselves";
        GloryBelow: Source = "glory_scouts_below", "glory from goldsmiths and fishermen below scouts";
        GloryShips: Source = "glory_ships_lost", "glory lost to ships at the end (negative)";
        GloryGold: Source = "glory_gold", "glory for gold at the end";
        GloryBoatswains: Source = "glory_boatswains", "glory for most boatswains";
        GloryIslands: Source = "glory_islands", "glory for most complete islands";
        GloryLongest: Source = "glory_longest", "glory for the longest island";
        GlorySurplus: Source = "glory_food_surplus", "glory for food left over";
        GloryShortage: Source = "glory_food_shortage", "glory lost to hunger (negative)";
        // Advanced rules; only their variant counts these.
        Auctions: Count = "auctions_won", "auctions won";
        BidGold: Count = "bid_gold", "gold paid for bids";
        for [
            "warriors" "warriors", "nobles" "nobles", "scouts" "scouts",
            "goldsmiths" "goldsmiths", "fishermen" "fishermen", "boatswains" "boatswains"
        ] {
            Removed: Count = "removed_", "times the seat removed one of the " "";
            Set: Count = "set_", "times the seat set the " " on the wheel";
            SetAt: Count = "set_at_", "sum of the lowest spaces of the " " that it set";
        }
        Longboats: Count = "longboats_used", "longboats used";
        for [
            "gold5" "gold5", "goldsmith1" "goldsmith1", "goldsmith2" "goldsmith2",
            "longboat" "longboat", "noble1" "noble1", "scout1" "scout1", "fisher1" "fisher1",
            "boatswain" "boatswain", "food3" "food3", "gold3" "gold3", "building_a" "building-a",
            "building_b" "building-b", "building_c" "building-c", "building_d" "building-d"
        ] {
            Appeared: Count = "bonus_appeared_", "tiles `" "` laid face up in the game";
            Rounds: Count = "bonus_rounds_", "tiles `" "` face up, summed over the beginnings of rounds";
            Offered: Count = "bonus_offered_", "decisions at which a tile `" "` could be taken";
            Taken: Count = "bonus_taken_", "tiles `" "` taken";
            Declined: Count = "bonus_declined_", "decisions at which a tile `" "` and all others were declined";
            Round: Count = "bonus_round_", "sum of the rounds in which tiles `" "` were taken";
            PriceTaken: Count = "bonus_price_", "sum of the prices of the lots with which tiles `" "` were taken";
        }
        for ["gold5" "gold5", "goldsmith1" "goldsmith1", "goldsmith2" "goldsmith2"] {
            GoldBonus: Count = "gold_bonus_", "gold from tiles `" "`";
        }
        GloryBid: Source = "glory_bid", "glory paid for bids (negative)";
        // Of every kind, in the order of `Bonus`: glory may be given with any.
        for [
            "gold5" "given with tiles `gold5`", "goldsmith1" "given with tiles `goldsmith1`",
            "goldsmith2" "given with tiles `goldsmith2`", "longboat" "given with tiles `longboat`",
            "noble1" "from tiles `noble1`", "scout1" "from tiles `scout1`",
            "fisher1" "from tiles `fisher1`",
            "boatswain" "for most boatswains that the seat would not have had without its tiles",
            "food3" "for food left over beyond what the base rule gives",
            "gold3" "for gold beyond what the base rule gives",
            "building_a" "from the tiles `building-a`", "building_b" "from the tiles `building-b`",
            "building_c" "from the tiles `building-c`", "building_d" "from the tiles `building-d`"
        ] {
            GloryBonus: Source = "glory_bonus_", "glory " "";
        }
    }
}

pub(super) const PLAIN_FACTS: usize = VikingsFact::Auctions as usize;

pub(super) const BONUS_TILES: ItemTable = table(&PRINTED);

/// The same where glory is given with tiles that bring none by the printed rules.
pub(super) const TILES_WITH_GLORY: ItemTable = table(&WITH_GLORY);

const PRINTED: [Item; Bonus::COUNT] = items(false);
const WITH_GLORY: [Item; Bonus::COUNT] = items(true);

const fn table(items: &'static [Item]) -> ItemTable {
    ItemTable {
        file: "bonus_tiles",
        column: "item",
        resource: "gold",
        key: "bonus",
        take: ("take *", "decline"),
        pursue: &["bid *"],
        items,
    }
}

const fn items(with_glory: bool) -> [Item; Bonus::COUNT] {
    let mut items = [item(Bonus::Gold5, with_glory); Bonus::COUNT];
    let mut index = 0;
    while index < Bonus::COUNT {
        items[index] = item(Bonus::ALL[index], with_glory);
        index += 1;
    }
    items
}

const fn item(kind: Bonus, with_glory: bool) -> Item {
    use VikingsFact as F;
    let brings_gold = matches!(kind, Bonus::Gold5 | Bonus::Goldsmith1 | Bonus::Goldsmith2);
    let brings_glory = !brings_gold && !matches!(kind, Bonus::Longboat);
    let number = kind as u32;
    let facts = ItemFacts {
        appeared: F::Appeared.plus(number),
        rounds: F::Rounds.plus(number),
        offered: F::Offered.plus(number),
        taken: F::Taken.plus(number),
        declined: F::Declined.plus(number),
        round: F::Round.plus(number),
        price: F::PriceTaken.plus(number),
        score: if with_glory || brings_glory { Some(F::GloryBonus.plus(number)) } else { None },
        // These three are the first kinds.
        gain: if brings_gold { Some(F::GoldBonus.plus(number)) } else { None },
    };
    Item { name: kind.name(), take: None, facts: Some(facts) }
}
