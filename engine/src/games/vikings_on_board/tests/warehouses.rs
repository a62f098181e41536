//! Supplies come: Warehouse 1 (A5, V13), Market (A6), Warehouse 2 (A9, V4, V14).

use super::table::Table;

/// Four players, seat 0 to move twice.
fn table(w1: &str, w2: &str) -> Table {
    with(w1, w2, &[])
}

fn with(w1: &str, w2: &str, changes: &[&str]) -> Table {
    Table::new(4, changes).stacks(w1, w2).row("00")
}

const CHOICE: &[&str] = &["warehouse_2.return=choice"];

#[test]
fn a5_v13_the_top_token_is_seen_and_loaded_on_any_docked_ship() {
    let table = table("mhg", "h").ships("R1 x -").after("go 5");
    // The ship is chosen when the token is known.
    assert_eq!(table.legal(), ["load m 1", "load m 3"]);
    let table = table.after("load m 3");
    assert_eq!((table.on_bow(3), table.state.w1.to_string()), ("m".to_owned(), "hg".to_owned()));
    assert_eq!(table.state.w2.to_string(), "h");
    assert_eq!(table.state.stacks(), [2, 1]);
}

#[test]
fn a5_a9_not_performable_when_the_stack_is_empty() {
    assert!(!table("", "hg").allows("go 5") && table("", "hg").allows("go 9"));
    assert!(!table("hg", "").allows("go 9") && table("hg", "").allows("go 5"));
}

#[test]
fn a6_one_good_rises_by_one_space_up_to_four() {
    let at = |market| table("h", "h").market(market);
    let raised = at([1, 2, 3]).after("go 6; raise m");
    assert_eq!(raised.state.market, [1, 2, 4]);
    assert_eq!(at([4, 2, 4]).after("go 6").legal(), ["raise g"]);
    assert!(at([4, 4, 3]).allows("go 6"));
    assert!(!at([4, 4, 4]).allows("go 6"));
}

#[test]
fn a9_one_of_three_is_loaded_and_the_others_go_under_the_stack() {
    let table = table("", "mghhgm").ships("R1 B1").after("go 9");
    let expected = ["load h 1", "load h 2", "load g 1", "load g 2", "load m 1", "load m 2"];
    assert_eq!(table.legal(), expected);
    for (load, left) in [("load h 2", "hgmmg"), ("load g 2", "hgmmh"), ("load m 2", "hgmgh")] {
        let table = table.clone().after(load);
        assert_eq!(table.state.w2.to_string(), left);
        assert_eq!((table.on_bow(2), table.on_bow(1)), (load[5..6].to_owned(), String::new()));
        assert_eq!(table.mover(), Some(0));
        assert!(table.legal()[0].starts_with("go"), "the order is not asked for");
    }
}

#[test]
fn a9_what_is_left_is_drawn_when_there_are_fewer_than_three() {
    let two = table("", "gm").ships("R1").after("go 9");
    assert_eq!(two.legal(), ["load g 1", "load m 1"]);
    assert_eq!(two.after("load m 1").state.w2.to_string(), "g");
    let one = table("", "m").ships("R1").after("go 9");
    assert_eq!(one.legal(), ["load m 1"]);
    assert!(one.after("load m 1").state.w2.is_empty());
    // Three of three.
    assert_eq!(table("", "hgm").ships("R1").after("go 9; load g 1").state.w2.to_string(), "hm");
}

#[test]
fn v14_of_equal_tokens_the_first_drawn_is_loaded() {
    let after =
        |w2, load: &str| table("", w2).after(&format!("go 9; load {load} 2")).state.w2.to_string();
    // h g h: were the second hide loaded, h g would go back.
    assert_eq!(after("hghmm", "h"), "mmgh");
    assert_eq!(after("ghhmm", "h"), "mmgh");
    assert_eq!(after("hhgmm", "h"), "mmhg");
    assert_eq!(after("mmmgg", "m"), "ggmm");
}

#[test]
fn v4_the_player_may_choose_the_order_of_those_that_go_back() {
    let table = with("", "mghhgm", CHOICE).ships("R1 B1").after("go 9; load g 2");
    assert_eq!(table.mover(), Some(0));
    // Letters in the order h g m, the upper token first.
    assert_eq!(table.legal(), ["under hm", "under mh"]);
    assert_eq!(table.clone().after("under hm").state.w2.to_string(), "hgmhm");
    let after = table.clone().after("under mh");
    assert_eq!(after.state.w2.to_string(), "hgmmh");
    assert!(after.legal()[0].starts_with("go"));
    assert!(!table.allows("under hg") && !table.allows("under h") && !table.allows("under hmm"));
    // In a stack of three nothing lies above them.
    let table = with("", "mgh", CHOICE).after("go 9; load g 2; under hm");
    assert_eq!(table.state.w2.to_string(), "hm");
}

#[test]
fn v4_n4_the_order_is_not_asked_when_there_is_only_one() {
    for (w2, load, left) in
        [("hhgmm", "g", "mmhh"), ("hgm", "m", ""), ("hg", "g", "h"), ("h", "h", "")]
    {
        let table = with("", w2, CHOICE).after(&format!("go 9; load {load} 1"));
        if w2 == "hgm" {
            assert_eq!(table.legal(), ["under hg", "under gh"]);
        } else {
            assert!(table.legal()[0].starts_with("go"), "{w2}");
            assert_eq!(table.state.w2.to_string(), left);
        }
    }
}

#[test]
fn v4_orders_of_more_than_two_tokens() {
    let changes = ["warehouse_2.return=choice", "warehouse_2.draw=5"];
    let table = with("", "mhghmgg", &changes).after("go 9; load h 1");
    // m g h m go back in one of 4! / 2! orders.
    let orders = [
        "hgmm", "hmgm", "hmmg", "ghmm", "gmhm", "gmmh", "mhgm", "mhmg", "mghm", "mgmh", "mmhg",
        "mmgh",
    ];
    assert_eq!(table.legal(), orders.map(|order| format!("under {order}")));
    for order in orders {
        let after = table.clone().after(&format!("under {order}"));
        assert_eq!(after.state.w2.to_string(), format!("gg{order}"));
    }
}
