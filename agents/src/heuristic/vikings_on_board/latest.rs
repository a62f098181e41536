use std::cell::RefCell;

use drakkar_engine::cpu::{Cpu, Task};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::action::Action;
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::seat::Seat;

use super::VikingsOnBoardJudge;
use super::choice::ActionValues;
use super::harbour::{Findings, Harbour};
use super::survey::{Survey, barrels};

struct Judging<'a> {
    judge: &'a VikingsOnBoardJudge,
    game: &'a VikingsOnBoard,
    view: (&'a State, Seat),
    actions: &'a [Action],
    latest: &'a mut Latest,
}

/// The decision that this thread has judged last: after going to a space the same seat decides again, and has not seen
/// anything new.
pub(super) struct Latest {
    /// Which judge, and for whom.
    of: Option<(u64, State, Seat)>,
    harbour: Harbour,
    found: Findings,
    pub(super) values: Vec<f64>,
}

impl Latest {
    pub(super) fn judge(
        &mut self,
        judge: &VikingsOnBoardJudge,
        game: &VikingsOnBoard,
        view: (&State, Seat),
        actions: &[Action],
    ) {
        judge.processor.run(Judging { judge, game, view, actions, latest: self });
    }
}

thread_local! {
    pub(super) static LATEST: RefCell<Box<Latest>> = RefCell::new(Box::new(Latest {
        of: None,
        harbour: Harbour::default(),
        found: Findings::NONE,
        values: Vec::new(),
    }));
}

impl Task for Judging<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Judging { judge, game, view: (state, seat), actions, latest } = self;
        let Latest { of, harbour, found, values } = latest;
        let mut survey = Survey { opinion: judge, game, state, harbour };
        let before = of
            .as_ref()
            .filter(|(number, before, _)| *number == judge.number && before.has_same_bodies(state));
        let same_bodies = before.is_some();
        if !before
            .is_some_and(|(_, before, viewer)| *viewer == seat && before.has_same_stakes(state))
        {
            *of = None;
            survey.look(seat, barrels(game, state, seat), same_bodies);
            found.forget();
            *of = Some((judge.number, *state, seat));
        }
        let mut choice = ActionValues { survey: &survey, found };
        values.resize(actions.len(), 0.0);
        for (value, &action) in values.iter_mut().zip(actions) {
            *value = choice.value(action);
        }
    }
}
