//! Random turns in one piece: a purchase and the placing of what was bought follow each other
//! without determining the phase in between.

use super::VikingsOf;
use super::action::Action;
use super::apply::{buy, discard, place, ship, start};
use super::component::Row;
use super::legal::{pick_cell, pick_price, pick_ship_column};
use super::scoring::Scoring;
use super::state::{Phase, StateOf};
use super::tableau::on_board;
use super::variant::Variant;
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::game::Decider;
use crate::games::task::Fraction;
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};

/// The source of the choices of a random turn, and their observer.
trait Choices<V: Variant> {
    /// A uniform fraction for the decision at hand, which is one of `phase`.
    fn fraction(&mut self, state: &StateOf<V>, phase: Phase) -> Fraction;
    /// Takes back the rest of it: a uniform fraction again.
    fn give_back(&mut self, rest: Fraction);
    /// Shows a decision before it is carried out.
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action);
}

/// One random word for a whole turn. It takes at most 12 lots x 5 rows x 76 placements, less than 2^13 in total, so
/// the last choice is uniform up to an error below 2^-50.
impl<V: Variant> Choices<V> for Fraction {
    #[inline(always)]
    fn fraction(&mut self, _: &StateOf<V>, _: Phase) -> Fraction {
        *self
    }
    #[inline(always)]
    fn give_back(&mut self, rest: Fraction) {
        *self = rest;
    }
    #[inline(always)]
    fn watch(&mut self, _: &VikingsOf<V>, _: &StateOf<V>, _: Action) {}
}

/// The generators of `seat`, one for each decision, and the decider that is shown their choices.
struct Keyed<'a, D> {
    decider: &'a mut D,
    seat: Seat,
    key: DecisionKey,
}

impl<V: Variant, D: Decider<VikingsOf<V>>> Choices<V> for Keyed<'_, D> {
    /// [`Rng::below`] takes a word as a fraction too.
    #[inline(always)]
    fn fraction(&mut self, state: &StateOf<V>, phase: Phase) -> Fraction {
        // The value of `Game::clock` in this phase.
        Fraction(self.key.at(state.turn_clock() | phase as u32).word())
    }
    #[inline(always)]
    fn give_back(&mut self, _: Fraction) {}
    #[inline(always)]
    fn watch(&mut self, game: &VikingsOf<V>, state: &StateOf<V>, action: Action) {
        self.decider.watch(game, state, self.seat, action);
    }
}

impl<V: Variant> VikingsOf<V> {
    /// A turn of a roll-out.
    #[inline(always)]
    pub(super) fn hurry_turn<C: Cpu>(&self, cpu: C, state: &mut StateOf<V>, rng: &mut Rng) {
        self.random_turn(cpu, state, &mut Fraction(rng.word()), &mut ());
    }

    /// A turn of `seat`, whose generators are those of `key`; `decider` is shown its decisions.
    #[inline(always)]
    pub(super) fn keyed_turn<C: Cpu, D: Decider<VikingsOf<V>>, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        (seat, key): (Seat, DecisionKey),
        decider: &mut D,
        sink: &mut S,
    ) {
        self.random_turn(cpu, state, &mut Keyed { decider, seat, key }, sink);
    }

    /// A purchase and the placing of what was bought.
    #[inline(always)]
    fn random_turn<C: Cpu, S: Sink<Scoring>>(
        &self,
        cpu: C,
        state: &mut StateOf<V>,
        choices: &mut impl Choices<V>,
        sink: &mut S,
    ) {
        let id = Seat::new(usize::from(state.seat & 3));
        let seat = id.index();
        let mut rest = choices.fraction(state, Phase::Buy);
        let price = pick_price(cpu, state, seat, |count| rest.below(count));
        choices.give_back(rest);
        choices.watch(self, state, Action::Buy { price });
        buy(self, state, id, u32::from(price), sink);
        if state.phase == Phase::Start {
            let mut rest = choices.fraction(state, Phase::Start);
            let row = Row::from_index(rest.below(5));
            choices.give_back(rest);
            choices.watch(self, state, Action::Start { row });
            start(state, id, row, sink);
        }
        // The last choice of the turn: nothing is given back.
        let mut rest = choices.fraction(state, Phase::Place);
        if state.tile.is_ship() {
            let column = pick_ship_column(cpu, state, seat, |count| rest.below(count));
            choices.watch(self, state, Action::Ship { column });
            ship(state, id, column, sink);
        } else {
            let cell = on_board!(state.tableaus, seat, |board| {
                pick_cell(cpu, state, &board, |count| rest.below(count))
            });
            match cell {
                Some((cell, viking)) => {
                    choices.watch(self, state, Action::Tile { cell, viking });
                    place(state, id, cell, viking, sink);
                }
                None => {
                    choices.watch(self, state, Action::Discard);
                    discard(state, id, sink);
                }
            }
        }
        self.placed(state, sink);
    }
}
