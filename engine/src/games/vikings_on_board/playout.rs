//! Random play without detours: a viking's space and its action there are chosen in one go.

use super::VikingsOnBoard;
use super::action::Action;
use super::apply::draw_1;
use super::body_options::random_swap;
use super::options::Options;
use super::scoring::Scoring;
use super::state::{Phase, State, seat_of};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::games::task::Fraction;
use crate::seed::{DecisionKey, Rng};

/// The option that `choose` picks by its number below their count, if there are any.
#[inline(always)]
fn picked<C: Cpu>(
    cpu: C,
    options: impl Options,
    choose: impl FnOnce(u32) -> u32,
) -> Option<Action> {
    options.any().then(|| options.nth(cpu, choose(options.count())))
}

impl VikingsOnBoard {
    /// The acting viking's space, and the action there if it is the same seat's. Free spaces are tried in random order
    /// until one has an action that can be performed, so each such space has the same probability (R3).
    #[inline(always)]
    pub(super) fn quick_turn<C: Cpu>(&self, cpu: C, state: &mut State, rng: &mut Rng) {
        // A viking's turn takes at most 11! orders of the spaces x 252 options, less than 2^34 in total, so
        // the last choice is uniform up to an error below 2^-30.
        let mut word = Fraction(rng.word());
        let mut candidates = state.free;
        while candidates != 0 {
            let k = word.below(candidates.count_ones());
            let space = cpu.nth_set(u64::from(candidates), k) & 15;
            candidates &= !(1 << space);
            macro_rules! perform {
                ($options:expr, $phase:expr) => {{
                    let choose = |count| word.below(count);
                    let Some(action) = picked(cpu, $options, choose) else { continue };
                    self.stand(state, space, false, &mut ());
                    state.phase = $phase;
                    self.carry_out(state, action, &mut ());
                }};
            }
            match space {
                1 => perform!(self.promotions(state), Phase::Promote),
                2 => perform!(self.switches(state), Phase::Switch),
                3 => perform!(self.bets(state), Phase::Bet),
                4 if state.w1.is_empty() => continue,
                4 => perform!(self.loads_1(state), draw_1(state)),
                5 => perform!(self.raises(state), Phase::Raise),
                6 => perform!(self.moves(state), Phase::Move),
                7 => perform!(self.tavern(state), Phase::Tavern),
                8 if state.w2.is_empty() => continue,
                8 => perform!(self.loads_2(state), self.draw_2(state)),
                9 => {
                    self.stand(state, space, false, &mut ());
                    self.set_sail(state, &mut ());
                }
                10 if self.chooses_null_moves() => perform!(self.swaps(state), Phase::Swap),
                10 if !state.line.has_unequal_pair() => continue,
                10 => {
                    let action = random_swap(cpu, &state.line, |count| rng.below(count));
                    self.stand(state, space, false, &mut ());
                    self.carry_out(state, action, &mut ());
                }
                _ => {
                    self.stand(state, space, false, &mut ());
                    self.next(state, &mut ());
                }
            }
            return;
        }
        // R4: none can be performed.
        let k = rng.below(state.free.count_ones());
        let space = cpu.nth_set(u64::from(state.free), k) & 15;
        self.go(state, space, true, &mut ());
    }
    /// The same for a seat with a generator for each decision, `key`.
    #[inline(always)]
    pub(super) fn keyed_turn<C: Cpu, D: Decider<VikingsOnBoard>, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut State,
        key: DecisionKey,
        decider: &mut D,
        sink: &mut S,
    ) {
        let seat = seat_of(state.seat);
        let performable = state.free & self.performable(state);
        let idle = performable == 0;
        let spaces = if idle { state.free } else { performable };
        let k = key.at(self.clock(state)).below(spaces.count_ones());
        let space = cpu.nth_set(spaces.into(), k) & 15;
        decider.watch(self, state, seat, Action::Go { space: space as u8 + 1 });
        self.go(state, space, idle, sink);
        macro_rules! perform {
            ($options:expr) => {{
                let choose = |count| key.at(self.clock(state)).below(count);
                let Some(action) = picked(cpu, $options, choose) else { return };
                decider.watch(self, state, seat, action);
                self.carry_out(state, action, sink);
            }};
        }
        match state.phase {
            Phase::Promote => perform!(self.promotions(state)),
            Phase::Switch => perform!(self.switches(state)),
            Phase::Bet => perform!(self.bets(state)),
            Phase::Load1 => perform!(self.loads_1(state)),
            Phase::Raise => perform!(self.raises(state)),
            Phase::Move => perform!(self.moves(state)),
            Phase::Tavern => perform!(self.tavern(state)),
            Phase::Load2 => perform!(self.loads_2(state)),
            Phase::Swap => perform!(self.swaps(state)),
            // Another seat's decision, or another viking's.
            _ => {}
        }
    }
}
