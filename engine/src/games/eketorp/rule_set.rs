//! Every number of the rules, as a TOML file or as an object in records.

#![allow(missing_docs)] // of fields that are named as their keys

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::component::{Cards, KINDS, MAX_PLAYERS, MIN_PLAYERS, WALLS, Wall};
use super::material::{MAX_CARDS, MaterialCard};
use crate::data::ToData;
use crate::error::KeyError;
use crate::rules::{Key, Preset, RuleTable};

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "queen2007",
        about: "Queen Games 2007; contents of the material cards assumed",
        toml: include_str!("queen2007.toml"),
    },
    Preset {
        name: "db2003",
        about: "db-Spiele 2003: 12 rounds; contents of the material cards assumed",
        toml: include_str!("db2003.toml"),
    },
];

/// Most Vikings of a seat, so that five bits hold their number.
pub(super) const MAX_VIKINGS: i64 = 31;
/// Most stones of a kind, so that a byte holds their number.
const MAX_STONES: i64 = 99;
/// Most cards of each value, so that the talon has room for all.
pub(super) const MAX_COPIES: i64 = 10;
/// Highest points of a stone, of an amulet and of a full village, so that sums stay small.
const MAX_POINTS: i64 = 999;
/// The highest value of a card in a hand that is dealt again (S3).
pub(super) const LOW: u32 = 3;
/// Differences that have a station of their own (H1).
pub(super) const DIFFERENCES: usize = 6;

/// The allowed values of the keys; conditions on several keys are checked below.
const KEYS: &[Key] = &[
    Key::whole("setup.vikings.*", 1, MAX_VIKINGS, "C6"),
    Key::whole("setup.hand", 1, 12, "S2"),
    Key::whole("setup.amulets", 0, 99, "C7"),
    Key::switch("setup.redeal", "S3"),
    Key::whole("cards.highest", 1, Cards::HIGHEST as i64, "C5"),
    Key::whole("cards.copies", 1, MAX_COPIES, "C5"),
    Key::whole("stones.*.count", 0, MAX_STONES, "C4"),
    Key::whole("stones.*.points", 0, MAX_POINTS, "F2"),
    Key::whole("village.wall_height", 1, Wall::HIGHEST as i64, "T4"),
    Key::whole("village.full", 1, (WALLS as i64) * (Wall::HIGHEST as i64), "F1"),
    Key::whole("game.rounds", 1, MAX_CARDS as i64, "F1"),
    Key::whole("game.removed_cards", 0, MAX_CARDS as i64, "S4"),
    Key::switch("fights.empty_spaces", "E13"),
    Key::whole("hospital.stations", 1, 3, "H1"),
    Key::whole("hospital.defender_advance", 0, 3, "H2"),
    Key::whole("siege.loot_max_stones", 0, MAX_STONES, "E1"),
    Key::whole("scoring.*", 0, MAX_POINTS, "F2"),
    Key::whole("materials.triangle_players", 0, 9, "M2"),
    Key::text("materials.cards", "M1").of_length(1, MAX_CARDS),
];

pub(super) static RULES: RuleTable = RuleTable::new("eketorp", PRESETS, KEYS);

crate::data!(RuleSet);

/// Vikings of each seat for each number of seats (C6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vikings {
    #[serde(rename = "3")]
    pub three: u8,
    #[serde(rename = "4")]
    pub four: u8,
    #[serde(rename = "5")]
    pub five: u8,
    #[serde(rename = "6")]
    pub six: u8,
}

impl Vikings {
    /// With `players` seats, 3 to 6.
    pub(super) fn of(&self, players: usize) -> u8 {
        [self.three, self.four, self.five, self.six][players - MIN_PLAYERS]
    }
}

/// C6, C7, S1 to S3.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Vikings of each seat.
    pub vikings: Vikings,
    /// Cards of a hand and the own discard pile together.
    pub hand: u8,
    /// Amulets of each seat.
    pub amulets: u8,
    /// Whether a low hand is dealt again.
    pub redeal: bool,
}

/// C5.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatCards {
    /// Values are 1 to this.
    pub highest: u8,
    /// Cards of each value.
    pub copies: u8,
}

/// C4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoneKind {
    /// How many there are.
    pub count: u8,
    /// Points, also the value for loot.
    pub points: u16,
}

/// C4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoneKinds {
    pub g: StoneKind,
    pub w: StoneKind,
    pub c: StoneKind,
    pub s: StoneKind,
}

impl StoneKinds {
    /// In the order of the notation.
    pub(super) fn all(&self) -> [&StoneKind; KINDS] {
        [&self.g, &self.w, &self.c, &self.s]
    }
}

/// T4, F1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Village {
    /// Most stones on a wall space.
    pub wall_height: u8,
    /// Stones of a full village.
    pub full: u8,
}

/// F1, S4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Most rounds.
    pub rounds: u8,
    /// Material cards that are removed unseen.
    pub removed_cards: u8,
}

/// E13.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fights {
    /// Whether there are fights on spaces without stones.
    pub empty_spaces: bool,
}

/// H1, H2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hospital {
    /// Station for each difference; the last one also for greater ones.
    pub stations: [u8; DIFFERENCES],
    /// Stations by which a losing defender advances at once.
    pub defender_advance: u8,
}

/// E1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Siege {
    /// Most stones taken at once; 0 for no limit.
    pub loot_max_stones: u8,
}

/// F2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// For a full village.
    pub full_bonus: u16,
    /// For each amulet left.
    pub amulet: u16,
}

/// M1, M2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Materials {
    /// Fewest seats with which stones with a triangle are laid.
    pub triangle_players: u8,
    /// The material cards, number 1 first.
    pub cards: Vec<String>,
}

/// The rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub setup: Setup,
    pub cards: CombatCards,
    pub stones: StoneKinds,
    pub village: Village,
    pub game: Course,
    pub fights: Fights,
    pub hospital: Hospital,
    pub siege: Siege,
    pub scoring: Points,
    pub materials: Materials,
}

impl RuleSet {
    /// Whether the game can be played with these values.
    ///
    /// # Errors
    /// Names the first key at fault and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&players) {
            let reason = format!("Eketorp has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {players}");
            return Err(KeyError::new("players", reason));
        }
        RULES.check(&self.to_data())?;
        for (index, card) in self.materials.cards.iter().enumerate() {
            MaterialCard::parse(card).map_err(|reason| {
                let key = format!("materials.cards[{index}]");
                KeyError::refused(key, &Value::from(card.as_str()), reason)
            })?;
        }
        self.check_material_cards()?;
        self.check_combat_cards(players)?;
        let room = WALLS as u8 * self.village.wall_height;
        at_most(
            "village.full",
            self.village.full.into(),
            room.into(),
            "stones have room on the walls",
        )
    }

    fn check_material_cards(&self) -> Result<(), KeyError> {
        let (cards, removed) = (self.materials.cards.len(), self.game.removed_cards);
        at_most("game.removed_cards", removed.into(), cards - 1, "cards can be removed")?;
        let left = cards - usize::from(removed);
        at_most("game.rounds", self.game.rounds.into(), left, "material cards are left")
    }

    /// A seat whose cards are dealt again needs a card above 3, and every other seat one too.
    fn check_combat_cards(&self, players: usize) -> Result<(), KeyError> {
        let CombatCards { highest, copies } = self.cards;
        let all = usize::from(highest) * usize::from(copies);
        at_most(
            "setup.hand",
            self.setup.hand.into(),
            all / players,
            "cards are there for each seat",
        )?;
        let high = usize::from(highest).saturating_sub(LOW as usize) * usize::from(copies);
        if self.setup.redeal && high < players {
            let reason = format!(
                "with redeal every hand needs a card above {LOW}, but there are {high} for {players} seats"
            );
            return Err(KeyError::new("setup.redeal", reason));
        }
        Ok(())
    }
}

fn at_most(key: &str, value: usize, most: usize, what: &str) -> Result<(), KeyError> {
    if value <= most {
        return Ok(());
    }
    Err(KeyError::refused(key, &Value::from(value), format!("only {most} {what}")))
}
