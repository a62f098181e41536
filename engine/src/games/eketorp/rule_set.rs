//! Every number of the rules, as a TOML file or as an object in records.

#![allow(missing_docs)] // of what is named as its key

use std::collections::BTreeMap;

use serde_json::Value;

use super::component::{Cards, KINDS, MAX_PLAYERS, MIN_PLAYERS, WALLS, Wall};
use super::material::{self, MAX_CARDS};
use crate::data::ToData;
use crate::error::KeyError;
use crate::games::rule_set::rule_set;
use crate::recorded::check_seats;
use crate::rules::{Preset, RuleTable};

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
const MAX_VIKINGS: i64 = 31;
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

rule_set! {
    RuleSet "" {
        setup: Setup,
        cards: CombatCards,
        stones: StoneKinds,
        village: Village,
        game: Course,
        fights: Fights,
        hospital: Hospital,
        siege: Siege,
        scoring: Points,
        materials: Materials,
    }
    Setup "setup." {
        /// Vikings of each seat for each number of seats.
        vikings: BTreeMap<String, u8> = "vikings.*" whole(1, MAX_VIKINGS, "C6"),
        /// Cards of a hand and the own discard pile together.
        hand: u8 = whole(1, 12, "S2"),
        amulets: u8 = whole(0, 99, "C7"),
        /// Whether a low hand is dealt again.
        redeal: bool = switch("S3"),
    }
    CombatCards "cards." {
        highest: u8 = whole(1, Cards::HIGHEST as i64, "C5"),
        /// Cards of each value.
        copies: u8 = whole(1, MAX_COPIES, "C5"),
    }
    StoneKinds "" {
        g: StoneKind,
        w: StoneKind,
        c: StoneKind,
        s: StoneKind,
    }
    StoneKind "stones.*." {
        count: u8 = whole(0, MAX_STONES, "C4"),
        /// Also the value for loot.
        points: u16 = whole(0, MAX_POINTS, "F2"),
    }
    Village "village." {
        wall_height: u8 = whole(1, Wall::HIGHEST as i64, "T4"),
        /// Stones of a full village.
        full: u8 = whole(1, (WALLS as i64) * (Wall::HIGHEST as i64), "F1"),
    }
    Course "game." {
        /// Most rounds.
        rounds: u8 = whole(1, MAX_CARDS as i64, "F1"),
        /// Material cards that are removed unseen.
        removed_cards: u8 = whole(0, MAX_CARDS as i64, "S4"),
    }
    Fights "fights." {
        /// Whether there are fights on spaces without stones.
        empty_spaces: bool = switch("E13"),
    }
    Hospital "hospital." {
        /// Station for each difference; the last one also for greater ones.
        stations: [u8; DIFFERENCES] = whole(1, 3, "H1"),
        /// Stations by which a losing defender advances at once.
        defender_advance: u8 = whole(0, 3, "H2"),
    }
    Siege "siege." {
        /// Most stones taken at once; 0 for no limit.
        loot_max_stones: u8 = whole(0, MAX_STONES, "E1"),
    }
    Points "scoring." {
        /// For a full village.
        full_bonus: u16 = whole(0, MAX_POINTS, "F2"),
        /// For each amulet left.
        amulet: u16 = whole(0, MAX_POINTS, "F2"),
    }
    Materials "materials." {
        /// Fewest seats with which stones with a triangle are laid.
        triangle_players: u8 = whole(0, 9, "M2"),
        /// The material cards, number 1 first.
        cards: Vec<String> = text("M1").of_length(1, MAX_CARDS),
    }
}

pub(super) static RULES: RuleTable = RuleTable::new("eketorp", PRESETS, KEYS);

impl StoneKinds {
    /// In the order of the notation.
    pub(super) fn all(&self) -> [&StoneKind; KINDS] {
        [&self.g, &self.w, &self.c, &self.s]
    }
}

impl RuleSet {
    /// Whether the game can be played with these values. Errors: the first key at fault, and the reason.
    pub fn check(&self, players: usize) -> Result<(), KeyError> {
        check_seats("Eketorp", (MIN_PLAYERS, MAX_PLAYERS), players)?;
        RULES.check(&self.to_data())?;
        for (index, card) in self.materials.cards.iter().enumerate() {
            material::read(card).map_err(|reason| {
                let key = format!("materials.cards[{index}]");
                KeyError::refused(key, &Value::from(card.as_str()), reason)
            })?;
        }
        let at_most = |key, value: u8, most: usize, what| {
            let refuse =
                || KeyError::refused(key, &Value::from(value), format!("only {most} {what}"));
            if usize::from(value) <= most { Ok(()) } else { Err(refuse()) }
        };
        let (cards, removed) = (self.materials.cards.len(), self.game.removed_cards);
        at_most("game.removed_cards", removed, cards - 1, "cards can be removed")?;
        let left = cards - usize::from(removed);
        at_most("game.rounds", self.game.rounds, left, "material cards are left")?;
        let CombatCards { highest, copies } = self.cards;
        let [highest, copies] = [highest, copies].map(usize::from);
        let dealt = highest * copies / players;
        at_most("setup.hand", self.setup.hand, dealt, "cards are there for each seat")?;
        // A seat whose cards are dealt again needs a card above 3, and every other seat one too.
        let high = highest.saturating_sub(LOW as usize) * copies;
        if self.setup.redeal && high < players {
            let reason = format!(
                "with redeal every hand needs a card above {LOW}, but there are {high} for {players} seats"
            );
            return Err(KeyError::new("setup.redeal", reason));
        }
        let room = WALLS * usize::from(self.village.wall_height);
        at_most("village.full", self.village.full, room, "stones have room on the walls")
    }
}
