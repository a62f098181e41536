//! A chunk that is played again, to compare it with its receipt.

use std::io::{Sink, Write, sink};

use crate::journal::chunks::stored;
use crate::{disk::digest::Hashing, plan::run::Plan};
use drakkar_play::receipt::Receipt;
use drakkar_play::{batch::BatchResult, task::Task};

pub struct ReplayedChunk {
    receipt: Receipt,
    part: Option<Hashing<Sink>>,
    records: Option<Hashing<Sink>>,
}

impl ReplayedChunk {
    pub fn new(plan: &Plan, chunk: u64, task: &Task<'_>) -> ReplayedChunk {
        let mut part = plan.run.per_game.then(|| Hashing::new(sink()));
        add(&mut part, &task.header());
        let mut records = plan.run.record_every.map(|_| Hashing::new(sink()));
        add(&mut records, task.record_head.as_bytes());
        let receipt = Receipt::begin(&plan.digest, chunk, task.layout());
        ReplayedChunk { receipt, part, records }
    }

    pub fn receipt(self) -> Receipt {
        let stored = |output: Hashing<Sink>| stored(output).1;
        let (part, records) = (self.part.map(stored), self.records.map(stored));
        Receipt { part, records, ..self.receipt }
    }

    pub fn add(&mut self, batch: BatchResult) {
        add(&mut self.part, &batch.rows);
        add(&mut self.records, &batch.records);
        self.receipt.add(batch);
    }
}

fn add(output: &mut Option<Hashing<Sink>>, bytes: &[u8]) {
    let Some(output) = output else { return };
    output.write_all(bytes).expect("a sink takes everything");
}
