//! Plans: those that are accepted are made ready to be played.

#![no_main]

use drakkar::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| drakkar_fuzz::in_folder(|folder| fuzzing::plan(folder, bytes)));
