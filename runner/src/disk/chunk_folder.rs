//! The paths of a run: its plan, chunks, receipts and drafts.

use std::path::{Path, PathBuf};

pub const PLAN: &str = "run.json";

/// Rows or records of a chunk, with their SHA-256.
pub type ChunkFile = (PathBuf, String);

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
    pub fn folders(&self) -> [PathBuf; 4] {
        ["done", "parts", "records", "tmp"].map(|name| self.0.join(name))
    }

    pub fn done(&self) -> PathBuf {
        self.0.join("done")
    }

    pub fn part(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("parts/chunk-{chunk:08}.csv"))
    }

    pub fn record(&self, chunk: u64) -> PathBuf {
        self.0.join(format!("records/chunk-{chunk:08}.jsonl"))
    }
}
