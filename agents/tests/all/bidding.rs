//! The tree search at auctions, where dozens of bids are legal.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::games::vikings::AdvancedVikings;
use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::{DealSeed, DecisionKey};

fn advanced(players: usize) -> AdvancedVikings {
    let preset = AdvancedVikings::rules().preset("advanced").unwrap();
    AdvancedVikings::new(AdvancedVikings::read_toml(preset.toml).unwrap(), players).unwrap()
}

/// The bids with which games between equal players open, one of each of some deals.
fn openings<G: Playable<Action = Action>>(game: &G, spec: &str, deals: u64) -> Vec<f64> {
    let mut player = Player::build(&spec.parse().unwrap(), game).unwrap();
    let mut opening = |deal| {
        let state = game.state(&game.deal(DealSeed { seed: 3, deal }));
        let seat = game.to_move(&state).unwrap();
        assert!(game.count_legal(&state) > 30);
        Agent::<G>::start_game(&mut player);
        let mut rng = DecisionKey::new(3, deal, 0, seat).at(game.clock(&state));
        match player.choose(&game.view(&state, seat), &mut rng).unwrap() {
            Action::Bid { amount } => f64::from(amount),
            other => panic!("`{other}` is no bid"),
        }
    };
    (0..deals).map(&mut opening).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn opening_bids_are_neither_nothing_nor_everything() {
    for players in 2..=4 {
        let bids = openings(&advanced(players), "mcts:iterations=200", 40);
        println!("{players} seats: {:.1} of {bids:?}", mean(&bids));
        assert!((3.0..12.0).contains(&mean(&bids)), "{players} seats: {bids:?}");
        assert!(bids.iter().all(|&bid| bid <= 20.0), "{players} seats: {bids:?}");
    }
    // What the heuristic is for: with five iterations for each bid, plain search bids anything.
    let plain = "uct:iterations=200";
    let bids = openings(&advanced(2), plain, 40);
    assert!(bids.iter().filter(|&&bid| bid > 25.0).count() >= 5, "{bids:?}");
}
