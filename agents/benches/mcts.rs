//! Iterations of tree search per second, from the opening of a game.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::mcts::{Mcts, Settings};
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::seed::{DealSeed, Rng};

const ITERATIONS: u32 = 1000;

fn opening<G: Playable>(criterion: &mut Criterion, name: &str, game: &G) {
    let state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    let view = game.view(&state, game.to_move(&state).expect("the game has a beginning"));
    let defaults = Settings::default().with_iterations(ITERATIONS);
    let mut group = criterion.benchmark_group("mcts");
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    for (kind, settings) in [("plain", Settings::plain(ITERATIONS)), ("defaults", defaults)] {
        let settings = settings.expect("within the range");
        let mut agent = Mcts::new(settings, G::Heuristic::standard(), game);
        group.bench_function(format!("{name}/{kind}"), |bencher| {
            let mut seed = 0;
            bencher.iter(|| {
                seed += 1;
                let action = agent.choose(&view, &mut Rng::from_seed(seed));
                assert!(game.is_legal(&state, action));
                let visits: u32 = agent.root_children().iter().map(|child| child.visits).sum();
                assert_eq!(visits, ITERATIONS);
                action
            });
        });
    }
    group.finish();
}

fn connect_four(criterion: &mut Criterion) {
    opening(criterion, "connect-four", &ConnectFour::default());
}

fn vikings(criterion: &mut Criterion) {
    opening(criterion, "vikings-4", &Vikings::base(4));
}

criterion_group!(benches, connect_four, vikings);
criterion_main!(benches);
