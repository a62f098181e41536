//! Where the files of a run are.

use std::path::{Path, PathBuf};

/// A folder with chunks: that of the run, or another one that was filled elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkFolder(PathBuf);

impl ChunkFolder {
    /// The folder at `path`.
    pub fn new(path: &Path) -> ChunkFolder {
        ChunkFolder(path.to_owned())
    }

    /// The folder of a run and other folders with chunks of it, in this order.
    pub fn all(run: &Path, others: &[PathBuf]) -> Vec<ChunkFolder> {
        std::iter::once(run)
            .chain(others.iter().map(PathBuf::as_path))
            .map(ChunkFolder::new)
            .collect()
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The plan.
    pub fn plan(&self) -> PathBuf {
        self.0.join("run.json")
    }

    /// The folder of files on their way.
    pub fn tmp(&self) -> PathBuf {
        self.0.join("tmp")
    }

    /// The folder of rows.
    pub fn parts(&self) -> PathBuf {
        self.0.join("parts")
    }

    /// The folder of records.
    pub fn records(&self) -> PathBuf {
        self.0.join("records")
    }

    /// The folder of receipts.
    pub fn done(&self) -> PathBuf {
        self.0.join("done")
    }

    /// The folder of times.
    pub fn timings(&self) -> PathBuf {
        self.0.join("timing")
    }

    /// How long agents thought in a chunk.
    pub fn timing(&self, chunk: u64) -> PathBuf {
        self.timings().join(format!("chunk-{chunk:08}.json"))
    }

    /// The rows of a chunk.
    pub fn part(&self, chunk: u64) -> PathBuf {
        self.parts().join(format!("chunk-{chunk:08}.csv"))
    }

    /// The records of a chunk.
    pub fn record(&self, chunk: u64) -> PathBuf {
        self.records().join(format!("chunk-{chunk:08}.jsonl"))
    }

    /// The receipt of a chunk.
    pub fn receipt(&self, chunk: u64) -> PathBuf {
        self.done().join(format!("chunk-{chunk:08}.json"))
    }
}
