//! What there is (C1 to C9), and what follows from it.

use super::table::{HANDS, Table, game, seeded, stones};
use crate::games::bits::bits;
use crate::games::eketorp::component::{Cards, Kind, PLACES, Place, SPACES, Stones, Wall};
use crate::games::eketorp::rule_set::PRESETS;
use crate::games::eketorp::state::State;
use crate::games::eketorp::{Eketorp, deal};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}

#[test]
fn c1_three_to_six_seats() {
    assert_eq!(Eketorp::PLAYERS, (3, 6));
    for (players, fits) in [(0, false), (2, false), (3, true), (6, true), (7, false)] {
        assert_eq!(game(players, &[]).is_ok(), fits, "{players}");
    }
}

#[test]
fn c2_c3_c9_places() {
    assert_eq!(PLACES, 7 + 6 * 3);
    let places: Vec<String> = (0..PLACES as u8).map(|number| Place(number).to_string()).collect();
    assert_eq!(places[..10], ["A", "B", "C", "D", "E", "F", "G", "0C", "0B", "0R"]);
    for (number, text) in places.iter().enumerate() {
        let place: Place = text.parse().unwrap();
        assert_eq!((place.index(), place.is_space()), (number, number < SPACES));
        if !place.is_space() {
            assert_eq!(place, Place::siege(place.village(), place.low_wall() / 2));
            let wall =
                ["C", "B", "R"].iter().position(|letter| text.ends_with(letter)).unwrap() * 2;
            assert_eq!((place.village().to_string(), place.low_wall()), (text[..1].into(), wall));
        }
    }
    // Villages without a seat are out of play.
    for players in 3..=6 {
        let legal = Table::new(players, &[]).legal();
        assert_eq!(legal.len(), 7 + 3 * (players - 1) + 1);
        let outside = |text: &String| {
            text[4..].starts_with(|village: char| {
                village.to_digit(10).is_some_and(|village| village as usize >= players)
            })
        };
        assert!(!legal[..legal.len() - 1].iter().any(outside));
    }
}

#[test]
fn c4_c5_c8_counts_of_the_presets() {
    for (preset, counts, rounds) in [(0, [52, 42, 12, 6], 10), (1, [60, 48, 12, 6], 12)] {
        let rules = Eketorp::read_toml(PRESETS[preset].toml).unwrap();
        let game = Eketorp::new(rules.clone(), 6).unwrap();
        assert_eq!(Kind::ALL.map(|kind| game.numbers.supply.count(kind)), counts);
        assert_eq!(game.numbers.points, [1, 2, 3, 4]);
        let deck = deal::deck(&rules);
        assert_eq!(
            (deck.total(), (1..=9).map(|value| deck.count(value)).collect::<Vec<_>>()),
            (54, vec![9, 9, 9, 9, 9, 9, 0, 0, 0])
        );
        assert_eq!((rules.materials.cards.len(), rules.game.rounds), (12, rounds));
        assert_eq!(usize::from(rules.game.removed_cards), 12 - usize::from(rounds));
        // The assumed cards: each has one triangle on grass and one on wood, and their sum is the older
        // edition's box.
        let few = Eketorp::new(rules, 4).unwrap();
        let mut sum = [0; 4];
        for (many, few) in game.numbers.cards.iter().zip(&few.numbers.cards) {
            let count =
                |card: &[Stones], kind| card.iter().map(|stones| stones.count(kind)).sum::<u32>();
            let more = Kind::ALL.map(|kind| count(many, kind) - count(few, kind));
            assert_eq!(more, [1, 1, 0, 0]);
            let total: u32 = few.iter().map(|stones| stones.total()).sum();
            assert!([8, 9].contains(&total));
            Kind::ALL.iter().zip(&mut sum).for_each(|(&kind, sum)| *sum += count(many, kind));
        }
        assert_eq!(sum, [60, 48, 12, 6]);
    }
}

#[test]
fn c6_c7_s1_what_seats_have() {
    let changes = ["setup.vikings.3=31", "setup.vikings.4=1", "setup.amulets=99", "setup.hand=3"];
    for (players, vikings) in [(3, 31), (4, 1), (5, 6), (6, 5)] {
        let game = game(players, &changes).unwrap();
        let hands = HANDS.map(|hand| &hand[1..]);
        let table = Table::with(game, &hands[..players], "");
        assert_eq!(table.home(), vec![vikings; players]);
        for seat in 0..players {
            let player = &table.state.players[seat];
            assert_eq!((player.amulets, player.cards, player.hand.total()), (99, 3, 3));
            assert_eq!((table.village(seat), table.hospital(seat)), ("- - - - - -".into(), [0; 3]));
        }
    }
}

#[test]
fn stones_are_counted_by_kind() {
    let some = stones("ggwsss");
    assert_eq!(Kind::ALL.map(|kind| some.count(kind)), [2, 1, 0, 3]);
    assert_eq!(
        (some.total(), some.to_string(), some.points(&[1, 2, 3, 4])),
        (6, "ggwsss".into(), 16)
    );
    assert!(
        !some.is_single_kind() && stones("ccc").is_single_kind() && Stones::NONE.is_single_kind()
    );
    assert_eq!((some.lasting(), some.kinds()), (stones("sss"), 0x0100_0101));
    let many = Stones::of(Kind::Grass, 255);
    assert_eq!((many.total(), many.kinds(), many.lasting()), (255, 1, Stones::NONE));
}

#[test]
fn cards_are_counted_by_value() {
    let cards = super::table::hand("11344449");
    assert_eq!((cards.total(), cards.to_string()), (8, "11344449".into()));
    assert_eq!(bits(cards.values()).map(Cards::value_at).collect::<Vec<_>>(), [1, 3, 4, 9]);
    assert_eq!((0..8).map(|k| cards.nth(k)).collect::<Vec<_>>(), [1, 1, 3, 4, 4, 4, 4, 9]);
    assert_eq!(
        (cards.above(3).to_string(), cards.above(8).to_string()),
        ("44449".into(), "9".into())
    );
    let all = (1..=9).fold(Cards::NONE, |mut all, value| {
        all.add(Cards::of(value, 10));
        all
    });
    assert_eq!((all.total(), all.values().count_ones()), (90, 9));
}

#[test]
fn walls_are_stacks() {
    let mut wall = Wall::EMPTY;
    for (height, kind) in
        [Kind::Grass, Kind::Stone, Kind::Wood, Kind::Grass].into_iter().enumerate()
    {
        assert_eq!(wall.height(), height as u32);
        wall.push(kind);
    }
    assert_eq!(
        (wall.to_string(), wall.from_top(0), wall.from_top(2)),
        ("gswg".into(), Kind::Grass, Kind::Stone)
    );
    wall.pop(3);
    assert_eq!(wall.to_string(), "g");
    (0..6).for_each(|_| wall.push(Kind::Stone));
    assert_eq!((wall.height(), wall.to_string()), (7, "gssssss".into()));
}

#[test]
fn c4_c5_c6_nothing_is_lost_or_made() {
    for players in 3..=6 {
        for number in 0..25 {
            let game = game(players, &[]).unwrap();
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            let mut rng = Rng::from_seed(number);
            loop {
                let state = &table.state;
                let (mut all, mut cards) = (state.supply, state.discarded);
                state.stones.iter().for_each(|&stones| all.add(stones));
                state.talon.iter().for_each(|value| cards.add(Cards::of(value.into(), 1)));
                for seat in Seat::all(players) {
                    let player = &state.players[seat.index()];
                    all.add(player.village);
                    all.add(player.load);
                    [player.hand, player.pile, player.discarded]
                        .iter()
                        .for_each(|&part| cards.add(part));
                    let out: u32 = state.crowds.iter().map(|crowd| crowd.of(seat.index())).sum();
                    let besieging = (player.at >> SPACES).count_ones();
                    let vikings = u32::from(player.home) + player.sick.total() + out + besieging;
                    assert_eq!(vikings, u32::from(game.numbers.vikings), "{}", table.text());
                    let built: u32 = player.walls.iter().map(|wall| wall.height()).sum();
                    assert!(player.village.total() == built || table.mover().is_none());
                    assert!(player.walls.iter().all(|wall| wall.height() <= 3));
                }
                assert_eq!(Kind::ALL.map(|kind| all.count(kind)), [52, 42, 12, 6]);
                assert_eq!(cards, deal::deck(&game.rule_set));
                if table.mover().is_none() {
                    break;
                }
                table.play_any(&mut rng);
            }
        }
    }
}
