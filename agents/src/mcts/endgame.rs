//! Exhaustive search of what is left of a game of perfect information.

use std::time::Instant;

use drakkar_engine::game::Game;
use drakkar_engine::seat::{PerSeat, Seat};

use super::scope::Scope;
use super::settings::Backup;

#[derive(Clone, Copy, Debug)]
pub(super) struct EndgameLeaf<S> {
    /// What it is worth to each seat, from 0 to 1.
    pub(super) value: PerSeat<f64>,
    pub(super) state: S,
}

#[derive(Clone, Copy, Debug)]
struct Frame<S> {
    state: S,
    seat: Seat,
    /// Where the numbers of its actions begin.
    begin: usize,
    /// Where those begin that were not tried yet.
    next: usize,
    /// What its seat reaches with the best of the others.
    best: Option<EndgameLeaf<S>>,
}

#[derive(Clone, Debug)]
pub(super) struct Solver<S> {
    frames: Vec<Frame<S>>,
    numbers: Vec<u32>,
    /// Number of each action of the decision that was asked for, and how the game ends after it.
    pub(super) ends: Vec<(u32, EndgameLeaf<S>)>,
}

pub(super) struct EndgameProblem<'a, 's, G: Game> {
    pub(super) game: &'a G,
    /// The seat that asks, and its restriction.
    pub(super) own: Seat,
    pub(super) scope: &'a mut Scope<'s>,
    pub(super) backup: Backup,
    /// A game that can end in more ways is given up.
    pub(super) most: u32,
    /// When it is given up in any case.
    pub(super) end: Option<Instant>,
}

/// States between two looks at the clock.
const PORTION: u32 = 1024;

enum Coverage {
    Whole,
    Cut,
    /// The game can end in too many ways, or takes too long.
    TooLarge,
}

impl<S: Copy> Solver<S> {
    pub(super) fn new() -> Solver<S> {
        Solver { frames: Vec::new(), numbers: Vec::new(), ends: Vec::new() }
    }

    /// Finds the [ends](Solver::ends) after all actions in `state`, in which the game is not over, or gives up and
    /// returns false. Each seat chooses what is worth most to itself, the first of equal ones.
    pub(super) fn solve<G: Game<State = S>>(
        &mut self,
        mut task: EndgameProblem<'_, '_, G>,
        state: S,
        mut worth: impl FnMut(&S) -> PerSeat<f64>,
    ) -> bool {
        // Most trees that are too large are so a few decisions down, which takes little time to see.
        for depth in [2, 4] {
            match self.walk(&mut task, state, depth, |_| None) {
                Coverage::TooLarge => return false,
                Coverage::Whole => break,
                Coverage::Cut => {}
            }
        }
        matches!(self.walk(&mut task, state, usize::MAX, |end| Some(worth(end))), Coverage::Whole)
    }

    /// Walks through the tree to this depth, counts its leaves, and finds the ends if they are worth
    /// anything.
    fn walk<G: Game<State = S>>(
        &mut self,
        task: &mut EndgameProblem<'_, '_, G>,
        state: S,
        depth: usize,
        mut worth: impl FnMut(&S) -> Option<PerSeat<f64>>,
    ) -> Coverage {
        self.frames.clear();
        self.numbers.clear();
        self.ends.clear();
        // The tree has at least so many leaves: a decision between n actions adds n - 1.
        let (mut leaves, mut walk) = (1, Coverage::Whole);
        let (mut reached, mut states) = (Some(state), 0_u32);
        loop {
            if let Some(state) = reached.take() {
                states = states.wrapping_add(1);
                if states.is_multiple_of(PORTION)
                    && task.end.is_some_and(|end| Instant::now() >= end)
                {
                    return Coverage::TooLarge;
                }
                if let Some(seat) = task.game.to_move(&state) {
                    leaves += u64::from(self.descend(task, state, seat)).saturating_sub(1);
                    if leaves > task.most.into() || self.frames.len() > G::MOST_DECISIONS as usize {
                        return Coverage::TooLarge;
                    }
                } else if let Some(value) = worth(&state) {
                    self.end(task, EndgameLeaf { value, state });
                }
            }
            let is_deepest = self.frames.len() == depth;
            let Some(frame) = self.frames.last_mut() else { return walk };
            if is_deepest {
                walk = Coverage::Cut;
                frame.next = self.numbers.len();
            }
            if let Some(&number) = self.numbers.get(frame.next) {
                frame.next += 1;
                let mut state = frame.state;
                let action = task.game.nth_legal(&state, number);
                task.game.apply_unchecked(&mut state, action, &mut ());
                reached = Some(state);
            } else {
                let Frame { begin, best, .. } = *frame;
                self.frames.pop();
                self.numbers.truncate(begin);
                if let Some(best) = best {
                    self.end(task, best);
                }
            }
        }
    }

    /// Comes to a decision of `seat` and returns the number of its actions.
    fn descend<G: Game<State = S>>(
        &mut self,
        task: &mut EndgameProblem<'_, '_, G>,
        state: S,
        seat: Seat,
    ) -> u32 {
        let game = task.game;
        let begin = self.numbers.len();
        let count = game.count_legal(&state);
        match task.scope.filter(seat) {
            None => self.numbers.extend(0..count),
            Some(filter) => {
                let allowed = filter.allowed(count, |k| game.nth_legal(&state, k));
                self.numbers.extend(allowed);
            }
        }
        self.frames.push(Frame { state, seat, begin, next: begin, best: None });
        (self.numbers.len() - begin) as u32
    }

    /// The last action that was tried leads to `end`.
    fn end<G: Game<State = S>>(&mut self, task: &EndgameProblem<'_, '_, G>, end: EndgameLeaf<S>) {
        let is_first = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        if is_first {
            return self.ends.push((self.numbers[frame.next - 1], end));
        }
        let seat = frame.seat;
        let wanted =
            |end: &EndgameLeaf<S>| match task.backup == Backup::Paranoid && seat != task.own {
                true => -end.value[task.own],
                false => end.value[seat],
            };
        if frame.best.is_none_or(|best| wanted(&end) > wanted(&best)) {
            frame.best = Some(end);
        }
    }
}
