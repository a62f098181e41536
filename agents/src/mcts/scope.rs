//! What a search assumes that its own seat may choose.

use drakkar_engine::seat::Seat;

use crate::filter::Filter;

/// Whose choices are restricted in a search. Searches are compiled once for each kind, so that one
/// without a restriction does not ask.
pub(super) trait Scope {
    /// Whether some seat's choices are restricted.
    const RESTRICTED: bool;

    /// The restriction of the choices of `seat`.
    fn filter(&mut self, seat: Seat) -> Option<&mut Filter>;
}

/// Nobody is restricted.
pub(super) struct Everything;

impl Scope for Everything {
    const RESTRICTED: bool = false;

    #[inline(always)]
    fn filter(&mut self, _: Seat) -> Option<&mut Filter> {
        None
    }
}

/// One seat is restricted, the others are not.
pub(super) struct Own<'a> {
    /// Whose decision the search is about.
    pub(super) seat: Seat,
    /// What it must not choose.
    pub(super) filter: &'a mut Filter,
}

impl Scope for Own<'_> {
    const RESTRICTED: bool = true;

    #[inline(always)]
    fn filter(&mut self, seat: Seat) -> Option<&mut Filter> {
        (seat == self.seat).then_some(&mut *self.filter)
    }
}
