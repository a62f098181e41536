//! Every number of the rules and every component, as a TOML file or as an object in records (3.8, 3.9).

#![allow(missing_docs)] // of fields that are named as their keys

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::component::{Bonus, Kind, MAX_CARDS, Name, SIDE, SUPPLIES, Unit};
use crate::error::KeyError;
use crate::games::rule_set::rule_set;
use crate::rules::{Preset, RuleTable};

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
pub const MAX_WHIMS: usize = 64;

const BONUSES: &[&str] = &["", "villager", "cottage", "edict"];

pub(super) static RULES: RuleTable = RuleTable::new("no-more-vikings", PRESETS, KEYS);

rule_set! {
    /// Every number of the rules, and every component.
    RuleSet "" {
        setup: Setup,
        /// By the names of the tokens (T1).
        strategies: BTreeMap<String, Strategy>,
        scoring: Points,
        /// Points that the leaflet leaves open.
        switches: Switches,
        board: Board,
        supply: Supply,
        months: Months,
        cards: Vec<Cards> = tables("C4").of_length(1, MAX_CARDS),
        whims: Vec<Whim> = tables("F4").of_length(1, MAX_WHIMS),
    }
    /// Each seat's.
    Setup "setup." {
        /// Action cards.
        cards: u8 = whole(0, 32, "S2"),
        edicts: u8 = whole(0, MAX_SUPPLY, "S5"),
        villagers: u8 = whole(0, 64, "S5"),
        /// Whims of which each seat keeps one.
        whims_drawn: u8 = whole(0, 31, "S4"),
    }
    /// What a token allows.
    #[derive(Copy)]
    Strategy "strategies.*." {
        /// Cards drawn.
        draw: u8 = whole(0, MAX_STEPS, "T1"),
        /// Most of them that are kept.
        keep: u8 = whole(0, MAX_STEPS, "T1"),
        actions: u8 = whole(0, MAX_STEPS, "T1"),
    }
    /// Points of what a village has at the end (F2, F3), and of longships (R2).
    Points "scoring." {
        villager: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        soldier: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        cottage: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        fortress: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        tower: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        /// Of each edict left.
        edict: i8 = whole(-MAX_POINTS, MAX_POINTS, "F2"),
        /// Of a field for each house or tower in its row or column.
        field_neighbour: i8 = whole(-MAX_POINTS, MAX_POINTS, "F3"),
        /// Of each longship destroyed.
        sunk_longship: i8 = whole(-MAX_POINTS, MAX_POINTS, "R2"),
    }
    /// Readings of open points.
    Switches "switches." {
        occupied_column: Occupied = words(&["none", "next"], "L4"),
        raid_targets: Vec<Unit> = words(&["villager", "cottage", "field"], "R4").of_length(0, 3),
        full_board_end: FullBoard = words(&["immediate", "round"], "F1"),
        tower_returns_fortress: bool = switch("A6"),
    }
    /// Parcels of a village (C2).
    Board "board." {
        /// From the beach.
        rows: u8 = whole(1, SIDE as i64, "C2"),
        columns: u8 = whole(1, SIDE as i64, "C2"),
    }
    /// Pieces of each kind (C3).
    Supply "" {
        villager: u8 = "supply.*" whole(0, MAX_SUPPLY, "C3"),
        soldier: u8,
        /// Those on walls included.
        cottage: u8,
        /// Walls of fortresses.
        fortress: u8,
        tower: u8,
        field: u8,
        edict: u8,
        /// Red longships.
        longship: u8,
    }
    /// The track of months (C5).
    Months "months." {
        /// One for each month. The first never acts: the game begins on month 1 (M1).
        bonus: Vec<Bonus> = words(BONUSES, "C5").of_length(1, MAX_ROUNDS),
    }
    /// Cards of one kind (C4).
    Cards "" {
        kind: Kind,
        /// For each card the columns at its bottom.
        landing: Vec<String>,
    }
    /// A whim (F4).
    Whim "" {
        name: Name,
        #[serde(deserialize_with = "points")]
        points: i8,
        /// Rows of a pattern, the first one nearest the beach.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<Vec<String>>,
        /// At least so many units.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        need: Option<BTreeMap<Unit, Needed>>,
        /// Not a single unit of this kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        none: Option<Unit>,
    }
}

impl Supply {
    pub(super) fn all(&self) -> [u8; SUPPLIES] {
        let Supply { villager, soldier, cottage, fortress, tower, field, edict, longship } = *self;
        [villager, soldier, cottage, fortress, tower, field, edict, longship]
    }
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

/// A whole number within limits; errors name these and not those of its type.
struct Within(i64, i64);

/// Points of a whim.
const POINTS: Within = Within(-MAX_POINTS, MAX_POINTS);

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
    Ok(deserializer.deserialize_i64(POINTS)? as i8)
}

/// How many units of a kind a whim needs; there are none but those that were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Needed(pub(super) u8);

impl<'de> Deserialize<'de> for Needed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Needed, D::Error> {
        Ok(Needed(deserializer.deserialize_i64(Within(0, (SIDE * SIDE) as i64))? as u8))
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
    let points: Result<i64, KeyError> = POINTS.visit_i64(whim.points.into());
    points.map_err(|error| error.under("points"))?;
    if whim.pattern.is_none() && whim.need.is_none() && whim.none.is_none() {
        return Err(KeyError::new("", "has none of `pattern`, `need` and `none`"));
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
