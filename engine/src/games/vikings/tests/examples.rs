//! The worked examples of the rule book and the online help; E2 stands with the threats, E7 with the
//! purchases.

use super::table::Table;
use crate::games::vikings::fact::VikingsFact as Fact;

/// What seat 0 gains in gold and glory after `round`.
fn gain(round: u8, tableau: &str) -> (i32, i32) {
    let text = format!("gold 0 glory 10 | {tableau}");
    let table = Table::base(2).tableau(0, &text).end_of_round(round, 0);
    (table.gold(0), table.glory(0) - 10)
}

#[test]
fn e1_large_and_small_scoring_of_one_tableau() {
    // Column 1: blue ship, repelled: 3 glory; a scout free and alone: 1.
    // Column 2: red ship, repelled: 3 gold.
    // Column 3: green ship: noble and scout threatened: 0; goldsmith (3 gold) and fisherman below.
    // Column 4: no ship: noble 2; scout above a goldsmith 2; goldsmith 3 gold.
    // 3 + 1 + 2 + 2 = 8 glory, 3 + 3 + 3 = 9 gold.
    let tableau = "ships FNS | W [+=+= | N ..[+=+ | S [+.[+=+ | G ..[+=+ | F ..[+";
    assert_eq!(gain(2, tableau), (9, 8));
    assert_eq!(gain(1, tableau), (6, 0));
}

#[test]
fn e3_what_one_boatswain_may_move() {
    let tableau = "S [== | G [== | F [== | ashore FFFGSSB";
    let table = Table::base(2).tableau(0, tableau).end_of_round(2, 0);
    assert_eq!(table.legal(), ["ferry S", "ferry G", "ferry F", "ferry each", "stop"]);
    for (action, left) in
        [("ferry F", "GSS"), ("ferry G", "FFFSS"), ("ferry S", "FFFG"), ("ferry each", "FFS")]
    {
        let mut table = table.clone();
        table.play(action);
        while table.state.round() == 2 {
            let first = table.legal().swap_remove(0);
            table.play(&first);
        }
        assert_eq!(table.ashore(0), left, "{action}");
        assert_eq!(table.fact(0, Fact::BoatswainsUsed), 1);
    }
}

#[test]
fn e4_nessi_at_a_large_scoring() {
    // Column 1 blue and column 2 red, repelled: 3 glory and 3 gold.
    // Nobles N1, N2 free, N3 threatened: 4 glory.
    // Scouts: S1, S2, S6, S7 free; green sails in columns 3 and 4 and a yellow one in column 5
    // threaten S3, S4, S5.
    // Below the free scouts: goldsmiths G1, G2, G6 (3), fishermen F1, F7 (2): 4 + 3 + 2 = 9 glory.
    // A fourth goldsmith, G3, stands below the reach of his column's sail: 4 x 3 = 12 gold.
    let tableau = "ships FNSSG | W [+=+ | N [+=+=+ | S [+=+=+=+=+=+]+ | G [+=+=+==]+ | F [+=====]+";
    assert_eq!(gain(4, tableau), (3 + 12, 3 + 4 + 9));
    assert_eq!(gain(3, tableau), (12, 0));
}

/// Five islands, the longest of four tiles, with this many fishermen on the first tiles of row F.
fn islands(fishermen: usize) -> String {
    let row = format!("[+{}{}", "=+".repeat(fishermen - 1), "=".repeat(5 - fishermen));
    format!("W [==] | N [][] | S [][] | F {row}")
}

#[test]
fn e5_ungeheuer_at_the_final_scoring() {
    // Seat 0: red (3 gold), green (5 gold), yellow (2 glory) ships cost 8 of 46 gold and 2 glory;
    // the 38 gold left give 7 glory and 3 over; 4 boatswains alone in the lead 10; five islands,
    // tied for most 7; longest tied 5; fishermen in columns 1 to 4 feed 20 of 4 + 19 = 23: -3.
    // -2 + 7 + 10 + 7 + 5 - 3 = 24.
    let first =
        format!("gold 46 glory 30 | ships NSG | {} | ashore {}BBBB", islands(4), "GGGSSSNNNNWWWWF");
    // Seat 1: 5 feeding fishermen (25) for 5 + 18 = 23 vikings: +4; tied in both islands: 7 + 5.
    let second = format!("gold 2 glory 30 | {} | ashore {}BBB", islands(5), "GGGSSSNNNNWWWWF");
    let table = Table::base(3)
        .tableau(0, &first)
        .tableau(1, &second)
        .tableau(2, "gold 0 glory 0 | W [")
        .final_scoring();
    let sources = [
        Fact::GloryShips,
        Fact::GloryGold,
        Fact::GloryBoatswains,
        Fact::GloryIslands,
        Fact::GloryLongest,
        Fact::GlorySurplus,
        Fact::GloryShortage,
    ];
    assert_eq!(sources.map(|source| table.fact(0, source)), [-2, 7, 10, 7, 5, 0, -3]);
    assert_eq!(table.purse(0), (3, 30 + 24));
    assert_eq!(sources.map(|source| table.fact(1, source)), [0, 0, 0, 7, 5, 4, 0]);
    assert_eq!(table.purse(1), (2, 30 + 16));
    assert_eq!(table.fact(0, Fact::Islands), 5);
}

#[test]
fn e6_twenty_three_vikings_and_three_fishermen() {
    // 15 meals for 23.
    let tableau = format!("gold 0 glory 30 | {} | ashore {}BBBB", islands(3), "GGGSSSNNNNWWWWFF");
    let table = Table::base(2).tableau(0, &tableau).final_scoring();
    assert_eq!(table.fact(0, Fact::GloryShortage), -8);
    assert_eq!(table.fact(0, Fact::GlorySurplus), 0);
}
