//! What lists, counts, picks and clocks promise.

use crate::game::Game;
use crate::recorded::Recorded;
use crate::seed::Rng;

/// Lists, counts, picks and random choices agree. Returns the list.
pub fn lists_counts_and_picks_agree<G: Game>(
    game: &G,
    state: &G::State,
    seed: u64,
) -> Vec<G::Action> {
    let mut list = Vec::new();
    game.legal(state, &mut list);
    assert_eq!(game.count_legal(state) as usize, list.len());
    for (k, &action) in (0..).zip(&list) {
        assert_eq!(game.nth_legal(state, k), action);
        assert!(game.is_legal(state, action), "{action}");
    }
    let random = game.random_legal(state, &mut Rng::from_seed(seed));
    assert!(list.contains(&random));
    list
}

/// Of everything that could be said, what is not listed is refused and changes nothing.
pub fn what_is_not_listed_is_refused<G: Recorded>(
    game: &G,
    state: &G::State,
    universe: &[G::Action],
) {
    let mut list = Vec::new();
    game.legal(state, &mut list);
    for &action in universe {
        let listed = list.contains(&action);
        let legal = game.is_legal(state, action);
        assert_eq!(legal, listed, "{action}\n{}", game.text(state, None));
        if !listed {
            let mut after = *state;
            assert!(game.apply(&mut after, action, &mut ()).is_err());
            assert_eq!(after, *state);
        }
    }
}

/// No two choices lead to the same state, and none leaves it as it is.
pub fn no_two_choices_are_alike<G: Recorded>(game: &G, state: &G::State) {
    let mut list = Vec::new();
    game.legal(state, &mut list);
    let mut after: Vec<G::State> = Vec::new();
    for action in list {
        let mut next = *state;
        game.apply_unchecked(&mut next, action, &mut ());
        let differs = next != *state && !after.contains(&next);
        assert!(differs, "{action}\n{}", game.text(state, None));
        after.push(next);
    }
}

/// The clocks of a seat differ throughout a random game.
pub fn clocks_of_a_seat_differ<G: Game>(game: &G, mut state: G::State, mut rng: Rng) {
    let mut clocks = Vec::new();
    while let Some(seat) = game.to_move(&state) {
        clocks.push((seat, game.clock(&state)));
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
    let all = clocks.len();
    clocks.sort_unstable();
    clocks.dedup();
    assert_eq!(clocks.len(), all);
}
