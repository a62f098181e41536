//! What a seat can choose, and its notation (3.5).

use std::fmt;
use std::str::FromStr;

use super::component::{Column, Kind, MAX_PLAYERS, Name, Parcel, Token};
use crate::error::ParseError;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // of fields, which the texts explain
pub enum Action {
    /// `whim NAME`: keeps this one (S4).
    Whim { name: Name },
    /// `aggressive`, `balanced`, `development` (T1).
    Token { token: Token },
    /// `populate b2` (A2).
    Populate { parcel: Parcel },
    /// `enlist b2` (A5).
    Enlist { parcel: Parcel },
    /// `cultivate b2` (A8).
    Cultivate { parcel: Parcel },
    /// `marry b2 b3` (A3).
    Marry { house: Parcel, free: Parcel },
    /// `fortress b2 b3` (A4).
    Fortress { house: Parcel, free: Parcel },
    /// `tower b2 b3` (A6).
    Tower { fortress: Parcel, soldier: Parcel },
    /// `move b2 b3` (A7).
    Move { from: Parcel, to: Parcel },
    /// `draw`: all cards of the token (T2).
    Draw,
    /// `drop KIND`: one of the cards laid aside (T3).
    Drop { kind: Kind },
    /// `play KIND`, `play KIND SEAT` (K4).
    Play { kind: Kind, seat: Option<u8> },
    /// `end` of the turn (A9).
    End,
    /// `pass` (W2).
    Pass,
    /// `edict` (W4).
    Edict,
    /// `counter` (W4).
    Counter,
    /// `at b2`: a parcel, outside actions of tokens.
    At { parcel: Parcel },
    /// `sink c`: a longship.
    Sink { column: Column },
    /// `divert a c` (K5).
    Divert { from: Column, to: Column },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Whim { name } => write!(f, "whim {name}"),
            Action::Token { token } => f.write_str(token.name()),
            Action::Populate { parcel } => write!(f, "populate {parcel}"),
            Action::Enlist { parcel } => write!(f, "enlist {parcel}"),
            Action::Cultivate { parcel } => write!(f, "cultivate {parcel}"),
            Action::Marry { house, free } => write!(f, "marry {house} {free}"),
            Action::Fortress { house, free } => write!(f, "fortress {house} {free}"),
            Action::Tower { fortress, soldier } => write!(f, "tower {fortress} {soldier}"),
            Action::Move { from, to } => write!(f, "move {from} {to}"),
            Action::Draw => f.write_str("draw"),
            Action::Drop { kind } => write!(f, "drop {kind}"),
            Action::Play { kind, seat: None } => write!(f, "play {kind}"),
            Action::Play { kind, seat: Some(seat) } => write!(f, "play {kind} {seat}"),
            Action::End => f.write_str("end"),
            Action::Pass => f.write_str("pass"),
            Action::Edict => f.write_str("edict"),
            Action::Counter => f.write_str("counter"),
            Action::At { parcel } => write!(f, "at {parcel}"),
            Action::Sink { column } => write!(f, "sink {column}"),
            Action::Divert { from, to } => write!(f, "divert {from} {to}"),
        }
    }
}

const PARCEL: &str = "a parcel, such as b2";
const NEIGHBOURS: &str = "two adjacent parcels, such as b2 b3";
const NOTHING: &str = "nothing behind it";

/// The words that actions begin with, and what follows each.
const VERBS: [(&str, &str); 22] = [
    ("whim", "the name of a whim"),
    ("aggressive", NOTHING),
    ("balanced", NOTHING),
    ("development", NOTHING),
    ("token", "aggressive, balanced or development"),
    ("populate", PARCEL),
    ("enlist", PARCEL),
    ("cultivate", PARCEL),
    ("marry", NEIGHBOURS),
    ("fortress", NEIGHBOURS),
    ("tower", NEIGHBOURS),
    ("move", NEIGHBOURS),
    ("draw", NOTHING),
    ("drop", "a kind of action card"),
    ("play", "a kind of action card, and a seat if the kind names one"),
    ("end", NOTHING),
    ("pass", NOTHING),
    ("edict", NOTHING),
    ("counter", NOTHING),
    ("at", PARCEL),
    ("sink", "a column, such as c"),
    ("divert", "two columns, such as a c"),
];

fn adjacent(one: &str, two: &str) -> Option<(Parcel, Parcel)> {
    let (one, two): (Parcel, Parcel) = (one.parse().ok()?, two.parse().ok()?);
    let distance = one.row().abs_diff(two.row()) + one.column().abs_diff(two.column());
    (distance == 1).then_some((one, two))
}

fn card(text: &str) -> Option<Kind> {
    text.parse().ok().filter(|kind: &Kind| !kind.is_event())
}

fn seat(text: &str) -> Option<u8> {
    let [digit @ b'0'..=b'9'] = text.as_bytes() else { return None };
    Some(digit - b'0').filter(|&seat| usize::from(seat) < MAX_PLAYERS)
}

fn parse(words: &[&str]) -> Option<Action> {
    Some(match *words {
        ["whim", name] => Action::Whim { name: name.parse().ok()? },
        ["populate", parcel] => Action::Populate { parcel: parcel.parse().ok()? },
        ["enlist", parcel] => Action::Enlist { parcel: parcel.parse().ok()? },
        ["cultivate", parcel] => Action::Cultivate { parcel: parcel.parse().ok()? },
        ["marry", one, two] => {
            let (house, free) = adjacent(one, two)?;
            Action::Marry { house, free }
        }
        ["fortress", one, two] => {
            let (house, free) = adjacent(one, two)?;
            Action::Fortress { house, free }
        }
        ["tower", one, two] => {
            let (fortress, soldier) = adjacent(one, two)?;
            Action::Tower { fortress, soldier }
        }
        ["move", one, two] => {
            let (from, to) = adjacent(one, two)?;
            Action::Move { from, to }
        }
        ["draw"] => Action::Draw,
        ["drop", kind] => Action::Drop { kind: card(kind)? },
        ["play", kind] => {
            let kind = card(kind).filter(|kind| !kind.names_seat() && *kind != Kind::Counter)?;
            Action::Play { kind, seat: None }
        }
        ["play", kind, number] => {
            let kind = card(kind).filter(|kind| kind.names_seat())?;
            Action::Play { kind, seat: Some(seat(number)?) }
        }
        ["end"] => Action::End,
        ["pass"] => Action::Pass,
        ["edict"] => Action::Edict,
        ["counter"] => Action::Counter,
        ["at", parcel] => Action::At { parcel: parcel.parse().ok()? },
        ["sink", column] => Action::Sink { column: column.parse().ok()? },
        ["divert", from, to] => Action::Divert { from: from.parse().ok()?, to: to.parse().ok()? },
        // The word before it is for people; it is never printed.
        [word] | ["token", word] => {
            let token = Token::ALL.into_iter().find(|token| token.name() == word)?;
            Action::Token { token }
        }
        _ => return None,
    })
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        parse(&words).ok_or_else(|| ParseError::after_verb(text, &VERBS))
    }
}
