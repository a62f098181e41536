//! The score (F1 to F3, V9).

use serde_json::json;

use super::table::Table;
use crate::game::Game;
use crate::recorded::Recorded;

/// The end of a game with these supplies and market.
fn table(players: usize, goods: &[&str]) -> Table {
    let table = Table::new(players, &[]).ships("- -").market([2, 1, 3]);
    goods.iter().enumerate().fold(table, |table, (seat, text)| table.owning(seat, text))
}

fn end(table: &Table) -> (Vec<i32>, Vec<u8>, Vec<u8>) {
    let outcome = table.game.outcome(&table.state);
    let lists = [outcome.place, outcome.share].map(|list| list.as_slice().to_vec());
    let [place, share] = lists;
    (outcome.score.as_slice().to_vec(), place, share)
}

#[test]
fn f1_supplies_at_the_final_market_and_barrels_won() {
    let table = table(3, &["hhgm", "mm", ""]).bet(0, 4, "1.R").bet(2, 3, "2.B").bet(2, 1, "2.R");
    // 2 + 2 + 1 + 3; 3 + 3; barrels that lie at docks or are unused are worth nothing.
    assert_eq!(table.score(), [8, 6, 0]);
    let mut won = table.sailing(0);
    won.state.barrels.depart(super::table::ship(2), Some(super::table::zone("2.B").clan()));
    assert_eq!(won.score(), [8, 6, 3]);
    won.play("sail 1");
    assert_eq!(won.mover(), None);
    let last = won.last_scoring();
    let expected = json!({
        "round": 1, "kind": "final", "market": [2, 1, 3], "goods": [8, 6, 0], "barrels": [0, 0, 3],
        "score": [8, 6, 3],
    });
    assert_eq!(last, expected);
    // The market counts at the end, not when a supply was taken.
    assert_eq!(won.market([1, 1, 1]).score(), [4, 2, 3]);
}

#[test]
fn f2_more_supplies_win_a_tie() {
    // m = 3 against h + g = 3.
    let (score, place, share) = end(&table(2, &["m", "hg"]));
    assert_eq!((score, place, share), (vec![3, 3], vec![2, 1], vec![0, 60]));
    let (score, place, share) = end(&table(4, &["mh", "hhg", "ggggg", "m"]));
    assert_eq!(score, [5, 5, 5, 3]);
    assert_eq!((place, share), (vec![3, 2, 1, 4], vec![0, 0, 60, 0]));
}

#[test]
fn f3_v9_a_remaining_tie_is_shared() {
    let (_, place, share) = end(&table(4, &["hg", "gh", "g", "g"]));
    assert_eq!((place, share), (vec![1, 1, 3, 3], vec![30, 30, 0, 0]));
    let (_, place, share) = end(&table(3, &["", "", ""]));
    assert_eq!((place, share), (vec![1, 1, 1], vec![20, 20, 20]));
    let (_, place, share) = end(&table(4, &["h", "h", "", "h"]));
    assert_eq!((place, share), (vec![1, 1, 4, 1], vec![20, 20, 0, 20]));
}

#[test]
fn f1_n8_the_result_of_a_record() {
    let table = table(3, &["hhgm", "mm", ""]);
    let result = serde_json::Value::from(table.game.result(&table.state));
    assert_eq!(result, json!({ "score": [8, 6, 0], "supplies": [4, 2, 0] }));
}
