//! Steps 5 and 6: stones are brought home and built, the end of a round and of the game.

use super::Eketorp;
use super::component::{Kind, SPACES, Stones, WALLS, Wall};
use super::fact::EketorpFact;
use super::scoring::Scoring;
use super::state::{Crowd, Phase, Player, State, seat_of};
use crate::fact::Sink;
use crate::seat::Seat;

impl Eketorp {
    /// T2 and E6 from space number `from` on: stones that need no choice are taken. Returns whether a seat
    /// has a choice; otherwise all Vikings go home, and building begins or the game ends.
    #[inline(always)]
    pub(super) fn taking<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) -> bool {
        while usize::from(state.from) < SPACES {
            let space = usize::from(state.from);
            let (crowd, stones) = (state.crowds[space], state.stones[space]);
            if crowd == Crowd::default() {
            } else if stones.is_single_kind() {
                self.take_alike(state, space, sink);
            } else {
                while state.crowds[space].of(state.seat.into()) == 0 {
                    state.seat = self.numbers.next(state.seat);
                }
                return true;
            }
            state.from += 1;
            state.seat = state.first;
        }
        self.send_home(state);
        if self.is_last(state) {
            self.finish(state, sink);
        }
        false
    }

    /// T2 on a space with stones of one kind or none.
    #[inline(always)]
    fn take_alike<S: Sink<Scoring>>(&self, state: &mut State, space: usize, sink: &mut S) {
        let stones = state.stones[space];
        let kind = Kind::from_index(stones.0.trailing_zeros() / 8);
        let mut left = stones.total();
        for seat in Seat::all(usize::from(self.numbers.players)) {
            let vikings = state.crowds[space].of(seat.index());
            if vikings == 0 {
                continue;
            }
            let taken = vikings.min(left);
            left -= taken;
            self.bring(state, seat, Stones::of(kind, taken), sink);
            sink.add(seat, EketorpFact::EmptyHanded, (vikings - taken) as i32);
        }
        state.stones[space] = Stones::of(kind, left);
        state.crowds[space] = Crowd::default();
    }

    /// One Viking of the seat to move takes a stone of a kind (E6).
    #[inline(always)]
    pub(super) fn take_one<S: Sink<Scoring>>(&self, state: &mut State, kind: Kind, sink: &mut S) {
        let space = usize::from(state.from);
        let stone = Stones::of(kind, 1);
        state.stones[space].take(stone);
        state.crowds[space].take(state.seat.into());
        self.bring(state, seat_of(state.seat), stone, sink);
        state.seat = self.numbers.next(state.seat);
    }

    #[inline(always)]
    fn bring<S: Sink<Scoring>>(&self, state: &mut State, seat: Seat, stones: Stones, sink: &mut S) {
        state.players[seat.index()].load.add(stones);
        sink.add(seat, EketorpFact::Gathered, stones.total() as i32);
        sink.add(seat, EketorpFact::GatheredPoints, stones.points(&self.numbers.points));
    }

    /// T1: every Viking outside the hospital is at home.
    #[inline(always)]
    fn send_home(&self, state: &mut State) {
        for seat in self.numbers.seats() {
            let player = &mut state.players[seat];
            player.at = 0;
            player.home = self.numbers.vikings - player.sick.total() as u8;
        }
        state.fights = 0;
        state.sieges = 0;
        state.begin(Phase::Build);
    }

    /// F1.
    #[inline(always)]
    fn is_last(&self, state: &State) -> bool {
        let full = |seat: usize| {
            let player = &state.players[seat];
            player.village.total() + player.load.total() >= self.rule_set.village.full.into()
        };
        state.round + 1 >= self.rule_set.game.rounds || self.numbers.seats().any(full)
    }

    /// Walls on which a seat may build, from wall `from` on: one bit for each (N8).
    #[inline(always)]
    fn offered_walls(&self, player: &Player, from: u8) -> u32 {
        let left = player.load.total();
        let (mut room, mut offered) = (0, 0);
        for wall in (usize::from(from)..WALLS).rev() {
            let here = u32::from(self.rule_set.village.wall_height) - player.walls[wall].height();
            room += here;
            offered |= u32::from(here > 0 && room >= left) << wall;
        }
        offered
    }

    /// T4, T5: builds what needs no choice. Returns whether a seat has a choice; otherwise the round ends.
    #[inline(always)]
    pub(super) fn building<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) -> bool {
        loop {
            let player = &mut state.players[usize::from(state.seat)];
            if let Some(walls) = self.build_alike(player, &mut state.from) {
                state.walls = walls as u8;
                return true;
            }
            state.seat = self.numbers.next(state.seat);
            state.from = 0;
            if state.seat == state.first {
                self.end_round(state, sink);
                return false;
            }
        }
    }

    /// The same for one seat, from wall `from` on. Returns the walls among which it has a choice, if it has one.
    #[inline(always)]
    pub(super) fn build_alike(&self, player: &mut Player, from: &mut u8) -> Option<u32> {
        loop {
            let load = player.load;
            if load.is_empty() {
                return None;
            }
            let walls = self.offered_walls(player, *from);
            if !load.is_single_kind() || walls & walls.wrapping_sub(1) != 0 {
                return Some(walls);
            }
            *from = walls.trailing_zeros() as u8;
            player.build(Kind::from_index(load.0.trailing_zeros() / 8), *from);
        }
    }

    /// T6: what is carried home in the last round is put wherever there is room.
    #[inline(always)]
    fn build_at_random_places(&self, state: &mut State) {
        let most = self.rule_set.village.wall_height.into();
        for seat in self.numbers.seats() {
            let player = &mut state.players[seat];
            for kind in Kind::ALL {
                for _ in 0..player.load.count(kind) {
                    let room = |wall: &&mut Wall| wall.height() < most;
                    if let Some(wall) = player.walls.iter_mut().find(room) {
                        wall.push(kind);
                    }
                }
            }
            player.village.add(player.load);
            player.load = Stones::NONE;
        }
    }

    /// The end of the game (F1, T6).
    #[inline(always)]
    fn finish<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        self.build_at_random_places(state);
        sink.scoring(|| self.scoring(state));
        self.report_end(state, sink);
        state.phase = Phase::Over;
    }

    /// Step 6, and step 1 of the next round.
    #[inline(always)]
    fn end_round<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        sink.scoring(|| self.scoring(state));
        for seat in self.numbers.seats() {
            let player = &mut state.players[seat];
            player.home += player.sick.advance() as u8;
        }
        for stones in &mut state.stones {
            let lasting = stones.lasting();
            state.supply.0 += stones.0 - lasting.0;
            *stones = lasting;
        }
        state.first = self.numbers.next(state.first);
        state.round += 1;
        state.epoch += 1;
        self.begin_round(state);
    }
}
