//! Iterations of tree search per second, from the opening of a game; beside it, in connect four, the
//! search of the crate `minimax`, and in *Vikings* games of four greedy agents, which are what a
//! rollout by the heuristic from the opening to the end is.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::mcts::{Budget, Mcts, Settings, Truncation};
use drakkar_agents::player::Player;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use minimax::Strategy;

mod peer;

const ITERATIONS: u32 = 1000;

/// Benches the search in the opening of `game` under the name of each of some settings.
fn opening<G: Playable>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    all_settings: &[(&str, Settings)],
) {
    let state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    let view = game.view(&state, game.to_move(&state).expect("the game has a beginning"));
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    for &(kind, settings) in all_settings {
        let mut agent = Mcts::new(settings, G::Heuristic::standard(), game);
        group.bench_function(format!("{name}/{kind}"), |bencher| {
            let mut seed = 0;
            bencher.iter(|| {
                seed += 1;
                let action = agent.choose(&view, &mut Rng::from_seed(seed)).unwrap();
                assert!(game.is_legal(&state, action));
                let visits: u32 = agent.root_children().iter().map(|child| child.visits).sum();
                assert_eq!(visits, ITERATIONS);
                action
            });
        });
    }
}

fn plain() -> Settings {
    Settings::uct(ITERATIONS)
}

/// The defaults, but all iterations are made.
fn defaults() -> Settings {
    Settings { early_stop: false, budget: Budget::Iterations(ITERATIONS), ..Settings::default() }
}

/// The search of `minimax` on one thread. It starts that thread for each move, keeps a move that is
/// proved to win or lose, and draws from a generator that the operating system seeds.
fn peer(group: &mut BenchmarkGroup<'_, WallTime>) {
    let options = minimax::MCTSOptions::default().with_num_threads(1);
    let mut search = minimax::MonteCarloTreeSearch::<peer::ConnectFour>::new(options);
    search.set_max_rollouts(ITERATIONS);
    let board = peer::Board::default();
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    group.bench_function("connect-four/minimax", |bencher| {
        bencher.iter(|| {
            let column = search.choose_move(&board).expect("the game has a beginning");
            assert!(column < 7);
            column
        });
    });
}

fn connect_four(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    let settings = [("plain", plain()), ("defaults", defaults())];
    opening(&mut group, "connect-four", &ConnectFour::default(), &settings);
    peer(&mut group);
    group.finish();
}

/// Random rollouts, rollouts by the heuristic as long as the defaults have them, to the next scoring,
/// and to the end.
fn rollouts() -> [(&'static str, Settings); 4] {
    let scoring = Settings { truncation: Truncation::Scoring, ..defaults() };
    let full = Settings { truncation: Truncation::Never, ..defaults() };
    [
        ("plain", plain()),
        ("defaults", defaults()),
        ("heuristic-to-scoring", scoring),
        ("heuristic-to-the-end", full),
    ]
}

/// Games of greedy agents in all seats, for comparison with full-length rollouts by the heuristic, each
/// of which has a deal of its own as well: one deal over and over would be learnt by the processor.
fn greedy_games<G: Playable>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, game: &G) {
    let spec = "greedy".parse().expect("a specification");
    let mut player = Player::build(&spec, game).expect("the game has a heuristic");
    let deal = |deal| game.state(&game.deal(DealSeed { seed: 1, deal }));
    let starts: Vec<G::State> = (0..1024).map(deal).collect();
    group.throughput(Throughput::Elements(1));
    group.bench_function(format!("{name}/greedy-game"), |bencher| {
        let mut number = 0;
        bencher.iter(|| {
            number += 1;
            let mut state = starts[number as usize % starts.len()];
            Agent::<G>::start_game(&mut player);
            while let Some(seat) = game.to_move(&state) {
                let key = DecisionKey::new(1, number, 0, seat);
                let mut rng = key.at(game.clock(&state));
                let action = player.choose(&game.view(&state, seat), &mut rng).unwrap();
                game.apply_unchecked(&mut state, action, &mut ());
            }
            let share = game.outcome(&state).share;
            let shares: u32 = share.as_slice().iter().map(|&share| u32::from(share)).sum();
            assert_eq!(shares, WHOLE_WIN);
        });
    });
}

fn vikings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    let game = Vikings::base(4);
    opening(&mut group, "vikings-4", &game, &rollouts());
    greedy_games(&mut group, "vikings-4", &game);
    group.finish();
}

fn advanced_vikings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    let preset = AdvancedVikings::rules().preset("advanced").expect("a preset");
    let rule_set = AdvancedVikings::read_toml(preset.toml).expect("presets are valid");
    let game = AdvancedVikings::new(rule_set, 4).expect("for four seats, too");
    opening(&mut group, "vikings-advanced-4", &game, &rollouts());
    greedy_games(&mut group, "vikings-advanced-4", &game);
    group.finish();
}

criterion_group!(benches, connect_four, vikings, advanced_vikings);
criterion_main!(benches);
