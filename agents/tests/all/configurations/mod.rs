//! The search configurations that are compared with known values.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Heuristic;
use drakkar_agents::mcts::{
    Backup, Budget, Mcts, Reveals, Rollout, Root, RootChild, Selection, Settings, Truncation,
};
use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

/// A search configuration.
pub(crate) struct Configuration {
    pub(crate) name: &'static str,
    /// The kinds that `only` and `not` of a tree file refer to; end positions do not use them.
    #[allow(dead_code)]
    pub(crate) kinds: &'static [&'static str],
    /// The change from plain UCT.
    settings: fn(Settings) -> Settings,
    /// What its seat must not choose.
    forbid: Option<&'static str>,
}

const MAXN: &[&str] = &["maxn"];
const WIDENING: &[&str] = &["maxn", "widening"];
const MAST: &[&str] = &["maxn", "mast"];
const CROSSING: &[&str] = &["maxn", "cross"];
const HALVING: &[&str] = &["maxn", "halving"];
const SOLVING: &[&str] = &["maxn", "solving"];
const PARANOID: &[&str] = &["paranoid"];

/// All of them; `plain` has no change. Every one is tested on every tree and every end position.
pub(crate) const CONFIGURATIONS: &[Configuration] = &[
    Configuration { name: "plain", kinds: MAXN, settings: |plain| plain, forbid: None },
    Configuration { name: "bold", kinds: MAXN, settings: bold, forbid: None },
    Configuration { name: "greedy", kinds: MAXN, settings: greedy, forbid: None },
    Configuration { name: "cut off", kinds: MAXN, settings: truncated, forbid: None },
    Configuration { name: "widening", kinds: WIDENING, settings: widening, forbid: None },
    Configuration {
        name: "defaults but for the margin",
        kinds: MAXN,
        settings: defaults,
        forbid: None,
    },
    Configuration { name: "puct", kinds: MAXN, settings: puct, forbid: None },
    Configuration { name: "urgent", kinds: MAXN, settings: urgent, forbid: None },
    Configuration { name: "biased", kinds: MAXN, settings: biased, forbid: None },
    Configuration { name: "mast", kinds: MAST, settings: mast, forbid: None },
    Configuration { name: "crossing", kinds: CROSSING, settings: crossing, forbid: None },
    Configuration { name: "halving", kinds: HALVING, settings: halving, forbid: None },
    Configuration { name: "solving", kinds: SOLVING, settings: solving, forbid: None },
    Configuration { name: "paranoid", kinds: PARANOID, settings: paranoid, forbid: None },
    // Nothing is forbidden, but the search checks.
    Configuration { name: "restricted", kinds: MAXN, settings: |plain| plain, forbid: Some("no") },
];

fn bold(plain: Settings) -> Settings {
    Settings { exploration: 0.7, ..plain }
}

fn greedy(plain: Settings) -> Settings {
    Settings { rollout: Rollout::Greedy, rollout_epsilon: 0.1, ..plain }
}

fn truncated(plain: Settings) -> Settings {
    Settings { truncation: Truncation::Decisions(1), ..greedy(plain) }
}

fn widening(plain: Settings) -> Settings {
    Settings { widening: 1.0, ..plain }
}

/// Without a part of the margin in values, which would not be win shares then.
fn defaults(plain: Settings) -> Settings {
    let Budget::Iterations(iterations) = plain.budget else { panic!("a budget in iterations") };
    let defaults = Settings { early_stop: false, score_weight: 0.0, ..Settings::default() };
    defaults.with_iterations(iterations).unwrap()
}

fn puct(plain: Settings) -> Settings {
    Settings { selection: Selection::Puct, ..plain }
}

fn urgent(plain: Settings) -> Settings {
    Settings { fpu: Some(0.0), ..puct(plain) }
}

fn biased(plain: Settings) -> Settings {
    Settings { progressive_bias: 0.5, ..plain }
}

fn mast(plain: Settings) -> Settings {
    Settings { rollout: Rollout::Mast, rollout_epsilon: 0.2, ..plain }
}

fn crossing(plain: Settings) -> Settings {
    Settings { truncation: Truncation::Scoring, reveals: Reveals::Cross, ..plain }
}

fn halving(plain: Settings) -> Settings {
    Settings { root: Root::Halving, ..plain }
}

fn solving(plain: Settings) -> Settings {
    Settings { endgame: 10_000, ..plain }
}

fn paranoid(plain: Settings) -> Settings {
    Settings { backup: Backup::Paranoid, ..plain }
}

impl Configuration {
    /// The choice in `state` and the search's findings about every action.
    pub(crate) fn think<G: Game + 'static, H: Heuristic<G> + 'static>(
        &self,
        game: &G,
        heuristic: H,
        state: &G::State,
        iterations: u32,
    ) -> (G::Action, Vec<RootChild>) {
        let settings = (self.settings)(Settings::uct(iterations));
        let mut agent = Mcts::new(settings, heuristic, game)
            .with_restriction(self.forbid.map(|text| text.parse().unwrap()));
        let seat = game.to_move(state).unwrap();
        let choice = agent.choose(&game.view(state, seat), &mut Rng::from_seed(5)).unwrap();
        (choice, agent.root_children())
    }
}
