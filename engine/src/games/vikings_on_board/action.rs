//! What a seat can choose, and its notation (N1, N2).

use super::component::{Good, Place, SPACES, Ship, Zone};
use super::stack::Stack;
use crate::games::notation::actions;

actions! {
    /// `go 7`: the acting viking goes to an action space (R1).
    Go { space: u8 } if (1..=SPACES).contains(&space.into()) => "go", "an action space from 1 to 11";
    /// `promote 3.2`: a body of the own clan goes right behind the bow (A2).
    Promote { body: Place } => "promote", "a body such as 3.2";
    /// `switch 3.2 5`: a body of the own clan goes to the rear of another ship (A3).
    Switch { body: Place, ship: Ship } => "switch", "a body and a ship, such as 3.2 5";
    /// `bet 4 3.R`: an own barrel to a zone; its value stays hidden (A4, A8).
    Bet { value: u8, zone: Zone } if value < 10 => "bet", "a value and a zone, such as 4 3.R";
    /// `load h 5`: a drawn supply onto a bow (A5, A9).
    Load { good: Good, ship: Ship } => "load", "a supply and a ship, such as h 5";
    /// `raise h` (A6).
    Raise { good: Good } => "raise", "one of h g m";
    /// `move 3.2 5`: any body goes to the rear of another ship (A7).
    Move { body: Place, ship: Ship } => "move", "a body and a ship, such as 3.2 5";
    /// `shift 3.R 5.B`: an own barrel moves to another zone (A8).
    Shift { from: Zone, to: Zone } => "shift", "two zones, such as 3.R 5.B";
    /// `under hm`: the order in which the drawn tokens go back, top one first (V4).
    Under { tokens: Stack } if !tokens.is_empty() => "under", "letters of supplies, such as hm";
    /// `crew 3.2`: a viking of an unplayed clan goes onto an own body (A10).
    Crew { body: Place } => "crew", "a body such as 3.2";
    /// `swap 3.2 5.1`: two bodies change places, the one on the ship with the lower number first (A11).
    Swap { low: Place, high: Place } if low.ship < high.ship
        => "swap", "two bodies, that of the lower ship first, such as 3.2 5.1";
    /// `stay`: nothing changes (V3).
    Stay => "stay", "nothing behind it";
    /// `sail 4`: the ship leaves (D1).
    Sail { ship: Ship } => "sail", "a ship from 1 to 8";
    /// `take h` (D4).
    Take { good: Good } => "take", "one of h g m";
    /// `box h`: a supply goes to the box (D5).
    Box { good: Good } => "box", "one of h g m";
}
