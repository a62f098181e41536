//! Random play from any state to the end, in one piece.
//!
//! It differs from picking action after action only in speed: a turn's decisions follow each other
//! without asking what comes next, and share one random word.

use super::Vikings;
use super::action::Action;
use super::apply::{buy, discard, place, ship, start};
use super::component::Row;
use super::legal::{pick_cell, pick_price, pick_ship_column};
use super::state::{Phase, State};
use super::tableau::on_board;
use crate::cpu::Cpu;
use crate::seed::Rng;

/// Choices drawn from one random word: the word is a fraction, multiplied by a count it gives a
/// choice before the point and the next fraction behind it. A turn takes at most 12 lots x 5 rows x
/// 76 placements, less than 2^13 in all, so the last choice is uniform up to an error below 2^-50.
struct Turn(u64);

impl Turn {
    #[inline(always)]
    fn below(&mut self, count: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(count);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}

impl Vikings {
    /// Plays uniformly random legal actions to the end.
    #[inline(always)]
    pub(super) fn play_randomly<C: Cpu>(&self, cpu: C, state: &mut State, rng: &mut Rng) {
        loop {
            match state.phase {
                Phase::Buy => self.random_turn(cpu, state, rng),
                Phase::Over => return,
                _ => {
                    let action = self.pick(cpu, state, |count| rng.below(count));
                    self.play(state, action, &mut ());
                }
            }
        }
    }

    /// A purchase and the placing of what was bought.
    #[inline(always)]
    fn random_turn<C: Cpu>(&self, cpu: C, state: &mut State, rng: &mut Rng) {
        let mut turn = Turn(rng.word());
        let seat = usize::from(state.seat);
        let price = pick_price(cpu, state, seat, |count| turn.below(count));
        buy(state, u32::from(price), &mut ());
        if state.phase == Phase::Start {
            start(state, Row::from_index(turn.below(5)), &mut ());
        }
        if state.tile.is_ship() {
            let column = pick_ship_column(cpu, state, seat, |count| turn.below(count));
            ship(state, column, &mut ());
        } else {
            let cell = on_board!(state.tableaus, seat, |board| {
                pick_cell(cpu, state, &board, |count| turn.below(count))
            });
            match cell {
                Some((cell, viking)) => place(state, cell, viking, &mut ()),
                None => discard(state, &mut ()),
            }
        }
        // Which action placed the lot makes no difference.
        self.end_turn(state, Action::Discard, &mut ());
    }
}
