//! Every number of the rules, as a TOML file or as an object in records.

#![allow(missing_docs)] // of what is named as its key

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::component::{
    BARRELS, BODIES, BODIES_PER_CLAN, BODIES_PER_SHIP, MAX_PLAYERS, SHIPS, SPACES,
};
use crate::data::ToData;
use crate::error::KeyError;
use crate::games::rule_set::rule_set;
use crate::recorded::check_seats;
use crate::rules::{Preset, RuleTable};

pub(super) const MAX_SUPPLIES: u32 = 30;
/// Most tokens drawn at once if the order of those that go back is chosen, so that there are at most 1,680 orders.
const MAX_CHOSEN: u32 = 10;
pub(super) const PRESETS: &[Preset] =
    &[Preset { name: "base", about: "rulebook of 2016", toml: include_str!("base.toml") }];

/// Highest market value and highest worth of a viking in shields, so that sums stay small.
const MAX_VALUE: i64 = 1000;
/// Most rounds, so that the game clock has room for them.
const MAX_ROUNDS: i64 = 1_000_000;

rule_set! {
    RuleSet "" {
        setup: Setup,
        ships: Ships,
        bodies: Bodies,
        barrels: Barrels,
        supplies: Supplies,
        warehouse_2: Warehouse2,
        market: Market,
        options: Options,
    }
    Setup "setup." {
        /// The first row of vikings for each number of players: letters A, B, ... for the seats of the deal's order.
        row: BTreeMap<String, String> = "row.*" text("S3"),
    }
    Ships "ships." {
        /// Most bodies of a ship.
        max_bodies: u32 = whole(BODIES_PER_SHIP as i64, BODIES as i64, "R5"),
        /// Departures that end the game.
        departures: u32 = whole(1, SHIPS as i64 - 1, "D6"),
    }
    Bodies "bodies." {
        /// Shields of each clan's bodies.
        shields: [u32; BODIES_PER_CLAN] = whole(1, 9, "C4"),
        /// Shields of a viking on a body.
        crew_shields: u32 = whole(0, MAX_VALUE, "A10"),
    }
    Barrels "barrels." {
        /// Values of each player's barrels.
        values: [u32; BARRELS] = whole(0, 9, "C5"),
        /// Most barrels of one player at one ship.
        max_per_ship: u32 = whole(1, BARRELS as i64, "V1"),
    }
    Supplies "supplies." {
        hide: u32 = whole(0, MAX_SUPPLIES as i64, "C6"),
        grain: u32 = whole(0, MAX_SUPPLIES as i64, "C6"),
        metal: u32 = whole(0, MAX_SUPPLIES as i64, "C6"),
        /// Tokens in stack W1.
        warehouse_1: u32 = whole(0, MAX_SUPPLIES as i64, "S1"),
    }
    Warehouse2 "warehouse_2." {
        /// Tokens drawn.
        draw: u32 = whole(1, u32::MAX as i64, "A9"),
        /// Order of those that go back.
        #[serde(rename = "return")]
        give_back: Return = "return" words(&["drawn_order", "choice"], "V4"),
    }
    Market "market." {
        /// Value of each good at the start.
        start: u32 = whole(0, MAX_VALUE, "C7"),
        /// Highest value.
        max: u32 = whole(0, MAX_VALUE, "C7"),
    }
    Options "options." {
        /// Whether actions that change nothing may be chosen.
        null_moves: bool = switch("V3"),
        /// Last round.
        max_rounds: u32 = whole(1, MAX_ROUNDS, "V10"),
    }
}

pub(super) static RULES: RuleTable = RuleTable::new("vikings-on-board", PRESETS, KEYS);

/// The order in which drawn tokens go back (V4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Return {
    /// In the order drawn.
    DrawnOrder,
    /// In an order chosen by the player.
    Choice,
}

impl Supplies {
    pub(super) fn counts(&self) -> [u32; 3] {
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
    /// Whether the game can be played with these values. Errors: the first key at fault, and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        check_seats("Vikings on Board", (2, MAX_PLAYERS), players)?;
        RULES.check(&self.to_data())?;
        for players in 2..=MAX_PLAYERS {
            check_row(players, &self.setup.row[&players.to_string()])?;
        }
        let all = self.supplies.counts().iter().sum();
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
        at_most("market.start", self.market.start, self.market.max)
    }
}

/// S3: every seat's letter equally often, on the existing spaces.
fn check_row(players: usize, row: &str) -> Result<(), KeyError> {
    let letters = &"ABCD"[..players];
    let count = |letter: char| row.chars().filter(|&other| other == letter).count();
    let (each, all) = (count('A'), row.chars().count());
    let fits = letters.chars().all(|letter| count(letter) == each)
        && each * players == all
        && (1..=SPACES).contains(&all);
    if fits {
        return Ok(());
    }
    let reason = format!(
        "expected each of {letters} equally often, at most {SPACES} letters, found `{row}`"
    );
    Err(KeyError::new(format!("setup.row.{players}"), reason))
}
