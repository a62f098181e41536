//! What a seat can choose, and its notation (N1, N2).

use super::component::{Good, Place, SPACES, Ship, Zone};
use super::stack::Stack;
use crate::games::notation::notation;

/// One choice: what the notation below says, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // of fields: `docs/vikings-on-board.md` explains the texts
pub enum Action {
    /// The acting viking goes to an action space (R1).
    Go { space: u8 },
    /// A body of the own clan goes right behind the bow (A2).
    Promote { body: Place },
    /// A body of the own clan goes to the rear of another ship (A3).
    Switch { body: Place, ship: Ship },
    /// An own barrel goes to a zone; its value stays hidden (A4, A8).
    Bet { value: u8, zone: Zone },
    /// A drawn supply goes onto a bow (A5, A9).
    Load { good: Good, ship: Ship },
    /// The value of a good rises (A6).
    Raise { good: Good },
    /// Any body goes to the rear of another ship (A7).
    Move { body: Place, ship: Ship },
    /// An own barrel moves to another zone (A8).
    Shift { from: Zone, to: Zone },
    /// The order in which the drawn tokens go back, top one first (V4).
    Under { tokens: Stack },
    /// A viking of an unplayed clan goes onto an own body (A10).
    Crew { body: Place },
    /// Two bodies change places (A11).
    Swap { low: Place, high: Place },
    /// Nothing changes (V3).
    Stay,
    /// The ship leaves (D1).
    Sail { ship: Ship },
    /// A supply from the bow (D4).
    Take { good: Good },
    /// A supply goes to the box (D5).
    Box { good: Good },
}

notation! {
    Action {
        "go" space: "an action space from 1 to 11" => Go { space } if (1..=SPACES).contains(&space.into());
        "promote" body: "a body such as 3.2" => Promote { body };
        "switch" body ship: "a body and a ship, such as 3.2 5" => Switch { body, ship };
        "bet" value zone: "a value and a zone, such as 4 3.R" => Bet { value, zone } if value < 10;
        "load" good ship: "a supply and a ship, such as h 5" => Load { good, ship };
        "raise" good: "one of h g m" => Raise { good };
        "move" body ship: "a body and a ship, such as 3.2 5" => Move { body, ship };
        "shift" from to: "two zones, such as 3.R 5.B" => Shift { from, to };
        "under" tokens: "letters of supplies, such as hm" => Under { tokens } if !tokens.is_empty();
        "crew" body: "a body such as 3.2" => Crew { body };
        "swap" low high: "two bodies, that of the lower ship first, such as 3.2 5.1"
            => Swap { low, high } if low.ship < high.ship;
        "stay": "nothing behind it" => Stay;
        "sail" ship: "a ship from 1 to 8" => Sail { ship };
        "take" good: "one of h g m" => Take { good };
        "box" good: "one of h g m" => Box { good };
    }
}
