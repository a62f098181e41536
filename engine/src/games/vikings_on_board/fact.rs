//! Strategy facts (section 13).

crate::facts! {
    /// Facts of one seat in one game.
    pub enum BoardFact {
        GoodsPoints: Source = "goods_points", "points for supplies at the final market (F1)";
        BarrelPoints: Source = "barrel_points", "points for barrels won (F1)";
        Hide: Count = "hide", "hides taken";
        Grain: Count = "grain", "grain taken";
        Metal: Count = "metal", "metal taken";
        BarrelsWon: Count = "barrels_won", "barrels on the shield";
        BarrelsBet: Count = "barrels_bet", "barrels placed with bet";
        BarrelsShifted: Count = "barrels_shifted", "barrels moved with shift";
        BetsOwn: Count = "bets_own", "barrels placed with bet on the own clan";
        Sterns: Count = "sterns", "ships sent off";
        Aboard: Count = "aboard", "departures with an own body aboard";
        Led: Count = "led", "departures with the own clan first in influence";
        ShieldsSailed: Count = "shields_sailed", "own shields aboard departing ships, vikings included";
        Boxed: Count = "boxed", "supplies put into the box by own choice";
        Crew: Count = "crew", "vikings put on own bodies (two players)";
        Idle: Count = "idle", "turns without effect (R4)";
        for [
            "_1" "First Player", "_2" "Promote", "_3" "Switch Ship", "_4" "Tavern 1", "_5" "Warehouse 1",
            "_6" "Market", "_7" "Move", "_8" "Tavern 2", "_9" "Warehouse 2", "_10" "Set Sail", "_11" "Exchange"
        ] {
            Space: Count = "space", "turns on " "";
        }
    }
}
