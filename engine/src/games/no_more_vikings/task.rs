//! The hot loops, as tasks that are compiled for each kind of processor.

use super::NoMoreVikings;
use super::action::Action;
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::seed::Rng;

pub(super) struct Count<'a>(pub(super) &'a NoMoreVikings, pub(super) &'a State);
impl Task for Count<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u32 {
        self.0.count(cpu, self.1)
    }
}

pub(super) struct Nth<'a, F>(pub(super) &'a NoMoreVikings, pub(super) &'a State, pub(super) F);
impl<F: FnOnce(u32) -> u32> Task for Nth<'_, F> {
    type Output = Action;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Action {
        let Nth(game, state, choose) = self;
        game.pick(cpu, state, choose)
    }
}

pub(super) struct List<'a>(
    pub(super) &'a NoMoreVikings,
    pub(super) &'a State,
    pub(super) &'a mut Vec<Action>,
);
impl Task for List<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        self.0.list(cpu, self.1, self.2);
    }
}

pub(super) struct Has<'a>(pub(super) &'a NoMoreVikings, pub(super) &'a State, pub(super) Action);
impl Task for Has<'_> {
    type Output = bool;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> bool {
        self.0.has(self.1, self.2)
    }
}

pub(super) struct Apply<'a, S>(
    pub(super) &'a NoMoreVikings,
    pub(super) &'a mut State,
    pub(super) Action,
    pub(super) &'a mut S,
);
impl<S: Sink<Scoring>> Task for Apply<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.0.play(self.1, self.2, self.3);
    }
}

pub(super) struct Playout<'a>(
    pub(super) &'a NoMoreVikings,
    pub(super) &'a mut State,
    pub(super) &'a mut Rng,
);
impl Task for Playout<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Playout(game, state, rng) = self;
        while state.phase != Phase::Over {
            let action = game.pick(cpu, state, |count| rng.below(count));
            game.play(state, action, &mut ());
        }
    }
}

pub(super) struct PlayOn<'a, D, S>(
    pub(super) &'a NoMoreVikings,
    pub(super) &'a mut State,
    pub(super) &'a mut D,
    pub(super) &'a mut S,
);
impl<D: Decider<NoMoreVikings>, S: Sink<Scoring>> Task for PlayOn<'_, D, S> {
    type Output = Result<(), D::Stop>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let PlayOn(game, state, decider, sink) = self;
        while let Some(seat) = game.to_move(state) {
            let action = match decider.uniform(seat) {
                Some(key) => {
                    let mut rng = key.at(game.clock(state));
                    game.pick(cpu, state, |count| rng.below(count))
                }
                None => decider.decide(game, state, seat)?,
            };
            decider.watch(game, state, seat, action);
            game.play(state, action, sink);
        }
        Ok(())
    }
}
