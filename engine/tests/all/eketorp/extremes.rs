//! *Eketorp* under the most extreme rule sets that it accepts: nothing overflows, clocks differ, draws are
//! possible, and as long as it takes little time the twin plays along.

use std::collections::BTreeSet;

use super::both::Both;
use super::drawn::{agrees, as_twin};
use super::twin::Rules;
use super::twin::rules::{Cards, Game as Course, Setup, Stone, Stones, Village};
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_engine::view::View;
use proptest::prelude::*;

/// The least, the greatest, or any.
fn number(least: usize, most: usize) -> impl Strategy<Value = usize> + Clone {
    prop_oneof![Just(least), Just(most), least..=most]
}

fn stone() -> impl Strategy<Value = Stone> {
    (number(0, 99), prop_oneof![number(0, 5), number(0, 999)])
        .prop_map(|(count, points)| Stone { count, points })
}

fn material_card() -> impl Strategy<Value = String> {
    let field = prop_oneof![
        Just("-".to_owned()),
        ("[gwcs]", number(0, 50), number(0, 50)).prop_map(|(kind, plain, more)| {
            if more == 0 { format!("{kind}{plain}") } else { format!("{kind}{plain}+{more}") }
        }),
    ];
    prop::collection::vec(field, 7).prop_map(|fields| fields.join(" "))
}

/// A number of seats, and a rule set that is accepted for it.
fn rules() -> impl Strategy<Value = (usize, Rules)> {
    let setup = (number(1, 31), number(1, 12), number(0, 99), any::<bool>());
    let cards = (number(1, 9), number(1, 10));
    let stones = (stone(), stone(), stone(), stone());
    let village = (number(1, 7), number(1, 42));
    let course = (number(1, 24), number(0, 24));
    let fights =
        (any::<bool>(), prop::collection::vec(1..=3_usize, 6), number(0, 3), number(0, 99));
    let points = (number(0, 999), number(0, 999), number(0, 9));
    let materials = prop::collection::vec(material_card(), 1..=24);
    (3..=6_usize, (setup, cards, stones, village, course, fights, points, materials)).prop_map(
        |(players, (setup, cards, stones, village, course, fights, points, materials))| {
            let mut rules = Rules::queen2007();
            rules.cards =
                Cards { highest: cards.0, copies: cards.1.max(players.div_ceil(cards.0)) };
            let all = rules.cards.highest * rules.cards.copies;
            let high = rules.cards.highest.saturating_sub(3) * rules.cards.copies;
            rules.setup = Setup {
                vikings: (3..=6).map(|seats: u32| (seats.to_string(), setup.0)).collect(),
                hand: setup.1.min(all / players),
                amulets: setup.2,
                redeal: setup.3 && high >= players,
            };
            rules.stones = Stones { g: stones.0, w: stones.1, c: stones.2, s: stones.3 };
            rules.village = Village { wall_height: village.0, full: village.1.min(6 * village.0) };
            let rounds = course.0.min(materials.len());
            let removed_cards = course.1.min(materials.len() - rounds);
            rules.game = Course { rounds, removed_cards };
            rules.fights.empty_spaces = fights.0;
            rules.hospital.stations = fights.1;
            rules.hospital.defender_advance = fights.2;
            rules.siege.loot_max_stones = fights.3;
            rules.scoring.full_bonus = points.0;
            rules.scoring.amulet = points.1;
            rules.materials.triangle_players = points.2;
            rules.materials.cards = materials;
            (players, rules)
        },
    )
}

/// Which of so many actions: always the first sends all Vikings to one space, always the last keeps them at
/// home.
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
const TOGETHER: usize = 300;

fn play(players: usize, rules: Rules, seed: u64, way: u32) {
    let mut rng = Rng::from_seed(seed);
    let game = super::both::engine(&rules, players);
    let deal = serde_json::to_value(game.deal(DealSeed { seed, deal: 0 })).unwrap();
    let mut both = Both::new(rules, players, deal);
    while let Some(legal) = both.legal().filter(|_| both.history.len() < TOGETHER) {
        if both.history.len().is_multiple_of(16) {
            for seat in Seat::all(players) {
                let drawn = game.view(&both.state, seat).draw(&mut rng);
                let other = as_twin(&game, &both.twin, &drawn, seat.index());
                let agreed = agrees(&both.twin, &other, seat.index());
                assert_eq!(agreed, Ok(()), "seat {seat}, {}", both.place());
            }
        }
        let k = choose(way, legal.len() as u32, &mut rng);
        both.play(&legal[k as usize]);
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
        (players, rules) in rules(),
        seed in any::<u64>(),
        way in 0..5_u32,
    ) {
        prop_assert!(Eketorp::read_rules(&serde_json::to_value(&rules).unwrap()).is_ok());
        play(players, rules, seed, way);
    }
}
