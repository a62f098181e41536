//! Random games of *Vikings on Board* through the public trait, and what a state costs. Every bench
//! asserts what random play is known to give, so that a fast wrong engine fails.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::deal::Deal;
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Games per iteration, each on a deal of its own.
const GAMES: u64 = 2_000;
/// Mean score and its standard deviation over seats in random play with 2, 3 and 4 players, over
/// 1,000,000 games each of uniform steps.
const SCORES: [(f64, f64); 3] = [(12.176, 5.41), (11.273, 5.19), (10.691, 5.30)];

/// Scores summed over the seats of all games of a bench.
#[derive(Default)]
struct Tally {
    seats: u64,
    score: i64,
}

impl Tally {
    fn add(&mut self, game: &VikingsOnBoard, state: &State) {
        let outcome = game.outcome(state);
        self.seats += game.players() as u64;
        self.score += outcome.score.as_slice().iter().map(|&score| i64::from(score)).sum::<i64>();
    }

    /// # Panics
    /// If the mean is further from random play than six standard errors. Seats of a game are taken
    /// as one sample, and the same deals come again, which costs a factor of three.
    fn assert_random_play(&self, players: usize) {
        if self.seats == 0 {
            return; // left out by a filter on the command line
        }
        let (mean, deviation) = SCORES[players - 2];
        let found = self.score as f64 / self.seats as f64;
        let games = (self.seats / players as u64).min(GAMES) as f64;
        let allowed = 18.0 * deviation / games.sqrt();
        assert!((found - mean).abs() < allowed, "{found} points with {players} players");
    }
}

fn deals(game: &VikingsOnBoard) -> Vec<Deal> {
    (0..GAMES).map(|deal| game.deal(DealSeed { seed: 7, deal })).collect()
}

/// From the deal to the winner: in one go, and action by action without facts and with them.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("vikings-on-board-random-games");
    group.throughput(Throughput::Elements(GAMES));
    for players in 2..=4 {
        let game = VikingsOnBoard::base(players);
        let deals = deals(&game);
        let (mut rng, mut tally) = (Rng::from_seed(1), Tally::default());
        group.bench_function(format!("playout-{players}"), |bench| {
            bench.iter(|| {
                for deal in &deals {
                    let mut state = game.state(deal);
                    game.playout(&mut state, &mut rng);
                    tally.add(&game, &state);
                }
            });
        });
        tally.assert_random_play(players);
    }
    let game = VikingsOnBoard::base(4);
    let deals = deals(&game);
    let (mut rng, mut tally) = (Rng::from_seed(1), Tally::default());
    group.bench_function("step-by-step-4", |bench| {
        bench.iter(|| {
            for deal in &deals {
                let mut state = game.state(deal);
                while game.to_move(&state).is_some() {
                    let action = game.random_legal(&state, &mut rng);
                    game.apply_unchecked(&mut state, action, &mut ());
                }
                tally.add(&game, &state);
            }
        });
    });
    let mut ledger = Ledger::new(4, VikingsOnBoard::FACTS.len());
    group.bench_function("step-by-step-with-facts-4", |bench| {
        bench.iter(|| {
            for deal in &deals {
                let mut state = game.state(deal);
                ledger.clear();
                while game.to_move(&state).is_some() {
                    let action = game.random_legal(&state, &mut rng);
                    game.apply_unchecked(&mut state, action, &mut ledger);
                }
                assert_eq!(ledger.scorings().len(), 8);
                tally.add(&game, &state);
            }
        });
    });
    tally.assert_random_play(4);
    group.finish();
}

/// A state's size, copying it, dealing it, drawing it.
fn states(criterion: &mut Criterion) {
    let game = VikingsOnBoard::base(4);
    let mut middle = game.state(&game.deal(DealSeed { seed: 7, deal: 0 }));
    let mut rng = Rng::from_seed(1);
    for _ in 0..60 {
        let action = game.random_legal(&middle, &mut rng);
        game.apply_unchecked(&mut middle, action, &mut ());
    }
    println!("a state of vikings-on-board has {} bytes", size_of::<State>());
    let mut group = criterion.benchmark_group("vikings-on-board-states");
    group.throughput(Throughput::Elements(1));
    let mut copy = game.state(&game.deal(DealSeed { seed: 7, deal: 1 }));
    let mut copied = false;
    group.bench_function("clone", |bench| {
        copied = true;
        bench.iter(|| copy = *black_box(&middle));
    });
    assert!(!copied || copy == middle);
    let mut deal = 0;
    group.bench_function("deal", |bench| {
        bench.iter(|| {
            deal += 1;
            game.deal(DealSeed { seed: 7, deal })
        });
    });
    game.check_deal(&game.deal(DealSeed { seed: 7, deal })).unwrap();
    let seat = game.to_move(&middle).expect("60 decisions do not end a game");
    group.bench_function("draw", |bench| {
        bench.iter(|| game.view(black_box(&middle), seat).draw(&mut rng));
    });
    let drawn = game.view(&middle, Seat::new(0)).draw(&mut rng);
    assert_eq!(drawn.stacks(), middle.stacks());
    group.finish();
}

criterion_group!(benches, games, states);
criterion_main!(benches);
