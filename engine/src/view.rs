//! What one seat may know.

use serde_json::{Map, Value};

use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;

/// What one seat may know of a state: a borrow and a seat, with private fields.
///
/// An agent gets this and nothing else. Its only access to a full state is [`View::draw`], which
/// guesses everything that the seat cannot know; so no agent can look at hidden things by mistake.
/// Games add accessors for what is visible.
pub trait View<G: Game>: Copy {
    /// The rules in force.
    fn game(&self) -> &G;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// A full state that agrees with everything this seat knows, drawn from all of them with the
    /// probability that the deal gives (a *determinization*): hidden components are dealt anew,
    /// secret choices that are not revealed yet are drawn among that seat's legal choices. Two
    /// states that differ only in what is hidden give the same draw.
    fn draw(&self, rng: &mut Rng) -> G::State;

    /// Fills `into` with all legal actions in their order, if the seat is to move: what
    /// [`Game::legal`] does.
    fn legal(&self, into: &mut Vec<G::Action>);

    // ------------------------------------------------------------------------------------------
    // Derived; a game overrides the first two if people and external programs are to play it, the
    // third if it can say more, and the others like those of `Game`.

    /// What the seat knows, as lines of text for a person; nothing in it depends on hidden things.
    fn text(&self) -> String {
        String::new()
    }

    /// What the seat knows, as data for a program; nothing in it depends on hidden things.
    fn fields(&self) -> Map<String, Value> {
        Map::new()
    }

    /// Whether the rest of the game is known to be one of perfect information: nothing that
    /// matters is hidden from any seat, nothing is left to chance, and no choice to come is secret.
    /// It stays so to the end, [`View::draw`] always gives the same state, and the same choices
    /// lead from there to the same outcome as in the game. `false` is always sound; otherwise
    /// searches may solve what is left ([`Game::HIDES`] says so of whole games).
    ///
    /// The answer depends on what everybody knows alone.
    fn has_perfect_information(&self) -> bool {
        !G::HIDES
    }

    /// Number of legal actions, if the seat is to move.
    fn count_legal(&self) -> u32 {
        let mut actions = Vec::new();
        self.legal(&mut actions);
        actions.len() as u32
    }

    /// The `k`-th legal action, if the seat is to move.
    fn nth_legal(&self, k: u32) -> G::Action {
        let mut actions = Vec::new();
        self.legal(&mut actions);
        actions[k as usize]
    }

    /// A uniformly random legal action, if the seat is to move.
    #[inline]
    fn random_legal(&self, rng: &mut Rng) -> G::Action {
        self.nth_legal(rng.below(self.count_legal()))
    }
}
