//! The tree search in positions with known values.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::{Heuristic, connect_four};
use drakkar_agents::mcts::{MAX_NODES, Mcts, RootChild, Settings, Truncation};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::{Action, ConnectFour, State};
use drakkar_engine::seed::{DealSeed, Rng};

use crate::tree_game::{AsWritten, Choice, TreeGame, game};

fn plain(iterations: u32) -> Settings {
    Settings::uct(iterations)
}

/// The choice in `state` and the findings of a new search with at most `max_nodes` nodes about
/// every action.
fn think_within<G: Game + 'static, H: Heuristic<G> + 'static>(
    max_nodes: usize,
    settings: Settings,
    heuristic: H,
    game: &G,
    state: &G::State,
) -> (G::Action, Vec<RootChild>) {
    let seat = game.to_move(state).unwrap();
    let mut agent = Mcts::with_max_nodes(settings, heuristic, game, max_nodes);
    let action = agent.choose(&game.view(state, seat), &mut Rng::from_seed(5)).unwrap();
    (action, agent.root_children())
}

/// The same in a game from a table, without a limit.
fn think(settings: Settings, game: &TreeGame, state: usize) -> (Choice, Vec<RootChild>) {
    think_within(MAX_NODES, settings, AsWritten {}, game, &state)
}

fn drops(columns: &[u8]) -> State {
    let game = ConnectFour::default();
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    for column in columns {
        game.apply(&mut state, Action::Drop { column: column - 1 }, &mut ()).unwrap();
    }
    state
}

#[test]
fn it_takes_a_win_and_stops_one() {
    for (columns, column) in [
        // The seat to move has three: upright, lying, in a gap, rising.
        (&[1, 2, 1, 2, 1, 2][..], 1),
        (&[1, 1, 2, 2, 3, 3], 4),
        (&[1, 1, 2, 2, 4, 4], 3),
        (&[1, 2, 2, 3, 3, 4, 3, 4, 4, 6], 4),
        // The other seat has three, upright and lying, and there is no win.
        (&[4, 1, 4, 1, 5, 1], 1),
        (&[1, 2, 1, 3, 7, 4], 5),
    ] {
        let position = drops(columns);
        let game = ConnectFour::default();
        for settings in
            [plain(2000), Settings { widening: 1.0, ..plain(2000) }, Settings::default()]
        {
            let heuristic = connect_four::Weights::default();
            let (action, children) = think_within(MAX_NODES, settings, heuristic, &game, &position);
            assert_eq!(action, Action::Drop { column: column - 1 }, "{columns:?}: {children:?}");
        }
    }
}

#[test]
fn visits_add_up_to_the_budget() {
    let game = ConnectFour::default();
    for iterations in [1, 3, 7, 1000] {
        let defaults = Settings {
            early_stop: false,
            ..Settings::default().with_iterations(iterations).unwrap()
        };
        for (settings, max_nodes) in [
            (plain(iterations), MAX_NODES),
            (defaults, MAX_NODES),
            (Settings { truncation: Truncation::Decisions(3), ..defaults }, MAX_NODES),
            // A tree that may not grow at all, and one that soon stops.
            (plain(iterations), 0),
            (plain(iterations), 100),
            (defaults, 100),
        ] {
            let (heuristic, state) = (connect_four::Weights::default(), drops(&[4, 4]));
            let (action, children) = think_within(max_nodes, settings, heuristic, &game, &state);
            assert!(game.is_legal(&drops(&[4, 4]), action));
            assert_eq!(children.iter().map(|child| child.visits).sum::<u32>(), iterations);
            assert!(children.iter().all(|child| (0.0..=1.0).contains(&child.mean)));
        }
    }
}

#[test]
fn a_single_action_needs_no_thought() {
    let (action, children) = think(plain(10), &game("one_way"), 0);
    assert_eq!((action, children.len()), (Choice(0), 0));
}

#[test]
fn values_approach_those_of_perfect_play() {
    let (action, children) = think(plain(20_000), &game("refuted"), 0);
    assert_eq!(action, Choice(1));
    assert_eq!(children[1].mean, 0.5);
    // Exploration continues, so the mean approaches the value 0 from above.
    assert!(children[0].mean < 0.2, "{children:?}");
    assert!(children[1].visits > 19_000, "{children:?}");
}

/// Logarithm, square root and generator are the same everywhere, so these are too.
#[test]
fn a_search_is_pinned() {
    let (_, children) = think(plain(10_000), &game("refuted"), 0);
    let wins = children.iter().map(|child| (child.visits, child.mean * f64::from(child.visits)));
    assert_eq!(wins.collect::<Vec<_>>(), [(79, 5.0), (9921, 4960.5)]);
}

#[test]
fn every_seat_seeks_its_own_win() {
    let (action, children) = think(plain(20_000), &game("own_interest"), 0);
    // 1/2 if seat 1 wants to win; 0, less than the sure 1/3, if it only wanted to harm seat 0.
    assert_eq!(action, Choice(0));
    assert!(children[0].mean > 0.48, "{children:?}");
    assert!((children[1].mean - 1.0 / 3.0).abs() < 1e-12, "{children:?}");
}

#[test]
fn a_secret_choice_stays_secret() {
    let game = game("pennies");
    for state in [0, 1, 2] {
        let (_, children) = think(plain(20_000), &game, state);
        // About 10,000 fair tosses each, standard error 0.005; seeing the penny would give 0 or 1.
        for child in children {
            assert!((child.mean - 0.5).abs() < 0.02, "{state}: {child:?}");
        }
    }
    let choices: Vec<Choice> = [1, 2].map(|state| think(plain(500), &game, state).0).into();
    assert_eq!(choices[0], choices[1]);
}

#[test]
fn the_tree_ends_where_hidden_things_are_shown() {
    // With assertions on, a tree that went on would stop at the differing numbers of choices.
    let (action, children) = think(plain(20_000), &game("revealed"), 0);
    assert_eq!((action, children[1].mean), (Choice(1), 1.0));
    // Random play from there on: 1/2 in one world, 2/3 in the other.
    let visits = f64::from(children[0].visits);
    let expected = (1.0 / 2.0 + 2.0 / 3.0) / 2.0;
    assert!((children[0].mean - expected).abs() < 4.0 * 0.5 / visits.sqrt(), "{children:?}");
}
