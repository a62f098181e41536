//! The contract on the small games, and games that break it.

use super::*;
use crate::games::connect_four::ConnectFour;
use crate::games::goofspiel::{Deck, Goofspiel, RuleSet, ScoringRules, Tied};

fn goofspiel(players: usize, cards: u8, tied: Tied) -> Goofspiel {
    let rule_set = RuleSet { deck: Deck { cards }, scoring: ScoringRules { tied } };
    Goofspiel::new(rule_set, players).unwrap()
}

#[test]
fn connect_four_keeps_the_contract() {
    check(&ConnectFour::default(), 100, 7).unwrap();
}

#[test]
fn goofspiel_keeps_the_contract() {
    for players in 2..=4 {
        for tied in [Tied::Discard, Tied::Carry] {
            for cards in [3, 4, 13] {
                check(&goofspiel(players, cards, tied), 40, 7).unwrap();
            }
        }
    }
}
