//! *Eketorp* under the most extreme rule sets that it accepts: nothing overflows, clocks differ, draws are
//! possible, and as long as it takes little time the twin plays along.

use super::twin::rules::{Cards, Game as Course, Setup, Stone, Stones, Village};
use super::twin::{Rules, Twin};
use crate::twins::extremes::play;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::recorded::Recorded;
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

/// Decisions that the twin plays along.
const TOGETHER: usize = 300;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn extreme_rule_sets_are_played_to_the_end(
        (players, rules) in rules(),
        seed in any::<u64>(),
        way in 0..5_u32,
    ) {
        prop_assert!(Eketorp::read_rules(&serde_json::to_value(&rules).unwrap()).is_ok());
        play::<Twin>(players, rules, seed, way, TOGETHER);
    }
}
