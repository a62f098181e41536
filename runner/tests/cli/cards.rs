//! The worth of cards that are drawn from a deck, of tokens and of whims in No More Vikings!.

use crate::call::{Called, Place, number, rows};

/// Three rounds, and players that take no time.
const SHORT: &str = "balance --game no-more-vikings --agents random --sampling-policy random --decisions 30 --replicate 0 --quiet \
                     --set months.bonus=['','villager','cottage']";
const KINDS: [&str; 13] = [
    "settler", "recruit", "builder", "bow", "beacon", "divert", "abduct", "burn", "duel", "steal",
    "harvest", "favour", "counter",
];

#[test]
fn cards_are_worth_something_when_played_given_and_forbidden() {
    let place = Place::new();
    for players in 2..=4 {
        let said = place.ok(&format!("{SHORT} --players {players} --out b{players}"));
        assert!(said.contains("taking against anything else"), "{said}");
        assert!(!said.contains("tile"), "{said}");
        let files = place.files(&format!("b{players}"));
        let kinds = |file: &str| -> Vec<String> {
            rows(&files[file]).into_iter().map(|mut row| row.remove("item").unwrap()).collect()
        };
        assert_eq!(kinds("cards_effect.csv"), KINDS);
        assert_eq!(kinds("cards_granted.csv"), KINDS);
        let more = ["play * | counter", "aggressive", "balanced"];
        assert_eq!(kinds("banned.csv"), [&KINDS[..], &more].concat());
        let granted = rows(&files["cards_granted.csv"]);
        assert!(granted.iter().all(|row| row["moments"] == "30" && row["failed"] == "0"));
        assert!(granted.iter().any(|row| number(&row["effect"]) != 0.0));
        let effect = rows(&files["cards_effect.csv"]);
        assert!(effect.iter().any(|row| number(&row["effect"]) != 0.0));
        // What is not played stays in the hand, so nothing is denied to others.
        assert!(effect.iter().all(|row| row["own"].is_empty() && row["failed"] == "0"));
        assert!(!files.contains_key("cards_observed.csv") && files.contains_key("seats.csv"));
        assert_eq!(rows(&files["start.csv"]).len(), 3);
    }
    let error = place.fails(&format!("{SHORT} --fair cards.bow.value --out f"), 2);
    assert!(error.contains("cards.bow.value"), "{error}");
    assert!(!place.path("f").exists());
}

/// A kind that is not in the deck is not judged; one with a single card is given when it is not in a hand.
#[test]
fn only_cards_of_the_deck_are_judged() {
    let place = Place::new();
    let cards = "cards=[{kind='bow',landing=['a','b','c','d','ab']},{kind='favour',landing=['a']},\
                 {kind='settler',landing=['a','b','c','d']}]";
    let said = place.ok(&format!(
        "{SHORT} --players 2 --set {cards} --set setup.cards=2 --method grant --out b"
    ));
    assert!(said.contains("One free extra"), "{said}");
    let granted = rows(&place.files("b")["cards_granted.csv"]);
    let kinds: Vec<&str> = granted.iter().map(|row| row["item"].as_str()).collect();
    assert_eq!(kinds, ["settler", "bow", "favour"]);
    assert!(granted.iter().all(|row| row["moments"] == "30"), "{granted:?}");
}

#[test]
fn tokens_and_whims_can_be_judged() {
    let place = Place::new();
    let judged = |at: &str, against: &str, out: &str| {
        let mut command = place.command(&format!("{SHORT} --players 2 --out {out}"));
        let called = Called::of(command.args(["--at", at, "--against", against]).output().unwrap());
        assert_eq!(called.code, Some(0), "{}", called.err);
        let effect = rows(&place.files(out)["branch_effect.csv"]).into_iter();
        (called.out, effect.map(|mut row| row.remove("item").unwrap()).collect::<Vec<_>>())
    };
    let (said, kinds) = judged("token aggressive", "token development", "long");
    assert!(said.contains("taking against \"development\""), "{said}");
    assert_eq!(kinds, ["aggressive"]);
    judged("aggressive", "development", "short");
    assert_eq!(place.files("long"), place.files("short"));
    let (_, kinds) = judged("aggressive | balanced", "development", "both");
    assert_eq!(kinds, ["aggressive", "balanced"]);
    let (said, kinds) = judged("whim *", "*", "whims");
    assert!(said.contains("taking against anything else"), "{said}");
    assert_eq!(kinds.len(), 12);
    assert!(kinds.contains(&"whim garden".to_owned()), "{kinds:?}");
}

/// Wherever the game is shown, stand-ins are called so, and what was typed in is not.
#[test]
fn components_that_were_typed_in_are_not_called_stand_ins() {
    let place = Place::new();
    let cards = "[[cards]]\nkind = \"bow\"\nlanding = [\"a\", \"b\", \"c\", \"d\", \"a\", \"b\"]\n";
    std::fs::write(place.path("mine.toml"), cards).unwrap();
    let run = "run --game no-more-vikings --agents random --players 2 --games 2 --quiet";
    for (rules, said, told) in [
        (
            "base",
            "a reconstruction: boards, cards and whims are stand-ins",
            "<code>cards</code> (stand-ins: kinds, numbers, landings and effects of all cards are assumed (C4))",
        ),
        (
            "mine.toml",
            "a reconstruction of the procedure; cards are those of the rules file, boards and whims are stand-ins",
            "<code>cards</code> (those of the rules file)",
        ),
    ] {
        place.ok(&format!("{run} --rules {rules} --out {rules}.d --record {rules}.jsonl"));
        place.ok(&format!("view {rules}.jsonl --index 0 --out view.html --force"));
        let page = std::fs::read_to_string(place.path("view.html")).unwrap();
        assert!(page.contains(&format!("\"note\":\"{said}\"")), "{rules}");
        assert!(page.contains(&format!("\"about\":\"No More Vikings!, {said}\"")), "{rules}");
        let text = place.ok(&format!("replay {rules}.jsonl --index 0"));
        assert!(text.contains(&format!("({said})")), "{text}");
        place.ok(&format!("report {rules}.d --out report.html --force"));
        let page = std::fs::read_to_string(place.path("report.html")).unwrap();
        let whims = "<code>whims</code> (stand-ins: all whims are assumed (F4))";
        assert!(page.contains(told) && page.contains(whims), "{page}");
    }
    // Lines are wrapped.
    let listed = place.ok("list games").split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(listed.contains("a reconstruction: boards, cards and whims are stand-ins"), "{listed}");
    let printed = place.ok("rules mine.toml --game no-more-vikings");
    let cards = printed.lines().find(|line| line.starts_with("[[cards]]")).unwrap();
    assert!(!cards.contains("stand-in") && printed.contains("of the preset are STAND-INS"));
}

#[test]
fn errors_within_cards_and_whims_name_the_line() {
    let place = Place::new();
    let card = "[[cards]]\nkind = \"bow\"\nlanding = [\"a\", \"b\", \"c\", \"d\", \"a\", \"b\"]\n";
    let whim = "[[whims]]\nname = \"x\"\npoints = 3\nnone = \"field\"\n";
    for (from, to, told) in [
        ("\"bow\"", "\"axe\"", "line 5: cards[0].kind=axe: must be settler or"),
        ("landing", "lands", "line 6: key `cards[0].lands`: there is no such key"),
        ("landing = [", "# [", "line 4: key `cards[0].landing`: is missing"),
        ("\"d\"", "\"e\"", "line 6: cards[0].landing[3]=e: the board has columns a to d"),
        ("\"d\"", "4", "line 6: cards[0].landing[3]=4: must be a text"),
        ("= 3", "= 300", "line 9: whims[0].points=300: must be -99 to 99"),
        ("= 3", "= \"3\"", "line 9: whims[0].points=\"3\": must be -99 to 99"),
        ("none", "# none", "line 7: key `whims[0]`: has none of"),
        ("\"x\"", "\"x y\"", "line 8: key `whims[0].name`: a name has 1 to 15"),
        ("rows = 5", "rows = \"5\"", "line 2: board.rows=\"5\": must be 1 to 8"),
    ] {
        let good = format!("[board]\nrows = 5\n\n{card}{whim}");
        std::fs::write(place.path("bad.toml"), good.replacen(from, to, 1)).unwrap();
        for line in [
            "rules bad.toml --game no-more-vikings",
            "run --game no-more-vikings --rules bad.toml --players 2 --games 2 --out x",
        ] {
            let error = place.fails(line, 2);
            assert!(error.starts_with(&format!("drakkar: bad.toml: {told}")), "{told}\n{error}");
        }
    }
    // Conditions on several keys, if the file has the key at fault; a change is named instead of the file.
    std::fs::write(place.path("few.toml"), format!("{card}\n[setup]\ncards = 4\n")).unwrap();
    let rules = "rules few.toml --game no-more-vikings";
    let error = place.fails(rules, 2);
    assert!(
        error.starts_with("drakkar: few.toml: line 6: setup.cards=4: 2 seats need 4"),
        "{error}"
    );
    place.ok(&format!("{rules} --set setup.cards=3"));
    let error = place.fails(&format!("{rules} --set setup.cards=3 --set board.columns=2"), 2);
    assert!(error.starts_with("drakkar: --set: cards[0].landing[2]=c: "), "{error}");
    // What is wrong in the file is no matter of the changes.
    std::fs::write(place.path("few.toml"), card.replace("bow", "axe")).unwrap();
    let error = place.fails(&format!("{rules} --set setup.cards=3"), 2);
    assert!(error.starts_with("drakkar: few.toml: line 2: cards[0].kind=axe: "), "{error}");
}
