//! Deals (D1 to D5).

use super::table::{game, seeded};
use crate::data::ToData;
use crate::game::Game;
use crate::seed::DealSeed;

#[test]
fn d5_values_and_switches_do_not_influence_a_deal() {
    let base = game(3, &[]).unwrap();
    for change in [
        "board.rows=8",
        "setup.cards=1",
        "setup.whims_drawn=1",
        "scoring.villager=9",
        "switches.full_board_end=round",
        "supply.villager=99",
        "months.bonus=['']",
    ] {
        let other = game(3, &[change]).unwrap();
        assert_eq!(seeded(&base, 5), seeded(&other, 5), "{change}");
    }
    assert_eq!(seeded(&base, 5), seeded(&game(4, &[]).unwrap(), 5));
    // Nor do kinds and landings, only the number of cards.
    let kinds: Vec<String> = (0..48).map(|_| "'c'".to_owned()).collect();
    let other =
        game(3, &[&format!("cards=[{{kind='bow',landing=[{}]}}]", kinds.join(","))]).unwrap();
    assert_eq!(seeded(&base, 5), seeded(&other, 5));
}

#[test]
fn d5_deck_mixes_and_whims_have_a_stream_each() {
    let base = game(2, &[]).unwrap();
    let cards = |number: usize| {
        let landing = vec!["'a'"; number].join(",");
        game(2, &[&format!("cards=[{{kind='bow',landing=[{landing}]}}]")]).unwrap()
    };
    assert_eq!(seeded(&cards(20), 3).whims, seeded(&base, 3).whims);
    assert_ne!(seeded(&cards(20), 3).deck, seeded(&base, 3).deck);
    let whims = "whims=[{name='a',points=1,none='field'},{name='b',points=1,none='field'},\
                 {name='c',points=1,none='field'},{name='d',points=1,none='field'},{name='e',points=1,none='field'}]";
    let other = seeded(&game(2, &[whims]).unwrap(), 3);
    assert_eq!((&other.deck, &other.mixes), (&seeded(&base, 3).deck, &seeded(&base, 3).mixes));
    let first = seeded(&base, 3);
    assert!(first.mixes.iter().all(|mix| *mix != first.deck));
}

#[test]
fn deals_differ_and_are_pinned() {
    let game = game(2, &[]).unwrap();
    let deal = game.deal(DealSeed { seed: 7, deal: 0 });
    let whims: Vec<String> = deal.whims[..3].iter().map(ToString::to_string).collect();
    assert_eq!(deal.deck[..8], PINNED_DECK);
    assert_eq!((&deal.mixes[7][..4], whims.join(" ").as_str()), (&PINNED_MIX[..], PINNED_WHIMS));
    assert_ne!(seeded(&game, 0), seeded(&game, 1));
    assert!(deal.to_data()["whims"][0].is_string());
}

const PINNED_DECK: [u8; 8] = [15, 27, 32, 12, 28, 29, 1, 38];
const PINNED_MIX: [u8; 4] = [46, 11, 4, 47];
const PINNED_WHIMS: &str = "watch square column";
