//! What a seat can choose, and its notation (N1, N2).

use super::component::{Good, Place, SPACES, Ship, Zone};
use super::stack::Stack;
use crate::games::notation::notation;

notation! {
    /// One choice: what its text says, in the words of the rules.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs)] // of fields: `docs/vikings-on-board.md` explains the texts
    pub enum Action {
        /// The acting viking goes to an action space (R1).
        Go { space: u8 } = "go" space: "an action space from 1 to 11" if (1..=SPACES).contains(&space.into());
        /// A body of the own clan goes right behind the bow (A2).
        Promote { body: Place } = "promote" body: "a body such as 3.2";
        /// A body of the own clan goes to the rear of another ship (A3).
        Switch { body: Place, ship: Ship } = "switch" body ship: "a body and a ship, such as 3.2 5";
        /// An own barrel goes to a zone; its value stays hidden (A4, A8).
        Bet { value: u8, zone: Zone } = "bet" value zone: "a value and a zone, such as 4 3.R" if value < 10;
        /// A drawn supply goes onto a bow (A5, A9).
        Load { good: Good, ship: Ship } = "load" good ship: "a supply and a ship, such as h 5";
        /// The value of a good rises (A6).
        Raise { good: Good } = "raise" good: "one of h g m";
        /// Any body goes to the rear of another ship (A7).
        Move { body: Place, ship: Ship } = "move" body ship: "a body and a ship, such as 3.2 5";
        /// An own barrel moves to another zone (A8).
        Shift { from: Zone, to: Zone } = "shift" from to: "two zones, such as 3.R 5.B";
        /// The order in which the drawn tokens go back, top one first (V4).
        Under { tokens: Stack } = "under" tokens: "letters of supplies, such as hm" if !tokens.is_empty();
        /// A viking of an unplayed clan goes onto an own body (A10).
        Crew { body: Place } = "crew" body: "a body such as 3.2";
        /// Two bodies change places (A11).
        Swap { low: Place, high: Place }
            = "swap" low high: "two bodies, that of the lower ship first, such as 3.2 5.1" if low.ship < high.ship;
        /// Nothing changes (V3).
        Stay = "stay": "nothing behind it";
        /// The ship leaves (D1).
        Sail { ship: Ship } = "sail" ship: "a ship from 1 to 8";
        /// A supply from the bow (D4).
        Take { good: Good } = "take" good: "one of h g m";
        /// A supply goes to the box (D5).
        Box { good: Good } = "box" good: "one of h g m";
    }
}
