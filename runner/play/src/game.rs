use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use drakkar_agents::agent::{Agent, AgentError, Analysis};
use drakkar_engine::error::Endless;
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::{Decider, Game, View, step_by_step};
use drakkar_engine::past::Past;
use drakkar_engine::seat::{MAX_SEATS, Seat};
use drakkar_engine::seed::{DecisionKey, Rng};
use drakkar_engine::{outcome::Outcome, recorded::Recorded};
use drakkar_stats::finished::Finished;
use thiserror::Error;

use crate::{schedule::Order, timing::Timing};

/// The key of each seat's decisions, from which all draws of agents in a game follow.
pub type Keys = [DecisionKey; MAX_SEATS];

/// From the master seed, the number of the block, which is that of its deal, and that of the seating in it.
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
    pub seat: Seat,
    pub fault: AgentError,
}

impl Foul {
    /// Whether the agent is a program that could not be started, so that no game can be played.
    pub fn is_no_program(&self) -> bool {
        matches!(self.fault, AgentError::NoProgram(_))
    }

    /// Whether it is a program that may have been ended: it gave no answer, not an illegal one.
    pub fn may_be_ended(&self) -> bool {
        matches!(self.fault, AgentError::Program(_))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Halt {
    #[error(transparent)]
    Foul(#[from] Foul),
    #[error(transparent)]
    Endless(#[from] Endless),
    #[error("the game was given up")]
    GivenUp,
}

/// Is shown a game as it is played. The empty observer `()` does nothing.
pub trait Observer<G: Game> {
    #[inline(always)]
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        let _ = (game, state, seat, action);
    }

    /// Where the time of each agent's decisions is added, if it is measured.
    #[inline(always)]
    fn timing(&mut self) -> Option<&mut Timing> {
        None
    }

    /// Whether agents are asked for uniformly random decisions, too, which the game could draw itself and alike.
    #[inline(always)]
    fn asks_agents(&mut self) -> bool {
        self.timing().is_some()
    }

    /// Whether the seat of a foul loses, and plays at random from then on; otherwise the game ends.
    fn forgives(&mut self, foul: &Foul) -> bool {
        let _ = foul;
        false
    }

    /// Whether the game continues in `state`, in which an agent is about to be asked.
    #[inline(always)]
    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }
}

impl<G: Game> Observer<G> for () {}

pub(crate) struct While<F>(pub(crate) F);

impl<G: Game, F: FnMut(&G, &G::State) -> bool> Observer<G> for While<F> {
    fn asks_agents(&mut self) -> bool {
        true
    }

    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        (self.0)(game, state)
    }
}

/// Who plays: the agents by number, the number of each seat's, and the keys of its decisions.
#[derive(Debug)]
pub struct SeatedAgents<'a, A> {
    pub agents: &'a mut [A],
    pub order: &'a Order,
    pub keys: &'a Keys,
    /// The game is given up once it is true; looked at before every decision of an agent, and at least every
    /// [`PAUSE`](drakkar_engine::game::PAUSE) decisions of a game that need not end.
    pub stop: &'a AtomicBool,
}

/// Plays on from `state` to the end: since a decision draws from (key, clock) alone, a game continued from any of its
/// states goes on as it did. `past` is what was decided before `state`, and is then what was decided before the end.
/// The agents' [`Agent::start_game`] is up to the caller.
///
/// Without a ledger, facts and scorings are not kept. Every game has the same decisions with an observer and without one;
/// with a ledger, no observer and no agent that recalls, it is played by the game's own loop, which is faster.
/// If it is not played to its end, `state` is the one in which that happened.
pub fn play_on<G: Game, A: Agent<G>>(
    game: &G,
    state: &mut G::State,
    past: &mut Past<G>,
    seated: &mut SeatedAgents<'_, A>,
    ledger: Option<&mut Ledger<G::Scoring>>,
    observer: Option<&mut dyn Observer<G>>,
) -> Result<(), Halt> {
    let mut nobody = ();
    let ended = match (ledger, observer) {
        (Some(ledger), None) if !seated.agents.iter().fold(false, |any, a| any | a.recalls()) => {
            let mut game_loop = GameLoop::<_, _, _, false>::new(seated, past, &mut nobody);
            game.play_on(state, &mut game_loop, ledger)
        }
        // The rules are compiled into every loop of the game's own: one is enough, as agents that search or judge, and
        // what is recorded, take most of the time here.
        (mut ledger, observer) => {
            let observer = observer.unwrap_or(&mut nobody);
            let mut game_loop = GameLoop::<_, _, _, true>::new(seated, past, observer);
            step_by_step(game, state, &mut game_loop, &mut ledger)
        }
    };
    match ended {
        Err(Stop::Halt(halt)) => Err(halt),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    }
}

pub(crate) struct DecisionNode<'d, G: Game> {
    pub game: &'d G,
    pub state: &'d G::State,
    pub seat: Seat,
    pub keys: &'d Keys,
    /// Not where no agent recalls it.
    pub past: Option<&'d mut Past<G>>,
}

impl<'d, G: Game> DecisionNode<'d, G> {
    // An agent's choice is compiled into the loop: it is not handed over as a function.
    #[inline(always)]
    pub(crate) fn choice<A: Agent<G>>(mut self, agent: &mut A) -> Result<G::Action, Foul> {
        let (view, mut rng) = self.tell(agent);
        let chosen = agent.choose(&view, &mut rng);
        self.checked(agent, chosen, |action| *action)
    }

    pub(crate) fn analysis<A: Agent<G>>(
        mut self,
        agent: &mut A,
    ) -> Result<Analysis<G::Action>, Foul> {
        let (view, mut rng) = self.tell(agent);
        let found = agent.analyse(&view, &mut rng);
        self.checked(agent, found, |found| found.choice)
    }

    /// Tells an agent what lies face down; returns what it is asked with.
    #[inline(always)]
    fn tell<A: Agent<G>>(&mut self, agent: &mut A) -> (View<'d, G>, Rng) {
        let DecisionNode { game, state, seat, .. } = *self;
        if let Some(past) = &mut self.past
            && agent.recalls()
        {
            past.reach(game, state);
            agent.remember(past.recalled(seat));
        }
        (game.view(state, seat), self.keys[seat.index()].at(game.clock(state)))
    }

    #[inline(always)]
    fn checked<A: Agent<G>, T>(
        self,
        agent: &A,
        found: Result<T, AgentError>,
        choice: impl FnOnce(&T) -> G::Action,
    ) -> Result<T, Foul> {
        let DecisionNode { game, state, seat, .. } = self;
        let found = found.map_err(|fault| Foul { seat, fault })?;
        let (is_listed, action) = (agent.chooses_listed(), choice(&found));
        debug_assert!(!is_listed || game.is_legal(state, action));
        if is_listed || game.is_legal(state, action) {
            Ok(found)
        } else {
            Err(Foul { seat, fault: AgentError::illegal(action) })
        }
    }
}

/// The round of a decision, which is the first one in a game without rounds.
pub(crate) fn round_of<G: Recorded>(game: &G, state: &G::State) -> u32 {
    game.interventions().map_or(1, |by| by.round(state))
}

/// Without `NOTES`, no agent recalls the past.
struct GameLoop<'a, G: Game, A, O: ?Sized, const NOTES: bool> {
    agents: &'a mut [A],
    order: &'a Order,
    keys: &'a Keys,
    stop: &'a AtomicBool,
    uniform: [Option<DecisionKey>; SEAT_SLOTS],
    /// Seats that lost by a foul, as bits.
    lost: u8,
    observer: &'a mut O,
    past: &'a mut Past<G>,
    recalls: bool,
}

impl<'a, G: Game, A: Agent<G>, O: Observer<G> + ?Sized, const NOTES: bool>
    GameLoop<'a, G, A, O, NOTES>
{
    fn new(
        seated: &'a mut SeatedAgents<'_, A>,
        past: &'a mut Past<G>,
        observer: &'a mut O,
    ) -> GameLoop<'a, G, A, O, NOTES> {
        let SeatedAgents { agents, order, keys, stop } = seated;
        let mut uniform = [None; SEAT_SLOTS];
        for (seat, agent) in order.iter() {
            if agents[usize::from(agent)].is_uniform() && !observer.asks_agents() {
                uniform[seat.index()] = Some(keys[seat.index()]);
            }
        }
        let recalls = NOTES && agents.iter().any(Agent::recalls);
        GameLoop { agents, order, keys, stop, uniform, lost: 0, observer, past, recalls }
    }

    /// The action of a seat whose agent is not asked: random, from the seat's own stream.
    fn at_random(&self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        game.random_legal(state, &mut self.keys[seat.index()].at(game.clock(state)))
    }

    /// The action of a seat that makes a mistake, if the others finish the game.
    #[cold]
    fn lose(&mut self, game: &G, state: &G::State, foul: Foul) -> Result<G::Action, Stop> {
        let seat = foul.seat;
        if !self.observer.forgives(&foul) {
            return Err(Stop::Halt(foul.into()));
        }
        self.lost |= 1 << seat.index();
        if !self.observer.asks_agents() {
            self.uniform[seat.index()] = Some(self.keys[seat.index()]);
        }
        Ok(self.at_random(game, state, seat))
    }
}

/// Seats rounded up to a power of two, so that no index needs a check.
const SEAT_SLOTS: usize = MAX_SEATS.next_power_of_two();

enum Stop {
    Halt(Halt),
    Enough,
}

impl From<Endless> for Stop {
    fn from(endless: Endless) -> Stop {
        Stop::Halt(endless.into())
    }
}

impl<G: Game, A: Agent<G>, O: Observer<G> + ?Sized, const NOTES: bool> Decider<G>
    for GameLoop<'_, G, A, O, NOTES>
{
    type Stop = Stop;

    #[inline(always)]
    fn uniform(&self, seat: Seat) -> Option<DecisionKey> {
        self.uniform[seat.index() % SEAT_SLOTS]
    }

    #[inline]
    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stop::Halt(Halt::GivenUp));
        }
        if !self.observer.goes_on(game, state) {
            return Err(Stop::Enough);
        }
        if self.lost >> seat.index() & 1 == 1 {
            return Ok(self.at_random(game, state, seat));
        }
        let number = usize::from(self.order[seat]);
        let begin = self.observer.timing().map(|_| Instant::now());
        let past = if NOTES { Some(&mut *self.past) } else { None };
        let node = DecisionNode { game, state, seat, keys: self.keys, past };
        let choice = node.choice(&mut self.agents[number]);
        if let Some((begin, timing)) = begin.zip(self.observer.timing()) {
            timing.0[number].add(begin.elapsed());
        }
        choice.or_else(|foul| self.lose(game, state, foul))
    }

    #[inline(always)]
    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        self.observer.decision(game, state, seat, action);
        if NOTES && self.recalls {
            self.past.note(game, state, seat, action);
        }
    }
}

// The statistics do not know the engine, but count seats and wins in the same way.
const _: () = assert!(drakkar_stats::finished::WHOLE_WIN == drakkar_engine::outcome::WHOLE_WIN);
const _: () = assert!(drakkar_stats::finished::MAX_SEATS == MAX_SEATS);

/// `facts` has an entry for every seat, unless facts are not needed.
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
