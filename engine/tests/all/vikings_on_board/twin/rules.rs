//! The rule values of section 12 of the rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::data::from_toml;

/// The preset `base`.
const BASE: &str = r#"
[setup]
row = { 2 = "ABBAABBA", 3 = "ABCBCACAB", 4 = "ABCDDCBA" }
[ships]
max_bodies = 5
departures = 7
[bodies]
shields = [1, 1, 2, 2, 3, 3]
crew_shields = 1
[barrels]
values = [1, 2, 3, 4]
max_per_ship = 4
[supplies]
hide = 5
grain = 5
metal = 5
warehouse_1 = 7
[warehouse_2]
draw = 3
return = "drawn_order"
[market]
start = 1
max = 4
[options]
null_moves = false
max_rounds = 40
"#;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub setup: Setup,
    pub ships: Ships,
    pub bodies: Bodies,
    pub barrels: Barrels,
    pub supplies: Supplies,
    pub warehouse_2: Warehouse2,
    pub market: Market,
    pub options: Options,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// S3: the letters of the first row, by number of players.
    pub row: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    pub max_bodies: usize,
    pub departures: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bodies {
    pub shields: Vec<i64>,
    pub crew_shields: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrels {
    pub values: Vec<i64>,
    pub max_per_ship: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supplies {
    pub hide: usize,
    pub grain: usize,
    pub metal: usize,
    pub warehouse_1: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warehouse2 {
    pub draw: usize,
    /// `drawn_order` or `choice`.
    #[serde(rename = "return")]
    pub returning: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Market {
    pub start: i64,
    pub max: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    pub null_moves: bool,
    pub max_rounds: usize,
}

impl Rules {
    pub fn base() -> Rules {
        from_toml(BASE).expect("the preset can be read")
    }

    /// Reads the rule set of a record and checks it.
    pub fn read(rule_set: &serde_json::Value) -> Result<Rules, String> {
        let rules: Rules =
            serde_json::from_value(rule_set.clone()).map_err(|error| error.to_string())?;
        rules.check()?;
        Ok(rules)
    }

    /// V4: does the player choose the order of the returned tokens?
    pub fn return_by_choice(&self) -> bool {
        self.warehouse_2.returning == "choice"
    }

    /// The last paragraph of section 12.
    pub fn check(&self) -> Result<(), String> {
        let players: Vec<&str> = self.setup.row.keys().map(String::as_str).collect();
        require(players == ["2", "3", "4"], "a row for 2, 3 and 4 players")?;
        for (players, row) in &self.setup.row {
            let players: usize = players.parse().expect("checked above");
            let letters = &['A', 'B', 'C', 'D'][..players];
            let count = |letter: char| row.chars().filter(|&other| other == letter).count();
            let each = count('A');
            require(each >= 1, "every letter")?;
            require(letters.iter().all(|&letter| count(letter) == each), "equally often")?;
            require(row.chars().all(|letter| letters.contains(&letter)), "no other letters")?;
            require(row.len() <= 11, "at most 11 letters")?;
        }
        require((3..=24).contains(&self.ships.max_bodies), "max_bodies 3 to 24")?;
        require((1..=7).contains(&self.ships.departures), "departures 1 to 7")?;
        require(self.bodies.shields.len() == 6, "six shields")?;
        require(self.bodies.shields.iter().all(|s| (1..=9).contains(s)), "shields of 1 to 9")?;
        require(self.barrels.values.len() == 4, "four barrels")?;
        require(self.barrels.values.iter().all(|v| (0..=9).contains(v)), "barrels of 0 to 9")?;
        require((1..=4).contains(&self.barrels.max_per_ship), "max_per_ship 1 to 4")?;
        let supplies = self.supplies.hide + self.supplies.grain + self.supplies.metal;
        require((1..=30).contains(&supplies), "1 to 30 supplies")?;
        require(self.supplies.warehouse_1 <= supplies, "warehouse_1 not more than that")?;
        require(self.warehouse_2.draw >= 1, "draw at least 1")?;
        let returning = self.warehouse_2.returning.as_str();
        require(["drawn_order", "choice"].contains(&returning), "return")?;
        require(self.market.start <= self.market.max, "start not above max")?;
        require(self.options.max_rounds >= 1, "max_rounds at least 1")
    }
}

pub fn require(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(format!("required: {what}")) }
}
