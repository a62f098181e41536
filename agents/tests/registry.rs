//! Registered agents. A process has one registry, so this is a separate test program.

use std::sync::Once;

use drakkar_agents::agent::{Agent, AgentError, Judgement};
use drakkar_agents::contract;
use drakkar_agents::mcts::{Mcts, Settings};
use drakkar_agents::player::Player;
use drakkar_agents::random::Random;
use drakkar_agents::registry::{Registry, install};
use drakkar_agents::spec::{Kind, Spec, SpecError};
use drakkar_engine::game::{Game, View};
use drakkar_engine::games::connect_four::{Action, ConnectFour};
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Drops into one column, full or not, or gives up.
#[derive(Clone)]
struct Stubborn(Option<u8>);

impl Agent<ConnectFour> for Stubborn {
    fn start_game(&mut self) {}
    fn choose(&mut self, _: &View<'_, ConnectFour>, _: &mut Rng) -> Result<Action, AgentError> {
        self.0.map(|column| Action::Drop { column }).ok_or_else(|| AgentError::other("gave up"))
    }
}

fn known() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        install(
            Registry::new()
                .with::<ConnectFour>("stubborn", "one column", |_, options| match options {
                    "never" => Ok(Box::new(Stubborn(None))),
                    column => match column.parse() {
                        Ok(column) => Ok(Box::new(Stubborn(Some(column)))),
                        Err(_) => Err(AgentError::options(format!("`{column}` is no column"))),
                    },
                })
                .with::<ConnectFour>("thinker", "searches", |game, _| {
                    let settings = Settings::uct(20);
                    let heuristic =
                        <ConnectFour as drakkar_agents::heuristic::Playable>::Heuristic::default();
                    Ok(Box::new(Mcts::new(settings, heuristic, game)))
                })
                .with::<ConnectFour>("any", "anything", |_, _| Ok(Box::new(Random::default())))
                .with::<Goofspiel>("any", "not told", |_, _| Ok(Box::new(Random::default())))
                .with::<Goofspiel>("plain", "secret choices", |_, _| {
                    Ok(Box::new(Random::default()))
                }),
        );
    });
}

fn build(text: &str) -> Result<Player<ConnectFour>, String> {
    known();
    let spec: Spec = text.parse().map_err(|error: SpecError| error.fault.to_string())?;
    Player::build(&spec, &ConnectFour::default()).map_err(|error| error.to_string())
}

#[test]
fn specifications_know_them() {
    known();
    for text in ["any", "stubborn:3", "stubborn:a,b=\"c\":d", "thinker:x y"] {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
        assert!(spec.is_reproducible() && spec.restriction().is_none());
        assert!(matches!(spec.kind(), Kind::Own { .. }));
    }
    assert_eq!("any:".parse::<Spec>().unwrap(), "any".parse().unwrap());
    assert_ne!("any:a".parse::<Spec>().unwrap(), "any".parse().unwrap());
    let refused = |text: &str| text.parse::<Spec>().unwrap_err().fault.to_string();
    assert!(refused("any:forbid=a").starts_with("option `forbid`: only agents of the laboratory"));
    assert!(refused("any:a, forbid=b").starts_with("option `forbid`: "));
    let known = "there are: random, greedy, flat, mcts, uct, exec, human, level-1, level-2, level-3, \
                 level-4, level-5, level-6, level-7, level-8, stubborn, thinker, any, plain";
    assert!(refused("nobody").ends_with(known), "{}", refused("nobody"));
}

#[test]
fn they_are_built_for_their_games_alone() {
    assert!(build("any").is_ok());
    assert_eq!(build("stubborn:x").unwrap_err(), "agent `stubborn:x`: `x` is no column");
    let error = build("plain").unwrap_err();
    let start = "agent `plain`: is registered for goofspiel, and not for this game, ";
    assert!(error.starts_with(start) && error.ends_with("::ConnectFour"), "{error}");
    let again = Player::rebuild(&"any".parse().unwrap(), Some(""), &ConnectFour::default());
    assert_eq!(again.unwrap_err().to_string(), "agent `any`: has no weights");
}

#[test]
fn they_keep_the_contract_of_agents() {
    for text in ["any", "thinker"] {
        contract::check(&ConnectFour::default(), &build(text).unwrap(), 0..5).unwrap();
    }
}

#[test]
fn what_they_do_wrong_has_a_reason() {
    let game = ConnectFour::default();
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let view = game.view(&state, Seat::new(0));
    let choose =
        |text: &str| Agent::choose(&mut build(text).unwrap(), &view, &mut Rng::from_seed(1));
    assert_eq!(choose("stubborn:3"), Ok(Action::Drop { column: 3 }));
    let illegal = choose("stubborn:7").unwrap_err();
    assert!(matches!(&illegal, AgentError::Illegal { action } if action == "drop 8"));
    assert_eq!(illegal.to_string(), "chose `drop 8`, which is not legal");
    assert_eq!(choose("stubborn:never").unwrap_err().to_string(), "gave up");
}

#[test]
fn they_tell_what_they_found_out() {
    let game = ConnectFour::default();
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let view = game.view(&state, Seat::new(0));
    for text in ["thinker", "mcts:iterations=40,widening=1", "greedy:forbid=drop 4", "stubborn:3"] {
        let (mut one, mut two) = (build(text).unwrap(), build(text).unwrap());
        let analysis = Agent::analyse(&mut one, &view, &mut Rng::from_seed(2)).unwrap();
        let choice = Agent::choose(&mut two, &view, &mut Rng::from_seed(2)).unwrap();
        assert_eq!(analysis.choice, choice, "{text}");
        let told = |of: fn(&Judgement) -> bool| analysis.actions.iter().filter(|j| of(j)).count();
        let visits: u64 = analysis.actions.iter().filter_map(|found| found.visits).sum();
        let counts = (visits, told(|found| found.win_share.is_some()), told(|f| f.value.is_some()));
        let expected = match text {
            "thinker" => (20, 7, 0),
            "stubborn:3" => (0, 0, 0),
            "greedy:forbid=drop 4" => (0, 0, 6),
            _ => (40, 7, 7),
        };
        assert_eq!(counts, expected, "{text}");
    }
}

#[test]
fn names_that_clash_or_cannot_be_written_are_refused() {
    fn refused(name: &'static str) -> String {
        let add = |registry: Registry, name: &str| {
            registry.with::<ConnectFour>(name, "", |_, _| Ok(Box::new(Random::default())))
        };
        let panic = std::panic::catch_unwind(|| add(add(Registry::new(), "own"), name));
        let message = panic.expect_err(name);
        message.downcast_ref::<String>().cloned().unwrap_or_default()
    }
    for name in ["random", "mcts", "exec", "human"] {
        assert!(refused(name).ends_with("the laboratory has an agent of this name"), "{name}");
    }
    for name in ["", "a b", "a:b", "a,b", "\"a", "a=b"] {
        assert!(refused(name).contains("has no blank, colon, comma, quote or `=`"), "{name}");
    }
    assert_eq!(refused("own"), "agent `own` is registered twice for connect-four");
}
