//! Literal outputs: published results can be played again only as long as these stay as they are.

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::seed::Rng;

/// Seed 7, deal 0, without the order.
const DEAL: &str = "?";

#[test]
fn l1_one_deal_is_pinned() {
    for (players, order) in [(2, "[0,1]"), (3, "[0,1,2]"), (4, "[0,1,2,3]")] {
        let dealt = seeded(&game(players, &[]).unwrap(), 0);
        let expected = format!("{DEAL}{order}}}");
        assert_eq!(serde_json::to_string(&dealt).unwrap(), expected);
    }
}

#[test]
fn random_games_of_that_deal_are_pinned() {
    // Number of decisions and score of every seat, decision by decision; the same played out in one
    // piece, which draws differently.
    let mut found = Vec::new();
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        let mut table = Table::dealt(game.clone(), &seeded(&game, 0));
        let (mut rng, mut decisions) = (Rng::from_seed(1), 0);
        while table.mover().is_some() {
            table.play_any(&mut rng);
            decisions += 1;
        }
        let mut fused = Table::dealt(game.clone(), &seeded(&game, 0));
        game.playout(&mut fused.state, &mut Rng::from_seed(1));
        found.push((decisions, table.score(), table.state.market, fused.score()));
    }
    let expected: [(i32, Vec<i32>, [u16; 3], Vec<i32>); 0] = [];
    assert_eq!(found, expected);
}
