//! Weight files: those that are accepted are completed, read again, and played with.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for lab in drakkar_fuzz::labs().iter() {
        let Ok(whole) = lab.read_weights(text) else { continue };
        assert_eq!(lab.read_weights(&whole).as_ref(), Ok(&whole));
        drakkar_fuzz::seat(&"greedy".parse().unwrap(), Some((lab.info().id, &whole)));
    }
});
