//! The plain twin of *Eketorp*: values of rule sets other than those of the presets, and what is
//! refused.

use super::table::{deal, hand, play, revealed, revealed_with, send, strings, twin, wall};
use super::twin::rules::QUEEN2007;
use super::twin::{Phase, Rules, Twin};
use serde_json::{Value, json};

/// The preset `queen2007` with other values.
fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::queen2007();
    change(&mut rules);
    rules.check().unwrap();
    rules
}

/// A contested space with no stones on it, and one with a stone.
fn at_two_spaces(rules: Rules) -> Twin {
    let mut twin = revealed_with(rules, 3);
    twin.spaces[3] = vec!['c'];
    for seat in 0..2 {
        send(&mut twin, seat, "A", 1);
        send(&mut twin, seat, "D", 1);
    }
    twin.settle();
    twin
}

#[test]
fn twin_fights_on_empty_spaces_or_not_e13() {
    let both = at_two_spaces(Rules::queen2007());
    assert_eq!(both.legal(), ["fight A 1", "fight D 1"]);
    let mut one = at_two_spaces(rules(|rules| rules.fights.empty_spaces = false));
    assert_eq!(one.conflict.as_ref().unwrap().place, "D");
    play(&mut one, &["card 6", "card 1"]);
    // The clay is built; both Vikings on A come home without a stone.
    play(&mut one, &["build c 1"]);
    let empty_handed = |seat: usize| one.players[seat].facts.get("empty_handed").copied();
    assert_eq!((empty_handed(0), empty_handed(1)), (Some(1), Some(1)));
    assert_eq!((one.players[0].home, one.players[1].home), (8, 7));
}

/// Seat 0 with a 6 at the catapult of seat 1, who has a 1.
fn besieged(rules: Rules) -> Twin {
    let mut twin = revealed_with(rules, 3);
    send(&mut twin, 0, "1C", 1);
    wall(&mut twin, 1, 1, "ggg");
    wall(&mut twin, 1, 2, "cw");
    twin.settle();
    play(&mut twin, &["card 6", "card 1"]);
    twin
}

#[test]
fn twin_limits_the_number_of_looted_stones_e1() {
    let legal = |most| besieged(rules(|rules| rules.siege.loot_max_stones = most)).legal();
    let one = strings(&["loot none", "loot 0 1 w", "loot 1 0 g"]);
    assert_eq!(legal(1), one);
    let more = strings(&["loot 0 2 w", "loot 0 2 c", "loot 1 1 g", "loot 1 1 w", "loot 2 0 g"]);
    let two = legal(2);
    assert_eq!(two.len(), one.len() + more.len());
    assert!(one.iter().chain(&more).all(|action| two.contains(action)), "{two:?}");
    // Five points for the difference of 5: 3 0, 2 1, 3 1 and those with two stones, no 1 2.
    let more = ["loot 2 1 g", "loot 2 1 w", "loot 3 0 g", "loot 3 1 g", "loot 3 1 w"];
    assert_eq!(legal(0).len(), two.len() + more.len());
    assert!(more.iter().all(|action| legal(0).contains(&action.to_string())));
    assert_eq!(legal(3).len(), legal(0).len() - 2);
}

#[test]
fn twin_values_loot_by_the_points_of_the_rule_set_l2() {
    let twin = besieged(rules(|rules| {
        rules.stones.g.points = 5;
        rules.stones.w.points = 6;
    }));
    assert_eq!(twin.legal(), ["loot none", "loot 1 0 g"]);
}

#[test]
fn twin_advances_losing_defenders_h2() {
    for (advance, stations, first, later) in [
        (0, vec![3, 2, 2, 1, 1, 1], 1, 2),
        (1, vec![3, 2, 2, 1, 1, 1], 2, 3),
        (2, vec![3, 2, 2, 1, 1, 1], 3, 3),
        (9, vec![3, 2, 2, 1, 1, 1], 3, 3),
        (1, vec![1, 1, 3, 2, 2, 1], 2, 3),
        (0, vec![1, 1, 3, 2, 2, 1], 1, 3),
    ] {
        let changed = rules(|rules| {
            rules.hospital.defender_advance = advance;
            rules.hospital.stations = stations.clone();
        });
        let station = |twin: &Twin, seat: usize| {
            1 + twin.players[seat].hospital.iter().position(|&vikings| vikings == 1).unwrap()
        };
        // The difference is 5.
        assert_eq!(station(&besieged(changed.clone()), 1), first);
        // The difference is 2; seat 2 besieges too, so that the round goes on.
        let start = || {
            let mut twin = revealed_with(changed.clone(), 3);
            send(&mut twin, 0, "1C", 1);
            send(&mut twin, 2, "1B", 1);
            twin.settle();
            twin
        };
        let mut twin = start();
        play(&mut twin, &["card 6", "card 4"]);
        assert_eq!(station(&twin, 1), later);
        // A tie sends both to the station of difference 0, without an advance (E3).
        let mut twin = start();
        play(&mut twin, &["card 6", "card 6"]);
        assert_eq!((station(&twin, 0), station(&twin, 1)), (stations[0], stations[0]));
    }
}

#[test]
fn twin_uses_the_last_station_for_greater_differences_h1() {
    let changed = rules(|rules| {
        rules.cards.highest = 9;
        rules.hospital.stations = vec![3, 3, 3, 3, 3, 2];
    });
    let mut twin = revealed_with(changed, 3);
    hand(&mut twin, 1, "1239");
    send(&mut twin, 0, "1C", 1);
    send(&mut twin, 2, "1B", 1);
    twin.settle();
    play(&mut twin, &["card 1", "card 9"]);
    assert_eq!(twin.players[0].hospital, [0, 1, 0]);
}

#[test]
fn twin_takes_from_mixed_spaces_in_turn_e6() {
    let mut twin = revealed(3);
    twin.round = 2;
    twin.first = 1;
    twin.seat = 1;
    twin.spaces[3] = vec!['g', 'g', 'c', 's', 's'];
    twin.spaces[4] = vec!['w', 'w'];
    send(&mut twin, 0, "D", 1);
    send(&mut twin, 1, "D", 3);
    send(&mut twin, 2, "E", 3);
    twin.settle();
    let mut asked = Vec::new();
    for (action, count) in [("take s", 3), ("take c", 3), ("take s", 2)] {
        assert_eq!(twin.legal().len(), count);
        asked.push(twin.to_move().unwrap());
        play(&mut twin, &[action]);
    }
    // Grass is all that is left for the last one, and wood all there is on E.
    assert_eq!(asked, [1, 0, 1]);
    let loads: Vec<String> =
        twin.players.iter().map(|player| player.load.iter().collect()).collect();
    assert_eq!(loads, ["c", "gss", "ww"]);
    assert_eq!((twin.phase, twin.to_move()), (Phase::Build, Some(1)));
    assert_eq!(twin.players[2].facts["empty_handed"], 1);
    assert_eq!(twin.spaces[3], ['g']);
}

#[test]
fn twin_lays_what_the_supply_has_m3() {
    let twin = twin(rules(|rules| rules.stones.g.count = 2), 3);
    // g1 w2 g2 c1 w2: one grass is left for C.
    assert_eq!((twin.spaces[0].len(), twin.spaces[2].len(), twin.supply[&'g']), (1, 1, 0));
}

#[test]
fn twin_asks_for_a_card_out_of_several_n2() {
    let mut twin = revealed(3);
    send(&mut twin, 0, "1C", 1);
    hand(&mut twin, 0, "55");
    hand(&mut twin, 1, "3");
    twin.settle();
    assert_eq!((twin.to_move(), twin.legal()), (Some(0), strings(&["card 5"])));
    play(&mut twin, &["card 5"]);
    // The owner has one card and no choice.
    assert_eq!(twin.players[0].pile, [3]);
}

#[test]
fn twin_shows_a_seat_no_more_than_it_may_know_u1_to_u6() {
    // U4
    let mut twin = twin(Rules::queen2007(), 3);
    play(&mut twin, &["put A"]);
    assert_eq!((twin.sight(0).players[0].home, twin.sight(1).players[0].home), (Some(7), None));
    assert_eq!(twin.sight(1).players[0].sent, None);
    // U1 and public hands
    let mut twin = revealed(3);
    send(&mut twin, 0, "1C", 1);
    twin.players[0].hand_public = true;
    twin.settle();
    assert_eq!(twin.sight(2).players[0].hand, Some(vec![1, 4, 5, 6]));
    assert_eq!(
        (twin.sight(2).players[1].hand.clone(), twin.sight(2).players[1].hand_size),
        (None, 4)
    );
    // U5
    let before = twin.sight(1);
    play(&mut twin, &["card 5"]);
    let cards = [0, 1, 2].map(|seat| twin.sight(seat).conflict.unwrap().card);
    assert_eq!(cards, [Some(5), None, None]);
    assert_eq!(twin.sight(1).players, before.players);
    // U3
    twin.players[1].amulets = 4;
    twin.phase = Phase::DefenderSwap;
    let old = twin.players[1].hand.clone();
    play(&mut twin, &["swap"]);
    let cards = [0, 1].map(|seat| twin.sight(seat).players[1].swaps[0].cards.clone());
    assert_eq!(cards, [None, Some(old)]);
    // U6, U2
    assert_eq!(twin.sight(0).materials, [1]);
    // Seat 0's hand is public; seat 1 knows its hand and what it has discarded.
    assert_eq!(twin.unseen(1).len(), 54 - 4 - 8);
    assert_eq!(twin.unseen(0).len(), 54 - 4);
}

#[test]
fn twin_reads_the_presets() {
    assert_eq!(Rules::read_toml(QUEEN2007), Ok(Rules::queen2007()));
    let (queen, db) = (Rules::queen2007(), Rules::db2003());
    assert_eq!((db.game.rounds, db.game.removed_cards, db.stones.g.points), (12, 0, 1));
    let counts = ['g', 'w', 'c', 's'].map(|kind| (queen.stone(kind).count, db.stone(kind).count));
    assert_eq!(counts, [(52, 60), (42, 48), (12, 12), (6, 6)]);
}

#[test]
fn twin_refuses_rule_sets() {
    let base = serde_json::to_value(Rules::queen2007()).unwrap();
    let many = vec!["- - - - - - -"; 11];
    for (pointer, good, bad) in [
        (
            "/setup/vikings",
            json!([{ "3": 0, "4": 1, "5": 40, "6": 5 }]),
            json!([{ "3": 8, "4": 6, "5": 6 }]),
        ),
        ("/setup/hand", json!([1, 4, 9]), json!([0, -1, "4"])),
        ("/setup/redeal", json!([true, false]), json!([1])),
        ("/cards/highest", json!([4, 9]), json!([0, 3, 10])),
        ("/village/full", json!([18, 17, 1]), json!([19])),
        ("/village/wall_height", json!([3, 4]), json!([2, 0])),
        ("/game/rounds", json!([1, 10]), json!([11, 0])),
        ("/game/removed_cards", json!([0, 2]), json!([3])),
        ("/fights/empty_spaces", json!([false]), json!(["no"])),
        (
            "/hospital/stations",
            json!([[1, 1, 1, 1, 1, 1]]),
            json!([[3, 2, 2, 1, 1], [3, 2, 2, 1, 1, 0], [4, 2, 2, 1, 1, 1]]),
        ),
        ("/siege/loot_max_stones", json!([0, 1, 99]), json!([-1])),
        (
            "/materials/cards/0",
            json!(["c12+3 - - - - - -"]),
            json!(["g1 - - - - -", "x1 - - - - - -", "g - - - - - -", "g1+ - - - - - -"]),
        ),
        ("/materials/cards", json!([]), json!([many])),
    ] {
        let read = |value: &Value| {
            let mut changed = base.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            Rules::read(&changed)
        };
        for value in good.as_array().unwrap() {
            assert!(read(value).is_ok(), "{pointer} {value}: {:?}", read(value));
        }
        for value in bad.as_array().unwrap() {
            assert!(read(value).is_err(), "{pointer} {value}");
        }
    }
    let mut strange = base.clone();
    strange["siege"]["more"] = json!(1);
    assert!(Rules::read(&strange).is_err());
    // Without a redeal low cards are no obstacle; too few cards for six are enough for five.
    assert!(
        Rules::read(&{
            let mut low = base.clone();
            low["cards"]["highest"] = json!(3);
            low["setup"]["redeal"] = json!(false);
            low
        })
        .is_ok()
    );
    let few = rules(|rules| rules.cards.copies = 3);
    assert_eq!(
        [2, 3, 4, 5, 6, 7].map(|players| few.check_players(players).is_ok()),
        [false, true, true, false, false, false]
    );
}

#[test]
fn twin_refuses_deals() {
    let good = deal(&Rules::queen2007(), 3);
    let read = |rules: Rules, deal: &Value| Twin::new(rules, 3, deal).map(|_| ());
    assert_eq!(read(Rules::queen2007(), &good), Ok(()));
    let talon = good["talon"].as_str().unwrap();
    for (key, value) in [
        ("materials", json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
        ("materials", json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11])),
        ("materials", json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
        ("hands", json!(["1456", "1456"])),
        ("hands", json!(["1456", "1456", "1456", "1456"])),
        ("hands", json!(["1456", "1456", "1465"])),
        ("hands", json!(["1456", "1456", "145"])),
        ("hands", json!(["1456", "1456", "1457"])),
        ("talon", json!(talon[1..])),
        ("talon", json!(format!("{talon}1"))),
        ("talon", json!(talon.replacen('2', "3", 1))),
        ("talon", json!(talon.replacen('2', "x", 1))),
        ("more", json!(1)),
    ] {
        let mut changed = good.clone();
        changed[key] = value.clone();
        assert!(read(Rules::queen2007(), &changed).is_err(), "{key}: {value}");
    }
    // S3
    let mut low = good;
    low["hands"][1] = json!("1123");
    let talon = low["talon"].as_str().unwrap();
    let talon = talon.replacen('1', "4", 1).replacen('2', "5", 1).replacen('3', "6", 1);
    low["talon"] = json!(talon);
    assert_eq!(
        read(Rules::queen2007(), &low),
        Err("required: S3: a card above 3 in every hand".to_owned())
    );
    assert_eq!(read(rules(|rules| rules.setup.redeal = false), &low), Ok(()));
}
