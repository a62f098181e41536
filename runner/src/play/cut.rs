//! How a run is cut up: chunks, which are kept one by one, and slices, which threads take.

use std::ops::Range;

use drakkar_agents::mcts::Budget;
use drakkar_agents::spec::{Kind, Spec};

/// Most chunks of a run, unless somebody asks for more.
const MOST_CHUNKS: u64 = 10_000;
/// What a chunk is to take, in microseconds of one thread by what the agents are taken to cost.
const AIM: u64 = 4_000_000;
/// Most games of a chunk.
const MOST_GAMES: u64 = 1 << 20;

/// A run of `blocks` blocks in chunks of `chunk` blocks, of which a thread takes `slice` at a time.
///
/// Chunk `c` holds the blocks from `c * chunk` on, whoever plays it. Slices can be seen nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Blocks of the run.
    pub blocks: u64,
    /// Blocks of a chunk, at least 1.
    pub chunk: u64,
    /// Blocks of a slice, at least 1.
    pub slice: u64,
}

impl Cut {
    /// Number of chunks.
    pub fn chunks(self) -> u64 {
        self.blocks.div_ceil(self.chunk)
    }

    /// The blocks of a chunk.
    pub fn blocks_of(self, chunk: u64) -> Range<u64> {
        let first = chunk * self.chunk;
        first..first.saturating_add(self.chunk).min(self.blocks)
    }

    /// Slices of every chunk; the last ones of the last chunk may be empty.
    pub fn slices(self) -> u64 {
        self.chunk.min(self.blocks).div_ceil(self.slice).max(1)
    }

    /// The blocks of a slice of a chunk.
    pub fn blocks_of_slice(self, chunk: u64, slice: u64) -> Range<u64> {
        let Range { start, end } = self.blocks_of(chunk);
        let first = start.saturating_add(slice * self.slice).min(end);
        first..first.saturating_add(self.slice).min(end)
    }
}

/// Blocks of a slice: as many as make about 1,024 games; 64 if games are recorded, since records of
/// unfinished slices wait in memory; one block if an agent searches.
pub fn default_slice(games_per_block: u64, records: bool, specs: &[Spec]) -> u64 {
    let games = match (specs.iter().any(searches), records) {
        (true, _) => 1,
        (false, true) => 64,
        (false, false) => 1024,
    };
    (games / games_per_block).max(1)
}

/// Blocks of a chunk, from the agents' budgets alone and never from measured speed, so that a run is
/// cut in the same way everywhere: as many as take about four seconds by what the agents are taken
/// to cost, at most a million games, and more if the run had more than 10,000 chunks otherwise.
pub fn default_chunk(games_per_block: u64, blocks: u64, specs: &[Spec]) -> u64 {
    let game: u64 = specs.iter().map(microseconds).fold(0, u64::saturating_add);
    let games = (AIM / game.max(1)).min(MOST_GAMES);
    (games / games_per_block).max(1).max(blocks.div_ceil(MOST_CHUNKS))
}

/// What a game of one seat is taken to cost: random 2, greedy 20, a search 100 for each iteration of
/// its decisions, and 500 if it asks the heuristic, or the time of 60 decisions.
fn microseconds(spec: &Spec) -> u64 {
    match spec.kind() {
        Kind::Random => 2,
        Kind::Greedy { .. } => 20,
        Kind::Mcts(settings) => match settings.budget() {
            Budget::Iterations(iterations) => {
                let iteration = if settings.asks_heuristic() { 500 } else { 100 };
                iteration * u64::from(iterations)
            }
            Budget::Milliseconds(milliseconds) => 60 * 1000 * u64::from(milliseconds),
        },
    }
}

/// Whether an agent thinks so long that a slice should be a single block.
fn searches(spec: &Spec) -> bool {
    matches!(spec.kind(), Kind::Mcts(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_and_slices_hold_every_block_once() {
        for (blocks, chunk, slice) in [(10, 4, 3), (1, 100, 7), (12, 4, 1), (7, 7, 10), (9, 2, 2)] {
            let cut = Cut { blocks, chunk, slice };
            let mut all = Vec::new();
            for number in 0..cut.chunks() {
                let before = all.len() as u64;
                for part in 0..cut.slices() {
                    all.extend(cut.blocks_of_slice(number, part));
                }
                assert_eq!(cut.blocks_of(number), before..all.len() as u64);
            }
            assert!(all.into_iter().eq(0..blocks), "{cut:?}");
        }
    }

    #[test]
    fn chunks_by_the_budgets() {
        let specs = |text: &str, seats| vec![text.parse::<Spec>().unwrap(); seats];
        assert_eq!(default_chunk(1, 1000, &specs("random", 4)), 500_000);
        assert_eq!(default_chunk(4, 1000, &specs("greedy", 4)), 12_500);
        assert_eq!(default_chunk(1, 1000, &specs("mcts:iterations=500", 4)), 4);
        assert_eq!(default_chunk(1, 1000, &specs("mcts:milliseconds=1", 4)), 16);
        assert_eq!(default_chunk(1, 1000, &specs("greedy:forbid=\"bid *\"", 4)), 50_000);
        assert_eq!(default_chunk(24, 1000, &specs("mcts:iterations=1000000", 4)), 1);
        assert_eq!(default_chunk(24, 1_000_000, &specs("mcts:iterations=1000000", 4)), 100);
    }
}
