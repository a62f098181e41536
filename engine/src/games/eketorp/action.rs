//! What a seat can choose, and its notation (N4 to N9).

use super::component::{Cards, Kind, MAX_PLAYERS, Place, WALLS, Wall};
use crate::games::notation::actions;

actions! {
    /// `put 2B`: the next Viking goes to a place (P1, P2).
    Put { place: Place } => "put", "a place, such as A or 2B";
    /// `home`: all Vikings that are left stay at home (P1).
    Home => "home", "nothing behind it";
    /// `fight A 1`: a fight against a Viking of another seat (B2, B3).
    Fight { place: Place, seat: u8 } if usize::from(seat) < MAX_PLAYERS
        => "fight", "a place and another seat, such as A 1";
    /// `siege 2B` (B4).
    Siege { place: Place } if !place.is_space() => "siege", "a siege space, such as 2B";
    /// `swap`: amulets for a new hand (A1).
    Swap => "swap", "nothing behind it";
    /// `keep`: no swap, or no further one (A1).
    Keep => "keep", "nothing behind it";
    /// `card 4` (D1).
    Card { value: u8 } if (1..=Cards::HIGHEST).contains(&value.into())
        => "card", "a value from 1 to 9";
    /// `loot 2 1 w`: stones from the tops of the two walls, one of which is kept (L2, L3).
    Loot { low: u8, high: u8, keep: Kind }
        if low.max(high) > 0 && u32::from(low.max(high)) <= Wall::HIGHEST
        => "loot", "none, or two numbers of stones and one of g w c s, such as 2 1 w";
    /// `loot none` (E2).
    LootNone => "loot none";
    /// `take w`: the stone of the next Viking on a space with several kinds (E6).
    Take { kind: Kind } => "take", "one of g w c s";
    /// `build w 3`: a stone goes on top of a wall, which is counted from 0 here (T4).
    Build { kind: Kind, wall: u8 = 1 } if usize::from(wall) < WALLS
        => "build", "one of g w c s and a wall from 1 to 6, such as w 3";
}
