//! Every number of the rules, as a TOML file or as an object in records.

#![allow(missing_docs)] // of fields that are named as their keys

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::component::{
    BARRELS, BODIES, BODIES_PER_CLAN, BODIES_PER_SHIP, MAX_PLAYERS, SHIPS, SPACES,
};
use crate::data::ToData;
use crate::error::KeyError;
use crate::rules::{Key, Preset, RuleTable};

/// Most supplies in total.
pub(super) const MAX_SUPPLIES: u32 = 30;
/// Most tokens drawn at once if the order of those that go back is chosen, so that there are at most
/// 1,680 orders.
const MAX_CHOSEN: u32 = 10;
pub(super) const PRESETS: &[Preset] =
    &[Preset { name: "base", about: "rulebook of 2016", toml: include_str!("base.toml") }];

/// Highest market value and highest worth of a viking in shields, so that sums stay small.
const MAX_VALUE: i64 = 1000;
/// Most rounds, so that the game clock has room for them.
const MAX_ROUNDS: i64 = 1_000_000;

/// The allowed values of the keys; conditions on several keys are checked below.
const KEYS: &[Key] = &[
    Key::text("setup.row.*", "S3"),
    Key::whole("ships.max_bodies", BODIES_PER_SHIP as i64, BODIES as i64, "R5"),
    Key::whole("ships.departures", 1, SHIPS as i64 - 1, "D6"),
    Key::whole("bodies.shields", 1, 9, "C4"),
    Key::whole("bodies.crew_shields", 0, MAX_VALUE, "A10"),
    Key::whole("barrels.values", 0, 9, "C5"),
    Key::whole("barrels.max_per_ship", 1, BARRELS as i64, "V1"),
    Key::whole("supplies.warehouse_1", 0, MAX_SUPPLIES as i64, "S1"),
    Key::whole("supplies.*", 0, MAX_SUPPLIES as i64, "C6"),
    Key::whole("warehouse_2.draw", 1, u32::MAX as i64, "A9"),
    Key::words("warehouse_2.return", &["drawn_order", "choice"], "V4"),
    Key::whole("market.*", 0, MAX_VALUE, "C7"),
    Key::switch("options.null_moves", "V3"),
    Key::whole("options.max_rounds", 1, MAX_ROUNDS, "V10"),
];

pub(super) static RULES: RuleTable = RuleTable::new("vikings-on-board", PRESETS, KEYS);

crate::data!(RuleSet);

/// The first row of vikings for each number of players (S3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    #[serde(rename = "2")]
    pub two: String,
    #[serde(rename = "3")]
    pub three: String,
    #[serde(rename = "4")]
    pub four: String,
}

/// S3.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Letters A, B, ... for the seats of the deal's order.
    pub row: Rows,
}

/// R5, D6.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    /// Most bodies of a ship.
    pub max_bodies: u32,
    /// Departures that end the game.
    pub departures: u32,
}

/// C4, A10.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bodies {
    /// Shields of each clan's bodies.
    pub shields: [u32; BODIES_PER_CLAN],
    /// Shields of a viking on a body.
    pub crew_shields: u32,
}

/// C5, V1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrels {
    /// Values of each player's barrels.
    pub values: [u32; BARRELS],
    /// Most barrels of one player at one ship.
    pub max_per_ship: u32,
}

/// C6, S1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supplies {
    pub hide: u32,
    pub grain: u32,
    pub metal: u32,
    /// Tokens in stack W1.
    pub warehouse_1: u32,
}

/// V4: the order in which drawn tokens go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Return {
    /// In the order drawn.
    #[serde(rename = "drawn_order")]
    DrawnOrder,
    /// In an order chosen by the player.
    #[serde(rename = "choice")]
    Choice,
}

/// A9, V4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warehouse2 {
    /// Tokens drawn.
    pub draw: u32,
    /// Order of those that go back.
    #[serde(rename = "return")]
    pub give_back: Return,
}

/// C7.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Market {
    /// Value of each good at the start.
    pub start: u32,
    /// Highest value.
    pub max: u32,
}

/// V3, V10.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Whether actions that change nothing may be chosen.
    pub null_moves: bool,
    /// Last round.
    pub max_rounds: u32,
}

/// Every number of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub setup: Setup,
    pub ships: Ships,
    pub bodies: Bodies,
    pub barrels: Barrels,
    pub supplies: Supplies,
    pub warehouse_2: Warehouse2,
    pub market: Market,
    pub options: Options,
}

impl Rows {
    /// The row for `players`.
    pub fn get(&self, players: usize) -> &str {
        match players {
            2 => &self.two,
            3 => &self.three,
            _ => &self.four,
        }
    }
}

impl Supplies {
    /// Tokens of each kind.
    pub fn counts(&self) -> [u32; 3] {
        [self.hide, self.grain, self.metal]
    }
}

fn at_most(key: &str, value: u32, most: u32) -> Result<(), KeyError> {
    if value <= most {
        return Ok(());
    }
    Err(KeyError::refused(key, &Value::from(value), format!("must be 0 to {most}")))
}

impl RuleSet {
    /// Whether the game can be played with these values.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let reason = format!("Vikings on Board has 2 to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        RULES.check(&self.to_data())?;
        for players in 2..=MAX_PLAYERS {
            check_row(players, self.setup.row.get(players))?;
        }
        self.check_supplies()?;
        at_most("market.start", self.market.start, self.market.max)
    }

    fn check_supplies(&self) -> Result<(), KeyError> {
        let counts = self.supplies.counts();
        let all = counts.iter().sum();
        if !(1..=MAX_SUPPLIES).contains(&all) {
            let reason = format!("{all} tokens, but there must be 1 to {MAX_SUPPLIES} in all");
            return Err(KeyError::new("supplies", reason));
        }
        let first = self.supplies.warehouse_1;
        at_most("supplies.warehouse_1", first, all)?;
        let drawn = self.warehouse_2.draw.min(all - first);
        if self.warehouse_2.give_back == Return::Choice && drawn > MAX_CHOSEN {
            let reason = format!(
                "{drawn} tokens drawn at once have too many orders; with return = \"choice\" at most \
                 {MAX_CHOSEN}"
            );
            return Err(KeyError::new("warehouse_2.draw", reason));
        }
        Ok(())
    }
}

/// S3: every seat's letter equally often, on the existing spaces.
fn check_row(players: usize, row: &str) -> Result<(), KeyError> {
    let key = format!("setup.row.{players}");
    let letters = &"ABCD"[..players];
    let count = |letter: char| row.chars().filter(|&other| other == letter).count();
    let each = count('A');
    let fits = letters.chars().all(|letter| count(letter) == each)
        && each * players == row.chars().count()
        && (1..=SPACES).contains(&row.chars().count());
    if fits {
        return Ok(());
    }
    let reason = format!(
        "expected each of {letters} equally often, at most {SPACES} letters, found `{row}`"
    );
    Err(KeyError::new(key, reason))
}
