//! What a seat can choose, and its notation (N4 to N9).

use super::component::{Cards, Kind, MAX_PLAYERS, Place, WALLS, Wall};
use crate::games::notation::notation;

/// One choice: what the notation below says, in the words of the rules. Walls are counted from 0 here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // of fields: `docs/eketorp.md` explains the texts
pub enum Action {
    /// The next Viking goes to a place (P1, P2).
    Put { place: Place },
    /// All Vikings that are left stay at home (P1).
    Home,
    /// A fight against a Viking of another seat (B2, B3).
    Fight { place: Place, seat: u8 },
    /// A siege (B4).
    Siege { place: Place },
    /// Amulets for a new hand (A1).
    Swap,
    /// No swap, or no further one (A1).
    Keep,
    /// A card for a duel (D1).
    Card { value: u8 },
    /// Stones from the tops of the two walls, one of which is kept (L2, L3).
    Loot { low: u8, high: u8, keep: Kind },
    /// Nothing is looted (E2).
    LootNone,
    /// The stone of the next Viking on a space with several kinds (E6).
    Take { kind: Kind },
    /// A stone goes on top of a wall (T4).
    Build { kind: Kind, wall: u8 },
}

notation! {
    Action {
        "put" place: "a place, such as A or 2B" => Put { place };
        "home": "nothing behind it" => Home;
        "fight" place seat: "a place and another seat, such as A 1"
            => Fight { place, seat } if usize::from(seat) < MAX_PLAYERS;
        "siege" place: "a siege space, such as 2B" => Siege { place } if !place.is_space();
        "swap": "nothing behind it" => Swap;
        "keep": "nothing behind it" => Keep;
        "card" value: "a value from 1 to 9"
            => Card { value } if (1..=Cards::HIGHEST).contains(&value.into());
        "loot" low high keep: "none, or two numbers of stones and one of g w c s, such as 2 1 w"
            => Loot { low, high, keep } if (1..=Wall::HIGHEST).contains(&low.max(high).into());
        "loot none" => LootNone;
        "take" kind: "one of g w c s" => Take { kind };
        "build" kind wall[1]: "one of g w c s and a wall from 1 to 6, such as w 3"
            => Build { kind, wall } if usize::from(wall) < WALLS;
    }
}
