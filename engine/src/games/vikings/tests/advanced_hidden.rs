//! What a seat cannot know under the advanced rules: the round's tiles until the auction is over,
//! later rounds, and the face-down bonus tiles.

use std::collections::BTreeMap;

use super::table::{Table, advanced, char_of, deal};
use crate::game::Game;
use crate::games::vikings::AdvancedVikings;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::deal::Deal;
use crate::games::vikings::state::{Phase, StateOf};
use crate::games::vikings::variant::Advanced;
use crate::seat::Seat;
use crate::seed::Rng;

type State = StateOf<Advanced>;

/// Plays `actions` random actions, or until the game is over.
fn play(game: &AdvancedVikings, state: &mut State, actions: u32, rng: &mut Rng) {
    for _ in 0..actions {
        if game.to_move(state).is_some() {
            let action = game.random_legal(state, rng);
            game.apply_unchecked(state, action, &mut ());
        }
    }
}

/// Whether the round's tiles are hidden.
fn waits(state: &State) -> bool {
    matches!(state.phase, Phase::Bid | Phase::Remove)
}

/// Bonus tiles laid so far.
fn laid(state: &State) -> usize {
    let extra = state.extra().unwrap();
    25 - Bonus::ALL.iter().map(|&kind| extra.unseen(kind) as usize).sum::<usize>()
}

/// The same deal with everything that is hidden in `state` in another order.
fn other_deal(dealt: &Deal, state: &State) -> Deal {
    let mut other = dealt.clone();
    other.stacks[state.round() - usize::from(waits(state))..].reverse();
    other.bag[state.round()..].reverse();
    other.bonus[laid(state)..].reverse();
    other
}

#[test]
fn states_that_differ_in_hidden_parts_alone_give_the_same_draw() {
    let (mut differ, mut waiting) = (0, 0);
    for preset in ["advanced", "advanced-no-auction"] {
        for players in 2..=4 {
            let game = advanced(players, preset, &[]);
            for number in 0..250 {
                let dealt = deal(&game, number);
                let mut rng = Rng::from_seed(number);
                let actions = rng.below(230);
                let mut one = game.state(&dealt);
                play(&game, &mut one, actions, &mut rng.clone());
                let Some(seat) = game.to_move(&one) else { continue };
                let mut two = game.state(&other_deal(&dealt, &one));
                play(&game, &mut two, actions, &mut rng.clone());
                differ += u32::from(one != two);
                waiting += u32::from(waits(&one));
                let draws = [one, two]
                    .map(|state| game.view(&state, seat).draw(&mut Rng::from_seed(number)));
                assert_eq!(draws[0], draws[1]);
                // Every seat draws it so, and what lies open stays.
                for other in Seat::all(players) {
                    let drawn = game.view(&two, other).draw(&mut Rng::from_seed(number));
                    assert_eq!(drawn, draws[0]);
                }
                assert_eq!((draws[0].wheel, draws[0].tableaus), (one.wheel, one.tableaus));
                assert_eq!(game.count_legal(&draws[0]), game.count_legal(&one));
                // And it goes on in the same way.
                let ends = draws.map(|mut state| {
                    game.playout(&mut state, &mut rng.clone());
                    state
                });
                assert_eq!(ends[0], ends[1]);
            }
        }
    }
    // Not so only near the end, when nothing or one thing alone is hidden.
    assert!(differ > 1000 && waiting > 50, "{differ} {waiting}");
}

#[test]
fn another_draw_differs_as_long_as_something_is_hidden() {
    let game = advanced(3, "advanced", &[]);
    let mut rng = Rng::from_seed(1);
    let mut state = game.state(&deal(&game, 0));
    while let Some(seat) = game.to_move(&state) {
        let draws = [2, 3].map(|seed| game.view(&state, seat).draw(&mut Rng::from_seed(seed)));
        // In the last round nothing is to come once the tiles are laid.
        let open = state.round() == 6 && !waits(&state);
        assert_eq!(draws[0] == draws[1], open);
        play(&game, &mut state, 1, &mut rng);
    }
}

/// Adds what has become visible: at the first decision of a round its thirteen vikings, with the
/// first purchase its tiles.
fn note(
    table: &Table<Advanced>,
    vikings: &mut BTreeMap<char, u32>,
    tiles: &mut BTreeMap<char, u32>,
) {
    let letters = match table.state.phase {
        Phase::Bid => table.to_come(),
        _ => String::new(),
    };
    for letter in letters.chars() {
        *vikings.entry(letter).or_default() += 1;
    }
    if table.state.phase == Phase::Set {
        for (_, tile, _) in table.state.wheel.lots() {
            *tiles.entry(char_of(tile)).or_default() += 1;
        }
    }
}

#[test]
fn a1_a6_a_drawn_game_lays_exactly_what_is_left_in_the_box() {
    let game = advanced(3, "advanced", &[]);
    let kinds = [('[', 17), (']', 21), ('a', 5), ('b', 5), ('c', 5), ('d', 5)];
    let in_box: BTreeMap<char, u32> =
        kinds.into_iter().chain([('N', 3), ('S', 4), ('G', 4), ('F', 3)]).collect();
    for number in 0..150 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number % 4));
        let mut rng = Rng::from_seed(number);
        let (mut vikings, mut tiles) = (BTreeMap::new(), BTreeMap::new());
        let (mut bid_in, mut set_in) = (0, 0);
        while let Some(seat) = table.mover() {
            let (round, phase) = (table.state.round(), table.state.phase);
            let news = match phase {
                Phase::Bid => std::mem::replace(&mut bid_in, round) < round,
                Phase::Set => std::mem::replace(&mut set_in, round) < round,
                _ => false,
            };
            if news {
                note(&table, &mut vikings, &mut tiles);
            }
            // From time to time everything that is hidden is drawn anew.
            if rng.below(20) == 0 {
                table.state = game.view(&table.state, Seat::new(seat)).draw(&mut rng);
            }
            table.play_any(&mut rng);
        }
        assert_eq!(tiles, in_box);
        assert_eq!(vikings, "FGSNWB".chars().map(|letter| (letter, 13)).collect());
    }
}

#[test]
fn a6_all_bonus_tiles_come_when_all_are_taken() {
    // 24 of the 25 tiles can come; without `gold5` there are no more than that.
    let game = advanced(2, "advanced-no-auction", &["bonus.gold5.count=0"]);
    for number in 0..100 {
        let state = game.state(&deal(&game, number));
        let mut rng = Rng::from_seed(number);
        let mut drawn = game.view(&state, Seat::new(0)).draw(&mut rng);
        let mut counts = [0; Bonus::COUNT];
        for round in 1..=6 {
            let extra = &mut drawn.table.extra;
            for kind in Bonus::ALL {
                while extra.row.count(kind) > 0 {
                    extra.row.remove(kind);
                    counts[kind as usize] += 1;
                }
            }
            extra.refill(round, &mut drawn.future);
        }
        assert_eq!(counts, [0, 2, 1, 6, 3, 1, 1, 4, 1, 1, 1, 1, 1, 1]);
    }
}

#[test]
fn a6_a_drawn_row_has_the_frequencies_of_what_is_face_down() {
    let game = advanced(4, "advanced-no-auction", &[]);
    let mut state = game.state(&deal(&game, 2));
    let extra = state.extra_mut().unwrap();
    let first = Bonus::ALL.into_iter().find(|&kind| extra.row.count(kind) > 0).unwrap();
    extra.row.remove(first);
    let unseen = Bonus::ALL.map(|kind| state.extra().unwrap().unseen(kind));
    assert_eq!(unseen.iter().sum::<u32>(), 21);
    let (mut counts, mut rng, draws) = ([0; Bonus::COUNT], Rng::from_seed(5), 42_000);
    for _ in 0..draws {
        let mut drawn = game.view(&state, Seat::new(1)).draw(&mut rng);
        drawn.table.extra.refill(1, &mut drawn.future);
        let extra = drawn.extra().unwrap();
        let new = Bonus::ALL.into_iter().find(|&kind| extra.unseen(kind) < unseen[kind as usize]);
        counts[new.unwrap() as usize] += 1;
    }
    for (count, unseen) in counts.into_iter().zip(unseen) {
        // Five standard deviations of a binomial count.
        let share = f64::from(unseen) / 21.0;
        let expected = f64::from(draws) * share;
        let spread = 5.0 * (expected * (1.0 - share)).sqrt();
        assert!((f64::from(count) - expected).abs() <= spread, "{counts:?} of {unseen}");
    }
}
