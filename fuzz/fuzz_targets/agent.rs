//! Specifications of agents: what is read is written and read again, and the agents are built.

#![no_main]

use drakkar::agents::spec::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(spec) = text.parse::<Spec>() else { return };
    assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "{text}");
    let _ = spec.brief().to_string();
    // No files are read.
    if spec.weights().is_none() {
        drakkar_fuzz::seat(&spec, None);
    }
});
