//! Every number of the rules, as a TOML file or as an object in records (section "rule set").

#![allow(missing_docs)] // of fields that are named as their keys

use serde::{Deserialize, Serialize};

use super::bonus_rules::is_default;
pub use super::bonus_rules::{BonusRules, Counted, Grant, Valued};
use super::component::{DRAWN, LOTS, MAX_BONUS, MAX_PER_COLOUR, MAX_PLAYERS, ROUNDS, START_TILES};
pub use super::reading::{BonusTrigger, BuildingThreat, LastBoatswains, OpeningZero, WholeColour};
use crate::rules::{Key, Preset, RuleTable};

/// The presets; `bsw` has the values of `base`.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "base",
        about: "base game of the 2014 rulebook",
        toml: include_str!("base.toml"),
    },
    Preset {
        name: "bsw",
        about: "as played online on BrettspielWelt; the same values as base",
        toml: include_str!("base.toml"),
    },
    Preset {
        name: "advanced",
        about: "with auction, bonus tiles and weak boatswains",
        toml: include_str!("advanced.toml"),
    },
    Preset {
        name: "advanced-no-auction",
        about: "with bonus tiles and weak boatswains",
        toml: include_str!("advanced-no-auction.toml"),
    },
];

/// Highest point value, so that every sum stays far inside 32 bits.
const MAX_VALUE: i64 = 1000;

const AUCTION: &str = "advanced.auction";
const BONUS_TILES: &str = "advanced.bonus_tiles";

/// The allowed values of the keys; conditions on several keys are checked in `limits`.
const KEYS: &[Key] = &[
    Key::whole("setup.*", 0, MAX_VALUE, "S1"),
    Key::whole("setup.gold.*", 0, MAX_VALUE, "S1"),
    Key::whole("setup.seat_gold.*", 0, MAX_VALUE, "S1").omitted().counting("gold at the start"),
    Key::whole("setup.seat_glory.*", 0, MAX_VALUE, "S1").omitted().counting("glory at the start"),
    Key::whole("vikings.per_colour", DRAWN as i64, MAX_PER_COLOUR as i64, "C2"),
    Key::whole("tiles.left_ends", START_TILES as i64, DEALT + START_TILES as i64, "C3, C6"),
    Key::whole("tiles.right_ends", 0, DEALT, "C3"),
    Key::whole("tiles.middles_per_building", 0, DEALT / 4, "C3"),
    Key::whole("ships.*.count", 0, DEALT, "C4"),
    Key::whole("ships.*.*", 0, MAX_VALUE, "C5"),
    Key::whole("scoring.goldsmith_gold", 0, MAX_VALUE, "G1, G7"),
    Key::whole("scoring.noble_glory", 0, MAX_VALUE, "G5"),
    Key::whole("scoring.scout_*", 0, MAX_VALUE, "G6"),
    Key::switch("scoring.glory_floor", "F1"),
    Key::whole("scoring.gold_per_glory", 1, MAX_VALUE, "F3"),
    Key::whole("scoring.most_boatswains", 0, MAX_VALUE, "F4"),
    Key::whole("scoring.most_islands", 0, MAX_VALUE, "F5"),
    Key::whole("scoring.longest_island", 0, MAX_VALUE, "F6"),
    Key::switch("scoring.zero_majorities", "F4-F6"),
    Key::words("scoring.whole_colour", &["as-many-as-fit", "all-or-none"], "G3").omitted(),
    Key::words("scoring.last_boatswains", &["any-use", "most"], "G3").omitted(),
    Key::whole("scoring.*", 0, MAX_VALUE, "F7"),
    Key::switch(AUCTION, "A1-A4"),
    Key::words("advanced.opening_zero", &["stands", "out"], "A2"),
    Key::switch("advanced.weak_boatswains", "A5"),
    Key::switch(BONUS_TILES, "A6"),
    Key::words("advanced.bonus_trigger", &["highest", "space-11"], "A7"),
    Key::whole("bonus.building_cap", 0, MAX_VALUE, "F7b"),
    Key::words("bonus.building_threat", &["cell", "viking"], "F7b").omitted(),
    Key::switch("bonus.food3_gold3_add_up", "A9").omitted(),
    Key::whole("bonus.building-*.count", 0, MAX_BONUS as i64, "F7b"),
    Key::whole("bonus.building-*.value", 0, MAX_VALUE, "F7b").counting("glory per viking"),
    Key::whole("bonus.*.count", 0, MAX_BONUS as i64, "A9"),
    Key::whole("bonus.gold5.value", 0, MAX_VALUE, "A9").counting("gold"),
    Key::whole("bonus.goldsmith*.value", 0, MAX_VALUE, "A9").counting("gold per goldsmith"),
    Key::whole("bonus.noble1.value", 0, MAX_VALUE, "A9").counting("glory per noble"),
    Key::whole("bonus.scout1.value", 0, MAX_VALUE, "A9").counting("glory per scout"),
    Key::whole("bonus.fisher1.value", 0, MAX_VALUE, "A9").counting("glory per fisherman"),
    Key::whole("bonus.boatswain.value", 0, MAX_VALUE, "A9").counting("boatswains"),
    Key::whole("bonus.food3.value", 0, MAX_VALUE, "A9").counting("glory per meal left"),
    Key::whole("bonus.gold3.value", 1, MAX_VALUE, "A9").counting("gold for a glory"),
    Key::whole("bonus.*.glory", 0, MAX_VALUE, "A9").omitted().counting("glory with it"),
    Key::extra("grants"),
];

/// Tiles of all rounds.
const DEALT: i64 = (ROUNDS * LOTS) as i64;

/// The keys, or tables of keys, that have no effect as long as a switch is off.
const SWITCHED: &[(&str, &str)] = &[
    ("advanced.opening_zero", AUCTION),
    ("advanced.bonus_trigger", BONUS_TILES),
    ("bonus", BONUS_TILES),
];

pub(super) static RULES: RuleTable = RuleTable::new("vikings", PRESETS, KEYS).switched(SWITCHED);

crate::data!(RuleSet);

/// One value for each number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByPlayers {
    #[serde(rename = "2")]
    pub two: u32,
    #[serde(rename = "3")]
    pub three: u32,
    #[serde(rename = "4")]
    pub four: u32,
}

impl ByPlayers {
    /// The value for `players`.
    pub fn get(&self, players: usize) -> u32 {
        match players {
            2 => self.two,
            3 => self.three,
            _ => self.four,
        }
    }
}

/// One value for each seat; records and plans have those that are not 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BySeat {
    #[serde(rename = "0", skip_serializing_if = "is_default")]
    pub zero: u32,
    #[serde(rename = "1", skip_serializing_if = "is_default")]
    pub one: u32,
    #[serde(rename = "2", skip_serializing_if = "is_default")]
    pub two: u32,
    #[serde(rename = "3", skip_serializing_if = "is_default")]
    pub three: u32,
}

impl BySeat {
    /// In the order of the seats.
    pub fn list(&self) -> [u32; MAX_PLAYERS] {
        [self.zero, self.one, self.two, self.three]
    }
}

/// S1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Glory at the start.
    pub glory: u32,
    /// Gold at the start.
    pub gold: ByPlayers,
    /// Gold that a seat has at the start beyond that; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seat_gold: BySeat,
    /// The same of glory.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seat_glory: BySeat,
}

/// C2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vikings {
    /// Vikings of each colour.
    pub per_colour: u32,
}

/// C3, C6.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiles {
    /// Left ends, start tiles included.
    pub left_ends: u32,
    pub right_ends: u32,
    /// Middles with each of the four buildings.
    pub middles_per_building: u32,
}

/// C4, C5: ships of one sail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// How many there are.
    pub count: u32,
    /// Gold gained when repelled, lost otherwise.
    pub gold: u32,
    /// Glory gained when repelled, lost otherwise.
    pub glory: u32,
}

/// C4, by the row that the sail reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    #[serde(rename = "N")]
    pub n: Ship,
    #[serde(rename = "S")]
    pub s: Ship,
    #[serde(rename = "G")]
    pub g: Ship,
    #[serde(rename = "F")]
    pub f: Ship,
}

impl Ships {
    /// In the order of the rows reached.
    pub fn list(&self) -> [Ship; 4] {
        [self.n, self.s, self.g, self.f]
    }
}

/// G1-G7, F1-F7.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    pub goldsmith_gold: u32,
    pub noble_glory: u32,
    pub scout_glory: u32,
    pub scout_goldsmith: u32,
    pub scout_fisherman: u32,
    pub glory_floor: bool,
    pub gold_per_glory: u32,
    pub most_boatswains: u32,
    pub most_islands: u32,
    pub longest_island: u32,
    pub zero_majorities: bool,
    pub fisherman_feeds: u32,
    pub surplus_glory: u32,
    pub unfed_penalty: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole_colour: WholeColour,
    #[serde(default, skip_serializing_if = "is_default")]
    pub last_boatswains: LastBoatswains,
}

/// A1-A7.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advanced {
    pub auction: bool,
    pub opening_zero: OpeningZero,
    pub weak_boatswains: bool,
    pub bonus_tiles: bool,
    pub bonus_trigger: BonusTrigger,
}

/// Every number of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub setup: Setup,
    pub vikings: Vikings,
    pub tiles: Tiles,
    pub ships: Ships,
    pub scoring: Scoring,
    pub advanced: Advanced,
    pub bonus: BonusRules,
    /// Bonus tiles from outside the game; no part of the printed rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
}

impl Advanced {
    /// The first switch that is on.
    pub fn switched_on(&self) -> Option<&'static str> {
        [
            ("advanced.auction", self.auction),
            ("advanced.weak_boatswains", self.weak_boatswains),
            ("advanced.bonus_tiles", self.bonus_tiles),
        ]
        .iter()
        .find_map(|&(key, on)| on.then_some(key))
    }
}
