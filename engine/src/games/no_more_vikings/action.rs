//! What a seat can choose, and its notation (3.5).

use std::str::FromStr;

use super::component::{Column, Kind, MAX_PLAYERS, Name, Parcel, Token};
use crate::error::ParseError;
use crate::games::named::notation;

/// One choice: what the notation below says, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // `docs/no-more-vikings.md` explains the texts
pub enum Action {
    Whim { name: Name },
    Token { token: Token },
    Populate { parcel: Parcel },
    Enlist { parcel: Parcel },
    Cultivate { parcel: Parcel },
    Marry { house: Parcel, free: Parcel },
    Fortress { house: Parcel, free: Parcel },
    Tower { fortress: Parcel, soldier: Parcel },
    Move { from: Parcel, to: Parcel },
    Draw,
    Drop { kind: Kind },
    Play { kind: Kind, seat: Option<u8> },
    End,
    Pass,
    Edict,
    Counter,
    At { parcel: Parcel },
    Sink { column: Column },
    Divert { from: Column, to: Column },
}

notation! {
    Action {
        "whim" name: "the name of a whim" => Whim { name };
        "aggressive": "nothing behind it" => Token { token: Token::Aggressive };
        "balanced": "nothing behind it" => Token { token: Token::Balanced };
        "development": "nothing behind it" => Token { token: Token::Development };
        "token" token: "aggressive, balanced or development" => Token { token };
        "populate" parcel: "a parcel, such as b2" => Populate { parcel };
        "enlist" parcel: "a parcel, such as b2" => Enlist { parcel };
        "cultivate" parcel: "a parcel, such as b2" => Cultivate { parcel };
        "marry" house free: "two adjacent parcels, such as b2 b3" => Marry { house, free };
        "fortress" house free: "two adjacent parcels, such as b2 b3" => Fortress { house, free };
        "tower" fortress soldier: "two adjacent parcels, such as b2 b3" => Tower { fortress, soldier };
        "move" from to: "two adjacent parcels, such as b2 b3" => Move { from, to };
        "draw": "nothing behind it" => Draw;
        "drop" kind: "a kind of action card" => Drop { kind };
        "play" kind: "a kind of action card, and a seat if the kind names one"
            => Play { kind, seat: None };
        "play" kind seat => Play { kind, seat: Some(seat) };
        "end": "nothing behind it" => End;
        "pass": "nothing behind it" => Pass;
        "edict": "nothing behind it" => Edict;
        "counter": "nothing behind it" => Counter;
        "at" parcel: "a parcel, such as b2" => At { parcel };
        "sink" column: "a column, such as c" => Sink { column };
        "divert" from to: "two columns, such as a c" => Divert { from, to };
    }
}

impl Action {
    /// What its notation cannot say.
    fn is_sound(&self) -> bool {
        match *self {
            Action::Marry { house: one, free: two }
            | Action::Fortress { house: one, free: two }
            | Action::Tower { fortress: one, soldier: two }
            | Action::Move { from: one, to: two } => {
                one.row().abs_diff(two.row()) + one.column().abs_diff(two.column()) == 1
            }
            Action::Drop { kind } => !kind.is_event(),
            Action::Play { kind, seat } => {
                let known = seat.is_none_or(|seat| usize::from(seat) < MAX_PLAYERS);
                known
                    && kind != Kind::Counter
                    && !kind.is_event()
                    && kind.names_seat() == seat.is_some()
            }
            _ => true,
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        // The word before a token is for people; it is never printed.
        let said =
            |action: &Action| action.to_string() == text.strip_prefix("token ").unwrap_or(text);
        let action = Action::read(text).filter(Action::is_sound).filter(said);
        action.ok_or_else(|| ParseError::after_verb(text, VERBS))
    }
}
