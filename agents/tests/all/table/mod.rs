//! A table at which players meet: all their orders on the same deals.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::{DealSeed, DecisionKey};

const SEED: u64 = 1;

/// The win share of every player in each of the first `deals` blocks; a block is one deal in all
/// orders of the players.
pub(crate) fn blocks<G: Playable>(game: &G, specs: &[&str], deals: u64) -> Vec<Vec<f64>> {
    assert_eq!(game.players(), specs.len());
    let build = |spec: &&str| Player::build(&spec.parse().unwrap(), game).unwrap();
    let mut players: Vec<Player<G>> = specs.iter().map(build).collect();
    let seatings = orders(specs.len());
    (0..deals).map(|deal| block(game, &mut players, &seatings, deal)).collect()
}

fn block<G: Playable>(
    game: &G,
    players: &mut [Player<G>],
    seatings: &[Vec<usize>],
    deal: u64,
) -> Vec<f64> {
    let mut shares = vec![0.0; players.len()];
    for (number, seating) in seatings.iter().enumerate() {
        let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
        players.iter_mut().for_each(Agent::<G>::start_game);
        while let Some(seat) = game.to_move(&state) {
            let key = DecisionKey::new(SEED, deal, number as u64, seat);
            let player = &mut players[seating[seat.index()]];
            let action =
                player.choose(&game.view(&state, seat), &mut key.at(game.clock(&state))).unwrap();
            game.apply(&mut state, action, &mut ()).unwrap();
        }
        for (seat, share) in game.outcome(&state).share.iter() {
            shares[seating[seat.index()]] += f64::from(share) / f64::from(WHOLE_WIN);
        }
    }
    shares.iter().map(|share| share / seatings.len() as f64).collect()
}

/// All orders of the numbers below `n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let Some(last) = n.checked_sub(1) else { return vec![vec![]] };
    let mut longer = Vec::new();
    for order in orders(last) {
        for place in 0..n {
            let mut order = order.clone();
            order.insert(place, last);
            longer.push(order);
        }
    }
    longer
}

/// Mean of some values and its standard error.
pub(crate) fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}
