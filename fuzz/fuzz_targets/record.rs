//! Records: they are verified, replayed, and shown up to their first fault.

#![no_main]

use drakkar::engine::record::{Record, peek_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(game) = peek_game(text) else { return };
    let Ok(record) = text.parse::<Record>() else { return };
    // What was read is written and read again.
    assert_eq!(record.to_line().parse::<Record>().unwrap(), record);
    let Some(lab) = drakkar_fuzz::labs().find(&game) else { return };
    let _ = lab.verify(&record);
    for replay in [lab.replay(&record), lab.replay_as_played(&record)] {
        let Ok(mut frames) = replay else { continue };
        while let Some(Ok(_)) = frames.step() {
            frames.scene();
        }
        frames.text(None);
        frames.outcome();
    }
});
