//! Deals and plays for a worker: the part of a worker that is compiled for each game.

mod observers;
mod texts;

use std::sync::{Arc, atomic::AtomicBool};

use drakkar_agents::agent::{Agent, Log};
use drakkar_engine::fact::{Facts, Ledger};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, PlayedGame, rule_set_line};
use drakkar_engine::{data::ToData, outcome::Outcome, recorded::Recorded};
use drakkar_engine::{seat::PerSeat, seat::Seat, seed::DealSeed};
use serde_json::Value;

use crate::actions::{ActionChoice, Actions};
use crate::game::{DecisionNode, Foul, Halt, Keys, SeatedAgents, While, play_on, round_of};
use crate::{branch_task::BranchTask, schedule::Order, timing::Timing};
use observers::{DecisionFinder, DecisionLog};
use texts::ActionTexts;

pub(crate) struct GameSetup<'s> {
    pub rules: usize,
    /// The agents of the seats, whose numbers are counted from `first` on.
    pub order: &'s Order,
    pub first: usize,
    pub opening: Option<Opening>,
    /// The seat that begins the next round, whatever happens in this one.
    pub heir: Option<Seat>,
    pub keys: &'s Keys,
    /// Where facts and scorings go, unless they are not needed.
    pub ledger: Option<usize>,
    pub notes: Option<Notes<'s>>,
}

impl<'s> GameSetup<'s> {
    pub(crate) fn new(
        rules: usize,
        first: usize,
        order: &'s Order,
        keys: &'s Keys,
    ) -> GameSetup<'s> {
        let (opening, heir, ledger, notes) = (None, None, None, None);
        GameSetup { rules, order, first, opening, heir, keys, ledger, notes }
    }
}

/// A seat that another agent plays at first. Facts of such a game are not kept.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    pub seat: Seat,
    /// Its number, counted from the first of all agents.
    pub agent: u8,
    /// Whether it plays to the end of the turn, and not only the first decision.
    pub turn: bool,
}

pub(crate) struct Notes<'n> {
    pub decisions: bool,
    pub timing: Option<&'n mut Timing>,
    /// Seats, as bits, that lose by a foul, so that the others finish the game.
    pub losing: u8,
}

#[derive(Clone, Copy)]
pub(crate) struct SoughtDecision {
    /// Without `kind`, the first decision of the round is used.
    pub round: u32,
    /// What can be taken there; what it is compared with must be legal, too.
    pub kind: Option<usize>,
}

#[derive(Clone, Copy)]
pub(crate) enum Intervention {
    Nothing,
    /// A kind is taken; if it has several actions, this is left to the [`Opening`].
    Take(usize),
    /// What the kind is compared with is chosen; if it may be any action, this is left to the opening.
    Refuse(usize),
    /// The kind is gone; otherwise the same.
    TakeAway(usize),
    Grant(Seat, usize),
    Lead(Seat),
}

/// Deals and plays for a worker that knows no game: called once per game and for its reports, never for a decision.
pub(crate) trait GameDriver {
    /// Resets all agents to their state before the first game.
    fn refresh(&mut self);
    /// The logs of all agents since the last call.
    fn take_logs(&mut self) -> Vec<Log>;
    /// Deals; games begin there from now on.
    fn deal(&mut self, rules: usize, seed: DealSeed);
    fn play(&mut self, setup: GameSetup<'_>) -> Result<Outcome, Halt>;
    fn facts(&self, ledger: usize) -> &Facts;
    /// Its milestones: number and standing by seat of each.
    fn milestones(&mut self, rules: usize, ledger: usize) -> &[(usize, PerSeat<i32>)];
    fn deal_as_data(&self) -> Value;
    /// The decisions of the last game in which they were kept: seat, action, number of legal actions.
    fn decisions(&self) -> Vec<(usize, String, u32)>;
    /// The fouls of the last game with notes, and the number of decisions before each.
    fn fouls(&self) -> &[(Foul, usize)];
    /// Appends the record of that game, which was completed.
    fn record(&mut self, rules: usize, ledger: usize, origin: Origin<'_>, line: &mut Vec<u8>);
    /// Plays on from where games begin, with one agent in all seats, and keeps the decision points that are sought.
    fn seek(&mut self, agent: usize, keys: &Keys, sought: SoughtDecision) -> Result<u32, Halt>;
    fn takes(&mut self, agent: usize, kind: usize, keys: &Keys) -> Result<bool, Halt>;
    /// Plays on to the next round; the seat that begins it, if there is such a round.
    fn heir(&mut self, setup: GameSetup<'_>) -> Result<Option<Seat>, Halt>;
    /// Lets branches begin at this decision point, or else at the deal's first state. Returns the seat that decides.
    fn stand(&mut self, point: Option<u32>) -> Option<Seat>;
    /// Lets games begin where branches do, with this change; false if there is no such thing, an error if not legal.
    fn change(&mut self, rules: usize, change: Intervention) -> Result<bool, String>;
}

pub(crate) struct TypedDriver<'a, G: Recorded, A> {
    games: &'a [G],
    /// What records call them, if a game by them was recorded.
    rule_set_ids: Vec<Option<String>>,
    texts: ActionTexts<G::Action>,
    /// The agents as they were before their first game.
    fresh: &'a [A],
    agents: Vec<A>,
    stop: Arc<AtomicBool>,
    deal: Option<G::Deal>,
    start: Option<G::State>,
    before: Past<G>,
    /// What was decided before in the game that is played; only its memory lasts.
    past: Past<G>,
    ledgers: Vec<Ledger<G::Scoring>>,
    milestones: Vec<(usize, PerSeat<i32>)>,
    decisions: Vec<(Seat, G::Action, u32)>,
    fouls: Vec<(Foul, usize)>,
    /// The end of the last game with notes.
    end: Option<G::State>,
    actions: Actions<G::Action>,
    found: Vec<(G::State, Past<G>)>,
    root: Option<(G::State, Past<G>)>,
}

impl<'a, G: Recorded, A: Agent<G> + Clone> TypedDriver<'a, G, A> {
    /// Panics if the actions of the branches are invalid, which must have been checked before.
    pub(crate) fn new(
        games: &'a [G],
        fresh: &'a [A],
        ledgers: u64,
        branches: Option<&BranchTask<'_>>,
        stop: Arc<AtomicBool>,
    ) -> TypedDriver<'a, G, A> {
        let ledger = |_| Ledger::new(games[0].players(), G::FACTS.len());
        TypedDriver {
            games,
            rule_set_ids: vec![None; games.len()],
            texts: ActionTexts::new(),
            fresh,
            agents: fresh.to_vec(),
            stop,
            deal: None,
            start: None,
            before: Past::new(),
            past: Past::new(),
            ledgers: (0..ledgers).map(ledger).collect(),
            milestones: Vec::new(),
            decisions: Vec::new(),
            fouls: Vec::new(),
            end: None,
            actions: Actions::of(branches).expect("the plan was checked"),
            found: Vec::new(),
            root: None,
        }
    }

    fn start(&self) -> G::State {
        self.start.expect("a game is dealt before it is played")
    }

    fn begin(&mut self, setup: &GameSetup<'_>) {
        for seats in setup.order.as_slice().chunk_by(PartialEq::eq) {
            self.agents[setup.first + usize::from(seats[0])].start_game();
        }
        if let Some(Opening { agent, .. }) = setup.opening {
            self.agents[usize::from(agent)].start_game();
        }
    }
}

/// Until the next round begins.
fn in_round<G: Recorded>(game: &G, state: &G::State) -> impl FnMut(&G, &G::State) -> bool + use<G> {
    let round = round_of(game, state);
    move |game, state| round_of(game, state) <= round
}

impl<G: Recorded, A: Agent<G> + Clone> GameDriver for TypedDriver<'_, G, A> {
    fn refresh(&mut self) {
        self.agents = self.fresh.to_vec();
        self.fouls.clear();
    }

    fn take_logs(&mut self) -> Vec<Log> {
        self.agents.iter_mut().map(A::take_log).collect()
    }

    fn deal(&mut self, rules: usize, seed: DealSeed) {
        let deal = self.deal.insert(self.games[rules].deal(seed));
        self.start = Some(self.games[rules].state(deal));
        self.before.clear();
    }

    fn play(&mut self, setup: GameSetup<'_>) -> Result<Outcome, Halt> {
        self.begin(&setup);
        let GameSetup { rules, order, first, opening, heir, keys, ledger, notes } = setup;
        let (game, mut state, stop) = (&self.games[rules], self.start(), &*self.stop);
        self.past.clone_from(&self.before);
        let past = &mut self.past;
        if let Some(opening) = opening {
            let order = &PerSeat::from_fn(game.players(), |seat| match seat == opening.seat {
                true => opening.agent,
                false => first as u8 + order[seat],
            });
            let turn_of =
                |game: &G, state: &G::State| game.interventions().and_then(|by| by.turn(state));
            let turn = opening.turn.then(|| turn_of(game, &state)).flatten();
            let mut is_first = true;
            let mut opener = While(|game: &G, state: &G::State| {
                let goes_on = turn.map_or(is_first, |turn| turn_of(game, state) == Some(turn));
                is_first = false;
                goes_on
            });
            let seated = &mut SeatedAgents { agents: &mut self.agents, order, keys, stop };
            play_on(game, &mut state, past, seated, None, Some(&mut opener))?;
        }
        let seated = &mut SeatedAgents { agents: &mut self.agents[first..], order, keys, stop };
        if let Some((heir, by)) = heir.zip(game.interventions()) {
            let mut round = While(in_round(game, &state));
            play_on(game, &mut state, past, seated, None, Some(&mut round))?;
            if game.to_move(&state).is_some() && by.set_first(&mut state, heir) {
                // What was decided before led to another state.
                past.clear();
            }
        }
        let Some(ledger) = ledger else {
            play_on(game, &mut state, past, seated, None, None)?;
            return Ok(game.outcome(&state));
        };
        let ledger = &mut self.ledgers[ledger];
        ledger.clear();
        if let Some(deal) = &self.deal {
            game.opening(deal, ledger);
        }
        let Some(notes) = notes else {
            play_on(game, &mut state, past, seated, Some(ledger), None)?;
            return Ok(game.outcome(&state));
        };
        self.decisions.clear();
        self.fouls.clear();
        let (decisions, fouls) = (&mut self.decisions, &mut self.fouls);
        let mut diary = DecisionLog { notes, decisions, fouls, players: game.players() };
        play_on(game, &mut state, past, seated, Some(ledger), Some(&mut diary))?;
        self.end = Some(state);
        Ok(game.outcome(&state))
    }

    fn facts(&self, ledger: usize) -> &Facts {
        self.ledgers[ledger].all_facts()
    }

    fn milestones(&mut self, rules: usize, ledger: usize) -> &[(usize, PerSeat<i32>)] {
        self.milestones.clear();
        let scorings = self.ledgers[ledger].scorings().iter();
        self.milestones.extend(scorings.filter_map(|scoring| self.games[rules].milestone(scoring)));
        &self.milestones
    }

    fn deal_as_data(&self) -> Value {
        self.deal.as_ref().map_or(Value::Null, ToData::to_data)
    }

    fn decisions(&self) -> Vec<(usize, String, u32)> {
        let text = |(seat, action, legal): &(Seat, G::Action, u32)| {
            (seat.index(), action.to_string(), *legal)
        };
        self.decisions.iter().map(text).collect()
    }

    fn fouls(&self) -> &[(Foul, usize)] {
        &self.fouls
    }

    fn record(&mut self, rules: usize, ledger: usize, origin: Origin<'_>, line: &mut Vec<u8>) {
        let (Some(deal), Some(end)) = (&self.deal, &self.end) else {
            panic!("a game is played before it is recorded");
        };
        let (game, ledger) = (&self.games[rules], &self.ledgers[ledger]);
        let id = self.rule_set_ids[rules].get_or_insert_with(|| rule_set_line(game).1);
        let played = PlayedGame { game, deal, decisions: &self.decisions, ledger, end };
        played.write(origin, id, line, |action, line| self.texts.append(action, line));
    }

    fn seek(&mut self, agent: usize, keys: &Keys, sought: SoughtDecision) -> Result<u32, Halt> {
        let (game, mut state, stop) = (&self.games[0], self.start(), &*self.stop);
        self.found.clear();
        let legal = sought.kind.and_then(|kind| self.actions.of_kind(kind));
        let (round, found, actions) = (sought.round, &mut self.found, Vec::new());
        let mut finder = DecisionFinder::<G> { legal, round, found, actions, past: Past::new() };
        let agents = &mut self.agents[agent..];
        agents[0].start_game();
        self.past.clone_from(&self.before);
        let order = &PerSeat::new(game.players(), 0);
        let seated = &mut SeatedAgents { agents, order, keys, stop };
        play_on(game, &mut state, &mut self.past, seated, None, Some(&mut finder))?;
        Ok(self.found.len() as u32)
    }

    fn takes(&mut self, agent: usize, kind: usize, keys: &Keys) -> Result<bool, Halt> {
        let game = &self.games[0];
        let root = self.root.clone().zip(self.actions.of_kind(kind));
        let Some(((state, mut past), (taken, _))) = root else { return Ok(false) };
        let Some(seat) = game.to_move(&state) else { return Ok(false) };
        let agent = &mut self.agents[agent];
        agent.start_game();
        let node = DecisionNode { game, state: &state, seat, keys, past: Some(&mut past) };
        Ok(taken.fits(node.choice(agent)?))
    }

    fn heir(&mut self, setup: GameSetup<'_>) -> Result<Option<Seat>, Halt> {
        self.begin(&setup);
        let GameSetup { rules, order, first, keys, .. } = setup;
        let (game, mut state) = (&self.games[rules], self.start());
        let mut round = While(in_round(game, &state));
        self.past.clone_from(&self.before);
        let agents = &mut self.agents[first..];
        let seated = &mut SeatedAgents { agents, order, keys, stop: &self.stop };
        play_on(game, &mut state, &mut self.past, seated, None, Some(&mut round))?;
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
        let (by, actions) = (game.interventions(), &self.actions);
        let root = self.root.clone();
        let (mut state, mut past) = root.expect("there is a place at which branches begin");
        // The action that is chosen, if there is something to change, and if it needs one.
        let chosen = match change {
            Intervention::Nothing => Some(None),
            Intervention::Take(kind) => actions.of_kind(kind).map(|(take, _)| match take {
                ActionChoice::One(take) => Some(*take),
                ActionChoice::Fitting(_) => None,
            }),
            Intervention::Refuse(kind) => actions.of_kind(kind).map(|(_, against)| against),
            Intervention::TakeAway(kind) => {
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                by.zip(actions.of_kind(kind)).and_then(|(by, (take, against))| {
                    let take = legal.iter().copied().find(|&action| take.fits(action))?;
                    by.take_away(&mut state, take).then_some(against)
                })
            }
            Intervention::Grant(seat, item) => {
                by.and_then(|by| by.grant(&mut state, seat, item).then_some(None))
            }
            Intervention::Lead(seat) => by.and_then(|by| by.lead(&mut state, seat).then_some(None)),
        };
        if let Some(Some(action)) = chosen {
            let before = state;
            game.apply(&mut state, action, &mut ()).map_err(|error| error.to_string())?;
            if let Some(seat) = game.to_move(&before) {
                past.note(game, &before, seat, action);
            }
        }
        if matches!(
            change,
            Intervention::TakeAway(_) | Intervention::Grant(..) | Intervention::Lead(_)
        ) {
            past.clear();
        }
        (self.start, self.before) = (Some(state), past);
        Ok(chosen.is_some())
    }
}
