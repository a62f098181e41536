//! What a seat can choose, and its notation (3.5).

use super::component::{Column, Kind, MAX_PLAYERS, Name, Parcel, Token};
use crate::games::notation::notation;

notation! {
    /// One choice: what its text says, in the words of the rules.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs)] // `docs/no-more-vikings.md` explains the texts
    pub enum Action {
        Whim { name: Name } = "whim" name: "the name of a whim";
        Token { token: Token } = {
            "aggressive": "nothing behind it" => { token: Token::Aggressive };
            "balanced": "nothing behind it" => { token: Token::Balanced };
            "development": "nothing behind it" => { token: Token::Development };
            "token" token: "aggressive, balanced or development" => { token };
        }
        Populate { parcel: Parcel } = "populate" parcel: "a parcel, such as b2";
        Enlist { parcel: Parcel } = "enlist" parcel: "a parcel, such as b2";
        Cultivate { parcel: Parcel } = "cultivate" parcel: "a parcel, such as b2";
        Marry { house: Parcel, free: Parcel }
            = "marry" house free: "two adjacent parcels, such as b2 b3" if adjacent(house, free);
        Fortress { house: Parcel, free: Parcel }
            = "fortress" house free: "two adjacent parcels, such as b2 b3" if adjacent(house, free);
        Tower { fortress: Parcel, soldier: Parcel }
            = "tower" fortress soldier: "two adjacent parcels, such as b2 b3" if adjacent(fortress, soldier);
        Move { from: Parcel, to: Parcel }
            = "move" from to: "two adjacent parcels, such as b2 b3" if adjacent(from, to);
        Draw = "draw": "nothing behind it";
        Drop { kind: Kind } = "drop" kind: "a kind of action card" if !kind.is_event();
        Play { kind: Kind, seat: Option<u8> } = {
            "play" kind: "a kind of action card, and a seat if the kind names one"
                => { kind, seat: None } if kind.is_played() && !kind.names_seat();
            "play" kind seat => { kind, seat: Some(seat) }
                if kind.is_played() && kind.names_seat() && usize::from(seat) < MAX_PLAYERS;
        }
        End = "end": "nothing behind it";
        Pass = "pass": "nothing behind it";
        Edict = "edict": "nothing behind it";
        Counter = "counter": "nothing behind it";
        At { parcel: Parcel } = "at" parcel: "a parcel, such as b2";
        Sink { column: Column } = "sink" column: "a column, such as c";
        Divert { from: Column, to: Column } = "divert" from to: "two columns, such as a c";
    }
}

/// A1: whether two parcels are adjacent, as A3, A4, A6 and A7 need.
pub(super) fn adjacent(one: Parcel, two: Parcel) -> bool {
    one.row().abs_diff(two.row()) + one.column().abs_diff(two.column()) == 1
}
