//! Rule-set files: those that are accepted are played.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for lab in drakkar_fuzz::labs().iter() {
        let Ok(text) = lab.info().rules.complete(text) else { continue };
        let Ok(rules) = lab.read_rules(&text) else { continue };
        let (fewest, most) = lab.info().players;
        for players in fewest..=most {
            drakkar_fuzz::play(lab, &rules, players);
        }
    }
});
