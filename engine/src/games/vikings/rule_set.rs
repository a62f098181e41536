//! Every number of the rules, as a TOML file or as an object in records (section "rule set").

#![allow(missing_docs)] // of fields that are named as their keys

use serde::{Deserialize, Serialize};

use super::bonus_rules::is_default;
pub use super::bonus_rules::{BonusRules, BuildingThreat, Counted, Grant, Valued};
use super::component::{DRAWN, LOTS, MAX_BONUS, MAX_PER_COLOUR, MAX_PLAYERS, ROUNDS, START_TILES};
use crate::error::KeyError;
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

/// The allowed values of the keys; conditions on several keys are checked below.
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
    /// That of 2 to 4 seats.
    pub fn get(&self, players: usize) -> u32 {
        [self.two, self.three, self.four][players - 2]
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
    pub fn list(&self) -> [u32; MAX_PLAYERS] {
        [self.zero, self.one, self.two, self.three]
    }
}

/// S1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub glory: u32,
    pub gold: ByPlayers,
    /// Gold that a seat has at the start beyond that; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seat_gold: BySeat,
    /// The same of glory.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seat_glory: BySeat,
}

impl Setup {
    pub(super) fn purse(&self, seat: usize, players: usize) -> (i32, i32) {
        let gold = self.gold.get(players) + self.seat_gold.list()[seat];
        (gold as i32, (self.glory + self.seat_glory.list()[seat]) as i32)
    }
}

/// C2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vikings {
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
pub enum BonusTrigger {
    /// That of the lot with the highest price at that moment.
    #[serde(rename = "highest")]
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

    fn check_grants(&self, players: usize) -> Result<(), KeyError> {
        if !self.grants.is_empty() && !self.advanced.bonus_tiles {
            let reason = "there are bonus tiles by `advanced.bonus_tiles` only";
            return Err(KeyError::new("grants", reason));
        }
        let mut counts = self.bonus.counts();
        for (number, &Grant { round, seat, kind }) in self.grants.iter().enumerate() {
            let refuse =
                |key, reason| Err(KeyError::new(format!("grants[{number}].{key}"), reason));
            if !(1..=ROUNDS as u32).contains(&round) {
                return refuse("round", format!("{round} is not between 1 and {ROUNDS}"));
            }
            if seat >= players {
                return refuse(
                    "seat",
                    format!("{seat} is not below {players}, the number of seats"),
                );
            }
            counts[kind as usize] += 1;
            if counts[kind as usize] > MAX_BONUS {
                let reason = format!("makes more than {MAX_BONUS} `{kind}` with those of the game");
                return refuse("kind", reason);
            }
        }
        Ok(())
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
