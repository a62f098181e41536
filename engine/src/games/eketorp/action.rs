//! What a seat can choose, and its notation (N4 to N9).

use super::component::{Cards, Kind, MAX_PLAYERS, Place, WALLS, Wall};
use crate::games::notation::notation;

notation! {
    /// One choice: what its text says, in the words of the rules. Walls are counted from 0 here.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs)] // of fields: `docs/eketorp.md` explains the texts
    pub enum Action {
        /// The next Viking goes to a place (P1, P2).
        Put { place: Place } = "put" place: "a place, such as A or 2B";
        /// All Vikings that are left stay at home (P1).
        Home = "home": "nothing behind it";
        /// A fight against a Viking of another seat (B2, B3).
        Fight { place: Place, seat: u8 } = "fight" place seat: "a place and another seat, such as A 1"
            if usize::from(seat) < MAX_PLAYERS;
        /// A siege (B4).
        Siege { place: Place } = "siege" place: "a siege space, such as 2B" if !place.is_space();
        /// Amulets for a new hand (A1).
        Swap = "swap": "nothing behind it";
        /// No swap, or no further one (A1).
        Keep = "keep": "nothing behind it";
        /// A card for a duel (D1).
        Card { value: u8 } = "card" value: "a value from 1 to 9"
            if (1..=Cards::HIGHEST).contains(&value.into());
        /// Stones from the tops of the two walls, one of which is kept (L2, L3).
        Loot { low: u8, high: u8, keep: Kind }
            = "loot" low high keep: "none, or two numbers of stones and one of g w c s, such as 2 1 w"
            if (1..=Wall::HIGHEST).contains(&low.max(high).into());
        /// Nothing is looted (E2).
        LootNone = "loot none";
        /// The stone of the next Viking on a space with several kinds (E6).
        Take { kind: Kind } = "take" kind: "one of g w c s";
        /// A stone goes on top of a wall (T4).
        Build { kind: Kind, wall: u8 }
            = "build" kind wall[1]: "one of g w c s and a wall from 1 to 6, such as w 3"
            if usize::from(wall) < WALLS;
    }
}
