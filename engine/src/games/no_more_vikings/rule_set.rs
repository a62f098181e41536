//! Every number of the rules and every component, as a TOML file or as an object in records (3.8, 3.9).

#![allow(missing_docs)] // of fields that are named as their keys

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::component::{Bonus, Kind, MAX_CARDS, Name, SIDE, SUPPLIES, Unit};
use crate::error::KeyError;
use crate::rules::{Key, Preset, RuleTable};

pub(super) const PRESETS: &[Preset] = &[Preset {
    name: "base",
    about: "a reconstruction: boards, cards and whims are stand-ins",
    toml: include_str!("base.toml"),
}];

/// Most rounds, so that six bits of the clock hold one.
pub(super) const MAX_ROUNDS: usize = 60;
/// Most cards drawn, cards kept and actions of a token, so that five bits of the clock hold them.
const MAX_STEPS: i64 = 31;
/// Most units of a kind in the supply, so that a byte holds their number.
const MAX_SUPPLY: i64 = 255;
/// Highest points, so that sums stay small.
const MAX_POINTS: i64 = 99;
/// Most whims, so that a word holds a set of them.
pub(super) const MAX_WHIMS: usize = 64;

const BONUSES: &[&str] = &["", "villager", "cottage", "edict"];

/// The allowed values of the keys; lists of tables and conditions on several keys are checked below.
const KEYS: &[Key] = &[
    Key::whole("setup.cards", 0, 32, "S2"),
    Key::whole("setup.edicts", 0, MAX_SUPPLY, "S5"),
    Key::whole("setup.villagers", 0, 64, "S5"),
    Key::whole("setup.whims_drawn", 0, 31, "S4"),
    Key::whole("strategies.*.draw", 0, MAX_STEPS, "T1"),
    Key::whole("strategies.*.keep", 0, MAX_STEPS, "T1"),
    Key::whole("strategies.*.actions", 0, MAX_STEPS, "T1"),
    Key::whole("scoring.field_neighbour", -MAX_POINTS, MAX_POINTS, "F3"),
    Key::whole("scoring.sunk_longship", -MAX_POINTS, MAX_POINTS, "R2"),
    Key::whole("scoring.*", -MAX_POINTS, MAX_POINTS, "F2"),
    Key::words("switches.occupied_column", &["none", "next"], "L4"),
    Key::words("switches.raid_targets", &["villager", "cottage", "field"], "R4").of_length(0, 3),
    Key::words("switches.full_board_end", &["immediate", "round"], "F1"),
    Key::switch("switches.tower_returns_fortress", "A6"),
    Key::whole("board.*", 1, SIDE as i64, "C2"),
    Key::whole("supply.*", 0, MAX_SUPPLY, "C3"),
    Key::words("months.bonus", BONUSES, "C5").of_length(1, MAX_ROUNDS),
    Key::tables("cards", "C4").of_length(1, 64),
    Key::tables("whims", "F4").of_length(1, MAX_WHIMS),
];

pub(super) static RULES: RuleTable = RuleTable::new("no-more-vikings", PRESETS, KEYS);

crate::data!(RuleSet);

/// S2 to S5.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Action cards of each seat.
    pub cards: u8,
    /// Edicts of each seat.
    pub edicts: u8,
    /// Villagers of each seat.
    pub villagers: u8,
    /// Whims of which each seat keeps one.
    pub whims_drawn: u8,
}

/// What a token allows (T1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Cards drawn.
    pub draw: u8,
    /// Most of them that are kept.
    pub keep: u8,
    pub actions: u8,
}

/// T1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategies {
    pub aggressive: Strategy,
    pub balanced: Strategy,
    pub development: Strategy,
}

/// F2, F3, R2, R3.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub villager: i8,
    pub soldier: i8,
    pub cottage: i8,
    pub fortress: i8,
    pub tower: i8,
    /// Of each edict left.
    pub edict: i8,
    /// Of a field for each house or tower in its row or column.
    pub field_neighbour: i8,
    /// Of each longship destroyed.
    pub sunk_longship: i8,
}

/// N1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupied {
    /// No longship lands.
    None,
    /// It lands in the next column without one.
    Next,
}

/// N8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FullBoard {
    /// The game ends at once.
    Immediate,
    /// It ends after the round.
    Round,
}

/// Points that the leaflet leaves open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    pub occupied_column: Occupied,
    pub raid_targets: Vec<Unit>,
    pub full_board_end: FullBoard,
    pub tower_returns_fortress: bool,
}

/// C2, N18.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Rows, from the beach.
    pub rows: u8,
    pub columns: u8,
}

/// C3.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    pub villager: u8,
    pub soldier: u8,
    /// Cottages, those on walls included.
    pub cottage: u8,
    /// Walls of fortresses.
    pub fortress: u8,
    pub tower: u8,
    pub field: u8,
    pub edict: u8,
    /// Red longships.
    pub longship: u8,
}

impl Supply {
    pub(super) fn all(&self) -> [u8; SUPPLIES] {
        let Supply { villager, soldier, cottage, fortress, tower, field, edict, longship } = *self;
        [villager, soldier, cottage, fortress, tower, field, edict, longship]
    }
}

/// C5.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// One for each month. The first never acts: the game begins on month 1 (M1).
    pub bonus: Vec<Bonus>,
}

/// Cards of one kind (C4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    pub kind: Kind,
    /// For each card the columns at its bottom.
    pub landing: Vec<String>,
}

/// A whim (F4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whim {
    pub name: Name,
    #[serde(deserialize_with = "points")]
    pub points: i8,
    /// Rows of a pattern, the first one nearest the beach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Vec<String>>,
    /// At least so many units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<BTreeMap<Unit, Needed>>,
    /// Not a single unit of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<Unit>,
}

/// The rules and the components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub setup: Setup,
    pub strategies: Strategies,
    pub scoring: Points,
    /// Points that the leaflet leaves open.
    pub switches: Switches,
    pub board: Board,
    pub supply: Supply,
    pub months: Months,
    pub cards: Vec<Cards>,
    pub whims: Vec<Whim>,
}

/// Most units that a whim may need of a kind, and its highest points.
pub(super) const MOST_NEEDED: u8 = 64;
pub(super) const MOST_POINTS: i8 = MAX_POINTS as i8;

/// A whole number within limits; errors name these and not those of its type.
struct Within(i64, i64);

impl Visitor<'_> for Within {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.0, self.1)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        if (self.0..=self.1).contains(&number) {
            return Ok(number);
        }
        Err(E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        match i64::try_from(number) {
            Ok(number) => self.visit_i64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }
}

fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i8, D::Error> {
    Ok(deserializer.deserialize_i64(Within(-MAX_POINTS, MAX_POINTS))? as i8)
}

/// How many units of a kind a whim needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Needed(pub u8);

impl<'de> Deserialize<'de> for Needed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Needed, D::Error> {
        let number = deserializer.deserialize_i64(Within(0, MOST_NEEDED.into()))?;
        Ok(Needed(number as u8))
    }
}

/// Most columns on a card.
const MOST_LANDINGS: usize = 2;

impl RuleSet {
    pub(super) fn check(&self, players: usize) -> Result<(), KeyError> {
        self.check_cards()?;
        for (index, whim) in self.whims.iter().enumerate() {
            check_whim(whim).map_err(|error| error.under(&format!("whims[{index}]")))?;
            if self.whims[..index].iter().any(|other| other.name == whim.name) {
                let key = format!("whims[{index}].name");
                return Err(KeyError::refused(key, &json!(whim.name), "is given twice"));
            }
        }
        self.check_counts(players)
    }

    /// At most two columns on a card, each on the board, in rising order.
    fn check_cards(&self) -> Result<(), KeyError> {
        let number: usize = self.cards.iter().map(|cards| cards.landing.len()).sum();
        if !(1..=MAX_CARDS).contains(&number) {
            let reason = format!("{number} cards, but there must be 1 to {MAX_CARDS}");
            return Err(KeyError::new("cards", reason));
        }
        for (index, cards) in self.cards.iter().enumerate() {
            for (card, landing) in cards.landing.iter().enumerate() {
                let refuse = |reason: String| {
                    let key = format!("cards[{index}].landing[{card}]");
                    Err(KeyError::refused(key, &json!(landing), reason))
                };
                if landing.len() > MOST_LANDINGS {
                    return refuse(format!("a card shows at most {MOST_LANDINGS} columns"));
                }
                let last = char::from(b'a' + self.board.columns - 1);
                if !landing.chars().all(|column| ('a'..=last).contains(&column)) {
                    return refuse(format!("the board has columns a to {last}"));
                }
                if !landing.as_bytes().is_sorted_by(|one, two| one < two) {
                    return refuse("columns must be different and in rising order".into());
                }
            }
        }
        Ok(())
    }

    fn check_counts(&self, players: usize) -> Result<(), KeyError> {
        let setup = &self.setup;
        let at_most = |key: &str, value: u8, all: usize, what: &str| {
            if usize::from(value) * players <= all {
                return Ok(());
            }
            let reason = format!("{players} seats need {value} each, but {what} {all}");
            Err(KeyError::refused(key, &Value::from(value), reason))
        };
        let whims = "besides the official whim there are";
        at_most("setup.whims_drawn", setup.whims_drawn, self.whims.len() - 1, whims)?;
        let villagers = self.supply.villager.into();
        at_most("setup.villagers", setup.villagers, villagers, "the supply of villagers is")?;
        let actions = self.cards.iter().filter(|cards| !cards.kind.is_event());
        let actions = actions.map(|cards| cards.landing.len()).sum();
        at_most("setup.cards", setup.cards, actions, "the number of action cards is")
    }

    /// The kinds of all cards, number 1 first (C4).
    pub(super) fn card_kinds(&self) -> impl Iterator<Item = (Kind, &str)> {
        self.cards
            .iter()
            .flat_map(|cards| cards.landing.iter().map(|landing| (cards.kind, landing.as_str())))
    }

    pub(super) fn card_count(&self) -> usize {
        self.card_kinds().count()
    }
}

fn check_whim(whim: &Whim) -> Result<(), KeyError> {
    if !(-MOST_POINTS..=MOST_POINTS).contains(&whim.points) {
        let reason = format!("must be -{MOST_POINTS} to {MOST_POINTS}");
        return Err(KeyError::refused("points", &json!(whim.points), reason));
    }
    if whim.pattern.is_none() && whim.need.is_none() && whim.none.is_none() {
        return Err(KeyError::new("", "has none of `pattern`, `need` and `none`"));
    }
    for (unit, &Needed(number)) in whim.need.iter().flatten() {
        if number > MOST_NEEDED {
            let reason = format!("must be 0 to {MOST_NEEDED}");
            return Err(KeyError::refused(format!("need.{unit}"), &json!(number), reason));
        }
    }
    let Some(pattern) = &whim.pattern else { return Ok(()) };
    if !(1..=SIDE).contains(&pattern.len()) {
        let reason = format!("{} lines, but a pattern has 1 to {SIDE}", pattern.len());
        return Err(KeyError::new("pattern", reason));
    }
    for (index, line) in pattern.iter().enumerate() {
        let refuse = |reason: String| {
            Err(KeyError::refused(format!("pattern[{index}]"), &json!(line), reason))
        };
        if !line.chars().all(|sign| matches!(sign, 'H' | 'A' | '.')) {
            return refuse("H is a house, A a field, . anything; there is nothing else".into());
        }
        if !(1..=SIDE).contains(&line.len()) {
            return refuse(format!("a line has 1 to {SIDE} signs"));
        }
        if line.len() != pattern[0].len() {
            return refuse("all lines must be equally long".into());
        }
    }
    Ok(())
}
