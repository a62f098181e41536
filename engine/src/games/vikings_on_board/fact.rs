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
        Space1: Count = "space_1", "turns on First Player";
        Space2: Count = "space_2", "turns on Promote";
        Space3: Count = "space_3", "turns on Switch Ship";
        Space4: Count = "space_4", "turns on Tavern 1";
        Space5: Count = "space_5", "turns on Warehouse 1";
        Space6: Count = "space_6", "turns on Market";
        Space7: Count = "space_7", "turns on Move";
        Space8: Count = "space_8", "turns on Tavern 2";
        Space9: Count = "space_9", "turns on Warehouse 2";
        Space10: Count = "space_10", "turns on Set Sail";
        Space11: Count = "space_11", "turns on Exchange";
    }
}

use crate::fact::Fact;
use crate::games::vikings_on_board::component::Good;

impl BoardFact {
    /// The fact of a space, numbered from 0.
    #[inline(always)]
    pub(super) fn space(space: u32) -> Fact {
        Fact(BoardFact::Space1 as u8 + space as u8)
    }

    /// The fact of a kind of supply.
    #[inline(always)]
    pub(super) fn good(good: Good) -> Fact {
        Fact(BoardFact::Hide as u8 + good as u8)
    }
}
