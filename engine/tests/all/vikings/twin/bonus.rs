//! The bonus tiles: the row, taking a tile and upgrading a building (A6-A9 of the rules).

use super::component::Cell;
use super::{Phase, Twin, read_cell};

/// A6: how many bonus tiles lie face up at the start of a round.
const FACE_UP: usize = 4;

/// The kinds of bonus tiles (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Gold5,
    Goldsmith1,
    Goldsmith2,
    Longboat,
    Noble1,
    Scout1,
    Fisher1,
    Boatswain,
    Food3,
    Gold3,
    /// A building tile `a` to `d`.
    Building(char),
}

/// All 14 kinds in the order of section 7.
pub const KINDS: [Kind; 14] = [
    Kind::Gold5,
    Kind::Goldsmith1,
    Kind::Goldsmith2,
    Kind::Longboat,
    Kind::Noble1,
    Kind::Scout1,
    Kind::Fisher1,
    Kind::Boatswain,
    Kind::Food3,
    Kind::Gold3,
    Kind::Building('a'),
    Kind::Building('b'),
    Kind::Building('c'),
    Kind::Building('d'),
];

impl Kind {
    /// The notation of section 8.
    pub fn name(self) -> String {
        match self {
            Kind::Gold5 => "gold5".to_string(),
            Kind::Goldsmith1 => "goldsmith1".to_string(),
            Kind::Goldsmith2 => "goldsmith2".to_string(),
            Kind::Longboat => "longboat".to_string(),
            Kind::Noble1 => "noble1".to_string(),
            Kind::Scout1 => "scout1".to_string(),
            Kind::Fisher1 => "fisher1".to_string(),
            Kind::Boatswain => "boatswain".to_string(),
            Kind::Food3 => "food3".to_string(),
            Kind::Gold3 => "gold3".to_string(),
            Kind::Building(building) => format!("building-{building}"),
        }
    }

    /// Reads the notation of section 8.
    pub fn from_name(name: &str) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.name() == name)
    }
}

impl Twin {
    /// A6: at the start of a round the row is filled up to 4, as far as the tiles go.
    pub(super) fn fill_row(&mut self) {
        while self.row.len() < FACE_UP && !self.bonus.is_empty() {
            let kind = self.bonus.remove(0);
            self.row.push(kind);
        }
    }

    /// A7: may the player who buys this lot take a bonus tile afterwards? `highest` tells whether
    /// it is the highest priced lot on the wheel.
    pub(super) fn gives_bonus(&self, space: usize, price: i64, highest: bool) -> bool {
        let right_lot = if self.rules.trigger_space_11 { space == 11 } else { highest };
        self.rules.bonus_tiles && right_lot && price > 0
    }

    /// A7: two face-up tiles of a kind are one choice; declining is allowed.
    pub(super) fn legal_takes(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for kind in KINDS {
            if self.row.contains(&kind) {
                actions.push(format!("take {}", kind.name()));
            }
        }
        actions.push("decline".to_string());
        actions
    }

    /// A7, A9: the tile goes to the player, with the glory of its kind. `gold5` works at once; a building tile is used at once
    /// if there is a match.
    pub(super) fn take(&mut self, name: &str) {
        let kind = Kind::from_name(name).expect("a kind of bonus tile");
        let index = self.row.iter().position(|&other| other == kind).expect("it lies face up");
        self.row.remove(index);
        let player = &mut self.players[self.seat];
        player.receive(name, self.rules.glory_with[name]);
        if kind == Kind::Gold5 {
            player.gold += self.rules.gold5;
            self.end_turn();
            return;
        }
        player.tiles.push(kind);
        match kind {
            Kind::Building(building) if !player.tableau.printed_middles(building).is_empty() => {
                self.phase = Phase::Upgrade(building);
            }
            _ => self.end_turn(),
        }
    }

    /// Section 7: the middles that the building tile may replace.
    pub(super) fn legal_upgrades(&self, building: char) -> Vec<String> {
        let middles: Vec<Cell> = self.players[self.seat].tableau.printed_middles(building);
        middles.iter().map(|place| format!("upgrade {}", place.name())).collect()
    }

    /// Section 7: the tile replaces the middle; a viking on it stays.
    pub(super) fn upgrade(&mut self, building: char, place: &str) {
        let player = &mut self.players[self.seat];
        player.spend(Kind::Building(building));
        player.tableau.upgrade(read_cell(place));
        self.end_turn();
    }
}
