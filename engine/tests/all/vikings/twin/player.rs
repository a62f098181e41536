//! A player's gold, glory and tiles, and where the glory came from.

use super::Rules;
use super::bonus::Kind;
use super::component::{Cell, Island, Viking};
use super::tableau::Tableau;

/// Where a player's glory came from. The values always add up to his glory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub start: i64,
    pub glory_exchanged: i64,
    pub glory_warriors: i64,
    pub glory_nobles: i64,
    pub glory_scouts: i64,
    pub glory_ships_lost: i64,
    pub glory_gold: i64,
    pub glory_boatswains: i64,
    pub glory_islands: i64,
    pub glory_longest: i64,
    pub glory_surplus: i64,
    pub glory_shortage: i64,
    pub glory_bid: i64,
    /// Given with the tile, as part of what the other tiles brought is.
    pub glory_bonus_gold5: i64,
    pub glory_bonus_goldsmith1: i64,
    pub glory_bonus_goldsmith2: i64,
    pub glory_bonus_longboat: i64,
    pub glory_bonus_noble1: i64,
    pub glory_bonus_scout1: i64,
    pub glory_bonus_fisher1: i64,
    /// What the majority of F4 gave thanks to the player's own boatswain tiles.
    pub glory_bonus_boatswain: i64,
    /// What the surplus of F7 gave beyond `glory_surplus`.
    pub glory_bonus_food3: i64,
    /// What the gold of F3 gave beyond `glory_gold`.
    pub glory_bonus_gold3: i64,
    pub glory_bonus_building_a: i64,
    pub glory_bonus_building_b: i64,
    pub glory_bonus_building_c: i64,
    pub glory_bonus_building_d: i64,
}

impl Sources {
    pub fn list(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("start", self.start),
            ("glory_exchanged", self.glory_exchanged),
            ("glory_warriors", self.glory_warriors),
            ("glory_nobles", self.glory_nobles),
            ("glory_scouts", self.glory_scouts),
            ("glory_ships_lost", self.glory_ships_lost),
            ("glory_gold", self.glory_gold),
            ("glory_boatswains", self.glory_boatswains),
            ("glory_islands", self.glory_islands),
            ("glory_longest", self.glory_longest),
            ("glory_surplus", self.glory_surplus),
            ("glory_shortage", self.glory_shortage),
            ("glory_bid", self.glory_bid),
            ("glory_bonus_gold5", self.glory_bonus_gold5),
            ("glory_bonus_goldsmith1", self.glory_bonus_goldsmith1),
            ("glory_bonus_goldsmith2", self.glory_bonus_goldsmith2),
            ("glory_bonus_longboat", self.glory_bonus_longboat),
            ("glory_bonus_noble1", self.glory_bonus_noble1),
            ("glory_bonus_scout1", self.glory_bonus_scout1),
            ("glory_bonus_fisher1", self.glory_bonus_fisher1),
            ("glory_bonus_boatswain", self.glory_bonus_boatswain),
            ("glory_bonus_food3", self.glory_bonus_food3),
            ("glory_bonus_gold3", self.glory_bonus_gold3),
            ("glory_bonus_building_a", self.glory_bonus_building_a),
            ("glory_bonus_building_b", self.glory_bonus_building_b),
            ("glory_bonus_building_c", self.glory_bonus_building_c),
            ("glory_bonus_building_d", self.glory_bonus_building_d),
        ]
    }
}

/// Everything one player owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub gold: i64,
    pub glory: i64,
    pub tableau: Tableau,
    /// P7: has the start tile been placed?
    pub started: bool,
    /// The bonus tiles taken and not used up, building tiles in the tableau not included.
    pub tiles: Vec<Kind>,
    pub sources: Sources,
}

impl Player {
    /// S1: starting gold and glory, an empty tableau, the start tile still to be placed.
    pub fn new(gold: i64, glory: i64) -> Player {
        Player {
            gold,
            glory,
            tableau: Tableau::new(),
            started: false,
            tiles: Vec::new(),
            sources: Sources { start: glory, ..Sources::default() },
        }
    }

    /// Gold pays first, the shortfall is paid by glory. Returns the glory paid.
    fn pay(&mut self, amount: i64) -> i64 {
        let by_gold = self.gold.min(amount);
        let by_glory = amount - by_gold;
        self.gold -= by_gold;
        self.glory -= by_glory;
        by_glory
    }

    /// B2: pays a lot.
    pub fn pay_price(&mut self, price: i64) {
        self.sources.glory_exchanged -= self.pay(price);
    }

    /// A2: pays the winning bid.
    pub fn pay_bid(&mut self, bid: i64) {
        self.sources.glory_bid -= self.pay(bid);
    }

    /// Takes glory away, not below 0 if there is a floor. Returns what was really lost.
    pub fn lose_glory(&mut self, amount: i64, floor: bool) -> i64 {
        let before = self.glory;
        self.glory -= amount;
        if floor && self.glory < 0 {
            self.glory = 0;
        }
        before - self.glory
    }

    // ---- bonus tiles ---------------------------------------------------------------------------

    /// Glory given with a bonus tile.
    pub fn receive(&mut self, name: &str, glory: i64) {
        self.glory += glory;
        let sources = &mut self.sources;
        *match name {
            "gold5" => &mut sources.glory_bonus_gold5,
            "goldsmith1" => &mut sources.glory_bonus_goldsmith1,
            "goldsmith2" => &mut sources.glory_bonus_goldsmith2,
            "longboat" => &mut sources.glory_bonus_longboat,
            "noble1" => &mut sources.glory_bonus_noble1,
            "scout1" => &mut sources.glory_bonus_scout1,
            "fisher1" => &mut sources.glory_bonus_fisher1,
            "boatswain" => &mut sources.glory_bonus_boatswain,
            "food3" => &mut sources.glory_bonus_food3,
            "gold3" => &mut sources.glory_bonus_gold3,
            "building-a" => &mut sources.glory_bonus_building_a,
            "building-b" => &mut sources.glory_bonus_building_b,
            "building-c" => &mut sources.glory_bonus_building_c,
            "building-d" => &mut sources.glory_bonus_building_d,
            _ => panic!("no bonus tile is called {name}"),
        } += glory;
    }

    /// How many bonus tiles of that kind the player has.
    pub fn count(&self, kind: Kind) -> i64 {
        self.tiles.iter().filter(|&&other| other == kind).count() as i64
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.count(kind) > 0
    }

    /// One bonus tile of that kind is used up or laid.
    pub fn spend(&mut self, kind: Kind) {
        let index = self.tiles.iter().position(|&other| other == kind).expect("he has one");
        self.tiles.remove(index);
    }

    /// Lays an island tile. Section 7: a building bonus tile kept is laid in place of the next
    /// middle with that building.
    pub fn lay(&mut self, island: Island, place: Cell, viking: Option<Viking>) {
        self.tableau.place_island(island, place, viking);
        if let Island::Middle(building) = island
            && self.has(Kind::Building(building))
        {
            self.spend(Kind::Building(building));
            self.tableau.upgrade(place);
        }
    }

    /// F4: boatswains still ashore, without the bonus tiles.
    pub fn boatswains(&self) -> i64 {
        self.tableau.count_ashore(Viking::Boatswain) as i64
    }

    /// F4: what the player's boatswain tiles count.
    pub fn boatswains_on_tiles(&self, rules: &Rules) -> i64 {
        rules.boatswain * self.count(Kind::Boatswain)
    }
}
