//! The end of the game and the points (F1 to F3, E9).

use serde_json::json;

use super::table::{Table, seeded};
use crate::game::Game;
use crate::games::eketorp::Eketorp;
use crate::games::eketorp::state::Phase;
use crate::recorded::Recorded;
use crate::seed::Rng;

#[test]
fn f1_a_full_village_ends_the_game() {
    // 16 stones and one or two more.
    for (placement, over) in [("A", false), ("A C", true), ("A B C", true)] {
        let table = Table::new(3, &[]).walls(1, "ggg ggg ggg ggg ggg g").sent(&["", placement, ""]);
        assert_eq!(table.phase() == Phase::Over, over, "{placement}");
    }
    let table = Table::new(3, &["village.full=3"]).sent(&["A C C", "", ""]);
    assert_eq!(table.phase(), Phase::Over);
    let table = Table::new(3, &["village.full=3"]).sent(&["A C", "", ""]);
    assert_eq!(table.phase(), Phase::Build);
    // A stone that others take off before step 5 does not count.
    let mut table = Table::new(3, &[]).walls(1, "ggg ggg ggg ggg ggg gg").sent(&["1R", "A", ""]);
    table.duel(6, 2).play("loot 1 1 g");
    assert_eq!(table.phase(), Phase::Build);
}

#[test]
fn f1_the_last_round_ends_the_game() {
    for rounds in [1, 2, 5] {
        let mut table = Table::new(3, &[&format!("game.rounds={rounds}")]);
        for _ in 0..rounds {
            assert_eq!(table.phase(), Phase::Place);
            table.rest();
        }
        assert_eq!((table.phase(), table.ledger.scorings().len()), (Phase::Over, rounds));
    }
    let mut table = Table::new(6, &[]);
    (0..10).for_each(|_| _ = table.rest());
    assert_eq!((table.phase(), table.state.round()), (Phase::Over, 10));
}

#[test]
fn f2_points_by_the_rule_set() {
    let walls = "gwc s - - - -";
    let table = Table::new(3, &[]).walls(0, walls).amulets(0, 2);
    assert_eq!(table.points(), [1 + 2 + 3 + 4 + 2, 5, 5]);
    let changes = [
        "stones.g.points=7",
        "stones.w.points=50",
        "stones.c.points=100",
        "stones.s.points=900",
        "scoring.amulet=3",
        "scoring.full_bonus=20",
        "village.full=4",
    ];
    let table = Table::new(3, &changes).walls(0, walls).amulets(0, 2);
    assert_eq!(table.points(), [7 + 50 + 100 + 900 + 20 + 6, 15, 15]);
}

#[test]
fn f3_e9_ties_are_shared() {
    let table = Table::new(3, &[]).walls(0, "g - - - - -").walls(2, "g - - - - -");
    let outcome = table.game.outcome(&table.state);
    assert_eq!(outcome.place.as_slice(), [1, 3, 1]);
    assert_eq!(outcome.share.as_slice(), [30, 0, 30]);
    // No other tie-break: neither stones nor amulets.
    let table = table.walls(1, "w - - - - -").walls(0, "gg - - - - -").walls(2, "www - - - - -");
    let outcome = table.amulets(2, 1);
    let outcome = outcome.game.outcome(&outcome.state);
    assert_eq!(
        (outcome.score.as_slice(), outcome.share.as_slice()),
        (&[7, 7, 7][..], &[20; 3][..])
    );
}

#[test]
fn the_report_of_a_round_and_the_result() {
    let mut table = Table::new(3, &[]).walls(1, "g w - - - -").amulets(2, 3).sent(&["D", "D", "B"]);
    table.duel(2, 3);
    while table.phase() == Phase::Build {
        table.skip();
    }
    let expected = json!({
        "round": 1, "kind": "round", "stones": [0, 3, 1], "points": [0, 6, 2],
        "amulets": [5, 5, 3], "hospital": [1, 0, 0],
    });
    assert_eq!(table.last_scoring(), expected);
    let result = table.game.result(&table.state);
    assert_eq!(json!(result), json!({ "points": [5, 11, 5], "stones": [0, 3, 1] }));
}

#[test]
fn milestones_are_the_standing_after_rounds_2_4_and_6() {
    let game = Eketorp::queen2007(4);
    let mut table = Table::dealt(game.clone(), &seeded(&game, 3));
    let mut rng = Rng::from_seed(3);
    let mut seen = Vec::new();
    while table.mover().is_some() {
        let before = table.ledger.scorings().len();
        table.play_any(&mut rng);
        if let (true, Some(told)) =
            (table.ledger.scorings().len() > before, table.ledger.scorings().last())
        {
            let Some((number, standing)) = game.milestone(told) else { continue };
            assert_eq!(standing.as_slice(), table.points());
            seen.push((told.round, Eketorp::MILESTONES[number]));
        }
    }
    assert_eq!(seen, [(2, "round_2"), (4, "round_4"), (6, "round_6")]);
}
