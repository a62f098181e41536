//! Small and large scorings (G1 to G8) and threats.

use super::naive::{Naive, cell};
use super::table::{Table, deal, game};
use crate::game::Game;
use crate::games::play::Play;
use crate::games::vikings::cells::Cells;
use crate::games::vikings::component::{Cell, Row};
use crate::games::vikings::scoring::ScoringKind;
use crate::seat::Seat;
use crate::seed::Rng;

/// What seat 0 gains in gold and glory after `round` with this tableau.
fn gain(round: u8, tableau: &str) -> (i32, i32) {
    let text = format!("gold 7 glory 10 | {tableau}");
    let table =
        Table::base(2).tableau(0, &text).tableau(1, "gold 4 glory 6").end_of_round(round, 0);
    assert_eq!(table.purse(1), (4, 6), "an empty tableau gains nothing");
    (table.gold(0) - 7, table.glory(0) - 10)
}

/// What it gains at a large scoring.
fn large(tableau: &str) -> (i32, i32) {
    let gains = [2, 4].map(|round| gain(round, tableau));
    assert_eq!(gains[0], gains[1], "every large scoring is alike");
    gains[0]
}

/// Threatened cells of a tableau within its first seven columns, as text.
fn threatened(tableau: &str) -> String {
    let table = Table::base(2).tableau(0, tableau);
    let (narrow, wide) = (table.state.tableaus.narrow(0), table.state.tableaus.wide(0));
    let mut cells = Vec::new();
    for column in 1..=7 {
        for row in Row::ALL {
            let index = u32::from(Cell::new(row, column).unwrap().0);
            assert_eq!(narrow.threatened().holds(index), wide.threatened().holds(index));
            if narrow.threatened().holds(index) {
                cells.push(cell((row.index() as usize, column as usize)));
            }
        }
    }
    cells.join(" ")
}

/// A tableau with one viking of each row in the first two columns, and its gain at a small scoring.
const CROWD: &str = "ships NS | W [+=+ | N [+=+ | S [+=+ | G [+=+ | F [+=+ | ashore GGG";

#[test]
fn g1_small_scorings_pay_three_gold_for_each_goldsmith_and_nothing_else() {
    for round in [1, 3, 5] {
        assert_eq!(gain(round, CROWD), (6, 0));
        assert_eq!(gain(round, "G [+=+=+] | ashore GGG"), (9, 0), "vikings ashore do not count");
        assert_eq!(gain(round, "ships G | G [+=+"), (3, 0), "the first one is threatened");
        assert_eq!(gain(round, "ships F | G [+=+"), (3, 0));
        assert_eq!(gain(round, "ships S | G [+=+"), (6, 0), "a green sail does not reach him");
        assert_eq!(gain(round, "ships F | W [+ | G [+=+"), (6, 0), "repelled");
    }
}

#[test]
fn g1_g2_scorings_come_in_turn_and_all_are_told() {
    let game = game(3, &[]).unwrap();
    let mut table = Table::dealt(game.clone(), &deal(&game, 0));
    let mut rng = Rng::from_seed(1);
    while table.mover().is_some() {
        table.play_any(&mut rng);
    }
    let told: Vec<(u8, ScoringKind)> =
        table.ledger.scorings().iter().map(|scoring| (scoring.round, scoring.kind)).collect();
    use ScoringKind::{Final, Large, Small};
    let expected =
        [(1, Small), (2, Large), (3, Small), (4, Large), (5, Small), (6, Large), (6, Final)];
    assert_eq!(told, expected);
    let last = table.ledger.scorings()[6];
    assert_eq!(last.glory, game.outcome(&table.state).score);
}

#[test]
fn g4_a_warrior_below_a_ship_gains_what_its_sail_gives() {
    assert_eq!(large("ships N | W [+"), (3, 0));
    assert_eq!(large("ships S | W [+"), (5, 0));
    assert_eq!(large("ships G | W [+"), (0, 2));
    assert_eq!(large("ships F | W [+"), (0, 3));
    // Without a ship, without a warrior, in another column, ashore: nothing.
    assert_eq!(large("W [+=+"), (0, 0));
    assert_eq!(large("ships NSG | W [=="), (0, 0));
    assert_eq!(large("ships NSG | W [==]+"), (0, 0));
    assert_eq!(large("ships N | W [ | ashore WWW"), (0, 0));
    // A viking below the ship in another row repels nobody.
    assert_eq!(large("ships N | N [+"), (0, 0));
}

#[test]
fn g4_nobody_in_the_column_of_a_repelled_ship_is_threatened() {
    // A blue sail threatens the whole column; with the warrior all of it scores: 3 glory for the
    // ship, 2 for the noble, 1 + 1 + 1 for the scout, 3 gold for the goldsmith.
    let column = "N [+ | S [+ | G [+ | F [+";
    assert_eq!(large(&format!("ships F | {column}")), (0, 0));
    assert_eq!(large(&format!("ships F | W [+ | {column}")), (3, 8));
    // The warrior of the next column does not help.
    assert_eq!(large(&format!("ships F | W [=+ | {column}")), (0, 0));
}

#[test]
fn g4_threats_reach_from_row_w_to_the_row_of_the_sail() {
    assert_eq!(threatened("ships N"), "W1 N1");
    assert_eq!(threatened("ships .S"), "W2 N2 S2");
    assert_eq!(threatened("ships ..G"), "W3 N3 S3 G3");
    assert_eq!(threatened("ships F"), "W1 N1 S1 G1 F1");
    assert_eq!(threatened("ships NSG | W [=+]"), "W1 N1 W3 N3 S3 G3");
    assert_eq!(threatened("ships NSGFNSG | W [+=+=+=+=+=+]"), "W7 N7 S7 G7");
}

#[test]
fn e2_a_green_sail_threatens_w_n_and_s_but_not_g_and_f() {
    assert_eq!(threatened("ships S"), "W1 N1 S1");
    // Noble and scout score nothing; the goldsmith gives 3 gold.
    assert_eq!(large("ships S | N [+ | S [+ | G [+ | F [+"), (3, 0));
}

#[test]
fn g5_two_glory_for_each_unthreatened_noble() {
    assert_eq!(large("N [+=+=+"), (0, 6));
    assert_eq!(large("ashore NNN"), (0, 0));
    for ship in ["N", "S", "G", "F"] {
        assert_eq!(large(&format!("ships {ship} | N [+=+")), (0, 2), "the first is threatened");
    }
}

#[test]
fn g6_a_scout_counts_himself_and_who_stands_below_him() {
    assert_eq!(large("S [+"), (0, 1));
    assert_eq!(large("S [+ | F [+"), (0, 2));
    // Three gold for the goldsmith himself (G7).
    assert_eq!(large("S [+ | G [+"), (3, 2));
    assert_eq!(large("S [+ | G [+ | F [+"), (3, 3));
    // Tiles without vikings, neighbouring columns and those above do not count; nor a scout ashore.
    assert_eq!(large("S [+ | G [ | F ["), (0, 1));
    assert_eq!(large("S [+= | G [=+ | F [=+"), (3, 1));
    assert_eq!(large("W [+ | S [+"), (0, 1));
    assert_eq!(large("S [ | G [+ | F [+ | ashore S"), (3, 0));
}

#[test]
fn g6_a_threatened_scout_counts_nothing_whoever_stands_below_him() {
    assert_eq!(large("ships S | S [+ | G [+ | F [+"), (3, 0));
    assert_eq!(large("ships G | S [+ | G [+ | F [+"), (0, 0));
    assert_eq!(large("ships F | S [+ | G [+ | F [+"), (0, 0));
    assert_eq!(large("ships N | S [+ | G [+ | F [+"), (3, 3), "a red sail does not reach him");
}

#[test]
fn g7_three_gold_for_each_unthreatened_goldsmith_at_a_large_scoring_too() {
    assert_eq!(large("G [+=+=+"), (9, 0));
    assert_eq!(large("ships NSG | G [+=+=+"), (6, 0));
    assert_eq!(large("ships F | G [+=+=+ | ashore GG"), (6, 0));
}

#[test]
fn g8_fishermen_and_boatswains_count_nothing_at_a_large_scoring() {
    assert_eq!(large("F [+=+=+] | ashore FFBBB"), (0, 0));
    assert_eq!(large("ships F | F [+=+=+]"), (0, 0));
    // Whether an island is complete never matters.
    assert_eq!(large("N [+=+]+ | G [+=+]+"), large("N [+=+=+ | G [+=+=+"));
}

#[test]
fn g1_to_g8_agree_with_a_plain_reading_of_the_tableau() {
    let mut seen = 0;
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..50 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            while table.mover().is_some() {
                for seat in 0..players {
                    let naive = Naive::read(&table.state.tableau_text(Seat::new(seat)));
                    let (mut small, mut large) = (table.state, table.state);
                    Play { game: &game, state: &mut small, sink: &mut () }.small_scoring();
                    Play { game: &game, state: &mut large, sink: &mut () }.large_scoring(seat);
                    let seat = Seat::new(seat);
                    assert_eq!(small.gold(seat), naive.gold + naive.small_gold());
                    assert_eq!(small.glory(seat), naive.glory);
                    let (gold, glory) = naive.large();
                    assert_eq!(large.gold(seat), naive.gold + gold);
                    assert_eq!(large.glory(seat), naive.glory + glory);
                    seen += usize::from(glory > 5);
                }
                table.play_any(&mut rng);
            }
        }
    }
    assert!(seen > 1_500, "{seen}");
}
