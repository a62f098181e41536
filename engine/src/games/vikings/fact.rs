//! Strategy facts of one seat in one game.

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
    }
}

impl VikingsFact {
    /// The fact `offset` places after this one.
    #[inline(always)]
    pub(super) fn plus(self, offset: u32) -> crate::fact::Fact {
        crate::fact::Fact(self as u8 + offset as u8)
    }
}
