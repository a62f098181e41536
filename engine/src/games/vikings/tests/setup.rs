//! Components (C1 to C8) and set-up (S1 to S4).

use std::collections::BTreeMap;

use super::table::{Table, deal, game, opening};
use crate::game::Game;
use crate::games::vikings::Vikings;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::deal::Deal;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::recorded::Recorded;
use crate::seed::{DealSeed, Rng};

const EMPTY: &str = "ships | W | N | S | G | F | ashore";

/// Stacks and bag of a deal, round by round, as text.
fn texts(deal: &Deal) -> (Vec<String>, Vec<String>) {
    let value = serde_json::to_value(deal).unwrap();
    let list = |key: &str| {
        let list = value[key].as_array().unwrap();
        list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    (list("stacks"), list("bag"))
}

fn letters(texts: &[String]) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for letter in texts.iter().flat_map(|text| text.chars()) {
        *counts.entry(letter).or_default() += 1;
    }
    counts
}

#[test]
fn c1_two_to_four_players() {
    for players in 2..=4 {
        assert_eq!(game(players, &[]).unwrap().players(), players);
    }
    for players in [0, 1, 5, 6] {
        assert_eq!(game(players, &[]).unwrap_err().key, "players");
    }
}

#[test]
fn c2_thirteen_vikings_of_each_of_six_colours() {
    let game = game(4, &[]).unwrap();
    let mut most = BTreeMap::new();
    for number in 0..3000 {
        let (_, bag) = texts(&deal(&game, number));
        let counts = letters(&bag);
        assert_eq!(counts.values().sum::<usize>(), 72);
        for (letter, count) in counts {
            // 78 less 72: at most six of a colour stay in the bag.
            assert!((7..=13).contains(&count), "{letter} {count}");
            let most = most.entry(letter).or_insert(0);
            *most = count.max(*most);
        }
    }
    assert_eq!(most, "FGSNWB".chars().map(|letter| (letter, 13)).collect());
}

#[test]
fn c3_c4_c6_tiles_are_those_of_the_box_for_any_number_of_players() {
    // 21 left ends less 4 start tiles, 21 right ends, four buildings five times, 14 ships.
    let box_of = [('[', 17), (']', 21), ('a', 5), ('b', 5), ('c', 5), ('d', 5)];
    let ships = [('N', 3), ('S', 4), ('G', 4), ('F', 3)];
    let expected: BTreeMap<char, usize> = box_of.into_iter().chain(ships).collect();
    assert_eq!(expected.values().sum::<usize>(), 72);
    for number in 0..20 {
        let deals = [2, 3, 4].map(|players| deal(&game(players, &[]).unwrap(), number));
        assert_eq!(letters(&texts(&deals[0]).0), expected);
        assert!(deals[1] == deals[0] && deals[2] == deals[0]);
    }
}

#[test]
fn c5_what_the_sails_give() {
    // Repelled: red 3 gold, green 5 gold, yellow 2 glory, blue 3 glory.
    for (ships, gold, glory) in [("N", 3, 0), (".S", 5, 0), ("..G", 0, 2), ("NSGF", 8, 5)] {
        let table = Table::base(2);
        let text = format!("gold 0 glory 10 | ships {ships} | W [+=+=+=+]");
        let table = table.tableau(0, &text).end_of_round(2, 0);
        assert_eq!(table.purse(0), (gold, 10 + glory), "{ships}");
    }
}

#[test]
fn c6_every_seat_has_one_start_tile_beside_the_72() {
    for players in 2..=4 {
        let mut table = Table::base(players);
        let mut rng = Rng::from_seed(players as u64);
        while table.mover().is_some() {
            table.play_any(&mut rng);
        }
        let sum =
            |fact: crate::fact::Fact| (0..players).map(|seat| table.fact(seat, fact)).sum::<i32>();
        let ships = [0, 1, 2, 3].map(|sail| Fact::Ships.plus(sail)).map(sum);
        let islands = [Fact::LeftEnds, Fact::Middles, Fact::RightEnds, Fact::Discarded]
            .map(|fact| sum(fact.into()));
        let all = ships.iter().sum::<i32>() + islands.iter().sum::<i32>();
        assert_eq!(all, 72 + players as i32);
    }
}

#[test]
fn c7_no_bonus_tiles_in_the_base_game() {
    let game = game(3, &[]).unwrap();
    let mut deal = deal(&game, 1);
    assert!(deal.bonus.is_empty());
    deal.bonus.push(Bonus::Gold5);
    assert_eq!(game.check_deal(&deal).unwrap_err().key, "bonus");
}

#[test]
fn c8_the_bank_is_unlimited() {
    // 195 gold in the box: far more than that is paid out to three seats.
    let smiths = "W | N | S | G [+=+=+=+=+=+=+=+=+]+";
    let text = format!("gold 190 glory 10 | {smiths}");
    let table = Table::base(3).tableau(0, &text).tableau(1, &text).tableau(2, &text);
    let table = table.end_of_round(1, 0);
    assert_eq!([0, 1, 2].map(|seat| table.gold(seat)), [220, 220, 220]);
}

#[test]
fn s1_glory_gold_and_an_empty_tableau() {
    for (players, gold) in [(2, 30), (3, 25), (4, 20)] {
        let mut table = Table::base(players);
        for seat in 0..players {
            assert_eq!(table.purse(seat), (gold, 10));
            assert_eq!(table.text(seat), EMPTY);
        }
        // The start tile is there: the first thing that the first purchase asks for.
        table.play("buy 11");
        assert!(table.allows("start F"));
        assert_eq!(table.purse(0), (gold - 11, 10));
    }
}

#[test]
fn s2_six_stacks_and_bags_of_twelve_in_random_order() {
    let game = game(3, &[]).unwrap();
    let deals = 6000;
    // How often a ship lies at each place of the stacks, and a fisherman is drawn in each round.
    let (mut ships, mut fishermen) = ([0.0; 72], [0.0; 6]);
    for number in 0..deals {
        let (stacks, bag) = texts(&deal(&game, number));
        assert!(stacks.len() == 6 && stacks.iter().all(|stack| stack.len() == 12));
        assert!(bag.len() == 6 && bag.iter().all(|draw| draw.len() == 12));
        for (place, tile) in stacks.concat().chars().enumerate() {
            ships[place] += if "NSGF".contains(tile) { 1.0 } else { 0.0 };
        }
        for (round, draw) in bag.iter().enumerate() {
            fishermen[round] += draw.matches('F').count() as f64;
        }
    }
    // Ships: p = 14/72, deviation sqrt(n p q) = 30.7. Fishermen: 12 x 13/78 = 2 in a round, variance
    // 12 x 1/6 x 5/6 x 66/77 = 1.4286. Bounds of 4.5 deviations, deals fixed by the seed.
    let n = deals as f64;
    let deviation = (n * (14.0 / 72.0) * (58.0 / 72.0)).sqrt();
    for count in ships {
        assert!((count - n * 14.0 / 72.0).abs() < 4.5 * deviation, "{ships:?}");
    }
    for count in fishermen {
        assert!((count - 2.0 * n).abs() < 4.5 * (1.4286 * n).sqrt(), "{fishermen:?}");
    }
}

/// Plays random actions to the end; the first mover of every round with the lots that he sees.
fn rounds(game: &Vikings, deal: &Deal, rng: u64) -> Vec<(usize, String)> {
    let mut table = Table::dealt(game.clone(), deal);
    let mut rng = Rng::from_seed(rng);
    let mut seen = vec![(0, table.lots())];
    while table.mover().is_some() {
        let before = table.state.round();
        table.play_any(&mut rng);
        if table.state.round() > before {
            seen.push((table.mover().unwrap(), table.lots()));
        }
    }
    seen
}

#[test]
fn s3_the_marker_passes_on_after_every_scoring() {
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..30 {
            let firsts: Vec<usize> =
                rounds(&game, &deal(&game, number), 5).iter().map(|round| round.0).collect();
            let expected: Vec<usize> = (0..6).map(|round| round % players).collect();
            assert_eq!(firsts, expected);
        }
    }
}

#[test]
fn s4_the_seed_gives_the_deal_whatever_the_players_do() {
    let game = game(4, &[]).unwrap();
    for number in 0..20 {
        let dealt = deal(&game, number);
        assert_eq!(dealt, deal(&game, number));
        assert_ne!(dealt, deal(&game, number + 1));
        assert_ne!(dealt, game.deal(DealSeed { seed: 8, deal: number }));
        let offers = |rng| -> Vec<String> {
            rounds(&game, &dealt, rng).into_iter().map(|round| round.1).collect()
        };
        assert_eq!(offers(1), offers(2));
        // Each round's offer is made of that round's stack and draw.
        for (round, offer) in offers(3).iter().enumerate() {
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            let (tiles, vikings): (String, String) =
                offer.split(' ').map(|lot| lot.split_once(':').unwrap().1.split_at(1)).unzip();
            assert_eq!(offer.split(' ').count(), 12);
            let (stacks, bag) = texts(&dealt);
            assert_eq!(sorted(&tiles), sorted(&stacks[round]));
            assert_eq!(vikings, bag[round]);
        }
    }
}

#[test]
fn s4_only_component_counts_change_a_deal() {
    let plain = game(3, &[]).unwrap();
    let values = ["scoring.noble_glory=9", "setup.glory=3", "ships.N.gold=0"];
    let changed = game(3, &values).unwrap();
    let ships = game(3, &["ships.F.count=4", "tiles.right_ends=20"]).unwrap();
    for number in 0..20 {
        assert_eq!(deal(&plain, number), deal(&changed, number));
        // Tiles and vikings have a stream each: other tiles leave the bag as it was.
        let (own, other) = (texts(&deal(&plain, number)), texts(&deal(&ships, number)));
        assert!(own.0 != other.0 && own.1 == other.1);
    }
}

#[test]
fn s2_a_deal_written_by_hand_is_laid_as_written() {
    let game = game(2, &[]).unwrap();
    let table = Table::dealt(game, &opening("[]abcd[]abcd", "FFGGSSNNWWBB"));
    let laid = "0:[F 1:]F 2:aG 3:bG 4:cS 5:dS 6:[N 7:]N 8:aW 9:bW 10:cB 11:dB";
    assert_eq!(table.lots(), laid);
}
