//! What one seat may know (section 9).

use serde_json::{Map, Value};

use super::action::Action;
use super::component::Good;
use super::state::{NOBODY, Phase, State};
use super::table::Telling;
use super::{VikingsOnBoard, fields, table};
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A seat's view: the table, its own barrels, and the supplies that it has seen.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    game: &'a VikingsOnBoard,
    state: &'a State,
    seat: Seat,
}

impl Telling for BoardView<'_> {
    #[inline]
    fn letter(&self, state: &State, stack: usize, place: u32) -> char {
        match self.hidden()[stack] >> place & 1 {
            0 => [&state.w1, &state.w2][stack].get(place).letter(),
            _ => '?',
        }
    }

    /// The seat's own barrels with their values; for the others, how many are where.
    #[inline]
    fn barrels(&self, game: &VikingsOnBoard, state: &State, seat: Seat) -> String {
        if seat == self.seat {
            return table::barrels(game, state, seat);
        }
        let (unused, won) = self.counts(seat);
        format!(" | barrels: {unused} unused, {won} won")
    }
}

impl<'a> BoardView<'a> {
    pub(super) fn state(&self) -> &'a State {
        self.state
    }

    /// How many barrels of a seat are unused and won.
    pub(super) fn counts(&self, seat: Seat) -> (u32, u32) {
        let barrels = &self.state.barrels;
        let [unused, won] = [barrels.unused(seat.index()), barrels.won(seat.index())];
        (unused.count_ones(), won.count_ones())
    }

    pub(super) fn new(game: &'a VikingsOnBoard, state: &'a State, seat: Seat) -> BoardView<'a> {
        BoardView { game, state, seat }
    }

    /// Tokens of W1 and W2 whose kind the seat does not know, one bit for each place from the top
    /// (H3).
    #[inline]
    fn hidden(&self) -> [u32; 2] {
        let drawn_1 =
            self.state.phase == Phase::Load1 && usize::from(self.state.seat) == self.seat.index();
        hidden(self.state, drawn_1, self.state.known.0[self.seat.index() & 3])
    }
}

/// Tokens of W1 and W2 that nobody knows who knows the uppermost of W1, if it is drawn, and these of W2.
#[inline]
fn hidden(State { w1, w2, .. }: &State, drawn_1: bool, known_2: u32) -> [u32; 2] {
    let all = |len: u32| (1 << len) - 1;
    [all(w1.len()) & !u32::from(drawn_1), all(w2.len()) & !known_2]
}

/// Deals the hidden tokens of W1 and W2 anew.
#[inline]
fn deal_anew(state: &mut State, hidden: [u32; 2], rng: &mut Rng) {
    let mut goods = [0; 3];
    for (stack, hidden) in [&state.w1, &state.w2].into_iter().zip(hidden) {
        for place in (0..stack.len()).filter(|place| hidden >> place & 1 == 1) {
            goods[stack.get(place).index()] += 1;
        }
    }
    state.w1.deal(hidden[0], &mut goods, rng);
    state.w2.deal(hidden[1], &mut goods, rng);
}

/// Deals anew what no seat knows: the tokens of W1 and W2 that none of them has seen (H3).
pub(super) fn redeal(state: &State, rng: &mut Rng) -> State {
    let known_2 = state.known.0.iter().fold(0, |all, known| all | known);
    let mut redealt = *state;
    deal_anew(&mut redealt, hidden(state, state.phase == Phase::Load1, known_2), rng);
    redealt
}

impl View<VikingsOnBoard> for BoardView<'_> {
    #[inline(always)]
    fn game(&self) -> &VikingsOnBoard {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    /// H5: the values of the others' barrels and all tokens that the seat does not know are drawn
    /// anew.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> State {
        let mut state = *self.state;
        for other in Seat::all(self.game.players()).filter(|&other| other != self.seat) {
            let mut places = state.barrels.places(other.index());
            for left in (2..=places.len()).rev() {
                places.swap(left - 1, rng.below(left as u32) as usize);
            }
            state.barrels.set_places(other.index(), places);
        }
        let winner = usize::from(state.departure.winner);
        if winner != usize::from(NOBODY) && winner != self.seat.index() {
            // Which of the seat's barrels it was is as hidden as the others.
            state.departure.barrel = state.barrels.won(winner).trailing_zeros() as u8;
        }
        deal_anew(&mut state, self.hidden(), rng);
        state
    }

    #[inline(always)]
    fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }

    #[inline(always)]
    fn nth_legal(&self, k: u32) -> Action {
        self.game.nth_legal(self.state, k)
    }

    fn text(&self) -> String {
        table::told(self.game, self.state, self)
    }

    /// The keys are explained in `docs/agents.md`.
    fn fields(&self) -> Map<String, Value> {
        fields::known(self)
    }

    #[inline(always)]
    fn legal(&self, into: &mut Vec<Action>) {
        self.game.legal(self.state, into);
    }

    #[inline(always)]
    fn random_legal(&self, rng: &mut Rng) -> Action {
        self.game.random_legal(self.state, rng)
    }
}

/// What the seat knows beyond what everybody sees.
impl BoardView<'_> {
    /// Values of the seat's own barrels that it has not bet, in ascending order.
    #[inline]
    pub fn unused(&self) -> impl Iterator<Item = u8> + '_ {
        let unused = self.state.barrels.unused(self.seat.index());
        let values = self.game.numbers.values.iter().enumerate();
        values.filter(move |(barrel, _)| unused >> barrel & 1 == 1).map(|(_, &value)| value)
    }

    /// The token of W2 at `place` from the top, if the seat knows it.
    #[inline]
    pub fn token(&self, place: u32) -> Option<Good> {
        let [_, hidden] = self.hidden();
        (place < self.state.w2.len() && hidden >> place & 1 == 0).then(|| self.state.w2.get(place))
    }
}
