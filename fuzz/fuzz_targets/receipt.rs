//! Receipts of chunks, added up by the plan `plan.json`.

#![no_main]

use drakkar::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    drakkar_fuzz::in_folder(|folder| {
        fuzzing::receipt(folder, include_bytes!("../plan.json"), bytes)
    })
});
