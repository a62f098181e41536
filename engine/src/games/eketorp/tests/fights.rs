//! Fights and sieges in their turn (B1 to B4), and what the printed rules leave open about them (E4, E11,
//! E13).

use super::table::{Table, game};
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;

#[test]
fn b1_e4_turns_go_round_from_the_first_player() {
    // In round 2 seat 1 is first player. Everybody besieges two villages; each siege is one turn.
    let mut table = Table::new(3, &[]);
    table.rest();
    table.send(&["2C 0C", "0B 1B", "1R 2R"]);
    let mut turns = Vec::new();
    while table.phase() != Phase::Place {
        if table.phase() == Phase::Choose {
            assert!(table.legal().iter().all(|text| text.starts_with("siege")));
            table.play(&table.legal()[0].clone());
        }
        let (place, attacker, _) = table.conflict();
        turns.push(format!("{attacker}:{place}"));
        let duels = table.state.duels;
        while table.state.duels == duels && !matches!(table.phase(), Phase::Place | Phase::Choose) {
            table.play(&table.legal()[0].replace("swap", "keep"));
        }
    }
    assert_eq!(turns, ["1:0C", "2:0B", "0:1R", "1:2C", "2:1B", "0:2R"]);
}

#[test]
fn b1_a_seat_without_a_conflict_is_passed_over() {
    // Seat 1 has a Viking alone on A.
    let mut table = Table::new(3, &[]).sent(&["D", "A", "D D"]);
    assert_eq!(table.conflict(), ("D".into(), 0, 2));
    table.duel(6, 3);
    assert_eq!(table.conflict(), ("D".into(), 2, 0), "two Vikings are left for one stone");
}

#[test]
fn b1_a_conflict_may_disappear() {
    // Three Vikings for two stones on C: after a fight there are two.
    let mut table = Table::new(3, &[]).sent(&["C", "C", "C"]);
    assert_eq!(table.legal(), ["fight C 1", "fight C 2"]);
    table.play("fight C 2").duel(6, 3);
    assert_eq!(table.phase(), Phase::Build);
    assert_eq!([0, 1, 2].map(|seat| table.load(seat)), ["g", "g", "-"]);
    // After a tie on D nobody is left there.
    let mut table = Table::new(3, &[]).sent(&["D", "", "D"]);
    table.duel(6, 6);
    assert_eq!((table.state.round, table.board().split(' ').nth(3)), (1, Some("cc")));
}

#[test]
fn b2_a_fight_is_between_own_and_chosen_viking() {
    let mut table = Table::new(4, &[]).sent(&["D D", "A", "D D", "D"]);
    assert_eq!(table.legal(), ["fight D 2", "fight D 3"]);
    table.play("fight D 3").duel(2, 4);
    let crowd = table.state.crowds[3];
    assert_eq!([0, 1, 2, 3].map(|seat| crowd.of(seat)), [1, 0, 2, 1]);
    assert_eq!((table.hospital(0), table.hospital(3)), ([0, 1, 0], [0; 3]));
    assert_eq!(
        (table.mover(), table.legal()),
        (Some(2), vec!["fight D 0".into(), "fight D 3".into()])
    );
}

#[test]
fn b2_more_vikings_than_stones_of_two_seats() {
    for (placements, fights) in [
        (["C", "C", ""], false),
        (["C C", "C", ""], true),
        (["C C C", "", ""], false),
        (["B", "B", ""], false),
        (["B", "B", "B"], true),
    ] {
        let table = Table::new(3, &[]).sent(&placements);
        let found = matches!(table.phase(), Phase::Choose | Phase::AttackerSwap);
        assert_eq!(found, fights, "{placements:?}");
    }
}

#[test]
fn b3_vikings_on_a_siege_space_fight_without_the_owner() {
    let mut table = Table::new(4, &[]).sent(&["1C", "A", "1C", "1C"]);
    assert_eq!(table.legal(), ["fight 1C 2", "fight 1C 3"]);
    table.play("fight 1C 3").duel(6, 3);
    assert_eq!(table.conflict(), ("1C".into(), 2, 0));
    table.duel(3, 5);
    // Seat 0 is alone there now and besieges on its turn.
    assert_eq!((table.conflict(), table.state.seat), (("1C".into(), 0, 1), 0));
    assert_eq!(table.fact(1, EketorpFact::Fights), 0);
}

#[test]
fn b4_one_siege_a_round_whatever_the_defenders() {
    let table = Table::new(3, &[]).walls(1, "g g - - - -").sent(&["1C", "", ""]);
    assert_eq!((table.conflict(), table.mover()), (("1C".into(), 0, 1), Some(0)));
    let mut table = table;
    table.duel(6, 2);
    table.play("loot none");
    // Seven defenders are left, and the Viking stays, but that was all.
    assert_eq!((table.state.round, table.fact(0, EketorpFact::Sieges)), (1, 1));
    assert_eq!(table.fact(1, EketorpFact::Defences), 1);
    // A new round has new sieges.
    table.send(&["", "", "1C"]);
    assert_eq!(table.conflict(), ("1C".into(), 0, 1));
}

#[test]
fn b4_e4_a_village_without_walls_must_be_besieged() {
    let mut table = Table::new(3, &[]).sent(&["1C 1B", "", ""]);
    assert_eq!(table.legal(), ["siege 1C", "siege 1B"], "and nothing else");
    table.play("siege 1B").duel(5, 2);
    assert_eq!((table.conflict(), table.village(1)), (("1C".into(), 0, 1), "- - - - - -".into()));
}

#[test]
fn b4_only_the_attacker_begins_a_siege() {
    // Seat 0, the first player, is besieged and has no conflict of its own.
    let table = Table::new(3, &[]).sent(&["", "0C", ""]);
    assert_eq!((table.mover(), table.state.duel.attacker), (Some(1), 1));
}

#[test]
fn e11_several_sieges_of_one_village() {
    let mut table = Table::new(3, &[]).walls(1, "g - w - c -").sent(&["1C 1B 1R", "", ""]);
    for (place, cards, loot) in
        [("1R", (6, 3), "loot 1 0 c"), ("1C", (5, 4), "loot 1 0 g"), ("1B", (4, 2), "loot 1 0 w")]
    {
        if table.phase() == Phase::Choose {
            table.play(&format!("siege {place}"));
        }
        if place == "1B" {
            // Seat 0 has 1 and 2 left, seat 1 has 2 and 4; the last siege is lost.
            table.duel(1, 4);
            assert_eq!(table.hospital(0), [1, 0, 0]);
            continue;
        }
        table.duel(cards.0, cards.1).play(loot);
    }
    assert_eq!((table.village(1), table.load(0)), ("- - w - - -".into(), "gc".into()));
    assert_eq!(table.fact(0, EketorpFact::Sieges), 3);
}

#[test]
fn e13_fights_on_a_space_without_stones() {
    let placements = ["G", "G", ""];
    let table = Table::new(3, &[]).sent(&placements);
    assert_eq!(table.conflict(), ("G".into(), 0, 1));
    // With the other reading there is none, and all come home with nothing.
    let table = Table::new(3, &["fights.empty_spaces=false"]).sent(&placements);
    assert_eq!((table.state.round, table.fact(1, EketorpFact::EmptyHanded)), (1, 1));
    // A space with a stone is not concerned, nor is a siege space.
    let table = Table::new(3, &["fights.empty_spaces=false"]).sent(&["D", "D 2C", ""]);
    assert_eq!(table.conflict(), ("D".into(), 0, 1));
    let table = Table::new(3, &["fights.empty_spaces=false"]).sent(&["1B", "", "1B"]);
    assert_eq!(table.conflict(), ("1B".into(), 0, 2));
}

#[test]
fn b2_a_space_is_looked_at_again_after_a_fight() {
    // Five Vikings of two seats for four stones: one fight, and then there is enough.
    let rules = ["materials.cards=['g4 - - - - - -']", "game.rounds=1", "game.removed_cards=0"];
    let game = game(3, &rules).unwrap();
    let mut table = Table::with(game, &["1256", "2344", "3456"], "");
    table.send(&["A A", "A A A", ""]);
    table.duel(6, 2);
    assert_eq!((table.phase(), table.points()), (Phase::Over, vec![7, 7, 5]));
}
