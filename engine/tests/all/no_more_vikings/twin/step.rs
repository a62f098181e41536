//! What is to be done: decisions, and what happens by itself between them. All of it is public.

use serde::Serialize;

use super::piece::Piece;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// S4
    Whim {
        seat: usize,
    },
    /// S5
    TakeEdicts {
        seat: usize,
    },
    /// S5, E2, M2: a villager or a cottage on a free parcel.
    Add {
        seat: usize,
        piece: Piece,
    },
    StartRound,
    /// T1
    Token {
        seat: usize,
    },
    Reveal,
    /// Step 2
    Land,
    /// Step 3
    StartTurn {
        seat: usize,
    },
    /// A1: with the actions left, and whether the draw is owed.
    Turn {
        seat: usize,
        actions: usize,
        draw: bool,
    },
    /// T2: with the cards still to be drawn.
    Draw {
        seat: usize,
        left: usize,
    },
    /// T3
    Drop {
        seat: usize,
    },
    /// W1 to W6
    Window(Window),
    /// K5
    Effect(Play),
    /// E2: `plague` and `fire`.
    Remove {
        seat: usize,
        piece: Piece,
    },
    /// Step 4
    Raids,
    Raid {
        seat: usize,
    },
    /// R2: one tower.
    Tower {
        seat: usize,
    },
    /// R3, R4: all longships, then each of them.
    Columns {
        seat: usize,
    },
    Column {
        seat: usize,
        column: usize,
    },
    NoteRaids,
    /// Step 5
    Month,
    EndRound,
}

/// K4: an announced card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Play {
    pub seat: usize,
    pub kind: String,
    /// The opponent, or for `beacon` any seat.
    pub target: Option<usize>,
}

/// W1: a response window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Window {
    pub play: Play,
    /// The first response lies lowest.
    pub responses: Vec<Response>,
    /// The seat that is to be asked.
    pub asked: usize,
}

/// W4
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Response {
    pub seat: usize,
    /// `edict` or `counter`
    pub kind: String,
}

impl Window {
    /// W1: who put the top there.
    pub fn owner(&self) -> usize {
        self.responses.last().map_or(self.play.seat, |top| top.seat)
    }

    /// W4: whether the top is a card.
    pub fn top_is_card(&self) -> bool {
        self.responses.last().is_none_or(|top| top.kind == "counter")
    }
}
