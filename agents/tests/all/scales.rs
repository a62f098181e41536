//! The scales of win shares that ship with games.

use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_agents::scale::Scale;
use drakkar_agents::spec::Spec;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

fn refusal<G: Playable>(text: &str, game: &G) -> String {
    Player::build(&text.parse().unwrap(), game).unwrap_err().to_string()
}

/// Every one can be named, has the text of its numbers, and says something about every round of its game.
fn check<G: Playable>(game: &G, presets: &[&str], rounds: usize) {
    let scales = <G::Heuristic as Heuristic<G>>::SCALES;
    let mut names: Vec<&str> = scales.iter().map(|(name, _)| *name).collect();
    for preset in presets {
        for players in 2..=4 {
            let cell = format!("fitted-1-{preset}-{players}p");
            names.retain(|name| *name != cell);
            let (name, text) = scales.iter().find(|(name, _)| *name == cell).unwrap();
            let scale: Scale = text.parse().unwrap();
            assert_eq!(scale.to_string(), *text, "{name}");
            assert_eq!(text.split('/').count(), rounds, "{name}");
            for round in 1..rounds {
                assert!(scale.at(round) <= scale.at(round - 1), "{name}: less certain later");
            }
            let spec: Spec = format!("mcts:value_temperature={name}").parse().unwrap();
            assert!(spec.to_string().contains(&format!(",value_temperature={name}")));
            assert!(Player::build(&spec, game).is_ok());
        }
    }
    assert!(names.is_empty(), "{names:?} are for no cell");
}

#[test]
fn every_cell_of_a_game_with_scales_has_one() {
    check(&Vikings::base(2), &["base", "advanced"], 6);
    check(&VikingsOnBoard::base(2), &["base"], 1);
}

#[test]
fn a_name_that_the_game_does_not_have_is_refused() {
    let error = refusal("mcts:value_temperature=fitted-1-base-5p", &Vikings::base(2));
    let end = "option `value_temperature`: the game has no scale `fitted-1-base-5p`; did you mean `fitted-1-base-2p`?";
    assert!(error.ends_with(end), "{error}");
    let error = refusal("flat:value_temperature=fitted-1-base-2p", &ConnectFour::default());
    assert!(
        error.ends_with("option `value_temperature`: the game has no scale `fitted-1-base-2p`"),
        "{error}"
    );
}
