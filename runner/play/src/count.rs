//! Finished games as the statistics take them.

use drakkar_engine::seat::{MAX_SEATS, PerSeat, Seat};
use drakkar_engine::{fact::Ledger, outcome::Outcome};
use drakkar_stats::finished::Finished;
use drakkar_stats::sums::{Spot, SumsTally};

use crate::schedule::Order;

// The statistics do not know the engine, but count seats and wins as it does.
const _: () = assert!(drakkar_stats::finished::WHOLE_WIN == drakkar_engine::outcome::WHOLE_WIN);
const _: () = assert!(drakkar_stats::finished::MAX_SEATS == MAX_SEATS);

/// Adds a finished game to the present block; `standing` gives, for each scoring, a milestone's number and
/// how everybody stands there.
#[inline]
pub(crate) fn count<Scoring>(
    tally: &mut SumsTally,
    spot: Spot,
    order: &Order,
    outcome: &Outcome,
    ledger: &Ledger<Scoring>,
    standing: impl Fn(&Scoring) -> Option<(usize, PerSeat<i32>)>,
) {
    let mut facts: [&[i32]; MAX_SEATS] = [&[]; MAX_SEATS];
    for (seat, facts) in Seat::all(order.players()).zip(&mut facts) {
        *facts = ledger.facts(seat);
    }
    let game = finished(order, outcome, &facts[..order.players()]);
    tally.game(spot, &game);
    for (index, standing) in ledger.scorings().iter().filter_map(standing) {
        tally.milestone(spot, index, standing.as_slice(), &game);
    }
}

/// A game of these agents; `facts` has an entry for every seat, unless facts are not asked for.
#[inline]
pub fn finished<'g>(
    order: &'g Order,
    outcome: &'g Outcome,
    facts: &'g [&'g [i32]],
) -> Finished<'g> {
    Finished {
        agents: order.as_slice(),
        shares: outcome.share.as_slice(),
        scores: outcome.score.as_slice(),
        places: outcome.place.as_slice(),
        facts,
    }
}
