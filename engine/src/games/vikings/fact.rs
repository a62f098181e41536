//! Strategy facts of one seat in one game, and those of each kind of bonus tile.

use super::bonus::Bonus;
use crate::fact::Fact;
use crate::item::{Item, ItemFacts, ItemTable};

crate::facts! {
    /// Facts of one seat in one game, in the order of their columns.
    pub enum VikingsFact {
        Price0: Count = "lots_price_0", "lots bought for nothing";
        Price1: Count = "lots_price_1", "lots bought at price 1";
        Price2: Count = "lots_price_2", "lots bought at price 2";
        Price3: Count = "lots_price_3", "lots bought at price 3";
        Price4: Count = "lots_price_4", "lots bought at price 4";
        Price5: Count = "lots_price_5", "lots bought at price 5";
        Price6: Count = "lots_price_6", "lots bought at price 6";
        Price7: Count = "lots_price_7", "lots bought at price 7";
        Price8: Count = "lots_price_8", "lots bought at price 8";
        Price9: Count = "lots_price_9", "lots bought at price 9";
        Price10: Count = "lots_price_10", "lots bought at price 10";
        Price11: Count = "lots_price_11", "lots bought at price 11";
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
        ShipsN: Count = "ships_red", "ships with a red sail (reaches N)";
        ShipsS: Count = "ships_green", "ships with a green sail (reaches S)";
        ShipsG: Count = "ships_yellow", "ships with a yellow sail (reaches G)";
        ShipsF: Count = "ships_blue", "ships with a blue sail (reaches F)";
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
        GoldGold5: Count = "gold_bonus_gold5", "gold from tiles `gold5`";
        GoldGoldsmith1: Count = "gold_bonus_goldsmith1", "gold from tiles `goldsmith1`";
        GoldGoldsmith2: Count = "gold_bonus_goldsmith2", "gold from tiles `goldsmith2`";
        GloryBid: Source = "glory_bid", "glory paid for bids (negative)";
        // Of every kind, in the order of `Bonus`: glory may be given with any.
        GloryGold5: Source = "glory_bonus_gold5", "glory given with tiles `gold5`";
        GloryGoldsmith1: Source = "glory_bonus_goldsmith1", "glory given with tiles `goldsmith1`";
        GloryGoldsmith2: Source = "glory_bonus_goldsmith2", "glory given with tiles `goldsmith2`";
        GloryLongboat: Source = "glory_bonus_longboat", "glory given with tiles `longboat`";
        GloryNoble1: Source = "glory_bonus_noble1", "glory from tiles `noble1`";
        GloryScout1: Source = "glory_bonus_scout1", "glory from tiles `scout1`";
        GloryFisher1: Source = "glory_bonus_fisher1", "glory from tiles `fisher1`";
        GloryBoatswain: Source = "glory_bonus_boatswain", "glory for most boatswains that the seat would not have had without its tiles";
        GloryFood3: Source = "glory_bonus_food3", "glory for food left over beyond what the base rule gives";
        GloryGold3: Source = "glory_bonus_gold3", "glory for gold beyond what the base rule gives";
        GloryBuildingA: Source = "glory_bonus_building_a", "glory from the tiles `building-a`";
        GloryBuildingB: Source = "glory_bonus_building_b", "glory from the tiles `building-b`";
        GloryBuildingC: Source = "glory_bonus_building_c", "glory from the tiles `building-c`";
        GloryBuildingD: Source = "glory_bonus_building_d", "glory from the tiles `building-d`";
    }
}

impl VikingsFact {
    /// The fact `offset` places after this one.
    #[inline(always)]
    pub(super) fn plus(self, offset: u32) -> crate::fact::Fact {
        crate::fact::Fact(self as u8 + offset as u8)
    }
}

/// How many of the facts belong to the base game.
pub(super) const PLAIN_FACTS: usize = VikingsFact::Auctions as usize;

/// The bonus tiles and their facts.
pub(super) const BONUS_TILES: ItemTable = table(&PRINTED);

/// The same where glory is given with tiles that bring none by the printed rules.
pub(super) const TILES_WITH_GLORY: ItemTable = table(&WITH_GLORY);

const PRINTED: [Item; Bonus::COUNT] = items(false);
const WITH_GLORY: [Item; Bonus::COUNT] = items(true);

const fn table(items: &'static [Item]) -> ItemTable {
    ItemTable {
        file: "bonus_tiles",
        column: "kind",
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
    let glory = Some(Fact(F::GloryGold5 as u8 + kind as u8));
    let (score, gain) = match kind {
        Bonus::Gold5 => (None, Some(Fact(F::GoldGold5 as u8))),
        Bonus::Goldsmith1 => (None, Some(Fact(F::GoldGoldsmith1 as u8))),
        Bonus::Goldsmith2 => (None, Some(Fact(F::GoldGoldsmith2 as u8))),
        Bonus::Longboat => (None, None),
        _ => (glory, None),
    };
    let facts = ItemFacts {
        appeared: Fact(F::Appeared as u8 + kind as u8),
        rounds: Fact(F::Rounds as u8 + kind as u8),
        offered: Fact(F::Offered as u8 + kind as u8),
        taken: Fact(F::Taken as u8 + kind as u8),
        declined: Fact(F::Declined as u8 + kind as u8),
        round: Fact(F::Round as u8 + kind as u8),
        price: Fact(F::PriceTaken as u8 + kind as u8),
        score: if with_glory { glory } else { score },
        gain,
    };
    Item { name: kind.name(), take: None, facts: Some(facts) }
}
