//! The copy of the hot code for processors with `pdep` and the portable one play the same games.

use super::agreement::RULES;
use super::table::game;
use crate::cpu::Processor;
use crate::games::checks::copies;
use crate::games::no_more_vikings::NoMoreVikings;

/// The same game for a plain processor and for this one, by every rule set.
fn pairs() -> impl Iterator<Item = [NoMoreVikings; 2]> {
    (2..=4).flat_map(|players| {
        RULES.map(|changes| {
            let game = game(players, changes).unwrap();
            [NoMoreVikings { processor: Processor::plain(), ..game.clone() }, game]
        })
    })
}

#[test]
fn both_copies_agree_at_every_decision() {
    for both in pairs() {
        copies::agree_at_every_decision(&both, 30, |_, _| ());
    }
}

#[test]
fn both_copies_play_out_to_the_same_end() {
    for both in pairs() {
        copies::play_out_to_the_same_end(&both, 80, |number| number * 5 % 300);
    }
}

#[test]
fn games_played_on_are_those_played_step_by_step() {
    for both in pairs() {
        copies::play_on_as_step_by_step(&both, 80);
    }
}
