//! The rule-set file of sections 3.8 and 3.9.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::base::BASE;
use super::card::{self, Card};
use super::piece::Piece;
use crate::data::from_toml;

/// A rule set with its components; every key of sections 3.8 and 3.9 has the same name here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub setup: Setup,
    pub strategies: Strategies,
    pub scoring: Scoring,
    pub switches: Switches,
    pub board: Board,
    /// C3
    pub supply: BTreeMap<Piece, usize>,
    pub months: Months,
    pub cards: Vec<Cards>,
    pub whims: Vec<Whim>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub cards: usize,
    pub edicts: usize,
    pub villagers: usize,
    pub whims_drawn: usize,
}

/// T1
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategies {
    pub aggressive: Strategy,
    pub balanced: Strategy,
    pub development: Strategy,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    pub draw: usize,
    pub keep: usize,
    pub actions: usize,
}

/// F2, F3
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    pub villager: i64,
    pub soldier: i64,
    pub cottage: i64,
    pub fortress: i64,
    pub tower: i64,
    pub edict: i64,
    pub field_neighbour: i64,
    pub sunk_longship: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    /// N1: `none` or `next`.
    pub occupied_column: String,
    /// N4
    pub raid_targets: Vec<Piece>,
    /// N8: `immediate` or `round`.
    pub full_board_end: String,
    /// N5
    pub tower_returns_fortress: bool,
}

/// N18
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    pub rows: usize,
    pub columns: usize,
}

/// C5: an entry is empty or the name of a villager, a cottage or an edict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Months {
    pub bonus: Vec<String>,
}

/// C4: cards of one kind, one for each landing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    pub kind: String,
    pub landing: Vec<String>,
}

/// F4
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whim {
    pub name: String,
    pub points: i64,
    /// The first line is nearest the beach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<BTreeMap<Piece, usize>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<Piece>,
}

impl Rules {
    pub fn base() -> Rules {
        from_toml(BASE).expect("the preset can be read")
    }

    /// Reads a rule set from a record and checks it.
    pub fn read(rule_set: &Value) -> Result<Rules, String> {
        let rules: Rules =
            serde_json::from_value(rule_set.clone()).map_err(|error| error.to_string())?;
        rules.check()?;
        Ok(rules)
    }

    /// Reads a rule set from a file (3.9): what is missing in its tables is that of the preset.
    pub fn read_toml(text: &str) -> Result<Rules, String> {
        let file: Value = from_toml(text)?;
        let mut whole = serde_json::to_value(Rules::base()).map_err(|error| error.to_string())?;
        complete(&mut whole, file);
        Rules::read(&whole)
    }

    /// C4: all cards; card number n is entry n - 1.
    pub fn deck(&self) -> Vec<Card> {
        let mut deck = Vec::new();
        for cards in &self.cards {
            for landing in &cards.landing {
                let columns = landing.bytes().map(|letter| usize::from(letter - b'a')).collect();
                deck.push(Card { kind: cards.kind.clone(), landing: columns });
            }
        }
        deck
    }

    /// T1
    pub fn strategy(&self, token: &str) -> &Strategy {
        match token {
            "aggressive" => &self.strategies.aggressive,
            "balanced" => &self.strategies.balanced,
            "development" => &self.strategies.development,
            other => panic!("`{other}` is no token"),
        }
    }

    pub fn whim(&self, name: &str) -> &Whim {
        self.whims.iter().find(|whim| whim.name == name).expect("a whim of the rule set")
    }

    /// The last paragraph of section 3.8, and what the comments of the files say.
    pub fn check(&self) -> Result<(), String> {
        let Board { rows, columns } = self.board;
        require((1..=8).contains(&rows) && (1..=8).contains(&columns), "N18: a board of 1 to 8")?;
        require(self.supply.len() == Piece::ALL.len(), "C3: a count for every piece")?;
        require(!self.months.bonus.is_empty(), "C5: at least one month")?;
        for bonus in &self.months.bonus {
            require(
                ["", "villager", "cottage", "edict"].contains(&bonus.as_str()),
                "C5: no such bonus",
            )?;
        }
        for cards in &self.cards {
            let kind = cards.kind.as_str();
            require(card::ACTIONS.contains(&kind) || card::EVENTS.contains(&kind), "C4: a kind")?;
            for landing in &cards.landing {
                let letters: Vec<char> = landing.chars().collect();
                require(letters.len() <= 2, "C4: at most two columns")?;
                require(letters.is_sorted_by(|one, other| one < other), "C4: in rising order")?;
                let on_board =
                    |&letter: &char| ('a'..='h').take(columns).any(|column| column == letter);
                require(letters.iter().all(on_board), "C4: columns of the board")?;
            }
        }
        require((1..=64).contains(&self.deck().len()), "C4: from 1 to 64 cards")?;
        self.check_switches()?;
        for (index, whim) in self.whims.iter().enumerate() {
            require(!whim.name.is_empty() && !whim.name.contains(' '), "F4: a name of one word")?;
            require(
                self.whims[..index].iter().all(|other| other.name != whim.name),
                "F4: every name once",
            )?;
            whim.check()?;
        }
        Ok(())
    }

    fn check_switches(&self) -> Result<(), String> {
        let switches = &self.switches;
        require(["none", "next"].contains(&switches.occupied_column.as_str()), "N1: none or next")?;
        require(
            ["immediate", "round"].contains(&switches.full_board_end.as_str()),
            "N8: immediate or round",
        )?;
        let targets = [Piece::Villager, Piece::Cottage, Piece::Field];
        require(
            switches.raid_targets.iter().all(|target| targets.contains(target)),
            "N4: villager, cottage, field",
        )
    }

    /// What depends on the number of players.
    pub fn check_players(&self, players: usize) -> Result<(), String> {
        require((2..=4).contains(&players), "C1: 2 to 4 players")?;
        require(
            self.whims.len() > players * self.setup.whims_drawn,
            "S4: whims for all and the official one",
        )?;
        require(
            self.supply[&Piece::Villager] >= players * self.setup.villagers,
            "S5: villagers for all",
        )?;
        let actions = self.deck().iter().filter(|card| !card::is_event(&card.kind)).count();
        require(actions >= players * self.setup.cards, "S2: action cards for all hands")
    }
}

impl Whim {
    fn check(&self) -> Result<(), String> {
        let given = [self.pattern.is_some(), self.need.is_some(), self.none.is_some()];
        require(given.iter().filter(|&&given| given).count() == 1, "F4: one condition")?;
        if let Some(lines) = &self.pattern {
            let width = lines.first().map_or(0, String::len);
            require(width > 0, "F4: a pattern of at least one parcel")?;
            for line in lines {
                require(line.len() == width, "F4: lines of equal length")?;
                require(line.chars().all(|sign| "HA.".contains(sign)), "F4: H, A or .")?;
            }
        }
        let mut needed = self.need.iter().flat_map(BTreeMap::keys).chain(self.none.iter());
        require(needed.all(|piece| piece.is_unit()), "F4: units")
    }
}

/// Puts the values of a file into a whole rule set; lists are replaced.
fn complete(whole: &mut Value, file: Value) {
    match (whole, file) {
        (Value::Object(whole), Value::Object(file)) => {
            for (key, value) in file {
                complete(whole.entry(key).or_insert(Value::Null), value);
            }
        }
        (whole, value) => *whole = value,
    }
}

pub fn require(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(format!("required: {what}")) }
}
