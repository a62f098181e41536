//! The worked examples E1 to E12 of the rules.

use serde_json::json;

use super::table::{Table, plain_deal};
use crate::game::Game;
use crate::seat::Seat;

/// Ship 1 sails, two others stay.
fn sailing(players: usize, ship: &str, supplies: &str) -> Table {
    Table::new(players, &[]).ships(&format!("{ship} - -")).load(1, supplies).sailing(0)
}

#[test]
fn e1_the_end_of_a_round_without_a_stern() {
    // Space 10, Set Sail, is free; red's third viking is on space 9 of the old side.
    let table = Table::new(3, &[]).row("........0").moved(".1201202..1");
    let first = table.clone().after("go 1");
    assert_eq!((first.state.departures, first.state.round()), (0, 2));
    assert_eq!((first.mover(), first.waiting()), (Some(0), "012012021".to_owned()));
    let later = table.after("go 9; load g 1");
    assert_eq!((later.mover(), later.waiting()), (Some(1), "120120201".to_owned()));
}

#[test]
fn e2_influence() {
    let table = sailing(4, "B1R1G2R2B2", "h").after("sail 1");
    assert_eq!(table.last_scoring()["influence"], "BRG");
}

#[test]
fn e3_at_most_one_barrel_wins() {
    let table = sailing(4, "B1R1G2R2B2", "h").bet(3, 2, "1.B").bet(2, 4, "1.R").after("sail 1");
    assert_eq!([0, 1, 2, 3].map(|seat| table.won(seat)), [vec![], vec![], vec![], vec![2]]);
    assert_eq!(table.barrel_place(2, 4), "on 1.R");
    assert_eq!(table.last_scoring()["won"], json!([0, 0, 0, 2]));
}

#[test]
fn e4_four_supplies_among_three_clans() {
    let mut table = sailing(4, "B1R1G2R2B2", "ghhm");
    table.play("sail 1");
    for (seat, take) in [(1, "take g"), (0, "take h"), (2, "take h")] {
        assert_eq!(table.mover(), Some(seat));
        table.play(take);
    }
    assert!(table.is_new_round());
    assert_eq!(table.all_goods(), ["h", "gm", "h", ""]);
}

#[test]
fn e5_a_tie_that_supplies_decide() {
    let table =
        Table::new(2, &[]).ships("- - - -").market([2, 2, 3]).owning(0, "hh").owning(1, "hggm");
    let mut table = table.bet(0, 2, "1.R").bet(0, 3, "2.R");
    for number in 1..=2 {
        let red = super::table::zone("1.R").clan();
        table.state.barrels.depart(super::table::ship(number), Some(red));
    }
    let outcome = table.game.outcome(&table.state);
    assert_eq!(outcome.score.as_slice(), [9, 9]);
    assert_eq!((outcome.place.as_slice(), outcome.share.as_slice()), (&[2, 1][..], &[0, 60][..]));
}

#[test]
fn e6_a_clan_alone_takes_all_unasked() {
    let table = sailing(4, "Y1Y2", "hgm").after("sail 1");
    assert_eq!((table.is_new_round(), table.goods(3)), (true, "hgm".to_owned()));
}

#[test]
fn e7_two_supplies_among_three_clans() {
    let table = sailing(4, "R3B2G1", "hm").after("sail 1");
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["take h".into(), "take m".into()]));
    let table = table.after("take m");
    assert_eq!((table.is_new_round(), table.all_goods().join(" ")), (true, "m h  ".to_owned()));
}

#[test]
fn e8_unplayed_clans() {
    let boxed = |table: &Table| table.last_scoring()["box"].as_str().unwrap().to_owned();
    // (a) green, left of blue, chooses; blue takes; the last goes to the box unasked.
    let mut a = sailing(3, "Y2B1", "hgm");
    a.play("sail 1");
    assert_eq!((a.mover(), a.legal().len()), (Some(2), 3));
    a.play("box h");
    assert_eq!(a.mover(), Some(1));
    a.play("take m");
    assert_eq!((a.is_new_round(), a.goods(1), boxed(&a)), (true, "m".into(), "hg".into()));
    // (b) red is asked twice, blue takes the last.
    let mut b = sailing(2, "Y3G2B1", "hgm");
    b.play("sail 1");
    for (choice, left) in [("box g", 3), ("box h", 2)] {
        assert_eq!((b.mover(), b.legal().len()), (Some(0), left));
        b.play(choice);
    }
    assert_eq!((b.is_new_round(), b.goods(1), boxed(&b)), (true, "m".into(), "hg".into()));
    // (c) red takes one, the other goes to the box.
    let c = sailing(2, "R2Y1", "hg").after("sail 1");
    assert_eq!((c.mover(), c.legal()), (Some(0), vec!["take h".into(), "take g".into()]));
    let c = c.after("take g");
    assert_eq!((c.is_new_round(), c.goods(0), boxed(&c)), (true, "g".into(), "h".into()));
    // (d) nobody is aboard who plays.
    let d = sailing(2, "Y2G1", "hhgm").after("sail 1");
    assert_eq!((d.is_new_round(), boxed(&d)), (true, "hhgm".into()));
    // (e) no player would pick.
    let e = sailing(2, "G3Y2R1", "hm").after("sail 1");
    assert_eq!((e.is_new_round(), boxed(&e), e.goods(0)), (true, "hm".into(), "".into()));
}

#[test]
fn e9_a_viking_of_an_unplayed_clan_decides() {
    let influence =
        |ship| sailing(2, ship, "h").after("sail 1").last_scoring()["influence"].clone();
    assert_eq!(influence("B3R2R1+"), "RB");
    assert_eq!(influence("B3R2R1"), "BR");
}

#[test]
fn e10_what_goes_back_under_the_stack() {
    for (w2, left) in [("hghmmggm", "mmggmgh"), ("mhgmmggm", "mmggmmg")] {
        let table = Table::new(3, &[]).stacks("", w2).row("00").after("go 9; load h 2");
        assert_eq!(table.state.w2.to_string(), left);
    }
}

#[test]
fn e11_a_full_ship() {
    let table = Table::new(4, &[]).ships("B1R2G1Y1B2 R1 R3Y2").row("0");
    for (go, verb) in [("go 3", "switch"), ("go 7", "move")] {
        let targets = table.clone().after(go).targets(verb);
        assert!(!targets.is_empty() && targets.iter().all(|text| !text.ends_with(" 1")));
    }
    assert_eq!(table.clone().after("go 2; promote 1.2").ship(1), "R2B1G1Y1B2");
    assert_eq!(table.after("go 11; swap 1.5 2.1").ship(1), "B1R2G1Y1R1");
}

#[test]
fn e12_counts_of_action_sequences() {
    let counts =
        [[1, 10, 757, 8221, 451_894], [1, 10, 761, 8918, 457_732], [1, 10, 761, 8918, 457_732]];
    for (players, counts) in (2..).zip(counts) {
        let table = Table::dealt(super::table::game(players, &[]).unwrap(), &plain_deal(players));
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(table.game.perft(&table.state, depth), count, "{players} {depth}");
        }
    }
}

#[test]
fn e12_games_of_first_and_of_last_actions() {
    // Players, last; decisions, legal actions, rounds, score, supplies, market.
    type Row = (usize, bool, [u32; 3], Vec<i32>, Vec<u32>, [u16; 3]);
    let games: [Row; 6] = [
        (2, false, [216, 4884, 14], vec![43, 13], vec![10, 3], [4, 4, 4]),
        (2, true, [121, 2492, 7], vec![15, 14], vec![3, 4], [2, 4, 4]),
        (3, false, [227, 5167, 14], vec![5, 64, 4], vec![0, 15, 0], [4, 4, 4]),
        (3, true, [129, 2791, 7], vec![12, 25, 8], vec![3, 6, 2], [2, 4, 4]),
        (4, false, [239, 5551, 16], vec![6, 47, 14, 3], vec![1, 11, 3, 0], [4, 4, 4]),
        (4, true, [116, 2646, 7], vec![15, 16, 12, 12], vec![3, 5, 3, 3], [2, 4, 4]),
    ];
    for (players, last, counts, score, supplies, market) in games {
        let mut table = Table::new(players, &[]);
        let (mut decisions, mut legal) = (0, 0);
        while table.mover().is_some() {
            let actions = table.legal();
            decisions += 1;
            legal += actions.len() as u32;
            let action = if last { actions.last() } else { actions.first() };
            table.play(action.unwrap());
        }
        assert_eq!([decisions, legal, table.state.round()], counts, "{players} {last}");
        assert_eq!((table.score(), table.state.market), (score, market));
        let goods = Seat::all(players).map(|seat| table.state.goods[seat.index()].total());
        assert_eq!(goods.collect::<Vec<_>>(), supplies);
    }
}
