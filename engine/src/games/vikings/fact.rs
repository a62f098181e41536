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
        BoughtW: Count = "bought_warriors", "warriors bought";
        BoughtN: Count = "bought_nobles", "nobles bought";
        BoughtS: Count = "bought_scouts", "scouts bought";
        BoughtG: Count = "bought_goldsmiths", "goldsmiths bought";
        BoughtF: Count = "bought_fishermen", "fishermen bought";
        BoughtB: Count = "bought_boatswains", "boatswains bought";
        PlacedW: Count = "placed_warriors", "warriors placed on the tile of their lot";
        PlacedN: Count = "placed_nobles", "nobles placed on the tile of their lot";
        PlacedS: Count = "placed_scouts", "scouts placed on the tile of their lot";
        PlacedG: Count = "placed_goldsmiths", "goldsmiths placed on the tile of their lot";
        PlacedF: Count = "placed_fishermen", "fishermen placed on the tile of their lot";
        FerriedW: Count = "ferried_warriors", "warriors moved by boatswains";
        FerriedN: Count = "ferried_nobles", "nobles moved by boatswains";
        FerriedS: Count = "ferried_scouts", "scouts moved by boatswains";
        FerriedG: Count = "ferried_goldsmiths", "goldsmiths moved by boatswains";
        FerriedF: Count = "ferried_fishermen", "fishermen moved by boatswains";
        AshoreW: Count = "ashore_warriors", "warriors ashore at the end";
        AshoreN: Count = "ashore_nobles", "nobles ashore at the end";
        AshoreS: Count = "ashore_scouts", "scouts ashore at the end";
        AshoreG: Count = "ashore_goldsmiths", "goldsmiths ashore at the end";
        AshoreF: Count = "ashore_fishermen", "fishermen ashore at the end";
        AshoreB: Count = "ashore_boatswains", "boatswains ashore at the end";
        BoatswainsUsed: Count = "boatswains_used", "boatswains that left with a ferry";
        RightEnds: Count = "right_ends", "right ends placed";
        LeftEnds: Count = "left_ends", "left ends placed, the start tile included";
        Middles: Count = "middles", "middles placed";
        Discarded: Count = "discarded", "island tiles discarded";
        ShipsN: Count = "ships_red", "ships with a red sail (reaches N)";
        ShipsS: Count = "ships_green", "ships with a green sail (reaches S)";
        ShipsG: Count = "ships_yellow", "ships with a yellow sail (reaches G)";
        ShipsF: Count = "ships_blue", "ships with a blue sail (reaches F)";
        RepelledN: Count = "repelled_red", "red sails repelled at the end";
        RepelledS: Count = "repelled_green", "green sails repelled at the end";
        RepelledG: Count = "repelled_yellow", "yellow sails repelled at the end";
        RepelledF: Count = "repelled_blue", "blue sails repelled at the end";
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
        RemovedW: Count = "removed_warriors", "times the seat removed one of the warriors";
        RemovedN: Count = "removed_nobles", "times the seat removed one of the nobles";
        RemovedS: Count = "removed_scouts", "times the seat removed one of the scouts";
        RemovedG: Count = "removed_goldsmiths", "times the seat removed one of the goldsmiths";
        RemovedF: Count = "removed_fishermen", "times the seat removed one of the fishermen";
        RemovedB: Count = "removed_boatswains", "times the seat removed one of the boatswains";
        SetW: Count = "set_warriors", "times the seat set the warriors on the wheel";
        SetN: Count = "set_nobles", "times the seat set the nobles on the wheel";
        SetS: Count = "set_scouts", "times the seat set the scouts on the wheel";
        SetG: Count = "set_goldsmiths", "times the seat set the goldsmiths on the wheel";
        SetF: Count = "set_fishermen", "times the seat set the fishermen on the wheel";
        SetB: Count = "set_boatswains", "times the seat set the boatswains on the wheel";
        SetAtW: Count = "set_at_warriors", "sum of the lowest spaces of the warriors that it set";
        SetAtN: Count = "set_at_nobles", "sum of the lowest spaces of the nobles that it set";
        SetAtS: Count = "set_at_scouts", "sum of the lowest spaces of the scouts that it set";
        SetAtG: Count = "set_at_goldsmiths", "sum of the lowest spaces of the goldsmiths that it set";
        SetAtF: Count = "set_at_fishermen", "sum of the lowest spaces of the fishermen that it set";
        SetAtB: Count = "set_at_boatswains", "sum of the lowest spaces of the boatswains that it set";
        Longboats: Count = "longboats_used", "longboats used";
        AppearedGold5: Count = "bonus_appeared_gold5", "tiles `gold5` laid face up in the game";
        AppearedGoldsmith1: Count = "bonus_appeared_goldsmith1", "tiles `goldsmith1` laid face up in the game";
        AppearedGoldsmith2: Count = "bonus_appeared_goldsmith2", "tiles `goldsmith2` laid face up in the game";
        AppearedLongboat: Count = "bonus_appeared_longboat", "tiles `longboat` laid face up in the game";
        AppearedNoble1: Count = "bonus_appeared_noble1", "tiles `noble1` laid face up in the game";
        AppearedScout1: Count = "bonus_appeared_scout1", "tiles `scout1` laid face up in the game";
        AppearedFisher1: Count = "bonus_appeared_fisher1", "tiles `fisher1` laid face up in the game";
        AppearedBoatswain: Count = "bonus_appeared_boatswain", "tiles `boatswain` laid face up in the game";
        AppearedFood3: Count = "bonus_appeared_food3", "tiles `food3` laid face up in the game";
        AppearedGold3: Count = "bonus_appeared_gold3", "tiles `gold3` laid face up in the game";
        AppearedBuildingA: Count = "bonus_appeared_building_a", "tiles `building-a` laid face up in the game";
        AppearedBuildingB: Count = "bonus_appeared_building_b", "tiles `building-b` laid face up in the game";
        AppearedBuildingC: Count = "bonus_appeared_building_c", "tiles `building-c` laid face up in the game";
        AppearedBuildingD: Count = "bonus_appeared_building_d", "tiles `building-d` laid face up in the game";
        RoundsGold5: Count = "bonus_rounds_gold5", "tiles `gold5` face up, summed over the beginnings of rounds";
        RoundsGoldsmith1: Count = "bonus_rounds_goldsmith1", "tiles `goldsmith1` face up, summed over the beginnings of rounds";
        RoundsGoldsmith2: Count = "bonus_rounds_goldsmith2", "tiles `goldsmith2` face up, summed over the beginnings of rounds";
        RoundsLongboat: Count = "bonus_rounds_longboat", "tiles `longboat` face up, summed over the beginnings of rounds";
        RoundsNoble1: Count = "bonus_rounds_noble1", "tiles `noble1` face up, summed over the beginnings of rounds";
        RoundsScout1: Count = "bonus_rounds_scout1", "tiles `scout1` face up, summed over the beginnings of rounds";
        RoundsFisher1: Count = "bonus_rounds_fisher1", "tiles `fisher1` face up, summed over the beginnings of rounds";
        RoundsBoatswain: Count = "bonus_rounds_boatswain", "tiles `boatswain` face up, summed over the beginnings of rounds";
        RoundsFood3: Count = "bonus_rounds_food3", "tiles `food3` face up, summed over the beginnings of rounds";
        RoundsGold3: Count = "bonus_rounds_gold3", "tiles `gold3` face up, summed over the beginnings of rounds";
        RoundsBuildingA: Count = "bonus_rounds_building_a", "tiles `building-a` face up, summed over the beginnings of rounds";
        RoundsBuildingB: Count = "bonus_rounds_building_b", "tiles `building-b` face up, summed over the beginnings of rounds";
        RoundsBuildingC: Count = "bonus_rounds_building_c", "tiles `building-c` face up, summed over the beginnings of rounds";
        RoundsBuildingD: Count = "bonus_rounds_building_d", "tiles `building-d` face up, summed over the beginnings of rounds";
        OfferedGold5: Count = "bonus_offered_gold5", "decisions at which a tile `gold5` could be taken";
        OfferedGoldsmith1: Count = "bonus_offered_goldsmith1", "decisions at which a tile `goldsmith1` could be taken";
        OfferedGoldsmith2: Count = "bonus_offered_goldsmith2", "decisions at which a tile `goldsmith2` could be taken";
        OfferedLongboat: Count = "bonus_offered_longboat", "decisions at which a tile `longboat` could be taken";
        OfferedNoble1: Count = "bonus_offered_noble1", "decisions at which a tile `noble1` could be taken";
        OfferedScout1: Count = "bonus_offered_scout1", "decisions at which a tile `scout1` could be taken";
        OfferedFisher1: Count = "bonus_offered_fisher1", "decisions at which a tile `fisher1` could be taken";
        OfferedBoatswain: Count = "bonus_offered_boatswain", "decisions at which a tile `boatswain` could be taken";
        OfferedFood3: Count = "bonus_offered_food3", "decisions at which a tile `food3` could be taken";
        OfferedGold3: Count = "bonus_offered_gold3", "decisions at which a tile `gold3` could be taken";
        OfferedBuildingA: Count = "bonus_offered_building_a", "decisions at which a tile `building-a` could be taken";
        OfferedBuildingB: Count = "bonus_offered_building_b", "decisions at which a tile `building-b` could be taken";
        OfferedBuildingC: Count = "bonus_offered_building_c", "decisions at which a tile `building-c` could be taken";
        OfferedBuildingD: Count = "bonus_offered_building_d", "decisions at which a tile `building-d` could be taken";
        TakenGold5: Count = "bonus_taken_gold5", "tiles `gold5` taken";
        TakenGoldsmith1: Count = "bonus_taken_goldsmith1", "tiles `goldsmith1` taken";
        TakenGoldsmith2: Count = "bonus_taken_goldsmith2", "tiles `goldsmith2` taken";
        TakenLongboat: Count = "bonus_taken_longboat", "tiles `longboat` taken";
        TakenNoble1: Count = "bonus_taken_noble1", "tiles `noble1` taken";
        TakenScout1: Count = "bonus_taken_scout1", "tiles `scout1` taken";
        TakenFisher1: Count = "bonus_taken_fisher1", "tiles `fisher1` taken";
        TakenBoatswain: Count = "bonus_taken_boatswain", "tiles `boatswain` taken";
        TakenFood3: Count = "bonus_taken_food3", "tiles `food3` taken";
        TakenGold3: Count = "bonus_taken_gold3", "tiles `gold3` taken";
        TakenBuildingA: Count = "bonus_taken_building_a", "tiles `building-a` taken";
        TakenBuildingB: Count = "bonus_taken_building_b", "tiles `building-b` taken";
        TakenBuildingC: Count = "bonus_taken_building_c", "tiles `building-c` taken";
        TakenBuildingD: Count = "bonus_taken_building_d", "tiles `building-d` taken";
        DeclinedGold5: Count = "bonus_declined_gold5", "decisions at which a tile `gold5` and all others were declined";
        DeclinedGoldsmith1: Count = "bonus_declined_goldsmith1", "decisions at which a tile `goldsmith1` and all others were declined";
        DeclinedGoldsmith2: Count = "bonus_declined_goldsmith2", "decisions at which a tile `goldsmith2` and all others were declined";
        DeclinedLongboat: Count = "bonus_declined_longboat", "decisions at which a tile `longboat` and all others were declined";
        DeclinedNoble1: Count = "bonus_declined_noble1", "decisions at which a tile `noble1` and all others were declined";
        DeclinedScout1: Count = "bonus_declined_scout1", "decisions at which a tile `scout1` and all others were declined";
        DeclinedFisher1: Count = "bonus_declined_fisher1", "decisions at which a tile `fisher1` and all others were declined";
        DeclinedBoatswain: Count = "bonus_declined_boatswain", "decisions at which a tile `boatswain` and all others were declined";
        DeclinedFood3: Count = "bonus_declined_food3", "decisions at which a tile `food3` and all others were declined";
        DeclinedGold3: Count = "bonus_declined_gold3", "decisions at which a tile `gold3` and all others were declined";
        DeclinedBuildingA: Count = "bonus_declined_building_a", "decisions at which a tile `building-a` and all others were declined";
        DeclinedBuildingB: Count = "bonus_declined_building_b", "decisions at which a tile `building-b` and all others were declined";
        DeclinedBuildingC: Count = "bonus_declined_building_c", "decisions at which a tile `building-c` and all others were declined";
        DeclinedBuildingD: Count = "bonus_declined_building_d", "decisions at which a tile `building-d` and all others were declined";
        RoundGold5: Count = "bonus_round_gold5", "sum of the rounds in which tiles `gold5` were taken";
        RoundGoldsmith1: Count = "bonus_round_goldsmith1", "sum of the rounds in which tiles `goldsmith1` were taken";
        RoundGoldsmith2: Count = "bonus_round_goldsmith2", "sum of the rounds in which tiles `goldsmith2` were taken";
        RoundLongboat: Count = "bonus_round_longboat", "sum of the rounds in which tiles `longboat` were taken";
        RoundNoble1: Count = "bonus_round_noble1", "sum of the rounds in which tiles `noble1` were taken";
        RoundScout1: Count = "bonus_round_scout1", "sum of the rounds in which tiles `scout1` were taken";
        RoundFisher1: Count = "bonus_round_fisher1", "sum of the rounds in which tiles `fisher1` were taken";
        RoundBoatswain: Count = "bonus_round_boatswain", "sum of the rounds in which tiles `boatswain` were taken";
        RoundFood3: Count = "bonus_round_food3", "sum of the rounds in which tiles `food3` were taken";
        RoundGold3: Count = "bonus_round_gold3", "sum of the rounds in which tiles `gold3` were taken";
        RoundBuildingA: Count = "bonus_round_building_a", "sum of the rounds in which tiles `building-a` were taken";
        RoundBuildingB: Count = "bonus_round_building_b", "sum of the rounds in which tiles `building-b` were taken";
        RoundBuildingC: Count = "bonus_round_building_c", "sum of the rounds in which tiles `building-c` were taken";
        RoundBuildingD: Count = "bonus_round_building_d", "sum of the rounds in which tiles `building-d` were taken";
        PriceGold5: Count = "bonus_price_gold5", "sum of the prices of the lots with which tiles `gold5` were taken";
        PriceGoldsmith1: Count = "bonus_price_goldsmith1", "sum of the prices of the lots with which tiles `goldsmith1` were taken";
        PriceGoldsmith2: Count = "bonus_price_goldsmith2", "sum of the prices of the lots with which tiles `goldsmith2` were taken";
        PriceLongboat: Count = "bonus_price_longboat", "sum of the prices of the lots with which tiles `longboat` were taken";
        PriceNoble1: Count = "bonus_price_noble1", "sum of the prices of the lots with which tiles `noble1` were taken";
        PriceScout1: Count = "bonus_price_scout1", "sum of the prices of the lots with which tiles `scout1` were taken";
        PriceFisher1: Count = "bonus_price_fisher1", "sum of the prices of the lots with which tiles `fisher1` were taken";
        PriceBoatswain: Count = "bonus_price_boatswain", "sum of the prices of the lots with which tiles `boatswain` were taken";
        PriceFood3: Count = "bonus_price_food3", "sum of the prices of the lots with which tiles `food3` were taken";
        PriceGold3: Count = "bonus_price_gold3", "sum of the prices of the lots with which tiles `gold3` were taken";
        PriceBuildingA: Count = "bonus_price_building_a", "sum of the prices of the lots with which tiles `building-a` were taken";
        PriceBuildingB: Count = "bonus_price_building_b", "sum of the prices of the lots with which tiles `building-b` were taken";
        PriceBuildingC: Count = "bonus_price_building_c", "sum of the prices of the lots with which tiles `building-c` were taken";
        PriceBuildingD: Count = "bonus_price_building_d", "sum of the prices of the lots with which tiles `building-d` were taken";
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
        appeared: Fact(F::AppearedGold5 as u8 + kind as u8),
        rounds: Fact(F::RoundsGold5 as u8 + kind as u8),
        offered: Fact(F::OfferedGold5 as u8 + kind as u8),
        taken: Fact(F::TakenGold5 as u8 + kind as u8),
        declined: Fact(F::DeclinedGold5 as u8 + kind as u8),
        round: Fact(F::RoundGold5 as u8 + kind as u8),
        price: Fact(F::PriceGold5 as u8 + kind as u8),
        score: if with_glory { glory } else { score },
        gain,
    };
    Item { name: kind.name(), take: None, facts: Some(facts) }
}
