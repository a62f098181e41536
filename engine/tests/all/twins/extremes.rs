//! Games under the most extreme rule sets: nothing overflows, clocks differ, draws are possible, and as long
//! as it takes little time the twin plays along.

use std::collections::BTreeSet;

use super::{Both, PlainTwin, engine};
use drakkar_engine::data::ToData;
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Which of so many actions: by most ways nearly always the first, the last or the middle one.
fn choose(way: u32, number: u32, rng: &mut Rng) -> u32 {
    let any = rng.below(number);
    match way {
        _ if rng.below(16) == 0 => any,
        0 => 0,
        1 => number - 1,
        2 => number / 2,
        _ => any,
    }
}

/// Plays one game; the twin plays the first `together` decisions along.
pub fn play<T: PlainTwin>(players: usize, rules: T::Rules, seed: u64, way: u32, together: usize) {
    let mut rng = Rng::from_seed(seed);
    let game: T::Game = engine(&rules, players);
    let deal = game.deal(DealSeed { seed, deal: 0 }).to_data();
    let mut both = Both::<T>::new(rules, players, deal);
    while let Some(legal) = both.legal().filter(|_| both.history.len() < together) {
        if both.history.len().is_multiple_of(16) {
            for seat in Seat::all(players) {
                let drawn = game.view(&both.state, seat).draw(&mut rng);
                let other = both.twin.with(&game, &drawn, seat.index());
                let allowed = both.twin.allows(&other, seat.index());
                assert_eq!(allowed, Ok(()), "seat {seat}, {}", both.place());
            }
        }
        let k = choose(way, legal.len() as u32, &mut rng);
        both.play(&legal[k as usize]);
    }
    if both.twin.to_move().is_none() {
        both.compare_end();
    }
    // The engine goes on alone.
    let mut state = both.state;
    let mut clocks = BTreeSet::new();
    while let Some(seat) = game.to_move(&state) {
        assert!(clocks.insert((seat, game.clock(&state))), "the clock shows the same again");
        let number = game.count_legal(&state);
        assert!(number > 0);
        let action = game.nth_legal(&state, choose(way, number, &mut rng));
        game.apply(&mut state, action, &mut ()).unwrap();
        if clocks.len().is_multiple_of(64) {
            let mut drawn = game.view(&state, seat).draw(&mut rng);
            game.playout(&mut drawn, &mut rng);
            assert_eq!(game.to_move(&drawn), None);
        }
    }
    assert!(!game.text(&state, None).is_empty());
}
