//! What a seat can choose, and its notation (N1, N2).

use std::fmt;
use std::str::FromStr;

use super::component::{BODIES, Clan, Good, Place, SHIPS, SPACES, Ship, Zone};
use super::stack::Stack;
use crate::error::ParseError;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)] // of fields, which the texts explain
pub enum Action {
    /// `go 7`: the acting viking goes to an action space (R1).
    Go { space: u8 },
    /// `promote 3.2`: a body of the own clan goes right behind the bow (A2).
    Promote { body: Place },
    /// `switch 3.2 5`: a body of the own clan goes to the rear of another ship (A3).
    Switch { body: Place, ship: Ship },
    /// `bet 4 3.R`: an own barrel to a zone; its value stays hidden (A4, A8).
    Bet { value: u8, zone: Zone },
    /// `load h 5`: a drawn supply onto a bow (A5, A9).
    Load { good: Good, ship: Ship },
    /// `raise h` (A6).
    Raise { good: Good },
    /// `move 3.2 5`: any body goes to the rear of another ship (A7).
    Move { body: Place, ship: Ship },
    /// `shift 3.R 5.B`: an own barrel moves to another zone (A8).
    Shift { from: Zone, to: Zone },
    /// `under hm`: the order in which the drawn tokens go back, top one first (V4).
    Under { tokens: Stack },
    /// `crew 3.2`: a viking of an unplayed clan goes onto an own body (A10).
    Crew { body: Place },
    /// `swap 3.2 5.1`: two bodies change places, the one on the ship with the lower number first
    /// (A11).
    Swap { low: Place, high: Place },
    /// `stay`: nothing changes (V3).
    Stay,
    /// `sail 4`: the ship leaves (D1).
    Sail { ship: Ship },
    /// `take h` (D4).
    Take { good: Good },
    /// `box h`: a supply goes to the box (D5).
    Box { good: Good },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Go { space } => write!(f, "go {space}"),
            Action::Promote { body } => write!(f, "promote {body}"),
            Action::Switch { body, ship } => write!(f, "switch {body} {ship}"),
            Action::Bet { value, zone } => write!(f, "bet {value} {zone}"),
            Action::Load { good, ship } => write!(f, "load {} {ship}", good.letter()),
            Action::Raise { good } => write!(f, "raise {}", good.letter()),
            Action::Move { body, ship } => write!(f, "move {body} {ship}"),
            Action::Shift { from, to } => write!(f, "shift {from} {to}"),
            Action::Under { tokens } => write!(f, "under {tokens}"),
            Action::Crew { body } => write!(f, "crew {body}"),
            Action::Swap { low, high } => write!(f, "swap {low} {high}"),
            Action::Stay => f.write_str("stay"),
            Action::Sail { ship } => write!(f, "sail {ship}"),
            Action::Take { good } => write!(f, "take {}", good.letter()),
            Action::Box { good } => write!(f, "box {}", good.letter()),
        }
    }
}

/// A number without sign or leading zeros, up to `most`.
fn number(text: &str, least: u8, most: u8) -> Option<u8> {
    let canonical = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    let value: u8 = text.parse().ok().filter(|_| canonical)?;
    (least..=most).contains(&value).then_some(value)
}

fn ship(text: &str) -> Option<Ship> {
    number(text, 1, SHIPS as u8).map(|n| Ship(n - 1))
}

fn place(text: &str) -> Option<Place> {
    let (on, from_bow) = text.split_once('.')?;
    Some(Place { ship: ship(on)?, place: number(from_bow, 1, BODIES as u8)? - 1 })
}

fn zone(text: &str) -> Option<Zone> {
    let (at, clan) = text.split_once('.')?;
    let mut letters = clan.chars();
    let clan = Clan::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(Zone::new(ship(at)?, clan))
}

fn good(text: &str) -> Option<Good> {
    let mut letters = text.chars();
    let good = Good::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(good)
}

/// The parts of `verb one two`, each read.
fn pair<A, B>(
    text: &str,
    one: impl Fn(&str) -> Option<A>,
    two: impl Fn(&str) -> Option<B>,
) -> Option<(A, B)> {
    let (left, right) = text.split_once(' ')?;
    Some((one(left)?, two(right)?))
}

/// What is expected after each verb.
const VERBS: [(&str, &str); 15] = [
    ("go", "an action space from 1 to 11"),
    ("promote", "a body such as 3.2"),
    ("switch", "a body and a ship, such as 3.2 5"),
    ("bet", "a value and a zone, such as 4 3.R"),
    ("load", "a supply and a ship, such as h 5"),
    ("raise", "one of h g m"),
    ("move", "a body and a ship, such as 3.2 5"),
    ("shift", "two zones, such as 3.R 5.B"),
    ("under", "letters of supplies, such as hm"),
    ("crew", "a body such as 3.2"),
    ("swap", "two bodies, that of the lower ship first, such as 3.2 5.1"),
    ("stay", "nothing behind it"),
    ("sail", "a ship from 1 to 8"),
    ("take", "one of h g m"),
    ("box", "one of h g m"),
];

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let action = match verb {
            "go" => number(rest, 1, SPACES as u8).map(|space| Action::Go { space }),
            "promote" => place(rest).map(|body| Action::Promote { body }),
            "switch" => pair(rest, place, ship).map(|(body, ship)| Action::Switch { body, ship }),
            "bet" => pair(rest, |text| number(text, 0, 9), zone)
                .map(|(value, zone)| Action::Bet { value, zone }),
            "load" => pair(rest, good, ship).map(|(good, ship)| Action::Load { good, ship }),
            "raise" => good(rest).map(|good| Action::Raise { good }),
            "move" => pair(rest, place, ship).map(|(body, ship)| Action::Move { body, ship }),
            "shift" => pair(rest, zone, zone).map(|(from, to)| Action::Shift { from, to }),
            "under" => Stack::from_letters(rest)
                .ok()
                .filter(|tokens| !tokens.is_empty())
                .map(|tokens| Action::Under { tokens }),
            "crew" => place(rest).map(|body| Action::Crew { body }),
            "swap" => pair(rest, place, place)
                .filter(|(low, high)| low.ship < high.ship)
                .map(|(low, high)| Action::Swap { low, high }),
            "stay" if text == verb => Some(Action::Stay),
            "sail" => ship(rest).map(|ship| Action::Sail { ship }),
            "take" => good(rest).map(|good| Action::Take { good }),
            "box" => good(rest).map(|good| Action::Box { good }),
            _ => None,
        };
        action.ok_or_else(|| ParseError::after_verb(text, &VERBS))
    }
}
