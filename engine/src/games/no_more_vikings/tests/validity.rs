//! What rule sets and deals are refused, by key (3.8, D6).

use serde_json::{Value, json};

use super::table::{game, plain};
use crate::games::no_more_vikings::NoMoreVikings;
use crate::recorded::Recorded;

/// The key that is named when `change` is made, and why it is refused.
fn refused(players: usize, change: &str) -> (String, String) {
    let error = game(players, &[change]).map(|_| ()).expect_err(change);
    (error.key.clone(), error.reason)
}

#[test]
fn every_limit_is_checked_with_an_error_that_names_the_key() {
    for (change, key) in [
        ("board.rows=0", "board.rows"),
        ("board.rows=9", "board.rows"),
        ("board.columns=9", "board.columns"),
        ("board.columns=0", "board.columns"),
        // Cards of the preset land in column d.
        ("board.columns=3", "cards[0].landing[3]"),
        ("setup.cards=21", "setup.cards"),
        ("setup.cards=33", "setup.cards"),
        ("setup.whims_drawn=6", "setup.whims_drawn"),
        ("setup.villagers=15", "setup.villagers"),
        ("supply.villager=1", "setup.villagers"),
        ("supply.villager=256", "supply.villager"),
        ("supply.longship=-1", "supply.longship"),
        ("strategies.balanced.draw=32", "strategies.balanced.draw"),
        ("scoring.villager=-100", "scoring.villager"),
        ("switches.occupied_column=right", "switches.occupied_column"),
        ("switches.raid_targets=['tower']", "switches.raid_targets[0]"),
        ("switches.full_board_end=never", "switches.full_board_end"),
        ("months.bonus=[]", "months.bonus"),
        ("months.bonus=['soldier']", "months.bonus[0]"),
        ("cards=[]", "cards"),
        ("cards=[{kind='bow',landing=[]}]", "cards"),
        ("cards=[{kind='bow'}]", "cards[0].landing"),
        ("cards=[3]", "cards[0]"),
        ("cards=7", "cards"),
        ("cards=[{kind='axe',landing=['a']}]", "cards[0].kind"),
        ("cards=[{kind='bow',landing=['a'],text='x'}]", "cards[0].text"),
        ("cards=[{kind='bow',landing=['abc']}]", "cards[0].landing[0]"),
        ("cards=[{kind='bow',landing=['a','e']}]", "cards[0].landing[1]"),
        ("cards=[{kind='bow',landing=['ba']}]", "cards[0].landing[0]"),
        ("cards=[{kind='bow',landing=['aa']}]", "cards[0].landing[0]"),
        ("cards=[{kind='fog',landing=['a','a','a','a','a','a','a']}]", "setup.cards"),
        ("whims=[]", "whims"),
        ("whims=[{name='x',points=1,none='field'}]", "setup.whims_drawn"),
        ("whims=[{name='x',points=1}]", "whims[0]"),
        ("whims=[{name='x y',points=1,none='field'}]", "whims[0].name"),
        ("whims=[{name='',points=1,none='field'}]", "whims[0].name"),
        ("whims=[{name='abcdefghijklmnop',points=1,none='field'}]", "whims[0].name"),
        ("whims=[{name='x',points=100,none='field'}]", "whims[0].points"),
        ("whims=[{name='x',points=300,none='field'}]", "whims[0].points"),
        ("whims=[{name='x',points=1,none='ship'}]", "whims[0].none"),
        ("whims=[{name='x',points=1,need={ship=1}}]", "whims[0].need"),
        ("whims=[{name='x',points=1,need={tower=65}}]", "whims[0].need.tower"),
        ("whims=[{name='x',points=1,pattern=[]}]", "whims[0].pattern"),
        ("whims=[{name='x',points=1,pattern=['H','HH']}]", "whims[0].pattern[1]"),
        ("whims=[{name='x',points=1,pattern=['HB']}]", "whims[0].pattern[0]"),
        ("whims=[{name='x',points=1,pattern=['HHHHHHHHH']}]", "whims[0].pattern[0]"),
        (
            "whims=[{name='x',points=1,none='field'},{name='x',points=2,none='field'}]",
            "whims[1].name",
        ),
    ] {
        let (found, reason) = refused(2, change);
        assert!(
            found == key || found.starts_with(&format!("{key}.")),
            "{change}: `{found}`: {reason}"
        );
        assert!(!reason.is_empty());
    }
    assert_eq!(refused(5, "board.rows=4").0, "players");
    assert_eq!(refused(1, "board.rows=4").0, "players");
}

#[test]
fn numbers_of_a_whim_are_refused_with_what_is_allowed() {
    for (whim, message) in [
        ("points=300", "whims[0].points=300: must be -99 to 99"),
        ("points=100", "whims[0].points=100: must be -99 to 99"),
        ("points=-100", "whims[0].points=-100: must be -99 to 99"),
        ("points=9223372036854775807", "whims[0].points=9223372036854775807: must be -99 to 99"),
        ("points=1.5", "whims[0].points=1.5: must be -99 to 99"),
        ("points='4'", r#"whims[0].points="4": must be -99 to 99"#),
        ("points=1,need={tower=300}", "whims[0].need.tower=300: must be 0 to 64"),
        ("points=1,need={tower=65}", "whims[0].need.tower=65: must be 0 to 64"),
        ("points=1,need={tower=-1}", "whims[0].need.tower=-1: must be 0 to 64"),
        ("points=1,need={tower='2'}", r#"whims[0].need.tower="2": must be 0 to 64"#),
    ] {
        let change = format!("whims=[{{name='x',{whim},none='field'}}]");
        assert_eq!(game(2, &[&change]).unwrap_err().to_string(), message);
    }
    // Rule sets that no file has held are checked as well.
    let mut rules = game(2, &[]).unwrap().rule_set;
    rules.whims[3].points = 100;
    let error = NoMoreVikings::new(rules, 2).unwrap_err().to_string();
    assert_eq!(error, "whims[3].points=100: must be -99 to 99");
    for points in [-99, 99] {
        let changes = [format!("whims=[{{name='x',points={points},need={{tower=64}}}}]")];
        assert!(game(2, &[&changes[0], "setup.whims_drawn=0"]).is_ok());
    }
    assert_eq!(
        game(2, &["board.rows=\"4\""]).unwrap_err().to_string(),
        r#"board.rows="4": must be 1 to 8"#
    );
}

#[test]
fn limits_depend_on_the_number_of_seats() {
    assert!(game(2, &["setup.cards=20"]).is_ok());
    assert_eq!(refused(4, "setup.cards=20").0, "setup.cards");
    assert!(game(2, &["setup.whims_drawn=5"]).is_ok() && game(3, &["setup.whims_drawn=3"]).is_ok());
    assert_eq!(refused(4, "setup.whims_drawn=3").0, "setup.whims_drawn");
    assert!(game(2, &["setup.villagers=14"]).is_ok());
    assert_eq!(refused(3, "setup.villagers=14").0, "setup.villagers");
}

#[test]
fn at_most_64_cards() {
    let cards = |number: usize| {
        let landing = vec!["'a'"; number].join(",");
        game(2, &[&format!("cards=[{{kind='bow',landing=[{landing}]}}]")]).map(|_| ())
    };
    assert!(cards(6).is_ok() && cards(64).is_ok());
    assert_eq!(cards(65).unwrap_err().key, "cards");
}

#[test]
fn components_may_be_typed_in_as_lists_of_tables_or_inline() {
    let tables = "[[cards]]\nkind = 'settler'\nlanding = ['a', 'b', '', 'cd']\n\
                  [[cards]]\nkind = 'settler'\nlanding = ['a', 'd']\n[board]\nrows = 5\n";
    let inline = "cards = [{ kind = 'settler', landing = ['a', 'b', '', 'cd'] },\n\
                  { kind = 'settler', landing = ['a', 'd'] }]\n[board]\nrows = 5\n";
    let read = |text: &str| {
        let whole = NoMoreVikings::rules().complete(text).unwrap();
        NoMoreVikings::read_toml(&whole).unwrap_or_else(|error| panic!("{error}\n{whole}"))
    };
    let (one, two) = (read(tables), read(inline));
    assert_eq!(one, two);
    assert_eq!(
        (one.card_count(), one.board.rows, one.board.columns, one.whims.len()),
        (6, 5, 4, 12)
    );
    let wrong = "[[cards]]\nkind = 'settler'\nlanding = 'a'\n";
    let whole = NoMoreVikings::rules().complete(wrong).unwrap();
    assert_eq!(NoMoreVikings::read_toml(&whole).unwrap_err().key, "cards[0].landing");
}

#[test]
fn d6_a_deal_must_hold_exactly_the_components() {
    let game = game(2, &[]).unwrap();
    let good = plain(&game);
    assert!(game.read_deal(&good).is_ok());
    let damage = |pointer: &str, value: Value| {
        let mut deal = good.clone();
        *deal.pointer_mut(pointer).unwrap() = value;
        game.read_deal(&deal).map(|_| ()).unwrap_err().key
    };
    assert_eq!(damage("/deck/0", json!(2)), "deck");
    assert_eq!(damage("/deck/0", json!(0)), "deck");
    assert_eq!(damage("/deck", json!([1, 2, 3])), "deck");
    assert_eq!(damage("/mixes/3/5", json!(49)), "mixes[3]");
    assert_eq!(damage("/mixes", json!([])), "mixes");
    let seven = good["mixes"].as_array().unwrap()[1..].to_vec();
    assert_eq!(damage("/mixes", seven.into()), "mixes");
    assert_eq!(damage("/whims/0", json!("row")), "whims");
    assert_eq!(damage("/whims/0", json!("castle")), "whims");
    assert_eq!(damage("/whims/0", json!(7)), "whims[0]");
    let mut more = good.clone();
    more["hands"] = json!([]);
    assert!(game.read_deal(&more).is_err());
}
