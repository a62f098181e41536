//! Who ranks the actions of a decision in the tree.

use std::sync::Arc;

use drakkar_agents::agent::Agent;
use drakkar_agents::mcts::{Mcts, PriorBy, Selection, Settings};
use drakkar_agents::net::Evaluator;
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use crate::made_net;
use crate::tree_game::read::read_text;
use crate::tree_game::{AsWritten, TreeGame};

/// Seat 0 goes on, and then chooses in secret; the heuristic expects the wrong choice to be good.
const SECRET: &str = "\
players 2
iterations 2
tolerance 0.1
position root seat 0 next on out
position on   seat 0 secret 0 1 next good bad
position good seat 1 values -1 1 next won
position bad  seat 1 values 1 -1 next lost
position out  end 1
position won  end 0
position lost end 1
think root best 0 value 1 0
";

/// The means of the first choice after two iterations, both of which begin with it: a rollout, the same whoever
/// ranks actions, and the best of the secret choices by the prior.
#[test]
fn below_the_root_secret_choices_have_the_prior_that_the_settings_ask_for() {
    let game = read_text("secret.txt", SECRET).unwrap().game;
    // The net expects the opposite of the heuristic's values.
    let weight = |name: &str, output| match (name, output) {
        ("0.value", 0) | ("1.value", 1) => -2,
        _ => 0,
    };
    let net = Arc::new(made_net::net::<TreeGame, AsWritten>(&game, "tree", weight));
    let mean = |prior: PriorBy| {
        let settings = Settings { selection: Selection::Puct, ..Settings::uct(2) };
        // Actions that look bad need not be tried.
        let settings = Settings { fpu: Some(0.0), ..settings };
        let net = Some(Evaluator::new(Arc::clone(&net), &game).unwrap());
        let mut agent =
            Mcts::new(Settings { prior, ..settings }, AsWritten {}, &game).with_net(net);
        agent.choose(&game.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
        let [on, out] = agent.root_children()[..] else { panic!("two choices") };
        assert_eq!((on.visits, out.visits), (2, 0), "{prior:?}");
        on.mean
    };
    assert_eq!(mean(PriorBy::NetAtRoot), mean(PriorBy::Net) - 0.5);
}
