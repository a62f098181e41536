//! The copy of the hot code for processors with `pdep` and the portable one play the same games.

use crate::contract::played_on::ended;
use crate::game::Game;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

fn seeded<G: Game>(game: &G, deal: u64) -> G::Deal {
    game.deal(DealSeed { seed: 7, deal })
}

/// The two agree at every decision of random games; `look` sees the states before each, and whose it is.
pub fn agree_at_every_decision<G: Game>(
    [plain, fast]: &[G; 2],
    games: u64,
    look: impl Fn([&G::State; 2], Seat),
) {
    for number in 0..games {
        let dealt = seeded(plain, number);
        let mut states = [plain.state(&dealt), fast.state(&dealt)];
        let mut rng = Rng::from_seed(number);
        let mut lists: [Vec<G::Action>; 2] = Default::default();
        while let Some(seat) = plain.to_move(&states[0]) {
            assert_eq!(states[0], states[1]);
            let [one, two] = &states;
            let count = plain.count_legal(one);
            assert_eq!(count, fast.count_legal(two));
            plain.legal(one, &mut lists[0]);
            fast.legal(two, &mut lists[1]);
            assert_eq!(lists[0], lists[1]);
            for k in 0..count {
                assert_eq!(plain.nth_legal(one, k), fast.nth_legal(two, k));
            }
            let mut other = rng.clone();
            let action = plain.random_legal(one, &mut rng);
            assert_eq!(action, fast.random_legal(two, &mut other));
            assert_eq!(rng, other);
            assert!(plain.is_legal(one, action) && fast.is_legal(two, action));
            look([one, two], seat);
            plain.apply_unchecked(&mut states[0], action, &mut ());
            fast.apply_unchecked(&mut states[1], action, &mut ());
        }
        assert_eq!(states[0], states[1]);
    }
}

/// The two play out games to the same end: from the deal, and from a state, as it is and drawn, after as many
/// decisions as `before` says of the number of the game.
pub fn play_out_to_the_same_end<G: Game>(
    [plain, fast]: &[G; 2],
    games: u64,
    before: impl Fn(u64) -> u64,
) {
    for number in 0..games {
        let dealt = seeded(plain, number);
        let mut rng = Rng::from_seed(number);
        let mut state = plain.state(&dealt);
        for _ in 0..before(number) {
            if plain.to_move(&state).is_some() {
                let action = plain.random_legal(&state, &mut rng);
                plain.apply_unchecked(&mut state, action, &mut ());
            }
        }
        let drawn = match plain.to_move(&state) {
            Some(seat) => plain.view(&state, seat).draw(&mut rng),
            None => state,
        };
        for from in [plain.state(&dealt), state, drawn] {
            let mut ends = [from, from];
            let mut other = rng.clone();
            plain.playout(&mut ends[0], &mut rng);
            fast.playout(&mut ends[1], &mut other);
            assert_eq!(ends[0], ends[1]);
            assert_eq!(rng, other, "as many draws");
        }
    }
}

/// Games that the two play on are those played step by step.
pub fn play_on_as_step_by_step<G: Recorded>([plain, fast]: &[G; 2], games: u64) {
    for number in 0..games {
        let dealt = seeded(plain, number);
        let [one, two] = [plain, fast].map(|game| ended(game, &dealt, number, true).unwrap());
        assert_eq!(one, two);
        assert_eq!(one, ended(plain, &dealt, number, false).unwrap());
    }
}
