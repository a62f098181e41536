//! Texts of actions, both ways (N1, N4 to N9).

use super::agreement::each_table;
use super::table::Table;
use crate::games::eketorp::action::Action;
use crate::games::eketorp::component::{Kind, Place, Wall};

#[test]
fn n1_n4_to_n9_every_text_reads_back() {
    let texts = [
        "put A",
        "put G",
        "put 0C",
        "put 2B",
        "put 5R",
        "home",
        "fight A 1",
        "fight 2B 0",
        "fight 5R 4",
        "siege 0C",
        "siege 3B",
        "siege 5R",
        "swap",
        "keep",
        "card 1",
        "card 9",
        "loot none",
        "loot 2 1 w",
        "loot 0 7 s",
        "loot 7 0 g",
        "take g",
        "take w",
        "take c",
        "take s",
        "build g 1",
        "build s 6",
    ];
    for text in texts {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), text);
    }
    each_table(2, |table, _| {
        for text in table.legal() {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    });
}

#[test]
fn n1_n4_to_n9_other_texts_are_refused() {
    let place = "a place, such as A or 2B";
    let fight = "a place and another seat, such as A 1";
    let loot = "none, or two numbers of stones and one of g w c s, such as 2 1 w";
    let build = "one of g w c s and a wall from 1 to 6, such as w 3";
    let refused = [
        ("put", place),
        ("put H", place),
        ("put a", place),
        ("put AB", place),
        ("put 6C", place),
        ("put 2", place),
        ("put 2A", place),
        ("put 2BB", place),
        ("put A ", place),
        ("put  A", place),
        ("put é", place),
        ("home A", "nothing behind it"),
        ("home ", "nothing behind it"),
        ("fight A", fight),
        ("fight A 6", fight),
        ("fight A -1", fight),
        ("fight 1 A", fight),
        ("fight A 01", fight),
        ("siege A", "a siege space, such as 2B"),
        ("siege 9B", "a siege space, such as 2B"),
        ("swap 2", "nothing behind it"),
        ("keep it", "nothing behind it"),
        ("card", "a value from 1 to 9"),
        ("card 0", "a value from 1 to 9"),
        ("card 10", "a value from 1 to 9"),
        ("loot", loot),
        ("loot 0 0 g", loot),
        ("loot 1 0", loot),
        ("loot 8 0 g", loot),
        ("loot 1 0 x", loot),
        ("loot 1 0 gw", loot),
        ("loot none g", loot),
        ("take", "one of g w c s"),
        ("take x", "one of g w c s"),
        ("take G", "one of g w c s"),
        ("build w", build),
        ("build w 0", build),
        ("build w 7", build),
        ("build 3 w", build),
    ];
    for (text, reason) in refused {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(error, format!("cannot read action `{text}`: expected {reason}"));
    }
    for text in ["", " ", "Put A", "puts A", "é", " put A", "pass"] {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(
            error.contains("expected one of put, home, fight, siege, swap, keep, card"),
            "{error}"
        );
    }
}

#[test]
fn n1_kinds_and_walls() {
    assert_eq!(Kind::ALL.map(Kind::name).concat(), "gwcs");
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("x".parse::<Kind>().is_err());
    let mut wall = Wall::EMPTY;
    "gwg".chars().for_each(|letter| wall.push(letter.to_string().parse().unwrap()));
    assert_eq!((wall.to_string(), Wall::EMPTY.to_string()), ("gwg".into(), "-".into()));
    // The walls of a build are counted from 1.
    let action: Action = "build w 3".parse().unwrap();
    assert_eq!(action, Action::Build { kind: Kind::Wood, wall: 2 });
    let action: Action = "put 2B".parse().unwrap();
    assert_eq!(action, Action::Put { place: Place::siege(2, 1) });
}

#[test]
fn actions_made_by_hand_are_refused_like_any_other() {
    use crate::game::Game;
    let table = Table::new(3, &[]);
    for place in 0..=255 {
        let legal = table.legal().contains(&format!("put {}", Place(place % 25)));
        let action = Action::Put { place: Place(place) };
        assert_eq!(table.game.is_legal(&table.state, action), legal && place < 25, "{place}");
    }
    let table = table.sent(&["A B", "", ""]);
    assert!(!table.game.is_legal(&table.state, Action::Build { kind: Kind::Grass, wall: 200 }));
}
