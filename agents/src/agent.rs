//! The trait that every player answers.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

/// What an agent counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Log {
    /// i
    pub iterations: u64,
    /// r
    pub restricted: u64,
    /// v
    pub void: u64,
}

/// Chooses actions. One object plays any number of games, one after the other, and any number of
/// seats of one game.
///
/// A choice depends only on the view, the generator, and what the agent saw since
/// [`Agent::start_game`]; so an agent can be copied in mid-game, and playing other games before
/// changes nothing.
pub trait Agent<G: Game>: Send {
    /// Whether every choice is one that the view listed or counted, so that the game need not check
    /// it again. Say so only for an agent that keeps the [contract](crate::contract).
    const LISTED: bool = false;

    /// Whether [`Agent::choose`] is [`View::random_legal`](drakkar_engine::view::View::random_legal)
    /// of the same generator, so that the game may as well draw it itself.
    #[inline(always)]
    fn is_uniform(&self) -> bool {
        false
    }

    /// A new game begins; what was kept of the last one must be forgotten. Scratch memory may stay.
    fn start_game(&mut self);

    /// t
    fn take_log(&mut self) -> Log {
        Log::default()
    }

    /// A legal action for the seat of `view`, which is to move. All chance comes from `rng`.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action;
}
