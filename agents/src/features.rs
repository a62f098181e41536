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

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;

/// An input of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name, unique among all; words are separated by dots.
    pub name: String,
    /// Its meaning, in one line.
    pub about: String,
}

/// A count as the value of an input.
#[inline(always)]
pub fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The numbers from 1 on.
pub fn numbers<const N: usize>() -> [usize; N] {
    std::array::from_fn(|place| place + 1)
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

/// Is told every input of a position, in order: a text of name and meaning with `": "` between them, and the value.
pub trait FeatureSink {
    /// `#` stands for this number in the texts that follow.
    fn number(&mut self, number: usize);

    /// The inputs that follow are about the seat that is so many places behind the evaluated one.
    fn of_seat(&mut self, place: usize);

    /// An input for each of some things, which stands for `{}` in the text, in the meaning as it is written by `{:#}`.
    fn all<T: Display, const N: usize>(
        &mut self,
        text: &str,
        things: [T; N],
        values: [impl Into<i32>; N],
    );

    /// Such inputs, of which few are not 0: these by place, from the first.
    fn some<T: Display, const N: usize>(
        &mut self,
        text: &str,
        things: [T; N],
        values: impl Iterator<Item = (usize, i32)>,
    );

    // Derived.

    /// One input.
    #[inline(always)]
    fn add(&mut self, text: &str, value: impl Into<i32>) {
        self.all(text, [""], [value]);
    }

    /// Such inputs, of which one is 1 at most.
    #[inline(always)]
    fn one_of<T: Display, const N: usize>(
        &mut self,
        text: &str,
        things: [T; N],
        place: Option<usize>,
    ) {
        self.some(text, things, place.map(|place| (place, 1)).into_iter());
    }

    /// An input for each of these words, which is 1 where it holds.
    #[inline(always)]
    fn which<const N: usize>(&mut self, text: &str, words: [(&str, bool); N]) {
        self.all(text, words.map(|(word, _)| word), words.map(|(_, holds)| holds));
    }
}

/// A thing as it is written in names and in meanings.
#[derive(Clone, Copy, Debug)]
pub struct Worded(pub &'static str, pub &'static str);

impl Display for Worded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { self.1 } else { self.0 })
    }
}

struct InputValues<'a> {
    /// Number of the next input.
    next: usize,
    count: usize,
    room: &'a mut Vec<Seen>,
}

impl InputValues<'_> {
    #[inline(always)]
    fn keep(&mut self, ahead: usize, value: i32) {
        let value = value.clamp(-MAX_VALUE, MAX_VALUE) as i16;
        let seen = Seen { input: (self.next + ahead) as u16, value };
        match self.room.get_mut(self.count) {
            Some(place) => *place = seen,
            None => self.room.push(seen),
        }
        self.count += 1;
    }
}

impl FeatureSink for InputValues<'_> {
    #[inline(always)]
    fn number(&mut self, _: usize) {}

    #[inline(always)]
    fn of_seat(&mut self, _: usize) {}

    #[inline(always)]
    fn all<T, const N: usize>(&mut self, _: &str, _: [T; N], values: [impl Into<i32>; N]) {
        // Arrays that are iterated by value are slower.
        for (ahead, &value) in values.map(Into::into).iter().enumerate() {
            if value != 0 {
                self.keep(ahead, value);
            }
        }
        self.next += N;
    }

    #[inline(always)]
    fn some<T, const N: usize>(
        &mut self,
        _: &str,
        _: [T; N],
        values: impl Iterator<Item = (usize, i32)>,
    ) {
        for (place, value) in values {
            self.keep(place, value);
        }
        self.next += N;
    }
}

#[derive(Default)]
struct InputNames {
    number: String,
    seat: String,
    inputs: Vec<Input>,
}

impl FeatureSink for InputNames {
    fn number(&mut self, number: usize) {
        self.number = number.to_string();
    }

    fn of_seat(&mut self, place: usize) {
        self.seat = format!("{place}.");
    }

    fn all<T: Display, const N: usize>(
        &mut self,
        text: &str,
        things: [T; N],
        _: [impl Into<i32>; N],
    ) {
        let text = text.replace('#', &self.number);
        let (name, about) = text.split_once(": ").expect("a name and a meaning");
        self.inputs.extend(things.map(|thing| Input {
            name: self.seat.clone() + &name.replace("{}", &thing.to_string()),
            about: about.replace("{}", &format!("{thing:#}")),
        }));
    }

    fn some<T: Display, const N: usize>(
        &mut self,
        text: &str,
        things: [T; N],
        _: impl Iterator<Item = (usize, i32)>,
    ) {
        self.all(text, things, [0; N]);
    }
}

/// The inputs of a game. Positions are drawn states, so everything in them may be looked at.
pub trait Features<G: Game>: Clone + Debug + Send + Sync {
    /// Precomputes what depends only on the rules.
    fn new(game: &G) -> Self;

    /// Tells all inputs of `state`, of which there are always the same: first those of the table, then those of each
    /// seat, from the evaluated `seat` on.
    fn tell(&self, game: &G, state: &G::State, seat: Seat, sink: &mut impl FeatureSink);

    // Derived.

    /// All inputs in the order of their numbers; those of seats begin with the seat's distance from
    /// the evaluated one in turn order: `0.gold`, `1.gold`.
    fn inputs(&self, game: &G) -> Vec<Input> {
        let mut names = InputNames::default();
        let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        self.tell(game, &state, Seat::new(0), &mut names);
        names.inputs
    }

    /// The inputs of `state` for `seat` that are not 0, in ascending order; `room` is scratch, in which more may lie.
    #[must_use]
    #[inline(always)]
    fn see<'r>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        room: &'r mut Vec<Seen>,
    ) -> &'r [Seen] {
        let mut values = InputValues { next: 0, count: 0, room };
        self.tell(game, state, seat, &mut values);
        &values.room[..values.count]
    }
}

/// The seats in turn order, from `first` on, with their distances from it.
#[inline(always)]
pub fn in_turn(first: Seat, players: usize) -> impl Iterator<Item = (usize, Seat)> {
    (0..players).map(move |place| (place, Seat::new((first.index() + place) % players)))
}
