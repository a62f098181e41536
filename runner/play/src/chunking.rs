//! How a run is divided: into chunks, which are kept one by one, and batches, which threads take.

use std::ops::Range;

use drakkar_agents::mcts::Budget;
use drakkar_agents::spec::{Kind, Spec};

/// What a chunk is to take, in assumed microseconds of one thread.
const TARGET_MICROS: u64 = 4_000_000;
const MOST_GAMES: u64 = 1 << 20;

/// A run in chunks of `chunk` blocks, of which a thread takes `batch` at a time; batches are not visible in results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChunkLayout {
    pub blocks: u64,
    /// Blocks of a chunk, at least 1.
    pub chunk: u64,
    /// Blocks of a batch, at least 1.
    pub batch: u64,
    /// Blocks on fresh deals that are played afterwards, in chunks of their own.
    pub confirm: u64,
}

impl ChunkLayout {
    pub fn chunks(self) -> u64 {
        self.first_chunks() + self.confirm.div_ceil(self.chunk)
    }

    pub fn first_chunks(self) -> u64 {
        self.blocks.div_ceil(self.chunk)
    }

    /// Number of the first block on fresh deals.
    pub fn fresh(self) -> u64 {
        self.first_chunks().saturating_mul(self.chunk)
    }

    pub fn blocks_of(self, chunk: u64) -> Range<u64> {
        let first = chunk * self.chunk;
        let end = if chunk < self.first_chunks() {
            self.blocks
        } else {
            self.fresh().saturating_add(self.confirm)
        };
        first..first.saturating_add(self.chunk).min(end)
    }

    /// Batches of every chunk; the last ones of the last chunk may be empty.
    pub fn batches(self) -> u64 {
        self.chunk.min(self.blocks.max(self.confirm)).div_ceil(self.batch).max(1)
    }

    pub fn blocks_of_batch(self, chunk: u64, batch: u64) -> Range<u64> {
        let Range { start, end } = self.blocks_of(chunk);
        let first = start.saturating_add(batch * self.batch).min(end);
        first..first.saturating_add(self.batch).min(end)
    }
}

/// About 1,024 games; 64 if recorded, as records of unfinished batches wait in memory; one block if an agent searches.
pub fn default_batch(games_per_block: u64, records: bool, specs: &[Spec]) -> u64 {
    let games = match (specs.iter().any(searches), records) {
        (true, _) => 1,
        (false, true) => 64,
        (false, false) => 1024,
    };
    (games / games_per_block).max(1)
}

/// Decisions are timed in every so many blocks, rarely enough to cost no noticeable time.
pub fn time_every(specs: &[Spec]) -> u64 {
    match specs.iter().any(searches) {
        true => 1,
        false if specs.iter().all(|spec| matches!(spec.kind(), Kind::Random)) => 1024,
        false => 256,
    }
}

/// As many blocks as take about four seconds by the agents' budgets, never by measured speed, so that a run is cut in
/// the same way everywhere. It does not grow with the run: a chunk is what a deadline waits for and what a crash may
/// lose. Of each line-up, the assumed [microseconds] of a game and its games in a block.
pub fn default_chunk(line_ups: &[(u64, u64)]) -> u64 {
    let games: u64 = line_ups.iter().map(|(_, games)| games).sum();
    let block = line_ups.iter().map(|(game, games)| game.saturating_mul(*games));
    let block = block.fold(0, u64::saturating_add);
    let most = (MOST_GAMES / games.max(1)).max(1);
    (TARGET_MICROS / block.max(1)).clamp(1, most)
}

/// The assumed cost of a game for one seat, which is told for `greedy`; of other agents, that of 60 decisions.
pub fn microseconds(spec: &Spec, greedy: u64) -> u64 {
    match spec.kind() {
        Kind::Random => 2,
        Kind::Greedy(_) => greedy,
        Kind::Own { .. } => 6_000,
        Kind::Exec(_) | Kind::Human => 60_000,
        Kind::Flat(settings) | Kind::Mcts(settings) => match settings.budget {
            Budget::Iterations(iterations) => {
                let iterations = u64::from(iterations);
                // The prior at the root takes as long as `greedy`.
                if settings.asks_heuristic() {
                    (500 * iterations).max(greedy)
                } else {
                    100 * iterations
                }
            }
            Budget::Decisions(decisions) => 10 * u64::from(decisions),
            Budget::Milliseconds(milliseconds) => 60 * 1000 * u64::from(milliseconds),
        },
    }
}

/// Whether an agent may think so long that a batch should be a single block.
pub fn searches(spec: &Spec) -> bool {
    !matches!(spec.kind(), Kind::Random | Kind::Greedy(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_and_batches_hold_every_block_once() {
        for (blocks, chunk, batch) in [(10, 4, 3), (1, 100, 7), (12, 4, 1), (7, 7, 10), (9, 2, 2)] {
            let chunking = ChunkLayout { blocks, chunk, batch, confirm: 0 };
            let mut all = Vec::new();
            for number in 0..chunking.chunks() {
                let before = all.len() as u64;
                for part in 0..chunking.batches() {
                    all.extend(chunking.blocks_of_batch(number, part));
                }
                assert_eq!(chunking.blocks_of(number), before..all.len() as u64);
            }
            assert!(all.into_iter().eq(0..blocks), "{chunking:?}");
        }
    }

    #[test]
    fn fresh_deals_have_chunks_of_their_own() {
        for batch in [1, 3, 100] {
            let chunking = ChunkLayout { blocks: 10, chunk: 4, batch, confirm: 6 };
            assert_eq!((chunking.first_chunks(), chunking.chunks()), (3, 5));
            let blocks: Vec<_> = (0..5).map(|chunk| chunking.blocks_of(chunk)).collect();
            assert_eq!(blocks, [0..4, 4..8, 8..10, 12..16, 16..18]);
            for chunk in 0..5 {
                let batches =
                    (0..chunking.batches()).flat_map(|part| chunking.blocks_of_batch(chunk, part));
                assert!(batches.eq(chunking.blocks_of(chunk)));
            }
        }
        let chunking = ChunkLayout { blocks: 2, chunk: 100, batch: 1, confirm: 30 };
        assert_eq!((chunking.blocks_of(1), chunking.batches()), (100..130, 30));
    }

    #[test]
    fn chunks_by_the_budgets() {
        let chunk = |games, text: &str| {
            let spec: Spec = text.parse().unwrap();
            default_chunk(&[(4 * microseconds(&spec, 20), games)])
        };
        assert_eq!(chunk(1, "random"), 500_000);
        assert_eq!(chunk(4, "greedy"), 12_500);
        assert_eq!(chunk(1, "mcts:iterations=500"), 4);
        assert_eq!(chunk(1, "mcts:milliseconds=1"), 16);
        assert_eq!(chunk(1, "exec:a"), 16);
        assert_eq!(chunk(1, "greedy:forbid=\"bid *\""), 50_000);
        assert_eq!(chunk(24, "mcts:iterations=1000000"), 1);
        // In a game whose `greedy` is slow, also for searches of few iterations.
        let cost = |text: &str| microseconds(&text.parse().unwrap(), 9_000);
        assert_eq!(
            ["random", "greedy", "uct:iterations=1", "mcts:iterations=1", "mcts:iterations=20"]
                .map(cost),
            [2, 9_000, 100, 9_000, 10_000],
        );
        // A game of those is longer than a chunk should be.
        assert_eq!(chunk(1, "mcts:iterations=20000"), 1);
        assert_eq!(chunk(24, "mcts:iterations=20000"), 1);
    }
}
