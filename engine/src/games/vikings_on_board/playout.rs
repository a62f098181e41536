//! Random play without detours: a viking's space and what it does there are chosen in one go.

use super::VikingsOnBoard;
use super::action::Action;
use super::legal::{Options, Spaces};
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// Where random choices come from.
trait Choices {
    /// The index of one of `count` options of the decision at which `state` stands.
    fn pick(&mut self, game: &VikingsOnBoard, state: &State, count: u32) -> u32;
    /// Is shown a decision before it is carried out.
    fn watch(&mut self, game: &VikingsOnBoard, state: &State, action: Action);
}

/// One random word for a viking's turn: the word is a fraction, multiplied by a count it gives a
/// choice before the point and the next fraction behind it. A turn takes at most 11 spaces x 252
/// options or, with changed rules, 11 x 90 x 1680, less than 2^21 in all, so the last choice is
/// uniform up to an error below 2^-42.
struct Word(u64);

impl Choices for Word {
    #[inline(always)]
    fn pick(&mut self, _: &VikingsOnBoard, _: &State, count: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(count);
        self.0 = product as u64;
        (product >> 64) as u32
    }
    #[inline(always)]
    fn watch(&mut self, _: &VikingsOnBoard, _: &State, _: Action) {}
}

/// The generators of the seat to move, one for each decision, and the decider that is shown what they
/// choose.
struct Keyed<'a, D> {
    decider: &'a mut D,
    key: DecisionKey,
}

impl<D: Decider<VikingsOnBoard>> Choices for Keyed<'_, D> {
    #[inline(always)]
    fn pick(&mut self, game: &VikingsOnBoard, state: &State, count: u32) -> u32 {
        self.key.at(game.clock(state)).below(count)
    }
    #[inline(always)]
    fn watch(&mut self, game: &VikingsOnBoard, state: &State, action: Action) {
        let seat = Seat::new(usize::from(state.seat & 3));
        self.decider.watch(game, state, seat, action);
    }
}

impl VikingsOnBoard {
    /// The acting viking's space, and the action there if it is the same seat's.
    #[inline(always)]
    fn random_turn<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut State,
        choices: &mut impl Choices,
        sink: &mut S,
    ) {
        let performable = state.free & self.performable(state);
        let idle = performable == 0;
        let spaces = Spaces(if idle { state.free } else { performable });
        let k = choices.pick(self, state, spaces.count());
        let action = spaces.nth(cpu, k);
        choices.watch(self, state, action);
        let Action::Go { space } = action else { return };
        self.go(state, u32::from(space) - 1, idle, sink);
        macro_rules! perform {
            ($options:expr) => {{
                let options = $options;
                let k = choices.pick(self, state, options.count());
                let action = options.nth(cpu, k);
                choices.watch(self, state, action);
                self.play(state, action, sink);
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

/// [`Game::playout`].
pub(super) struct Playout<'a> {
    pub(super) game: &'a VikingsOnBoard,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
}

impl Task for Playout<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Playout { game, state, rng } = self;
        loop {
            match state.phase {
                Phase::Go => game.random_turn(cpu, state, &mut Word(rng.word()), &mut ()),
                Phase::Over => return,
                _ => {
                    let Some(action) = game.pick(cpu, state, |count| rng.below(count)) else {
                        return;
                    };
                    game.play(state, action, &mut ());
                }
            }
        }
    }
}

/// [`Game::play_on`].
pub(super) struct PlayOn<'a, D, S> {
    pub(super) game: &'a VikingsOnBoard,
    pub(super) state: &'a mut State,
    pub(super) decider: &'a mut D,
    pub(super) sink: &'a mut S,
}

impl<D: Decider<VikingsOnBoard>, S: Sink<Scoring>> Task for PlayOn<'_, D, S> {
    type Output = Result<(), D::Stop>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        let PlayOn { game, state, decider, sink } = self;
        while let Some(seat) = game.to_move(state) {
            let action = match decider.uniform(seat) {
                Some(key) if state.phase == Phase::Go => {
                    game.random_turn(cpu, state, &mut Keyed { decider, key }, sink);
                    continue;
                }
                Some(key) => {
                    let mut rng = key.at(game.clock(state));
                    match game.pick(cpu, state, |count| rng.below(count)) {
                        Some(action) => action,
                        None => return Ok(()),
                    }
                }
                None => decider.decide(game, state, seat)?,
            };
            decider.watch(game, state, seat, action);
            game.play(state, action, sink);
        }
        Ok(())
    }
}
