//! Features: what a [net](crate::net) sees of a position, as named whole numbers.
//!
//! A game lists inputs about the table and inputs about one seat. The latter are repeated for every
//! seat, beginning with the evaluated one and going on in turn order, so a net never learns the
//! same thing once for each seat.

#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "eketorp")]
pub mod eketorp;
#[cfg(feature = "goofspiel")]
pub mod goofspiel;
#[cfg(feature = "no-more-vikings")]
pub mod no_more_vikings;
#[cfg(feature = "vikings")]
pub mod vikings;
#[cfg(feature = "vikings-on-board")]
pub mod vikings_on_board;

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;

use crate::heuristic::Without;

/// An input of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name, unique within its list; words are separated by dots.
    pub name: String,
    /// Its meaning, in one line.
    pub about: String,
}

impl Input {
    /// An input with this name and meaning.
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Input {
        Input { name: name.into(), about: about.into() }
    }
}

/// An input for each of some things: its name is the text of the thing behind `key`, its meaning has that text for
/// `{}`.
pub fn names<'a, T: Display>(
    key: &'a str,
    things: impl IntoIterator<Item = T> + 'a,
    about: &'a str,
) -> impl Iterator<Item = Input> + 'a {
    things.into_iter().map(move |thing| {
        Input::new(format!("{key}.{thing}"), about.replace("{}", &thing.to_string()))
    })
}

/// An input for each kind of decision.
pub fn decisions(words: impl IntoIterator<Item = &'static str>) -> impl Iterator<Item = Input> {
    words.into_iter().map(|word| {
        Input::new(format!("decision.{word}"), format!("1 if the next decision is `{word}`"))
    })
}

/// A count as the value of an input.
#[inline(always)]
pub fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// An input that is not 0 in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen {
    /// Its number.
    pub input: u16,
    /// Its value, from -[`MAX_VALUE`] to [`MAX_VALUE`].
    pub value: i16,
}

/// Larger values count as this.
pub const MAX_VALUE: i32 = 1023;

/// Collects the inputs of one list.
#[derive(Debug)]
pub struct Sight<'a> {
    /// Number of the first input of the list.
    first: usize,
    into: &'a mut Vec<Seen>,
}

impl Sight<'_> {
    /// Input number `place` of the list has this value. Each may be told once.
    #[inline(always)]
    pub fn add(&mut self, place: usize, value: i32) {
        if value != 0 {
            let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
            self.into.push(Seen { input: (self.first + place) as u16, value });
        }
    }

    /// Inputs from number `place` on have these values.
    #[inline(always)]
    pub fn add_all(&mut self, place: usize, values: &[i32]) {
        for (more, &value) in values.iter().enumerate() {
            self.add(place + more, value);
        }
    }
}

/// The inputs of a game. Positions are drawn states, so everything in them may be looked at.
pub trait Features<G: Game>: Clone + Debug + Send + Sync {
    /// Number of [inputs about the table](Features::of_table).
    const OF_TABLE: usize;
    /// Number of [inputs about a seat](Features::of_seat).
    const OF_SEAT: usize;
    /// What the inputs of one position have in common, so that it is found out once.
    type Common<'a>
    where
        Self: 'a,
        G: 'a;

    /// Precomputes what depends only on the rules.
    fn new(game: &G) -> Self;

    /// The inputs about the table.
    fn of_table() -> Vec<Input>;

    /// The inputs about one seat.
    fn of_seat() -> Vec<Input>;

    /// Finds out what the inputs of a position have in common.
    fn common<'a>(&'a self, game: &'a G, state: &'a G::State) -> Self::Common<'a>;

    /// Tells the [inputs about the table](Features::of_table) that are not 0; `seat` is the
    /// evaluated one.
    fn see_table(
        &self,
        game: &G,
        state: &G::State,
        common: &Self::Common<'_>,
        seat: Seat,
        sight: &mut Sight<'_>,
    );

    /// Tells the [inputs about a seat](Features::of_seat) that are not 0.
    fn see_seat(
        &self,
        game: &G,
        state: &G::State,
        common: &Self::Common<'_>,
        seat: Seat,
        sight: &mut Sight<'_>,
    );
}

/// The inputs of all seats of a game, numbered: first those of the table, then those of the
/// evaluated seat, of the next one, and so on.
pub struct Lookout<G, F> {
    features: F,
    players: usize,
    game: PhantomData<fn(&G)>,
}

impl<G: Game, F: Features<G>> Lookout<G, F> {
    /// The inputs of `game`.
    pub fn new(game: &G) -> Lookout<G, F> {
        Lookout { features: F::new(game), players: game.players(), game: PhantomData }
    }

    /// Number of inputs.
    pub fn len(&self) -> usize {
        F::OF_TABLE + self.players * F::OF_SEAT
    }

    /// Whether there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All inputs in the order of their numbers; those of seats begin with the seat's distance from
    /// the evaluated one in turn order: `0.gold`, `1.gold`.
    pub fn inputs(&self) -> Vec<Input> {
        let mut inputs = F::of_table();
        for place in 0..self.players {
            for Input { name, about } in F::of_seat() {
                inputs.push(Input::new(format!("{place}.{name}"), about));
            }
        }
        inputs
    }

    /// Replaces `seen` by the inputs of `state` for `seat` that are not 0, in ascending order of
    /// their lists.
    #[inline(always)]
    pub fn see(&self, game: &G, state: &G::State, seat: Seat, seen: &mut Vec<Seen>) {
        seen.clear();
        let common = self.features.common(game, state);
        self.features.see_table(game, state, &common, seat, &mut Sight { first: 0, into: seen });
        for place in 0..self.players {
            let first = F::OF_TABLE + place * F::OF_SEAT;
            let other = Seat::new((seat.index() + place) % self.players);
            self.features.see_seat(game, state, &common, other, &mut Sight { first, into: seen });
        }
    }
}

// Derived implementations would put the same bounds on the game itself.

impl<G, F: Clone> Clone for Lookout<G, F> {
    fn clone(&self) -> Lookout<G, F> {
        Lookout { features: self.features.clone(), ..*self }
    }
}

impl<G, F: Debug> Debug for Lookout<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookout").field("features", &self.features).finish_non_exhaustive()
    }
}

/// For games without inputs.
impl<G: Game> Features<G> for Without {
    const OF_TABLE: usize = 0;
    const OF_SEAT: usize = 0;
    type Common<'a>
        = ()
    where
        G: 'a;

    fn new(_: &G) -> Without {
        Without {}
    }

    fn of_table() -> Vec<Input> {
        Vec::new()
    }

    fn of_seat() -> Vec<Input> {
        Vec::new()
    }

    fn common(&self, _: &G, _: &G::State) {}

    fn see_table(&self, _: &G, _: &G::State, (): &(), _: Seat, _: &mut Sight<'_>) {}

    fn see_seat(&self, _: &G, _: &G::State, (): &(), _: Seat, _: &mut Sight<'_>) {}
}
