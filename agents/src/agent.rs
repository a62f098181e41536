//! The trait that every player answers.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

/// What an agent counts about its decisions, over all games and seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Log {
    /// Iterations of searches.
    pub iterations: u64,
    /// Decisions of which a [restriction](crate::restriction) left some legal actions and not all.
    pub restricted: u64,
    /// Decisions of which it would have left none, so that it was void and all were allowed.
    pub void: u64,
}

/// What an agent found out about one legal action; what it does not know is `None`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judgement {
    /// How often a search began with the action.
    pub visits: Option<u64>,
    /// Expected win share of the seat that is to move, from 0 to 1.
    pub win_share: Option<f64>,
    /// Expected final score of that seat minus the best other one.
    pub margin: Option<f64>,
    /// What the heuristic thinks of the action, in its own scale; only differences between the
    /// actions of one decision mean anything.
    pub value: Option<f64>,
}

/// A decision with what led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// What the agent chooses.
    pub choice: A,
    /// What it found out about every legal action, in the order of [`Game::nth_legal`]; empty if it
    /// does not tell.
    pub actions: Vec<Judgement>,
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

    /// A legal action for the seat of `view`, which is to move. All chance comes from `rng`.
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action;

    /// The same for agents that may fail, such as a program that ended: [`Agent::choose`], unless an
    /// agent says otherwise. Games ask this.
    ///
    /// # Errors
    /// Why there is no action; the game is then counted as failed, with this reason.
    #[inline(always)]
    fn try_choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Action, String> {
        Ok(self.choose(view, rng))
    }

    /// The same choice, with what the agent found out about the legal actions on the way.
    ///
    /// # Errors
    /// As [`Agent::try_choose`].
    fn analyse(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, String> {
        self.try_choose(view, rng).map(|choice| Analysis { choice, actions: Vec::new() })
    }

    /// Hands over what was counted since this was called last, or since the agent was made, and
    /// starts again from zero. Choices do not depend on it.
    #[inline]
    fn take_log(&mut self) -> Log {
        Log::default()
    }
}
