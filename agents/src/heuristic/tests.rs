//! What heuristics promise of any game.

use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::DealSeed;

use super::choice::best_blind;
use super::*;

/// Plays random games. What the judge draws is judged as a full draw is. Wherever the judge claims that it looks at
/// nothing hidden, it must judge the blank state as it does a drawn one, and the choice must be the one that comes of a
/// draw; the generator, too, if equal actions needed it. Gives the number of such decisions, and of those with equal
/// actions.
fn looks_at_nothing_hidden<G: Playable>(game: &G, games: u64) -> [usize; 2] {
    // A new one each time, which remembers nothing.
    let judge = || <G::Heuristic as Default>::default().judge(game);
    let rng = &mut Rng::from_seed(8);
    let (mut actions, mut blind, mut drew) = (Vec::new(), 0, 0);
    for deal in 0..games {
        let mut state = game.state(&game.deal(DealSeed { seed: 4, deal }));
        while let Some(seat) = game.to_move(&state) {
            let view = game.view(&state, seat);
            let [mut drawing, mut other] = [rng.clone(), rng.clone()];
            let (blank, drawn) = (view.blank().unwrap(), view.draw(&mut drawing));
            // What is there is that of no other state that looks alike.
            assert_eq!(game.view(&drawn, seat).blank().unwrap(), blank);
            game.legal(&state, &mut actions);
            let values = |state| {
                let mut values = Vec::new();
                judge().actions(game, state, seat, &actions, &mut |_, value| {
                    values.push(value.to_bits())
                });
                values
            };
            let seen = judge().draw(&view, &mut other);
            assert_eq!((values(&seen), &other), (values(&drawn), &drawing));
            let is_blind = judge().is_blind(game, &blank);
            assert_eq!(judge().is_blind(game, &state), is_blind);
            if is_blind && actions.len() > 1 {
                assert_eq!(values(&blank), values(&drawn), "{actions:?} in {state:?}");
                assert_eq!(values(&state), values(&drawn), "{actions:?} in {state:?}");
                other = rng.clone();
                let mut equal = 0;
                let chosen = judge().best(game, &drawn, seat, &actions, |number| {
                    equal += 1;
                    drawing.below(number)
                });
                assert_eq!(best_blind(&judge(), &view, &actions, &mut other), Some(chosen));
                assert_eq!(&other, if equal > 0 { &drawing } else { &*rng });
                blind += 1;
                drew += usize::from(equal > 0);
            }
            let action = game.random_legal(&state, rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    [blind, drew]
}

#[test]
fn what_is_hidden_is_looked_at_in_placements_alone() {
    for players in 3..=6 {
        let [blind, drew] = looks_at_nothing_hidden(&Eketorp::queen2007(players), 8);
        assert!(blind > 300 && drew > 30 && drew < blind, "{players} seats: {blind} {drew}");
    }
}

#[test]
fn barrels_of_others_and_tokens_in_stacks_are_not_looked_at() {
    for players in 2..=4 {
        let set = ["warehouse_2.return=choice".to_owned()];
        let rules = rules::set(VikingsOnBoard::presets()[0].toml, &set).unwrap();
        let choice = VikingsOnBoard::read_toml(&rules).unwrap();
        for game in [VikingsOnBoard::base(players), Recorded::new(choice, players).unwrap()] {
            let [blind, drew] = looks_at_nothing_hidden(&game, 10);
            assert!(blind > 500 && drew > 30 && drew < blind, "{players} seats: {blind} {drew}");
        }
    }
}
