//! Files of records: they are verified, replayed, and shown up to their first fault.

#![no_main]

use drakkar::engine::record::{Record, RuleSets};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut rule_sets = RuleSets::default();
    for line in text.lines() {
        let Ok(Some(record)) = rule_sets.read(line) else { continue };
        assert_eq!(record.to_line().parse::<Record>().unwrap(), record);
        let Some(lab) = drakkar_fuzz::labs().find(&record.game) else { continue };
        let _ = lab.verify(&record);
        for replay in [lab.replay(&record), lab.replay_as_played(&record)] {
            let Ok(mut frames) = replay else { continue };
            while let Some(Ok(_)) = frames.step() {
                frames.scene();
            }
            frames.text(None);
            frames.outcome();
        }
    }
});
