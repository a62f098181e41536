//! A game from outside the engine, played with every agent.

use drakkar_agents::agent::Agent;
use drakkar_agents::contract;
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};
use drakkar_engine::view::View;

mod toy;
use toy::Raid;

/// All orders of three players.
const SEATINGS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn build(spec: &str) -> Player<Raid> {
    Player::build(&spec.parse().unwrap(), &Raid).unwrap()
}

/// The win share of each of three players in one block: one deal, all orders.
fn block(players: &mut [Player<Raid>; 3], deal: u64) -> [f64; 3] {
    let mut shares = [0.0; 3];
    for (number, seating) in SEATINGS.iter().enumerate() {
        let mut state = Raid.state(&Raid.deal(DealSeed { seed: 1, deal }));
        players.iter_mut().for_each(Agent::<Raid>::start_game);
        while let Some(seat) = Raid.to_move(&state) {
            let key = DecisionKey::new(1, deal, number as u64, seat);
            let player = &mut players[seating[seat.index()]];
            let view = Raid.view(&state, seat);
            let action = player.choose(&view, &mut key.at(Raid.clock(&state)));
            Raid.apply(&mut state, action, &mut ()).unwrap();
        }
        let outcome = Raid.outcome(&state);
        for seat in Seat::all(3) {
            shares[seating[seat.index()]] += f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
        }
    }
    shares.map(|share| share / SEATINGS.len() as f64)
}

/// Mean and standard error of the mean.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn who_thinks_more_wins_more() {
    let mut players = [build("random"), build("greedy"), build("mcts:iterations=300")];
    let blocks: Vec<[f64; 3]> = (0..1000).map(|deal| block(&mut players, deal)).collect();
    let share = |player: usize| -> Vec<f64> { blocks.iter().map(|b| b[player]).collect() };
    println!("random, greedy, mcts: {:?}", [0, 1, 2].map(|player| mean(&share(player))));
    for (weak, strong) in [(0, 1), (1, 2)] {
        let gain: Vec<f64> = blocks.iter().map(|b| b[strong] - b[weak]).collect();
        let (gain, error) = mean(&gain);
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
