//! Step 5: home (T1, T2, E6), building (T4 to T6, E10, E15, N8, N9).

use super::table::{Table, game};
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;

#[test]
fn t1_everybody_outside_the_hospital_goes_home() {
    let mut table = Table::new(3, &[]).sent(&["A D 1C", "D G", "F"]);
    table.play("fight D 1").duel(6, 2);
    // Now the siege.
    table.duel(5, 3);
    assert_eq!(table.phase(), Phase::Build);
    assert_eq!(table.home(), [8, 6, 8], "a loser on D and a defender");
    assert_eq!(table.state.players.map(|player| player.at), [0; 6]);
}

#[test]
fn t2_a_stone_for_each_viking() {
    let table = Table::new(3, &[]).sent(&["B C C C", "B E", "E"]);
    assert_eq!([0, 1, 2].map(|seat| table.load(seat)), ["ggw", "ww", "w"]);
    let facts = [EketorpFact::Gathered, EketorpFact::GatheredPoints, EketorpFact::EmptyHanded];
    assert_eq!(facts.map(|fact| table.fact(0, fact)), [3, 4, 1]);
    assert_eq!(facts.map(|fact| table.fact(1, fact)), [2, 4, 0]);
    assert_eq!(table.board(), "g - - c - - -");
}

/// Space A with these stones.
fn mixed(field: [&str; 2]) -> Table {
    let cards = format!(
        "materials.cards=['{} - - - - - -','{} - - - - - -','- - - - - - -']",
        field[0], field[1]
    );
    Table::new(3, &[&cards, "game.rounds=3", "game.removed_cards=0"])
}

#[test]
fn e6_n9_kinds_are_taken_one_by_one() {
    // Two clay are left from round 1; in round 2 seat 1 is first player.
    let mut table = mixed(["c2", "s2"]);
    table.rest();
    table.send(&["A", "", "A A"]);
    assert_eq!((table.board().split(' ').next(), table.phase()), (Some("ccss"), Phase::Take));
    assert_eq!((table.mover(), table.legal()), (Some(1), vec!["take c".into(), "take s".into()]));
    table.play("take s");
    // Seat 2 has no Viking there.
    assert_eq!(table.mover(), Some(0));
    table.play("take s");
    // Only clay is left.
    assert_eq!(
        (table.phase(), [0, 1].map(|seat| table.load(seat))),
        (Phase::Build, ["cs".into(), "s".into()])
    );
    assert_eq!(table.board().split(' ').next(), Some("c"));
}

#[test]
fn e6_seats_take_in_turn() {
    let mut table = mixed(["c2", "s2"]);
    table.rest();
    // First player is seat 1.
    table.send(&["A A", "", "A A"]);
    let mut order = Vec::new();
    while table.phase() == Phase::Take {
        order.push(table.mover().unwrap());
        table.play(if order.len() == 1 { "take s" } else { "take c" });
    }
    // Then c and s are left for seat 1, and for seat 0 what it does not take.
    assert_eq!(order, [1, 0, 1]);
    assert_eq!([0, 1].map(|seat| table.load(seat)), ["cs", "cs"]);
}

#[test]
fn e6_n9_one_seat_with_vikings_for_all_stones_is_asked_too() {
    let mut table = mixed(["c1", "s1"]);
    table.rest();
    table.send(&["", "", "A A A"]);
    assert_eq!(
        (table.phase(), table.legal()),
        (Phase::Take, vec!["take c".into(), "take s".into()])
    );
    table.play("take s");
    assert_eq!((table.phase(), table.load(0)), (Phase::Build, "cs".into()));
    assert_eq!(table.fact(0, EketorpFact::EmptyHanded), 1);
}

#[test]
fn e6_spaces_come_in_their_order() {
    let rules = "materials.cards=['c1 c1 - - - - -','s2 s2 - - - - -']";
    let mut table = Table::new(3, &[rules, "game.rounds=2", "game.removed_cards=0"]);
    table.rest();
    table.send(&["B", "A B", "A"]);
    // First player is seat 1, which has nothing on A.
    assert_eq!((table.mover(), table.board()), (Some(2), "css css - - - - -".into()));
    table.play("take c");
    assert_eq!(
        (table.mover(), table.board()),
        (Some(1), "s css - - - - -".into()),
        "seat 0 takes an s"
    );
    table.play("take c");
    assert_eq!((table.phase(), table.board()), (Phase::Over, "s s - - - - -".into()));
    assert_eq!(table.points(), [4 + 5, 3 + 5, 3 + 4 + 5]);
}

#[test]
fn t4_e15_stones_go_on_top_of_any_wall_with_room() {
    let mut table = Table::new(3, &[]).walls(0, "ggg gg - ccc w -").sent(&["A B", "", ""]);
    let walls = [2, 3, 5, 6];
    let expected: Vec<String> = ["g", "w"]
        .iter()
        .flat_map(|kind| walls.map(|wall| format!("build {kind} {wall}")))
        .collect();
    assert_eq!(table.legal(), expected);
    table.play("build w 2; build g 5");
    assert_eq!(table.village(0), "ggg ggw - ccc wg -");
}

#[test]
fn t4_walls_have_a_height() {
    for height in 1..=7 {
        let changes =
            [format!("village.wall_height={height}"), format!("village.full={}", 6 * height)];
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        let full = "g".repeat(height);
        let table = Table::with(game(3, &changes).unwrap(), &["1256", "2344", "3456"], "");
        let walls = format!("{full} {} - - - -", &full[1..]);
        let table = table.walls(0, &walls).sent(&["A", "", ""]);
        assert_eq!(table.legal()[..2], ["build g 2", "build g 3"], "{height}");
        assert_eq!(table.legal().len(), 5);
    }
}

#[test]
fn t5_seats_build_in_turn_and_each_all_its_stones() {
    let mut table = Table::new(3, &[]);
    table.rest();
    // First player is seat 1. Card 2 has lain gg www - cc w g -.
    table.send(&["A B", "F", "B B"]);
    let mut order = Vec::new();
    while table.phase() == Phase::Build {
        order.push(table.mover().unwrap());
        let last = table.legal().last().unwrap().clone();
        table.play(&last.replace(|letter: char| letter.is_ascii_digit(), "1"));
    }
    assert_eq!(order, [1, 1, 2, 0, 0]);
    assert_eq!(
        [0, 1, 2].map(|seat| table.village(seat)),
        ["ww - - - - -", "wg - - - - -", "g - - - - -"]
    );
}

#[test]
fn n8_walls_in_ascending_order_with_room_for_the_rest() {
    let mut table = Table::new(3, &[]).walls(0, "gg - - - cc cc").sent(&["A B C", "", ""]);
    // Three stones: walls 1 to 4 leave room for all, wall 5 for two only.
    let walls = |table: &Table, kind: &str| -> String {
        let legal = table.legal();
        legal.iter().filter_map(|text| text.strip_prefix(&format!("build {kind} "))).collect()
    };
    assert_eq!((walls(&table, "g"), walls(&table, "w")), ("1234".into(), "1234".into()));
    table.play("build g 3");
    assert_eq!((walls(&table, "g"), walls(&table, "w")), ("345".into(), "345".into()));
    let mut other = table.clone();
    // The last stone has one place left and is built at once (N2).
    other.play("build w 5");
    assert_eq!((other.village(0), other.state.round), ("gg - g - ccw ccg".into(), 1));
    table.play("build w 3");
    assert_eq!(walls(&table, "g"), "3456", "a single stone, from the same wall on");
    table.play("build g 3");
    assert_eq!(table.village(0), "gg - gwg - cc cc");
}

#[test]
fn n8_every_outcome_has_one_sequence() {
    // A grass, a grass and a wood on walls with room for five.
    let table = Table::new(3, &[]).walls(0, "gg cc - ccc ccc ccc").sent(&["B C C", "", ""]);
    let mut ends: Vec<String> = Vec::new();
    let mut open = vec![table];
    while let Some(table) = open.pop() {
        if table.phase() != Phase::Build {
            ends.push(table.village(0));
            continue;
        }
        open.extend(table.legal().iter().map(|text| table.clone().after(text)));
    }
    let all = ends.len();
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(all, ends.len());
    // Numbers on the walls of room 1, 1 and 3: 0 0 3, 0 1 2, 1 0 2, 1 1 1; three orders of g g w each.
    assert_eq!(all, 4 * 3);
}

#[test]
fn t6_e10_in_the_last_round_nobody_is_asked() {
    let mut table = Table::new(3, &["game.rounds=1"]).walls(0, "gg - - - - -");
    table.send(&["A B C D", "E", ""]);
    assert_eq!(table.phase(), Phase::Over);
    assert_eq!(
        (table.village(0), table.village(1)),
        ("ggg gwc - - - -".into(), "w - - - - -".into())
    );
    // Without room stones lie beside the village.
    let mut table = Table::new(3, &[]).walls(0, "ggg ggg ggg ggg ggg gg").walls(1, "g - - - - -");
    table.send(&["A B", "D", ""]);
    assert_eq!((table.phase(), table.village(0)), (Phase::Over, "ggg ggg ggg ggg ggg ggg".into()));
    assert_eq!(table.village(1), "gc - - - - -");
    let village = table.state.players[0].village;
    assert_eq!((village.total(), table.load(0)), (19, "-".into()));
    assert_eq!(table.last_scoring()["stones"], serde_json::json!([19, 2, 0]));
}
