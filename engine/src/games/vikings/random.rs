//! Random decisions that follow each other in one piece, without determining the phase in between.

use super::action::Action;
use super::advanced::auction_step;
use super::component::Row;
use super::ferries::{ferries, is_last_round};
use super::picks::{pick_cell, pick_price, pick_ship_column};
use super::scoring::Scoring;
use super::state::{Phase, StateOf};
use super::variant::Variant;
use super::{VikingsOf, ferry_step};
use crate::cpu::{Cpu, Task};
use crate::fact::Sink;
use crate::game::{Decider, Game};
use crate::games::play::Play;
use crate::games::task::Fraction;
use crate::seat::Seat;
use crate::seed::Rng;

/// The source of the choices of random turns, and their observer.
pub(super) trait Choices<V: Variant> {
    /// Turns to the decision at which the state is. Returns whether it is made at random, as it is at the first one.
    fn reach(&mut self, state: &StateOf<V>) -> bool;
    /// A number below `count` for the decision of a step of the turn, as [`Game::clock`] has it.
    fn below(&mut self, count: u32, step: u32) -> u32;
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action);
}

/// One random word for a whole turn, for a decision about boatswains, or in the auction. A turn takes at most 12 lots x 5
/// rows x 76 placements, less than 2^13 in total, so the last choice is uniform up to an error below 2^-50.
pub(super) struct OneWord<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) rest: Fraction,
}

impl<V: Variant> Choices<V> for OneWord<'_> {
    #[inline(always)]
    fn reach(&mut self, _: &StateOf<V>) -> bool {
        self.rest = Fraction(self.rng.word());
        true
    }
    #[inline(always)]
    fn below(&mut self, count: u32, _: u32) -> u32 {
        self.rest.below(count)
    }
    #[inline(always)]
    fn watch(&mut self, _: &VikingsOf<V>, _: &StateOf<V>, _: Action) {}
}

/// The generators of `seat`, one for each decision, and the decider that is shown their choices.
pub(super) struct Keyed<'a, D> {
    pub(super) decider: &'a mut D,
    pub(super) seat: Seat,
    /// The generator at the clock of the turn, to which a decision adds its step.
    pub(super) turn: Rng,
}

impl<V: Variant, D: Decider<VikingsOf<V>>> Choices<V> for Keyed<'_, D> {
    #[inline(always)]
    fn reach(&mut self, state: &StateOf<V>) -> bool {
        self.seat = state.mover();
        let key = self.decider.uniform(self.seat);
        if let Some(key) = key {
            self.turn = key.at(state.turn_clock());
        }
        key.is_some()
    }
    #[inline(always)]
    fn below(&mut self, count: u32, step: u32) -> u32 {
        let mut rng = self.turn.clone();
        // Clocks are 2^32 draws apart.
        rng.skip(u64::from(step) << 32);
        rng.below(count)
    }
    #[inline(always)]
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action) {
        self.decider.watch(game, state, self.seat, action);
    }
}

/// Random decisions about boatswains that follow each other, out of line like what follows from them.
struct RandomFerries<'a, V: Variant, S, D>(Play<'a, VikingsOf<V>, S>, D);
impl<V: Variant, S: Sink<Scoring>, D: Choices<V>> Task for RandomFerries<'_, V, S, D> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let RandomFerries(mut play, mut choices) = self;
        while matches!(play.state.phase, Phase::Boatswain | Phase::Land)
            && choices.reach(play.state)
        {
            let step = ferry_step(play.state);
            let stops = if play.state.phase == Phase::Land {
                let pick = |count| choices.below(count, step);
                let action = play.game.pick_landing(cpu, play.state, pick);
                choices.watch(play.game, play.state, action);
                play.steer(action);
                false
            } else {
                let ferries = ferries(play.game, play.state);
                let count = ferries.count();
                let k = choices.below(count + u32::from(!is_last_round(play.state)), step);
                let action = if k < count { ferries.nth(cpu, k) } else { Action::Stop };
                choices.watch(play.game, play.state, action);
                play.steer(action);
                k >= count
            };
            let landed = stops || play.land();
            play.landed(Some(landed), stops);
        }
    }
}

impl<V: Variant> VikingsOf<V> {
    /// Decisions that are made at random and follow each other; `false` if that is not possible here.
    #[inline(always)]
    pub(super) fn play_at_random<C: Cpu, S: Sink<Scoring>, D: Choices<V>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        mut choices: D,
        sink: &mut S,
    ) -> bool {
        match state.phase {
            Phase::Buy => {
                while state.phase == Phase::Buy && choices.reach(state) {
                    self.random_turn(cpu, state, &mut choices, sink);
                }
            }
            Phase::Boatswain | Phase::Land => {
                self.processor.run(RandomFerries(Play { game: self, state, sink }, choices));
            }
            // Loops that know what is decided.
            Phase::Set if V::ADVANCED => {
                self.random_advanced(cpu, state, Phase::Set, &mut choices, sink);
            }
            Phase::Bid if V::ADVANCED => {
                self.random_advanced(cpu, state, Phase::Bid, &mut choices, sink);
            }
            phase if V::ADVANCED && phase.is_advanced() => {
                self.random_advanced(cpu, state, phase, &mut choices, sink);
            }
            _ => return false,
        }
        true
    }

    /// Decisions of a phase of the auction, or about bonus tiles.
    #[inline(always)]
    fn random_advanced<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        phase: Phase,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        while state.phase == phase && choices.reach(state) {
            let step = auction_step(phase, state.extra());
            let pick = |count| choices.below(count, step);
            let action = self.pick_advanced(cpu, state, phase, pick);
            choices.watch(self, state, action);
            Play { game: self, state, sink }.play_advanced(action);
        }
    }

    #[inline(always)]
    fn random_turn<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        let seat = state.mover();
        let index = seat.index();
        let pick = |count| choices.below(count, Phase::Buy as u32);
        let price = pick_price(cpu, state, index, pick);
        choices.watch(self, state, Action::Buy { price });
        if self.buy(state, seat, u32::from(price), sink) {
            state.phase = Phase::Place;
        } else {
            state.phase = Phase::Start;
            let row = Row::from_index(choices.below(5, Phase::Start as u32));
            choices.watch(self, state, Action::Start { row });
            self.start(state, seat, row, sink);
        }
        if state.tile.is_ship() {
            let pick = |count| choices.below(count, Phase::Place as u32);
            let column = pick_ship_column(cpu, state, index, pick);
            choices.watch(self, state, Action::Ship { column });
            self.ship(state, seat, column, sink);
        } else if state.tableaus.is_narrow(index) {
            let pick = |count| choices.below(count, Phase::Place as u32);
            match pick_cell(cpu, state, &state.tableaus.narrow(index), pick) {
                Some((cell, viking)) => {
                    choices.watch(self, state, Action::Tile { cell, viking });
                    self.place(state, seat, cell, viking, sink);
                }
                None => {
                    choices.watch(self, state, Action::Discard);
                    self.discard(state, seat, sink);
                }
            }
        } else {
            // Rarely needed, and so called, with nothing that would have to be in memory for it.
            let k = choices.below(self.count_legal(state), Phase::Place as u32);
            let action = self.nth_legal(state, k);
            choices.watch(self, state, action);
            return self.apply_unchecked(state, action, sink);
        }
        self.placed(state, sink);
    }
}
