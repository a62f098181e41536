//! Random games by many rule sets: lists, counts, picks and what is accepted agree; choices lead to
//! different states (N3); clocks differ.

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::checks::choices;
use crate::games::eketorp::action::Action;
use crate::games::eketorp::state::Phase;
use crate::seed::Rng;

/// Rule sets that are far apart.
pub const RULES: [&[&str]; 5] = [
    &[],
    &[
        "setup.redeal=false",
        "fights.empty_spaces=false",
        "siege.loot_max_stones=2",
        "hospital.stations=[1,2,3,3,2,1]",
        "hospital.defender_advance=0",
    ],
    &[
        "setup.hand=2",
        "setup.amulets=30",
        "cards.highest=9",
        "village.wall_height=1",
        "village.full=6",
    ],
    &[
        "setup.hand=1",
        "cards.highest=4",
        "setup.vikings.3=20",
        "setup.vikings.6=9",
        "stones.g.points=0",
        "village.wall_height=7",
        "village.full=42",
    ],
    // Several kinds on a space (E6), and a supply that runs out (M3).
    &[
        "materials.cards=['c2 s1 w3+9 - - g1 c2','s2 c1 c1 s1 - c2 w2','c1 s2 - c3 c1 s1+2 s1','w9 w9 w9 g50 g9 c1 -']",
        "game.rounds=4",
        "game.removed_cards=0",
        "stones.c.count=30",
        "stones.s.count=30",
    ],
];

/// Every table of random games by all rule sets, `games` of each; with a number that counts them.
pub fn each_table(games: u64, mut look: impl FnMut(&Table, u32)) {
    let mut seen = 0;
    for (players, changes) in (3..=6).flat_map(|players| RULES.map(|changes| (players, changes))) {
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

/// Everything that can be said.
fn universe() -> Vec<Action> {
    let places: Vec<String> =
        (0..25).map(|number| crate::games::eketorp::component::Place(number).to_string()).collect();
    let mut texts: Vec<String> = ["home", "swap", "keep", "loot none"].map(str::to_owned).to_vec();
    for place in &places {
        texts.push(format!("put {place}"));
        texts.extend((0..6).map(|seat| format!("fight {place} {seat}")));
        texts.extend((place.len() == 2).then(|| format!("siege {place}")));
    }
    texts.extend((1..=9).map(|value| format!("card {value}")));
    for kind in ["g", "w", "c", "s"] {
        texts.push(format!("take {kind}"));
        texts.extend((1..=6).map(|wall| format!("build {kind} {wall}")));
        let numbers = (0..=7).flat_map(|low| (0..=7).map(move |high| (low, high)));
        let some = numbers.filter(|numbers| *numbers != (0, 0));
        texts.extend(some.map(|(low, high)| format!("loot {low} {high} {kind}")));
    }
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn lists_counts_and_picks_agree() {
    let mut phases = [0; 10];
    each_table(6, |table, seen| {
        let (game, state) = (&table.game, &table.state);
        let list = choices::lists_counts_and_picks_agree(game, state, u64::from(seen));
        // N2.
        let card = matches!(state.phase, Phase::AttackerCard | Phase::DefenderCard);
        assert!(list.len() > 1 || card, "{}", table.text());
        phases[state.phase as usize] += 1;
    });
    assert!(phases[..9].iter().all(|&number| number > 50), "{phases:?}");
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let universe = universe();
    each_table(1, |table, seen| {
        // Every seventh table, so that all decisions get their turn.
        if seen.is_multiple_of(7) {
            choices::what_is_not_listed_is_refused(&table.game, &table.state, &universe);
        }
    });
}

#[test]
fn n3_no_two_choices_lead_to_the_same_state() {
    each_table(2, |table, _| {
        // The rest of the stones may be taken at once, and then their order does not matter.
        if table.state.phase != Phase::Take {
            choices::no_two_choices_are_alike(&table.game, &table.state);
        }
    });
}

#[test]
fn clocks_of_a_seat_are_all_different() {
    for (players, changes) in (3..=6).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..10 {
            let state = game.state(&seeded(&game, number));
            choices::clocks_of_a_seat_differ(&game, state, Rng::from_seed(number));
        }
    }
}

#[test]
fn games_that_are_played_out_come_to_an_end() {
    for (players, changes) in (3..=6).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..50 {
            let mut state = game.state(&seeded(&game, number));
            game.playout(&mut state, &mut Rng::from_seed(number));
            assert_eq!((game.to_move(&state), game.count_legal(&state)), (None, 0));
        }
    }
}
