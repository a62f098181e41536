//! The game and the agents keep their promises, and the rules work as intended.

use drakkar::agents::player::Player;
use drakkar::engine::game::Game;
use drakkar::engine::recorded::Recorded;
use drakkar::engine::rules;
use drakkar::engine::seat::Seat;

use crate::game::{Action, Deal, Gems};
use crate::heuristic::Weights;

fn gems(changes: &[&str], players: usize) -> Gems {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let text = rules::set(Gems::presets()[0].toml, &changes).unwrap();
    Gems::new(Gems::read_toml(&text).unwrap(), players).unwrap()
}

#[test]
fn the_game_keeps_its_promises() {
    for players in 2..=4 {
        for changes in [&[][..], &["cards=8", "hand=2"], &["gem.opal.count=0", "gem.jade.value=9"]]
        {
            let checked = drakkar::engine::contract::check(&gems(changes, players), 40, 1);
            checked.unwrap_or_else(|breach| panic!("{changes:?}, {players} seats: {breach}"));
        }
    }
}

#[test]
fn agents_keep_their_promises() {
    for spec in ["random", "greedy", "mcts:iterations=10", "uct:iterations=10"] {
        let game = gems(&[], 3);
        let player = Player::build(&spec.parse().unwrap(), &game).unwrap();
        let checked = drakkar::agents::contract::check(&game, &player, 0..20);
        checked.unwrap_or_else(|breach| panic!("{spec}: {breach}"));
    }
    let checked = drakkar::agents::contract::check_draws(&gems(&[], 3), Weights::default(), 0..20);
    checked.unwrap_or_else(|unsteady| panic!("{unsteady}"));
}

#[test]
fn the_scene_has_all_that_is_drawn() {
    let game = gems(&["cards=8", "hand=2"], 2);
    let mut state = game.state(&Deal { deck: vec![6, 2, 5, 3, 1, 8, 4, 7] });
    game.apply(&mut state, Action::Play(6), &mut ()).unwrap();
    let scene = game.scene(&state).unwrap();
    let drawing = include_str!("drawing.js");
    assert!(drawing.contains(&format!("DRAWINGS.set({},", scene["drawing"])));
    assert_eq!(scene["seats"][0]["card"], 6);
    assert_eq!(scene["seats"][0]["hand"], drakkar::serde_json::json!([2]));
    assert_eq!(scene["seats"][1]["card"], drakkar::serde_json::Value::Null);
}

#[test]
fn the_highest_card_takes_the_trick_and_a_gem_and_leads() {
    let game = gems(&["cards=8", "hand=2"], 3);
    let mut state = game.state(&Deal { deck: vec![6, 2, 5, 3, 1, 8, 4, 7] });
    for card in [6, 5, 8] {
        game.apply(&mut state, Action::Play(card), &mut ()).unwrap();
    }
    assert_eq!((game.to_move(&state), state.points), (Some(Seat::new(2)), [0, 0, 1, 0]));
    assert!(game.apply(&mut state, Action::Play(1), &mut ()).is_err());
    // An opal: 1 point, and one for the trick to come.
    game.apply(&mut state, "take opal".parse().unwrap(), &mut ()).unwrap();
    assert_eq!((game.to_move(&state), state.points), (Some(Seat::new(2)), [0, 0, 3, 0]));
    assert!(game.apply(&mut state, Action::Play(2), &mut ()).is_err());
}
