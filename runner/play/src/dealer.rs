//! Deals and plays for a worker: the part of a worker that is compiled for each game.

mod sitting;
mod watchers;

use std::sync::{Arc, atomic::AtomicBool};

use drakkar_agents::agent::{Agent, Log};
use drakkar_engine::fact::{Facts, Ledger};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::{data::ToData, outcome::Outcome, recorded::Recorded};
use drakkar_engine::{seat::PerSeat, seat::Seat, seed::DealSeed};
use serde_json::Value;

use crate::actions::{ActionChoice, Actions, Against};
use crate::branch_task::BranchTask;
use crate::game::{Foul, Halt, Keys, Watch, choice, play_on, round_of, turn_of};
pub(crate) use sitting::{Intervention, Notes, Opening, Sitting, Sought};
pub(crate) use watchers::Bare;
use watchers::{DecisionFinder, Diary, Opener, ToNextRound};

/// Deals, and lets agents play, for a worker that knows no game. It is called once per game and for
/// reports about it, never for a decision.
pub(crate) trait Dealer {
    /// Resets all agents to their state before the first game.
    fn refresh(&mut self);

    /// How many agents there are.
    fn agents(&self) -> usize;

    /// Tells an agent that a game begins.
    fn start_game(&mut self, agent: usize);

    /// The agent's log since the last call.
    fn take_log(&mut self, agent: usize) -> Log;

    /// Deals by rule set number `rules`; games begin there from now on.
    fn deal(&mut self, rules: usize, seed: DealSeed);

    /// Plays a game to its end.
    fn play(&mut self, sitting: Sitting<'_>) -> Result<Outcome, Halt>;

    /// The facts of the last game that was played into a ledger.
    fn facts(&self, ledger: usize) -> &Facts;

    /// Reports its milestones under rule set number `rules`: number and standing by seat of each.
    fn milestones(&self, rules: usize, ledger: usize, tell: &mut dyn FnMut(usize, &[i32]));

    /// The current deal, as records have it.
    fn deal_as_data(&self) -> Value;

    /// The decisions of the last game in which they were kept: seat, action, number of legal
    /// actions.
    fn decisions(&self) -> Vec<(usize, String, u32)>;

    /// The fouls of the last game with notes, and the number of decisions before each.
    fn fouls(&self) -> &[(Foul, usize)];

    /// The record of that game, which was completed.
    fn record(&self, rules: usize, ledger: usize, origin: Origin<'_>) -> Record;

    /// Plays on from where games begin, with one agent in all seats, and keeps the decision points
    /// that are sought. Returns how many there are.
    fn seek(&mut self, agent: usize, keys: &Keys, sought: Sought) -> Result<u32, Halt>;

    /// Whether an agent takes a kind by itself where branches begin.
    fn takes(&mut self, agent: usize, kind: usize, keys: &Keys) -> Result<bool, Halt>;

    /// Plays on from where games begin to the next round, and returns the seat that begins it; `None` if there is
    /// none.
    fn heir(&mut self, sitting: Sitting<'_>) -> Result<Option<Seat>, Halt>;

    /// Selects the decision point with this number, or else the first state of the deal, as the
    /// start of branches. Returns the seat that decides there.
    fn stand(&mut self, point: Option<u32>) -> Option<Seat>;

    /// Lets games begin where branches do, under rule set number `rules` and with this change.
    /// Returns whether there is such a thing to change.
    ///
    /// # Errors
    /// If an action is not legal.
    fn change(&mut self, rules: usize, change: Intervention) -> Result<bool, String>;
}

/// See [`Dealer`].
pub(crate) struct House<'a, G: Recorded, A> {
    /// By number of the rule set.
    games: &'a [G],
    /// The agents as they were before their first game.
    fresh: &'a [A],
    agents: Vec<A>,
    /// Gives up the game that is played, once it is true.
    stop: Arc<AtomicBool>,
    deal: Option<G::Deal>,
    /// The state in which games begin, and what was decided before.
    start: Option<G::State>,
    before: Past<G>,
    /// What was decided before in the game that is played; only its memory lasts.
    past: Past<G>,
    ledgers: Vec<Ledger<G::Scoring>>,
    decisions: Vec<(Seat, G::Action, u32)>,
    fouls: Vec<(Foul, usize)>,
    /// The end of the last game with notes.
    end: Option<G::State>,
    /// The actions of a plan of branches.
    actions: Actions<G::Action>,
    /// The decision points found.
    found: Vec<(G::State, Past<G>)>,
    /// The decision point at which branches begin.
    root: Option<(G::State, Past<G>)>,
}

impl<'a, G: Recorded, A: Agent<G> + Clone> House<'a, G, A> {
    /// Games of so many seats, with so many ledgers; `branches` are those of the worker's task.
    ///
    /// # Panics
    /// If the actions of the branches are invalid, which must have been checked before.
    pub(crate) fn new(
        games: &'a [G],
        fresh: &'a [A],
        players: usize,
        ledgers: u64,
        branches: Option<&BranchTask<'_>>,
        stop: Arc<AtomicBool>,
    ) -> House<'a, G, A> {
        let actions = match branches {
            None => Actions::default(),
            Some(branches) => Actions::of(branches, games.len()).expect("the plan was checked"),
        };
        let mut house = House {
            games,
            fresh,
            agents: fresh.to_vec(),
            stop,
            deal: None,
            start: None,
            before: Past::new(),
            past: Past::new(),
            ledgers: Vec::new(),
            decisions: Vec::new(),
            fouls: Vec::new(),
            end: None,
            actions,
            found: Vec::new(),
            root: None,
        };
        for _ in 0..ledgers {
            house.ledgers.push(Ledger::new(players, G::FACTS.len()));
        }
        house
    }

    fn start(&self) -> G::State {
        self.start.expect("a game is dealt before it is played")
    }
}

impl<G: Recorded, A: Agent<G> + Clone> Dealer for House<'_, G, A> {
    fn refresh(&mut self) {
        self.agents = self.fresh.to_vec();
        self.fouls.clear();
    }

    fn agents(&self) -> usize {
        self.agents.len()
    }

    fn start_game(&mut self, agent: usize) {
        self.agents[agent].start_game();
    }

    fn take_log(&mut self, agent: usize) -> Log {
        self.agents[agent].take_log()
    }

    fn deal(&mut self, rules: usize, seed: DealSeed) {
        let deal = self.games[rules].deal(seed);
        self.start = Some(self.games[rules].state(&deal));
        self.before.clear();
        self.deal = Some(deal);
    }

    fn play(&mut self, sitting: Sitting<'_>) -> Result<Outcome, Halt> {
        let Sitting { rules, order, first, starting, opening, heir, keys, ledger, notes } = sitting;
        let (game, mut state) = (&self.games[rules], self.start());
        self.past.clone_from(&self.before);
        let past = &mut self.past;
        if let Some(opening) = opening {
            let order = PerSeat::from_fn(game.players(), |seat| match seat == opening.seat {
                true => opening.agent,
                false => first as u8 + order[seat],
            });
            let turn = opening.turn.then(|| turn_of(game, &state)).flatten();
            let opener: &mut dyn Watch<G> = &mut Opener { stop: &self.stop, turn, decisions: 0 };
            play_on(game, &mut state, past, &mut self.agents, &order, keys, &mut (), opener)?;
        }
        let agents = &mut self.agents[first..];
        for agent in &mut agents[..starting] {
            agent.start_game();
        }
        let stop = &*self.stop;
        if let Some((heir, by)) = heir.zip(game.interventions()) {
            let round = round_of(game, &state);
            let watch: &mut dyn Watch<G> = &mut ToNextRound { stop, round };
            play_on(game, &mut state, past, agents, order, keys, &mut (), watch)?;
            if game.to_move(&state).is_some() && by.set_first(&mut state, heir) {
                // What was decided before led to another state.
                past.clear();
            }
        }
        let mut bare = Bare(stop);
        let Some(ledger) = ledger else {
            play_on(game, &mut state, past, agents, order, keys, &mut (), &mut bare)?;
            return Ok(game.outcome(&state));
        };
        let ledger = &mut self.ledgers[ledger];
        ledger.clear();
        if let Some(deal) = &self.deal {
            game.opening(deal, ledger);
        }
        match notes {
            None => play_on(game, &mut state, past, agents, order, keys, ledger, &mut bare)?,
            Some(notes) => {
                self.decisions.clear();
                self.fouls.clear();
                let (decisions, fouls) = (&mut self.decisions, &mut self.fouls);
                let diary = Diary { stop, notes, decisions, fouls, players: game.players() };
                let diary: &mut dyn Watch<G> = &mut { diary };
                play_on(game, &mut state, past, agents, order, keys, ledger, diary)?;
                self.end = Some(state);
            }
        }
        Ok(game.outcome(&state))
    }

    fn facts(&self, ledger: usize) -> &Facts {
        self.ledgers[ledger].all_facts()
    }

    fn milestones(&self, rules: usize, ledger: usize, tell: &mut dyn FnMut(usize, &[i32])) {
        for scoring in self.ledgers[ledger].scorings() {
            if let Some((number, standing)) = self.games[rules].milestone(scoring) {
                tell(number, standing.as_slice());
            }
        }
    }

    fn deal_as_data(&self) -> Value {
        self.deal.as_ref().map_or(Value::Null, ToData::to_data)
    }

    fn decisions(&self) -> Vec<(usize, String, u32)> {
        let mut decisions = Vec::new();
        for (seat, action, legal) in &self.decisions {
            decisions.push((seat.index(), action.to_string(), *legal));
        }
        decisions
    }

    fn fouls(&self) -> &[(Foul, usize)] {
        &self.fouls
    }

    fn record(&self, rules: usize, ledger: usize, origin: Origin<'_>) -> Record {
        let (Some(deal), Some(end)) = (&self.deal, &self.end) else {
            panic!("a game is played before it is recorded");
        };
        let (game, ledger) = (&self.games[rules], &self.ledgers[ledger]);
        Record::of_game(game, origin, deal, &self.decisions, ledger, end)
    }

    fn seek(&mut self, agent: usize, keys: &Keys, sought: Sought) -> Result<u32, Halt> {
        let (game, mut state) = (&self.games[0], self.start());
        let order = PerSeat::new(game.players(), 0);
        let (agents, ledger) = (&mut self.agents[agent..], &mut self.ledgers[0]);
        self.found.clear();
        ledger.clear();
        let legal = sought.kind.and_then(|kind| self.actions.of_kind(kind));
        let (round, found, actions) = (sought.round, &mut self.found, Vec::new());
        let stop = &*self.stop;
        let lookout: &mut dyn Watch<G> =
            &mut DecisionFinder::<G> { stop, legal, round, found, actions, past: Past::new() };
        agents[0].start_game();
        let past = &mut self.past;
        past.clone_from(&self.before);
        play_on(game, &mut state, past, agents, &order, keys, ledger, lookout)?;
        Ok(self.found.len() as u32)
    }

    fn takes(&mut self, agent: usize, kind: usize, keys: &Keys) -> Result<bool, Halt> {
        let game = &self.games[0];
        let (Some((state, mut past)), Some((taken, _))) =
            (self.root.clone(), self.actions.of_kind(kind))
        else {
            return Ok(false);
        };
        let Some(seat) = game.to_move(&state) else { return Ok(false) };
        let agent = &mut self.agents[agent];
        Ok(taken.fits(choice(agent, game, &state, seat, keys, &mut past)?))
    }

    fn heir(&mut self, sitting: Sitting<'_>) -> Result<Option<Seat>, Halt> {
        let Sitting { rules, order, first, keys, .. } = sitting;
        let (game, mut state) = (&self.games[rules], self.start());
        let (stop, round) = (&*self.stop, round_of(game, &state));
        let watch: &mut dyn Watch<G> = &mut ToNextRound { stop, round };
        self.past.clone_from(&self.before);
        let (past, agents) = (&mut self.past, &mut self.agents[first..]);
        play_on(game, &mut state, past, agents, order, keys, &mut (), watch)?;
        let goes_on = game.to_move(&state).is_some();
        Ok(game.interventions().filter(|_| goes_on).and_then(|by| by.first(&state)))
    }

    fn stand(&mut self, point: Option<u32>) -> Option<Seat> {
        let root = match point {
            Some(point) => self.found[point as usize].clone(),
            None => (self.start(), self.before.clone()),
        };
        let seat = self.games[0].to_move(&root.0);
        self.root = Some(root);
        seat
    }

    fn change(&mut self, rules: usize, change: Intervention) -> Result<bool, String> {
        let game = &self.games[rules];
        let (mut state, mut past) =
            self.root.clone().expect("there is a place at which branches begin");
        let (by, actions) = (game.interventions(), &self.actions);
        let mut choose = |state: &mut G::State, action| {
            let before = *state;
            game.apply(state, action, &mut ()).map_err(|error| error.to_string())?;
            if let Some(seat) = game.to_move(&before) {
                past.note(game, &before, seat, action);
            }
            Ok::<bool, String>(true)
        };
        let done = match (change, by) {
            (Intervention::Nothing, _) => true,
            (Intervention::Take(kind), _) => match actions.of_kind(kind) {
                Some((ActionChoice::One(take), _)) => choose(&mut state, *take)?,
                Some((ActionChoice::Fitting(_), _)) => true,
                None => false,
            },
            (Intervention::Refuse(kind), _) => match actions.of_kind(kind) {
                Some((_, Against::One(action))) => choose(&mut state, action)?,
                Some((_, Against::Others)) => true,
                None => false,
            },
            (Intervention::TakeAway(kind), Some(by)) => {
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                let kind = actions.of_kind(kind);
                let take = |(kind, against)| {
                    let kind: &ActionChoice<G::Action> = kind;
                    Some((legal.iter().copied().find(|&action| kind.fits(action))?, against))
                };
                match kind.and_then(take) {
                    Some((take, against)) if by.take_away(&mut state, take) => match against {
                        Against::One(action) => choose(&mut state, action)?,
                        Against::Others => true,
                    },
                    _ => false,
                }
            }
            (Intervention::Grant(seat, item), Some(by)) => by.grant(&mut state, seat, item),
            (Intervention::Lead(seat), Some(by)) => by.lead(&mut state, seat),
            (_, None) => false,
        };
        if matches!(
            change,
            Intervention::TakeAway(_) | Intervention::Grant(..) | Intervention::Lead(_)
        ) {
            // What was decided before led to another state.
            past.clear();
        }
        self.start = Some(state);
        self.before = past;
        Ok(done)
    }
}
