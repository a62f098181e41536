//! Literal outputs: published results can be played again only as long as these stay as they are.

use super::table::{Table, deal, game};
use crate::game::Game;
use crate::seed::Rng;

/// Seed 7, deal 0.
const DEAL: &str = concat!(
    r#"{"stacks":["b[N[SSdcFad]","F][[G[c]]]][","db]b[[d][c]d","]][cb]]]aS[G","S[b[G][Na]]G","#,
    r#""]Fca[]][N[a]"],"#,
    r#""bag":["GGGGSNNWWBBB","FFFGGNNWWBBB","FFGSNNNNWWBB","FFFGGSSNNWWB","FFGGSSNNWWWB","#,
    r#""FFFGSSSNWWBB"],"bonus":[]}"#,
);

#[test]
fn s4_one_deal_is_pinned() {
    for players in 2..=4 {
        let dealt = deal(&game(players, &[]).unwrap(), 0);
        assert_eq!(serde_json::to_string(&dealt).unwrap(), DEAL);
    }
}

#[test]
fn random_games_of_that_deal_are_pinned() {
    // Number of decisions and (gold, glory) of every seat, decision by decision; the same played
    // out in one piece, which draws differently.
    let mut found = Vec::new();
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        let mut table = Table::dealt(game.clone(), &deal(&game, 0));
        let (mut rng, mut decisions) = (Rng::from_seed(1), 0);
        while table.mover().is_some() {
            table.play_any(&mut rng);
            decisions += 1;
        }
        let mut fused = Table::dealt(game.clone(), &deal(&game, 0));
        game.playout(&mut fused.state, &mut Rng::from_seed(1));
        let purses = |table: &Table| (0..players).map(|seat| table.purse(seat)).collect::<Vec<_>>();
        found.push((decisions, purses(&table), purses(&fused)));
    }
    let expected = [
        (173, vec![(1, 27), (0, 13)], vec![(0, 20), (0, 35)]),
        (179, vec![(4, 25), (3, 9), (4, 4)], vec![(3, 16), (2, 17), (3, 6)]),
        (176, vec![(1, 9), (1, 17), (0, 0), (3, 9)], vec![(3, 0), (0, 14), (0, 0), (1, 11)]),
    ];
    assert_eq!(found, expected);
}
