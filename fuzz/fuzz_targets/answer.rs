//! What a program writes as a player.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let legal = ["bid 1", "bid 2", "drop \u{e9}"].map(str::to_owned);
    drakkar::agents::exec::read_answers(bytes, &legal);
});
