//! Agents behind a pointer: those that somebody brings, and programs.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, Analysis, Log};

/// An agent for `G` as an object. Every [`Agent`] that can be copied is one; implement this trait only
/// for agents that cannot [choose](Agent::choose) without a chance to fail.
///
/// The promises are those of [`Agent`]: a choice depends only on the view, the generator, and what was
/// seen since [`Bot::start_game`].
pub trait Bot<G: Game>: Send {
    /// See [`Agent::start_game`].
    fn start_game(&mut self);

    /// See [`Agent::try_choose`]. An action that is not legal fails the game too.
    ///
    /// # Errors
    /// Why there is no action.
    fn try_choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Action, String>;

    /// See [`Agent::analyse`].
    ///
    /// # Errors
    /// As [`Bot::try_choose`].
    fn analyse(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, String> {
        self.try_choose(view, rng).map(|choice| Analysis { choice, actions: Vec::new() })
    }

    /// Whether it can play here and now, asked before the first game and never in one.
    ///
    /// # Errors
    /// Why not.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// Another one that goes on in the same way. Each thread plays with a copy of its own.
    fn copy(&self) -> Box<dyn Bot<G>>;

    /// See [`Agent::take_log`].
    fn take_log(&mut self) -> Log {
        Log::default()
    }
}

impl<G: Game, A: Agent<G> + Clone + 'static> Bot<G> for A {
    fn start_game(&mut self) {
        Agent::start_game(self);
    }

    fn try_choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Action, String> {
        Agent::try_choose(self, view, rng)
    }

    fn analyse(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, String> {
        Agent::analyse(self, view, rng)
    }

    fn copy(&self) -> Box<dyn Bot<G>> {
        Box::new(self.clone())
    }

    fn take_log(&mut self) -> Log {
        Agent::take_log(self)
    }
}

/// A [`Bot`] among the agents of this crate: it is copied like them, can be handed from thread to
/// thread, and its choices are checked.
pub struct Guest<G: Game> {
    /// Never contended: threads play with copies. The lock lets bots be shared that could not be.
    bot: Mutex<Box<dyn Bot<G>>>,
}

impl<G: Game> Guest<G> {
    /// The bot at the table.
    pub fn new(bot: Box<dyn Bot<G>>) -> Guest<G> {
        Guest { bot: Mutex::new(bot) }
    }

    /// See [`Bot::ready`].
    ///
    /// # Errors
    /// Why not.
    pub fn ready(&self) -> Result<(), String> {
        self.bot.lock().unwrap_or_else(PoisonError::into_inner).ready()
    }

    fn bot(&mut self) -> &mut dyn Bot<G> {
        self.bot.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
    }

    /// See [`Agent::start_game`].
    pub fn start_game(&mut self) {
        self.bot().start_game();
    }

    /// See [`Agent::try_choose`].
    ///
    /// # Errors
    /// Why there is no action, or that it is not legal.
    // A guest's own work is far larger than the call; the agents of the laboratory share the caller's
    // code with it.
    #[cold]
    #[inline(never)]
    pub fn try_choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Action, String> {
        let action = self.bot().try_choose(view, rng)?;
        check::<G>(view, action)
    }

    /// See [`Agent::analyse`].
    ///
    /// # Errors
    /// As [`Guest::try_choose`].
    pub fn analyse(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, String> {
        let analysis = self.bot().analyse(view, rng)?;
        check::<G>(view, analysis.choice)?;
        Ok(analysis)
    }

    /// See [`Agent::take_log`].
    pub fn take_log(&mut self) -> Log {
        self.bot().take_log()
    }
}

/// `action`, if the view lists it.
fn check<G: Game>(view: &G::View<'_>, action: G::Action) -> Result<G::Action, String> {
    use drakkar_engine::view::View;
    let listed = (0..view.count_legal()).any(|k| view.nth_legal(k) == action);
    if listed { Ok(action) } else { Err(format!("chose `{action}`, which is not legal")) }
}

impl<G: Game> Clone for Guest<G> {
    fn clone(&self) -> Guest<G> {
        Guest::new(self.bot.lock().unwrap_or_else(PoisonError::into_inner).copy())
    }
}

impl<G: Game> fmt::Debug for Guest<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guest").finish_non_exhaustive()
    }
}
