//! Plays one game from any state.

use std::time::{Duration, Instant};

use drakkar_agents::agent::{Agent, AgentError, Analysis};
use drakkar_engine::error::Endless;
use drakkar_engine::fact::Sink;
use drakkar_engine::game::{Decider, Game};
use drakkar_engine::past::Past;
use drakkar_engine::seat::{MAX_SEATS, Seat};
use drakkar_engine::{outcome::Outcome, recorded::Recorded, seed::DecisionKey};
use drakkar_stats::finished::Finished;
use thiserror::Error;

use crate::schedule::Order;

/// The key of each seat's decisions, which identifies all random draws of agents in a game.
pub type Keys = [DecisionKey; MAX_SEATS];

/// The keys of a game with so many seats: from the run's master seed, the number of its block,
/// which is that of its deal, and the number of its seating in the block.
#[inline(always)]
pub fn keys(seed: u64, block: u64, seating: u64, players: usize) -> Keys {
    let key = |seat| DecisionKey::new(seed, block, seating, seat);
    let mut keys = [key(Seat::new(0)); MAX_SEATS];
    for seat in Seat::all(players).skip(1) {
        keys[seat.index()] = key(seat);
    }
    keys
}

/// An agent chose an illegal action, or none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("seat {seat} {fault}")]
pub struct Foul {
    /// The seat.
    pub seat: Seat,
    /// The fault.
    pub fault: AgentError,
}

impl Foul {
    /// Whether the agent is a program that could not be started, so that no game can be played.
    pub fn is_no_program(&self) -> bool {
        matches!(self.fault, AgentError::NoProgram(_))
    }

    /// Whether the agent is a program that may have been ended: it gave no answer, not an illegal one.
    pub fn may_be_ended(&self) -> bool {
        matches!(self.fault, AgentError::Program(_))
    }
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Halt {
    /// An agent's fault.
    #[error(transparent)]
    Foul(#[from] Foul),
    /// It does not end.
    #[error(transparent)]
    Endless(#[from] Endless),
    /// The watch gave it up.
    #[error("the game was given up")]
    GivenUp,
}

/// Is shown every decision before it is carried out. The empty watch `()` costs nothing.
pub trait Watch<G: Game> {
    /// `seat` chose `action` in `state`; the action is legal.
    #[inline(always)]
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        let _ = (game, state, seat, action);
    }

    /// Whether decisions are timed.
    #[inline(always)]
    fn is_timing(&self) -> bool {
        false
    }

    /// Agent number `agent` took `time` for the decision that is shown next.
    #[inline(always)]
    fn thought(&mut self, agent: u8, time: Duration) {
        let _ = (agent, time);
    }

    /// Whether agents are asked for each of their decisions, including those that the game could
    /// draw itself because they are uniformly random, with the same result.
    #[inline(always)]
    fn asks_agents(&self) -> bool {
        self.is_timing()
    }

    /// Whether the seat of a foul loses, and plays at random from here on, so that the others finish the
    /// game. Otherwise the game ends.
    fn forgives(&mut self, foul: &Foul) -> bool {
        let _ = foul;
        false
    }

    /// Whether the game is given up, because the run is to end now. Asked before every decision of
    /// an agent, and at least every [`PAUSE`](drakkar_engine::game::PAUSE) decisions.
    #[inline(always)]
    fn gives_up(&self) -> bool {
        false
    }

    /// Whether the game continues in `state`, in which an agent is about to be asked.
    #[inline(always)]
    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }
}

impl<G: Game> Watch<G> for () {}

/// Plays on from `state` to the end. `agents` are the run's agents by number, `order` gives their
/// seats, `keys` are those of [`keys()`]: since a decision draws from (key, clock) alone, a game
/// continued from any of its states goes on as it did.
///
/// `past` is what was decided before `state`, and is then what was decided before the end.
///
/// The agents' [`Agent::start_game`] is up to the caller.
///
/// A game is compiled for every kind of watch. Those that do more than the empty one may be `dyn
/// Watch`, since a call costs little compared with their work.
///
/// # Errors
/// If an agent chooses an illegal action or none and the watch does not forgive it, if the game does not
/// end, and if it is given up; `state` is then the one in which that happened.
#[allow(clippy::too_many_arguments)]
pub fn play_on<G: Game, A: Agent<G>, W: Watch<G> + ?Sized>(
    game: &G,
    state: &mut G::State,
    past: &mut Past<G>,
    agents: &mut [A],
    order: &Order,
    keys: &Keys,
    sink: &mut impl Sink<G::Scoring>,
    watch: &mut W,
) -> Result<(), Halt> {
    let mut uniform = [None; SEAT_SLOTS];
    for (seat, agent) in order.iter() {
        if agents[usize::from(agent)].is_uniform() && !watch.asks_agents() {
            uniform[seat.index()] = Some(keys[seat.index()]);
        }
    }
    let recalls = agents.iter().any(Agent::recalls);
    let mut table = SeatedAgents { agents, order, keys, uniform, lost: 0, watch, past, recalls };
    match game.play_on(state, &mut table, sink) {
        Err(Stop::Halt(halt)) => Err(halt),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    }
}

/// The choice of `agent` for `seat`, which is to move: the only place where an agent is asked.
#[inline(always)]
pub(crate) fn choice<G: Game, A: Agent<G>>(
    agent: &mut A,
    game: &G,
    state: &G::State,
    seat: Seat,
    keys: &Keys,
    past: &mut Past<G>,
) -> Result<G::Action, Foul> {
    let mut rng = keys[seat.index()].at(game.clock(state));
    remind(agent, game, state, seat, past);
    let choice = agent.choose(&game.view(state, seat), &mut rng);
    let action = choice.map_err(|fault| Foul { seat, fault })?;
    let is_listed = agent.chooses_listed();
    debug_assert!(!is_listed || game.is_legal(state, action));
    if is_listed || game.is_legal(state, action) {
        Ok(action)
    } else {
        Err(Foul { seat, fault: AgentError::illegal(action) })
    }
}

/// Tells an agent that is about to be asked in `state` what lies face down.
#[inline(always)]
fn remind<G: Game, A: Agent<G>>(
    agent: &mut A,
    game: &G,
    state: &G::State,
    seat: Seat,
    past: &mut Past<G>,
) {
    if agent.recalls() {
        past.reach(game, state);
        agent.remember(past.recalled(seat));
    }
}

/// The same choice as that of [`choice`], with what the agent found out.
pub(crate) fn analysis<G: Game, A: Agent<G>>(
    agent: &mut A,
    game: &G,
    state: &G::State,
    seat: Seat,
    keys: &Keys,
    past: &mut Past<G>,
) -> Result<Analysis<G::Action>, Foul> {
    let mut rng = keys[seat.index()].at(game.clock(state));
    remind(agent, game, state, seat, past);
    let found = agent.analyse(&game.view(state, seat), &mut rng);
    let found = found.map_err(|fault| Foul { seat, fault })?;
    if agent.chooses_listed() || game.is_legal(state, found.choice) {
        Ok(found)
    } else {
        Err(Foul { seat, fault: AgentError::illegal(found.choice) })
    }
}

/// The round of a decision, which is the first one in a game without rounds.
pub(crate) fn round_of<G: Recorded>(game: &G, state: &G::State) -> u32 {
    game.interventions().map_or(1, |by| by.round(state))
}

/// The turn of a decision, if turns have several.
pub(crate) fn turn_of<G: Recorded>(game: &G, state: &G::State) -> Option<u32> {
    game.interventions().and_then(|by| by.turn(state))
}

/// The agents in their seats.
struct SeatedAgents<'a, G: Game, A, W: ?Sized> {
    agents: &'a mut [A],
    order: &'a Order,
    keys: &'a Keys,
    /// The keys of those that play at random.
    uniform: [Option<DecisionKey>; SEAT_SLOTS],
    /// Seats that lost by a foul, as bits.
    lost: u8,
    watch: &'a mut W,
    past: &'a mut Past<G>,
    /// Whether any of them makes use of it.
    recalls: bool,
}

impl<G: Game, A, W: ?Sized> SeatedAgents<'_, G, A, W> {
    /// The action of a seat whose agent is not asked: random, from the seat's own stream.
    fn at_random(&self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        game.random_legal(state, &mut self.keys[seat.index()].at(game.clock(state)))
    }

    /// The action of a seat that makes a mistake, if the others finish the game.
    #[cold]
    fn lose(&mut self, game: &G, state: &G::State, foul: Foul) -> Result<G::Action, Stop>
    where
        W: Watch<G>,
    {
        let seat = foul.seat;
        if !self.watch.forgives(&foul) {
            return Err(Stop::Halt(foul.into()));
        }
        self.lost |= 1 << seat.index();
        if !self.watch.asks_agents() {
            self.uniform[seat.index()] = Some(self.keys[seat.index()]);
        }
        Ok(self.at_random(game, state, seat))
    }
}

/// Seats rounded up to a power of two, so that no index needs a check.
const SEAT_SLOTS: usize = MAX_SEATS.next_power_of_two();

/// Why a game stops.
enum Stop {
    Halt(Halt),
    /// The watch has seen enough.
    Enough,
}

impl From<Endless> for Stop {
    fn from(endless: Endless) -> Stop {
        Stop::Halt(endless.into())
    }
}

impl<G: Game, A: Agent<G>, W: Watch<G> + ?Sized> Decider<G> for SeatedAgents<'_, G, A, W> {
    type Stop = Stop;

    #[inline(always)]
    fn uniform(&self, seat: Seat) -> Option<DecisionKey> {
        self.uniform[seat.index() % SEAT_SLOTS]
    }

    #[inline]
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Stop> {
        if self.watch.gives_up() {
            return Err(Stop::Halt(Halt::GivenUp));
        }
        if !self.watch.goes_on(game, state) {
            return Err(Stop::Enough);
        }
        if self.lost >> seat.index() & 1 == 1 {
            return Ok(self.at_random(game, state, seat));
        }
        let number = self.order[seat];
        let agent = &mut self.agents[usize::from(number)];
        let begin = self.watch.is_timing().then(Instant::now);
        let choice = choice(agent, game, state, seat, self.keys, self.past);
        if let Some(begin) = begin {
            self.watch.thought(number, begin.elapsed());
        }
        choice.or_else(|foul| self.lose(game, state, foul))
    }

    #[inline(always)]
    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        self.watch.decision(game, state, seat, action);
        if self.recalls {
            self.past.note(game, state, seat, action);
        }
    }
}

// The statistics do not know the engine, but count seats and wins in the same way.
const _: () = assert!(drakkar_stats::finished::WHOLE_WIN == drakkar_engine::outcome::WHOLE_WIN);
const _: () = assert!(drakkar_stats::finished::MAX_SEATS == MAX_SEATS);

/// A game of these agents; `facts` has an entry for every seat, unless facts are not needed.
#[inline]
pub fn finished<'g>(
    order: &'g Order,
    outcome: &'g Outcome,
    facts: &'g [&'g [i32]],
) -> Finished<'g> {
    Finished {
        agents: order.as_slice(),
        shares: outcome.share.as_slice(),
        scores: outcome.score.as_slice(),
        places: outcome.place.as_slice(),
        facts,
        failed: 0,
    }
}

#[cfg(test)]
mod tests;
