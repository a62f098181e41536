//! Strategy facts: what a seat did and where its score came from. They are not part of a state, but
//! [reported](crate::game::Game::apply_unchecked) to a [`Sink`]; the empty sink `()` compiles to nothing.

use crate::seat::{MAX_SEATS, Seat};

/// Number of a fact in its game's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact(pub u8);

/// The meaning of a fact's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactKind {
    /// Something counted.
    Count,
    /// A part of the final score; the sources of a seat add up to it.
    Source,
}

/// Name and meaning of a fact; the name is its column and its key in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactInfo {
    /// Column name.
    pub name: &'static str,
    /// Count or source of the score.
    pub kind: FactKind,
    /// One line for the documentation.
    pub about: &'static str,
}

/// Receives what happens while actions are applied.
pub trait Sink<Scoring> {
    /// Adds `amount` to a fact of `seat`.
    fn add(&mut self, seat: Seat, fact: impl Into<Fact>, amount: i32);

    /// A scoring has been completed for all seats, or chance has decided something during play; `make` describes it.
    fn scoring(&mut self, make: impl FnOnce() -> Scoring);
}

/// Forgets everything, at no cost.
impl<Scoring> Sink<Scoring> for () {
    #[inline(always)]
    fn add(&mut self, _: Seat, _: impl Into<Fact>, _: i32) {}
    #[inline(always)]
    fn scoring(&mut self, _: impl FnOnce() -> Scoring) {}
}

/// Passes everything on to the sink, if there is one. Observed games and replays have it around a ledger, so that the rules
/// are compiled once for both.
impl<Scoring, S: Sink<Scoring>> Sink<Scoring> for Option<&mut S> {
    #[inline(always)]
    fn add(&mut self, seat: Seat, fact: impl Into<Fact>, amount: i32) {
        if let Some(sink) = self {
            sink.add(seat, fact, amount);
        }
    }
    #[inline(always)]
    fn scoring(&mut self, make: impl FnOnce() -> Scoring) {
        if let Some(sink) = self {
            sink.scoring(make);
        }
    }
}

/// Most facts that a game may have.
pub const MAX_FACTS: usize = 256;
/// Slots of a ledger: seats rounded up to a power of two, so that no index needs a check.
const SEAT_SLOTS: usize = MAX_SEATS.next_power_of_two();

/// The facts of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    amounts: [[i32; MAX_FACTS]; SEAT_SLOTS],
    players: usize,
    width: usize,
}

impl Facts {
    fn new(players: usize, width: usize) -> Facts {
        assert!(players <= MAX_SEATS && width <= MAX_FACTS);
        Facts { amounts: [[0; MAX_FACTS]; SEAT_SLOTS], players, width }
    }

    #[inline]
    fn clear(&mut self) {
        for amounts in &mut self.amounts[..self.players] {
            amounts[..self.width].fill(0);
        }
    }

    /// All facts of `seat`, in the order of the game's list.
    #[inline]
    pub fn of(&self, seat: Seat) -> &[i32] {
        &self.amounts[seat.index()][..self.width]
    }

    /// The same with zeros behind them, up to a larger multiple of `group` if there is room.
    #[inline]
    pub fn padded(&self, seat: Seat, group: usize) -> &[i32] {
        &self.amounts[seat.index()][..((self.width / group + 1) * group).min(MAX_FACTS)]
    }

    #[inline(always)]
    fn add(&mut self, seat: Seat, fact: Fact, amount: i32) {
        let fact = usize::from(fact.0);
        debug_assert!(seat.index() < self.players && fact < self.width);
        self.amounts[seat.index() % SEAT_SLOTS][fact % MAX_FACTS] += amount;
    }
}

/// Keeps the facts and scorings of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger<Scoring> {
    facts: Facts,
    scorings: Vec<Scoring>,
}

impl<Scoring> Ledger<Scoring> {
    /// An empty ledger for `players` seats and `width` facts.
    /// Panics if there are more than [`MAX_SEATS`] seats or [`MAX_FACTS`] facts.
    pub fn new(players: usize, width: usize) -> Ledger<Scoring> {
        Ledger { facts: Facts::new(players, width), scorings: Vec::new() }
    }

    /// Forgets the last game and keeps the memory.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.scorings.clear();
    }

    /// All facts of `seat`, in the order of the game's list.
    #[inline]
    pub fn facts(&self, seat: Seat) -> &[i32] {
        self.facts.of(seat)
    }

    /// The facts of all seats.
    #[inline]
    pub fn all_facts(&self) -> &Facts {
        &self.facts
    }

    /// The scorings so far.
    pub fn scorings(&self) -> &[Scoring] {
        &self.scorings
    }
}

impl<Scoring> Sink<Scoring> for Ledger<Scoring> {
    #[inline(always)]
    fn add(&mut self, seat: Seat, fact: impl Into<Fact>, amount: i32) {
        self.facts.add(seat, fact.into(), amount);
    }
    #[inline(always)]
    fn scoring(&mut self, make: impl FnOnce() -> Scoring) {
        self.scorings.push(make());
    }
}

/// Defines a game's facts once: an enum whose order is the order of the columns.
///
/// ```
/// drakkar_engine::facts! {
///     /// Facts of a toy game.
///     pub enum ToyFact {
///         Tricks: Count = "tricks", "tricks taken";
///         Points: Source = "points_tricks", "points for tricks";
///     }
/// }
/// assert_eq!(ToyFact::ALL[ToyFact::Points as usize].name, "points_tricks");
/// ```
///
/// A family has a fact for each of some things, which the two texts end with and contain; only its first has a variant,
/// and `plus` gives the others:
///
/// ```
/// drakkar_engine::facts! {
///     enum ToyFact {
///         for ["_red" "red", "_blue" "blue"] {
///             Won: Count = "won", "" " tricks won";
///             Points: Source = "points", "points for " " tricks";
///         }
///     }
/// }
/// assert_eq!(ToyFact::Points as usize, 2);
/// assert_eq!((ToyFact::ALL[3].name, ToyFact::ALL[3].about), ("points_blue", "points for blue tricks"));
/// ```
#[macro_export]
macro_rules! facts {
    (@ [$($head:tt)*] [$($at:tt)*] [$($variant:tt)*] [$($info:tt)*]
        for [$($end:literal $thing:literal),*] {
            $fact:ident: $kind:ident = $text:literal, $before:literal $behind:literal;
            $($more:tt)*
        }
        $($rest:tt)*
    ) => {
        $crate::facts! { @ [$($head)*] [$($at)* + [$($end),*].len() as u8]
            [$($variant)* #[doc = concat!($before, "each", $behind)] $fact = $($at)*,]
            [$($info)* $($crate::facts!(@ $kind, concat!($text, $end), concat!($before, $thing, $behind)),)*]
            for [$($end $thing),*] { $($more)* }
            $($rest)*
        }
    };
    (@ $head:tt $at:tt $variants:tt $infos:tt for [$($list:tt)*] {} $($rest:tt)*) => {
        $crate::facts! { @ $head $at $variants $infos $($rest)* }
    };
    (@ $head:tt [$($at:tt)*] [$($variant:tt)*] [$($info:tt)*]
        $fact:ident: $kind:ident = $text:literal, $about:literal;
        $($rest:tt)*
    ) => {
        $crate::facts! { @ $head [$($at)* + 1]
            [$($variant)* #[doc = $about] $fact = $($at)*,]
            [$($info)* $crate::facts!(@ $kind, $text, $about),]
            $($rest)*
        }
    };
    (@ [$(#[$meta:meta])* $vis:vis enum $name:ident] $at:tt [$($variant:tt)*] [$($info:tt)*]) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        $vis enum $name { $($variant)* }

        impl $name {
            /// Name and meaning of every fact, in order.
            pub const ALL: &'static [$crate::fact::FactInfo] = &[$($info)*];

            /// The fact that is so many places behind, such as another one of a family.
            #[allow(dead_code)] // by games without families
            #[inline(always)]
            pub const fn plus(self, places: u32) -> $crate::fact::Fact {
                $crate::fact::Fact(self as u8 + places as u8)
            }
        }

        impl From<$name> for $crate::fact::Fact {
            #[inline(always)]
            fn from(fact: $name) -> $crate::fact::Fact {
                $crate::fact::Fact(fact as u8)
            }
        }
    };
    (@ $kind:ident, $name:expr, $about:expr) => {
        $crate::fact::FactInfo { name: $name, kind: $crate::fact::FactKind::$kind, about: $about }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($entry:tt)* }) => {
        $crate::facts! { @ [$(#[$meta])* $vis enum $name] [0] [] [] $($entry)* }
    };
}
