//! Rounds, turns and the actions of section 4.

use super::component::{Barrel, Body};
use super::{Phase, Twin, place, zone};

impl Twin {
    /// R1 to R4: the acting Viking goes to a space.
    pub(super) fn go(&mut self, space: usize) {
        // R4: a space whose action cannot be performed is legal only if there is no other.
        let idle = !self.performable(space);
        let seat = self.waiting.remove(0);
        self.row.insert(space, seat);
        self.players[seat].count(&format!("space_{space}"), 1);
        if idle {
            self.players[seat].count("idle", 1);
            return self.next_turn();
        }
        match space {
            1 => self.next_turn(),
            5 => {
                self.draw_from_w1();
                self.phase = Phase::Action(5);
            }
            9 => {
                self.draw_from_w2();
                self.phase = Phase::Action(9);
            }
            10 => self.take_stern(),
            other => self.phase = Phase::Action(other),
        }
    }

    /// A10 and V5.
    fn take_stern(&mut self) {
        assert!(self.stern.is_none(), "R6: one stern per round");
        self.stern = Some(self.seat);
        if self.players.len() == 2 {
            let other = 1 - self.seat;
            if !self.crew_texts(other).is_empty() {
                self.seat = other;
                self.phase = Phase::Crew;
                return;
            }
        }
        self.next_turn();
    }

    /// The turn is over: the next Viking acts, or the round ends (R2).
    pub(super) fn next_turn(&mut self) {
        if !self.waiting.is_empty() {
            self.seat = self.waiting[0];
            self.phase = Phase::Go;
        } else if let Some(seat) = self.stern {
            self.seat = seat;
            self.phase = Phase::Sail;
        } else {
            self.end_round();
        }
    }

    /// R2, D6, V10: the leader changes side, unless the game is over.
    pub(super) fn end_round(&mut self) {
        if self.departures == self.rules.ships.departures
            || self.round == self.rules.options.max_rounds
        {
            self.score_game();
            self.phase = Phase::Over;
            return;
        }
        self.round += 1;
        self.stern = None;
        // The map is sorted by space.
        self.waiting = self.row.values().copied().collect();
        self.row.clear();
        self.next_turn();
    }

    /// A2
    pub(super) fn promote(&mut self, from: &str) {
        let (ship, body) = place(from);
        let promoted = self.ships[ship].bodies.remove(body);
        self.ships[ship].bodies.insert(0, promoted);
        self.next_turn();
    }

    /// A3, A7
    pub(super) fn move_body(&mut self, from: &str, to: &str) {
        let (ship, body) = place(from);
        let moved = self.ships[ship].bodies.remove(body);
        self.ships[super::number(to)].bodies.push(moved);
        self.next_turn();
    }

    /// A4, A8
    pub(super) fn bet(&mut self, value: i64, to: &str) {
        let (ship, clan) = zone(to);
        let own = self.seat_of(clan) == Some(self.seat);
        let player = &mut self.players[self.seat];
        let unused = player.unused.iter().position(|&other| other == value).expect("unused");
        player.unused.remove(unused);
        player.count("barrels_bet", 1);
        if own {
            player.count("bets_own", 1);
        }
        let before = self.ships[ship].zones.insert(clan, Barrel { owner: self.seat, value });
        assert!(before.is_none(), "one barrel per zone");
        self.next_turn();
    }

    /// A8
    pub(super) fn shift(&mut self, from: &str, to: &str) {
        let (ship, clan) = zone(from);
        let barrel = self.ships[ship].zones.remove(&clan).expect("a barrel on the zone");
        let (ship, clan) = zone(to);
        let before = self.ships[ship].zones.insert(clan, barrel);
        assert!(before.is_none(), "one barrel per zone");
        self.players[self.seat].count("barrels_shifted", 1);
        self.next_turn();
    }

    /// A6
    pub(super) fn raise(&mut self, good: char) {
        *self.market.get_mut(&good).expect("a good") += 1;
        self.next_turn();
    }

    /// A10: decided by the other player, on a body of his own clan.
    pub(super) fn crew(&mut self, on: &str) {
        let (ship, body) = place(on);
        self.ships[ship].bodies[body].crew = true;
        self.players[self.seat].count("crew", 1);
        self.next_turn();
    }

    /// A11
    pub(super) fn swap(&mut self, one: &str, other: &str) {
        let (one_ship, one_body) = place(one);
        let (other_ship, other_body) = place(other);
        let first: Body = self.ships[one_ship].bodies[one_body].clone();
        let second: Body = self.ships[other_ship].bodies[other_body].clone();
        self.ships[one_ship].bodies[one_body] = second;
        self.ships[other_ship].bodies[other_body] = first;
        self.next_turn();
    }
}
