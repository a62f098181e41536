//! Every agent in every game keeps the contract of the trait.

use drakkar_agents::catalogue::AGENTS;
use drakkar_agents::contract;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::mcts::{Mcts, Settings};
use drakkar_agents::player::Player;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

/// All agents, as they are played here; every agent of the catalogue must be among them.
const SPECS: [&str; 4] =
    ["random", "greedy", "mcts:iterations=50", "mcts:iterations=20,exploration=0"];

fn check_agents<G: Playable>(game: &G, deals: u64) {
    for agent in AGENTS {
        assert!(SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    for spec in SPECS {
        let player = Player::build(&spec.parse().unwrap(), game).unwrap();
        let decisions = contract::check(game, &player, 0..deals);
        assert!(decisions.as_ref().is_ok_and(|&n| n > 0), "{spec}: {decisions:?}");
    }
    // The heuristic's weights are data that can be written and read again.
    let toml = G::Heuristic::standard().to_toml();
    assert_eq!(G::Heuristic::from_toml(&toml).unwrap().to_toml(), toml);
}

#[test]
fn connect_four() {
    check_agents(&ConnectFour::default(), 50);
}

#[test]
fn goofspiel() {
    for players in 2..=4 {
        check_agents(&goofspiel_base(players), 50);
    }
}

fn goofspiel_base(players: usize) -> Goofspiel {
    let rule_set = rules::read::<Goofspiel>(Goofspiel::presets()[0].toml).unwrap();
    Goofspiel::new(rule_set, players).unwrap()
}

#[test]
fn tree_search_in_vikings() {
    for players in 2..=4 {
        let mcts = Mcts::new(Settings::new(40, 1.4).unwrap());
        let decisions = contract::check(&Vikings::base(players), &mcts, 0..10).unwrap();
        assert!(decisions > 10 * 72, "{decisions}");
    }
}
