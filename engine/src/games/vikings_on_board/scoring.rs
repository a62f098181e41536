//! What a record reports of each departure and of the end (N7).

use serde::{Serialize, Serializer};

use super::component::{Clan, Goods};
use crate::seat::PerSeat;

crate::data!(write Scoring);

/// One entry of a record's `scorings`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Scoring {
    /// A ship has left.
    Sail(Sail),
    /// The game is over.
    Final(Final),
}

/// A departure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sail {
    /// The round, from 1.
    pub round: u32,
    /// `sail`.
    pub kind: &'static str,
    /// The ship, from 1.
    pub ship: u32,
    /// Letters of the clans aboard, the most influential first.
    pub influence: Influence,
    /// Value of the barrel that each seat won, or 0.
    pub won: PerSeat<i32>,
    /// Supplies that each seat took.
    pub taken: PerSeat<Goods>,
    /// Supplies that went into the box.
    #[serde(rename = "box")]
    pub boxed: Goods,
    /// The score that each seat would have if the game ended here; not in records.
    #[serde(skip)]
    pub standing: PerSeat<i32>,
    /// Ships that have left, this one included; not in records.
    #[serde(skip)]
    pub departures: u32,
}

/// The clans aboard a ship by their influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Influence {
    /// Numbers of the clans; only the first `aboard` are valid.
    pub(super) order: [u8; 4],
    pub(super) aboard: u8,
}

impl Serialize for Influence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let clans = &self.order[..usize::from(self.aboard)];
        let name = |&clan: &u8| Clan::from_index(clan.into()).name();
        serializer.collect_str(&clans.iter().map(name).collect::<String>())
    }
}

/// The end of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Final {
    /// The last round, from 1.
    pub round: u32,
    /// `final`.
    pub kind: &'static str,
    /// Values of hide, grain and metal.
    pub market: [u16; 3],
    /// Points for supplies.
    pub goods: PerSeat<i32>,
    /// Points for barrels won.
    pub barrels: PerSeat<i32>,
    /// Sum of both.
    pub score: PerSeat<i32>,
}
