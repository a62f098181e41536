//! The rule-set file of section 2.13.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::material;
use crate::data::from_toml;

/// The preset `queen2007`.
pub const QUEEN2007: &str = r#"
[setup]
vikings = { 3 = 8, 4 = 6, 5 = 6, 6 = 5 }
hand = 4
amulets = 5
redeal = true
[cards]
highest = 6
copies = 9
[stones]
g = { count = 52, points = 1 }
w = { count = 42, points = 2 }
c = { count = 12, points = 3 }
s = { count = 6, points = 4 }
[village]
wall_height = 3
full = 18
[game]
rounds = 10
removed_cards = 2
[fights]
empty_spaces = true
[hospital]
stations = [3, 2, 2, 1, 1, 1]
defender_advance = 1
[siege]
loot_max_stones = 0
[scoring]
full_bonus = 5
amulet = 1
[materials]
triangle_players = 5
cards = [
  "g1+1 w2 g2 c1 w2+1 - -",
  "g2 w3 - c1 w1+1 g1+1 -",
  "g2+1 w1+1 g2 c1 w1 g1 s1",
  "g1 w1 g3 c1 w1+1 g1+1 s1",
  "g2 w2 g1+1 c2 w1+1 g1 -",
  "g1+1 w1+1 g1 c2 w2 g2 -",
  "g3 w2+1 g1+1 - w1 - s1",
  "- w1 g2+1 - w2+1 g2 s1",
  "g1 w3+1 g1+1 - w1 g1 s1",
  "g2 w1+1 g2 c2 w1 g1+1 -",
  "g1+1 w2 g3 c1 w1+1 - -",
  "g2 w1+1 g1 c1 w2 g1+1 s1",
]
"#;

/// What the preset `db2003` has instead of the values of `queen2007` (2.6).
const DB2003: [(&str, &str, usize); 6] = [
    ("game", "rounds", 12),
    ("game", "removed_cards", 0),
    ("stones", "g", 60),
    ("stones", "w", 48),
    ("stones", "c", 12),
    ("stones", "s", 6),
];

/// A rule set; every key of section 2.13 has the same name here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub setup: Setup,
    pub cards: Cards,
    pub stones: Stones,
    pub village: Village,
    pub game: Game,
    pub fights: Fights,
    pub hospital: Hospital,
    pub siege: Siege,
    pub scoring: Scoring,
    pub materials: Materials,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// C6, by the number of players.
    pub vikings: BTreeMap<String, usize>,
    pub hand: usize,
    pub amulets: usize,
    pub redeal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    pub highest: usize,
    pub copies: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stones {
    pub g: Stone,
    pub w: Stone,
    pub c: Stone,
    pub s: Stone,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stone {
    pub count: usize,
    pub points: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Village {
    pub wall_height: usize,
    pub full: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub rounds: usize,
    pub removed_cards: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fights {
    pub empty_spaces: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hospital {
    /// H1, by difference from 0 to 5.
    pub stations: Vec<usize>,
    pub defender_advance: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Siege {
    pub loot_max_stones: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    pub full_bonus: usize,
    pub amulet: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Materials {
    pub triangle_players: usize,
    pub cards: Vec<String>,
}

impl Rules {
    pub fn queen2007() -> Rules {
        from_toml(QUEEN2007).expect("the preset can be read")
    }

    pub fn db2003() -> Rules {
        let mut value = serde_json::to_value(Rules::queen2007()).expect("data");
        for (table, key, number) in DB2003 {
            if table == "stones" {
                value[table][key]["count"] = number.into();
            } else {
                value[table][key] = number.into();
            }
        }
        Rules::read(&value).expect("the preset is valid")
    }

    /// Reads a rule set from a record and checks it.
    pub fn read(rule_set: &Value) -> Result<Rules, String> {
        let rules: Rules =
            serde_json::from_value(rule_set.clone()).map_err(|error| error.to_string())?;
        rules.check()?;
        Ok(rules)
    }

    /// Reads a rule set from a file and checks it.
    pub fn read_toml(text: &str) -> Result<Rules, String> {
        Rules::read(&from_toml(text)?)
    }

    /// The last paragraph of section 2.13, and what the comments of the file say.
    pub fn check(&self) -> Result<(), String> {
        let players: Vec<&str> = self.setup.vikings.keys().map(String::as_str).collect();
        require(players == ["3", "4", "5", "6"], "C6: Vikings for 3, 4, 5 and 6 players")?;
        require(self.setup.hand >= 1, "S2: a hand of at least 1 card")?;
        require((1..=9).contains(&self.cards.highest), "C5: the highest card is from 1 to 9")?;
        require(
            !self.setup.redeal || self.cards.highest > 3,
            "S3: without a card above 3 there is no redeal",
        )?;
        require(
            self.village.full <= 6 * self.village.wall_height,
            "T4: the stones of a full village have room on its walls",
        )?;
        require(self.game.rounds >= 1, "F1: at least 1 round")?;
        require(self.hospital.stations.len() == 6, "H1: stations for differences 0 to 5")?;
        require(
            self.hospital.stations.iter().all(|station| (1..=3).contains(station)),
            "H1: stations are 1, 2 or 3",
        )?;
        require(
            self.materials.cards.len() >= self.game.rounds + self.game.removed_cards,
            "S4: a material card for every round and those removed",
        )?;
        for card in &self.materials.cards {
            material::read_card(card)?;
        }
        Ok(())
    }

    /// What depends on the number of players.
    pub fn check_players(&self, players: usize) -> Result<(), String> {
        require((3..=6).contains(&players), "C1: 3 to 6 players")?;
        require(
            self.setup.hand * players <= self.cards.highest * self.cards.copies,
            "S2: cards enough for all hands",
        )
    }

    /// C6
    pub fn vikings(&self, players: usize) -> usize {
        self.setup.vikings[&players.to_string()]
    }

    /// C4
    pub fn stone(&self, kind: char) -> &Stone {
        match kind {
            'g' => &self.stones.g,
            'w' => &self.stones.w,
            'c' => &self.stones.c,
            's' => &self.stones.s,
            other => panic!("`{other}` is no kind of stone"),
        }
    }

    /// F2, L2: the total value of stones.
    pub fn value(&self, stones: &[char]) -> usize {
        stones.iter().map(|&kind| self.stone(kind).points).sum()
    }

    /// H1: the station of a loser, or of both after a tie.
    pub fn station(&self, difference: usize) -> usize {
        self.hospital.stations[difference.min(5)]
    }
}

pub fn require(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(format!("required: {what}")) }
}
