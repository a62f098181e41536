//! Any agent of this crate, built from its specification.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use drakkar_engine::game::Game;
use drakkar_engine::input::{self, refusal};
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use crate::agent::{Agent, AgentError, Analysis, Log};
use crate::exec::Exec;
use crate::greedy::Greedy;
use crate::heuristic::{Heuristic, Playable};
use crate::mcts::Mcts;
use crate::net::{Evaluator, Net};
use crate::random::Random;
use crate::registry;
use crate::spec::{Kind, Spec, SpecError, SpecFault, WeightSource};

/// A net that looks at a game.
type Eyes<G> = Evaluator<G, <<G as Playable>::Heuristic as Heuristic<G>>::Features>;

/// One agent: a `match` per decision instead of a virtual call.
pub enum Player<G: Playable> {
    /// See [`Random`].
    Random(Random),
    /// See [`Greedy`].
    Greedy(Greedy<G, G::Heuristic>),
    /// See [`Mcts`]; flat Monte Carlo too.
    Mcts(Box<Mcts<G, G::Heuristic>>),
    /// A program, or a registered agent, whose choices are checked here. The lock is never
    /// contended, since threads play with copies: it lets agents be shared that otherwise could not
    /// be.
    Guest(Mutex<Box<dyn Agent<G>>>),
}

impl<G: Playable> Player<G> {
    /// The agent that `spec` names, ready to play `game`. Files are read now and not later.
    ///
    /// # Errors
    /// If a weight file cannot be read or does not fit the game; the message names file and key. If
    /// the agent needs a heuristic and the game has none. If a registered agent cannot be made for
    /// this game, or if a person is named, who is not an agent object.
    pub fn build(spec: &Spec, game: &G) -> Result<Player<G>, SpecError> {
        Player::rebuild(spec, None, game)
    }

    /// The agent that `spec` named when it had the weights `toml`, as [`Player::weights_toml`]
    /// returned them; no file is read.
    ///
    /// # Errors
    /// If the weights do not fit the game, or if the agent has none.
    pub fn rebuild(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecError> {
        Player::made(spec, toml, game).map_err(|fault| SpecError::new(spec, fault))
    }

    fn made(spec: &Spec, toml: Option<&str>, game: &G) -> Result<Player<G>, SpecFault> {
        let asks = spec.asks_heuristic();
        if toml.is_none() {
            if let Some(agent) = guest(spec, game) {
                return Ok(Player::Guest(Mutex::new(agent?)));
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
        Ok(match spec.kind() {
            Kind::Random => Player::Random(Random::new(restriction)),
            Kind::Greedy(look) => Player::Greedy(
                Greedy::new(heuristic, game)
                    .with_look(*look)
                    .with_net(net)
                    .with_restriction(restriction),
            ),
            Kind::Flat(settings) | Kind::Mcts(settings) => {
                let agent = Mcts::new(*settings, heuristic, game);
                let agent = agent.with_net(net).with_restriction(restriction);
                Player::Mcts(Box::new(agent))
            }
            Kind::Exec(_) | Kind::Own { .. } | Kind::Human => return Err(SpecFault::Person),
        })
    }

    /// The net with which the agent estimates win shares; `None` if it has none.
    pub fn net(&self) -> Option<&Net> {
        match self {
            Player::Greedy(agent) => agent.net(),
            Player::Mcts(agent) => agent.net(),
            Player::Random(_) | Player::Guest(_) => None,
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
                Err(SpecError::new(spec, SpecFault::OtherNet { file, found, expected }))
            }
            _ => Ok(()),
        }
    }

    /// All weights of the agent's heuristic as TOML, defaults included: a manifest must hold them
    /// in addition to the specification, since a file may change. `None` for agents without
    /// weights.
    pub fn weights_toml(&self) -> Option<String> {
        match self {
            Player::Greedy(agent) => agent.net().is_none().then(|| agent.heuristic().to_toml()),
            Player::Mcts(agent) => agent.heuristic().map(Heuristic::to_toml),
            Player::Random(_) | Player::Guest(_) => None,
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

/// The net of an agent, if it has one.
fn net<G: Playable>(spec: &Spec, game: &G) -> Result<Option<Eyes<G>>, SpecFault> {
    let Some(file) = spec.net() else { return Ok(None) };
    let file = file.as_str();
    let named = <G::Heuristic as Heuristic<G>>::NETS;
    let text: Cow<'_, str> = match named.iter().find(|(known, _)| *known == file) {
        Some((_, text)) => (*text).into(),
        None => input::read_text(Path::new(file))
            .map_err(|error| SpecFault::NoNetFile {
                file: file.to_owned(),
                reason: refusal(&error),
                known: named.iter().map(|(known, _)| *known).collect(),
            })?
            .into(),
    };
    let refuse = |error| SpecFault::Net(file.to_owned(), error);
    let net = Net::from_json(&text).map_err(refuse)?;
    Ok(Some(Evaluator::new(Arc::new(net), game).map_err(refuse)?))
}

/// The weights of an agent as text and their source, unless it has the standard ones: those in
/// `told`, or those of its file, which may also be the name of one of the `named` sets.
fn weight_text<'t>(
    spec: &Spec,
    told: Option<&'t str>,
    named: &[(&'static str, &'static str)],
) -> Result<Option<(Cow<'t, str>, WeightSource)>, SpecFault> {
    if let Some(text) = told {
        return Ok(Some((text.into(), WeightSource::Told)));
    }
    let Some(file) = spec.weights() else { return Ok(None) };
    let name = file.as_str();
    if let Some(&(_, text)) = named.iter().find(|(known, _)| *known == name) {
        return Ok(Some((text.into(), WeightSource::Set(name.to_owned()))));
    }
    let text = input::read_text(Path::new(name)).map_err(|error| {
        let known = named.iter().map(|(known, _)| *known).collect();
        SpecFault::NoWeightFile { file: name.to_owned(), reason: refusal(&error), known }
    })?;
    Ok(Some((text.into(), WeightSource::File(name.to_owned()))))
}

/// A guest that another thread might hold.
fn lock<G: Game>(guest: &Mutex<Box<dyn Agent<G>>>) -> MutexGuard<'_, Box<dyn Agent<G>>> {
    guest.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guest that nobody else holds.
fn unlocked<G: Game>(guest: &mut Mutex<Box<dyn Agent<G>>>) -> &mut dyn Agent<G> {
    guest.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
}

/// The choice of a guest, if it is legal.
// A guest's own work is far larger than the call; built-in agents share the caller's code with it.
#[cold]
#[inline(never)]
fn choice_of<G: Game>(
    guest: &mut dyn Agent<G>,
    view: &G::View<'_>,
    rng: &mut Rng,
) -> Result<G::Action, AgentError> {
    checked::<G>(view, guest.choose(view, rng)?)
}

/// `action`, if the view lists it.
fn checked<G: Game>(view: &G::View<'_>, action: G::Action) -> Result<G::Action, AgentError> {
    for k in 0..view.count_legal() {
        if view.nth_legal(k) == action {
            return Ok(action);
        }
    }
    Err(AgentError::illegal(action))
}

// Derived implementations would put the same bounds on the game itself.

impl<G: Playable> Clone for Player<G> {
    fn clone(&self) -> Player<G> {
        match self {
            Player::Random(agent) => Player::Random(agent.clone()),
            Player::Greedy(agent) => Player::Greedy(agent.clone()),
            Player::Mcts(agent) => Player::Mcts(agent.clone()),
            Player::Guest(agent) => Player::Guest(Mutex::new(lock(agent).copied())),
        }
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random(agent) => agent.fmt(f),
            Player::Greedy(agent) => agent.fmt(f),
            Player::Mcts(agent) => agent.fmt(f),
            Player::Guest(_) => f.debug_struct("Guest").finish_non_exhaustive(),
        }
    }
}

impl<G: Playable> Agent<G> for Player<G> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_uniform(&self) -> bool {
        match self {
            Player::Random(agent) => Agent::<G>::is_uniform(agent),
            Player::Greedy(_) | Player::Mcts(_) | Player::Guest(_) => false,
        }
    }

    #[inline(always)]
    fn start_game(&mut self) {
        match self {
            Player::Random(agent) => Agent::<G>::start_game(agent),
            Player::Greedy(agent) => Agent::<G>::start_game(agent),
            Player::Mcts(agent) => Agent::<G>::start_game(&mut **agent),
            Player::Guest(agent) => unlocked(agent).start_game(),
        }
    }

    #[inline(always)]
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        match self {
            Player::Random(agent) => Agent::<G>::choose(agent, view, rng),
            Player::Greedy(agent) => agent.choose(view, rng),
            Player::Mcts(agent) => agent.choose(view, rng),
            Player::Guest(agent) => choice_of(unlocked(agent), view, rng),
        }
    }

    fn analyse(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        match self {
            Player::Random(agent) => Agent::<G>::analyse(agent, view, rng),
            Player::Greedy(agent) => Agent::<G>::analyse(agent, view, rng),
            Player::Mcts(agent) => Agent::<G>::analyse(&mut **agent, view, rng),
            Player::Guest(agent) => {
                let analysis = unlocked(agent).analyse(view, rng)?;
                checked::<G>(view, analysis.choice)?;
                Ok(analysis)
            }
        }
    }

    fn take_log(&mut self) -> Log {
        match self {
            Player::Random(agent) => Agent::<G>::take_log(agent),
            Player::Greedy(agent) => Agent::<G>::take_log(agent),
            Player::Mcts(agent) => Agent::<G>::take_log(&mut **agent),
            Player::Guest(agent) => unlocked(agent).take_log(),
        }
    }

    fn ready(&self) -> Result<(), AgentError> {
        match self {
            Player::Random(agent) => Agent::<G>::ready(agent),
            Player::Greedy(agent) => agent.ready(),
            Player::Mcts(agent) => agent.ready(),
            Player::Guest(agent) => lock(agent).ready(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use drakkar_engine::games::connect_four::ConnectFour;

    use super::*;

    fn build(spec: &str) -> Result<Player<ConnectFour>, SpecError> {
        Player::build(&spec.parse()?, &ConnectFour::default())
    }

    fn weights_file(text: &str) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn weights_are_read_from_the_file_and_told_in_full() {
        let standard = build("greedy").unwrap().weights_toml().unwrap();
        let file = weights_file("centre = 7\n");
        let player = build(&format!("greedy:weights={}", file.path().display())).unwrap();
        let told = player.weights_toml().unwrap();
        assert!(told.contains("centre = 7.0\n"), "{told}");
        assert_eq!(told.lines().count(), standard.lines().count());
        // A search has weights too, if it uses a heuristic.
        let plain = "uct";
        for spec in ["mcts", "mcts:rollout=random", "mcts:rollout=random,cutoff=none"] {
            assert_eq!(build(spec).unwrap().weights_toml().unwrap(), standard, "{spec}");
        }
        assert_eq!(build(plain).unwrap().weights_toml(), None);
        assert_eq!(build("random").unwrap().weights_toml(), None);
    }

    #[test]
    fn agents_are_built_again_from_what_they_told() {
        let file = weights_file("centre = 7\n");
        for spec in
            ["random", "mcts:iterations=9", &format!("greedy:weights={}", file.path().display())]
        {
            let told = build(spec).unwrap().weights_toml();
            let spec: Spec = spec.parse().unwrap();
            let again = Player::rebuild(&spec, told.as_deref(), &ConnectFour::default()).unwrap();
            assert_eq!(again.weights_toml(), told);
        }
        let random: Spec = "random".parse().unwrap();
        let refused = Player::rebuild(&random, Some(""), &ConnectFour::default());
        assert_eq!(refused.unwrap_err().to_string(), "agent `random`: has no weights");
    }

    #[test]
    fn errors_name_file_and_key() {
        let error = build("greedy:weights=no/such.toml").unwrap_err().to_string();
        let start =
            "agent `greedy:weights=no/such.toml`: weights file `no/such.toml` cannot be read: ";
        assert!(error.starts_with(start), "{error}");
        let file = weights_file("center = 7\n");
        let name = file.path().display().to_string();
        let error = build(&format!("greedy:weights={name}")).unwrap_err().fault.to_string();
        let start = format!("weights file `{name}`: key `center`: there is no such weight");
        assert!(error.starts_with(&start), "{error}");
    }
}
