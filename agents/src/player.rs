//! Any agent of this crate, built from its specification.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use drakkar_engine::game::View;
use drakkar_engine::input::{self, refusal};
use drakkar_engine::past::Recalled;
use drakkar_engine::seed::Rng;

use self::mind::Mind;
use self::stray::Straying;
use crate::agent::{Agent, AgentError, Analysis, Log};
use crate::exec::Exec;
use crate::greedy::Greedy;
use crate::heuristic::{Heuristic, Judge, Playable};
use crate::mcts::{Cutoff, Mcts};
use crate::net::{Evaluator, Net};
use crate::random::Random;
use crate::registry;
use crate::scale::{Scale, ScaleName};
use crate::spec::{Kind, Spec, SpecError, SpecFault, Stray, WeightSource};

mod mind;
mod stray;
#[cfg(test)]
mod tests;

/// A net that estimates win shares in a game.
type Estimates<G> = Evaluator<G, <<G as Playable>::Heuristic as Heuristic<G>>::Features>;

/// Judges positions of a game.
type Opinion<G> = <<G as Playable>::Heuristic as Heuristic<G>>::Judge;

/// One agent.
pub struct Player<G: Playable> {
    mind: Mind<G>,
    /// Boxed because it is rare: a player should stay small.
    stray: Option<Box<Straying>>,
}

impl<G: Playable> Player<G> {
    /// The agent that `spec` names, ready to play `game`. Files are read now and not later.
    ///
    /// # Errors
    /// If a weight file cannot be read or does not fit the game; the message names file and key. If
    /// the agent needs a heuristic and the game has none, or estimated scores and there are none. If a
    /// registered agent cannot be made for this game, or if a person is named, who is not an agent
    /// object.
    pub fn build(spec: &Spec, game: &G) -> Result<Player<G>, SpecError> {
        Player::rebuild(spec, None, game)
    }

    /// The agent that `spec` named when it had the weights `toml`, as [`Player::weights_toml`]
    /// returned them; no file is read.
    ///
    /// # Errors
    /// If the weights do not fit the game, or if the agent has none.
    pub fn rebuild(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecError> {
        Player::made(spec, toml, game).map_err(|fault| SpecError::new(spec.brief(), fault))
    }

    fn made(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecFault> {
        let asks = spec.asks_heuristic();
        if toml.is_none() {
            if let Some(agent) = guest(spec, game) {
                return Ok(Player { mind: Mind::Guest(Mutex::new(agent?)), stray: None });
            }
            if asks && !<G::Heuristic as Heuristic<G>>::EXISTS {
                return Err(SpecFault::NoHeuristic);
            }
        }
        let named = <G::Heuristic as Heuristic<G>>::NAMED;
        let heuristic = match weight_text(spec, toml, named)? {
            Some((text, source)) => {
                G::Heuristic::from_toml(&text).map_err(|error| SpecFault::Weights(source, error))?
            }
            None => Heuristic::standard(),
        };
        if toml.is_some() && !asks {
            return Err(SpecFault::NoWeights);
        }
        let restriction = spec.restriction().cloned();
        let net = net::<G>(spec, game)?;
        let stray = (spec.stray() != Stray::NEVER)
            .then(|| Box::new(Straying::new(spec.stray(), restriction.clone())));
        let mind = match spec.kind() {
            Kind::Random => Mind::Random(Random::new(restriction)),
            Kind::Greedy(look) => Mind::Greedy(
                Greedy::new(heuristic, game)
                    .with_look(*look)
                    .with_net(net)
                    .with_restriction(restriction),
            ),
            Kind::Flat(settings) | Kind::Mcts(settings) => {
                let expects_scores = net.is_some() || Opinion::<G>::EXPECTS_SCORES;
                if settings.points() > 0.0 && settings.cutoff() != Cutoff::Never && !expects_scores
                {
                    return Err(SpecFault::NoScores);
                }
                let agent = Mcts::new(*settings, heuristic, game);
                let agent = agent.with_net(net).with_scale(scale::<G>(spec)?);
                let agent = agent.with_restriction(restriction);
                Mind::Mcts(Box::new(agent))
            }
            Kind::Exec(_) | Kind::Own { .. } | Kind::Human => return Err(SpecFault::Person),
        };
        Ok(Player { mind, stray })
    }

    /// The net with which the agent estimates win shares; `None` if it has none.
    pub fn net(&self) -> Option<&Net> {
        match &self.mind {
            Mind::Greedy(agent) => agent.net(),
            Mind::Mcts(agent) => agent.net(),
            Mind::Random(_) | Mind::Guest(_) => None,
        }
    }

    /// Checks that the agent's net, if it has one, has this SHA-256.
    ///
    /// # Errors
    /// If the file has changed.
    pub fn check_net(&self, spec: &Spec, expected: &str) -> Result<(), SpecError> {
        match (self.net(), spec.net()) {
            (Some(net), Some(file)) if net.sha256() != expected => {
                let file = file.as_str().to_owned();
                let (found, expected) = (net.sha256().to_owned(), expected.to_owned());
                Err(SpecError::new(spec.brief(), SpecFault::OtherNet { file, found, expected }))
            }
            _ => Ok(()),
        }
    }

    /// The choice, if it is made at random.
    #[inline(always)]
    fn stray(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Option<Result<G::Action, AgentError>> {
        let stray = self.stray.as_mut().filter(|stray| stray.now(rng))?;
        // A tree that was kept leads on from another action.
        self.mind.start_game();
        Some(stray.choose::<G>(view, rng))
    }

    /// All weights of the agent's heuristic as TOML, defaults included: a manifest must hold them
    /// in addition to the specification, since a file may change. `None` for agents without
    /// weights.
    pub fn weights_toml(&self) -> Option<String> {
        match &self.mind {
            Mind::Greedy(agent) => agent.net().is_none().then(|| agent.heuristic().to_toml()),
            Mind::Mcts(agent) => agent.heuristic().map(Heuristic::to_toml),
            Mind::Random(_) | Mind::Guest(_) => None,
        }
    }
}

/// The agent that `spec` names, if it is not built in.
fn guest<G: Playable>(spec: &Spec, game: &G) -> Option<Result<Box<dyn Agent<G>>, SpecFault>> {
    match spec.kind() {
        Kind::Exec(program) => {
            let restriction = spec.restriction().cloned();
            Some(Ok(Box::new(Exec::new(program.clone(), restriction, game))))
        }
        Kind::Own { name, options } => Some(match registry::installed().find(name) {
            Some(brought) => brought.build(game, options),
            None => Err(SpecFault::NotInstalled),
        }),
        _ => None,
    }
}

/// What comes with a game: names and texts.
type Named = &'static [(&'static str, &'static str)];

/// The net of an agent, if it has one.
fn net<G: Playable>(spec: &Spec, game: &G) -> Result<Option<Estimates<G>>, SpecFault> {
    let Some(file) = spec.net() else { return Ok(None) };
    let file = file.as_str();
    let named = <G::Heuristic as Heuristic<G>>::NETS;
    let text: Cow<'_, str> = match text_of(named, file) {
        Some(text) => text.into(),
        None => input::read_text(Path::new(file))
            .map_err(|error| SpecFault::NoNetFile {
                file: file.to_owned(),
                reason: refusal(&error),
                known: names(named),
            })?
            .into(),
    };
    let refuse = |error| SpecFault::Net(file.to_owned(), error);
    let net = Net::from_json(&text).map_err(refuse)?;
    Ok(Some(Evaluator::new(Arc::new(net), game).map_err(refuse)?))
}

/// The scale of win shares that the agent names, if it names one.
fn scale<G: Playable>(spec: &Spec) -> Result<Option<Scale>, SpecFault> {
    let name = match spec.scale() {
        None => return Ok(None),
        Some(ScaleName::Rounds(scale)) => return Ok(Some(scale.clone())),
        Some(ScaleName::Fitted(name)) => name,
    };
    let named = <G::Heuristic as Heuristic<G>>::SCALES;
    match text_of(named, name) {
        Some(text) => Ok(Some(text.parse()?)),
        None => Err(SpecFault::NoScale { name: name.clone(), known: names(named) }),
    }
}

/// What comes with a game under a name.
fn text_of(named: Named, name: &str) -> Option<&'static str> {
    named.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn names(named: Named) -> Vec<&'static str> {
    named.iter().map(|(known, _)| *known).collect()
}

/// The weights of an agent as text and their source, unless it has the standard ones: those in
/// `told`, or those of its file, which may also be the name of one of the `named` sets.
fn weight_text<'t>(
    spec: &Spec,
    told: Option<&'t str>,
    named: Named,
) -> Result<Option<(Cow<'t, str>, WeightSource)>, SpecFault> {
    if let Some(text) = told {
        return Ok(Some((text.into(), WeightSource::Told)));
    }
    let Some(file) = spec.weights() else { return Ok(None) };
    let name = file.as_str();
    if let Some(text) = text_of(named, name) {
        return Ok(Some((text.into(), WeightSource::Set(name.to_owned()))));
    }
    let text = input::read_text(Path::new(name)).map_err(|error| {
        let known = names(named);
        SpecFault::NoWeightFile { file: name.to_owned(), reason: refusal(&error), known }
    })?;
    Ok(Some((text.into(), WeightSource::File(name.to_owned()))))
}

// Derived implementations would put the same bounds on the game itself.

impl<G: Playable> Clone for Player<G> {
    fn clone(&self) -> Player<G> {
        Player { mind: self.mind.clone(), stray: self.stray.clone() }
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Player { mind, stray } = self;
        f.debug_struct("Player").field("mind", mind).field("stray", stray).finish()
    }
}

impl<G: Playable> Agent<G> for Player<G> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_uniform(&self) -> bool {
        self.mind.is_uniform()
    }

    #[inline(always)]
    fn start_game(&mut self) {
        self.mind.start_game();
    }

    #[inline(always)]
    fn recalls(&self) -> bool {
        self.mind.recalls()
    }

    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        self.mind.remember(past);
    }

    #[inline(always)]
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        match self.stray(view, rng) {
            Some(choice) => choice,
            None => self.mind.choose(view, rng),
        }
    }

    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        match self.stray(view, rng) {
            Some(choice) => choice.map(Analysis::only),
            None => self.mind.analyse(view, rng),
        }
    }

    fn take_log(&mut self) -> Log {
        let log = self.mind.take_log();
        let Some(stray) = &mut self.stray else { return log };
        let Log { iterations: _, restricted, void } = stray.take_log::<G>();
        Log { restricted: log.restricted + restricted, void: log.void + void, ..log }
    }

    fn ready(&self) -> Result<(), AgentError> {
        self.mind.ready()
    }
}
