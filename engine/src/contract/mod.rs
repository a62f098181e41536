//! The checks that every game must pass, whatever its rules: what agents, searches, records and statistics rely on.
//!
//! ```
//! use drakkar_engine::contract;
//! use drakkar_engine::games::connect_four::ConnectFour;
//!
//! contract::check(&ConnectFour::default(), 3, 7).unwrap();
//! ```

mod actions;
mod decision;
mod distribution;
mod ending;
mod kept;
mod knowledge;
mod parts;
pub(crate) mod played_on;
mod redeal;
mod setup;
mod walk;

use std::fmt;

use thiserror::Error;

use crate::recorded::Recorded;
use crate::seat::check_players;
use crate::seed::Rng;
use walk::RandomGame;

/// A promise that a game does not keep.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct Breach {
    /// The promise, and in brackets the methods to look at.
    pub promise: &'static str,
    /// What was observed instead.
    pub found: String,
    /// Number of the deal under the seed given to [`check`], if it was in a game.
    pub deal: Option<u64>,
    /// The actions up to there.
    pub actions: Vec<String>,
}

impl Breach {
    /// One that was not seen in a certain game.
    fn alone(promise: &'static str, found: String) -> Breach {
        Breach { promise, found, deal: None, actions: Vec::new() }
    }
}

const SHOWN: usize = 1_000;

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken promise: {}; found: {}", self.promise, self.found)?;
        let Some(deal) = self.deal else { return Ok(()) };
        let (first, more) = self.actions.split_at(self.actions.len().min(SHOWN));
        write!(f, "; deal {deal} after [{}]", first.join(", "))?;
        if more.is_empty() { Ok(()) } else { write!(f, " and {} more actions", more.len()) }
    }
}

/// Games after which something hidden must have been observed.
const ENOUGH: u64 = 3;

/// Plays the first `deals` deals of `seed` with random actions and checks on the way:
///
/// - deals: the same seed gives the same deal, which the rule set accepts; rule set and deal read back; numbers have ranges;
/// - decisions: listed actions are distinct, legal, apply, and lead to distinct states unless the epoch rises; others
///   are refused and leave the state alone; texts read back; clocks differ, epochs never fall;
///   [all actions](Recorded::actions), if the game lists them, include the legal ones;
/// - views: a drawn state differs from the true one in hidden things alone, and does so at least once where something is
///   hidden; what a seat knows changes only by what it sees and with the epoch; text and fields do not depend on what is
///   hidden; information that is said to be perfect is so for all seats and to the end;
/// - dealing anew: what every seat sees stays, what no seat knows does not, and does not matter for what is dealt;
/// - draws, from 3 deals on: what differs between deals and is never changed by draws is shown by views, or named in
///   [`Recorded::OPEN_PARTS`];
/// - endings: random games end within [`Game::MOST_DECISIONS`](crate::game::Game::MOST_DECISIONS) and accept nothing then;
///   places, shares and scores agree; sources add up to the score; facts change nothing; the record reads back, verifies,
///   and does not verify when damaged; [`play_on`](crate::game::Game::play_on) gives the same as
///   [steps](crate::game::step_by_step);
/// - from 20 deals on, the scores of [`playout`](crate::game::Game::playout) against those of
///   uniform steps, to within five standard errors.
///
/// # Errors
/// The first promise that is broken.
pub fn check<G: Recorded>(game: &G, deals: u64, seed: u64) -> Result<(), Breach> {
    const { check_players(G::PLAYERS) }
    setup::check_rules(game)?;
    let mut rng = Rng::from_seed(seed);
    let all = actions::all(game)?;
    let mut strangers = Vec::new();
    let mut hides = false;
    let mut redeals = Rng::from_seed(seed);
    for deal in 0..deals {
        let mut walk = RandomGame::new(game, seed, deal);
        setup::check_deal(&walk)?;
        while walk.to_move()?.is_some() {
            actions::check(&walk, all.as_ref())?;
            decision::check(&walk, &mut strangers, &mut rng)?;
            let action = game.random_legal(&walk.state, &mut rng);
            hides |= knowledge::check(&walk, action, &mut rng)?;
            redeal::check(&walk, &mut redeals)?;
            walk.play(action)?;
        }
        ending::check(&walk, &strangers)?;
        played_on::check(&walk)?;
        ending::check_record(&walk, seed)?;
    }
    if G::HIDES && deals >= ENOUGH {
        kept::check(game, seed)?;
        if !hides {
            let found = format!("in {deals} games every state drawn was the true one");
            return Err(Breach::alone(kept::DRAWN_ANEW, found));
        }
    }
    distribution::check(game, deals, seed)
}

#[cfg(test)]
mod tests;
