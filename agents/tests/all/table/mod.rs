//! A table at which players meet: all their orders on the same deals.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::past::Past;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

const SEED: u64 = 1;

/// The agents of these specifications.
pub(crate) fn built<G: Playable>(game: &G, specs: &[&str]) -> Vec<Box<dyn Agent<G>>> {
    let build = |spec: &&str| Player::build(&spec.parse().unwrap(), game).unwrap();
    specs.iter().map(|spec| Box::new(build(spec)) as Box<dyn Agent<G>>).collect()
}

/// The win share of every player in each of the first `deals` blocks; a block is one deal in all
/// orders of the players.
pub(crate) fn blocks<G: Playable>(game: &G, specs: &[&str], deals: u64) -> Vec<Vec<f64>> {
    assert_eq!(game.players(), specs.len());
    let mut players = built(game, specs);
    let seatings = orders(specs.len());
    (0..deals).map(|deal| block(game, &mut players, &seatings, deal)).collect()
}

fn block<G: Playable>(
    game: &G,
    players: &mut [Box<dyn Agent<G>>],
    seatings: &[Vec<usize>],
    deal: u64,
) -> Vec<f64> {
    let mut shares = vec![0.0; players.len()];
    for (number, seating) in seatings.iter().enumerate() {
        let won = play(game, players, seating, deal, number as u64);
        for (seat, share) in won.into_iter().enumerate() {
            shares[seating[seat]] += share / seatings.len() as f64;
        }
    }
    shares
}

/// The win share of every seat in each of so many games, each on a deal of its own.
pub(crate) fn seats<G: Playable>(game: &G, specs: &[&str], games: u64) -> Vec<Vec<f64>> {
    let mut players = built(game, specs);
    let seating: Vec<usize> = (0..specs.len()).collect();
    (0..games).map(|deal| play(game, &mut players, &seating, deal, 0)).collect()
}

/// The win share of every seat in a game.
pub(crate) fn play<G: Playable>(
    game: &G,
    players: &mut [Box<dyn Agent<G>>],
    seating: &[usize],
    deal: u64,
    number: u64,
) -> Vec<f64> {
    let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
    let mut past = Past::new();
    players.iter_mut().for_each(|player| player.start_game());
    while let Some(seat) = game.to_move(&state) {
        let key = DecisionKey::new(SEED, deal, number, seat);
        let player = &mut players[seating[seat.index()]];
        past.reach(game, &state);
        player.remember(past.recalled(seat));
        let action =
            player.choose(&game.view(&state, seat), &mut key.at(game.clock(&state))).unwrap();
        past.note(game, &state, seat, action);
        game.apply(&mut state, action, &mut ()).unwrap();
    }
    let outcome = game.outcome(&state);
    Seat::all(game.players()).map(|seat| outcome.win_share(seat)).collect()
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
