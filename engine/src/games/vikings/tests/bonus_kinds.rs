//! What each kind of bonus tile does, with figures worked out by hand (A9). Longboats stand with the
//! weak boatswains, building tiles in a file of their own.

use super::table::{Table, advanced, opening_with};
use crate::game::Game;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::variant::Advanced;

/// Seat 0 of two after `round`, with no gold and 10 glory before it.
fn after(round: u8, tableau: &str) -> Table<Advanced> {
    let text = format!("gold 0 glory 10 | {tableau}");
    Table::advanced(2, &[]).tableau(0, &text).end_of_round(round, 0)
}

/// What seat 0 gains in gold and glory at a small and at a large scoring.
fn gains(tableau: &str) -> [(i32, i32); 2] {
    [1, 2].map(|round| {
        let (gold, glory) = after(round, tableau).purse(0);
        (gold, glory - 10)
    })
}

/// Two seats after the final scoring alone.
fn end(tableaus: [&str; 2], changes: &[&str]) -> Table<Advanced> {
    let [first, second] = tableaus;
    Table::advanced(2, changes).tableau(0, first).tableau(1, second).final_scoring()
}

/// A seat that has most of everything, so that the other one gets nothing for majorities.
const WINNER: &str = "gold 0 glory 90 | W [aaaaaaa] | N [] | S [] | G [] | F [] | ashore BBBBBBBBB";

/// What every seat is given for `fact`.
fn facts(table: &Table<Advanced>, fact: impl Into<crate::fact::Fact> + Copy) -> [i32; 2] {
    [0, 1].map(|seat| table.fact(seat, fact))
}

#[test]
fn a9_gold5_gives_five_gold_at_once_and_is_gone() {
    let game = advanced(2, "advanced-no-auction", &[]);
    let deal = opening_with("[[[[[[[[[[[[", "FFGGSSNNWWBB", "gold5 longboat noble1 food3");
    let mut table = Table::dealt(game, &deal);
    table.play("buy 11").play("start W").play("tile N1").play("take gold5");
    // 30 less 11, and 5.
    assert_eq!((table.gold(0), table.fact(0, Fact::GoldBonus)), (24, 5));
    assert!(table.text(0).ends_with("| bonus"));
    assert_eq!(table.row(), "longboat noble1 food3");
}

#[test]
fn a9_goldsmith1_gives_a_gold_per_goldsmith_at_small_and_large_scorings() {
    // G1 and G2 are free, G3 is threatened by the yellow ship, one is ashore: 2 x 3 gold, and 2 x 1.
    let tableau = "ships ..G | G [+a+b+ | ashore G";
    assert_eq!(gains(tableau), [(6, 0), (6, 0)]);
    assert_eq!(gains(&format!("{tableau} | bonus goldsmith1")), [(8, 0), (8, 0)]);
    let table = after(2, &format!("{tableau} | bonus goldsmith1"));
    assert_eq!(
        [Fact::GoldBonus.plus(1), Fact::GoldGoldsmiths.into()].map(|f| table.fact(0, f)),
        [2, 6]
    );
}

#[test]
fn a9_goldsmith2_gives_two_gold_per_goldsmith_at_small_and_large_scorings() {
    // 2 x 3 and 2 x 2.
    let tableau = "ships ..G | G [+a+b+ | ashore G | bonus goldsmith2";
    assert_eq!(gains(tableau), [(10, 0), (10, 0)]);
    assert_eq!(after(1, tableau).fact(0, Fact::GoldBonus.plus(Bonus::Goldsmith2 as u32)), 4);
    // The last large scoring counts too: 10 gold, 2 of them each glory; see F3.
    let table = after(6, tableau);
    assert_eq!(table.fact(0, Fact::GoldBonus.plus(Bonus::Goldsmith2 as u32)), 4);
}

#[test]
fn a9_noble1_gives_a_glory_per_noble_at_large_scorings() {
    // N1 and N2 are free, N3 is threatened by the red ship: 2 x 2 glory, and 2 x 1.
    let tableau = "ships ..N | N [+a+b+ | ashore N";
    assert_eq!(gains(tableau), [(0, 0), (0, 4)]);
    assert_eq!(gains(&format!("{tableau} | bonus noble1")), [(0, 0), (0, 6)]);
    assert_eq!(
        after(2, &format!("{tableau} | bonus noble1"))
            .fact(0, Fact::GloryBonus.plus(Bonus::Noble1 as u32)),
        2
    );
}

#[test]
fn a9_scout1_gives_a_glory_per_scout_at_large_scorings() {
    // S1 above a goldsmith 2, S2 alone 1, S3 threatened by the green ship; 3 gold. Then 2 x 1 more.
    let tableau = "ships ..S | S [+a+b+ | G [+ | ashore S";
    assert_eq!(gains(tableau), [(3, 0), (3, 3)]);
    assert_eq!(gains(&format!("{tableau} | bonus scout1")), [(3, 0), (3, 5)]);
    assert_eq!(
        after(2, &format!("{tableau} | bonus scout1"))
            .fact(0, Fact::GloryBonus.plus(Bonus::Scout1 as u32)),
        2
    );
}

#[test]
fn a9_fisher1_gives_a_glory_per_fisherman_at_large_scorings() {
    // F1 and F2 are free, F3 is threatened by the blue ship; without the tile they give nothing.
    let tableau = "ships ..F | F [+a+b+ | ashore F";
    assert_eq!(gains(tableau), [(0, 0), (0, 0)]);
    assert_eq!(gains(&format!("{tableau} | bonus fisher1")), [(0, 0), (0, 2)]);
    assert_eq!(
        after(2, &format!("{tableau} | bonus fisher1"))
            .fact(0, Fact::GloryBonus.plus(Bonus::Fisher1 as u32)),
        2
    );
}

#[test]
fn a9_boatswain_counts_for_the_majority() {
    for (tableaus, given) in [
        (["ashore B", "ashore BB"], [0, 10]),
        // 1 + 1 against 2: tied, both get all of it.
        (["ashore B | bonus boatswain", "ashore BB"], [10, 10]),
        (["ashore B | bonus boatswain boatswain", "ashore BB"], [10, 0]),
        (["bonus boatswain", ""], [10, 0]),
        (["bonus boatswain", "bonus boatswain boatswain"], [0, 10]),
        (["bonus boatswain", "ashore B"], [10, 10]),
        (["", ""], [10, 10]),
    ] {
        let table = end(
            tableaus.map(|t| format!("W | {t}")).each_ref().map(|t| t.trim_end_matches(" | ")),
            &[],
        );
        let all = [Fact::GloryBoatswains.plus(0), Fact::GloryBonus.plus(Bonus::Boatswain as u32)];
        let given_by = all.map(|fact| facts(&table, fact));
        assert_eq!([0, 1].map(|seat| given_by[0][seat] + given_by[1][seat]), given, "{tableaus:?}");
    }
    // What the tile brought: with his single one seat 0 would have had nothing.
    let table = end(["ashore B | bonus boatswain", "ashore BB"], &[]);
    assert_eq!(
        (
            facts(&table, Fact::GloryBonus.plus(Bonus::Boatswain as u32)),
            facts(&table, Fact::GloryBoatswains)
        ),
        ([10, 0], [0, 10])
    );
    // It moves nobody.
    assert_eq!(after(2, "S [ | ashore S | bonus boatswain").state.round(), 3);
}

#[test]
fn a9_food3_gives_three_glory_for_each_meal_left_over() {
    // Two fishermen feed 10, eat 2: 8 left over: 16 glory, with the tile 24.
    let purse = |tableau: &str| end([tableau, WINNER], &[]).purse(0);
    assert_eq!(purse("gold 0 glory 10 | F [+a+"), (0, 26));
    assert_eq!(purse("gold 0 glory 10 | F [+a+ | bonus food3"), (0, 34));
    let table = end(["gold 0 glory 10 | F [+a+ | bonus food3", WINNER], &[]);
    assert_eq!(
        (
            table.fact(0, Fact::GlorySurplus),
            table.fact(0, Fact::GloryBonus.plus(Bonus::Food3 as u32))
        ),
        (16, 8)
    );
    // A shortage costs what it costs: 3 vikings, nobody feeds.
    assert_eq!(purse("gold 0 glory 10 | ashore NNN | bonus food3"), (0, 7));
    // A second one has no effect.
    let two = ["gold 0 glory 10 | F [+a+ | bonus food3 food3", WINNER];
    assert_eq!(end(two, &["bonus.food3.count=2"]).purse(0), (0, 34));
}

#[test]
fn a9_by_the_rule_set_a_second_food3_or_gold3_adds_to_the_first() {
    let purse = |tableau: &str, changes: &[&str]| {
        let counts = ["bonus.food3.count=3", "bonus.gold3.count=3"];
        let all = [&counts[..], changes].concat();
        let text = format!("gold {tableau}");
        let table = end([&text, WINNER], &all);
        let sources = [
            Fact::GlorySurplus.plus(0),
            Fact::GloryBonus.plus(Bonus::Food3 as u32),
            Fact::GloryGold.plus(0),
            Fact::GloryBonus.plus(Bonus::Gold3 as u32),
        ];
        (table.purse(0), sources.map(|fact| table.fact(0, fact)))
    };
    let adds = "bonus.food3_gold3_add_up=true";
    // Eight meals left over: 2 glory each, 3 with one tile, 4 with two.
    for (tiles, glory) in [("", 16), ("food3", 24), ("food3 food3", 32)] {
        let text = format!("0 glory 10 | F [+a+ | bonus {tiles}");
        let expected = ((0, 10 + glory), [16, glory - 16, 0, 0]);
        assert_eq!(purse(&text, &[adds]), expected, "{tiles}");
    }
    // A tile that is worth less than the rule: never below nothing.
    let less = "bonus.food3.value=1";
    assert_eq!(purse("0 glory 10 | F [+a+ | bonus food3 food3 food3", &[adds, less]).0, (0, 10));
    // 11 gold: by fives, by threes, by ones; not by less than one.
    for (tiles, left, glory) in
        [("", 1, 2), ("gold3", 2, 3), ("gold3 gold3", 0, 11), ("gold3 gold3 gold3", 0, 11)]
    {
        let text = format!("11 glory 10 | bonus {tiles}");
        let expected = ((left, 10 + glory), [0, 0, 2, glory - 2]);
        assert_eq!(purse(&text, &[adds]), expected, "{tiles}");
    }
    // By the usual rules a second one has no effect.
    assert_eq!(purse("11 glory 10 | bonus gold3 gold3", &[]).0, (2, 13));
    assert_eq!(purse("0 glory 10 | F [+a+ | bonus food3 food3", &[]).0, (0, 34));
}

#[test]
fn a9_gold3_gives_a_glory_for_three_gold_and_keeps_what_is_left_of_threes() {
    let purse = |tableau: &str| end([tableau, WINNER], &[]).purse(0);
    // 11 gold: two fives and 1 over; three threes and 2 over.
    assert_eq!(purse("gold 11 glory 10"), (1, 12));
    assert_eq!(purse("gold 11 glory 10 | bonus gold3"), (2, 13));
    assert_eq!(purse("gold 2 glory 10 | bonus gold3"), (2, 10));
    // After ships are paid: 14 less 5 for the green one: 9 gold, 3 glory.
    assert_eq!(purse("gold 14 glory 10 | ships S | bonus gold3"), (0, 13));
    let table = end(["gold 11 glory 10 | bonus gold3", WINNER], &[]);
    assert_eq!(
        (table.fact(0, Fact::GloryGold), table.fact(0, Fact::GloryBonus.plus(Bonus::Gold3 as u32))),
        (2, 1)
    );
    // A second one has no effect.
    let two = ["gold 11 glory 10 | bonus gold3 gold3", WINNER];
    assert_eq!(end(two, &["bonus.gold3.count=2"]).purse(0), (2, 13));
    // Ties: 14 gold leave 4 after fives and 2 after threes. Both have 14 glory then.
    let table = end(["gold 14 glory 10 | bonus gold3", "gold 14 glory 12"], &[]);
    assert_eq!([0, 1].map(|seat| table.purse(seat)), [(2, 36), (4, 36)]);
    let outcome = table.game.outcome(&table.state);
    assert_eq!(outcome.place.as_slice(), [2, 1]);
}
