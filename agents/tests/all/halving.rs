//! Sequential halving at the root.

use drakkar_agents::agent::Agent;
use drakkar_agents::mcts::{Budget, Mcts, Root, RootChild, Settings};
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use crate::tree_game::{AsWritten, Choice, TreeGame, game};

fn halving(iterations: u32) -> Settings {
    Settings { root: Root::Halving, ..Settings::uct(iterations) }
}

/// The choice in the first position of `game`, and the findings about every action.
fn think(settings: Settings, game: &TreeGame) -> (Choice, Vec<RootChild>) {
    let mut agent = Mcts::new(settings, AsWritten {}, game);
    let action = agent.choose(&game.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
    assert_eq!(u64::from(visits(&agent.root_children())), agent.take_log().iterations);
    (action, agent.root_children())
}

fn visits(children: &[RootChild]) -> u32 {
    children.iter().map(|child| child.visits).sum()
}

#[test]
fn iterations_are_split_evenly_among_rounds_and_spent_to_the_last() {
    let wide = game("wide");
    // All win, so the order of the heuristic decides.
    let order: Vec<usize> = {
        let first = [20, 7, 31, 39];
        first.into_iter().chain((0..40).filter(|k| !first.contains(k))).collect()
    };
    let visits_of = |iterations| {
        let (action, children) = think(halving(iterations), &wide);
        assert_eq!(action, Choice(20));
        assert_eq!(visits(&children), iterations);
        let mut visits: Vec<u32> = order.iter().map(|&k| children[k].visits).collect();
        while visits.last() == Some(&0) {
            visits.pop();
        }
        visits
    };
    // Four rounds of 16 each.
    assert_eq!(visits_of(64), [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
    // Rounds of 25 among 16, 8, 4 and 2; what is left over goes to the best.
    assert_eq!(visits_of(100), [26, 23, 11, 11, 5, 5, 5, 5, 2, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(visits_of(5), [3, 2]);
    assert_eq!(visits_of(1), [1]);
}

#[test]
fn the_better_one_wins_whatever_the_heuristic_thinks() {
    for iterations in [200, 1000] {
        let (action, children) = think(halving(iterations), &game("misjudged"));
        assert_eq!(action, Choice(1));
        assert!(children[1].mean > children[0].mean);
    }
}

#[test]
fn what_the_heuristic_likes_least_of_many_does_not_compete() {
    let (_, children) = think(halving(20_000), &game("one_in_forty"));
    assert_eq!(children.iter().filter(|child| child.visits > 0).count(), 16);
    assert_eq!(children[12].visits, 0);
}

#[test]
fn it_needs_iterations() {
    let message = "option `root`: halving needs a budget in iterations";
    for text in ["mcts:root=halving,decisions=9", "mcts:root=halving,milliseconds=9"] {
        let error = text.parse::<drakkar_agents::spec::Spec>().unwrap_err().to_string();
        assert_eq!(error, format!("agent `{text}`: {message}"));
    }
    assert!(Settings { budget: Budget::Decisions(9), ..halving(9) }.check().is_err());
    assert!(Settings { budget: Budget::Milliseconds(9), ..halving(9) }.check().is_err());
    let timed = Settings { budget: Budget::Milliseconds(9), ..Settings::uct(9) };
    assert!(Settings { root: Root::Halving, ..timed }.check().is_err());
}
