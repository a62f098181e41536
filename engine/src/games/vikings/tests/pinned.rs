//! Literal outputs: published results can be played again only as long as these stay as they are.

use super::table::{Table, deal, game};
use crate::game::Game;
use crate::seed::Rng;

/// Seed 7, deal 0.
const DEAL: &str = concat!(
    r#"{"stacks":["]]a]]bNN][][","acS[dbb[]c]S","][[ccFa]]]cd","]S[b]b[[G[GG","[]d[FFG]d[][","#,
    r#""Sa]]d[[]N[a]"],"#,
    r#""bag":["FFGGSSSSNWBB","FFGGGNNNNNNW","FFFGGNNWWWBB","FFGSSSNNWWBB","FFGGGSNWWBBB","#,
    r#""FFGGSSWWBBBB"],"bonus":[]}"#,
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
        (175, vec![(0, 17), (2, 42)], vec![(3, 20), (0, 22)]),
        (168, vec![(4, 2), (0, 33), (0, 3)], vec![(4, 7), (0, 38), (0, 0)]),
        (177, vec![(0, 0), (3, 17), (1, 14), (0, 0)], vec![(0, 0), (3, 0), (4, 11), (0, 0)]),
    ];
    assert_eq!(found, expected);
}
