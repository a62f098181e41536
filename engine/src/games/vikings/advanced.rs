//! The decisions of the advanced rules: bids, the vikings of the offer, bonus tiles.

use super::VikingsOf;
use super::action::Action;
use super::advanced_state::Extra;
use super::bonus::Bonus;
use super::cells::{Cells, Wide};
use super::component::{Cell, Colour, LOTS};
use super::fact::VikingsFact as Fact;
use super::scoring::Scoring;
use super::state::{Phase, StateOf};
use super::tableau::on_board;
use super::variant::Variant;
use super::wheel::Wheel;
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::Seat;

/// The most that a seat can bid: gold and glory (A2).
#[inline(always)]
fn bid_limit<V: Variant>(state: &StateOf<V>) -> u32 {
    let tableau = state.tableaus.seat(usize::from(state.seat));
    (tableau.gold + tableau.glory).max(0) as u32
}

impl<V: Variant> VikingsOf<V> {
    /// The action that is picked among the legal ones of the `phase` of `state`: bids upwards, then `pass`; colours from
    /// W to B; kinds of bonus tiles, then `decline`; cells by column.
    #[inline(always)]
    pub(super) fn pick_advanced<C: Cpu>(
        &self,
        cpu: C,
        state: &StateOf<V>,
        phase: Phase,
        pick: impl FnOnce(u32) -> u32,
    ) -> Action {
        let Some(extra) = state.extra() else { return Action::Stop };
        match phase {
            Phase::Bid => {
                let bids = extra.auction.bids(bid_limit(state));
                match pick(bids + u32::from(extra.auction.is_open())) {
                    k if k < bids => Action::Bid { amount: extra.auction.least() + k },
                    _ => Action::Pass,
                }
            }
            Phase::Remove | Phase::Set => {
                let colours = extra.auction.colours();
                let bit = cpu.nth_set(colours.into(), pick(colours.count_ones()));
                let colour = Colour::from_index(bit / 4);
                match phase {
                    Phase::Remove => Action::Remove { colour },
                    _ => Action::Set { colour },
                }
            }
            Phase::Take => match pick(extra.row.different() + 1) {
                k if k < extra.row.different() => Action::Take { kind: extra.row.nth(cpu, k) },
                _ => Action::Decline,
            },
            _ => {
                let (seat, players) = (usize::from(state.seat), state.players());
                let cells = Wide(on_board!(state.tableaus, seat, |board| {
                    extra.upgradable(&board, seat, players, u32::from(extra.prize)).words()
                }));
                Action::Upgrade { cell: Cell(cells.nth(cpu, pick(cells.count())) as u8) }
            }
        }
    }

    /// All bids, then `pass`; there can be dozens of them.
    #[inline(always)]
    pub(super) fn list_bids(&self, state: &StateOf<V>, into: &mut Vec<Action>) {
        let Some(extra) = state.extra() else { return };
        let auction = &extra.auction;
        let (least, bids) = (auction.least(), auction.bids(bid_limit(state)));
        into.extend((least..least + bids).map(|amount| Action::Bid { amount }));
        if auction.is_open() {
            into.push(Action::Pass);
        }
    }
}

impl<V: Variant, S: Sink<Scoring>> Play<'_, VikingsOf<V>, S> {
    #[inline(always)]
    pub(super) fn play_advanced(&mut self, action: Action) {
        let own = self.state.seat;
        let Some(extra) = V::get_mut(&mut self.state.extra) else { return };
        match action {
            Action::Bid { amount } => {
                extra.auction.bid(own, amount, self.game.zero_stands());
                self.next_bidder();
            }
            Action::Pass => {
                extra.auction.pass(own);
                self.next_bidder();
            }
            Action::Remove { colour } => self.remove(colour),
            Action::Set { colour } => self.set(colour),
            Action::Take { kind } => self.take(kind),
            Action::Decline => {
                for kind in extra.row.iter() {
                    self.sink.add(
                        Seat::new(usize::from(own & 3)),
                        Fact::Declined.plus(kind as u32),
                        1,
                    );
                }
                self.game.end_turn(self.state, self.sink);
            }
            Action::Upgrade { cell } => {
                extra.upgrade(usize::from(own), cell);
                self.game.end_turn(self.state, self.sink);
            }
            _ => {}
        }
    }

    /// A viking leaves the game and the tiles are laid (A3).
    #[inline(always)]
    fn remove(&mut self, colour: Colour) {
        let (seat, state) = (self.state.mover(), &mut *self.state);
        let Some(extra) = V::get_mut(&mut state.extra) else { return };
        extra.auction.remove(colour);
        state.wheel = Wheel::lay(state.future.lay_tiles(usize::from(state.round)), 0);
        state.phase = Phase::Set;
        self.sink.add(seat, Fact::Removed.plus(colour.index()), 1);
    }

    /// All vikings of a colour go onto the highest free spaces (A3).
    #[inline(always)]
    fn set(&mut self, colour: Colour) {
        let (seat, state) = (self.state.mover(), &mut self.state.table);
        let Some(extra) = V::get_mut(&mut state.extra) else { return };
        let (count, free) = (extra.auction.count(colour), extra.auction.total());
        state.wheel.set(colour, count, free);
        extra.auction.set(colour);
        self.sink.add(seat, Fact::Set.plus(colour.index()), 1);
        self.sink.add(seat, Fact::SetAt.plus(colour.index()), (free - count) as i32);
        if free == count {
            state.seat = state.first;
            state.phase = Phase::Buy;
        } else {
            state.seat = state.next_seat();
        }
    }

    /// The next seat that is left in bids, or the auction is over (A2, A3).
    #[inline(always)]
    fn next_bidder(&mut self) {
        let state = &mut self.state.table;
        let Some(extra) = V::get_mut(&mut state.extra) else { return };
        if let Some(next) = extra.auction.next(state.seat, self.game.zero_stands()) {
            state.seat = next;
            return;
        }
        let winner = extra.auction.winner(state.first);
        let bid = extra.auction.bid as i32;
        extra.auction.close();
        let (gold, glory) = state.tableaus.seat_mut(usize::from(winner)).pay(bid);
        (state.first, state.seat, state.phase) = (winner, winner, Phase::Remove);
        let winner = state.mover();
        self.sink.add(winner, Fact::Auctions, 1);
        self.sink.add(winner, Fact::BidGold, gold);
        self.sink.add(winner, Fact::GloryBid, -glory);
    }

    /// A7, A9.
    #[inline(always)]
    fn take(&mut self, kind: Bonus) {
        let (seat, number, state) = (self.state.mover(), kind as u32, &mut self.state.table);
        let (index, players, round) = (seat.index(), state.players(), i32::from(state.round) + 1);
        let Some(extra) = V::get_mut(&mut state.extra) else { return };
        extra.row.remove(kind);
        self.sink.add(seat, Fact::Taken.plus(number), 1);
        self.sink.add(seat, Fact::Round.plus(number), round);
        self.sink.add(seat, Fact::PriceTaken.plus(number), i32::from(extra.prize));
        for seat in Seat::all(players) {
            self.sink.add(seat, Fact::Rounds.plus(number), 1);
        }
        let glory = self.game.bonus_glory[kind as usize];
        state.tableaus.seat_mut(index).glory += glory;
        self.sink.add(seat, Fact::GloryBonus.plus(number), glory);
        extra.prize = 0;
        if let Some(building) = kind.as_building() {
            let fits = on_board!(state.tableaus, index, |board| {
                !extra.upgradable(&board, index, players, building).is_empty()
            });
            if fits {
                extra.prize = building as u8;
                state.phase = Phase::Upgrade;
                return;
            }
        }
        if kind == Bonus::Gold5 {
            let gold = self.game.bonus[Bonus::Gold5 as usize];
            state.tableaus.seat_mut(index).gold += gold;
            self.sink.add(seat, Fact::GoldBonus, gold);
        } else {
            extra.owned_mut(index).add(kind);
        }
        self.game.end_turn(self.state, self.sink);
    }

    /// A bonus tile may be taken (A7).
    #[inline(always)]
    pub(super) fn offer(&mut self) {
        let seat = self.state.mover();
        if let Some(extra) = self.state.extra() {
            for kind in extra.row.iter() {
                self.sink.add(seat, Fact::Offered.plus(kind as u32), 1);
            }
        }
        self.state.phase = Phase::Take;
    }

    /// Counts the bonus tiles that were in the row at the start of the round.
    #[inline(always)]
    pub(super) fn end_of_row(&mut self) {
        let Some(extra) = self.state.extra() else { return };
        for kind in extra.row.iter() {
            for seat in Seat::all(self.state.players()) {
                let count = extra.row.count(kind) as i32;
                self.sink.add(seat, Fact::Rounds.plus(kind as u32), count);
            }
        }
    }

    /// A longboat leaves with its boatswain (A9).
    #[inline(always)]
    pub(super) fn use_longboat(&mut self) {
        let seat = self.state.mover();
        if let Some(extra) = self.state.extra_mut() {
            extra.owned_mut(seat.index()).remove(Bonus::Longboat);
        }
        self.sink.add(seat, Fact::Longboats, 1);
    }
}

/// The step of [`crate::game::Game::clock`] before the purchases of a round.
#[inline(always)]
pub(super) fn auction_step(phase: Phase, extra: Option<&Extra>) -> u32 {
    let Some(extra) = extra else { return phase as u32 };
    match phase {
        // A seat that is asked again has been outbid since. Bids may need more bits than a step has.
        Phase::Bid => {
            let bid = extra.auction.bid + 1 + u32::from(extra.auction.is_open());
            (32 + (bid & 0xFFFF)) | (bid >> 16) << 26
        }
        Phase::Set => 16 + extra.auction.total().min(LOTS as u32),
        _ => phase as u32,
    }
}
