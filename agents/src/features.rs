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

/// Collects the inputs of one list, in its order.
#[derive(Debug)]
pub struct FeatureSink<'a> {
    /// Number of the next input.
    next: usize,
    into: &'a mut Vec<Seen>,
}

impl FeatureSink<'_> {
    /// The input so many places after the next one has this value; it must be [skipped](FeatureSink::skip) later.
    #[inline(always)]
    pub fn set(&mut self, ahead: usize, value: i32) {
        if value != 0 {
            let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
            self.into.push(Seen { input: (self.next + ahead) as u16, value });
        }
    }

    /// So many inputs are 0, or have been set.
    #[inline(always)]
    pub fn skip(&mut self, inputs: usize) {
        self.next += inputs;
    }

    /// The next input has this value.
    #[inline(always)]
    pub fn add(&mut self, value: i32) {
        self.set(0, value);
        self.skip(1);
    }

    /// The next inputs have these values.
    #[inline(always)]
    pub fn add_all(&mut self, values: &[i32]) {
        for (ahead, &value) in values.iter().enumerate() {
            self.set(ahead, value);
        }
        self.skip(values.len());
    }

    /// Of so many inputs, one is 1.
    #[inline(always)]
    pub fn one_of(&mut self, inputs: usize, place: usize) {
        self.set(place, 1);
        self.skip(inputs);
    }
}

/// The inputs of a game. Positions are drawn states, so everything in them may be looked at.
pub trait Features<G: Game>: Clone + Debug + Send + Sync {
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

    /// Tells the [inputs about the table](Features::of_table) in their order; those left at the end are 0. `seat` is
    /// the evaluated one.
    fn see_table(
        &self,
        game: &G,
        state: &G::State,
        common: &Self::Common<'_>,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    );

    /// Tells the [inputs about a seat](Features::of_seat), likewise.
    fn see_seat(
        &self,
        game: &G,
        state: &G::State,
        common: &Self::Common<'_>,
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    );
}

/// The inputs of all seats of a game, numbered: first those of the table, then those of the
/// evaluated seat, of the next one, and so on.
pub struct Lookout<G, F> {
    features: F,
    players: usize,
    /// Numbers of inputs about the table and about a seat.
    of_table: usize,
    of_seat: usize,
    game: PhantomData<fn(&G)>,
}

impl<G: Game, F: Features<G>> Lookout<G, F> {
    /// The inputs of `game`.
    pub fn new(game: &G) -> Lookout<G, F> {
        let (features, players) = (F::new(game), game.players());
        let (of_table, of_seat) = (F::of_table().len(), F::of_seat().len());
        Lookout { features, players, of_table, of_seat, game: PhantomData }
    }

    /// Number of inputs.
    pub fn len(&self) -> usize {
        self.of_table + self.players * self.of_seat
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
        let sink = &mut FeatureSink { next: 0, into: seen };
        self.features.see_table(game, state, &common, seat, sink);
        for place in 0..self.players {
            let other = Seat::new((seat.index() + place) % self.players);
            let next = self.of_table + place * self.of_seat;
            let sink = &mut FeatureSink { next, into: seen };
            self.features.see_seat(game, state, &common, other, sink);
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
