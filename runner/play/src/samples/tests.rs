use std::collections::BTreeMap;

use drakkar_agents::features::Seen;
use drakkar_agents::net::About;
use drakkar_engine::game::Game;
use drakkar_engine::games::goofspiel::{Goofspiel, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_learn::quantize::predictor;
use drakkar_learn::{fit::fit, method::Method};

use super::*;
use crate::turns;

type Inputs = <<Goofspiel as Playable>::Heuristic as Heuristic<Goofspiel>>::Features;

fn goofspiel(cards: u32, players: usize) -> Goofspiel {
    let toml = rules::set(Goofspiel::presets()[0].toml, &[format!("deck.cards={cards}")]).unwrap();
    Goofspiel::new(Goofspiel::read_toml(&toml).unwrap(), players).unwrap()
}

fn players(specs: &[&str], game: &Goofspiel) -> Vec<Player<Goofspiel>> {
    specs.iter().map(|spec| Player::build(&spec.parse().unwrap(), game).unwrap()).collect()
}

/// The positions of these deals, which nobody stops.
fn reaped(
    game: &Goofspiel,
    players: &mut [Player<Goofspiel>],
    query: &SampleSettings,
    deals: Range<u64>,
) -> Positions {
    sample(game, players, query, deals, &AtomicBool::new(false)).unwrap().unwrap()
}

fn all(positions: &Positions) -> Vec<Position> {
    (0..positions.len())
        .map(|number| {
            let mut position = Position::default();
            positions.get(number, &mut position);
            position
        })
        .collect()
}

/// For every position of random play: what the seat to move sees, with how often it wins, over all
/// deals and all choices.
struct Exact<'g> {
    game: &'g Goofspiel,
    features: Inputs,
    found: BTreeMap<Vec<Seen>, (f64, f64)>,
}

impl Exact<'_> {
    /// Adds the positions from `state` on, which is reached in a share `weight` of all games; gives
    /// the expected win share of the first seat.
    fn enumerate(&mut self, state: &State, weight: f64) -> f64 {
        let Some(seat) = self.game.to_move(state) else {
            return f64::from(self.game.outcome(state).share[Seat::new(0)]) / f64::from(WIN);
        };
        let mut actions = Vec::new();
        self.game.legal(state, &mut actions);
        let chance = 1.0 / actions.len() as f64;
        let mut share = 0.0;
        for &action in &actions {
            let mut next = *state;
            self.game.apply_unchecked(&mut next, action, &mut ());
            share += chance * self.enumerate(&next, weight * chance);
        }
        let seen = self.features.see(self.game, state, seat, &mut Vec::new()).to_vec();
        let own = if seat == Seat::new(0) { share } else { 1.0 - share };
        let (sum, total) = self.found.entry(seen).or_default();
        *sum += weight * own;
        *total += weight;
        share
    }
}

/// The root mean square error of a net that learns from random games with three cards is below 0.012, over all
/// positions of random play as often as they come up. `DRAKKAR_PLANTED_GAMES` sets the number of games (12,000); from
/// a million on, no position is off by more than 0.01.
#[test]
fn a_net_comes_near_the_exact_shares_of_random_play() {
    let game = goofspiel(3, 2);
    let mut exact = Exact { game: &game, features: Inputs::new(&game), found: BTreeMap::new() };
    // Every order of the prizes, as often as the others.
    let mut deals = BTreeMap::new();
    for deal in 0..500 {
        let deal = game.deal(DealSeed { seed: 0, deal });
        deals.insert(deal.prizes.clone(), deal);
    }
    assert_eq!(deals.len(), 6);
    for deal in deals.values() {
        exact.enumerate(&game.state(deal), 1.0 / 6.0);
    }
    let inputs = exact.features.inputs(&game);
    let harvest_of = SampleSettings { seed: 1, per_game: 8, epsilon: 0.0, expected: false };
    let games =
        std::env::var("DRAKKAR_PLANTED_GAMES").map_or(12_000, |games| games.parse().unwrap());
    let positions = reaped(&game, &mut players(&["random"], &game), &harvest_of, 0..games);
    let numbers: Vec<u32> = (0..positions.len() as u32).collect();
    let method = Method { epochs: 16, ..Method::net(1) };
    let fitted = fit(&positions, &numbers, inputs.len(), None, &method, |_| true).unwrap();
    let about = About {
        game: Goofspiel::ID.to_owned(),
        rules: "base".to_owned(),
        players: 2,
        inputs: inputs.into_iter().map(|input| input.name).collect(),
        training: serde_json::Map::new(),
    };
    let net = fitted.to_net(about).unwrap();
    let (mut predict, mut shares) = (predictor(&net), Vec::new());
    let mut position = Position { shares: vec![0, 0], ..Position::default() };
    let (mut square, mut worst) = (0.0, 0.0_f64);
    let all: f64 = exact.found.values().map(|(_, weight)| weight).sum();
    for (seen, (sum, weight)) in &exact.found {
        position.seen.clone_from(seen);
        predict(&position, &mut shares);
        let error = (shares[0] - sum / weight).abs();
        square += error * error * weight / all;
        worst = worst.max(error);
    }
    assert_eq!(exact.found.len(), 300);
    let root = square.sqrt();
    println!("off by {root:.4} (root mean square), {worst:.3} at most");
    assert!(root < 0.012 && worst < 0.1, "{root}, {worst}");
    assert!(games < 1_000_000 || worst < 0.01, "{worst}");
}

#[test]
fn positions_have_the_results_of_their_games() {
    let game = goofspiel(5, 3);
    let mut agents = players(&["greedy", "random"], &game);
    let query = SampleSettings { seed: 3, per_game: 4, epsilon: 0.1, expected: false };
    let positions = all(&reaped(&game, &mut agents, &query, 0..50));
    assert_eq!(positions.len(), 200);
    let points = |position: &Position, place: usize| {
        let name = format!("{place}.points");
        let input =
            Inputs::new(&game).inputs(&game).iter().position(|input| input.name == name).unwrap();
        let seen = position.seen.iter().find(|seen| usize::from(seen.input) == input);
        seen.map_or(0, |seen| i32::from(seen.value))
    };
    let mut orders = 0;
    for four in positions.chunks(4) {
        for position in four {
            assert_eq!(position.deal, four[0].deal);
            assert_eq!(position.shares.iter().map(|&share| u32::from(share)).sum::<u32>(), 60);
            let most = *position.scores.iter().max().unwrap();
            for place in 0..3 {
                assert_eq!(position.shares[place] > 0, position.scores[place] == most);
                // Nobody loses points, and whoever is evaluated is the first.
                assert!(points(position, place) <= position.scores[place]);
            }
            // The same game, seen from another seat.
            let at = (0..3).find(|turn| {
                (0..3).all(|place| position.scores[place] == four[0].scores[(place + turn) % 3])
            });
            assert!(at.is_some(), "{four:?}");
            orders += usize::from(at != Some(0));
        }
    }
    assert!(orders > 20, "{orders}");
}

/// Chunks may be of any size.
#[test]
fn every_deal_has_positions_of_its_own() {
    let game = goofspiel(5, 2);
    let take = |specs: &[&str], epsilon, deals| {
        let query = SampleSettings { seed: 3, per_game: 3, epsilon, expected: false };
        reaped(&game, &mut players(specs, &game), &query, deals)
    };
    let specs = ["greedy", "mcts:iterations=5", "random"];
    let parts = [0..7, 7..8, 8..30].map(|deals| take(&specs, 0.1, deals));
    let mut both = Positions::new(2);
    parts.iter().for_each(|part| both.append(part));
    let parts = both;
    assert_eq!(parts, take(&specs, 0.1, 0..30));
    // Who plays, and how often at random, makes a difference; with nothing but chance, agents do not.
    assert_ne!(parts, take(&["greedy"], 0.1, 0..30));
    assert_ne!(parts, take(&specs, 0.0, 0..30));
    assert_eq!(take(&["greedy"], 1.0, 0..30), take(&["random"], 1.0, 0..30));
}

/// Searches say what they expect, others and random decisions do not; the games are the same.
#[test]
fn what_searches_expect_is_taken_along() {
    let game = goofspiel(5, 2);
    let take = |spec: &str, epsilon: f64, expected: bool| {
        let query = SampleSettings { seed: 3, per_game: 99, epsilon, expected };
        all(&reaped(&game, &mut players(&[spec], &game), &query, 0..20))
    };
    let search = "mcts:iterations=20";
    let found = take(search, 0.0, true);
    for position in &found {
        let sum: u32 = position.expected.iter().map(|&share| u32::from(share)).sum();
        // A decision with one action is not searched.
        assert!(position.expected.is_empty() || sum.abs_diff(u32::from(EXPECTED_WIN)) <= 1);
    }
    let known = |positions: &[Position]| {
        positions.iter().filter(|position| !position.expected.is_empty()).count()
    };
    assert!(known(&found) * 10 > found.len() * 7, "{} of {}", known(&found), found.len());
    let nothing = |position: &Position| Position { expected: Vec::new(), ..position.clone() };
    let plain = take(search, 0.0, false);
    assert!(found.iter().map(nothing).eq(plain));
    assert_eq!(known(&take("greedy", 0.0, true)), 0);
    assert_eq!(known(&take(search, 1.0, true)), 0);
}

#[test]
fn a_game_that_does_not_end_or_is_stopped_gives_no_positions() {
    let rule_set = turns::Turns::read_toml("turns = 0\nforced = false\n").unwrap();
    let game = turns::Turns::new(rule_set, 2).unwrap();
    let mut players = [Player::build(&"greedy".parse().unwrap(), &game).unwrap()];
    let query = SampleSettings { seed: 1, per_game: 4, epsilon: 0.5, expected: false };
    let mut reap = |stop| sample(&game, &mut players, &query, 3..9, &AtomicBool::new(stop));
    assert_eq!(reap(true).map(|found| found.is_none()), Ok(true));
    let reason = reap(false).map(|_| ()).unwrap_err();
    assert!(reason.starts_with("deal 3: the game is not over after 4000 decisions"), "{reason}");
}
