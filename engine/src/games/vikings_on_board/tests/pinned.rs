//! Literal outputs: published results can be played again only as long as these stay as they are.

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::seed::Rng;

/// Seed 7, deal 0, without the order.
const DEAL: &str = concat!(
    r#"{"ships":["G2B2R3","Y2R2B3","B1Y3G2","R2Y2G1","B1R3Y1","B3R1G1","G3B2Y3","Y1G3R1"],"#,
    r#""w1":"hgmhmmh","w2":"ghgmmghg","order":"#,
);

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
    let expected = [
        (192, vec![14, 19], [4, 4, 4], vec![18, 7]),
        (176, vec![8, 13, 24], [4, 4, 4], vec![12, 11, 10]),
        (199, vec![15, 23, 8, 16], [4, 4, 4], vec![12, 12, 15, 10]),
    ];
    assert_eq!(found, expected);
}
