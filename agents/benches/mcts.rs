//! Iterations of tree search per second, from the opening of a game.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_agents::agent::Agent;
use drakkar_agents::mcts::{Mcts, Settings};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::seed::{DealSeed, Rng};

const ITERATIONS: u32 = 1000;

fn opening<G: Game>(criterion: &mut Criterion, name: &str, game: &G) {
    let state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    let view = game.view(&state, game.to_move(&state).expect("the game has a beginning"));
    let mut agent = Mcts::new(Settings::new(ITERATIONS, 1.4).expect("within the range"));
    let mut group = criterion.benchmark_group("mcts");
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    group.bench_function(name, |bencher| {
        let mut seed = 0;
        bencher.iter(|| {
            seed += 1;
            let action = Agent::<G>::choose(&mut agent, &view, &mut Rng::from_seed(seed));
            assert!(game.is_legal(&state, action));
            assert_eq!(agent.root_children().map(|child| child.visits).sum::<u32>(), ITERATIONS);
            action
        });
    });
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
