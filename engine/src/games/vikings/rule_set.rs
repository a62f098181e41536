//! Every number of the rules, as a TOML file or as an object in records (section "rule set").

#![allow(missing_docs)] // of fields that are named as their keys

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bonus::Bonus;
use super::component::{DRAWN, LOTS, MAX_BONUS, MAX_PER_COLOUR, ROUNDS, START_TILES};
use crate::error::KeyError;
use crate::games::rule_set::rule_set;
use crate::rules::{Key, Preset, RuleTable};

const fn preset(name: &'static str, about: &'static str, toml: &'static str) -> Preset {
    Preset { name, about, toml }
}

/// The presets; `bsw` has the values of `base`.
pub(super) const PRESETS: &[Preset] = &[
    preset("base", "base game of the 2014 rulebook", include_str!("base.toml")),
    preset(
        "bsw",
        "as played online on BrettspielWelt; the same values as base",
        include_str!("base.toml"),
    ),
    preset(
        "advanced",
        "with auction, bonus tiles and weak boatswains",
        include_str!("advanced.toml"),
    ),
    preset(
        "advanced-no-auction",
        "with bonus tiles and weak boatswains",
        include_str!("advanced-no-auction.toml"),
    ),
];

/// Highest point value, so that every sum stays far inside 32 bits.
const MAX_VALUE: i64 = 1000;

const AUCTION: &str = "advanced.auction";
const BONUS_TILES: &str = "advanced.bonus_tiles";

const DEALT: i64 = (ROUNDS * LOTS) as i64;

/// The keys, or tables of keys, that have no effect as long as a switch is off.
const SWITCHED: &[(&str, &str)] = &[
    ("advanced.opening_zero", AUCTION),
    ("advanced.bonus_trigger", BONUS_TILES),
    ("bonus", BONUS_TILES),
];

pub(super) static RULES: RuleTable = RuleTable::new("vikings", PRESETS, KEYS).switched(SWITCHED);

rule_set! {
    /// Every number of the rules.
    RuleSet "" {
        setup: Setup,
        vikings: Vikings,
        tiles: Tiles,
        ships: Ships,
        scoring: Scoring,
        advanced: Advanced,
        bonus: BonusRules,
        /// Bonus tiles from outside the game; no part of the printed rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        grants: Vec<Grant>,
    }
    /// Gold and glory at the start (S1).
    Setup "setup." {
        glory: u32 = whole(0, MAX_VALUE, "S1"),
        /// For each number of players.
        gold: BTreeMap<String, u32> = "gold.*" whole(0, MAX_VALUE, "S1"),
        /// Gold that a seat has at the start beyond that; no part of the printed rules.
        #[serde(default, skip_serializing_if = "is_default")]
        seat_gold: BySeat = "seat_gold.*" whole(0, MAX_VALUE, "S1").omitted().counting("more gold at the start"),
        /// The same of glory.
        #[serde(default, skip_serializing_if = "is_default")]
        seat_glory: BySeat = "seat_glory.*" whole(0, MAX_VALUE, "S1").omitted().counting("more glory at the start"),
    }
    /// Vikings in the bag (C2).
    Vikings "vikings." {
        per_colour: u32 = whole(DRAWN as i64, MAX_PER_COLOUR as i64, "C2"),
    }
    /// Island tiles (C3, C6).
    Tiles "tiles." {
        /// Left ends, start tiles included.
        left_ends: u32 = whole(START_TILES as i64, DEALT + START_TILES as i64, "C3, C6"),
        right_ends: u32 = whole(0, DEALT, "C3"),
        /// Middles with each of the four buildings.
        middles_per_building: u32 = whole(0, DEALT / 4, "C3"),
    }
    /// By the row that the sail reaches.
    Ships "" {
        #[serde(rename = "N")]
        n: Ship,
        #[serde(rename = "S")]
        s: Ship,
        #[serde(rename = "G")]
        g: Ship,
        #[serde(rename = "F")]
        f: Ship,
    }
    /// Ships of one sail (C4, C5): gold and glory are gained when repelled, lost otherwise.
    #[derive(Copy)]
    Ship "ships.*." {
        count: u32 = whole(0, DEALT, "C4"),
        gold: u32 = whole(0, MAX_VALUE, "C5"),
        glory: u32 = whole(0, MAX_VALUE, "C5"),
    }
    /// Gold and glory of vikings and islands (G1-G7, F1-F7).
    Scoring "scoring." {
        goldsmith_gold: u32 = whole(0, MAX_VALUE, "G1, G7"),
        noble_glory: u32 = whole(0, MAX_VALUE, "G5"),
        scout_glory: u32 = whole(0, MAX_VALUE, "G6"),
        scout_goldsmith: u32 = whole(0, MAX_VALUE, "G6"),
        scout_fisherman: u32 = whole(0, MAX_VALUE, "G6"),
        glory_floor: bool = switch("F1"),
        gold_per_glory: u32 = whole(1, MAX_VALUE, "F3"),
        most_boatswains: u32 = whole(0, MAX_VALUE, "F4"),
        most_islands: u32 = whole(0, MAX_VALUE, "F5"),
        longest_island: u32 = whole(0, MAX_VALUE, "F6"),
        zero_majorities: bool = switch("F4-F6"),
        fisherman_feeds: u32 = whole(0, MAX_VALUE, "F7"),
        surplus_glory: u32 = whole(0, MAX_VALUE, "F7"),
        unfed_penalty: u32 = whole(0, MAX_VALUE, "F7"),
        #[serde(default, skip_serializing_if = "is_default")]
        whole_colour: WholeColour = words(&["as-many-as-fit", "all-or-none"], "G3").omitted(),
        #[serde(default, skip_serializing_if = "is_default")]
        last_boatswains: LastBoatswains = words(&["any-use", "most"], "G3").omitted(),
    }
    /// Which advanced rules are in force (A1-A7).
    Advanced "advanced." {
        auction: bool = switch("A1-A4"),
        opening_zero: OpeningZero = words(&["stands", "out"], "A2"),
        weak_boatswains: bool = switch("A5"),
        bonus_tiles: bool = switch("A6"),
        bonus_trigger: BonusTrigger = words(&["highest", "space-11"], "A7"),
    }
    /// Bonus tiles (A9, F7b).
    BonusRules "bonus." {
        /// Most glory for one building tile.
        building_cap: u32 = whole(0, MAX_VALUE, "F7b"),
        #[serde(default, skip_serializing_if = "is_default")]
        building_threat: BuildingThreat = words(&["cell", "viking"], "F7b").omitted(),
        /// Whether a second `food3` or `gold3` adds to the first.
        #[serde(rename = "food3_gold3_add_up", default, skip_serializing_if = "is_default")]
        add_up: bool = "food3_gold3_add_up" switch("A9").omitted(),
        gold5: Valued = "gold5.value" whole(0, MAX_VALUE, "A9").counting("gold"),
        goldsmith1: Valued = "goldsmith*.value" whole(0, MAX_VALUE, "A9").counting("gold per goldsmith"),
        goldsmith2: Valued,
        longboat: Counted,
        noble1: Valued = "noble1.value" whole(0, MAX_VALUE, "A9").counting("glory per noble"),
        scout1: Valued = "scout1.value" whole(0, MAX_VALUE, "A9").counting("glory per scout"),
        fisher1: Valued = "fisher1.value" whole(0, MAX_VALUE, "A9").counting("glory per fisherman"),
        boatswain: Valued = "boatswain.value" whole(0, MAX_VALUE, "A9").counting("towards most boatswains"),
        food3: Valued = "food3.value" whole(0, MAX_VALUE, "A9").counting("glory per meal left"),
        gold3: Valued = "gold3.value" whole(1, MAX_VALUE, "A9").counting("gold for a glory"),
        #[serde(rename = "building-a")]
        building_a: Valued = "building-*.value" whole(0, MAX_VALUE, "F7b").counting("glory per viking"),
        #[serde(rename = "building-b")]
        building_b: Valued = "building-*.count" whole(0, MAX_BONUS as i64, "F7b"),
        #[serde(rename = "building-c")]
        building_c: Valued,
        #[serde(rename = "building-d")]
        building_d: Valued,
    }
    /// A bonus tile whose effect has a size; the glory is for whoever takes one, at once; no part of the printed rules.
    #[derive(Copy)]
    Valued "bonus.*." {
        count: u32 = whole(0, MAX_BONUS as i64, "A9"),
        value: u32,
        #[serde(default, skip_serializing_if = "is_default")]
        glory: u32 = whole(0, MAX_VALUE, "A9").omitted().counting("glory with it"),
    }
    /// A bonus tile without a number.
    #[derive(Copy)]
    Counted "" {
        count: u32,
        /// For whoever takes one, at once; no part of the printed rules.
        #[serde(default, skip_serializing_if = "is_default")]
        glory: u32,
    }
    /// One bonus tile for one seat, at the start of a round: before the auction, and before anything is bought. It does
    /// not change the stock or the row, and it costs nothing. A building tile is kept for the next tile with its
    /// building (A9), even if one is already placed: nobody is asked at the start of a round.
    #[derive(Copy)]
    Grant "" {
        /// From 1.
        round: u32,
        /// From 0.
        seat: usize,
        kind: Bonus,
    }
    ; Key::extra("grants")
}

/// One value for each seat; records and plans have those that are not 0.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// Whether records and plans leave a value [out](Key::omitted).
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Setup {
    pub(super) fn purse(&self, seat: usize, players: usize) -> (i32, i32) {
        let own = |of: &BySeat| [of.zero, of.one, of.two, of.three][seat] as i32;
        let gold = self.gold[&players.to_string()] as i32 + own(&self.seat_gold);
        (gold, self.glory as i32 + own(&self.seat_glory))
    }
}

impl Ships {
    pub fn list(&self) -> [&Ship; 4] {
        [&self.n, &self.s, &self.g, &self.f]
    }
}

/// F7b: which building tiles give nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuildingThreat {
    /// Those whose own cell is threatened, occupied or not.
    #[default]
    Cell,
    /// Those with a threatened viking on them.
    Viking,
}

/// A2: whether a seat that opens with 0 may still answer a raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningZero {
    /// It may.
    Stands,
    /// It has passed.
    Out,
}

/// A7: which purchase lets a player take a bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusTrigger {
    /// That of the lot with the highest price at that moment.
    Highest,
    /// Only that of the lot on the round's top space.
    #[serde(rename = "space-11")]
    Space11,
}

/// G3: what a boatswain does with a colour of which more are ashore than there are free tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WholeColour {
    /// He brings as many as there are free tiles.
    #[default]
    AsManyAsFit,
    /// He cannot bring that colour as a whole.
    AllOrNone,
}

/// G3: which uses of boatswains a seat has to choose from after round 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastBoatswains {
    /// All that move somebody.
    #[default]
    AnyUse,
    /// Those that move most vikings.
    Most,
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

impl RuleSet {
    /// What the table of keys cannot say: whether the tiles fill all rounds, and all grants are possible.
    pub(super) fn check(&self, players: usize) -> Result<(), KeyError> {
        self.check_grants(players)?;
        let ships: u32 = self.ships.list().iter().map(|ship| ship.count).sum();
        let Tiles { left_ends, right_ends, middles_per_building } = self.tiles;
        let dealt = left_ends - START_TILES + right_ends + 4 * middles_per_building + ships;
        if i64::from(dealt) == DEALT {
            return Ok(());
        }
        let reason = format!(
            "{left_ends} left ends less {START_TILES} start tiles, {right_ends} right ends, 4 x \
             {middles_per_building} middles and {ships} ships are {dealt} tiles, but {ROUNDS} \
             rounds of {LOTS} need {DEALT}",
        );
        Err(KeyError::new("tiles", reason))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::vikings::rule_set::{PRESETS, RULES};
    use crate::games::vikings::{AdvancedVikings, Vikings as Game};
    use crate::recorded::Recorded;
    use crate::rules;

    fn refused(change: &str, players: usize) -> String {
        let text = rules::set(PRESETS[0].toml, &[change.to_owned()]).unwrap();
        let read = Game::read_toml(&text);
        read.and_then(|rule_set| Game::new(rule_set, players)).unwrap_err().to_string()
    }

    #[test]
    fn presets_are_playable() {
        for preset in PRESETS {
            let rule_set = Game::read_toml(preset.toml).unwrap();
            for players in 2..=4 {
                AdvancedVikings::new(rule_set.clone(), players).unwrap();
            }
        }
    }

    #[test]
    fn refusals_name_key_and_reason() {
        for (change, message) in [
            (
                "tiles.left_ends=22",
                "key `tiles`: 22 left ends less 4 start tiles, 21 right ends, 4 x 5 middles and 14 \
                 ships are 73 tiles, but 6 rounds of 12 need 72",
            ),
            ("tiles.left_ends=3", "tiles.left_ends=3: must be 4 to 76"),
            ("vikings.per_colour=12", "vikings.per_colour=12: must be 13 to 20"),
            ("scoring.gold_per_glory=0", "scoring.gold_per_glory=0: must be 1 to 1000"),
            ("scoring.noble_glory=1001", "scoring.noble_glory=1001: must be 0 to 1000"),
            ("scoring.unfed_penalty=-3", "scoring.unfed_penalty=-3: must be 0 to 1000"),
            ("scoring.unfed_penalty=all", "scoring.unfed_penalty=\"all\": must be 0 to 1000"),
            ("scoring.glory_floor=1", "scoring.glory_floor=1: must be true or false"),
            ("ships.N.count=73", "ships.N.count=73: must be 0 to 72"),
            (
                "advanced.bonus_trigger=11",
                "advanced.bonus_trigger=11: must be `highest` or `space-11`",
            ),
            ("bonus.longboat.count=16", "bonus.longboat.count=16: must be 0 to 15"),
            ("bonus.noble1.value=1001", "bonus.noble1.value=1001: must be 0 to 1000"),
            ("bonus.gold3.value=0", "bonus.gold3.value=0: must be 1 to 1000"),
            ("bonus.building_cap=1001", "bonus.building_cap=1001: must be 0 to 1000"),
        ] {
            assert_eq!(refused(change, 3), message);
        }
        assert_eq!(refused("setup.glory=10", 5), "key `players`: vikings has 2 to 4 seats, not 5");
    }

    #[test]
    fn a_wrong_file_names_the_line() {
        let text = PRESETS[0].toml.replace("per_colour = 13", "per_color = 13");
        let error = RULES.complete(&text).unwrap_err().to_string();
        let reason = "key `vikings.per_color`: there is no such key; did you mean `per_colour`?";
        assert_eq!(error, format!("line 10: {reason}"));
    }

    #[test]
    fn values_that_come_from_no_file_are_checked() {
        let mut rule_set = Game::read_toml(PRESETS[0].toml).unwrap();
        rule_set.scoring.gold_per_glory = 0;
        let error = Game::new(rule_set, 2).unwrap_err().to_string();
        assert_eq!(error, "scoring.gold_per_glory=0: must be 1 to 1000");
    }
}
