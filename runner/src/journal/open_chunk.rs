//! A chunk that is being played: its receipt so far, and its rows and records as they are written.

use std::io::{self, Write};

use crate::{disk::digest::Hashing, error::Error, plan::run::Plan};
use drakkar_play::receipt::{Receipt, Stored};
use drakkar_play::{batch::BatchResult, task::Task};

pub struct OpenChunk<W> {
    receipt: Receipt,
    rows: Option<Hashing<W>>,
    records: Option<Hashing<W>>,
    refuse: Refuse<W>,
}

/// The error where something cannot be written to an output.
type Refuse<W> = fn(&W, io::Error) -> Error;

impl<W: Write> OpenChunk<W> {
    /// With what its rows and records go to, if there are to be any.
    pub fn begin(
        plan: &Plan,
        chunk: u64,
        task: &Task<'_>,
        [rows, records]: [Option<W>; 2],
        refuse: Refuse<W>,
    ) -> Result<OpenChunk<W>, Error> {
        let receipt = Receipt::begin(&plan.digest, chunk, task.layout());
        let [rows, records] = [rows, records].map(|output| output.map(Hashing::new));
        let mut open = OpenChunk { receipt, rows, records, refuse };
        if open.rows.is_some() {
            write(&mut open.rows, &task.header(), refuse)?;
        }
        write(&mut open.records, task.record_head.as_bytes(), refuse)?;
        Ok(open)
    }

    pub fn add(&mut self, batch: BatchResult) -> Result<(), Error> {
        write(&mut self.rows, &batch.rows, self.refuse)?;
        write(&mut self.records, &batch.records, self.refuse)?;
        self.receipt.add(batch);
        Ok(())
    }

    pub fn finish(self) -> (Receipt, [Option<W>; 2]) {
        let (rows, part) = self.rows.map(stored).unzip();
        let (written, records) = self.records.map(stored).unzip();
        (Receipt { part, records, ..self.receipt }, [rows, written])
    }
}

fn write<W: Write>(
    output: &mut Option<Hashing<W>>,
    bytes: &[u8],
    refuse: Refuse<W>,
) -> Result<(), Error> {
    let Some(output) = output else { return Ok(()) };
    output.write_all(bytes).map_err(|error| refuse(&output.inner, error))
}

fn stored<W: Write>(output: Hashing<W>) -> (W, Stored) {
    let (bytes, (inner, sha256)) = (output.bytes, output.finish());
    (inner, Stored { bytes, sha256 })
}
