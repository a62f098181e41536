//! Texts: tableaus, actions, deals.

use std::fmt::Write;
use std::fs;
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};

use super::table::{Table, deal, game};
use crate::data::ToData;
use crate::games::vikings::action::Action;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

fn refused(players: usize, text: &str) -> String {
    let before = Table::base(players).tableau(0, "gold 3 glory 4 | S [+ | ashore FB").state;
    let mut state = before;
    let error = state.set_tableau(Seat::new(0), text).unwrap_err();
    assert_eq!(state, before, "the state is as before");
    // Of a long text, the beginning.
    let told = error.text.strip_suffix("...").unwrap_or(&error.text);
    assert!(text.starts_with(told) && (told == text || told.len() >= 60), "{text}: {error}");
    error.reason
}

#[test]
fn a_tableau_is_one_line_that_reads_back() {
    for text in [
        "gold 12 glory 30 | ships .N.S | W [+= | N .[+]+ | S | G [=] | F [+ | ashore FFSB",
        "gold 0 glory 0 | ships | W | N | S | G | F | ashore",
        "gold 0 glory -7 | ships NSGF | W [=+=]+[] | N | S .=].[ | G | F | ashore FGSNWB",
    ] {
        let text = text.replace(".N.S", ".N");
        let table = Table::base(3).tableau(2, &text);
        assert_eq!(table.state.tableau_text(Seat::new(2)), text);
    }
    // What is left out is empty; gold and glory stay.
    let table = Table::base(2).tableau(1, "F [ | ashore W").tableau(1, "W [");
    let text = "gold 30 glory 10 | ships | W [ | N | S | G | F | ashore";
    assert_eq!(table.state.tableau_text(Seat::new(1)), text);
}

#[test]
fn the_page_shows_tableaus_as_people_see_them() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/vikings.md");
    let page = fs::read_to_string(page).unwrap();
    let own = "gold 12 glory 30 | ships .NS | W [+= | N .[+]+ | S | G [=] | F [+ | ashore FFSB";
    let base = Table::base(2).tableau(1, own);
    let own = own.replace("+=", "+ab").replace("[=]", "[C]");
    let own = own + " | bonus longboat longboat noble1";
    let advanced = Table::advanced(2, &[]).tableau(1, &own);
    for text in [base.game.text(&base.state, None), advanced.game.text(&advanced.state, None)] {
        let seat = &text[text.find("seat 1: gold").unwrap()..];
        assert!(page.contains(&format!("```text\n{seat}```")), "{seat}");
    }
}

#[test]
fn every_tableau_of_play_reads_back() {
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..30 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            while table.mover().is_some() {
                let mut copy = table.state;
                for seat in Seat::all(players) {
                    let text = table.state.tableau_text(seat);
                    // Something else in between, so that reading has to clear it.
                    copy.set_tableau(seat, "gold 1 glory 1 | ships F | W [+] | ashore B").unwrap();
                    copy.set_tableau(seat, &text).unwrap();
                }
                assert_eq!(copy, table.state);
                table.play_any(&mut rng);
            }
        }
    }
}

#[test]
fn a_tableau_that_cannot_be_is_refused_with_its_reason() {
    for (text, reason) in [
        ("gold 3", "expected `gold 12 glory 30`"),
        ("gold -3 glory 4", "expected `gold 12 glory 30`"),
        ("gold 99999 glory 4", "expected `gold 12 glory 30`"),
        ("ships NX", "`X` is no ship; expected N S G F or ."),
        ("W [#", "`#` is no tile; expected [ = ] or ."),
        ("W ]", "the tile at W1 does not match its left side"),
        ("S [=]]", "the tile at S4 does not match its left side"),
        ("S [=[", "the tile at S3 does not match its left side"),
        ("S .+", "no tile for the viking at S1"),
        ("S +", "`+` is no tile; expected [ = ] or ."),
        ("ashore FX", "`X` is no viking; expected F G S N W B"),
        ("X [", "unknown part `X`; expected gold, ships, W N S G F, ashore"),
        ("", "unknown part ``; expected gold, ships, W N S G F, ashore"),
        ("W [ | W [", "`W` is given twice"),
        ("ships N | ships F", "`ships` is given twice"),
        ("ships N.NN", "from column 4 on ships stand side by side"),
        ("ships ...N", "from column 4 on ships stand side by side"),
    ] {
        assert_eq!(refused(2, text), reason, "{text}");
    }
    let long = format!("W [{}", "=".repeat(37));
    assert_eq!(refused(2, &long), "too many columns");
    assert_eq!(refused(2, &format!("ships {}", "N".repeat(37))), "too many ships");
    assert_eq!(
        refused(2, &format!("ashore {}", "F".repeat(101))),
        "more than 100 vikings of a colour ashore"
    );
    let far = format!("W {}[", ".".repeat(20));
    assert_eq!(refused(2, &far), "column 1 has no tile, but column 21 has");
}

#[test]
fn with_three_and_four_seats_a_tableau_ends_earlier() {
    // 24 purchases and the start tile fill 25 columns; more would run into another seat's tableau.
    for players in [3, 4] {
        let long = format!("W [{}", "=".repeat(24));
        let mut table = Table::base(players);
        for seat in 0..players {
            table = table.tableau(seat, &long);
        }
        let others = (0..players).map(|seat| table.text(seat)).collect::<Vec<_>>();
        assert!(others.iter().all(|text| *text == others[0]));
        assert_eq!(refused(players, &format!("{long}=")), "too many columns");
        let ships = format!("ships {}", "F".repeat(25));
        assert_eq!(refused(players, &ships), "too many ships");
    }
}

#[test]
fn a_table_is_shown_for_every_moment_of_a_game() {
    let game = game(3, &[]).unwrap();
    let mut table = Table::dealt(game.clone(), &deal(&game, 0));
    let mut rng = Rng::from_seed(0);
    while let Some(seat) = table.mover() {
        let text = game.text(&table.state, None);
        assert!(text.contains(&format!("seat {seat}")) && text.starts_with("round "), "{text}");
        table.play_any(&mut rng);
    }
    assert!(game.text(&table.state, None).starts_with("round 6, the game is over\n"));
}

/// Texts that look like a tableau.
fn tableau_like() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "gold [0-9]{1,6} glory -?[0-9]{1,6}",
        "ships [NSGF.]{0,40}",
        "[WNSGF] [\\[=\\].+]{0,45}",
        "[WNSGF] (\\[=?\\+?\\]\\.?\\+?){0,15}",
        "ashore [FGSNWB]{0,30}",
        "\\PC{0,8}",
    ];
    proptest::collection::vec(part, 0..9).prop_map(|parts| parts.join(" | "))
}

/// Texts that look like an action.
fn action_like() -> impl Strategy<Value = String> {
    prop_oneof![
        "(buy|start|tile|discard|ship|ferry|land|stop) ?[WNSGFB]?[0-9+-]{0,4}(each)?",
        "\\PC{0,12}",
        any::<String>(),
    ]
}

/// A table for each number of seats: reading a rule set takes longer than all else here.
static BEFORE: LazyLock<[Table; 3]> =
    LazyLock::new(|| [2, 3, 4].map(|seats| Table::base(seats).tableau(0, "S [+ | ashore FB")));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_tableau_text_is_read_or_refused(text in tableau_like(), players in 2usize..5) {
        let before = BEFORE[players - 2].state;
        let mut state = before;
        match state.set_tableau(Seat::new(0), &text) {
            Ok(()) => {
                // What was read is written so that it reads back, and no other seat has changed.
                let written = state.tableau_text(Seat::new(0));
                let mut again = before;
                again.set_tableau(Seat::new(0), &written).unwrap();
                prop_assert_eq!(again, state);
                for seat in Seat::all(players).skip(1) {
                    prop_assert_eq!(state.tableau_text(seat), before.tableau_text(seat));
                }
            }
            Err(_) => prop_assert_eq!(state, before),
        }
    }

    #[test]
    fn any_text_at_all_is_a_tableau_or_refused(text in any::<String>()) {
        let _ = { BEFORE[0].state }.set_tableau(Seat::new(1), &text);
    }

    #[test]
    fn any_action_text_is_read_as_it_is_written_or_refused(text in action_like()) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}

/// Seed 7, deal 0 for any number of players, as data.
fn data() -> Value {
    deal(&game(4, &[]).unwrap(), 0).to_data()
}

/// Why a deal is refused, with the key.
fn deal_refused(data: Value) -> String {
    let error = game(4, &[]).unwrap().read_deal(&data).unwrap_err();
    format!("{}: {}", error.key, error.reason)
}

#[test]
fn a_deal_reads_back() {
    let game = game(4, &[]).unwrap();
    for number in 0..200 {
        let dealt = deal(&game, number);
        game.check_deal(&dealt).unwrap();
        let text = dealt.to_data().to_string();
        assert_eq!(game.read_deal(&serde_json::from_str(&text).unwrap()).unwrap(), dealt);
    }
}

#[test]
fn a_damaged_deal_is_refused_with_its_key() {
    let with = |pointer: &str, text: &str| {
        let mut damaged = data();
        *damaged.pointer_mut(pointer).unwrap() = json!(text);
        deal_refused(damaged)
    };
    let stack = data()["stacks"][2].as_str().unwrap().to_owned();
    let bag = data()["bag"][4].as_str().unwrap().to_owned();
    for (pointer, text, reason) in [
        ("/stacks/2", format!("x{}", &stack[1..]), "stacks[2]: cannot read tile `x`"),
        ("/stacks/2", format!("é{}", &stack[1..]), "stacks[2]: cannot read tile `é`"),
        ("/stacks/2", stack[1..].to_owned(), "has 11 tiles instead of 12"),
        ("/stacks/2", format!("{stack}["), "has 13 tiles instead of 12"),
        ("/stacks/2", String::new(), "stacks[2]: stack `` has 0 tiles instead of 12"),
        ("/bag/4", format!("X{}", &bag[1..]), "bag[4]: vikings `X"),
        ("/bag/4", bag.to_lowercase(), "bag[4]: vikings `"),
        ("/bag/4", bag.chars().rev().collect(), "are not in the order F G S N W B"),
        ("/bag/4", bag[1..].to_owned(), "bag: round 5 has 11 vikings instead of 12"),
        ("/bag/4", format!("{bag}B"), "bag: round 5 has 13 vikings instead of 12"),
        ("/bag/4", "B".repeat(300), "bag: round 5 has 255 vikings instead of 12"),
        ("/bag/4", String::new(), "bag: round 5 has 0 vikings instead of 12"),
    ] {
        let found = with(pointer, &text);
        assert!(found.contains(reason), "{text}: {found}");
    }
    // Right lengths, but not the tiles and vikings of the box.
    let swapped = stack.replacen(']', "[", 1);
    let found = with("/stacks/2", &swapped);
    assert_eq!(found, "stacks: 18 tiles `[`, but the rules have 17");
    for round in 0..6 {
        let mut all = data();
        for bag in all["bag"].as_array_mut().unwrap().iter_mut().take(round + 1) {
            *bag = json!("WWWWWWWWWWWW");
        }
        let found = deal_refused(all);
        assert!(round == 0 || found.starts_with("bag: "), "{found}");
        assert!(round == 0 || found.contains("vikings `W`, but the rules have 13"), "{found}");
    }
}

#[test]
fn a_deal_of_another_shape_is_refused_with_its_key() {
    let change = |edit: &dyn Fn(&mut Value)| {
        let mut damaged = data();
        edit(&mut damaged);
        deal_refused(damaged)
    };
    let list = |key: &'static str, edit: fn(&mut Vec<Value>)| {
        change(&|data| edit(data[key].as_array_mut().unwrap()))
    };
    let mut found = String::new();
    for key in ["stacks", "bag"] {
        writeln!(found, "{}", list(key, |rounds| drop(rounds.pop()))).unwrap();
        writeln!(found, "{}", list(key, |rounds| rounds.push(rounds[0].clone()))).unwrap();
        writeln!(found, "{}", list(key, |rounds| rounds[3] = json!(7))).unwrap();
        writeln!(found, "{}", change(&|data| drop(data.as_object_mut().unwrap().remove(key))))
            .unwrap();
    }
    writeln!(found, "{}", change(&|data| data["bonus"] = json!(["gold5"]))).unwrap();
    writeln!(found, "{}", change(&|data| data["more"] = json!(1))).unwrap();
    let expected = "\
stacks: must be a list of 6, not of 5
stacks: has 7 elements, which are too many
stacks[3]: must be a text
stacks: is missing
bag: must be a list of 6, not of 5
bag: has 7 elements, which are too many
bag[3]: must be a text
bag: is missing
bonus: must be empty without bonus tiles
more: there is no such key; there are: stacks, bag, bonus
";
    assert_eq!(found, expected);
}
