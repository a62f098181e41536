//! Which rule sets are accepted, and how others are refused.

use super::table::game;
use crate::games::eketorp::Eketorp;
use crate::games::eketorp::rule_set::PRESETS;
use crate::recorded::Recorded;

/// Why the first preset with changes is refused for three seats.
fn error(changes: &[&str]) -> String {
    game(3, changes).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn the_presets_have_the_values_of_the_rules() {
    let [queen, db] = [0, 1].map(|number| {
        let rules = Eketorp::read_toml(PRESETS[number].toml).unwrap();
        serde_json::to_value(&rules).unwrap()
    });
    assert_eq!((PRESETS.len(), PRESETS[0].name, PRESETS[1].name), (2, "queen2007", "db2003"));
    assert!(
        PRESETS
            .iter()
            .all(|preset| preset.about.contains("assumed") && preset.toml.contains("ASSUMED"))
    );
    let mut expected = serde_json::json!({
        "setup": { "vikings": { "3": 8, "4": 6, "5": 6, "6": 5 }, "hand": 4, "amulets": 5, "redeal": true },
        "cards": { "highest": 6, "copies": 9 },
        "stones": {
            "g": { "count": 52, "points": 1 }, "w": { "count": 42, "points": 2 },
            "c": { "count": 12, "points": 3 }, "s": { "count": 6, "points": 4 },
        },
        "village": { "wall_height": 3, "full": 18 },
        "game": { "rounds": 10, "removed_cards": 2 },
        "fights": { "empty_spaces": true },
        "hospital": { "stations": [3, 2, 2, 1, 1, 1], "defender_advance": 1 },
        "siege": { "loot_max_stones": 0 },
        "scoring": { "full_bonus": 5, "amulet": 1 },
        "materials": {
            "triangle_players": 5,
            "cards": [
                "g1+1 w2 g2 c1 w2+1 - -", "g2 w3 - c1 w1+1 g1+1 -", "g2+1 w1+1 g2 c1 w1 g1 s1",
                "g1 w1 g3 c1 w1+1 g1+1 s1", "g2 w2 g1+1 c2 w1+1 g1 -", "g1+1 w1+1 g1 c2 w2 g2 -",
                "g3 w2+1 g1+1 - w1 - s1", "- w1 g2+1 - w2+1 g2 s1", "g1 w3+1 g1+1 - w1 g1 s1",
                "g2 w1+1 g2 c2 w1 g1+1 -", "g1+1 w2 g3 c1 w1+1 - -", "g2 w1+1 g1 c1 w2 g1+1 s1",
            ],
        },
    });
    assert_eq!(queen, expected);
    expected["game"] = serde_json::json!({ "rounds": 12, "removed_cards": 0 });
    expected["stones"]["g"]["count"] = 60.into();
    expected["stones"]["w"]["count"] = 48.into();
    assert_eq!(db, expected);
}

#[test]
fn conditions_on_several_keys() {
    for (changes, expected) in [
        // Rounds and removed cards need cards.
        (&["game.rounds=11"][..], "game.rounds=11: only 10 material cards are left"),
        (&["game.removed_cards=3"], "game.rounds=10: only 9 material cards are left"),
        (&["game.removed_cards=12"], "game.removed_cards=12: only 11 cards can be removed"),
        (
            &["materials.cards=['g1 - - - - - -']"],
            "game.removed_cards=2: only 0 cards can be removed",
        ),
        // Hands need cards.
        (
            &["cards.highest=4", "cards.copies=2"],
            "setup.hand=4: only 2 cards are there for each seat",
        ),
        // A full village needs room.
        (&["village.wall_height=2"], "village.full=18: only 12 stones have room on the walls"),
        // A redeal needs cards above 3.
        (
            &["cards.highest=3"],
            "key `setup.redeal`: with redeal every hand needs a card above 3, but there are 0 for 3 seats",
        ),
        (
            &["cards.highest=4", "cards.copies=2", "setup.hand=2"],
            "key `setup.redeal`: with redeal every hand needs a card above 3, but there are 2 for 3 seats",
        ),
    ] {
        assert_eq!(error(changes), expected);
    }
    for changes in [
        &["cards.highest=3", "setup.redeal=false"][..],
        &["village.wall_height=2", "village.full=12"],
        &["game.rounds=12", "game.removed_cards=0"],
        &["cards.highest=4", "cards.copies=3"],
        &["setup.vikings.3=31", "siege.loot_max_stones=99"],
    ] {
        assert_eq!(error(changes), "accepted", "{changes:?}");
    }
}

#[test]
fn material_cards_are_read_with_care() {
    let card = |field: &str| {
        error(&[&format!("materials.cards=['{field}']"), "game.rounds=1", "game.removed_cards=0"])
    };
    for good in ["- - - - - - -", "g50+50 s0 c1+0 - - - w9"] {
        assert_eq!(card(good), "accepted");
    }
    for (bad, reason) in [
        ("g1 w1", "2 fields instead of 7"),
        ("g1 - - - - - - -", "8 fields instead of 7"),
        ("x1 - - - - - -", "`x1`: expected a kind and a number up to 50, such as g2 or g2+1, or -"),
        ("g51 - - - - - -", "`g51`: expected"),
        ("g - - - - - -", "`g`: expected"),
        ("g1+ - - - - - -", "`g1+`: expected"),
        ("g+1 - - - - - -", "`g+1`: expected"),
        ("g1++1 - - - - - -", "`g1++1`: expected"),
        ("g-1 - - - - - -", "`g-1`: expected"),
        ("é1 - - - - - -", "`é1`: expected"),
        ("2 - - - - - -", "`2`: expected"),
        ("g99999999999 - - - - - -", "`g99999999999`: expected"),
    ] {
        let found = card(bad);
        assert!(found.contains(reason) && found.starts_with("materials.cards[0]="), "{found}");
    }
}

#[test]
fn values_outside_their_range_are_refused() {
    for (change, values) in [
        ("setup.vikings.3=0", "1 to 31"),
        ("setup.vikings.6=32", "1 to 31"),
        ("setup.hand=13", "1 to 12"),
        ("setup.amulets=100", "0 to 99"),
        ("cards.highest=10", "1 to 9"),
        ("cards.copies=11", "1 to 10"),
        ("stones.s.count=100", "0 to 99"),
        ("stones.g.points=1000", "0 to 999"),
        ("village.wall_height=8", "1 to 7"),
        ("village.full=43", "1 to 42"),
        ("game.rounds=25", "1 to 24"),
        ("hospital.defender_advance=4", "0 to 3"),
        ("siege.loot_max_stones=-1", "0 to 99"),
        ("scoring.amulet=1000", "0 to 999"),
    ] {
        assert_eq!(error(&[change]), format!("{change}: must be {values}"));
    }
    assert!(error(&["hospital.stations=[1,2,3,4,1,1]"]).ends_with("must be 1 to 3"));
    assert!(error(&["hospital.stations=[1,2,3]"]).ends_with("must be 6 values, each 1 to 3"));
    let most = [
        "setup.vikings.6=31",
        "village.wall_height=7",
        "village.full=42",
        "scoring.full_bonus=999",
    ];
    assert_eq!(error(&most), "accepted");
}
