//! Games of agents with all statistics, as `drakkar run` plays them, on one thread and on two.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar::error::Error;
use drakkar::threads::batch::{self, Collector, StopSignal};
use drakkar_agents::spec::Spec;
use drakkar_engine::games::vikings::Vikings;
use drakkar_play::batch::BatchResult;
use drakkar_play::chunking::{ChunkLayout, default_batch, time_every};
use drakkar_play::erased::Seated;
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_play::task::Arm;
use drakkar_play::task::Task;
use drakkar_play::typed_table::lab;
use drakkar_stats::counters::Counters;

/// Adds up and writes nothing.
struct Sum {
    counters: Counters,
    games: u64,
}

impl Collector for Sum {
    fn batch(&mut self, _: u64, batch: BatchResult, _: bool) -> Result<(), Error> {
        self.counters.merge(&batch.sums.counters);
        self.games += batch.games;
        Ok(())
    }
}

/// Plays `games` games of four such agents.
///
/// # Panics
/// If the counters do not hold every game, a winner in each, and a mean score near `glory`.
fn play(spec: &str, games: u64, threads: usize, glory: f64) {
    let spec: Spec = spec.parse().unwrap();
    let lab = lab::<Vikings>();
    let rules = lab.read_rules(lab.info().presets[0].toml).unwrap();
    let table = lab.open(&[rules], 4).unwrap();
    let crew = table.seat(&[Seated::new(&spec)]).unwrap();
    let schedule = Schedule::new(&[0; 4], Policy::Permutations, 1);
    let task = Task {
        arms: vec![Arm { rules: 0, name: "base".to_owned(), line_up: 0, schedule }],
        time_every: time_every(std::slice::from_ref(&spec)),
        ..Task::new(table.info(), 4, &[spec.to_string()], 1)
    };
    let batch = default_batch(1, false, std::slice::from_ref(&spec));
    let chunking = ChunkLayout { blocks: games, chunk: games, batch, confirm: 0 };
    let stop = StopSignal {
        asked: &AtomicBool::new(false),
        hurried: &AtomicBool::new(false),
        deadline: None,
        latest: None,
        keep_going: false,
    };
    let mut sum = Sum { counters: Counters::new(task.layout().shape), games: 0 };
    batch::play(&|over| crew.worker(&task, over), chunking, &[0], threads, &mut sum, stop).unwrap();
    let agent = &sum.counters.agents[0];
    assert_eq!((sum.games, sum.counters.failed), (games, 0));
    assert_eq!(agent.share.n, 60 * i128::from(games), "every game has one win to share");
    let score: i128 = agent.seats.iter().map(|seat| seat.score).sum();
    let mean = score as f64 / (4 * games) as f64;
    assert!((mean - glory).abs() < 0.5, "{spec}: {mean} glory");
}

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("vikings-run");
    group.sample_size(10);
    for threads in [1, 2] {
        for (spec, games, glory) in [("random", 50_000, 8.41), ("greedy", 5_000, 35.56)] {
            group.throughput(Throughput::Elements(games));
            group.bench_function(format!("four-{spec}-{threads}-threads"), |bench| {
                bench.iter(|| play(spec, games, threads, glory));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, runs);
criterion_main!(benches);
