//! Hidden information at single decisions (H1 to H4, H6): what a seat has seen of W2, and which
//! choices look alike to the others.

use super::table::{Table, game};
use crate::game::{Game, View};
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::action::Action;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

fn view(table: &Table, seat: usize) -> View<'_, VikingsOnBoard> {
    table.game.view(&table.state, Seat::new(seat))
}

/// W2 as a seat knows it, `?` for a token that it does not know.
fn seen(table: &Table, seat: usize) -> String {
    let view = view(table, seat);
    let tokens = 0..table.state.w2.len();
    tokens.map(|place| view.token(place).map_or("?", |good| good.name())).collect()
}

fn all_seen(table: &Table) -> Vec<String> {
    (0..table.game.players()).map(|seat| seen(table, seat)).collect()
}

/// Seats 0 and 1 move in turn.
fn table(players: usize, w2: &str, changes: &[&str]) -> Table {
    Table::new(players, changes).stacks("hgm", w2).row("0123"[..players].trim())
}

#[test]
fn h3_h4_the_drawer_knows_what_it_drew_and_what_went_back() {
    let mut table = table(3, "hghmmggm", &[]);
    assert_eq!(all_seen(&table), ["????????"; 3]);
    table.play("go 9");
    assert_eq!(all_seen(&table), ["hgh?????", "????????", "????????"]);
    table.play("load g 1");
    assert_eq!(all_seen(&table), ["?????hh", "???????", "???????"]);
    // Another one draws: what seat 0 knows moves up.
    table = table.moved("");
    table.play("go 9");
    assert_eq!(all_seen(&table), ["?????hh", "mmg????", "???????"]);
    table.play("load m 1");
    assert_eq!(all_seen(&table), ["??hh??", "????mg", "??????"]);
}

#[test]
fn h4_who_knew_all_the_drawn_tokens_knows_those_that_go_back() {
    let mut table = table(3, "hgm", &[]);
    table.play("go 9; load g 1");
    assert_eq!(all_seen(&table), ["hm", "??", "??"]);
    table = table.moved("");
    table.play("go 9");
    assert_eq!(all_seen(&table), ["hm", "hm", "??"]);
    table.play("load h 1");
    assert_eq!(all_seen(&table), ["m", "m", "?"]);
}

#[test]
fn h4_who_knew_some_of_them_knows_none_that_go_back() {
    let mut table = table(3, "hgmg", &[]);
    table.play("go 9; load g 1");
    assert_eq!(all_seen(&table), ["?hm", "???", "???"]);
    table = table.moved("");
    table.play("go 9; load g 1");
    assert_eq!(all_seen(&table), ["??", "hm", "??"]);
}

#[test]
fn h4_a_chosen_order_is_known_to_others_only_if_it_cannot_matter() {
    let choice = ["warehouse_2.return=choice"];
    let drawn_again = |w2: &str, loads: [&str; 2]| {
        let mut table = table(3, w2, &choice);
        for load in loads {
            table = table.moved("");
            table.play(&format!("go 9; load {load} 1"));
            let first = table.legal()[0].clone();
            if first.starts_with("under") {
                table.play(&first);
            }
        }
        all_seen(&table)
    };
    // Three drawn, two back, both known to seat 0; seat 1 draws the two.
    assert_eq!(drawn_again("hgm", ["g", "h"]), ["m", "m", "?"]);
    let more = ["warehouse_2.return=choice", "warehouse_2.draw=4"];
    let again = |w2: &str, load: &str| {
        let mut table = table(3, w2, &more);
        table.play("go 9; load g 1");
        let first = table.legal()[0].clone();
        if first.starts_with("under") {
            table.play(&first);
        }
        // Seat 0 knows all three that seat 1 draws now.
        assert_eq!(seen(&table, 0).len(), 3);
        assert!(!seen(&table, 0).contains('?'));
        table = table.moved("");
        table.play(&format!("go 9; load {load} 1"));
        all_seen(&table)
    };
    assert_eq!(again("hgmm", "h"), ["mm", "mm", "??"]);
    assert_eq!(again("hgmm", "m"), ["??", "hm", "??"], "in one order or the other");
}

#[test]
fn h1_h3_the_token_of_warehouse_1_is_known_to_its_drawer_alone() {
    let table = table(2, "gggg", &[]).after("go 5");
    // W1 is h g m, W2 g g g g: the drawer always draws a hide on top, the other one does not.
    let mut tops = [[0; 2]; 2];
    for (seat, tops) in tops.iter_mut().enumerate() {
        for seed in 0..200 {
            let drawn = view(&table, seat).draw(&mut Rng::from_seed(seed));
            tops[usize::from(drawn.w1.get(0).name() == "h")] += 1;
        }
    }
    assert_eq!(tops[0], [0, 200]);
    assert!(tops[1][0] > 100, "{tops:?}");
    // Loaded, it lies open on the bow.
    let table = table.after("load h 4");
    for seat in 0..2 {
        let drawn = view(&table, seat).draw(&mut Rng::from_seed(1));
        assert_eq!(drawn.bows[3].to_string(), "h");
    }
}

#[test]
fn h2_the_value_of_a_bet_and_the_order_under_the_stack_are_not_seen() {
    let game = game(3, &["warehouse_2.return=choice"]).unwrap();
    let at =
        |texts: &str| Table::new(3, &["warehouse_2.return=choice"]).row("01").after(texts).state;
    let action = |text: &str| -> Action { text.parse().unwrap() };
    let alike = |texts: &str, one: &str, two: &str| {
        game.indistinguishable(&at(texts), action(one), action(two))
    };
    assert!(alike("go 4", "bet 1 3.R", "bet 4 3.R"));
    assert!(!alike("go 4", "bet 1 3.R", "bet 1 3.B"));
    assert!(alike("go 9; load h 1", "under gm", "under mg"));
    assert!(!alike("go 6", "raise h", "raise g"));
    assert!(!alike("go 9", "load h 1", "load g 1"));
    for (texts, secret) in [
        ("go 4", true),
        ("go 8", true),
        ("go 5", true),
        ("go 9", true),
        ("go 9; load h 1", true),
        ("go 6", false),
        ("go 7", false),
        ("go 11", false),
        ("go 1", false),
    ] {
        assert_eq!(game.is_secret(&at(texts)), secret, "{texts}");
    }
}

#[test]
fn h2_the_others_are_told_all_of_a_choice_but_what_is_hidden() {
    let table = table(2, "hgm", &[]);
    let told = |text: &str| {
        table.game.public_text(&table.state, text.parse().unwrap(), &table.state).unwrap()
    };
    for (text, seen) in [
        ("bet 3 1.R", "bet ? 1.R"),
        ("under hm", "under ?"),
        ("load h 1", "load h 1"),
        ("go 7", "go 7"),
    ] {
        assert_eq!(told(text), seen);
    }
}

#[test]
fn h1_own_unused_barrels_are_known() {
    let table = table(2, "h", &[]).bet(0, 2, "1.R").bet(1, 4, "2.R");
    let unused = |seat| view(&table, seat).unused().collect::<Vec<u8>>();
    assert_eq!([unused(0), unused(1)], [vec![1, 3, 4], vec![1, 2, 3]]);
}

#[test]
fn h6_what_is_decided_is_never_decided_by_two_at_once() {
    // One seat to move until the end, and a bet stays hidden until then: its value is drawn anew.
    let table = table(2, "hgm", &[]).after("go 4; bet 3 1.R");
    let mut values = [0; 5];
    for seed in 0..400 {
        let state = view(&table, 1).draw(&mut Rng::from_seed(seed));
        let drawn = Table { state, ..table.clone() };
        let value = (1..=4).find(|&value| drawn.barrel_place(0, value) == "on 1.R").unwrap();
        values[usize::from(value)] += 1;
        let own = view(&table, 0).draw(&mut Rng::from_seed(seed));
        assert_eq!(Table { state: own, ..table.clone() }.barrel_place(0, 3), "on 1.R");
    }
    assert!(values[1..].iter().all(|&count| count > 60), "{values:?}");
}
