//! What the heuristic of *Eketorp* prefers.

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::rule_set::RuleSet;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::DealSeed;

use super::*;
use crate::heuristic::choice::best;

fn start(players: usize, deal: u64) -> (Eketorp, State) {
    let game = Eketorp::queen2007(players);
    let state = game.state(&game.deal(DealSeed { seed: 4, deal }));
    (game, state)
}

fn values(game: &Eketorp, state: &State) -> Vec<(Action, f64)> {
    values_by(&Weights::default(), game, state)
}

fn values_by(weights: &Weights, game: &Eketorp, state: &State) -> Vec<(Action, f64)> {
    let (mut actions, mut values) = (Vec::new(), Vec::new());
    game.legal(state, &mut actions);
    let seat = game.to_move(state).unwrap();
    weights.judge(game).actions(game, state, seat, &actions, &mut |action, value| {
        values.push((action, value));
    });
    values
}

fn preferred(game: &Eketorp, state: &State, rng: &mut Rng) -> Action {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    let seat = game.to_move(state).unwrap();
    best(&Weights::default().judge(game), game, state, seat, &actions, rng)
}

fn play(game: &Eketorp, state: &mut State, texts: &[&str]) {
    for text in texts {
        game.apply(state, text.parse().unwrap(), &mut ()).unwrap();
    }
}

#[test]
fn the_first_named_set_is_the_default() {
    let (name, toml) = Weights::NAMED[0];
    assert_eq!(name, "manual-1");
    assert_eq!(Weights::from_toml(toml).unwrap(), Weights::default());
}

#[test]
fn vikings_go_where_there_is_something_to_bring_home() {
    let rng = &mut Rng::from_seed(1);
    let (mut spaces, mut all) = (0, 0);
    for deal in 0..40 {
        for players in 3..=6 {
            let (game, mut state) = start(players, deal);
            while state.phase == Phase::Place {
                if let action @ Action::Put { place } = preferred(&game, &state, rng) {
                    // Nobody has built anything yet, so there is nothing to loot.
                    assert!(place.is_space(), "{action}");
                    assert!(!state.stones[place.index()].is_empty(), "{action}");
                    spaces += 1;
                    play(&game, &mut state, &[&action.to_string()]);
                } else {
                    play(&game, &mut state, &["home"]);
                }
            }
            all += players as u32 * game.free_vikings(&state, Seat::new(0));
        }
    }
    assert!(spaces * 10 > all * 6, "{spaces} of {all}");
}

/// Where a choice needs no exact values, it is the same.
#[test]
fn the_action_with_the_highest_value_is_chosen() {
    let rng = &mut Rng::from_seed(6);
    let (mut swaps, mut actions) = ([0, 0], Vec::new());
    let usual = Weights::default();
    let all = [usual, Weights { card: 50.0, amulet: -3.0, rivalry: -1.0, ..usual }];
    for deal in 0..120 {
        let (game, mut state) = start(3 + deal as usize % 4, deal);
        let weights = &all[usize::from(deal >= 60)];
        while let Some(seat) = game.to_move(&state) {
            let values = values_by(weights, &game, &state);
            let highest = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
            game.legal(&state, &mut actions);
            let chosen = best(&weights.judge(&game), &game, &state, seat, &actions, rng);
            assert!(values.contains(&(chosen, highest)), "{chosen} of {values:?}");
            match chosen {
                Action::Swap => swaps[1] += 1,
                Action::Keep => swaps[0] += 1,
                _ => (),
            }
            let action = game.random_legal(&state, rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(swaps.iter().all(|&number| number > 5), "{swaps:?}");
}

#[test]
fn a_plan_does_not_look_at_what_the_others_have_sent() {
    let (game, state) = start(4, 1);
    let [mut one, mut two] = [state; 2];
    play(&game, &mut one, &["put A", "put A", "put 1C", "home"]);
    play(&game, &mut two, &["home"]);
    assert_ne!(one, two);
    assert_eq!(values(&game, &one), values(&game, &two));
}

#[test]
fn a_plan_is_carried_out_to_its_end() {
    // After each step the plan of the rest is the rest of the plan: nobody is sent elsewhere in the end.
    let rng = &mut Rng::from_seed(1);
    let (game, mut state) = start(3, 2);
    let seat = game.to_move(&state).unwrap();
    let judge = Weights::default().judge(&game);
    let places = game.places(seat);
    let plan = judge.see(&game, &state, |at| PlacementPlan::new(at, places, seat, 0));
    let planned: Vec<String> = plan.sent().map(|place| format!("put {place}")).collect();
    let mut sent = Vec::new();
    while game.to_move(&state) == Some(seat) && state.phase == Phase::Place {
        let action = preferred(&game, &state, rng);
        if action != Action::Home {
            sent.push(action.to_string());
        }
        game.apply_unchecked(&mut state, action, &mut ());
    }
    assert_eq!(sent, planned);
}

#[test]
fn guesses_are_placements_and_change_nothing_else() {
    let rng = &mut Rng::from_seed(2);
    let mut moved = 0;
    for deal in 0..50 {
        let (game, mut state) = start(5, deal);
        play(&game, &mut state, &["put B", "put E", "put 2R", "home", "put A", "home"]);
        let own = Seat::new(2);
        let drawn = game.view(&state, own).draw(rng);
        let mut guessed = drawn;
        Weights::default().judge(&game).guess(&game, &mut guessed, own, rng);
        for seat in Seat::all(5) {
            let sent = |state: &State| -> u32 {
                game.places(seat).iter().map(|&place| state.vikings_at(place, seat)).sum()
            };
            let placed = seat < own;
            assert_eq!(
                sent(&guessed) + u32::from(guessed[seat].home),
                game.free_vikings(&state, seat)
            );
            assert!(placed || sent(&guessed) == 0, "{seat}");
            moved += u32::from(sent(&guessed) != sent(&drawn));
        }
        // Without the placements it is the same state.
        for seat in Seat::all(2) {
            game.replace(&mut guessed, seat, std::iter::empty());
            let mut empty = drawn;
            Seat::all(2).for_each(|seat| game.replace(&mut empty, seat, std::iter::empty()));
            if seat == Seat::new(1) {
                assert_eq!(guessed, empty);
            }
        }
    }
    assert!(moved > 20, "{moved}");
}

#[test]
fn expected_loot_is_the_best_that_the_rules_offer() {
    let rng = &mut Rng::from_seed(3);
    let mut found = 0;
    for deal in 0..60 {
        let (game, mut state) = start(4, deal);
        let judge = Weights::default().judge(&game);
        while game.to_move(&state).is_some() {
            if state.phase == Phase::Loot {
                let offered = values(&game, &state);
                let best = offered.iter().map(|(_, value)| *value).fold(0.0, f64::max);
                let place = state.combat().place;
                let takings = judge.see(&game, &state, |at| at.best_loot(place));
                let expected = takings.at(state.duel.difference.into());
                assert!((best - expected).abs() < 1e-9, "{offered:?} {expected}");
                found += u32::from(best > 2.0);
            }
            let action = game.random_legal(&state, rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(found > 50, "{found}");
}

/// A game in which seat 0 besieges village 1 in round 2, with these cards.
fn siege(hands: [&str; 3], defended: bool) -> (Eketorp, State) {
    let toml = rules::set(Eketorp::presets()[0].toml, &["setup.redeal=false".to_owned()]).unwrap();
    let game = Eketorp::new(Eketorp::read_toml(&toml).unwrap() as RuleSet, 3).unwrap();
    let mut talon: Vec<char> = "123456".repeat(9).chars().collect();
    for card in hands.concat().chars() {
        let place = talon.iter().position(|&other| other == card).unwrap();
        talon.remove(place);
    }
    let talon: String = talon.into_iter().collect();
    let deal = serde_json::json!({
        "materials": (1..=12).collect::<Vec<_>>(), "hands": hands, "talon": talon,
    });
    let mut state = game.state(&game.read_deal(&deal).unwrap());
    // Seat 1 brings home two wood and a grass, and builds them on the walls before the catapult.
    play(&game, &mut state, &["home", "put A", "put B", "put B", "home", "home"]);
    while state.phase == Phase::Build {
        let action =
            if state[Seat::new(1)].walls[0].height() == 0 { "build g 1" } else { "build w 2" };
        play(&game, &mut state, &[action]);
    }
    let stay = if defended { vec!["home"] } else { vec!["put A"; 8] };
    play(&game, &mut state, &stay);
    play(&game, &mut state, &["home", "put 1C", "home"]);
    (game, state)
}

#[test]
fn a_high_card_goes_into_an_open_village_and_a_low_one_defends_nothing() {
    let (game, mut state) = siege(["1366", "1366", "1366"], false);
    let rng = &mut Rng::from_seed(4);
    assert_eq!(state.phase, Phase::AttackerSwap, "{}", game.text(&state, None));
    assert_eq!(preferred(&game, &state, rng), Action::Keep);
    play(&game, &mut state, &["keep", "keep"]);
    let played = preferred(&game, &state, rng);
    assert!(matches!(played, Action::Card { value: 3.. }), "{played}");
    game.apply_unchecked(&mut state, played, &mut ());
    // The owner's card counts nothing, and the besieger gets it.
    assert_eq!(preferred(&game, &state, rng), Action::Card { value: 1 });
}

#[test]
fn the_score_is_the_value_of_the_end() {
    let rng = &mut Rng::from_seed(5);
    let (game, mut state) = start(6, 0);
    game.playout(&mut state, rng);
    for seat in Seat::all(6) {
        let value = Weights::default().judge(&game).value(&game, &state, seat);
        assert_eq!(value, f64::from(game.outcome(&state).score[seat]));
    }
}

/// Random games of all presets and numbers of seats, decision by decision.
fn positions(mut look: impl FnMut(&Eketorp, &State, Seat, &mut Rng)) {
    let rng = &mut Rng::from_seed(12);
    for (players, deal) in (3..=6).flat_map(|players| (0..6).map(move |deal| (players, deal))) {
        let presets = Eketorp::presets();
        let rules = Eketorp::read_toml(presets[deal as usize % presets.len()].toml).unwrap();
        let game = Eketorp::new(rules, players).unwrap();
        let mut state = game.state(&game.deal(DealSeed { seed: 4, deal }));
        while let Some(seat) = game.to_move(&state) {
            look(&game, &state, seat, rng);
            let action = game.random_legal(&state, rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
}

#[test]
fn what_others_know_and_the_seat_to_move_does_not_is_not_looked_at() {
    positions(|game, state, seat, rng| {
        let mut drawn = game.draw(state, seat, rng);
        drawn.talon = state.talon;
        assert_eq!(values(game, &drawn), values(game, state), "{state:?}");
    });
}

#[test]
fn planned_placements_can_be_carried_out_and_are_complete() {
    let (mut placements, mut same) = (0, 0);
    positions(|game, state, seat, rng| {
        let mut planned = Vec::new();
        if !Weights::default().judge(game).plan(game, state, seat, &mut planned) {
            assert!(state.phase != Phase::Place && planned.is_empty());
            return;
        }
        placements += 1;
        same += usize::from(planned.last() == Some(&preferred(game, state, rng)));
        let mut next = *state;
        for action in planned.into_iter().rev() {
            assert_eq!((next.phase, game.to_move(&next)), (Phase::Place, Some(seat)));
            game.apply(&mut next, action, &mut ()).unwrap();
        }
        assert!(next.phase != Phase::Place || game.to_move(&next) != Some(seat));
    });
    // Where several first actions lose nothing, the choice is drawn.
    assert!(placements > 2000 && 100 * same > 95 * placements, "{same} of {placements}");
}
