//! Random games of every game and number of seats on the engine alone, and what a state costs. A playout must come to
//! what the same game gives action by action, so that a fast wrong engine fails.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_engine::fact::{Ledger, Sink};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Games per iteration, each on a deal of its own.
const GAMES: u64 = 2_000;

/// Mean score and its standard deviation over seats in random play, by number of seats from the fewest on, where it is
/// known from at least 1,000,000 games.
type Known = &'static [(f64, f64)];
const VIKINGS: Known = &[(17.83, 13.23), (10.37, 9.36), (8.41, 7.96)];
const ADVANCED_VIKINGS: Known = &[(1.92, 3.97), (3.49, 5.19), (4.30, 5.64)];
const VIKINGS_ON_BOARD: Known = &[(12.176, 5.41), (11.273, 5.19), (10.691, 5.30)];

/// Sums over games of the first seat's score plus its share of the win, and of all scores.
#[derive(Default)]
struct Tally {
    games: f64,
    sum: f64,
    squares: f64,
    scores: f64,
}

impl Tally {
    fn add<G: Game>(&mut self, game: &G, state: &G::State) {
        let (outcome, seat) = (game.outcome(state), Seat::new(0));
        let value =
            f64::from(outcome.score[seat]) + f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
        self.games += 1.0;
        self.sum += value;
        self.squares += value * value;
        let scores = outcome.score.as_slice();
        self.scores += f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
    }

    fn mean(&self) -> f64 {
        self.sum / self.games
    }

    /// Of the mean. Only [`GAMES`] games count: their deals come again and again.
    fn variance(&self) -> f64 {
        (self.squares / self.games - self.mean() * self.mean()) / GAMES as f64
    }

    /// # Panics
    /// If the means differ by more than six standard errors.
    fn assert_like(&self, other: &Tally) {
        // Nothing was played if a filter on the command line left it out.
        if self.games > 0.0 {
            let difference = (self.mean() - other.mean()).abs();
            let error = (self.variance() + other.variance()).sqrt();
            assert!(difference <= 6.0 * error, "{difference} points, standard error {error}");
        }
    }

    /// # Panics
    /// If the mean score is further from what is known than six standard errors. Seats of a game are taken as one
    /// sample, and the same deals come again, which costs a factor of three.
    fn assert_known(&self, known: Option<&(f64, f64)>) {
        if let Some((mean, deviation)) = known.filter(|_| self.games > 0.0) {
            let found = self.scores / self.games;
            let allowed = 18.0 * deviation / (GAMES as f64).sqrt();
            assert!((found - mean).abs() < allowed, "{found} points instead of {mean}");
        }
    }
}

/// Action by action.
fn step<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, facts: &mut impl Sink<G::Scoring>) {
    while game.to_move(state).is_some() {
        let action = game.random_legal(state, rng);
        game.apply_unchecked(state, action, facts);
    }
}

/// Playouts with each number of seats; with the most also action by action, without facts and with them.
fn games_of<G: Recorded>(criterion: &mut Criterion, preset: &str, known: Known) {
    let rule_set = G::read_toml(G::rules().preset(preset).expect("a known preset").toml)
        .expect("presets are valid");
    let mut group = criterion.benchmark_group(format!("{}/{preset}", G::ID));
    group.throughput(Throughput::Elements(GAMES));
    for players in G::PLAYERS.0..=G::PLAYERS.1 {
        let game =
            G::new(rule_set.clone(), players).expect("presets are for every number of seats");
        let deals: Vec<G::Deal> =
            (0..GAMES).map(|deal| game.deal(DealSeed { seed: 7, deal })).collect();
        let mut rng = Rng::from_seed(1);
        let [mut steps, mut playouts, mut recorded] = <[Tally; 3]>::default();
        let mut play = |tally: &mut Tally, play: &mut dyn FnMut(&mut G::State, &mut Rng)| {
            for deal in &deals {
                let mut state = game.state(deal);
                play(&mut state, &mut rng);
                tally.add(&game, &state);
            }
        };
        play(&mut steps, &mut |state, rng| step(&game, state, rng, &mut ()));
        group.bench_function(format!("playout/{players}"), |bench| {
            bench.iter(|| play(&mut playouts, &mut |state, rng| game.playout(state, rng)));
        });
        playouts.assert_like(&steps);
        let known = known.get(players - G::PLAYERS.0);
        playouts.assert_known(known);
        if players == G::PLAYERS.1 {
            group.bench_function(format!("steps/{players}"), |bench| {
                bench.iter(|| play(&mut steps, &mut |state, rng| step(&game, state, rng, &mut ())));
            });
            let mut ledger = Ledger::new(players, G::FACTS.len());
            group.bench_function(format!("facts/{players}"), |bench| {
                bench.iter(|| {
                    play(&mut recorded, &mut |state, rng| {
                        ledger.clear();
                        step(&game, state, rng, &mut ledger);
                    });
                });
            });
            recorded.assert_like(&steps);
            recorded.assert_known(known);
        }
    }
    group.finish();
    states_of::<G>(criterion, preset, rule_set);
}

/// A state's size; dealing it, copying it, drawing what its seat to move cannot see.
fn states_of<G: Recorded>(criterion: &mut Criterion, preset: &str, rule_set: G::RuleSet) {
    let game = G::new(rule_set, G::PLAYERS.1).expect("presets are for every number of seats");
    let mut rng = Rng::from_seed(1);
    let mut state = game.state(&game.deal(DealSeed { seed: 7, deal: 0 }));
    for _ in 0..5 {
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
    println!("a state of {} ({preset}) has {} bytes", G::ID, size_of::<G::State>());
    let mut group = criterion.benchmark_group(format!("{}/{preset}/state", G::ID));
    let mut deal = 0;
    group.bench_function("deal", |bench| {
        bench.iter(|| {
            deal += 1;
            game.deal(DealSeed { seed: 7, deal })
        });
    });
    group.bench_function("copy", |bench| bench.iter(|| *black_box(&state)));
    let seat = game.to_move(&state).expect("five decisions do not end a game");
    group.bench_function("draw", |bench| {
        bench.iter(|| game.view(black_box(&state), seat).draw(&mut rng))
    });
    group.finish();
}

fn games(criterion: &mut Criterion) {
    games_of::<Vikings>(criterion, "base", VIKINGS);
    games_of::<AdvancedVikings>(criterion, "advanced", ADVANCED_VIKINGS);
    games_of::<VikingsOnBoard>(criterion, "base", VIKINGS_ON_BOARD);
    games_of::<Eketorp>(criterion, "queen2007", &[]);
    games_of::<NoMoreVikings>(criterion, "base", &[]);
    games_of::<ConnectFour>(criterion, "base", &[]);
    games_of::<Goofspiel>(criterion, "base", &[]);
}

criterion_group!(benches, games);
criterion_main!(benches);
