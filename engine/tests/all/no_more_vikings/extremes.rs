//! *No More Vikings!* under the most extreme rule sets that it accepts: nothing overflows, clocks differ, draws
//! are possible, and as long as it takes little time the twin plays along.

use std::collections::BTreeSet;

use super::both::{Both, engine};
use super::drawn::as_twin;
use super::twin::piece::Piece;
use super::twin::rules::Strategy as Token;
use super::twin::variation::varied;
use super::twin::{Rules, card};
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_engine::view::View;
use proptest::prelude::*;

/// The least, the greatest, or any.
fn number(rng: &mut Rng, least: i64, most: i64) -> i64 {
    match rng.below(3) {
        0 => least,
        1 => most,
        _ => least + i64::from(rng.below((most - least + 1) as u32)),
    }
}

/// A rule set that is accepted for a number of seats, with values at the limits that the engine's page names.
fn rules(players: usize, rng: &mut Rng) -> Rules {
    let mut rules = varied(players, &mut |most| rng.below(most as u32 + 1) as usize);
    if rng.below(3) == 0 {
        // The largest deck, of few kinds.
        let kinds = [card::ACTIONS[rng.below(12) as usize], "counter", "steal"];
        rules.cards.truncate(1);
        let mut more = rules.cards[0].clone();
        more.landing = vec!["a".to_owned(); 20];
        rules.cards.clear();
        rules.cards.extend(kinds.map(|kind| {
            more.kind = kind.to_owned();
            more.clone()
        }));
        more.kind = "newcomers".to_owned();
        more.landing.truncate(4);
        rules.cards.push(more);
    }
    for piece in Piece::ALL {
        let least = rules.supply[&piece].min(8 * players);
        let count = number(rng, least as i64, 255) as usize;
        rules.supply.insert(piece, count);
    }
    let mut token = || {
        let mut count = || number(rng, 0, 31) as usize;
        Token { draw: count(), keep: count(), actions: count() }
    };
    rules.strategies.aggressive = token();
    rules.strategies.development = token();
    let scoring = &mut rules.scoring;
    scoring.villager = number(rng, -99, 99);
    scoring.soldier = number(rng, -99, 99);
    scoring.fortress = number(rng, -99, 99);
    scoring.edict = number(rng, -99, 99);
    scoring.field_neighbour = number(rng, -99, 99);
    scoring.sunk_longship = number(rng, -99, 99);
    for whim in &mut rules.whims {
        whim.points = number(rng, -99, 99);
    }
    let bonus = ["", "villager", "cottage", "edict"];
    let months = number(rng, 1, 60);
    rules.months.bonus = (0..months).map(|_| bonus[rng.below(4) as usize].to_owned()).collect();
    let actions = rules.deck().iter().filter(|card| !card::is_event(&card.kind)).count();
    rules.setup.cards = number(rng, 0, (actions / players).min(32) as i64) as usize;
    rules.setup.edicts = number(rng, 0, 255) as usize;
    let villagers = (rules.supply[&Piece::Villager] / players).min(64);
    rules.setup.villagers = number(rng, 0, villagers as i64) as usize;
    rules
}

/// Which of so many actions.
fn choose(way: u32, number: u32, rng: &mut Rng) -> u32 {
    let any = rng.below(number);
    match way {
        _ if rng.below(16) == 0 => any,
        0 => 0,
        1 => number - 1,
        2 => number / 2,
        _ => any,
    }
}

/// Decisions that the twin plays along.
const TOGETHER: usize = 120;

fn play(players: usize, rules: Rules, seed: u64, way: u32) {
    let mut rng = Rng::from_seed(seed);
    let game = engine(&rules, players);
    let deal = serde_json::to_value(game.deal(DealSeed { seed, deal: 0 })).unwrap();
    let mut both = Both::new(rules, players, deal);
    while let Some(legal) = both.legal().filter(|_| both.history.len() < TOGETHER) {
        if both.history.len().is_multiple_of(16) {
            for seat in Seat::all(players) {
                let drawn = game.view(&both.state, seat).draw(&mut rng);
                let other = as_twin(&game, &both.twin, &drawn, seat.index());
                let allowed = both.twin.allows(&other, seat.index());
                assert_eq!(allowed, Ok(()), "seat {seat}, {}", both.place());
            }
        }
        let k = choose(way, legal.len() as u32, &mut rng);
        both.play(&legal[k as usize]);
    }
    if both.twin.to_move().is_none() {
        both.compare_end();
    }
    // The engine goes on alone.
    let mut state = both.state;
    let mut clocks = BTreeSet::new();
    while let Some(seat) = game.to_move(&state) {
        assert!(clocks.insert((seat, game.clock(&state))), "the clock shows the same again");
        let number = game.count_legal(&state);
        assert!(number > 0);
        let action = game.nth_legal(&state, choose(way, number, &mut rng));
        game.apply(&mut state, action, &mut ()).unwrap();
        if clocks.len().is_multiple_of(64) {
            let mut drawn = game.view(&state, seat).draw(&mut rng);
            game.playout(&mut drawn, &mut rng);
            assert_eq!(game.to_move(&drawn), None);
        }
    }
    assert!(!game.table_text(&state).is_empty());
}

proptest! {
    #[test]
    fn extreme_rule_sets_are_played_to_the_end(
        players in 2..=4_usize,
        seed in any::<u64>(),
        way in 0..5_u32,
    ) {
        let rules = rules(players, &mut Rng::from_seed(seed));
        play(players, rules, seed, way);
    }
}
