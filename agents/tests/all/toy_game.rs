//! A game from outside the engine, played by every agent.

use drakkar_agents::contract;
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

use crate::table::{blocks, mean};
use crate::toy::Raid;

fn build(spec: &str) -> Player<Raid> {
    Player::build(&spec.parse().unwrap(), &Raid).unwrap()
}

#[test]
fn who_thinks_more_wins_more() {
    let blocks = blocks(&Raid, &["random", "greedy", "mcts:iterations=150"], 1000);
    for (weak, strong) in [(0, 1), (1, 2)] {
        let (gain, error) = mean(blocks.iter().map(|block| block[strong] - block[weak]));
        println!("player {strong} over {weak}: {gain:.4} +- {error:.4}");
        // Four standard errors: 1 in 30,000 if there were no difference.
        assert!(gain > 4.0 * error, "player {strong} over {weak}: {gain} +- {error}");
    }
}

#[test]
fn every_agent_keeps_the_contract() {
    for spec in ["random", "greedy", "mcts:iterations=60"] {
        let decisions = contract::check(&Raid, &build(spec), 0..200).unwrap();
        assert_eq!(decisions, 200 * 12, "{spec}");
    }
}

#[test]
fn a_draw_keeps_what_the_seat_knows_and_changes_the_rest() {
    let mut rng = DecisionKey::new(2, 0, 0, Seat::new(0)).at(0);
    let mut changed = 0;
    for deal in 0..200 {
        let mut state = Raid.state(&Raid.deal(DealSeed { seed: 2, deal }));
        while let Some(seat) = Raid.to_move(&state) {
            let drawn = Raid.view(&state, seat).draw(&mut rng);
            changed += u32::from(drawn != state);
            assert_eq!(Raid.to_move(&drawn), Some(seat));
            let (mut actual, mut guessed) = (Vec::new(), Vec::new());
            Raid.legal(&state, &mut actual);
            Raid.legal(&drawn, &mut guessed);
            assert_eq!(actual, guessed);
            assert_eq!(Raid.outcome(&state), Raid.outcome(&drawn));
            let action = Raid.random_legal(&state, &mut rng);
            assert_eq!(action.to_string().parse(), Ok(action));
            Raid.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(changed > 1000, "{changed}");
}
