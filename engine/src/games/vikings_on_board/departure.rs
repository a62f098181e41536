//! A ship leaves: influence, the bet, the supplies (section 5).

use super::VikingsOnBoard;
use super::component::{Clan, Good, Goods, Ship};
use super::fact::BoardFact;
use super::scoring::{Influence, Sail, Scoring};
use super::state::{Departure, NOBODY, Phase, State, seat_of};
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::{PerSeat, Seat};

impl<S: Sink<Scoring>> Play<'_, VikingsOnBoard, S> {
    /// D1: `ship` leaves; the bet is settled, then the supplies.
    #[inline(always)]
    pub(super) fn sail(&mut self, ship: Ship) {
        self.sink.add(seat_of(self.state.seat), BoardFact::Sterns, 1);
        let crew = self.game.rule_set.bodies.crew_shields;
        let (order, aboard) = self.state.line.influence(ship, crew);
        let first = (aboard > 0).then(|| Clan::from_index(u32::from(order[0])));
        self.count_aboard(ship, first);
        let (winner, barrel) = match self.state.barrels.depart(ship, first) {
            Some((seat, barrel)) => {
                self.sink.add(Seat::new(seat), BoardFact::BarrelsWon, 1);
                (seat as u8, barrel as u8)
            }
            None => (NOBODY, 0),
        };
        self.state.departure =
            Departure { ship: ship.0, order, aboard, winner, barrel, ..Departure::NONE };
        self.distribute();
    }

    #[inline(always)]
    fn count_aboard(&mut self, ship: Ship, first: Option<Clan>) {
        let line = &self.state.line;
        for seat in Seat::all(self.game.players) {
            let own = line.of(seat.index() as u32) & line.mask(ship);
            let (shields, crew) = line.shields(own);
            self.sink.add(seat, BoardFact::Aboard, i32::from(own != 0));
            let led = first.is_some_and(|clan| (clan as usize) == seat.index());
            self.sink.add(seat, BoardFact::Led, i32::from(led));
            let shields = shields + crew * self.game.rule_set.bodies.crew_shields;
            self.sink.add(seat, BoardFact::ShieldsSailed, shields as i32);
        }
    }

    /// D4, D5: picks go on until one requires a decision, or the ship is empty and leaves.
    #[inline(always)]
    pub(super) fn distribute(&mut self) {
        let players = self.game.players as u8;
        loop {
            let state = &mut *self.state;
            let departure = &state.departure;
            let left = state.bows[usize::from(departure.ship & 7)];
            if left.is_empty() {
                return self.leave();
            }
            let aboard = departure.aboard;
            let clan = departure.order[usize::from(departure.pick & 3)];
            if aboard == 0 || aboard == 1 && clan >= players {
                box_all(state);
                continue;
            }
            if aboard == 1 {
                self.take_all(clan);
                continue;
            }
            let asks = !left.is_single_kind();
            let first = || Good::from_index(left.kinds().trailing_zeros() / 8);
            if clan < players {
                if asks {
                    (state.phase, state.seat) = (Phase::Take, clan);
                    return;
                }
                self.take(clan, first());
                continue;
            }
            // D5: the first player among the picks that are still to come.
            let later = (1..left.total().min(u32::from(aboard))).find_map(|k| {
                let at = (u32::from(departure.pick) + k) % u32::from(aboard);
                let clan = departure.order[at as usize & 3];
                (clan < players).then_some(clan)
            });
            match later {
                None => box_all(state),
                Some(_) if !asks => put_aside(state, first()),
                Some(player) => {
                    let chooser = if player + 1 == players { 0 } else { player + 1 };
                    (state.phase, state.seat) = (Phase::Box, chooser);
                    return;
                }
            }
        }
    }

    /// The clan whose pick it is takes one supply.
    #[inline(always)]
    pub(super) fn take(&mut self, clan: u8, good: Good) {
        let state = &mut *self.state;
        let ship = usize::from(state.departure.ship & 7);
        let one = Goods::of(good, 1);
        state.bows[ship].take(one);
        state.goods[usize::from(clan & 3)].add(one);
        state.departure.taken[usize::from(clan & 3)].add(one);
        self.sink.add(seat_of(clan), BoardFact::Hide.plus(good as u32), 1);
        next_pick(&mut state.departure);
    }

    fn take_all(&mut self, clan: u8) {
        let state = &mut *self.state;
        let all = std::mem::take(&mut state.bows[usize::from(state.departure.ship & 7)]);
        state.goods[usize::from(clan & 3)].add(all);
        state.departure.taken[usize::from(clan & 3)].add(all);
        for good in Good::ALL {
            let seat = seat_of(clan);
            self.sink.add(seat, BoardFact::Hide.plus(good as u32), all.count(good) as i32);
        }
    }

    /// D6.
    #[inline(always)]
    fn leave(&mut self) {
        self.state.line.depart(Ship(self.state.departure.ship));
        self.state.departures += 1;
        self.sink.scoring(|| Scoring::Sail(self.game.told(self.state)));
        self.state.departure = Departure::NONE;
        self.finish_round();
    }
}

/// One supply goes to the box.
#[inline(always)]
pub(super) fn put_aside(state: &mut State, good: Good) {
    let one = Goods::of(good, 1);
    state.bows[usize::from(state.departure.ship & 7)].take(one);
    state.departure.boxed.add(one);
    next_pick(&mut state.departure);
}

fn box_all(state: &mut State) {
    let all = std::mem::take(&mut state.bows[usize::from(state.departure.ship & 7)]);
    state.departure.boxed.add(all);
}

impl VikingsOnBoard {
    fn told(&self, state: &State) -> Sail {
        let Departure { ship, order, aboard, winner, barrel, taken, boxed, .. } = state.departure;
        let value = i32::from(self.numbers.values[usize::from(barrel & 3)]);
        let seats = self.players;
        Sail {
            round: state.round(),
            kind: "sail",
            ship: u32::from(ship) + 1,
            influence: Influence { order, aboard },
            won: PerSeat::from_fn(seats, |seat| {
                if seat.index() == usize::from(winner) { value } else { 0 }
            }),
            taken: PerSeat::from_fn(seats, |seat| taken[seat.index()]),
            boxed,
            standing: PerSeat::from_fn(seats, |seat| {
                self.goods_points(state, seat) + self.barrel_points(state, seat)
            }),
            departures: state.departures.into(),
        }
    }

    /// F1: points of a seat's supplies at the current market.
    #[inline(always)]
    pub(super) fn goods_points(&self, state: &State, seat: Seat) -> i32 {
        let goods: Goods = state.goods[seat.index()];
        Good::ALL.into_iter().map(|good| goods.count(good) as i32 * state.market(good)).sum()
    }

    /// F1: points of the barrels that a seat has won.
    #[inline(always)]
    pub(super) fn barrel_points(&self, state: &State, seat: Seat) -> i32 {
        let won = state.barrels.won(seat.index());
        let values = self.numbers.values.iter().enumerate();
        values.map(|(barrel, &value)| i32::from(value) * (won >> barrel & 1) as i32).sum()
    }
}

#[inline(always)]
fn next_pick(departure: &mut Departure) {
    departure.pick = if departure.pick + 1 >= departure.aboard { 0 } else { departure.pick + 1 };
}
