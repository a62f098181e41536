//! Deals: the first byte chooses game and seats, the rest is the deal; those that are accepted are played.

#![no_main]

use drakkar::serde_json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(deal) = serde_json::from_slice(text) else { return };
    drakkar_fuzz::deal(usize::from(*choice), &deal);
});
