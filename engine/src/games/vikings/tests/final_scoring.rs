//! The final scoring (F1 to F8).

use super::naive::Naive;
use super::table::{Table, deal, game};
use crate::game::Game;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::Rng;

/// Three seats with these tableaus, after the final scoring alone.
fn end(tableaus: [&str; 3], changes: &[&str]) -> Table {
    let mut table = Table::with(3, changes);
    for (seat, text) in tableaus.into_iter().enumerate() {
        table = table.tableau(seat, text);
    }
    table.final_scoring()
}

/// Gold and glory of seat 0 after the final scoring. Seat 1 has so many boatswains and islands that
/// it alone has most of everything.
fn alone(tableau: &str) -> (i32, i32) {
    let winner = "gold 0 glory 99 | W [========] | N [] | S [] | G [] | F [] | ashore BBBBBBBBB";
    end([tableau, winner, "gold 0 glory 99"], &[]).purse(0)
}

/// What each seat is given for `fact`.
fn facts(table: &Table, fact: Fact) -> [i32; 3] {
    [0, 1, 2].map(|seat| table.fact(seat, fact))
}

fn outcome(table: &Table) -> Outcome {
    table.game.outcome(&table.state)
}

#[test]
fn f1_final_scoring_follows_the_large_scoring_of_round_6_alone() {
    let text = "gold 9 glory 10 | ships N | G [+";
    for (round, expected) in [
        // A small scoring: 3 gold. A large one: the same.
        (1, (12, 10)),
        (2, (12, 10)),
        (4, (12, 10)),
        (5, (12, 10)),
        // 12 gold, less 3 for the ship, give 1 glory, 4 left; 10 + 7 + 5 as all are equal in boats-
        // wains and islands; the goldsmith goes hungry: 10 + 1 + 22 - 1.
        (6, (4, 32)),
    ] {
        let table = Table::base(2).tableau(0, text).tableau(1, text).end_of_round(round, 0);
        assert_eq!(table.purse(0), expected, "{round}");
        assert_eq!(table.mover().is_none(), round == 6);
    }
}

#[test]
fn f1_steps_come_in_their_order() {
    // F2 before F3: 7 gold and a green ship (5) leave 2 gold, so nothing is exchanged, and the
    // second green ship takes the 2 gold and 3 glory.
    assert_eq!(alone("gold 7 glory 10 | ships S"), (2, 10));
    assert_eq!(alone("gold 7 glory 10 | ships SS"), (0, 7));
    // F3 to F6 before F7: without glory, 5 gold give 1, and 3 hungry vikings cost no more than it.
    assert_eq!(alone("gold 5 glory 0 | ashore NNN"), (0, 0));
    assert_eq!(alone("gold 25 glory 0 | ashore NNN"), (0, 2));
}

#[test]
fn f1_glory_never_goes_below_0_ship_by_ship_and_food_as_a_whole() {
    // F2: 1 gold and 3 x 3 + 4 + 2 = 15 glory to pay, but only 4 there; then 22 for the majorities.
    let text = "gold 1 glory 4 | ships FFFSG";
    let table = end([text, text, text], &[]);
    assert_eq!(table.fact(0, Fact::GloryShips), -4);
    assert_eq!(table.purse(0), (0, 22));
    // F7: 9 hungry ones, but only 3 glory.
    assert_eq!(alone("gold 0 glory 3 | ashore NNNNNNWWW"), (0, 0));
    // Without the floor both may go below.
    let table = end([text, text, text], &["scoring.glory_floor=false"]);
    assert_eq!((table.fact(0, Fact::GloryShips), table.purse(0)), (-15, (0, 4 - 15 + 22)));
    let hungry = "gold 0 glory 3 | ashore NNNNNNWWW";
    let other = "gold 0 glory 0 | W [] | ashore B";
    let table = end([hungry, other, other], &["scoring.glory_floor=false"]);
    assert_eq!(table.purse(0), (0, -6));
}

#[test]
fn f2_unrepelled_ships_cost_what_their_sails_show() {
    for (ships, (left, glory)) in [
        ("N", (17, 50)),
        ("S", (15, 50)),
        ("G", (20, 48)),
        ("F", (20, 47)),
        ("NSGF", (12, 45)),
        (".NN.", (14, 50)),
    ] {
        // F3 exchanges the gold that is left.
        let expected = (left % 5, glory + left / 5);
        assert_eq!(alone(&format!("gold 20 glory 50 | ships {ships}")), expected, "{ships}");
    }
    // A repelled one costs nothing; its warrior eats. Repelled in another column it costs.
    assert_eq!(alone("gold 0 glory 50 | ships F | W [+"), (0, 49));
    assert_eq!(alone("gold 0 glory 50 | ships F | W [=+"), (0, 46));
    assert_eq!(alone("gold 0 glory 50 | ships FF | W [+"), (0, 46));
}

#[test]
fn f2_missing_gold_is_paid_in_glory() {
    assert_eq!(alone("gold 1 glory 50 | ships N"), (0, 48));
    assert_eq!(alone("gold 0 glory 50 | ships S"), (0, 45));
    assert_eq!(alone("gold 4 glory 50 | ships NS"), (0, 46));
    assert_eq!(alone("gold 4 glory 50 | ships GF"), (4, 45), "gold does not pay for glory");
}

#[test]
fn f3_a_glory_for_every_five_gold_and_the_rest_is_kept() {
    for (gold, left, glory) in
        [(0, 0, 0), (4, 4, 0), (5, 0, 1), (9, 4, 1), (10, 0, 2), (38, 3, 7), (200, 0, 40)]
    {
        assert_eq!(alone(&format!("gold {gold} glory 20")), (left, 20 + glory), "{gold}");
    }
}

#[test]
fn f4_most_boatswains_ashore() {
    for (ashore, given) in [
        (["BB", "B", ""], [10, 0, 0]),
        (["B", "BBB", "BB"], [0, 10, 0]),
        (["BB", "BB", "B"], [10, 10, 0]),
        (["BB", "BB", "BB"], [10, 10, 10]),
        (["NNNN", "B", "FF"], [0, 10, 0]),
        // All zero: all tied.
        (["N", "", "W"], [10, 10, 10]),
    ] {
        let table = end(ashore.map(|a| format!("W | ashore {a}")).each_ref().map(|t| &**t), &[]);
        assert_eq!(facts(&table, Fact::GloryBoatswains), given, "{ashore:?}");
    }
}

#[test]
fn f5_most_complete_islands() {
    let given = |rows| facts(&end(rows, &[]), Fact::GloryIslands);
    assert_eq!(given(["W []", "W [", "W []"]), [7, 0, 7]);
    assert_eq!(given(["W [] | N [==]", "W [=======]", "W []"]), [7, 0, 0]);
    assert_eq!(given(["W [][=]", "W [].[=]", "W [] | F [=]"]), [7, 7, 7]);
    assert_eq!(given(["W [=", "W .]", "W [=.=]"]), [7, 7, 7], "nobody has one: all tied");
    assert_eq!(given(["W [=.=]", "W []", "W [.]"]), [0, 7, 0], "a hole makes it incomplete");
    assert_eq!(given(["W [ | N .]", "W []", "W"]), [0, 7, 0], "in one row");
    // Vikings, threats and ships never matter.
    assert_eq!(given(["ships FF | W []", "W [+]+", "W [=]"]), [7, 7, 7]);
}

#[test]
fn f6_longest_complete_island() {
    let given = |rows| facts(&end(rows, &[]), Fact::GloryLongest);
    assert_eq!(given(["W []", "W [=]", "W [="]), [0, 5, 0]);
    assert_eq!(given(["W [========", "W []", "W [.=]"]), [0, 5, 0], "complete ones alone");
    assert_eq!(given(["W [=] | N [=]", "W [] | S [=]", "F [=]"]), [5, 5, 5]);
    assert_eq!(given(["W [][][][]", "W [==]", "N []"]), [0, 5, 0], "not the sum");
    assert_eq!(given(["W", "W", "W ["]), [5, 5, 5], "nobody has one: all tied");
    // Counted in tiles: it starts anywhere in its row.
    let table = end(["W []..[==]", "W", "W"], &[]);
    assert_eq!(facts(&table, Fact::Longest), [4, 0, 0]);
}

#[test]
fn f4_f5_f6_zero_majorities_can_be_switched_off() {
    let kinds = [Fact::GloryBoatswains, Fact::GloryIslands, Fact::GloryLongest];
    let off = ["scoring.zero_majorities=false"];
    let nothing = end(["W [", "N .]", "ashore FF"], &off);
    assert_eq!(kinds.map(|kind| facts(&nothing, kind)), [[0; 3]; 3]);
    // Who has some still gets all of it, tied or not.
    let some = end(["W [] | ashore B", "W [] | ashore B", "W ["], &off);
    assert_eq!(kinds.map(|kind| facts(&some, kind)), [[10, 10, 0], [7, 7, 0], [5, 5, 0]]);
}

#[test]
fn f7_every_viking_eats_and_unthreatened_fishermen_feed_five() {
    // Food left over gives 2 glory each: 5 - 1 = 4 meals from one fisherman.
    assert_eq!(alone("gold 0 glory 20 | F [+"), (0, 28));
    assert_eq!(alone("gold 0 glory 20 | F [+=+"), (0, 36));
    // Every other viking eats one, on tiles or ashore, boatswains included.
    assert_eq!(alone("gold 0 glory 20 | F [+ | W [+"), (0, 26));
    assert_eq!(alone("gold 0 glory 20 | F [+ | ashore S"), (0, 26));
    assert_eq!(alone("gold 0 glory 20 | F [+ | ashore B"), (0, 26));
    assert_eq!(alone("gold 0 glory 20 | F [+ | ashore FGSN"), (0, 20), "just enough");
    assert_eq!(alone("gold 0 glory 20 | F [+ | ashore FGSNWB"), (0, 18));
    // A shortage costs 1 glory each. Nobody is fed by a fisherman ashore.
    assert_eq!(alone("gold 0 glory 20 | W [+ | ashore NB"), (0, 17));
    assert_eq!(alone("gold 0 glory 20 | F [ | ashore FF"), (0, 18));
}

#[test]
fn f7_a_threatened_fisherman_feeds_nobody_and_eats() {
    // The blue ship costs 3 glory; one hungry fisherman.
    assert_eq!(alone("gold 0 glory 20 | ships F | F [+"), (0, 16));
    // Repelled: 5 meals for two.
    assert_eq!(alone("gold 0 glory 20 | ships F | W [+ | F [+"), (0, 26));
    // The other sails do not reach him: 4 meals; 2 glory for the yellow ship.
    assert_eq!(alone("gold 0 glory 20 | ships G | F [+"), (0, 26));
    // Threatened vikings eat as well: the red ship costs 3, 5 - 2 = 3 meals are left.
    assert_eq!(alone("gold 0 glory 20 | ships N | N [+ | F [+"), (0, 23));
}

#[test]
fn f8_most_glory_then_gold_left_over_then_a_shared_win() {
    let winners = |tableaus, changes: &[&str]| {
        let table = end(tableaus, changes);
        let outcome = outcome(&table);
        (outcome.place.as_slice().to_vec(), outcome.share.as_slice().to_vec())
    };
    // All other things are equal, so glory and then the gold left over decide.
    let of = |first, second, third| winners([first, second, third], &[]);
    let (even, more) = ("gold 0 glory 20", "gold 0 glory 21");
    assert_eq!(of(even, more, even), (vec![2, 1, 2], vec![0, 60, 0]));
    assert_eq!(of(even, "gold 3 glory 20", even), (vec![2, 1, 2], vec![0, 60, 0]));
    assert_eq!(of("gold 4 glory 20", "gold 9 glory 19", even), (vec![1, 1, 3], vec![30, 30, 0]));
    assert_eq!(of(even, even, even), (vec![1, 1, 1], vec![20, 20, 20]));
    // Glory first: 4 gold more do not help against 1 glory.
    assert_eq!(of("gold 4 glory 20", more, even), (vec![2, 1, 3], vec![0, 60, 0]));
    // The tie is broken by what is left after F3, not by the gold before it.
    assert_eq!(of("gold 10 glory 20", "gold 1 glory 22", even), (vec![2, 1, 3], vec![0, 60, 0]));
}

#[test]
fn f2_to_f7_agree_with_a_plain_reading_of_the_tableau() {
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..1000 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            // Up to some point of the game; what is on the table then is scored.
            for _ in 0..40 + rng.below(130) {
                if table.mover().is_some() {
                    table.play_any(&mut rng);
                }
            }
            let naive: Vec<Naive> = (0..players)
                .map(|seat| Naive::read(&table.state.tableau_text(Seat::new(seat))))
                .collect();
            table.ledger.clear();
            let table = table.final_scoring();
            let boatswains = |one: &Naive| *one.ashore.get(&'B').unwrap_or(&0);
            let majority = |figure: &dyn Fn(&Naive) -> usize, own: &Naive, points| {
                let most = naive.iter().map(figure).max().unwrap();
                if figure(own) == most { points } else { 0 }
            };
            for (seat, own) in naive.iter().enumerate() {
                let (gold, glory) = own.ships_cost();
                let paid = gold.min(own.gold);
                let lost = (gold - paid + glory).min(own.glory);
                let left = own.gold - paid;
                let mut expected = own.glory - lost + left / 5;
                expected += majority(&boatswains, own, 10);
                expected += majority(&|one| one.islands().0, own, 7);
                expected += majority(&|one| one.islands().1, own, 5);
                let food = 5 * own.safe(4).count() as i32 - own.mouths() as i32;
                expected = (expected + if food > 0 { 2 * food } else { food }).max(0);
                assert_eq!(table.purse(seat), (left % 5, expected), "{players} {number} {seat}");
            }
        }
    }
}
