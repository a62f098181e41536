//! Every number of the rules, as a TOML file or as an object in records (section "rule set").

use serde::{Deserialize, Serialize};

use super::component::{LOTS, MAX_PLAYERS, ROUNDS};
use super::grant;
pub use super::grant::Grant;
use crate::error::KeyError;
use crate::recorded::Preset;

/// Start tiles that leave the 21 left ends, used or not (C6).
pub(super) const START_TILES: u32 = 4;
/// Vikings drawn in a round with the auction (A1); without it the first 12 of them are used.
pub(super) const DRAWN: usize = 13;
/// Highest point value, so that every sum stays far inside 32 bits.
const MAX_VALUE: u32 = 1000;
/// Most bonus tiles of a kind.
pub(super) const MAX_BONUS: u32 = 15;
/// Most vikings of a colour.
pub(super) const MAX_PER_COLOUR: u32 = 20;

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

/// One value for each number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByPlayers {
    /// With 2 players.
    #[serde(rename = "2")]
    pub two: u32,
    /// With 3 players.
    #[serde(rename = "3")]
    pub three: u32,
    /// With 4 players.
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

/// S1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Glory at the start.
    pub glory: u32,
    /// Gold at the start.
    pub gold: ByPlayers,
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
    /// Right ends.
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
    /// Red.
    #[serde(rename = "N")]
    pub n: Ship,
    /// Green.
    #[serde(rename = "S")]
    pub s: Ship,
    /// Yellow.
    #[serde(rename = "G")]
    pub g: Ship,
    /// Blue.
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
    /// G1, G7.
    pub goldsmith_gold: u32,
    /// G5.
    pub noble_glory: u32,
    /// G6.
    pub scout_glory: u32,
    /// G6.
    pub scout_goldsmith: u32,
    /// G6.
    pub scout_fisherman: u32,
    /// F1.
    pub glory_floor: bool,
    /// F3.
    pub gold_per_glory: u32,
    /// F4.
    pub most_boatswains: u32,
    /// F5.
    pub most_islands: u32,
    /// F6.
    pub longest_island: u32,
    /// F4-F6.
    pub zero_majorities: bool,
    /// F7.
    pub fisherman_feeds: u32,
    /// F7.
    pub surplus_glory: u32,
    /// F7.
    pub unfed_penalty: u32,
}

/// A2: whether the opener who bids nothing may still answer a raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningZero {
    /// He may.
    Stands,
    /// He has passed.
    Out,
}

/// A7: which purchase lets a player take a bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BonusTrigger {
    /// The lot that is the highest priced at that moment.
    #[serde(rename = "highest")]
    Highest,
    /// Only the lot on the round's top space.
    #[serde(rename = "space-11")]
    Space11,
}

/// A1-A7.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advanced {
    /// A1-A3.
    pub auction: bool,
    /// A2.
    pub opening_zero: OpeningZero,
    /// A5.
    pub weak_boatswains: bool,
    /// A6.
    pub bonus_tiles: bool,
    /// A7.
    pub bonus_trigger: BonusTrigger,
}

/// A bonus tile whose effect has a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// How many there are.
    pub count: u32,
    /// Size of the effect.
    pub value: u32,
}

/// A bonus tile without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// How many there are.
    pub count: u32,
}

/// A9: the bonus tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are those of the tiles
pub struct Bonus {
    /// Most glory for one building tile.
    #[serde(rename = "building_cap")]
    pub building_cap: u32,
    pub gold5: Valued,
    pub goldsmith1: Valued,
    pub goldsmith2: Valued,
    pub longboat: Counted,
    pub noble1: Valued,
    pub scout1: Valued,
    pub fisher1: Valued,
    pub boatswain: Valued,
    pub food3: Valued,
    pub gold3: Valued,
    pub building_a: Valued,
    pub building_b: Valued,
    pub building_c: Valued,
    pub building_d: Valued,
}

/// Every number of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// S1.
    pub setup: Setup,
    /// C2.
    pub vikings: Vikings,
    /// C3, C6.
    pub tiles: Tiles,
    /// C4, C5.
    pub ships: Ships,
    /// G1-G7, F1-F7.
    pub scoring: Scoring,
    /// A1-A7.
    pub advanced: Advanced,
    /// A9.
    pub bonus: Bonus,
    /// Bonus tiles from outside the game; no part of the printed rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
}

impl Bonus {
    /// Number of tiles of each kind, in the order of [`super::bonus::Bonus::ALL`].
    pub fn counts(&self) -> [u32; super::bonus::Bonus::COUNT] {
        [
            self.gold5.count,
            self.goldsmith1.count,
            self.goldsmith2.count,
            self.longboat.count,
            self.noble1.count,
            self.scout1.count,
            self.fisher1.count,
            self.boatswain.count,
            self.food3.count,
            self.gold3.count,
            self.building_a.count,
            self.building_b.count,
            self.building_c.count,
            self.building_d.count,
        ]
    }

    /// Size of the effect of each kind, in the same order; 0 for `longboat`.
    pub fn values(&self) -> [u32; super::bonus::Bonus::COUNT] {
        [
            self.gold5.value,
            self.goldsmith1.value,
            self.goldsmith2.value,
            0,
            self.noble1.value,
            self.scout1.value,
            self.fisher1.value,
            self.boatswain.value,
            self.food3.value,
            self.gold3.value,
            self.building_a.value,
            self.building_b.value,
            self.building_c.value,
            self.building_d.value,
        ]
    }
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
    /// Whether the game can be played by these numbers.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let reason = format!("Vikings has 2 to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        self.check_values()?;
        self.check_bonus()?;
        grant::check(self, players)?;
        self.check_counts()
    }

    fn check_bonus(&self) -> Result<(), KeyError> {
        let kinds = super::bonus::Bonus::ALL;
        for ((kind, count), value) in
            kinds.into_iter().zip(self.bonus.counts()).zip(self.bonus.values())
        {
            if count > MAX_BONUS {
                let reason = format!("{count} is above {MAX_BONUS}");
                return Err(KeyError::new(format!("bonus.{kind}.count"), reason));
            }
            if value > MAX_VALUE {
                let reason = format!("{value} is above {MAX_VALUE}");
                return Err(KeyError::new(format!("bonus.{kind}.value"), reason));
            }
        }
        if self.bonus.gold3.value == 0 {
            return Err(KeyError::new("bonus.gold3.value", "must be at least 1"));
        }
        if self.bonus.building_cap > MAX_VALUE {
            let reason = format!("{} is above {MAX_VALUE}", self.bonus.building_cap);
            return Err(KeyError::new("bonus.building_cap", reason));
        }
        Ok(())
    }

    fn check_values(&self) -> Result<(), KeyError> {
        let Scoring { gold_per_glory, fisherman_feeds, surplus_glory, unfed_penalty, .. } =
            self.scoring;
        let mut values = vec![
            ("setup.glory".to_owned(), self.setup.glory),
            ("setup.gold.2".into(), self.setup.gold.two),
            ("setup.gold.3".into(), self.setup.gold.three),
            ("setup.gold.4".into(), self.setup.gold.four),
            ("scoring.goldsmith_gold".into(), self.scoring.goldsmith_gold),
            ("scoring.noble_glory".into(), self.scoring.noble_glory),
            ("scoring.scout_glory".into(), self.scoring.scout_glory),
            ("scoring.scout_goldsmith".into(), self.scoring.scout_goldsmith),
            ("scoring.scout_fisherman".into(), self.scoring.scout_fisherman),
            ("scoring.gold_per_glory".into(), gold_per_glory),
            ("scoring.most_boatswains".into(), self.scoring.most_boatswains),
            ("scoring.most_islands".into(), self.scoring.most_islands),
            ("scoring.longest_island".into(), self.scoring.longest_island),
            ("scoring.fisherman_feeds".into(), fisherman_feeds),
            ("scoring.surplus_glory".into(), surplus_glory),
            ("scoring.unfed_penalty".into(), unfed_penalty),
        ];
        for (sail, ship) in "NSGF".chars().zip(self.ships.list()) {
            values.push((format!("ships.{sail}.gold"), ship.gold));
            values.push((format!("ships.{sail}.glory"), ship.glory));
        }
        for (key, value) in values {
            if value > MAX_VALUE {
                return Err(KeyError::new(key, format!("{value} is above {MAX_VALUE}")));
            }
        }
        if gold_per_glory == 0 {
            return Err(KeyError::new("scoring.gold_per_glory", "must be at least 1"));
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), KeyError> {
        let per_colour = self.vikings.per_colour;
        if !(DRAWN as u32..=MAX_PER_COLOUR).contains(&per_colour) {
            let reason = format!(
                "{per_colour} is not between {DRAWN}, which fills {ROUNDS} rounds of {DRAWN} \
                 vikings, and {MAX_PER_COLOUR}"
            );
            return Err(KeyError::new("vikings.per_colour", reason));
        }
        if self.tiles.left_ends < START_TILES {
            let reason =
                format!("{} are too few for {START_TILES} start tiles", self.tiles.left_ends);
            return Err(KeyError::new("tiles.left_ends", reason));
        }
        let ships: u64 = self.ships.list().iter().map(|ship| u64::from(ship.count)).sum();
        let Tiles { left_ends, right_ends, middles_per_building } = self.tiles;
        let dealt = u64::from(left_ends - START_TILES)
            + u64::from(right_ends)
            + 4 * u64::from(middles_per_building)
            + ships;
        if dealt != (ROUNDS * LOTS) as u64 {
            let reason = format!(
                "{left_ends} left ends less {START_TILES} start tiles, {right_ends} right ends, 4 x \
                 {middles_per_building} middles and {ships} ships are {dealt} tiles, but {ROUNDS} \
                 rounds of {LOTS} need {}",
                ROUNDS * LOTS
            );
            return Err(KeyError::new("tiles", reason));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::vikings::Vikings as Game;
    use crate::rules;

    fn refused(change: &str, players: usize) -> String {
        let text = rules::set(PRESETS[0].toml, &[change.to_owned()]).unwrap();
        rules::read::<Game>(&text).unwrap().check(players).unwrap_err().to_string()
    }

    #[test]
    fn presets_are_playable() {
        for preset in PRESETS {
            let rule_set = rules::read::<Game>(preset.toml).unwrap();
            for players in 2..=4 {
                rule_set.check(players).unwrap();
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
            ("tiles.left_ends=3", "key `tiles.left_ends`: 3 are too few for 4 start tiles"),
            ("scoring.gold_per_glory=0", "key `scoring.gold_per_glory`: must be at least 1"),
            ("scoring.noble_glory=1001", "key `scoring.noble_glory`: 1001 is above 1000"),
            ("bonus.longboat.count=16", "key `bonus.longboat.count`: 16 is above 15"),
            ("bonus.noble1.value=1001", "key `bonus.noble1.value`: 1001 is above 1000"),
            ("bonus.gold3.value=0", "key `bonus.gold3.value`: must be at least 1"),
            ("bonus.building_cap=1001", "key `bonus.building_cap`: 1001 is above 1000"),
        ] {
            assert_eq!(refused(change, 3), message);
        }
        assert!(refused("vikings.per_colour=12", 2).contains("`vikings.per_colour`: 12 is not"));
        assert_eq!(refused("setup.glory=10", 5), "key `players`: Vikings has 2 to 4 seats, not 5");
    }

    #[test]
    fn a_wrong_text_names_the_line() {
        let text = PRESETS[0].toml.replace("per_colour = 13", "per_color = 13");
        let error = rules::read::<Game>(&text).unwrap_err().to_string();
        assert!(error.starts_with("line 8: unknown field `per_color`"), "{error}");
    }
}
