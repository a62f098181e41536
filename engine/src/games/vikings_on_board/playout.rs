//! Random play without detours: a viking's space and its action there are chosen in one go.

use super::VikingsOnBoard;
use super::action::Action;
use super::apply::draw_1;
use super::body_options::random_swap;
use super::options::Options;
use super::scoring::Scoring;
use super::state::{Phase, seat_of};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::games::play::Play;
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

impl<S: Sink<Scoring>> Play<'_, VikingsOnBoard, S> {
    /// The acting viking's space, and the action there if it is the same seat's. Free spaces are tried in random order
    /// until one has an action that can be performed, so each such space has the same probability (R3).
    #[inline(always)]
    pub(super) fn quick_turn<C: Cpu>(&mut self, cpu: C, rng: &mut Rng) {
        let game = self.game;
        // A viking's turn takes at most 11! orders of the spaces x 252 options, less than 2^34 in total, so
        // the last choice is uniform up to an error below 2^-30.
        let mut word = Fraction(rng.word());
        let mut candidates = self.state.free;
        while candidates != 0 {
            let k = word.below(candidates.count_ones());
            let space = cpu.nth_set(u64::from(candidates), k) & 15;
            candidates &= !(1 << space);
            macro_rules! perform {
                ($options:expr, $phase:expr) => {{
                    let choose = |count| word.below(count);
                    let Some(action) = picked(cpu, $options, choose) else { continue };
                    self.stand(space, false);
                    self.state.phase = $phase;
                    self.carry_out(action);
                }};
            }
            match space {
                1 => perform!(game.promotions(self.state), Phase::Promote),
                2 => perform!(game.switches(self.state), Phase::Switch),
                3 => perform!(game.bets(self.state), Phase::Bet),
                4 if self.state.w1.is_empty() => continue,
                4 => perform!(game.loads_1(self.state), draw_1(self.state)),
                5 => perform!(game.raises(self.state), Phase::Raise),
                6 => perform!(game.moves(self.state), Phase::Move),
                7 => perform!(game.tavern(self.state), Phase::Tavern),
                8 if self.state.w2.is_empty() => continue,
                8 => perform!(game.loads_2(self.state), game.draw_2(self.state)),
                9 => {
                    self.stand(space, false);
                    self.set_sail();
                }
                10 if game.chooses_null_moves() => perform!(game.swaps(self.state), Phase::Swap),
                10 if !self.state.line.has_unequal_pair() => continue,
                10 => {
                    let action = random_swap(cpu, &self.state.line, |count| rng.below(count));
                    self.stand(space, false);
                    self.carry_out(action);
                }
                _ => {
                    self.stand(space, false);
                    self.next();
                }
            }
            return;
        }
        // R4: none can be performed.
        let k = rng.below(self.state.free.count_ones());
        let space = cpu.nth_set(u64::from(self.state.free), k) & 15;
        self.go(space, true);
    }
    /// The same for a seat with a generator for each decision, `key`.
    #[inline(always)]
    pub(super) fn keyed_turn<C: Cpu, D: Decider<VikingsOnBoard>>(
        &mut self,
        cpu: C,
        key: DecisionKey,
        decider: &mut D,
    ) {
        let game = self.game;
        let seat = seat_of(self.state.seat);
        let performable = self.state.free & game.performable(self.state);
        let idle = performable == 0;
        let spaces = if idle { self.state.free } else { performable };
        let k = key.at(game.clock(self.state)).below(spaces.count_ones());
        let space = cpu.nth_set(spaces.into(), k) & 15;
        decider.watch(game, self.state, seat, Action::Go { space: space as u8 + 1 });
        self.go(space, idle);
        macro_rules! perform {
            ($options:expr) => {{
                let choose = |count| key.at(game.clock(self.state)).below(count);
                let Some(action) = picked(cpu, $options, choose) else { return };
                decider.watch(game, self.state, seat, action);
                self.carry_out(action);
            }};
        }
        match self.state.phase {
            Phase::Promote => perform!(game.promotions(self.state)),
            Phase::Switch => perform!(game.switches(self.state)),
            Phase::Bet => perform!(game.bets(self.state)),
            Phase::Load1 => perform!(game.loads_1(self.state)),
            Phase::Raise => perform!(game.raises(self.state)),
            Phase::Move => perform!(game.moves(self.state)),
            Phase::Tavern => perform!(game.tavern(self.state)),
            Phase::Load2 => perform!(game.loads_2(self.state)),
            Phase::Swap => perform!(game.swaps(self.state)),
            // Another seat's decision, or another viking's.
            _ => {}
        }
    }
}
