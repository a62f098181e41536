use drakkar_engine::games::vikings::variant::Advanced;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, Rng};

use super::prospects::TileWorths;
use super::tile_worths::{RAISING, place};
use super::*;
use crate::heuristic::choice::best_blind;

/// Plays random games, decision by decision.
fn positions<V: Variant>(
    game: &VikingsOf<V>,
    deals: u64,
    mut look: impl FnMut(&StateOf<V>, Seat, &[Action], &Rng),
) {
    let mut actions = Vec::new();
    for deal in 0..deals {
        let mut state = game.state(&game.deal(DealSeed { seed: 3, deal }));
        let mut rng = Rng::from_seed(deal);
        while let Some(seat) = game.to_move(&state) {
            game.legal(&state, &mut actions);
            look(&state, seat, &actions, &rng);
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
}

/// The advanced rules with several bonus tiles of a kind, of other values.
fn many_tiles(players: usize) -> AdvancedVikings {
    let set =
        ["noble1.count=3", "noble1.value=2", "scout1.count=3", "gold3.count=2", "food3.count=2"];
    let set = set.map(|key| format!("bonus.{key}"));
    let preset = AdvancedVikings::presets().iter().find(|preset| preset.name == "advanced");
    let toml = rules::set(preset.unwrap().toml, &set).unwrap();
    Recorded::new(AdvancedVikings::read_toml(&toml).unwrap(), players).unwrap()
}

/// At every decision of some random games that `counts`.
fn assert_alike<V: Variant>(game: &VikingsOf<V>, counts: impl Fn(&StateOf<V>) -> bool) {
    let opinion = Weights::default().judge(game);
    let (mut tiles, mut ferries) = (0, 0);
    positions(game, 40, |state, seat, actions, _| {
        if counts(state) {
            opinion.actions(game, state, seat, actions, &mut |action, value| {
                let alone = opinion.value_after(game, state, action, seat);
                assert_eq!(value, alone, "{action} in\n{state:?}");
                tiles += u32::from(matches!(action, Action::Tile { .. }));
                let ferried = state.is(Phase::Boatswain) || state.is(Phase::Land);
                ferries += u32::from(ferried && game.after_boatswains(state).is_some());
            });
        }
    });
    assert!(tiles > 5_000 && ferries > 20, "{tiles} {ferries}");
}

/// The choice is that of a drawn state, and the generator stands where the draw leaves it if equal actions needed it.
fn assert_open<V: Variant>(game: &VikingsOf<V>) {
    let judge = Weights::default().judge(game);
    let (mut drew, mut ends) = (0, 0);
    positions(game, 12, |state, seat, actions, rng| {
        let view = game.view(state, seat);
        let [mut one, mut two] = [rng.clone(), rng.clone()];
        let drawn = view.draw(&mut two);
        let values = |state| {
            let mut values = Vec::new();
            judge.actions(game, state, seat, actions, &mut |_, value| values.push(value.to_bits()));
            values
        };
        assert_eq!(values(state), values(&drawn), "{state:?}");
        assert_eq!(values(state), values(&view.table().alone()), "{state:?}");
        let mut equal = 0;
        let expected = judge.best(game, &drawn, seat, actions, |number| {
            equal += 1;
            two.below(number)
        });
        assert_eq!(best_blind(&judge, &view, actions, &mut one), Some(expected), "{state:?}");
        assert_eq!(&one, if equal > 0 { &two } else { rng });
        drew += u32::from(equal > 0);
        ends += u32::from(state.purchases() + 1 >= LOTS);
    });
    assert!(drew > 20 && ends > 50, "{drew} {ends}");
}

#[test]
fn what_is_to_come_is_not_looked_at() {
    for players in 2..=4 {
        assert_open(&Vikings::base(players));
        assert_open(&VikingsOf::<Advanced>::preset("advanced", players));
        assert_open(&many_tiles(players));
    }
}

#[test]
fn sets_of_bonus_tiles_have_places_of_their_own() {
    let bit = |set: usize, kind: usize| ((set >> kind & 1) as u64) << (4 * RAISING[kind] as u32);
    let places = (0..32).map(|set| place((0..RAISING.len()).map(|kind| bit(set, kind)).sum()));
    assert_eq!(places.collect::<std::collections::BTreeSet<_>>(), (0..32).collect());
}

#[test]
fn bonus_tiles_raise_what_is_known_as_much_as_they_do_one_by_one() {
    let (mut known, mut unknown) = (0, 0);
    for players in 2..=4 {
        let game = many_tiles(players);
        let judge = Weights::default().judge(&game);
        positions(&game, 30, |state, _, _, _| {
            for seat in Seat::all(players) {
                let usual = &judge.at[state.round() - 1][usize::from(state.has_scored(seat))];
                let tiles = state.tiles(seat);
                let Some(raised) = usual.raised::<Advanced>(tiles) else {
                    unknown += 1;
                    continue;
                };
                let mut fresh = usual.values.worths;
                usual.values.add_tiles(&mut fresh, &game, tiles);
                assert_eq!(raised.viking.map(f64::to_bits), fresh.viking.map(f64::to_bits));
                let bits = |worths: &TileWorths| worths.features.map(|four| four.map(f64::to_bits));
                assert_eq!(bits(raised), bits(&fresh), "{state:?}");
                known += u32::from(fresh.viking != usual.values.worths.viking);
            }
        });
    }
    assert!(known > 5_000 && unknown > 1_000, "{known} {unknown}");
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
