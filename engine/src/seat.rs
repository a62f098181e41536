//! Who sits where: [`Seat`] and one value per seat, [`PerSeat`].

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Serialize, Serializer};

/// The most seats that any game may have.
pub const MAX_SEATS: usize = 6;

/// Refuses a game with more seats than [`MAX_SEATS`] where it is compiled:
///
/// ```
/// const { drakkar_engine::seat::check_players((2, 6)) }
/// ```
/// ```compile_fail
/// const { drakkar_engine::seat::check_players((2, 7)) }
/// ```
pub const fn check_players((fewest, most): (usize, usize)) {
    assert!(most <= MAX_SEATS, "`Recorded::PLAYERS` has more seats than `MAX_SEATS`, which is 6");
    assert!(
        0 < fewest && fewest <= most,
        "`Recorded::PLAYERS` is the fewest seats, at least 1, and the most"
    );
}

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat with the given number. Panics if `index` is [`MAX_SEATS`] or more.
    #[inline(always)]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// The seat's number, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `players`.
    #[inline(always)]
    pub const fn next(self, players: usize) -> Seat {
        let next = self.0 + 1;
        Seat(if next as usize >= players { 0 } else { next })
    }

    /// All seats of a table of `players`, in order.
    #[inline]
    pub fn all(
        players: usize,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        assert!(players <= MAX_SEATS);
        (0..players as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for every seat of a table: [`MAX_SEATS`] slots and a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    len: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// The same value for each of `players` seats. Panics if `players` exceeds [`MAX_SEATS`].
    #[inline]
    pub fn new(players: usize, value: T) -> PerSeat<T> {
        PerSeat::from_fn(players, |_| value)
    }

    /// The value of `make` for each of `players` seats. Panics if `players` exceeds [`MAX_SEATS`].
    #[inline]
    pub fn from_fn(players: usize, mut make: impl FnMut(Seat) -> T) -> PerSeat<T> {
        assert!(players <= MAX_SEATS);
        let mut items = [T::default(); MAX_SEATS];
        for seat in Seat::all(players) {
            items[seat.index()] = make(seat);
        }
        PerSeat { items, len: players as u8 }
    }

    #[cfg(feature = "vikings")]
    #[inline(always)]
    pub(crate) fn first<const N: usize>(players: usize, values: [T; N]) -> PerSeat<T> {
        let mut items = [T::default(); MAX_SEATS];
        for (seat, value) in values.into_iter().enumerate() {
            if seat < players {
                items[seat] = value;
            }
        }
        PerSeat { items, len: players as u8 }
    }

    /// How many seats there are.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.len)
    }

    /// The values in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// The same, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    /// Every seat with its value.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        self.as_slice().iter().enumerate().map(|(index, &value)| (Seat(index as u8), value))
    }

    /// Applies `f` to each value.
    #[inline]
    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.players(), |seat| f(self[seat]))
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, seat: Seat) -> &T {
        &self.items[..usize::from(self.len)][seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline(always)]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[..usize::from(self.len)][seat.index()]
    }
}

impl<T: Serialize + Copy + Default> Serialize for PerSeat<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_goes_round_the_table() {
        let walk: Vec<usize> = std::iter::successors(Some(Seat::new(1)), |s| Some(s.next(3)))
            .take(4)
            .map(Seat::index)
            .collect();
        assert_eq!(walk, [1, 2, 0, 1]);
    }

    #[test]
    fn one_value_per_seat() {
        let mut gold = PerSeat::new(3, 5);
        gold[Seat::new(2)] += 1;
        assert_eq!(gold.as_slice(), [5, 5, 6]);
        assert_eq!(serde_json::to_string(&gold).unwrap(), "[5,5,6]");
    }

    #[test]
    #[should_panic]
    fn an_empty_chair_has_no_value() {
        let gold = PerSeat::new(3, 5);
        let _ = gold[Seat::new(3)];
    }
}
