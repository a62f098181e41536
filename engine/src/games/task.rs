//! The hot loops of games that pick a legal action by its number, as tasks that are compiled for each kind of
//! processor.

use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// The methods of [`Game`] that follow from [`Picked`], in a game with a field `processor`: each is one copy for the
/// kind of processor.
macro_rules! in_one_piece {
    () => {
        const ALWAYS_ENDS: bool = true;

        fn count_legal(&self, state: &Self::State) -> u32 {
            self.processor.run($crate::games::task::Count(self, state))
        }

        fn nth_legal(&self, state: &Self::State, k: u32) -> Self::Action {
            self.processor.run($crate::games::task::Nth(self, state, |_| k))
        }

        fn legal(&self, state: &Self::State, into: &mut Vec<Self::Action>) {
            self.processor.run($crate::games::task::List(self, state, into));
        }

        fn random_legal(&self, state: &Self::State, rng: &mut $crate::seed::Rng) -> Self::Action {
            self.processor.run($crate::games::task::Nth(self, state, |count| rng.below(count)))
        }

        #[inline(always)]
        fn apply_unchecked<S: $crate::fact::Sink<Self::Scoring>>(
            &self,
            state: &mut Self::State,
            action: Self::Action,
            sink: &mut S,
        ) {
            self.processor.run($crate::games::task::Apply(self, state, action, sink));
        }

        #[inline(always)]
        fn play_on<D: $crate::game::Decider<Self>, S: $crate::fact::Sink<Self::Scoring>>(
            &self,
            state: &mut Self::State,
            decider: &mut D,
            sink: &mut S,
        ) -> Result<(), D::Stop> {
            self.processor.run($crate::games::task::PlayOn(self, state, decider, sink))
        }

        fn playout(&self, state: &mut Self::State, rng: &mut $crate::seed::Rng) {
            self.processor.run($crate::games::task::Playout(self, state, rng));
        }
    };
}
pub(super) use in_one_piece;

/// One random word as a fraction of 2^64: multiplied by a count, its integer part is a choice and its fractional
/// part is the next fraction.
#[derive(Clone, Copy)]
pub(super) struct Fraction(pub(super) u64);

impl Fraction {
    #[inline(always)]
    pub(super) fn below(&mut self, count: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(count);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}

/// What such a game compiles into its loops. All of it is `inline(always)` where it is hot.
pub(super) trait Picked: Game {
    /// The legal action that `choose` picks by its number below their count.
    fn pick<C: Cpu>(
        &self,
        cpu: C,
        state: &Self::State,
        choose: impl FnOnce(u32) -> u32,
    ) -> Self::Action;

    /// [`Game::legal`]: all that can be picked, unless that is slow.
    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &Self::State, into: &mut Vec<Self::Action>) {
        into.clear();
        into.extend((0..self.count(cpu, state)).map(|k| self.pick(cpu, state, |_| k)));
    }

    fn play<S: Sink<Self::Scoring>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    );

    /// Carries out several uniform decisions of a rollout at once, if the game can do that here.
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
