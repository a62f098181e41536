//! Random games by many rule sets: what the engine lists, counts, picks and accepts is what the naive
//! table says, and every choice changes what the naive table says.

use super::naive::Naive;
use super::table::{Table, game, seeded};
use crate::games::checks::choices;
use crate::games::vikings_on_board::action::Action;
use crate::seed::Rng;

/// Rule sets that are far apart.
pub const RULES: [&[&str]; 7] = [
    &[],
    &["options.null_moves=true", "bodies.shields=[1, 1, 1, 1, 1, 2]"],
    &["warehouse_2.return=choice", "warehouse_2.draw=4", "supplies.warehouse_1=2"],
    &["barrels.max_per_ship=1", "barrels.values=[3, 3, 3, 7]", "ships.max_bodies=3"],
    &["barrels.max_per_ship=2", "barrels.values=[0, 0, 4, 4]", "ships.max_bodies=24"],
    &["supplies.hide=20", "supplies.grain=10", "supplies.metal=0", "supplies.warehouse_1=0"],
    &[
        "setup.row.2=AABBABBABA",
        "setup.row.3=CBACBACBA",
        "setup.row.4=DCBAABCD",
        "ships.max_bodies=4",
        "ships.departures=3",
        "market.max=2",
        "options.null_moves=true",
    ],
];

/// Texts of everything that could be said about small ships.
fn universe() -> Vec<Action> {
    let places = || (1..=8).flat_map(|ship| (1..=6).map(move |place| format!("{ship}.{place}")));
    let zones: Vec<String> = (1..=8)
        .flat_map(|ship| ["R", "B", "G", "Y"].map(|clan| format!("{ship}.{clan}")))
        .collect();
    let mut texts: Vec<String> = (1..=11).map(|space| format!("go {space}")).collect();
    for place in places() {
        texts.extend([format!("promote {place}"), format!("crew {place}")]);
        for ship in 1..=8 {
            texts.extend([format!("switch {place} {ship}"), format!("move {place} {ship}")]);
        }
        let higher = places().filter(|other| other[..1] > place[..1]);
        texts.extend(higher.map(|other| format!("swap {place} {other}")));
    }
    for zone in &zones {
        texts.extend((0..=9).map(|value| format!("bet {value} {zone}")));
        texts.extend(zones.iter().map(|other| format!("shift {zone} {other}")));
    }
    for good in ["h", "g", "m"] {
        texts.extend((1..=8).map(|ship| format!("load {good} {ship}")));
        texts.extend(["raise", "take", "box"].map(|verb| format!("{verb} {good}")));
        texts.extend(["h", "g", "m"].map(|other| format!("under {good}{other}")));
        texts.push(format!("under {good}"));
    }
    texts.extend((1..=8).map(|ship| format!("sail {ship}")));
    texts.push("stay".to_owned());
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Every table of random games by all rule sets, `games` of each; with a number that counts them.
pub fn each_table(games: u64, mut look: impl FnMut(&Table, u32)) {
    let mut seen = 0;
    for (players, changes) in (2..=4).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..games {
            let mut rng = Rng::from_seed(number);
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            while table.mover().is_some() {
                look(&table, seen);
                table.play_any(&mut rng);
                seen += 1;
            }
        }
    }
}

#[test]
fn n5_n6_r3_r4_the_legal_actions_are_those_of_the_naive_table() {
    each_table(25, |table, _| {
        let Some(expected) = Naive::read(table).legal(table) else { return };
        assert_eq!(table.legal(), expected, "{}", table.text());
    });
}

#[test]
fn lists_counts_and_picks_agree() {
    each_table(15, |table, seen| {
        choices::lists_counts_and_picks_agree(&table.game, &table.state, u64::from(seen));
    });
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let universe = universe();
    each_table(2, |table, seen| {
        // Every seventeenth table, so that all decisions get their turn.
        if seen.is_multiple_of(17) {
            choices::what_is_not_listed_is_refused(&table.game, &table.state, &universe);
        }
    });
}

#[test]
fn a12_every_choice_changes_what_the_naive_table_says_and_nothing_else() {
    for (players, changes) in (2..=4).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..25 {
            let mut rng = Rng::from_seed(number + 1000);
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            while let Some(seat) = table.mover() {
                let before = table.clone();
                let mut naive = Naive::read(&table);
                let action = table.play_any(&mut rng);
                if ["sail", "take", "box"].iter().all(|verb| !action.starts_with(verb)) {
                    naive.play(&before, seat, &action);
                    assert_eq!(Naive::read(&table), naive, "{action}\n{}", before.text());
                }
            }
        }
    }
}

#[test]
fn n9_numbers_of_legal_actions_stay_within_bounds() {
    let mut most = [0; 3];
    each_table(40, |table, _| {
        let legal = table.legal();
        let of = |verbs: &[&str]| {
            legal.iter().filter(|text| verbs.iter().any(|verb| text.starts_with(verb))).count()
        };
        let found = [of(&["swap"]), of(&["move"]), of(&["bet", "shift"])];
        for (most, found) in most.iter_mut().zip(found) {
            *most = found.max(*most);
        }
    });
    let bounds = [252, 168, 128];
    // With ships of up to 24 bodies a move has as many targets as before, so this holds for all.
    assert!(most.iter().zip(bounds).all(|(most, bound)| *most <= bound), "{most:?}");
    assert!(most[0] > 200 && most[1] == 168 && most[2] == 128, "{most:?}");
}
