//! What one seat may know (section 9).

use super::VikingsOnBoard;
use super::barrel::Barrels;
use super::component::Good;
use super::state::{NOBODY, Phase, State};
use crate::game::{Game, View};
use crate::seat::Seat;
use crate::seed::Rng;

/// Tokens of W1 and W2 that nobody knows who knows the uppermost of W1, if it is drawn, and these of W2.
#[inline]
fn hidden(State { w1, w2, .. }: &State, drawn_1: bool, known_2: u32) -> [u32; 2] {
    let all = |len: u32| (1 << len) - 1;
    [all(w1.len()) & !u32::from(drawn_1), all(w2.len()) & !known_2]
}

#[inline]
fn deal_anew(state: &mut State, hidden: [u32; 2], rng: &mut Rng) {
    let mut goods = [0; 3];
    for (stack, hidden) in [&state.w1, &state.w2].into_iter().zip(hidden) {
        for place in (0..stack.len()).filter(|place| hidden >> place & 1 == 1) {
            goods[stack.get(place) as usize] += 1;
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

/// H5: the values of the others' barrels and all tokens that the seat does not know are drawn anew.
#[inline]
pub(super) fn draw(game: &VikingsOnBoard, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let hidden = game.view(state, seat).hidden();
    let mut drawn = with_barrels(game, state, seat, |barrels, other| barrels.permute(other, rng));
    deal_anew(&mut drawn, hidden, rng);
    drawn
}

/// With barrels of the others in the order of their places, and all tokens that the seat does not know of one kind.
#[inline]
pub(super) fn blank(game: &VikingsOnBoard, state: &State, seat: Seat) -> State {
    let [hidden_1, hidden_2] = game.view(state, seat).hidden();
    let mut blank = with_barrels(game, state, seat, Barrels::sort);
    blank.w1.blank(hidden_1);
    blank.w2.blank(hidden_2);
    blank
}

#[inline(always)]
fn with_barrels(
    game: &VikingsOnBoard,
    state: &State,
    seat: Seat,
    mut change: impl FnMut(&mut Barrels, usize),
) -> State {
    let mut state = *state;
    for other in Seat::all(game.players()).filter(|&other| other != seat) {
        change(&mut state.barrels, other.index());
    }
    let winner = usize::from(state.departure.winner);
    if winner != usize::from(NOBODY) && winner != seat.index() {
        // Which of the seat's barrels it was is as hidden as the others.
        state.departure.barrel = state.barrels.won(winner).trailing_zeros() as u8;
    }
    state
}

impl View<'_, VikingsOnBoard> {
    /// Values of the seat's own barrels that it has not bet, in ascending order.
    #[inline]
    pub fn unused(&self) -> impl Iterator<Item = u8> + '_ {
        let unused = self.state().barrels.unused(self.seat().index());
        let values = self.game().numbers.values.iter().enumerate();
        values.filter(move |(barrel, _)| unused >> barrel & 1 == 1).map(|(_, &value)| value)
    }

    /// The token of W2 at `place` from the top, if the seat knows it.
    #[inline]
    pub fn token(&self, place: u32) -> Option<Good> {
        let [_, hidden] = self.hidden();
        (place < self.state().w2.len() && hidden >> place & 1 == 0)
            .then(|| self.state().w2.get(place))
    }

    /// Tokens of W1 and W2 whose kind the seat does not know, one bit for each place from the top (H3).
    #[inline]
    pub(super) fn hidden(&self) -> [u32; 2] {
        let (state, seat) = (self.state(), self.seat().index());
        let drawn_1 = state.phase == Phase::Load1 && usize::from(state.seat) == seat;
        hidden(state, drawn_1, state.known.0[seat & 3])
    }
}
