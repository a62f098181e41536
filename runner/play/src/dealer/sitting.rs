//! How games and branches are played, as their callers say it.

use drakkar_engine::seat::Seat;

use crate::game::Keys;
use crate::{schedule::Order, timing::Timing};

/// How a game is played.
pub(crate) struct Sitting<'s> {
    /// Number of the rule set.
    pub rules: usize,
    /// The agents of the seats, whose numbers are counted from `first` on.
    pub order: &'s Order,
    pub first: usize,
    /// How many of them, from `first` on, must be told that a game begins.
    pub starting: usize,
    /// Another agent that plays first.
    pub opening: Option<Opening>,
    /// The seat that begins the next round, whatever happens in this one; if none, that which begins it by the
    /// rules.
    pub heir: Option<Seat>,
    pub keys: &'s Keys,
    /// Where facts and scorings go, unless they are not needed.
    pub ledger: Option<usize>,
    /// What else is kept.
    pub notes: Option<Notes<'s>>,
}

/// A seat that another agent plays at first. Facts of such a game are not kept.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    pub seat: Seat,
    /// Its number, counted from the first of all agents.
    pub agent: u8,
    /// Whether it plays to the end of the turn, and not only the first decision.
    pub turn: bool,
}

/// What is kept of a game in addition to its facts.
pub(crate) struct Notes<'n> {
    /// Whether decisions are kept.
    pub decisions: bool,
    /// The thinking of every agent, if it is timed.
    pub timing: Option<&'n mut Timing>,
    /// Seats, as bits, that lose by a foul, so that the others finish the game; a foul of another one
    /// ends it.
    pub losing: u8,
}

/// Decision points at which branches may begin.
#[derive(Clone, Copy)]
pub(crate) struct Sought {
    /// The round. Without `kind`, its first decision is used.
    pub round: u32,
    /// The kind that can be taken there; what it is compared with must be legal too.
    pub kind: Option<usize>,
}

/// What differs between branches.
#[derive(Clone, Copy)]
pub(crate) enum Intervention {
    Nothing,
    /// A kind is taken; if it has several actions, this is left to the [`Opening`].
    Take(usize),
    /// The action is chosen with which the kind is compared; if it may be any, this is left to the opening.
    Refuse(usize),
    /// The kind is gone; otherwise the same.
    TakeAway(usize),
    /// A seat has one more of an item.
    Grant(Seat, usize),
    /// A seat is the first of the round.
    Lead(Seat),
}
