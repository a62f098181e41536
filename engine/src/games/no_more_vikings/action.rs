//! What a seat can choose, and its notation (3.5).

use super::component::{Column, Kind, MAX_PLAYERS, Name, Parcel, Token};
use crate::games::notation::notation;

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
        "marry" house free: "two adjacent parcels, such as b2 b3"
            => Marry { house, free } if adjacent(house, free);
        "fortress" house free: "two adjacent parcels, such as b2 b3"
            => Fortress { house, free } if adjacent(house, free);
        "tower" fortress soldier: "two adjacent parcels, such as b2 b3"
            => Tower { fortress, soldier } if adjacent(fortress, soldier);
        "move" from to: "two adjacent parcels, such as b2 b3"
            => Move { from, to } if adjacent(from, to);
        "draw": "nothing behind it" => Draw;
        "drop" kind: "a kind of action card" => Drop { kind } if !kind.is_event();
        "play" kind: "a kind of action card, and a seat if the kind names one"
            => Play { kind, seat: None } if kind.is_played() && !kind.names_seat();
        "play" kind seat => Play { kind, seat: Some(seat) }
            if kind.is_played() && kind.names_seat() && usize::from(seat) < MAX_PLAYERS;
        "end": "nothing behind it" => End;
        "pass": "nothing behind it" => Pass;
        "edict": "nothing behind it" => Edict;
        "counter": "nothing behind it" => Counter;
        "at" parcel: "a parcel, such as b2" => At { parcel };
        "sink" column: "a column, such as c" => Sink { column };
        "divert" from to: "two columns, such as a c" => Divert { from, to };
    }
}

/// A1: whether two parcels are adjacent, as A3, A4, A6 and A7 need.
fn adjacent(one: Parcel, two: Parcel) -> bool {
    one.row().abs_diff(two.row()) + one.column().abs_diff(two.column()) == 1
}
