//! The plain twin of *Eketorp* against the worked examples of the rules, W1 to W16.

use super::table::{hand, home, play, revealed, send, strings, twin, wall};
use super::twin::{Phase, Rules, Twin};
use serde_json::json;

/// What is asked, in alphabetical order.
fn asked(twin: &Twin) -> Vec<String> {
    let mut legal = twin.legal();
    legal.sort();
    legal
}

#[test]
fn twin_lays_the_stones_of_card_1_w1() {
    for (players, counts) in
        [(3, [3, 4, 1, 0]), (4, [3, 4, 1, 0]), (5, [4, 5, 1, 0]), (6, [4, 5, 1, 0])]
    {
        let twin = twin(Rules::queen2007(), players);
        let stones = twin.spaces.concat();
        for (kind, count) in ['g', 'w', 'c', 's'].into_iter().zip(counts) {
            assert_eq!(stones.iter().filter(|&&stone| stone == kind).count(), count);
            assert_eq!(twin.supply[&kind] + count, twin.rules.stone(kind).count);
        }
        assert_eq!(twin.spaces[4], vec!['w'; if players > 4 { 3 } else { 2 }]);
    }
}

#[test]
fn twin_sets_up_w2() {
    for (players, vikings) in [(3, 8), (4, 6), (5, 6), (6, 5)] {
        let twin = twin(Rules::queen2007(), players);
        assert_eq!(
            (twin.players.len(), twin.to_move(), twin.talon.len()),
            (players, Some(0), 54 - 4 * players)
        );
        for player in &twin.players {
            assert_eq!((player.home, player.amulets, player.hand.len()), (vikings, 5, 4));
        }
    }
}

#[test]
fn twin_finds_conflicts_on_material_spaces_w3() {
    // As many stones as Vikings of several colours: no conflict, everybody takes one.
    let mut twin = revealed(3);
    twin.spaces[0] = vec!['g'; 3];
    send(&mut twin, 0, "A", 2);
    send(&mut twin, 1, "A", 1);
    assert!((0..3).all(|seat| twin.legal_conflicts(seat).is_empty()));
    twin.settle();
    assert_eq!((twin.phase, twin.to_move()), (Phase::Build, Some(0)));
    assert_eq!([&twin.players[0].load, &twin.players[1].load], [&vec!['g', 'g'], &vec!['g']]);
    // Fewer stones than Vikings of one colour: the surplus comes home empty-handed.
    let mut twin = revealed(3);
    twin.spaces[3] = vec!['c'; 2];
    send(&mut twin, 1, "D", 5);
    assert!((0..3).all(|seat| twin.legal_conflicts(seat).is_empty()));
    twin.settle();
    assert_eq!((twin.phase, twin.to_move()), (Phase::Build, Some(1)));
    assert_eq!(twin.players[1].load, ['c', 'c']);
    assert_eq!(twin.players[1].facts["empty_handed"], 3);
    assert_eq!(twin.players[1].home, 8);
    // Three Vikings of two colours, two stones: both can start the fight.
    let mut twin = revealed(3);
    twin.spaces[0] = vec!['g'; 2];
    send(&mut twin, 0, "A", 2);
    send(&mut twin, 1, "A", 1);
    assert_eq!(twin.legal_conflicts(0), ["fight A 1"]);
    assert_eq!(twin.legal_conflicts(1), ["fight A 0"]);
    assert!(twin.legal_conflicts(2).is_empty());
}

/// Seat 0 alone at the catapult of seat 1, and with seat 2 at its boat.
fn at_the_catapult_and_the_boat() -> Twin {
    let mut twin = revealed(3);
    for place in ["1C", "1B"] {
        send(&mut twin, 0, place, 1);
    }
    send(&mut twin, 2, "1B", 1);
    hand(&mut twin, 0, "3456");
    hand(&mut twin, 1, "1256");
    hand(&mut twin, 2, "1346");
    twin.settle();
    assert_eq!(asked(&twin), ["fight 1B 2", "siege 1C"]);
    assert_eq!(twin.legal_conflicts(2), ["fight 1B 0"]);
    assert!(twin.legal_conflicts(1).is_empty());
    twin
}

#[test]
fn twin_fights_before_it_besieges_w4() {
    let mut twin = at_the_catapult_and_the_boat();
    play(&mut twin, &["fight 1B 2", "card 5", "card 3"]);
    assert_eq!(twin.players[2].hospital, [0, 1, 0]);
    // Nobody else can do anything; the winner besieges on a later turn.
    assert_eq!((twin.to_move(), asked(&twin)), (Some(0), strings(&["siege 1B", "siege 1C"])));

    let mut twin = at_the_catapult_and_the_boat();
    play(&mut twin, &["fight 1B 2", "card 6", "card 6"]);
    for seat in [0, 2] {
        assert_eq!(twin.players[seat].hospital, [0, 0, 1]);
    }
    // No siege at the boat: the one at the catapult is the only thing left to do.
    let conflict = twin.conflict.as_ref().unwrap();
    assert_eq!(
        (conflict.place.as_str(), conflict.siege, twin.phase),
        ("1C", true, Phase::AttackerCard)
    );
}

#[test]
fn twin_exchanges_cards_and_sends_the_loser_to_hospital_w5() {
    let mut twin = revealed(3);
    send(&mut twin, 0, "A", 1);
    send(&mut twin, 1, "A", 1);
    // The round is not over after the fight.
    send(&mut twin, 2, "0C", 1);
    hand(&mut twin, 0, "1346");
    hand(&mut twin, 1, "1256");
    twin.settle();
    play(&mut twin, &["card 3", "card 5"]);
    assert_eq!(twin.players[0].hospital, [0, 1, 0]);
    assert_eq!(twin.players[1].hospital, [0, 0, 0]);
    assert_eq!((&twin.players[0].pile, &twin.players[1].pile), (&vec![5], &vec![3]));
    assert_eq!((&twin.players[0].hand, &twin.players[1].hand), (&vec![1, 4, 6], &vec![1, 2, 6]));
}

/// Seat 0 at the catapult of seat 1, who stays at home with all Vikings or sends them to hospital.
fn siege(defended: bool, walls: [&str; 2], hands: [&str; 2]) -> Twin {
    let mut twin = revealed(3);
    send(&mut twin, 0, "1C", 1);
    for (index, text) in walls.into_iter().enumerate() {
        wall(&mut twin, 1, index + 1, text);
    }
    for (seat, text) in hands.into_iter().enumerate() {
        hand(&mut twin, seat, text);
    }
    if !defended {
        twin.players[1].home = 0;
        twin.players[1].hospital = vec![8, 0, 0];
    }
    twin.settle();
    twin
}

#[test]
fn twin_loots_w6() {
    let mut twin = siege(true, ["gg", "w"], ["1345", "1346"]);
    play(&mut twin, &["card 5", "card 3"]);
    assert_eq!(asked(&twin), ["loot 0 1 w", "loot 1 0 g", "loot 2 0 g", "loot none"]);
    assert_eq!(twin.players[1].hospital, [0, 0, 1]);
    let supply = twin.supply.clone();
    let mut other = twin.clone();
    play(&mut twin, &["loot 0 1 w"]);
    assert_eq!(twin.players[0].load, ['w']);
    assert_eq!(twin.players[1].walls[1], [' '; 0]);
    assert_eq!(twin.supply, supply);
    assert_eq!((twin.phase, twin.players[0].hospital.clone()), (Phase::Build, vec![0; 3]));
    play(&mut twin, &["build w 6"]);
    assert_eq!((twin.round, twin.players[1].home, twin.players[0].home), (2, 8, 8));
    // Two grass, one of them kept: the other is in the supply.
    play(&mut other, &["loot 2 0 g"]);
    assert_eq!(other.players[0].load, ['g']);
    assert_eq!(other.supply[&'g'], supply[&'g'] + 1);
    assert_eq!(other.players[1].walls[0], [' '; 0]);
}

#[test]
fn twin_besieges_without_a_defender_w7() {
    let mut twin = siege(false, ["gwc", "s"], ["1346", "1246"]);
    play(&mut twin, &["card 6", "card 6"]);
    let legal =
        "loot 0 1 s,loot 1 0 c,loot 2 0 c,loot 2 0 w,loot 3 0 c,loot 3 0 g,loot 3 0 w,loot none";
    assert_eq!(asked(&twin), legal.split(',').collect::<Vec<_>>());
    assert_eq!(
        (&twin.players[0].hospital, &twin.players[1].hospital),
        (&vec![0; 3], &vec![8, 0, 0])
    );
    assert_eq!((&twin.players[0].pile, &twin.players[1].pile), (&vec![6], &vec![6]));
}

#[test]
fn twin_ends_a_siege_by_a_tie_w8() {
    let mut twin = siege(true, ["gg", "w"], ["1345", "1356"]);
    play(&mut twin, &["card 5", "card 5"]);
    // The round is over; both are home for the next one.
    assert_eq!((twin.round, twin.phase, twin.to_move()), (2, Phase::Place, Some(1)));
    assert_eq!(twin.scorings[0]["hospital"], json!([1, 1, 0]));
    assert_eq!((twin.players[0].home, twin.players[1].home), (8, 8));
    assert_eq!(twin.players[1].walls[0], ['g', 'g']);
    assert_eq!(
        (twin.players[0].facts["sieges_tied"], twin.players[1].facts["defences_tied"]),
        (1, 1)
    );
}

/// The first round after round 1 in which a seat has all its Vikings.
fn back_home(mut twin: Twin, seat: usize) -> usize {
    assert_eq!((twin.round, twin.phase), (2, Phase::Place));
    while twin.players[seat].home < 8 {
        home(&mut twin);
    }
    twin.round
}

#[test]
fn twin_keeps_vikings_in_hospital_w9() {
    for (card, fighter, defender) in
        [("6", 4, 3), ("5", 4, 3), ("4", 4, 3), ("3", 3, 2), ("2", 3, 2), ("1", 2, 2)]
    {
        // A loser, here the attacker; in a siege he goes to hospital normally (L5).
        let mut fight = revealed(3);
        send(&mut fight, 0, "A", 1);
        send(&mut fight, 1, "A", 1);
        fight.spaces = vec![Vec::new(); 7];
        hand(&mut fight, 0, "1234");
        hand(&mut fight, 1, "123456");
        fight.settle();
        let besieger = siege(true, ["", ""], ["1234", "123456"]);
        for mut twin in [fight, besieger] {
            play(&mut twin, &["card 1", &format!("card {card}")]);
            assert_eq!(back_home(twin, 0), fighter, "{card}");
        }
        let mut twin = siege(true, ["", ""], ["123456", "1234"]);
        play(&mut twin, &[&format!("card {card}"), "card 1"]);
        assert_eq!(back_home(twin, 1), if card == "1" { 2 } else { defender }, "{card}");
    }
}

#[test]
fn twin_takes_up_the_pile_w10() {
    let mut twin = siege(true, ["", ""], ["4", "1256"]);
    // The only card is played without asking (N2).
    assert_eq!((twin.phase, twin.to_move()), (Phase::DefenderCard, Some(1)));
    twin.players[0].pile = vec![1, 2, 2];
    play(&mut twin, &["card 6"]);
    assert_eq!((&twin.players[0].hand, &twin.players[0].pile), (&vec![1, 2, 2, 6], &vec![]));
    assert!(twin.players[0].hand_public && !twin.players[1].hand_public);
    assert_eq!(twin.players[1].pile, [4]);
}

#[test]
fn twin_swaps_hands_for_amulets_w11() {
    let mut twin = siege(true, ["", ""], ["346", "1256"]);
    twin.phase = Phase::AttackerSwap;
    twin.seat = 0;
    twin.players[0].amulets = 5;
    let talon = twin.talon.clone();
    assert_eq!(asked(&twin), ["keep", "swap"]);
    play(&mut twin, &["swap"]);
    let mut drawn = talon[..3].to_vec();
    drawn.sort_unstable();
    assert_eq!((twin.players[0].amulets, &twin.players[0].hand), (2, &drawn));
    assert_eq!(twin.talon, talon[3..]);
    // Neither the attacker nor the owner, who has no amulets, is asked (again).
    assert_eq!((twin.phase, twin.to_move()), (Phase::AttackerCard, Some(0)));
}

#[test]
fn twin_clears_grass_and_wood_away_w12() {
    // Cards 1 and 3.
    let mut twin = twin(Rules::queen2007(), 3);
    twin.materials[1] = 3;
    home(&mut twin);
    let spaces: Vec<String> = twin.spaces.iter().map(|space| space.iter().collect()).collect();
    assert_eq!(spaces, ["gg", "w", "gg", "cc", "w", "g", "s"]);
    assert_eq!(twin.supply.values().copied().collect::<Vec<_>>(), [12 - 2, 52 - 5, 6 - 1, 42 - 2]);
}

#[test]
fn twin_counts_points_w13() {
    let mut twin = twin(Rules::queen2007(), 3);
    for (index, text) in ["ggg", "ggg", "ggg", "www", "www", "ccs"].into_iter().enumerate() {
        wall(&mut twin, 1, index + 1, text);
    }
    twin.players[1].amulets = 3;
    home(&mut twin);
    let result = twin.result().unwrap();
    assert_eq!(result["points"], json!([5, 39, 5]));
    assert_eq!(result["stones"], json!([0, 18, 0]));
    assert_eq!(result["place"], json!([2, 1, 2]));
    assert_eq!(result["win_share"], json!([0.0, 1.0, 0.0]));
    assert_eq!(twin.scorings[0]["points"], json!([0, 31, 0]));
}

#[test]
fn twin_counts_what_lies_beside_the_village_w14() {
    let mut twin = revealed(3);
    twin.spaces[0] = vec!['g'; 2];
    twin.spaces[6] = vec!['s'];
    for seat in 0..2 {
        for (index, text) in ["ggg", "ggg", "ggg", "www", "www", "gg"].into_iter().enumerate() {
            wall(&mut twin, seat, index + 1, text);
        }
    }
    send(&mut twin, 0, "A", 1);
    send(&mut twin, 0, "G", 1);
    send(&mut twin, 1, "A", 1);
    twin.settle();
    // T6: nobody is asked where to build; grass comes before stone.
    assert_eq!(twin.to_move(), None);
    let walls: Vec<String> =
        twin.players[0].walls.iter().map(|wall| wall.iter().collect()).collect();
    assert_eq!((walls[5].as_str(), &twin.players[0].beside), ("ggg", &vec!['s']));
    let result = twin.result().unwrap();
    assert_eq!(result["stones"], json!([19, 18, 0]));
    assert_eq!(result["points"], json!([24 + 4 + 5, 24 + 5, 0]));
    assert_eq!(twin.scorings[0]["stones"], json!([19, 18, 0]));
}

#[test]
fn twin_places_vikings_w15() {
    let mut twin = twin(Rules::queen2007(), 3);
    for (legal, action) in [(14, "put A"), (14, "put G"), (8, "put 1C"), (6, "put 2B")] {
        assert_eq!(twin.legal().len(), legal);
        play(&mut twin, &[action]);
    }
    assert_eq!(twin.legal(), ["put 2R", "home"]);
    play(&mut twin, &["put 2R"]);
    assert_eq!(twin.to_move(), Some(1));
    let order = "put 2C,put 2B,put 2R,put 0C,put 0B,put 0R,home";
    assert_eq!(twin.legal()[7..], order.split(',').collect::<Vec<_>>());
}

/// A seat that has brought home a grass and a wood.
fn builder(walls: [&str; 6]) -> Twin {
    let mut twin = revealed(3);
    for (index, text) in walls.into_iter().enumerate() {
        wall(&mut twin, 1, index + 1, text);
    }
    twin.players[1].load = vec!['g', 'w'];
    twin.rules.village.full = 99; // 17 and 2 stones do not end this game.
    twin.settle();
    assert_eq!((twin.phase, twin.to_move()), (Phase::Build, Some(1)));
    twin
}

#[test]
fn twin_builds_w16() {
    let mut twin = builder([""; 6]);
    assert_eq!(twin.legal().len(), 12);
    play(&mut twin, &["build g 4"]);
    assert_eq!(twin.legal(), ["build w 4", "build w 5", "build w 6"]);

    let mut twin = builder(["ggg", "ggg", "ggg", "ggg", "ggg", "c"]);
    assert_eq!(twin.legal(), ["build g 6", "build w 6"]);
    play(&mut twin, &["build w 6"]);
    assert_eq!((twin.round, twin.players[1].walls[5].clone()), (2, vec!['c', 'w', 'g']));
}
