//! What was decided since something hidden last became visible.

use std::fmt;

use crate::game::{Game, View};
use crate::seat::Seat;
use crate::seed::Rng;

/// A secret choice of another seat, as a seat knows it, see [`Recall::draw`].
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

/// Choices that do not lead to what was seen later are made again, so often at most.
const ATTEMPTS: u32 = 8;

/// The decisions since something hidden last became visible, from the first one that [lies face down](lies_face_down).
/// Whoever plays a game keeps it, and lets agents [recall](Past::recalled) it. Choices that stay hidden when something
/// else becomes visible are forgotten, and then as [`Game::draw`] draws them.
pub struct Past<G: Game> {
    start: Option<G::State>,
    decisions: Vec<(Seat, G::Action)>,
}

/// A [`Past`] that is lent to an agent.
pub struct Recalled<'p, G: Game> {
    past: &'p Past<G>,
    seat: Seat,
}

/// What an agent keeps of a [`Past`] for the decision of one seat, to draw secret choices by an opinion, where
/// [`Game::draw`] has none. The true states in here stay hidden: only what the seat knows can be drawn from them.
#[derive(Clone, Debug)]
pub struct Recall<G: Game> {
    past: Past<G>,
    seat: Seat,
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

    /// The past as `seat`, which is to move, may use it.
    #[inline(always)]
    pub fn recalled(&self, seat: Seat) -> Recalled<'_, G> {
        Recalled { past: self, seat }
    }

    /// A state that the seat of `view` cannot distinguish from the true one, and its past: the secret choices of the
    /// others are random. `None` as for [`Recall::draw`].
    pub fn twin(&self, view: &View<'_, G>, rng: &mut Rng) -> Option<(Past<G>, G::State)> {
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
        view: &View<'_, G>,
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
            } else {
                game.legal(&state, actions);
                if !actions.contains(&action) {
                    return None;
                }
            }
            tell(seat, chosen);
            game.apply_unchecked(&mut state, chosen, &mut ());
        }
        let is_here =
            game.to_move(&state) == Some(own) && game.count_legal(&state) == view.count_legal();
        is_here.then_some((start, state))
    }
}

impl<G: Game> Recall<G> {
    /// Keeps another past.
    #[inline]
    pub fn keep(&mut self, recalled: Recalled<'_, G>) {
        self.past.clone_from(recalled.past);
        self.seat = recalled.seat;
    }

    /// Whether nothing lies face down.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.past.clear();
    }

    /// A state that agrees with what the seat of `view` knows, in which `choose` makes the secret choices of the others
    /// from what may have been chosen. `view` is of the state that followed these decisions; `actions` is scratch. `None`
    /// if nothing lies face down, the view is of another seat, or no state drawn at the beginning allows what was seen.
    pub fn draw(
        &self,
        view: &View<'_, G>,
        rng: &mut Rng,
        actions: &mut Vec<G::Action>,
        mut choose: impl FnMut(Unseen<'_, G>, &mut Rng) -> G::Action,
    ) -> Option<G::State> {
        if view.seat() != self.seat {
            return None;
        }
        let mut replay = || self.past.replay(view, rng, actions, &mut choose, |_, _| {});
        (0..ATTEMPTS).find_map(|_| replay()).map(|(_, state)| state)
    }

    /// See [`Past::twin`].
    pub fn twin(&self, view: &View<'_, G>, rng: &mut Rng) -> Option<(Past<G>, G::State)> {
        if view.seat() == self.seat { self.past.twin(view, rng) } else { None }
    }
}

impl<G: Game> Recalled<'_, G> {
    /// Whether nothing lies face down.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }
}

/// Whether the other seats do not see that `action` was chosen in `state`, and not another one.
pub fn lies_face_down<G: Game>(game: &G, state: &G::State, action: G::Action) -> bool {
    let all = || (0..game.count_legal(state)).map(|k| game.nth_legal(state, k));
    game.lays_face_down(state)
        && all().any(|other| other != action && game.indistinguishable(state, action, other))
}

/// Whether the other seats will not see which of some actions is chosen in `state`.
pub fn is_face_down<G: Game>(game: &G, state: &G::State, actions: &[G::Action]) -> bool {
    let hides = |(k, &one): (usize, &G::Action)| {
        actions[k + 1..].iter().any(|&two| game.indistinguishable(state, one, two))
    };
    G::HIDES && game.lays_face_down(state) && actions.iter().enumerate().any(hides)
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
        self.clear();
        if !other.is_empty() {
            self.start = other.start;
            self.decisions.clone_from(&other.decisions);
        }
    }
}

impl<G: Game> Default for Recall<G> {
    fn default() -> Recall<G> {
        Recall { past: Past::new(), seat: Seat::new(0) }
    }
}

/// Only how many decisions there are: which is hidden.
impl<G: Game> fmt::Debug for Past<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past").field("decisions", &self.decisions.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::Recorded;
    use crate::seed::DealSeed;

    fn game<G: Recorded>(players: usize) -> G {
        G::new(G::read_toml(G::presets()[0].toml).unwrap(), players).unwrap()
    }

    fn recall<G: Game>(past: &Past<G>, seat: Seat) -> Recall<G> {
        let mut recall = Recall::default();
        recall.keep(past.recalled(seat));
        recall
    }

    fn any<G: Game>(unseen: Unseen<'_, G>, rng: &mut Rng) -> G::Action {
        unseen.actions[rng.below(unseen.actions.len() as u32) as usize]
    }

    /// In random games, what is drawn from the past looks to the seat to move like the true state, and so
    /// does a twin with its past. Returns how often something lay face down.
    fn check<G: Recorded>(game: &G, deals: u64) -> u32 {
        let (mut met, mut missed) = (0, 0);
        for deal in 0..deals {
            let mut state = game.state(&game.deal(DealSeed { seed: 5, deal }));
            let (mut past, mut rng) = (Past::new(), Rng::from_seed(deal));
            while let Some(seat) = game.to_move(&state) {
                past.reach(game, &state);
                let known = |state: &G::State| game.view(state, seat).draw(&mut Rng::from_seed(9));
                let draw = |past: &Past<G>, state: &G::State| {
                    let view = game.view(state, seat);
                    let scratch = &mut Vec::new();
                    recall(past, seat).draw(&view, &mut Rng::from_seed(8), scratch, any)
                };
                if !past.is_empty() {
                    met += 1;
                    let drawn = draw(&past, &state);
                    match &drawn {
                        Some(drawn) => assert_eq!(known(drawn), known(&state)),
                        None => missed += 1,
                    }
                    if let Some((other, twin)) = past.twin(&game.view(&state, seat), &mut rng) {
                        assert_eq!(known(&twin), known(&state));
                        assert_eq!(draw(&other, &twin), drawn);
                    }
                }
                let action = game.random_legal(&state, &mut rng);
                past.note(game, &state, seat, action);
                game.apply_unchecked(&mut state, action, &mut ());
            }
        }
        assert!(missed * 20 <= met, "{missed} of {met}");
        met
    }

    #[cfg(feature = "goofspiel")]
    #[test]
    fn bids() {
        use crate::games::goofspiel::{Action, Goofspiel};
        let game: Goofspiel = game(3);
        // The second and the third seat follow a bid in each turn but the last, which has no choice.
        assert_eq!(check(&game, 20), 20 * 12 * 2);
        let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        let mut past = Past::new();
        for card in [4, 9] {
            past.note(&game, &state, game.to_move(&state).unwrap(), Action::Bid { card });
            game.apply(&mut state, Action::Bid { card }, &mut ()).unwrap();
        }
        // The first and second bid are chosen, from what is in hand.
        let mut asked = Vec::new();
        let view = game.view(&state, Seat::new(2));
        let third = recall(&past, Seat::new(2));
        let drawn = third.draw(&view, &mut Rng::from_seed(1), &mut Vec::new(), |unseen, _| {
            asked.push((unseen.seat.index(), unseen.number, unseen.actions.len()));
            Action::Bid { card: 7 }
        });
        assert_eq!(asked, [(0, 0, 13), (1, 0, 13)]);
        let view = game.view(drawn.as_ref().unwrap(), Seat::new(0));
        assert_eq!(view.own_bid(), Some(7));
        // What the third seat recalls tells nothing of what another one knows.
        let view = game.view(&state, Seat::new(1));
        assert!(third.draw(&view, &mut Rng::from_seed(1), &mut Vec::new(), any).is_none());
        past.note(&game, &state, Seat::new(2), Action::Bid { card: 1 });
        game.apply(&mut state, Action::Bid { card: 1 }, &mut ()).unwrap();
        past.reach(&game, &state);
        assert!(past.is_empty());
    }

    #[cfg(feature = "eketorp")]
    #[test]
    fn placements_and_cards() {
        assert!(check(&game::<crate::games::eketorp::Eketorp>(4), 10) > 500);
    }

    #[cfg(feature = "vikings-on-board")]
    #[test]
    fn barrels() {
        assert!(check(&game::<crate::games::vikings_on_board::VikingsOnBoard>(3), 20) > 50);
    }

    #[cfg(feature = "no-more-vikings")]
    #[test]
    fn whims_and_tokens() {
        assert!(check(&game::<crate::games::no_more_vikings::NoMoreVikings>(3), 10) > 50);
    }
}
