//! Random games of *Vikings* through the public trait, and what a state costs. Every bench asserts
//! what random play is known to give, so that a fast wrong engine fails.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::deal::Deal;
use drakkar_engine::games::vikings::fact::VikingsFact;
use drakkar_engine::games::vikings::scoring::Scoring;
use drakkar_engine::games::vikings::state::{State, StateOf};
use drakkar_engine::games::vikings::variant::{Advanced, Plain, Variant};
use drakkar_engine::games::vikings::{Vikings, VikingsOf};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Games per iteration, each on a deal of its own.
const GAMES: u64 = 2_000;
/// Mean glory and its standard deviation over seats in random play by the base rules with 2, 3 and 4
/// players, over 3,333,333 games each.
const GLORY: [(f64, f64); 3] = [(17.83, 13.23), (10.37, 9.36), (8.41, 7.96)];

/// The same by the advanced rules, over 1,000,000 games each.
const ADVANCED_GLORY: [(f64, f64); 3] = [(1.92, 3.97), (3.49, 5.19), (4.30, 5.64)];

/// Glory summed over the seats of all games of a bench.
#[derive(Default)]
struct Tally {
    seats: u64,
    glory: i64,
}

impl Tally {
    fn add<V: Variant>(&mut self, game: &VikingsOf<V>, state: &StateOf<V>) {
        let outcome = game.outcome(state);
        self.seats += game.players() as u64;
        self.glory += outcome.score.as_slice().iter().map(|&glory| i64::from(glory)).sum::<i64>();
    }

    /// # Panics
    /// If the mean is further from random play than six standard errors. Seats of a game are taken
    /// as one sample, and the same deals come again, which costs a factor of three.
    fn assert_random_play(&self, players: usize, glory: [(f64, f64); 3]) {
        if self.seats == 0 {
            return; // left out by a filter on the command line
        }
        let (mean, deviation) = glory[players - 2];
        let found = self.glory as f64 / self.seats as f64;
        let games = (self.seats / players as u64).min(GAMES) as f64;
        let allowed = 18.0 * deviation / games.sqrt();
        assert!((found - mean).abs() < allowed, "{found} glory with {players} players");
    }
}

fn deals<V: Variant>(game: &VikingsOf<V>) -> Vec<Deal> {
    (0..GAMES).map(|deal| game.deal(DealSeed { seed: 7, deal })).collect()
}

/// From the deal to the winner.
fn playouts(criterion: &mut Criterion) {
    playouts_of::<Plain>(criterion, "base", GLORY);
    playouts_of::<Advanced>(criterion, "advanced", ADVANCED_GLORY);
}

fn playouts_of<V: Variant>(criterion: &mut Criterion, preset: &str, glory: [(f64, f64); 3]) {
    let mut group = criterion.benchmark_group(format!("vikings-random-games-{preset}"));
    group.throughput(Throughput::Elements(GAMES));
    for players in 2..=4 {
        let game = VikingsOf::<V>::preset(preset, players);
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
        tally.assert_random_play(players, glory);
    }
    group.finish();
}

/// Action by action; with the sink that forgets and the one that keeps facts. A rule set with other
/// values must cost the same as the preset.
fn steps(criterion: &mut Criterion) {
    let base = Vikings::base(4);
    let deals = deals(&base);
    let changed = rules::set(
        Vikings::presets()[0].toml,
        &["scoring.noble_glory=3".into(), "ships.N.gold=4".into(), "setup.glory=11".into()],
    );
    let changed = Vikings::read_toml(&changed.unwrap()).unwrap();
    let changed = Vikings::new(changed, 4).unwrap();
    let mut group = criterion.benchmark_group("vikings-step-by-step");
    group.throughput(Throughput::Elements(GAMES));
    let mut ledger: Ledger<Scoring> = Ledger::new(4, VikingsFact::ALL.len());
    for (name, game) in [("base", &base), ("changed-values", &changed)] {
        let (mut rng, mut tally) = (Rng::from_seed(1), Tally::default());
        group.bench_function(format!("{name}-without-facts"), |bench| {
            bench.iter(|| {
                for deal in &deals {
                    let mut state = game.state(deal);
                    while game.to_move(&state).is_some() {
                        let action = game.random_legal(&state, &mut rng);
                        game.apply_unchecked(&mut state, action, &mut ());
                    }
                    tally.add(game, &state);
                }
            });
        });
        if name == "base" {
            tally.assert_random_play(4, GLORY);
        }
    }
    let (mut rng, mut tally) = (Rng::from_seed(1), Tally::default());
    group.bench_function("base-with-facts", |bench| {
        bench.iter(|| {
            for deal in &deals {
                let mut state = base.state(deal);
                ledger.clear();
                while base.to_move(&state).is_some() {
                    let action = base.random_legal(&state, &mut rng);
                    base.apply_unchecked(&mut state, action, &mut ledger);
                }
                assert_eq!(ledger.scorings().len(), 7);
                tally.add(&base, &state);
            }
        });
    });
    tally.assert_random_play(4, GLORY);
    group.finish();
}

/// A state's size, copying it, dealing it.
fn states(criterion: &mut Criterion) {
    let game = Vikings::base(4);
    let mut middle = game.state(&game.deal(DealSeed { seed: 7, deal: 0 }));
    let mut rng = Rng::from_seed(1);
    for _ in 0..80 {
        let action = game.random_legal(&middle, &mut rng);
        game.apply_unchecked(&mut middle, action, &mut ());
    }
    let sizes = [size_of::<State>(), size_of::<StateOf<Advanced>>()];
    println!("a state of vikings has {} bytes, with the advanced rules {}", sizes[0], sizes[1]);
    let mut group = criterion.benchmark_group("vikings-states");
    group.throughput(Throughput::Elements(1));
    let mut copy = game.state(&game.deal(DealSeed { seed: 7, deal: 1 }));
    assert_ne!(copy, middle);
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
    let survey = game.survey(&middle, Seat::new(0));
    group.bench_function("survey", |bench| {
        bench.iter(|| assert_eq!(game.survey(black_box(&middle), Seat::new(0)), survey));
    });
    group.finish();
}

criterion_group!(benches, playouts, steps, states);
criterion_main!(benches);
