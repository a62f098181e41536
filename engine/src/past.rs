//! What was decided since something hidden last became visible.

use std::fmt;

use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A secret choice of another seat, as a seat knows it, see [`Past::draw`].
#[derive(Debug)]
pub struct Unseen<'a, G: Game> {
    /// A state drawn before the choice.
    pub state: &'a G::State,
    /// Who chose.
    pub seat: Seat,
    /// How many choices this seat has made before since something became visible.
    pub number: usize,
    /// What may have been chosen: the legal actions that look like the choice to the others.
    pub actions: &'a [G::Action],
}

/// The decisions since something hidden last became visible, from the first one that
/// [lies face down](lies_face_down); empty if none does.
///
/// [`View::draw`] draws secret choices that are not revealed yet without opinions. This lets an agent
/// draw them with one: it goes back to where they were made. The true states in here stay
/// hidden: an agent can only draw from them what a seat may know.
pub struct Past<G: Game> {
    start: Option<G::State>,
    decisions: Vec<(Seat, G::Action)>,
}

impl<G: Game> Past<G> {
    /// Nothing was decided.
    pub fn new() -> Past<G> {
        Past { start: None, decisions: Vec::new() }
    }

    /// Whether nothing lies face down.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.start.is_none()
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.start = None;
        self.decisions.clear();
    }

    /// Forgets what has become visible when `state` is reached.
    #[inline(always)]
    pub fn reach(&mut self, game: &G, state: &G::State) {
        if let Some(start) = &self.start
            && game.epoch(start) != game.epoch(state)
        {
            self.clear();
        }
    }

    /// Takes note that `seat` chooses `action` in `state`.
    #[inline(always)]
    pub fn note(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if !G::HIDES || (self.is_empty() && !game.is_secret(state)) {
            return;
        }
        self.reach(game, state);
        if self.is_empty() {
            if !lies_face_down(game, state, action) {
                return;
            }
            self.start = Some(*state);
        }
        self.decisions.push((seat, action));
    }

    /// A state that agrees with what the seat of `view` knows, in which the secret choices of the
    /// others are made by `choose` from what may have been chosen. `view` is of the state that
    /// followed these decisions; `actions` is scratch. `None` if nothing lies face down, or if a state
    /// drawn at the beginning does not allow what was seen since.
    pub fn draw(
        &self,
        view: &G::View<'_>,
        rng: &mut Rng,
        actions: &mut Vec<G::Action>,
        choose: impl FnMut(Unseen<'_, G>, &mut Rng) -> G::Action,
    ) -> Option<G::State> {
        self.replay(view, rng, actions, choose, |_, _| {}).map(|(_, state)| state)
    }

    /// The same with random choices, and the past that belongs to the state: the seat of `view` cannot
    /// distinguish it from this one.
    pub fn twin(&self, view: &G::View<'_>, rng: &mut Rng) -> Option<(Past<G>, G::State)> {
        let mut decisions = Vec::new();
        let any = |unseen: Unseen<'_, G>, rng: &mut Rng| {
            unseen.actions[rng.below(unseen.actions.len() as u32) as usize]
        };
        let keep = |seat, action| decisions.push((seat, action));
        let (start, state) = self.replay(view, rng, &mut Vec::new(), any, keep)?;
        Some((Past { start: Some(start), decisions }, state))
    }

    /// The states before and after the decisions, which `tell` hears.
    fn replay(
        &self,
        view: &G::View<'_>,
        rng: &mut Rng,
        actions: &mut Vec<G::Action>,
        mut choose: impl FnMut(Unseen<'_, G>, &mut Rng) -> G::Action,
        mut tell: impl FnMut(Seat, G::Action),
    ) -> Option<(G::State, G::State)> {
        let (game, own) = (view.game(), view.seat());
        let start = game.view(self.start.as_ref()?, own).draw(rng);
        let mut state = start;
        for (place, &(seat, action)) in self.decisions.iter().enumerate() {
            if game.to_move(&state) != Some(seat) {
                return None;
            }
            let mut chosen = action;
            if seat != own && game.is_secret(&state) {
                game.legal(&state, actions);
                actions.retain(|&other| game.indistinguishable(&state, action, other));
                chosen = match actions[..] {
                    [] => return None,
                    [only] => only,
                    _ => {
                        let earlier = self.decisions[..place].iter();
                        let number = earlier.filter(|(other, _)| *other == seat).count();
                        choose(Unseen { state: &state, seat, number, actions }, rng)
                    }
                };
            } else if !game.is_legal(&state, action) {
                return None;
            }
            tell(seat, chosen);
            game.apply_unchecked(&mut state, chosen, &mut ());
        }
        let is_here =
            game.to_move(&state) == Some(own) && game.count_legal(&state) == view.count_legal();
        is_here.then_some((start, state))
    }
}

/// Whether the other seats do not see that `action` was chosen in `state`, and not another one.
pub fn lies_face_down<G: Game>(game: &G, state: &G::State, action: G::Action) -> bool {
    let mut all = (0..game.count_legal(state)).map(|k| game.nth_legal(state, k));
    game.is_secret(state)
        && all.any(|other| other != action && game.indistinguishable(state, action, other))
}

/// Whether the other seats will not see which of some actions is chosen in `state`.
pub fn is_face_down<G: Game>(game: &G, state: &G::State, actions: &[G::Action]) -> bool {
    let hides = |(k, &one): (usize, &G::Action)| {
        actions[k + 1..].iter().any(|&two| game.indistinguishable(state, one, two))
    };
    G::HIDES && game.is_secret(state) && actions.iter().enumerate().any(hides)
}

// Derived implementations would put the same bounds on the game itself.

impl<G: Game> Default for Past<G> {
    fn default() -> Past<G> {
        Past::new()
    }
}

impl<G: Game> Clone for Past<G> {
    fn clone(&self) -> Past<G> {
        Past { start: self.start, decisions: self.decisions.clone() }
    }

    fn clone_from(&mut self, other: &Past<G>) {
        self.start = other.start;
        self.decisions.clone_from(&other.decisions);
    }
}

/// Only how many decisions there are: which is hidden.
impl<G: Game> fmt::Debug for Past<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past").field("decisions", &self.decisions.len()).finish_non_exhaustive()
    }
}
