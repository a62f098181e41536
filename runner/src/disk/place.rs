//! The places of a run's files.

use std::path::{Path, PathBuf};

/// Name of the file with the plan of a run.
pub const PLAN: &str = "run.json";

/// A folder with chunks: that of the run, or another one with some of its chunks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkFolder(PathBuf);

impl ChunkFolder {
    pub fn new(path: &Path) -> ChunkFolder {
        ChunkFolder(path.to_owned())
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn plan(&self) -> PathBuf {
        self.0.join(PLAN)
    }

    pub fn tmp(&self) -> PathBuf {
        self.0.join("tmp")
    }

    /// All folders of chunks, receipts first: without them no file counts.
    pub fn folders(&self) -> [PathBuf; 5] {
        ["done", "parts", "records", "timing", "tmp"].map(|name| self.0.join(name))
    }

    /// How long agents thought in a chunk.
    pub fn timing(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("timing/chunk-{chunk:08}.json"))
    }

    pub fn part(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("parts/chunk-{chunk:08}.csv"))
    }

    pub fn record(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("records/chunk-{chunk:08}.jsonl"))
    }

    pub fn receipt(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("done/chunk-{chunk:08}.json"))
    }
}
