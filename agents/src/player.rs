//! Any agent of this crate, built from its specification.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use drakkar_engine::data::ToData;
use drakkar_engine::game::{Game, View};
use drakkar_engine::input::{self, or_known, refusal};
use drakkar_engine::past::Recalled;
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Analysis, Log};
use crate::best::{self, Cell};
use crate::catalogue::VALUE_TEMPERATURE;
use crate::exec::Exec;
use crate::greedy::Greedy;
use crate::heuristic::{Heuristic, Judge, NamedTexts, Playable};
use crate::mcts::{Mcts, Truncation};
use crate::net::{Evaluator, Net};
use crate::random::Random;
use crate::registry;
use crate::scale::{Scale, ScaleName};
use crate::spec::{Epsilon, FileName, Kind, Spec, SpecError, SpecFault, or_named};

type Estimates<G> = Evaluator<G, <<G as Playable>::Heuristic as Heuristic<G>>::Features>;

/// One agent.
pub struct Player<G: Playable> {
    agent: AnyAgent<G>,
    /// How often it decides at random, and the agent that does so. Boxed because it is rare: a player should stay
    /// small.
    epsilon: Option<Box<(Epsilon, Random)>>,
}

/// The agents that a player can be: a `match` per decision instead of a virtual call.
enum AnyAgent<G: Playable> {
    Random(Random),
    Greedy(Greedy<G, G::Heuristic>),
    /// Flat Monte Carlo too.
    Mcts(Box<Mcts<G, G::Heuristic>>),
    /// A program, or a registered agent, whose choices are checked here. The lock is never contended, since threads
    /// play with copies: it lets agents be shared that otherwise could not be.
    External(Mutex<Box<dyn Agent<G>>>),
}

impl<G: Playable> AnyAgent<G> {
    fn inner(&mut self) -> &mut dyn Agent<G> {
        match self {
            AnyAgent::Random(agent) => agent,
            AnyAgent::Greedy(agent) => agent,
            AnyAgent::Mcts(agent) => &mut **agent,
            AnyAgent::External(agent) => {
                agent.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
            }
        }
    }
}

fn locked<G: Game>(agent: &Mutex<Box<dyn Agent<G>>>) -> MutexGuard<'_, Box<dyn Agent<G>>> {
    agent.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Playable> Player<G> {
    /// The agent that `spec` names, ready to play `game`. Files are read now and not later.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit the game, naming file and key; if the game has no heuristic or
    /// estimated scores that it needs; if a registered agent cannot be made for this game, or if it is a person.
    pub fn build(spec: &Spec, game: &G) -> Result<Player<G>, SpecError> {
        Player::rebuild(spec, None, game)
    }

    /// The agent that `spec` named when it had the [weights](Player::weights_toml) `toml`; no file is read.
    ///
    /// # Errors
    /// If the weights do not fit the game, or if the agent has none.
    pub fn rebuild(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecError> {
        Player::made(spec, toml, game).map_err(|fault| fault.of(spec.brief()))
    }

    fn made(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecFault> {
        let asks = spec.asks_heuristic();
        let restriction = spec.restriction().cloned();
        if toml.is_some() && !asks {
            return Err("has no weights".into());
        }
        if asks && !<G::Heuristic as Heuristic<G>>::EXISTS {
            return Err("asks a heuristic, and this game has none; `uct` does without".into());
        }
        let epsilon = (spec.epsilon() != Epsilon::NEVER)
            .then(|| Box::new((spec.epsilon(), Random::new(restriction.clone()))));
        let agent = match spec.kind() {
            Kind::Random => AnyAgent::Random(Random::new(restriction)),
            Kind::Greedy(look) => AnyAgent::Greedy(
                Greedy::new(heuristic::<G>(spec, toml)?, game)
                    .with_look(*look)
                    .with_net(net::<G>(spec, game)?)
                    .with_restriction(restriction),
            ),
            Kind::Flat(settings) | Kind::Mcts(settings) => {
                settings.check()?;
                let heuristic = heuristic::<G>(spec, toml)?;
                let net = net::<G>(spec, game)?;
                let expects_scores = net.is_some()
                    || <<G::Heuristic as Heuristic<G>>::Judge as Judge<G>>::EXPECTS_SCORES;
                if settings.own_score > 0.0
                    && settings.truncation != Truncation::Never
                    && !expects_scores
                {
                    let reason = "`own_score` compares final scores, which the heuristic of this game does not \
                                  estimate; it goes with a net (value=FILE), or with truncation=none";
                    return Err(reason.into());
                }
                let agent = Mcts::new(*settings, heuristic, game);
                let agent = agent.with_net(net).with_scale(scale::<G>(spec)?);
                AnyAgent::Mcts(Box::new(agent.with_restriction(restriction)))
            }
            Kind::Exec(program) => {
                let agent = Exec::new(program.clone(), restriction, game, companion);
                AnyAgent::External(Mutex::new(Box::new(agent)))
            }
            Kind::Own { name, options } => match registry::installed().find(name) {
                Some(agent) => AnyAgent::External(Mutex::new(agent.build(game, options)?)),
                None => return Err("this program has no such agent".into()),
            },
            Kind::Human => return Err("a person plays in `drakkar play` alone".into()),
        };
        Ok(Player { agent, epsilon })
    }

    /// The net with which the agent estimates win shares; `None` if it has none.
    pub fn net(&self) -> Option<&Net> {
        match &self.agent {
            AnyAgent::Greedy(agent) => agent.net(),
            AnyAgent::Mcts(agent) => agent.net(),
            AnyAgent::Random(_) | AnyAgent::External(_) => None,
        }
    }

    /// Checks that the agent's net, if it has one, has this SHA-256.
    ///
    /// # Errors
    /// If the file has changed.
    pub fn check_net(&self, spec: &Spec, expected: &str) -> Result<(), SpecError> {
        match (self.net(), spec.net()) {
            (Some(net), Some(file)) if net.sha256() != expected => {
                let (file, found) = (file.as_str(), net.sha256());
                let fault = SpecFault(format!(
                    "net file `{file}` has SHA-256 {found}; it had {expected} when this was planned"
                ));
                Err(fault.of(spec.brief()))
            }
            _ => Ok(()),
        }
    }

    /// The choice, if it is made at random; nothing has been drawn from `rng` yet.
    #[cold]
    #[inline(never)]
    fn epsilon(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Option<Result<G::Action, AgentError>> {
        let (often, random) = self.epsilon.as_deref_mut()?;
        let (low, high) = often.ends();
        let probability = if low < high { low + (high - low) * rng.of_game().unit() } else { low };
        if rng.unit() >= probability {
            return None;
        }
        // A tree that was kept leads on from another action.
        self.agent.inner().start_game();
        Some(Agent::<G>::choose(random, view, rng))
    }

    /// All weights of the agent's heuristic as TOML, defaults included, since a file may change; `None` without
    /// weights.
    pub fn weights_toml(&self) -> Option<String> {
        match &self.agent {
            AnyAgent::Greedy(agent) => agent.net().is_none().then(|| agent.heuristic().to_toml()),
            AnyAgent::Mcts(agent) => agent.heuristic().map(Heuristic::to_toml),
            AnyAgent::Random(_) | AnyAgent::External(_) => None,
        }
    }
}

/// The agent that `text` names as in the command, if its choices follow from its seed.
fn companion<G: Playable>(text: &str, game: &G) -> Result<Box<dyn Agent<G>>, String> {
    let values = game.rule_set().to_data();
    let preset = values.as_object().map_or("", |values| G::rules().nearest(values));
    let cell = Cell::of::<G>(preset, game.players());
    let spec = best::read(text, cell).map_err(|error| error.to_string())?;
    if !spec.is_reproducible() {
        return Err(format!("`{text}` does not choose by its seed alone"));
    }
    Ok(Box::new(Player::build(&spec, game).map_err(|error| error.to_string())?))
}

fn text_of(named: NamedTexts, name: &str) -> Option<&'static str> {
    named.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn names(named: NamedTexts) -> Vec<&'static str> {
    named.iter().map(|(known, _)| *known).collect()
}

/// What comes with a game under a name, or else a file; `kind` is what the former is called.
fn text_or_file(
    what: &str,
    kind: &str,
    name: &str,
    named: NamedTexts,
) -> Result<Cow<'static, str>, SpecFault> {
    if let Some(text) = text_of(named, name) {
        return Ok(Cow::Borrowed(text));
    }
    input::read_text(Path::new(name)).map(Cow::Owned).map_err(|error| {
        let (reason, known) = (refusal(&error), or_named(kind, name, &names(named)));
        SpecFault(format!("{what} file `{name}` cannot be read: {reason}{known}"))
    })
}

fn net<G: Playable>(spec: &Spec, game: &G) -> Result<Option<Estimates<G>>, SpecFault> {
    let Some(file) = spec.net().map(FileName::as_str) else { return Ok(None) };
    let net = match text_or_file("net", "net", file, <G::Heuristic as Heuristic<G>>::NETS)? {
        Cow::Borrowed(text) => Net::shipped(text),
        Cow::Owned(text) => Net::from_json(&text).map(Arc::new),
    };
    let evaluator = net.and_then(|net| Evaluator::new(net, game));
    evaluator.map(Some).map_err(|error| SpecFault(format!("net file `{file}`: {error}")))
}

fn scale<G: Playable>(spec: &Spec) -> Result<Option<Scale>, SpecFault> {
    let name = match spec.scale() {
        None => return Ok(None),
        Some(ScaleName::Rounds(scale)) => return Ok(Some(scale.clone())),
        Some(ScaleName::Fitted(name)) => name,
    };
    let named = <G::Heuristic as Heuristic<G>>::SCALES;
    let unknown = || {
        VALUE_TEMPERATURE
            .error(format!("the game has no scale `{name}`{}", or_known(name, &names(named))))
    };
    Ok(Some(text_of(named, name).ok_or_else(unknown)?.parse()?))
}

/// The heuristic of an agent with its weights: those in `toml`, or those that it names, or the standard ones.
fn heuristic<G: Playable>(spec: &Spec, toml: Option<&str>) -> Result<G::Heuristic, SpecFault> {
    let (text, source) = match (toml, spec.weights().map(FileName::as_str)) {
        (Some(text), _) => (Cow::Borrowed(text), "weights".to_owned()),
        (None, None) => return Ok(Heuristic::standard()),
        (None, Some(name)) => {
            let named = <G::Heuristic as Heuristic<G>>::NAMED;
            let file = if text_of(named, name).is_some() { "" } else { " file" };
            (text_or_file("weights", "set", name, named)?, format!("weights{file} `{name}`"))
        }
    };
    G::Heuristic::from_toml(&text).map_err(|error| SpecFault(format!("{source}: {error}")))
}

fn checked<G: Game>(view: &View<'_, G>, action: G::Action) -> Result<G::Action, AgentError> {
    match (0..view.count_legal()).any(|k| view.nth_legal(k) == action) {
        true => Ok(action),
        false => Err(AgentError::illegal(action)),
    }
}

/// The choice of an external agent, if it is legal.
// Its own work is far larger than the call; built-in agents share the caller's code with it.
#[cold]
#[inline(never)]
fn external_choice<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &View<'_, G>,
    rng: &mut Rng,
) -> Result<G::Action, AgentError> {
    checked::<G>(view, agent.choose(view, rng)?)
}

// Derived implementations would put the same bounds on the game itself.

impl<G: Playable> Clone for Player<G> {
    fn clone(&self) -> Player<G> {
        let agent = match &self.agent {
            AnyAgent::Random(agent) => AnyAgent::Random(agent.clone()),
            AnyAgent::Greedy(agent) => AnyAgent::Greedy(agent.clone()),
            AnyAgent::Mcts(agent) => AnyAgent::Mcts(agent.clone()),
            AnyAgent::External(agent) => AnyAgent::External(Mutex::new(locked(agent).copied())),
        };
        Player { agent, epsilon: self.epsilon.clone() }
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("epsilon", &self.epsilon).finish_non_exhaustive()
    }
}

impl<G: Playable> Agent<G> for Player<G> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_uniform(&self) -> bool {
        matches!(&self.agent, AnyAgent::Random(agent) if Agent::<G>::is_uniform(agent))
    }

    #[inline(always)]
    fn start_game(&mut self) {
        self.agent.inner().start_game();
    }

    #[inline(always)]
    fn recalls(&self) -> bool {
        match &self.agent {
            AnyAgent::Random(_) => false,
            AnyAgent::Greedy(agent) => agent.recalls(),
            AnyAgent::Mcts(agent) => agent.recalls(),
            AnyAgent::External(agent) => locked(agent).recalls(),
        }
    }

    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        match &mut self.agent {
            AnyAgent::Greedy(agent) => agent.remember(past),
            agent => agent.inner().remember(past),
        }
    }

    fn hurry(&mut self, end: Instant) {
        self.agent.inner().hurry(end);
    }

    #[inline(always)]
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        if self.epsilon.is_some()
            && let Some(choice) = self.epsilon(view, rng)
        {
            return choice;
        }
        match &mut self.agent {
            AnyAgent::Random(agent) => Agent::<G>::choose(agent, view, rng),
            AnyAgent::Greedy(agent) => agent.choose(view, rng),
            AnyAgent::Mcts(agent) => agent.choose(view, rng),
            agent @ AnyAgent::External(_) => external_choice(agent.inner(), view, rng),
        }
    }

    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        if let Some(choice) = self.epsilon(view, rng) {
            return choice.map(Analysis::only);
        }
        let analysis = self.agent.inner().analyse(view, rng)?;
        if let AnyAgent::External(_) = &self.agent {
            checked::<G>(view, analysis.choice)?;
        }
        Ok(analysis)
    }

    fn take_log(&mut self) -> Log {
        let log = self.agent.inner().take_log();
        let Some(epsilon) = &mut self.epsilon else { return log };
        let Log { iterations: _, restricted, void } = Agent::<G>::take_log(&mut epsilon.1);
        Log { restricted: log.restricted + restricted, void: log.void + void, ..log }
    }

    fn ready(&self) -> Result<(), AgentError> {
        match &self.agent {
            AnyAgent::External(agent) => locked(agent).ready(),
            _ => Ok(()),
        }
    }
}
