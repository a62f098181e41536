//! Random connect-four games through the public trait, and the same through the crate `minimax`
//! and its own trait, in one run. Both draw from the same generator, and both must show what is
//! known of random play, so that a fast wrong game fails.

#![allow(missing_docs)] // of the functions that the macros of criterion make

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

mod peer;

/// Games per iteration.
const GAMES: u64 = 10_000;

/// What random play comes to, measured over 100 million games: mean number of discs, part of the
/// games that the first seat wins, part of the games that nobody wins.
const LENGTH: f64 = 21.312;
const FIRST_WINS: f64 = 0.5557;
const DRAWS: f64 = 0.00256;

/// Sums over all games of a bench.
#[derive(Default)]
struct Tally {
    games: u64,
    discs: u64,
    first_wins: u64,
    draws: u64,
}

impl Tally {
    fn add(&mut self, discs: u32, winner: Option<u32>) {
        self.games += 1;
        self.discs += u64::from(discs);
        self.first_wins += u64::from(winner == Some(0));
        self.draws += u64::from(winner.is_none());
    }

    /// # Panics
    /// If a figure is further than six standard errors, and the rounding of the constants above,
    /// from what random play gives.
    fn assert_random_play(&self) {
        if self.games == 0 {
            // Left out by a filter on the command line.
            return;
        }
        // Standard deviation of the number of discs: 7.37.
        let figures = [
            ("discs", self.discs, LENGTH, 7.37, 0.003),
            ("first wins", self.first_wins, FIRST_WINS, 0.497, 0.0001),
            ("draws", self.draws, DRAWS, 0.051, 0.00001),
        ];
        for (name, sum, known, deviation, rounding) in figures {
            let mean = sum as f64 / self.games as f64;
            let allowed = 6.0 * deviation / (self.games as f64).sqrt() + rounding;
            assert!((mean - known).abs() < allowed, "{name}: {mean} over {} games", self.games);
        }
    }
}

/// Plays [`GAMES`] games through [`Game::playout`].
fn play_drakkar(game: &ConnectFour, rng: &mut Rng, tally: &mut Tally) {
    let deal = game.deal(DealSeed { seed: 7, deal: 0 });
    for _ in 0..GAMES {
        let mut state = game.state(&deal);
        game.playout(&mut state, rng);
        let share = u32::from(game.outcome(&state).share[Seat::new(0)]);
        let winner = match share {
            WHOLE_WIN => Some(0),
            0 => Some(1),
            _ => None,
        };
        tally.add(game.clock(&state), winner);
    }
}

/// Plays [`GAMES`] games through the trait of `minimax`, as its own random rollouts do: all moves
/// into a list that is used again, one of them drawn.
fn play_peer(rng: &mut Rng, tally: &mut Tally) {
    use minimax::{Game, Winner};
    let mut moves = Vec::new();
    for _ in 0..GAMES {
        let mut board = peer::Board::default();
        let winner = loop {
            moves.clear();
            if let Some(winner) = peer::ConnectFour::generate_moves(&board, &mut moves) {
                break winner;
            }
            let column = moves[rng.below(moves.len() as u32) as usize];
            if let Some(next) = peer::ConnectFour::apply(&mut board, column) {
                board = next;
            }
        };
        let discs = u32::from(board.discs);
        tally.add(discs, (winner == Winner::PlayerJustMoved).then_some(1 - discs % 2));
    }
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random_connect_four");
    group.throughput(Throughput::Elements(GAMES));
    let (mut rng, mut tally) = (Rng::from_seed(7), Tally::default());
    let game = ConnectFour::default();
    group.bench_function("drakkar", |bencher| {
        bencher.iter(|| play_drakkar(&game, &mut rng, &mut tally));
    });
    tally.assert_random_play();
    let (mut rng, mut tally) = (Rng::from_seed(7), Tally::default());
    group.bench_function("minimax", |bencher| {
        bencher.iter(|| play_peer(&mut rng, &mut tally));
    });
    tally.assert_random_play();
    group.finish();
}

criterion_group!(benches, random_games);
criterion_main!(benches);
