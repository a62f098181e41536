//! C2, C3: pieces, parcels and villages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the supply holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Villager,
    Soldier,
    Cottage,
    /// On a parcel: a wall with a cottage on it (A4); in the supply: the wall.
    Fortress,
    Tower,
    Field,
    Edict,
    Longship,
}

impl Piece {
    pub const ALL: [Piece; 8] = [
        Piece::Villager,
        Piece::Soldier,
        Piece::Cottage,
        Piece::Fortress,
        Piece::Tower,
        Piece::Field,
        Piece::Edict,
        Piece::Longship,
    ];

    /// C2: units stand on parcels.
    pub fn is_unit(self) -> bool {
        !matches!(self, Piece::Edict | Piece::Longship)
    }

    /// F4: a house is a cottage or a fortress.
    pub fn is_house(self) -> bool {
        matches!(self, Piece::Cottage | Piece::Fortress)
    }
}

/// A column from 0 and a row from 1 at the beach.
pub type Parcel = (usize, usize);

/// The units by parcel; free parcels are missing.
pub type Village = BTreeMap<Parcel, Piece>;

/// 3.5: such as `c` for 2.
pub fn column_name(column: usize) -> String {
    char::from(b'a' + column as u8).to_string()
}

/// 3.5: such as `b1`.
pub fn name((column, row): Parcel) -> String {
    format!("{}{row}", column_name(column))
}

pub fn column(name: &str) -> usize {
    assert_eq!(name.len(), 1);
    usize::from(name.as_bytes()[0] - b'a')
}

pub fn parcel(name: &str) -> Parcel {
    (column(&name[..1]), name[1..].parse().expect("a row"))
}

/// Step 3: orthogonal neighbours.
pub fn adjacent(one: Parcel, other: Parcel) -> bool {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
}
