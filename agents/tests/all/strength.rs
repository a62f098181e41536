//! Agents that think more win more.

use drakkar_agents::heuristic::Playable;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

use crate::table::{blocks, mean};

/// Search without any help of the heuristic.
fn plain(iterations: u32) -> String {
    format!("uct:iterations={iterations}")
}

/// Asserts that `strong` wins more than `least` of `deals` blocks against `weak` in all other seats,
/// by four standard errors. Where all blocks are won and there is no error to go by, `deals` must be so
/// many that an agent which wins `least` of its games wins all of them once in 30,000 times at most.
fn beats<G: Playable>(game: &G, strong: &str, weak: &str, deals: u64, least: f64) {
    let mut specs = vec![weak; game.players()];
    specs[0] = strong;
    let blocks = blocks(game, &specs, deals);
    let (share, error) = mean(blocks.iter().map(|block| block[0]));
    println!("{strong} against {weak}: {share:.4} +- {error:.4}");
    let games = (1..=game.players() as u64).product::<u64>() * deals;
    assert!(share < 1.0 || least.powf(games as f64) < 1.0 / 30_000.0, "{games} games are too few");
    assert!(share - 4.0 * error > least, "{strong} against {weak}: {share} +- {error}");
}

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    beats(&game, "greedy", "random", 1000, 0.9);
    beats(&game, "mcts:iterations=100", "random", 200, 0.9);
    beats(&game, &plain(500), "random", 100, 0.9);
    beats(&game, "mcts:iterations=100", "greedy", 100, 0.8);
    beats(&game, "mcts:iterations=400", "mcts:iterations=50", 100, 0.6);
    beats(&game, &plain(400), &plain(50), 100, 0.7);
    beats(&game, "mcts:iterations=200", &plain(200), 100, 0.6);
}

#[test]
fn goofspiel() {
    let rule_set = rules::read::<Goofspiel>(Goofspiel::presets()[0].toml).unwrap();
    let game = Goofspiel::new(rule_set, 2).unwrap();
    beats(&game, "greedy", "random", 500, 0.85);
    beats(&game, "mcts:iterations=200", "random", 160, 0.75);
    beats(&game, "mcts:iterations=200", "greedy", 120, 0.5);
    beats(&game, &plain(200), "random", 120, 0.75);
}

/// The two ways of *Vikings* to buy: lots alone, and an auction before with dozens of legal bids.
#[test]
fn vikings() {
    beats(&Vikings::base(2), "mcts:iterations=50", "greedy", 20, 0.5);
    let preset = rules::preset::<AdvancedVikings>("advanced").unwrap();
    let rule_set = rules::read::<AdvancedVikings>(preset.toml).unwrap();
    let game = AdvancedVikings::new(rule_set, 2).unwrap();
    beats(&game, "mcts:iterations=50", "greedy", 20, 0.5);
    beats(&game, "mcts:iterations=50", &plain(200), 10, 0.5);
}

#[test]
fn vikings_on_board() {
    beats(&VikingsOnBoard::base(2), "greedy", "random", 110, 0.95);
    beats(&VikingsOnBoard::base(3), "greedy", "random", 50, 0.95);
    beats(&VikingsOnBoard::base(4), "greedy", "random", 20, 0.93);
    beats(&VikingsOnBoard::base(2), "mcts:iterations=100", "random", 20, 0.7);
}
