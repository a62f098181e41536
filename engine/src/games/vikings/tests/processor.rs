//! The copy of the hot code for processors with `pdep` and the portable one play the same games.

use super::table::game;
use crate::cpu::Processor;
use crate::games::checks::copies;
use crate::games::vikings::Vikings;

/// The same game for a plain processor and for this one.
fn pairs() -> impl Iterator<Item = [Vikings; 2]> {
    (2..=4).map(|players| {
        let game = game(players, &[]).unwrap();
        [Vikings { processor: Processor::plain(), ..game.clone() }, game]
    })
}

#[test]
fn both_copies_agree_at_every_decision() {
    for both in pairs() {
        let [plain, fast] = &both;
        copies::agree_at_every_decision(&both, 700, |[one, two], seat| {
            assert_eq!(plain.survey(one, seat), fast.survey(two, seat));
        });
    }
}

#[test]
fn both_copies_play_out_to_the_same_end() {
    for both in pairs() {
        copies::play_out_to_the_same_end(&both, 3000, |number| number % 150);
    }
}

#[test]
fn games_played_on_are_those_played_step_by_step() {
    for both in pairs() {
        copies::play_on_as_step_by_step(&both, 500);
    }
}
