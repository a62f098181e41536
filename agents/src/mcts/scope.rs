use drakkar_engine::seat::Seat;

use crate::filter::Filter;

/// Whose choices are restricted in a search: those of one seat, or of none.
pub(super) struct Scope<'a>(Option<(Seat, &'a mut Filter)>);

impl<'a> Scope<'a> {
    /// `seat`, which the search is for, must not choose what `filter` forbids, if there is one.
    pub(super) fn new(seat: Seat, filter: Option<&'a mut Filter>) -> Scope<'a> {
        Scope(filter.map(|filter| (seat, filter)))
    }

    #[inline(always)]
    pub(super) fn seat(&self) -> Option<Seat> {
        self.0.as_ref().map(|&(seat, _)| seat)
    }

    #[inline(always)]
    pub(super) fn filter(&mut self, seat: Seat) -> Option<&mut Filter> {
        match &mut self.0 {
            Some((own, filter)) if *own == seat => Some(filter),
            _ => None,
        }
    }
}
