//! The hot loops of games that pick a legal action by its number, as tasks that are compiled for each kind of
//! processor.

use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// What such a game compiles into its loops. All of it is `inline(always)` where it is hot.
pub(super) trait Picked: Game {
    /// The legal action that `choose` picks by its number below their count.
    fn pick<C: Cpu>(
        &self,
        cpu: C,
        state: &Self::State,
        choose: impl FnOnce(u32) -> u32,
    ) -> Self::Action;

    /// [`Game::legal`].
    fn list<C: Cpu>(&self, cpu: C, state: &Self::State, into: &mut Vec<Self::Action>);

    /// [`Game::is_legal`].
    fn has<C: Cpu>(&self, cpu: C, state: &Self::State, action: Self::Action) -> bool;

    /// [`Game::apply_unchecked`].
    fn play<S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    );

    /// Carries out several uniform decisions of a roll-out at once, if the game can do that here.
    #[inline(always)]
    fn hurry<C: Cpu>(&self, _: C, _: &mut Self::State, _: &mut Rng) -> bool {
        false
    }

    /// The same for `seat`, whose generators are those of `key`; `decider` is shown every decision.
    #[inline(always)]
    fn hurry_for<C: Cpu, D: Decider<Self>, S: Sink<Self::Scoring>>(
        &self,
        _: C,
        _: &mut Self::State,
        (_, _): (Seat, DecisionKey),
        _: &mut D,
        _: &mut S,
    ) -> bool {
        false
    }

    /// [`Game::count_legal`].
    #[inline(always)]
    fn count<C: Cpu>(&self, cpu: C, state: &Self::State) -> u32 {
        let mut all = 0;
        if self.to_move(state).is_some() {
            self.pick(cpu, state, |count| {
                all = count;
                0
            });
        }
        all
    }
}

pub(super) struct Count<'a, G: Game>(pub(super) &'a G, pub(super) &'a G::State);
impl<G: Picked> Task for Count<'_, G> {
    type Output = u32;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u32 {
        self.0.count(cpu, self.1)
    }
}

pub(super) struct Nth<'a, G: Game, F>(pub(super) &'a G, pub(super) &'a G::State, pub(super) F);
impl<G: Picked, F: FnOnce(u32) -> u32> Task for Nth<'_, G, F> {
    type Output = G::Action;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> G::Action {
        let Nth(game, state, choose) = self;
        game.pick(cpu, state, choose)
    }
}

pub(super) struct List<'a, G: Game>(
    pub(super) &'a G,
    pub(super) &'a G::State,
    pub(super) &'a mut Vec<G::Action>,
);
impl<G: Picked> Task for List<'_, G> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        self.0.list(cpu, self.1, self.2);
    }
}

pub(super) struct Has<'a, G: Game>(pub(super) &'a G, pub(super) &'a G::State, pub(super) G::Action);
impl<G: Picked> Task for Has<'_, G> {
    type Output = bool;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> bool {
        self.0.has(cpu, self.1, self.2)
    }
}

pub(super) struct Apply<'a, G: Game, S>(
    pub(super) &'a G,
    pub(super) &'a mut G::State,
    pub(super) G::Action,
    pub(super) &'a mut S,
);
impl<G: Picked, S: Sink<G::Scoring>> Task for Apply<'_, G, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.0.play(self.1, self.2, self.3);
    }
}

pub(super) struct Playout<'a, G: Game>(
    pub(super) &'a G,
    pub(super) &'a mut G::State,
    pub(super) &'a mut Rng,
);
impl<G: Picked> Task for Playout<'_, G> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Playout(game, state, rng) = self;
        while game.to_move(state).is_some() {
            if game.hurry(cpu, state, rng) {
                continue;
            }
            let action = game.pick(cpu, state, |count| rng.below(count));
            game.play(state, action, &mut ());
        }
    }
}

pub(super) struct PlayOn<'a, G: Game, D, S>(
    pub(super) &'a G,
    pub(super) &'a mut G::State,
    pub(super) &'a mut D,
    pub(super) &'a mut S,
);
impl<G: Picked, D: Decider<G>, S: Sink<G::Scoring>> Task for PlayOn<'_, G, D, S> {
    type Output = Result<(), D::Stop>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let PlayOn(game, state, decider, sink) = self;
        while let Some(seat) = game.to_move(state) {
            let action = match decider.uniform(seat) {
                Some(key) => {
                    if game.hurry_for(cpu, state, (seat, key), decider, sink) {
                        continue;
                    }
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
