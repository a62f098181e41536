//! The agents' choices do not change: published results can be reproduced only as long as they stay
//! the same.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::AdvancedVikings;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::{DealSeed, DecisionKey};

/// The first `decisions` choices of a game of one agent in all seats, as one text.
fn choices<G: Playable>(game: &G, spec: &str, decisions: usize) -> String {
    let mut player = Player::build(&spec.parse().unwrap(), game).unwrap();
    let mut state = game.state(&game.deal(DealSeed { seed: 4, deal: 2 }));
    let mut texts = Vec::new();
    player.start_game();
    while let Some(seat) = game.to_move(&state).filter(|_| texts.len() < decisions) {
        let mut rng = DecisionKey::new(4, 2, 0, seat).at(game.clock(&state));
        let action = player.choose(&game.view(&state, seat), &mut rng).unwrap();
        game.apply(&mut state, action, &mut ()).unwrap();
        texts.push(action.to_string());
    }
    texts.join(", ")
}

/// Agents without further options, plain search, and one that epsilons more often in some games than in others.
const SPECS: [&str; 5] =
    ["random", "greedy", "mcts:iterations=30", "uct:iterations=30", "greedy:epsilon=0.2..0.8"];

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    assert_eq!(
        SPECS.map(|spec| choices(&game, spec, 8)),
        [
            "drop 4, drop 7, drop 2, drop 5, drop 4, drop 5, drop 1, drop 6",
            "drop 4, drop 4, drop 4, drop 4, drop 4, drop 4, drop 7, drop 5",
            "drop 4, drop 1, drop 3, drop 5, drop 4, drop 4, drop 4, drop 4",
            "drop 3, drop 5, drop 5, drop 4, drop 3, drop 4, drop 6, drop 4",
            "drop 2, drop 4, drop 2, drop 4, drop 4, drop 4, drop 4, drop 2",
        ]
    );
}

#[test]
fn vikings() {
    let preset = AdvancedVikings::rules().preset("advanced").unwrap();
    let rule_set = AdvancedVikings::read_toml(preset.toml).unwrap();
    let game = AdvancedVikings::new(rule_set, 3).unwrap();
    assert_eq!(
        SPECS.map(|spec| choices(&game, spec, 8)),
        [
            "bid 30, bid 32, pass, bid 33, pass, remove W, set G, set N",
            "bid 6, bid 7, bid 8, bid 9, bid 10, bid 11, pass, pass",
            "bid 6, bid 10, bid 11, pass, pass, remove F, set W, set G",
            "bid 4, bid 7, bid 8, bid 9, bid 12, bid 17, bid 30, bid 34",
            "bid 6, bid 7, bid 14, pass, pass, remove W, set W, set N",
        ]
    );
}
