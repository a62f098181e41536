//! Random games by many rule sets: lists, counts, picks and what is accepted agree; choices lead to
//! different states (O8); clocks differ.

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::checks::choices;
use crate::games::no_more_vikings::action::Action;
use crate::games::no_more_vikings::component::{Kind, Parcel};
use crate::games::no_more_vikings::state::Phase;
use crate::seed::Rng;

/// Rule sets that are far apart.
pub const RULES: [&[&str]; 4] = [
    &[],
    &[
        "switches.occupied_column=next",
        "switches.raid_targets=['field','cottage']",
        "switches.full_board_end=round",
        "switches.tower_returns_fortress=false",
        "setup.cards=4",
        "setup.edicts=2",
        "setup.villagers=2",
    ],
    // Thefts, counters and edicts; a small deck that is reshuffled again and again.
    &[
        "strategies.aggressive.draw=5",
        "strategies.aggressive.keep=1",
        "cards=[{kind='steal',landing=['a','b','c','d','a','b']},{kind='counter',landing=['ab','cd','','a']},\
         {kind='favour',landing=['ab','']},{kind='grace',landing=['a']},{kind='newcomers',landing=['']},\
         {kind='plague',landing=['','b']}]",
    ],
    // A wide beach with a full supply, so that longships, towers and soldiers meet.
    &[
        "board.rows=2",
        "board.columns=8",
        "setup.villagers=3",
        "supply.longship=40",
        "strategies.development.actions=9",
        "scoring.sunk_longship=-3",
        "months.bonus=['','cottage','edict','villager','cottage','cottage','cottage','','','','','','']",
    ],
];

/// Every game by all rule sets and numbers of seats.
pub fn each_game(games: u64, mut look: impl FnMut(Table, u64)) {
    for (players, changes) in (2..=4).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..games {
            look(Table::dealt(game.clone(), &seeded(&game, number)), number);
        }
    }
}

/// Every table of random games by all rule sets, `games` of each; with a number that counts them.
pub fn each_table(games: u64, mut look: impl FnMut(&Table, u32)) {
    let mut seen = 0;
    each_game(games, |mut table, number| {
        let mut rng = Rng::from_seed(number);
        while table.mover().is_some() {
            look(&table, seen);
            table.play_any(&mut rng);
            seen += 1;
        }
    });
}

/// Everything that can be said on a board of four rows and four columns.
fn universe() -> Vec<Action> {
    let parcels: Vec<Parcel> =
        (0..64).map(Parcel).filter(|parcel| parcel.row() < 4 && parcel.column() < 4).collect();
    let mut texts: Vec<String> =
        ["aggressive", "balanced", "development", "draw", "end", "pass", "edict", "counter"]
            .map(str::to_owned)
            .to_vec();
    for name in ["square", "row", "column", "diagonal", "guard", "empty", "castle"] {
        texts.push(format!("whim {name}"));
    }
    for one in &parcels {
        for verb in ["populate", "enlist", "cultivate", "at"] {
            texts.push(format!("{verb} {one}"));
        }
        for two in &parcels {
            for verb in ["marry", "fortress", "tower", "move"] {
                texts.push(format!("{verb} {one} {two}"));
            }
        }
    }
    for kind in Kind::ALL {
        texts.push(format!("drop {kind}"));
        texts.push(format!("play {kind}"));
        texts.extend((0..4).map(|seat| format!("play {kind} {seat}")));
    }
    for from in ["a", "b", "c", "d"] {
        texts.push(format!("sink {from}"));
        texts.extend(["a", "b", "c", "d"].map(|to| format!("divert {from} {to}")));
    }
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

#[test]
fn lists_counts_and_picks_agree() {
    let mut phases = [0; 12];
    each_table(12, |table, seen| {
        choices::lists_counts_and_picks_agree(&table.game, &table.state, u64::from(seen));
        phases[table.state.phase as usize] += 1;
    });
    assert!(phases[..11].iter().all(|&number| number > 30), "{phases:?}");
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let universe = universe();
    each_table(2, |table, seen| {
        if seen.is_multiple_of(7) {
            choices::what_is_not_listed_is_refused(&table.game, &table.state, &universe);
        }
    });
}

#[test]
fn o8_no_two_choices_lead_to_the_same_state() {
    each_table(4, |table, _| choices::no_two_choices_are_alike(&table.game, &table.state));
}

#[test]
fn clocks_of_a_seat_are_all_different() {
    each_game(20, |table, number| {
        choices::clocks_of_a_seat_differ(&table.game, table.state, Rng::from_seed(number));
    });
}

#[test]
fn games_that_are_played_out_come_to_an_end() {
    each_game(100, |table, number| {
        let mut state = table.state;
        table.game.playout(&mut state, &mut Rng::from_seed(number));
        assert_eq!((state.phase, table.game.count_legal(&state)), (Phase::Over, 0));
    });
}
