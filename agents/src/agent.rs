//! The trait that every player answers.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

/// Chooses actions. One object plays any number of games, one after the other, and any number of
/// seats of one game.
///
/// A choice depends only on the view, the generator, and what the agent saw since
/// [`Agent::start_game`]; so an agent can be copied in mid-game, and playing other games before
/// changes nothing.
pub trait Agent<G: Game>: Send {
    /// Whether every choice is taken from the legal actions by number ([`View::nth_legal`],
    /// [`View::random_legal`]), so that a game loop need not ask once more whether it is legal.
    ///
    /// [`View::nth_legal`]: drakkar_engine::view::View::nth_legal
    /// [`View::random_legal`]: drakkar_engine::view::View::random_legal
    const PICKS: bool = false;

    /// A new game begins; what was kept of the last one must be forgotten. Scratch memory may stay.
    fn start_game(&mut self);

    /// A legal action for the seat of `view`, which is to move. All chance comes from `rng`.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action;
}
