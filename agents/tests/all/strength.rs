//! Agents that think longer win more.

use drakkar_agents::heuristic::Playable;
use drakkar_engine::recorded::Recorded;

use crate::every_game::{Expected, expected, game};
use crate::table::{blocks, mean};

/// Asserts that `strong` wins more than `least` of `deals` blocks against `weak` in all other
/// seats, by four standard errors. If all blocks are won, there is no error, so `deals` must be
/// large enough that an agent which wins `least` of its games wins all of them at most once in
/// 30,000 times.
fn beats<G: Playable>(game: &G, strong: &str, weak: &str, deals: u64, least: f64) {
    let mut specs = vec![weak; game.players()];
    specs[0] = strong;
    let blocks = blocks(game, &specs, deals);
    let (share, error) = mean(blocks.iter().map(|block| block[0]));
    println!("{strong} against {weak}: {share:.4} +- {error:.4}");
    let games = (1..=game.players() as u64).product::<u64>() * deals;
    assert!(share < 1.0 || least.powf(games as f64) < 1.0 / 30_000.0, "{games} games are too few");
    assert!(share - 4.0 * error > least, "{strong} against {weak}: {share} +- {error}");
}

/// Checks the expectations under the rules that this variant plays by, and removes them from the
/// list.
fn strengths<G: Recorded + Playable>(left: &mut Expected) {
    left.beats.retain(|entry| {
        let Some(game) = game::<G>(&entry.preset, &[], entry.players) else { return true };
        for (strong, weak, deals, least) in &entry.games {
            beats(&game, strong, weak, *deals, *least);
        }
        false
    });
}

/// A test for each game. The variant that supports every rule set takes what the others leave.
macro_rules! tests {
    ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {$(
        #[cfg(feature = $id)]
        #[test]
        fn $module() {
            let mut left = expected($id);
            assert!(!left.beats.is_empty());
            $(strengths::<drakkar_engine::games::$module::$part>(&mut left);)*
            strengths::<drakkar_engine::games::$module::$whole>(&mut left);
            assert!(left.beats.is_empty());
        }
    )*};
}
drakkar_engine::for_each_game!(tests);
