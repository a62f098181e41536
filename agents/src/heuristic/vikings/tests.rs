use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings::variant::Advanced;
use drakkar_engine::seed::{DealSeed, Rng};

use super::*;

/// At every decision of some random games that `counts`.
fn assert_alike<V: Variant>(game: &VikingsOf<V>, counts: impl Fn(&StateOf<V>) -> bool) {
    let opinion = Weights::default().judge(game);
    let (mut actions, mut tiles, mut ferries) = (Vec::new(), 0, 0);
    for deal in 0..40 {
        let mut state = game.state(&game.deal(DealSeed { seed: 3, deal }));
        let mut rng = Rng::from_seed(deal);
        while let Some(seat) = game.to_move(&state) {
            game.legal(&state, &mut actions);
            if counts(&state) {
                opinion.actions(game, &state, seat, &actions, &mut |action, value| {
                    let alone = opinion.value_after(game, &state, action, seat);
                    assert_eq!(value, alone, "{action} in\n{state:?}");
                    tiles += u32::from(matches!(action, Action::Tile { .. }));
                    let ferried = state.is(Phase::Boatswain) || state.is(Phase::Land);
                    ferries += u32::from(ferried && game.after_boatswains(&state).is_some());
                });
            }
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(tiles > 5_000 && ferries > 20, "{tiles} {ferries}");
}

/// Bids that are not judged would not have been chosen.
#[test]
fn the_bid_that_is_chosen_is_the_best_of_all() {
    let (mut actions, mut bids, mut left_out) = (Vec::new(), 0, 0);
    let advanced = |change: fn(&mut Weights)| {
        let mut weights = Weights::default();
        change(&mut weights);
        weights
    };
    let all = [
        Weights::default(),
        advanced(|weights| weights.gold_per_round = -1.0),
        advanced(|weights| weights.advanced.first = -5.0),
        advanced(|weights| weights.advanced.first = 50.0),
    ];
    for (number, weights) in all.iter().enumerate() {
        for deal in 0..10 {
            let game = VikingsOf::<Advanced>::preset("advanced", 2 + deal as usize % 3);
            let judge = weights.judge(&game);
            let mut state = game.state(&game.deal(DealSeed { seed: 6, deal }));
            let mut rng = Rng::from_seed(10 * number as u64 + deal);
            while let Some(seat) = game.to_move(&state) {
                game.legal(&state, &mut actions);
                if state.is(Phase::Bid) {
                    let [mut one, mut two] = [rng.clone(), rng.clone()];
                    let chosen =
                        judge.best(&game, &state, seat, &actions, |number| one.below(number));
                    let (mut best, mut favourite) = (actions[0], Favourite::NONE);
                    judge.actions(&game, &state, seat, &actions, &mut |action, value| {
                        left_out += u32::from(value < favourite.value.min(0.0));
                        if favourite.takes(value, |number| two.below(number)) {
                            best = action;
                        }
                    });
                    assert_eq!((chosen, &one), (best, &two), "{actions:?} in\n{state:?}");
                    bids += 1;
                }
                let action = game.random_legal(&state, &mut rng);
                game.apply_unchecked(&mut state, action, &mut ());
            }
        }
    }
    assert!(bids > 500 && left_out > 500, "{bids} {left_out}");
}

#[test]
fn judging_all_actions_at_once_gives_the_value_after_each() {
    for players in 2..=4 {
        assert_alike(&Vikings::base(players), |_| true);
        // The values of a purchase and of the auction are not those of the position after it.
        let advanced = VikingsOf::<Advanced>::preset("advanced", players);
        assert_alike(&advanced, |state| {
            state.is(Phase::Start)
                || state.is(Phase::Place)
                || state.is(Phase::Boatswain)
                || state.is(Phase::Land)
        });
    }
}
