//! What agents choose stays what it is: published results can be played again only as long as it
//! does.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::AdvancedVikings;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, DecisionKey};

/// The first `decisions` choices of a game of one agent in all seats, as one text.
fn choices<G: Playable>(game: &G, spec: &str, decisions: usize) -> String {
    let mut player = Player::build(&spec.parse().unwrap(), game).unwrap();
    let mut state = game.state(&game.deal(DealSeed { seed: 4, deal: 2 }));
    let mut texts = Vec::new();
    player.start_game();
    while let Some(seat) = game.to_move(&state).filter(|_| texts.len() < decisions) {
        let mut rng = DecisionKey::new(4, 2, 0, seat).at(game.clock(&state));
        let action = player.choose(&game.view(&state, seat), &mut rng);
        game.apply(&mut state, action, &mut ()).unwrap();
        texts.push(action.to_string());
    }
    texts.join(", ")
}

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    for (spec, pinned) in [
        ("random", ""),
        ("greedy", ""),
        ("mcts:iterations=30", ""),
        ("mcts:iterations=30,exploration=1.4,rollout=random,cutoff=none,widen=0", ""),
    ] {
        assert_eq!(choices(&game, spec, 8), pinned, "{spec}");
    }
}

#[test]
fn vikings() {
    let preset = rules::preset::<AdvancedVikings>("advanced").unwrap();
    let rule_set = rules::read::<AdvancedVikings>(preset.toml).unwrap();
    let game = AdvancedVikings::new(rule_set, 3).unwrap();
    for (spec, pinned) in [
        ("random", ""),
        ("greedy", ""),
        ("mcts:iterations=30", ""),
        ("mcts:iterations=30,exploration=1.4,rollout=random,cutoff=none,widen=0", ""),
    ] {
        assert_eq!(choices(&game, spec, 8), pinned, "{spec}");
    }
}
