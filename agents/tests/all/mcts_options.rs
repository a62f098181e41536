//! Rollouts by the heuristic, rollouts that are cut off, and progressive widening, where the
//! correct result is known.

use drakkar_agents::agent::Agent;
use drakkar_agents::mcts::{Mcts, Rollout, RootChild, Settings, Truncation};
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use crate::tree_game::{AsWritten, Choice, TreeGame, game};

fn plain(iterations: u32) -> Settings {
    Settings::uct(iterations)
}

/// The choice of a search with at most `max_nodes` nodes in the first position of `game`, and its
/// findings about every action.
fn think(settings: Settings, game: &TreeGame, max_nodes: usize) -> (Choice, Vec<RootChild>) {
    let mut agent = Mcts::with_max_nodes(settings, AsWritten {}, game, max_nodes);
    let action = agent.choose(&game.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
    (action, agent.root_children())
}

#[test]
fn rollouts_follow_the_heuristic_but_for_epsilon() {
    let chosen = game("chosen");
    // A tree that may not grow, so that seat 1 chooses only in rollouts.
    let value = |rollout, rollout_epsilon| {
        let settings = Settings { rollout, rollout_epsilon, ..plain(40_000) };
        think(settings, &chosen, 0).1.iter().map(|child| child.mean / 2.0).sum::<f64>()
    };
    assert_eq!(value(Rollout::Greedy, 0.0), 0.0);
    // Seat 0 wins half of the random choices; the standard error is at most 0.0025.
    for rollout_epsilon in [0.1, 0.5, 1.0] {
        let value = value(Rollout::Greedy, rollout_epsilon);
        assert!((value - rollout_epsilon / 2.0).abs() < 0.01, "{rollout_epsilon}: {value}");
    }
    assert!((value(Rollout::Random, 0.0) - 0.5).abs() < 0.01);
}

#[test]
fn a_rollout_cut_off_is_worth_the_estimate() {
    let misjudged = game("misjudged");
    // 1 / (1 + e^-1)
    const ODDS: f64 = 0.731_058_578_630_004_9;
    for truncation in [0, 1] {
        for rollout in [Rollout::Random, Rollout::Greedy] {
            let truncation = Truncation::Decisions(truncation);
            let settings = Settings { rollout, rollout_epsilon: 0.0, truncation, ..plain(40_000) };
            let (action, children) = think(settings, &misjudged, 0);
            assert_eq!(action, Choice(0));
            // Rounding to sixtieths at random: at most 1/120 off, and 100 visits at least.
            assert!((children[0].mean - ODDS).abs() < 0.001, "{truncation:?}: {children:?}");
            assert!(
                (children[1].mean - (1.0 - ODDS)).abs() < 0.004,
                "{truncation:?}: {children:?}"
            );
        }
    }
    // Two decisions reach the end, whose result counts instead of the heuristic's estimate.
    for truncation in [Truncation::Decisions(2), Truncation::Decisions(1000), Truncation::Never] {
        let settings = Settings { truncation, ..plain(1000) };
        let (action, children) = think(settings, &misjudged, 0);
        assert_eq!((action, children[0].mean, children[1].mean), (Choice(1), 0.0, 1.0));
    }
}

#[test]
fn a_node_considers_as_many_actions_as_its_visits_allow_the_best_liked_first() {
    let wide = game("wide");
    let order: Vec<usize> = {
        let first = [20, 7, 31, 39];
        first.into_iter().chain((0..40).filter(|k| !first.contains(k))).collect()
    };
    for widen in [0.1, 0.5, 1.0, 3.0] {
        for iterations in [1, 2, 3, 5, 17, 100, 101, 400, 2000] {
            let settings = Settings { widening: widen, ..plain(iterations) };
            let (action, children) = think(settings, &wide, 1000);
            // The last iteration found one visit less, and each tries one action at most.
            let width = (widen * f64::from(iterations - 1).sqrt()).ceil().clamp(1.0, 40.0);
            let width = width.min(f64::from(iterations));
            for (place, &action) in order.iter().enumerate() {
                let considered = children[action].visits > 0;
                assert_eq!(considered, place < width as usize, "{widen} {iterations} {action}");
            }
            // All win, so the one with the highest heuristic value has been tried longest.
            assert_eq!(action, Choice(20));
            assert_eq!(children.iter().map(|child| child.visits).sum::<u32>(), iterations);
        }
    }
}

#[test]
fn without_widening_all_are_tried_in_random_order() {
    let (_, children) = think(plain(20), &game("wide"), 1000);
    assert_eq!(children.iter().filter(|child| child.visits == 1).count(), 20);
    assert!(children[20..].iter().any(|child| child.visits == 1), "{children:?}");
    assert!(children[..20].iter().any(|child| child.visits == 0), "{children:?}");
}

#[test]
fn widening_finds_what_the_heuristic_does_not_like() {
    let hidden = game("one_in_forty");
    let choice =
        |iterations| think(Settings { widening: 1.0, ..plain(iterations) }, &hidden, 1000).0;
    // The 40th is considered after more than 39^2 = 1521 visits.
    assert_ne!(choice(1500), Choice(12));
    assert_eq!(choice(5000), Choice(12));
}
