//! What a drawn state may hold of the rounds to come: what is left in stacks and bag, nothing else,
//! and with the right frequencies.

use std::collections::BTreeMap;

use super::table::{Table, char_of, deal, game};
use crate::game::Game;
use crate::games::vikings::Vikings;
use crate::games::vikings::deal::Deal;
use crate::games::vikings::state::State;
use crate::seat::Seat;
use crate::seed::Rng;

/// Tiles and vikings of the lots for sale.
fn count_lots(state: &State, tiles: &mut BTreeMap<char, u32>, vikings: &mut BTreeMap<char, u32>) {
    for (_, tile, viking) in state.wheel.lots() {
        *tiles.entry(char_of(tile)).or_default() += 1;
        *vikings.entry(char_of(viking)).or_default() += 1;
    }
}

/// What the box holds beside start tiles.
fn box_of() -> BTreeMap<char, u32> {
    let kinds = [('[', 17), (']', 21), ('a', 5), ('b', 5), ('c', 5), ('d', 5)];
    kinds.into_iter().chain([('N', 3), ('S', 4), ('G', 4), ('F', 3)]).collect()
}

/// Plays random actions until `round` has begun.
fn play_to(game: &Vikings, state: &mut State, round: usize, rng: &mut Rng) {
    while state.round() < round {
        let action = game.random_legal(state, rng);
        game.apply_unchecked(state, action, &mut ());
    }
}

#[test]
fn states_that_differ_in_hidden_parts_alone_give_the_same_draw() {
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..50 {
            let one: Deal = deal(&game, number);
            for round in 1..6 {
                // The rounds to come in reverse order.
                let mut other = one.clone();
                other.stacks[round..].reverse();
                other.bag[round..].reverse();
                let mut states = [game.state(&one), game.state(&other)];
                let mut rng = Rng::from_seed(number);
                for state in &mut states {
                    play_to(&game, state, round, &mut rng.clone());
                }
                assert!(states[0] != states[1] || round == 5, "they differ in what is hidden");
                let draws = states.map(|state| {
                    let seat = game.to_move(&state).unwrap();
                    game.view(&state, seat).draw(&mut rng.clone())
                });
                assert_eq!(draws[0], draws[1]);
                // And it goes on in the same way.
                let ends = draws.map(|mut state| {
                    game.playout(&mut state, &mut rng.clone());
                    state
                });
                assert_eq!(ends[0], ends[1]);
                rng.word();
            }
        }
    }
}

#[test]
fn all_seats_draw_alike_and_the_table_stays_as_it_is() {
    let game = game(4, &[]).unwrap();
    let mut state = game.state(&deal(&game, 5));
    play_to(&game, &mut state, 3, &mut Rng::from_seed(1));
    let draws = Seat::all(4).map(|seat| game.view(&state, seat).draw(&mut Rng::from_seed(2)));
    let draws: Vec<State> = draws.collect();
    for drawn in &draws {
        assert_eq!(*drawn, draws[0]);
        assert_eq!(drawn.wheel, state.wheel);
        assert_eq!(drawn.tableaus, state.tableaus);
        assert_eq!(game.count_legal(drawn), game.count_legal(&state));
    }
    let other = game.view(&state, Seat::new(0)).draw(&mut Rng::from_seed(3));
    assert_ne!(other, draws[0]);
}

#[test]
fn s2_a_drawn_game_lays_exactly_what_is_left_in_the_box() {
    let game = game(3, &[]).unwrap();
    let mut futures = Vec::new();
    for number in 0..400 {
        let dealt = deal(&game, number % 4);
        let from = 1 + number as usize % 5;
        let mut rng = Rng::from_seed(number);
        let (mut tiles, mut vikings) = (BTreeMap::new(), BTreeMap::new());
        let mut state = game.state(&dealt);
        count_lots(&state, &mut tiles, &mut vikings);
        for round in 2..=6 {
            if round == from + 1 {
                state = game.view(&state, Seat::new(0)).draw(&mut rng);
            }
            play_to(&game, &mut state, round, &mut rng);
            count_lots(&state, &mut tiles, &mut vikings);
            // A second draw on the way changes nothing of what is left.
            state = match rng.below(2) {
                0 if round > from => game.view(&state, Seat::new(1)).draw(&mut rng),
                _ => state,
            };
        }
        assert_eq!(tiles, box_of());
        assert_eq!(vikings.values().sum::<u32>(), 72);
        assert!(vikings.values().all(|&count| count <= 13), "{vikings:?}");
        futures.push(Table { state, ..Table::dealt(game.clone(), &dealt) }.lots());
    }
    futures.sort_unstable();
    futures.dedup();
    assert!(futures.len() > 390, "the futures differ: {}", futures.len());
}

/// C(n, k).
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// Chi-square of counts (how often 0, 1, 2, ... of `kinds` lay among the twelve drawn from `all`)
/// against the hypergeometric distribution, with the degrees of freedom. Rare ends are pooled.
fn chi_square(counts: &[u32; 13], kinds: u32, all: u32) -> (f64, u32) {
    let n = f64::from(counts.iter().sum::<u32>());
    let (mut chi, mut cells) = (0.0, 0);
    let (mut expected, mut found) = (0.0, 0.0);
    for k in 0..=12 {
        let possible = k <= kinds && 12 - k <= all - kinds;
        if !possible {
            assert_eq!(counts[k as usize], 0, "{k} of {kinds} among {all}");
            continue;
        }
        expected += n * choose(kinds, k) * choose(all - kinds, 12 - k) / choose(all, 12);
        found += f64::from(counts[k as usize]);
        if expected >= 8.0 {
            chi += (found - expected).powi(2) / expected;
            (expected, found, cells) = (0.0, 0.0, cells + 1);
        }
    }
    // What is left over at the upper end joins no cell: at most 8 expected of n.
    (chi, cells)
}

/// Asserts that chi-square stays below its mean by 5 deviations of its normal approximation; about
/// one in a million for these degrees of freedom at most a few in 100,000.
fn assert_fits(name: &str, counts: &[u32; 13], kinds: u32, all: u32) {
    let (chi, cells) = chi_square(counts, kinds, all);
    let degrees = f64::from(cells);
    let bound = degrees + 5.0 * (2.0 * degrees).sqrt();
    assert!(chi < bound, "{name}: {chi} with {cells} cells, {counts:?}");
}

#[test]
fn s2_a_drawn_round_has_the_frequencies_of_the_box() {
    let game = game(4, &[]).unwrap();
    // Right after the first round was laid, and in round 4; the next round, and the last one.
    for (round, next) in [(1, 2), (1, 6), (4, 5), (4, 6), (5, 6)] {
        let mut state = game.state(&deal(&game, 11));
        let (mut tiles, mut vikings) = (BTreeMap::new(), BTreeMap::new());
        count_lots(&state, &mut tiles, &mut vikings);
        let mut rng = Rng::from_seed(next as u64);
        for played in 2..=round {
            play_to(&game, &mut state, played, &mut rng);
            count_lots(&state, &mut tiles, &mut vikings);
        }
        let unseen_tiles: BTreeMap<char, u32> = box_of()
            .into_iter()
            .map(|(letter, count)| (letter, count - tiles.get(&letter).unwrap_or(&0)))
            .collect();
        let unseen_vikings: BTreeMap<char, u32> = "FGSNWB"
            .chars()
            .map(|letter| (letter, 13 - vikings.get(&letter).unwrap_or(&0)))
            .collect();
        let all_tiles = unseen_tiles.values().sum::<u32>();
        let all_vikings = unseen_vikings.values().sum::<u32>();
        assert_eq!((all_tiles, all_vikings), (72 - 12 * round as u32, 78 - 12 * round as u32));
        // How often 0 to 12 of each letter came.
        let (mut tile_counts, mut viking_counts) = (BTreeMap::new(), BTreeMap::new());
        for _ in 0..20_000 {
            let mut drawn = game.view(&state, Seat::new(0)).draw(&mut rng);
            let mut wheel = drawn.wheel;
            for later in round..next {
                wheel = drawn.future.lay(later);
            }
            drawn.wheel = wheel;
            let (mut tiles, mut vikings) = (BTreeMap::new(), BTreeMap::new());
            count_lots(&drawn, &mut tiles, &mut vikings);
            for (unseen, found, counts) in [
                (&unseen_tiles, &tiles, &mut tile_counts),
                (&unseen_vikings, &vikings, &mut viking_counts),
            ] {
                for letter in unseen.keys() {
                    let count = *found.get(letter).unwrap_or(&0) as usize;
                    counts.entry(*letter).or_insert([0u32; 13])[count] += 1;
                }
            }
        }
        for (letter, counts) in &tile_counts {
            let name = format!("tile {letter}, round {next} from {round}");
            assert_fits(&name, counts, unseen_tiles[letter], all_tiles);
        }
        for (letter, counts) in &viking_counts {
            let name = format!("viking {letter}, round {next} from {round}");
            assert_fits(&name, counts, unseen_vikings[letter], all_vikings);
        }
    }
}
