//! The agents and their options: printed by `drakkar list`, and used to read
//! [specifications](crate::spec). Options of searches are declared with [`Settings`].

pub(crate) mod option;

pub(crate) use option::{NONE, OptionValue, RANGE};
pub use option::{OptionInfo, Values};

use crate::mcts::settings::Settings;

/// One kind of agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// The first word of its specification.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
}

impl AgentInfo {
    /// Its options, in the order of lists.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionInfo> + use<> {
        let first = [&PLAIN, &PATIENCE].into_iter().chain(Settings::options());
        let last = [
            &PLAIN_EXPLORATION,
            &VALUE_TEMPERATURE,
            &VALUE,
            &WEIGHTS,
            &LOOKAHEAD,
            &EPSILON,
            &FORBID,
        ];
        let name = self.name;
        first.chain(last).filter(move |option| option.agents.contains(&name))
    }
}

pub(crate) const EXEC: &str = "exec";

/// All agents that play within this program.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo { name: "random", about: "plays every legal action with the same probability" },
    AgentInfo {
        name: "greedy",
        about: "looks one action ahead and takes the action that its game's heuristic rates highest",
    },
    AgentInfo {
        name: "flat",
        about: "flat Monte Carlo: tries every action equally often in rollouts, without a tree, and takes \
                the one with the best mean",
    },
    AgentInfo {
        name: "mcts",
        about: "Monte Carlo tree search over drawn states, helped by the game's heuristic, for any number \
                of seats",
    },
    AgentInfo {
        name: "uct",
        about: "short for mcts without a heuristic: UCB1, random rollouts to the end of the game",
    },
];

const OUTSIDE: &[AgentInfo] = &[
    AgentInfo {
        name: EXEC,
        about: "another program, exec:COMMAND, that answers lines of JSON over standard input and output; \
                its games count as irreproducible",
    },
    AgentInfo { name: "human", about: "a person at the terminal, only in drakkar play" },
];

/// All agents except registered ones.
pub fn all() -> impl Iterator<Item = &'static AgentInfo> {
    AGENTS.iter().chain(OUTSIDE)
}

pub(crate) fn find(name: &str) -> Option<&'static AgentInfo> {
    all().find(|agent| agent.name == name)
}

pub(crate) const PLAIN: OptionInfo = OptionInfo {
    key: "plain",
    agents: &["greedy", "mcts"],
    values: Values::Alone,
    default: NONE,
    about: "nothing is looked up; without it, mcts has the root, truncation, value and weights of the best known \
            search for the game, its rules, seats and the budget, and greedy the best known weights, except for \
            what is given",
};

pub(crate) const PATIENCE: OptionInfo = OptionInfo {
    key: "milliseconds",
    agents: &[EXEC],
    values: Values::Whole(1, 3_600_000),
    default: "10000",
    about: "time for each answer, including the start of the process for the first; the game fails after it",
};

/// What `exploration` is for `uct`.
const PLAIN_EXPLORATION: OptionInfo = OptionInfo {
    key: "exploration",
    agents: &["uct"],
    values: Values::Real(0.0, 100.0),
    default: "1.4",
    about: "factor of the exploration term of UCB1 (Kocsis, Szepesvári 2006); win shares run from 0 to 1",
};

pub(crate) const VALUE_TEMPERATURE: OptionInfo = OptionInfo {
    key: "value_temperature",
    agents: &["flat", "mcts"],
    values: Values::Rounds(0.01, 10_000.0),
    default: "that of the game's heuristic",
    about: "difference between the heuristic's values of two seats with which the one is estimated to win e \
            times as often as the other where rollouts are truncated, by round where the game tells rounds \
            apart (later ones have the last number); or the name of temperatures that come with the game, such as \
            fitted-1-base-2p; neither the prior nor score_weight nor own_score depends on it; not \
            with a net",
};

/// The word of `value` for the net that ships.
pub(crate) const NET: &str = "net";

pub(crate) const VALUE: OptionInfo = OptionInfo {
    key: "value",
    agents: &["greedy", "flat", "mcts"],
    values: Values::File,
    default: "none; of mcts without plain, the best known net",
    about: "file of a net, as drakkar learn writes it, or the name of one that comes with the game, such as \
            net-1-base-2p, that predicts win shares: of the positions that \
            greedy chooses from, and where rollouts of a search are truncated; net is the one that comes with \
            the game for these rules and seats, and none is the heuristic (files of these names are ./net and \
            ./none)",
};

pub(crate) const WEIGHTS: OptionInfo = OptionInfo {
    key: "weights",
    agents: &["greedy", "flat", "mcts"],
    values: Values::File,
    default: "of greedy and mcts without plain, the best known; otherwise manual-1",
    about: "TOML file with weights of the heuristic, where missing ones keep their default; or the \
            name of a set of weights that comes with the game, such as manual-1",
};

pub(crate) const LOOKAHEAD: OptionInfo = OptionInfo {
    key: "lookahead",
    agents: &["greedy"],
    values: Values::Word(&["action", "turn"]),
    default: "action",
    about: "how far it looks ahead: the next action only, or the whole turn, including what it can do right \
            after its next action",
};

pub(crate) const EPSILON: OptionInfo = OptionInfo {
    key: "epsilon",
    agents: &["greedy", "flat", "mcts", "uct"],
    values: Values::RealOrRange(0.0, 1.0),
    default: "0",
    about: "probability that a decision is made at random, to play weaker; of a range, it is drawn evenly for \
            each seat of each game, as people play better on some days than on others",
};

pub(crate) const FORBID: OptionInfo = OptionInfo {
    key: "forbid",
    agents: &["random", "greedy", "flat", "mcts", "uct", EXEC],
    values: Values::Patterns,
    default: NONE,
    about: "action mask: actions that it must not choose, by the words of their text, where * stands for any words; \
            ignored in decisions in which every legal action is forbidden; a search assumes it for \
            its own seat only (restricted play: Jaffe and others 2012)",
};
