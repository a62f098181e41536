//! What `fuzz/` calls: reads the files of a run from bytes, as commands do. Only compiled for it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{
    disk::chunk_folder::ChunkFolder, disk::self_hash, export::folder, export::manifest,
    plan::run::Run,
};
use crate::{journal::chunks::ChunkCheck, page, report};
use crate::{plan::run::Plan, plan::run::ROW_FORMAT, study::session::Session};
use drakkar_play::{json, receipt::Receipt};

/// Reads a plan and builds what would play it. Its digest and versions are mended: hardly any bytes would come further.
pub fn plan(place: &Path, bytes: &[u8]) {
    let place = ChunkFolder::new(place);
    let read = |bytes: &[u8]| {
        fs::write(place.plan(), bytes).unwrap();
        Plan::read(&place)
    };
    let _ = read(bytes);
    let Some(mended) = mended(bytes) else { return };
    mended.write(&place).unwrap();
    if let Ok(Some(plan)) = Plan::read(&place)
        && let Ok(session) = Session::new(&plan, &place)
    {
        session.task.layout();
        session.legend();
    }
}

fn mended(bytes: &[u8]) -> Option<Plan> {
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    let asked = value["games_asked"].as_u64()?;
    let run = value.get_mut("run")?.as_object_mut()?;
    run.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    run.insert("generators".to_owned(), drakkar_engine::seed::GENERATORS.into());
    run.insert("row_format".to_owned(), ROW_FORMAT.into());
    let run: Run = serde_json::from_value(Value::Object(run.clone())).ok()?;
    Some(Plan::new(run, asked))
}

/// Adds up a run of one chunk, of which `bytes` are the receipt; its hash is mended first.
pub fn receipt(place: &Path, plan: &[u8], bytes: &[u8]) {
    let place = ChunkFolder::new(place);
    let plan = mended(plan).expect("the plan can be used");
    let bytes = match Receipt::read(bytes) {
        Ok(receipt) => {
            let run = plan.digest.clone();
            let receipt = Receipt { run, chunk: 0, part: None, records: None, ..receipt };
            self_hash::sealed(&receipt.line())
        }
        Err(_) => [bytes, b"\n"].concat(),
    };
    fs::create_dir_all(place.done()).unwrap();
    fs::write(place.done().join("chunk-receipts-fuzzed.ndjson"), bytes).unwrap();
    plan.write(&place).unwrap();
    let session = Session::new(&plan, &place).expect("the plan can be played");
    let _ = session.sums(&place, ChunkCheck::Bytes);
}

/// Looks at a folder with this manifest as a run that would go on in it does, and reports it; its hash is mended first.
pub fn manifest(place: &Path, bytes: &[u8]) {
    let path = place.join(manifest::FILE);
    match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Object(mut mended)) => {
            mended.shift_remove("sha256");
            mended.insert("sha256".to_owned(), "".into());
            fs::write(path, self_hash::sealed(&json::pretty(&mended))).unwrap();
            let digest = mended.get("digest").and_then(Value::as_str);
            let _ = folder::contents(place, digest.unwrap_or_default(), false);
        }
        _ => fs::write(path, bytes).unwrap(),
    }
    let _ = report::report(&[place.to_owned()], &place.join(page::OF_RESULTS));
}

pub fn results(place: &Path, name: &str, bytes: &[u8]) {
    fs::write(place.join(name), bytes).unwrap();
    let _ = report::report(&[place.to_owned()], &place.join(page::OF_RESULTS));
    fs::remove_file(place.join(name)).unwrap();
}
