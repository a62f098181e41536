//! Worked examples of the rules, W1 to W16.

use super::table::{Table, game};
use crate::games::eketorp::component::Kind;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;

#[test]
fn w1_material_card_1() {
    for (players, board) in [
        (3, "g ww gg c ww - -"),
        (4, "g ww gg c ww - -"),
        (5, "gg ww gg c www - -"),
        (6, "gg ww gg c www - -"),
    ] {
        let table = Table::new(players, &[]);
        assert_eq!(table.board(), board, "{players}");
        let count = |letter: char| table.board().matches(letter).count();
        let expected = if players < 5 { [3, 4, 1, 0] } else { [4, 5, 1, 0] };
        assert_eq!(['g', 'w', 'c', 's'].map(count), expected);
    }
}

#[test]
fn w2_what_each_seat_begins_with() {
    for (players, vikings) in [(3, 8), (4, 6), (5, 6), (6, 5)] {
        let table = Table::new(players, &[]);
        assert_eq!(table.home(), vec![vikings; players]);
        for seat in 0..players {
            assert_eq!((table.amulets_left(seat), table.state.players[seat].cards), (5, 4));
            assert_eq!((table.cards(seat).0.len(), table.cards(seat).1.as_str()), (4, "-"));
        }
    }
}

#[test]
fn w3_when_there_is_a_conflict() {
    // Two Vikings for two stones on C.
    let table = Table::new(3, &[]).sent(&["C", "C", ""]);
    assert_eq!((table.phase(), table.load(0)), (Phase::Build, "g".into()));
    // Three of one seat for one stone on D.
    let table = Table::new(3, &[]).sent(&["D D D", "", ""]);
    assert_eq!((table.phase(), table.load(0)), (Phase::Build, "c".into()));
    assert_eq!(table.fact(0, EketorpFact::EmptyHanded), 2);
    // Three of two seats for two stones on C.
    let table = Table::new(3, &[]).sent(&["C C", "C", ""]);
    assert_eq!((table.phase(), table.conflict()), (Phase::AttackerSwap, ("C".into(), 0, 1)));
}

#[test]
fn w4_a_fight_comes_before_the_siege() {
    let placed = || Table::new(3, &[]).sent(&["", "2C 0B", "0C 0B"]);
    let mut table = placed();
    assert_eq!(table.legal(), ["fight 0B 2", "siege 2C"]);
    table.play("fight 0B 2").duel(4, 3);
    // Seat 2 has lost its Viking on the boat; on the catapult it besieges, and seat 1 later does twice.
    assert_eq!((table.hospital(2), table.conflict()), ([0, 1, 0], ("0C".into(), 2, 0)));
    table.duel(6, 6);
    assert_eq!(
        (table.mover(), table.legal()),
        (Some(1), vec!["siege 0B".into(), "siege 2C".into()])
    );
    let mut table = placed();
    table.play("fight 0B 2").duel(4, 4);
    assert_eq!([table.hospital(1), table.hospital(2)], [[0, 0, 1]; 2]);
    table.duel(6, 6);
    // Only the siege of seat 2's catapult is left.
    assert_eq!(table.conflict(), ("2C".into(), 1, 2));
    table.duel(3, 5);
    assert_eq!(table.state.round, 1);
}

#[test]
fn w5_the_loser_of_a_fight_and_the_cards() {
    let mut table = Table::with(game(3, &[]).unwrap(), &["1346", "2355", "3456"], "");
    table.send(&["D", "D", ""]).duel(3, 5);
    assert_eq!((table.hospital(0), table.hospital(1)), ([0, 1, 0], [0, 0, 0]));
    assert_eq!(table.cards(0), ("146".into(), "5".into()));
    assert_eq!(table.cards(1), ("235".into(), "3".into()));
    assert_eq!(table.load(1), "c");
}

/// Seat 0 besieges seat 1 from the catapult; seat 1 is at home with all its Vikings or with none.
fn siege(walls: &str, hands: [&str; 2], defended: bool) -> Table {
    let table = Table::with(game(3, &[]).unwrap(), &[hands[0], hands[1], "3456"], "");
    let elsewhere = if defended { "" } else { "A A A A A A A A" };
    table.walls(1, walls).sent(&["1C", elsewhere, ""])
}

#[test]
fn w6_loot_and_a_losing_defender() {
    let mut table = siege("gg w", ["1256", "2344"], true);
    table.duel(5, 3);
    assert_eq!(table.legal(), ["loot none", "loot 0 1 w", "loot 1 0 g", "loot 2 0 g"]);
    table.play("loot 0 1 w");
    assert_eq!((table.village(1), table.hospital(1)), ("gg - - - - -".into(), [0, 0, 1]));
    assert_eq!(table.load(0), "w");
    table.play("build w 1");
    assert_eq!((table.state.round, table.home()), (1, vec![8, 8, 8]));
}

#[test]
fn w7_a_village_without_defenders() {
    let mut table = siege("gwc s", ["1256", "2346"], false);
    table.duel(6, 6);
    assert_eq!([table.hospital(0), table.hospital(1)], [[0; 3]; 2]);
    assert_eq!([table.cards(0).1, table.cards(1).1], ["6", "6"]);
    let expected = "none, 0 1 s, 1 0 c, 2 0 w, 2 0 c, 3 0 g, 3 0 w, 3 0 c";
    let expected: Vec<String> = expected.split(", ").map(|loot| format!("loot {loot}")).collect();
    assert_eq!(table.legal(), expected);
}

#[test]
fn w8_a_tie_in_a_siege() {
    let mut table = siege("gg w", ["1246", "2344"], true);
    table.duel(4, 4);
    // Nobody loots, the siege is over, and with it the round.
    assert_eq!((table.state.round, table.phase(), table.home()), (1, Phase::Place, vec![8, 8, 8]));
    assert_eq!(table.last_scoring()["hospital"], serde_json::json!([1, 1, 0]));
    assert_eq!(table.village(1), "gg w - - - -");
}

/// How many rounds after the first one all Vikings of a seat are placed again.
fn back_after(table: &mut Table, seat: usize) -> u32 {
    while table.phase() == Phase::Build || table.phase() == Phase::Loot {
        table.skip();
    }
    while table.home()[seat] < 8 {
        assert_eq!((table.phase(), table.home()[seat]), (Phase::Place, 7));
        table.rest();
    }
    table.state.round().saturating_sub(1)
}

#[test]
fn w9_h4_rounds_in_hospital() {
    for (cards, rounds) in [([6, 3], 3), ([6, 2], 3), ([5, 4], 2), ([5, 3], 2), ([5, 5], 1)] {
        // Seat 1 loses a fight.
        let mut hands = ["1256", "2344", "3456"].map(str::to_owned);
        for (hand, card) in hands.iter_mut().zip(cards) {
            *hand = if card < 4 { format!("{card}456") } else { format!("123{card}") };
        }
        let hands = [hands[0].as_str(), &hands[1], &hands[2]];
        let mut table = Table::with(game(3, &[]).unwrap(), &hands, "").sent(&["D", "D", ""]);
        table.duel(cards[0], cards[1]);
        assert_eq!(back_after(&mut table, 1), rounds, "{cards:?}");
        // Seat 1 loses as defender: a station further, but after a tie.
        let mut table = Table::with(game(3, &[]).unwrap(), &hands, "").sent(&["1C", "", ""]);
        table.duel(cards[0], cards[1]);
        assert_eq!(back_after(&mut table, 1), if rounds == 3 { 2 } else { 1 }, "{cards:?}");
    }
}

#[test]
fn w10_the_pile_becomes_the_hand() {
    let mut table = Table::new(3, &[]).sent(&["D D D D", "D D D D", ""]);
    // Each time one Viking goes to hospital; the last card received is a 2.
    for (number, (own, other)) in [(1, 4), (2, 3), (5, 4)].into_iter().enumerate() {
        let attacker = table.state.duel.attacker;
        assert_eq!(attacker, number as u8 % 2);
        let (first, second) = if attacker == 0 { (own, other) } else { (other, own) };
        table.duel(first, second);
    }
    // A 6 and a 2 are left and are played without asking.
    table.play("keep; keep");
    assert_eq!(table.cards(0), ("2344".into(), "-".into()));
    assert_eq!(table.cards(1), ("1256".into(), "-".into()));
}

#[test]
fn w11_amulets_for_a_hand_of_three() {
    let mut table = Table::new(3, &[]).sent(&["D D", "D D", ""]);
    table.duel(6, 2);
    // Seat 1 attacks next; it keeps, and seat 0 swaps its three cards.
    table.play("keep");
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["swap".into(), "keep".into()]));
    table.play("swap");
    assert_eq!((table.amulets_left(0), table.state.players[0].cards), (2, 3));
    assert_eq!((table.mover(), table.phase()), (Some(1), Phase::AttackerCard));
}

#[test]
fn w12_z2_what_stays_on_the_board() {
    let mut table = Table::new(3, &[]);
    let supply = |table: &Table| Kind::ALL.map(|kind| table.state.supply.count(kind));
    assert_eq!((table.board(), supply(&table)), ("g ww gg c ww - -".into(), [49, 38, 11, 6]));
    table.rest();
    // Card 2 lays gg www - c w g - with three seats.
    assert_eq!((table.board(), supply(&table)), ("gg www - cc w g -".into(), [49, 38, 10, 6]));
    table.rest();
    // Card 3 lays gg w gg c w g s, card 4 g w ggg c w g s.
    table.rest();
    assert_eq!((table.board(), supply(&table)), ("g w ggg cccc w g ss".into(), [47, 40, 8, 4]));
}

#[test]
fn w13_final_points() {
    let table = Table::new(3, &[]).walls(0, "ggg ggg ggg www www ccs").amulets(0, 3);
    assert_eq!(table.points()[0], 9 + 12 + 6 + 4 + 5 + 3);
}

#[test]
fn w14_more_than_18_stones() {
    let mut table = Table::new(3, &[]).walls(0, "ggg ggg ggg ggg ggg gg");
    table = table.walls(1, "ggg ggg ggg ggg ggg gg").sent(&["A C", "B", ""]);
    assert_eq!(table.phase(), Phase::Over);
    let counts = [0, 1].map(|seat| table.state.players[seat].village.total());
    assert_eq!(counts, [19, 18]);
    // 19 grass, or 17 grass and a wood; the bonus and five amulets.
    assert_eq!(table.points(), [19 + 5 + 5, 19 + 5 + 5, 5]);
}

#[test]
fn w15_numbers_of_placements() {
    let mut table = Table::new(3, &[]);
    let mut numbers = vec![table.legal().len()];
    for place in ["A", "G", "1C", "2B"] {
        table.play(&format!("put {place}"));
        numbers.push(table.legal().len());
    }
    assert_eq!(numbers, [14, 14, 8, 6, 2]);
    assert_eq!(table.legal(), ["put 2R", "home"]);
    table.play("put 2R");
    assert_eq!(table.mover(), Some(1));
    let sieges = ["put 2C", "put 2B", "put 2R", "put 0C", "put 0B", "put 0R", "home"];
    assert_eq!(table.legal()[7..], sieges);
}

#[test]
fn w16_where_to_build() {
    let mut table = Table::new(3, &[]).sent(&["A B", "", ""]);
    assert_eq!((table.phase(), table.legal().len()), (Phase::Build, 12));
    table.play("build g 4");
    assert_eq!(table.legal(), ["build w 4", "build w 5", "build w 6"]);
    // With 18 stones the game would be over, so this position is made by hand.
    let mut table = Table::new(3, &[]).walls(0, "ggg ggg ggg ggg ggg g");
    table.state.players[0].load = super::table::stones("gw");
    table.state.phase = Phase::Build;
    assert!(table.game.building(&mut table.state, &mut ()));
    assert_eq!(table.legal(), ["build g 6", "build w 6"]);
    let mut end = table.clone();
    end.play("build w 6");
    assert_eq!((end.village(0), end.phase()), ("ggg ggg ggg ggg ggg gwg".into(), Phase::Place));
}
