//! Villages before a decision, so that those it does not change are not judged again.

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::MAX_PLAYERS;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;

use super::NoMoreVikingsJudge;
use super::prospects::Outlook;
use super::village::{Grounds, Holding};

/// What each seat's is worth.
pub(super) type VillageWorths = [f64; MAX_PLAYERS];

/// A state before a decision, and what each village is worth in it.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    pub(super) judge: &'a NoMoreVikingsJudge,
    pub(super) game: &'a NoMoreVikings,
    pub(super) grounds: &'a Grounds,
    pub(super) state: &'a State,
    pub(super) outlook: Outlook,
    pub(super) worth: VillageWorths,
}

impl<'a> Before<'a> {
    pub(super) fn new(
        judge: &'a NoMoreVikingsJudge,
        game: &'a NoMoreVikings,
        state: &'a State,
        grounds: &'a Grounds,
    ) -> Before<'a> {
        let outlook = Outlook::of(game, state);
        let mut before = Before { judge, game, grounds, state, outlook, worth: [0.0; MAX_PLAYERS] };
        for (seat, latest) in Seat::all(game.players()).zip(&mut *grounds.latest.borrow_mut()) {
            let question = [judge.number, outlook.of_seat(seat)];
            if latest.0 != question || !latest.1.has_as(&state[seat]) {
                *latest = (question, state[seat], before.holding(state, outlook, seat).worth());
            }
            before.worth[seat.index()] = latest.2;
        }
        before
    }

    #[inline(always)]
    pub(super) fn holding<'b>(
        &'b self,
        later: &'b State,
        outlook: Outlook,
        seat: Seat,
    ) -> Holding<'b> {
        let Before { judge, game, grounds, .. } = *self;
        Holding { judge, game, grounds, state: later, outlook, seat }
    }

    /// What each is [worth](Holding::worth) in a later state.
    #[inline(always)]
    pub(super) fn villages(&self, later: &State) -> VillageWorths {
        let outlook = Outlook::of(self.game, later);
        let mut worth = self.worth;
        for seat in 0..self.game.players().min(MAX_PLAYERS) {
            let seat = Seat::new(seat);
            if outlook != self.outlook || !self.state[seat].has_as(&later[seat]) {
                worth[seat.index()] = self.holding(later, outlook, seat).worth();
            }
        }
        worth
    }

    /// The value for `seat` after the announced card if nobody answers any more, and its player chooses what is best
    /// for him; `villages` is what each is worth before that.
    #[inline(always)]
    pub(super) fn settled(&self, state: &mut State, villages: &VillageWorths, seat: Seat) -> f64 {
        self.game.close_window(state);
        match self.game.announced(state) {
            Some(card) => self.value(&self.after_effect(state, villages, card), seat),
            None => self.value(&self.villages(state), seat),
        }
    }

    /// The mean of what the others have.
    #[inline(always)]
    pub(super) fn others(&self, villages: &VillageWorths, seat: Seat) -> f64 {
        let mut sum = 0.0;
        // Of seats that nobody has it is 0.
        for (other, worth) in villages.iter().enumerate() {
            if other != seat.index() {
                sum += worth;
            }
        }
        sum / (self.game.players() - 1) as f64
    }

    #[inline(always)]
    pub(super) fn value(&self, villages: &VillageWorths, seat: Seat) -> f64 {
        villages[seat.index()] - self.judge.weights.rivalry * self.others(villages, seat)
    }
}
