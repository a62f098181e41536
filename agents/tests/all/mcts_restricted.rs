//! Searches with forbidden actions, where the correct result is known; and searches with a limit in
//! time.

use std::time::{Duration, Instant};

use drakkar_agents::agent::{Agent, Log};
use drakkar_agents::heuristic::connect_four;
use drakkar_agents::mcts::{Budget, MAX_NODES, Mcts, Rollout, RootChild, Settings};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

use crate::tree_game::{AsWritten, Choice, TreeGame, game};

fn plain(iterations: u32) -> Settings {
    Settings::uct(iterations)
}

fn greedy(iterations: u32, rollout_epsilon: f64) -> Settings {
    Settings { rollout: Rollout::Greedy, rollout_epsilon, ..plain(iterations) }
}

/// The choice of a search of at most `max_nodes` nodes with forbidden actions in the first position
/// of `game`, its findings about every action, and its counts.
fn think(
    settings: Settings,
    forbid: Option<&str>,
    game: &TreeGame,
    max_nodes: usize,
) -> (Choice, Vec<RootChild>, Log) {
    let mut agent = Mcts::with_max_nodes(settings, AsWritten {}, game, max_nodes)
        .with_restriction(forbid.map(|text| text.parse().unwrap()));
    let action = agent.choose(&game.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
    (action, agent.root_children(), agent.take_log())
}

#[test]
fn other_seats_are_not_restricted() {
    let reply = game("reply");
    for settings in
        [plain(20_000), Settings { widening: 3.0, ..plain(20_000) }, greedy(20_000, 0.1)]
    {
        let (action, children, log) = think(settings, Some("2"), &reply, MAX_NODES);
        // It would be a sure win if seat 1 kept the restriction too.
        assert_eq!(action, Choice(1));
        assert!(children[0].mean < 0.2, "{children:?}");
        assert_eq!((children[1].mean, children[2].visits), (0.5, 0));
        assert_eq!(log, Log { iterations: 20_000, restricted: 1, void: 0 });
    }
    // The same in rollouts: a third of random replies, all greedy ones.
    let mean = |settings| think(settings, Some("2"), &reply, 0).1[0].mean;
    assert!((mean(plain(20_000)) - 2.0 / 3.0).abs() < 0.02);
    assert_eq!(mean(greedy(1000, 0.0)), 0.0);
}

#[test]
fn the_own_seat_is_restricted_in_the_tree_and_in_rollouts() {
    let own = game("own");
    for settings in [plain(500), Settings { widening: 3.0, ..plain(500) }, greedy(500, 0.3)] {
        for max_nodes in [MAX_NODES, 0] {
            let (action, children, _) = think(settings, None, &own, max_nodes);
            // Without a tree, random play expects the two to be lost in two of three cases.
            let sees = max_nodes > 0 || settings.rollout != Rollout::Random;
            assert_eq!([Choice(0), Choice(2)].contains(&action), sees, "{children:?}");

            let (action, children, log) = think(settings, Some("2"), &own, max_nodes);
            assert!([Choice(1), Choice(3)].contains(&action), "{children:?}");
            assert_eq!(children[0].mean, 0.0, "{children:?}");
            assert_eq!((children[1].mean, children[2].visits), (0.5, 0), "{children:?}");
            assert_eq!(log, Log { iterations: 500, restricted: 1, void: 0 });

            // If nothing else is left during the search, the restriction is void there, and not
            // counted.
            let (action, children, log) = think(settings, Some("0 | 3"), &own, max_nodes);
            assert_eq!((children[0].visits, children[3].visits), (0, 0), "{children:?}");
            assert_eq!(children[1].mean, 0.5, "{children:?}");
            assert!(action == Choice(2) || !sees, "{children:?}");
            assert_eq!(log, Log { iterations: 500, restricted: 1, void: 0 });
        }
    }
}

#[test]
fn a_void_restriction_forbids_nothing() {
    let own = game("own");
    for forbid in ["*", "0 | 1 | 2 | 3"] {
        let (action, children, log) = think(plain(3000), Some(forbid), &own, MAX_NODES);
        let (free_action, free_children, free_log) = think(plain(3000), None, &own, MAX_NODES);
        assert_eq!(log, Log { void: 1, ..free_log });
        assert!(children.iter().all(|child| child.visits > 0));
        assert!([Choice(0), Choice(2)].contains(&action) && [0, 2].contains(&free_action.0));
        for (child, free) in children.iter().zip(free_children) {
            assert!((child.mean - free.mean).abs() < 0.1, "{child:?} {free:?}");
        }
    }
}

#[test]
fn what_is_left_alone_needs_no_thought() {
    let (action, children, log) = think(plain(100), Some("0 | 1 | 3"), &game("own"), MAX_NODES);
    assert_eq!((action, children.len()), (Choice(2), 0));
    assert_eq!(log, Log { iterations: 0, restricted: 1, void: 0 });
    // A single legal action that is forbidden is one decision with a void restriction.
    let (action, _, log) = think(plain(100), Some("0"), &game("one_way"), MAX_NODES);
    assert_eq!((action, log), (Choice(0), Log { iterations: 0, restricted: 0, void: 1 }));
}

#[test]
fn widening_considers_what_is_left_in_the_order_of_the_heuristic() {
    let ranked = game("ranked");
    for (forbid, order) in [
        ("9", &[4, 1, 3, 0, 2][..]),
        ("4", &[1, 3, 0, 2]),
        ("1 | 0", &[4, 3, 2]),
        ("2 | 3", &[4, 1, 0]),
        ("* *", &[4, 1, 3, 0, 2]),
    ] {
        for (iterations, width) in [(1, 1), (2, 1), (3, 2), (6, 3), (50, 5)] {
            // sqrt of the visits before the last iteration, rounded up.
            let settings = Settings { widening: 1.0, ..plain(iterations) };
            let (action, children, _) = think(settings, Some(forbid), &ranked, MAX_NODES);
            let considered: Vec<usize> = (0..5).filter(|&k| children[k].visits > 0).collect();
            let mut expected = order[..order.len().min(width)].to_vec();
            expected.sort_unstable();
            assert_eq!(considered, expected, "{forbid} {iterations}");
            assert_eq!(action, Choice(order[0] as u32));
        }
    }
}

#[test]
fn time_is_spent_and_iterations_are_counted() {
    let game = ConnectFour::default();
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let view = game.view(&state, Seat::new(0));
    for forbid in [None, Some("drop 4".parse().unwrap())] {
        let settings = Settings { budget: Budget::Milliseconds(15), ..Settings::default() };
        let mut agent = Mcts::new(settings, connect_four::Weights::default(), &game)
            .with_restriction(forbid.clone());
        let start = Instant::now();
        let action = agent.choose(&view, &mut Rng::from_seed(1)).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(15));
        assert!(game.is_legal(&state, action));
        let visits: u64 = agent.root_children().iter().map(|child| u64::from(child.visits)).sum();
        let restricted = u64::from(forbid.is_some());
        assert_eq!(agent.take_log(), Log { iterations: visits, restricted, void: 0 });
        assert!(visits >= 1);
        assert_eq!(agent.root_children()[3].visits == 0, forbid.is_some());
        assert_eq!(agent.take_log(), Log::default());
    }
}
