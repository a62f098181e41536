//! The agents and their options: printed by `drakkar list`, and used to read
//! [specifications](crate::spec).

mod option;

pub(crate) use option::{NONE, OptionValue, RANGE};
pub use option::{OptionInfo, Values};

/// One kind of agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// The first word of its specification.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// Its options, in the order in which a specification prints them.
    pub options: &'static [OptionInfo],
}

/// The two words of a switch.
pub(crate) const SWITCH: [&str; 2] = ["yes", "no"];

/// Name of the agent that is another program.
pub(crate) const EXEC: &str = "exec";

/// All agents that play within this program.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        about: "plays every legal action with the same probability",
        options: &[FORBID],
    },
    AgentInfo {
        name: "greedy",
        about: "looks one action ahead and takes the action that its game's heuristic rates highest",
        options: &[PLAIN, VALUE, WEIGHTS, LOOK, STRAY, FORBID],
    },
    AgentInfo {
        name: "flat",
        about: "flat Monte Carlo: tries every action equally often in roll-outs, without a tree, and takes \
                the one with the best mean",
        options: &[
            ITERATIONS,
            DECISIONS,
            MILLISECONDS,
            SCORE_WEIGHT,
            POINTS,
            ROLLOUT,
            EPSILON,
            CUTOFF,
            SCALE,
            VALUE,
            WEIGHTS,
            STRAY,
            FORBID,
        ],
    },
    AgentInfo {
        name: "mcts",
        about: "Monte Carlo tree search over drawn states, helped by the game's heuristic, for any number \
                of seats",
        options: &[
            PLAIN,
            ITERATIONS,
            DECISIONS,
            MILLISECONDS,
            EARLY,
            ROOT,
            SELECTION,
            EXPLORATION,
            PRIOR,
            TEMPERATURE,
            URGENCY,
            BIAS,
            WIDEN,
            BACKUP,
            SCORE_WEIGHT,
            POINTS,
            ROLLOUT,
            EPSILON,
            CUTOFF,
            REUSE,
            EPOCHS,
            ENDGAME,
            SCALE,
            VALUE,
            WEIGHTS,
            STRAY,
            FORBID,
        ],
    },
    AgentInfo {
        name: "uct",
        about: "short for mcts without a heuristic: UCB1, random roll-outs to the end of the game",
        options: &[ITERATIONS, DECISIONS, MILLISECONDS, PLAIN_EXPLORATION, STRAY, FORBID],
    },
];

/// Agents that decide outside this program.
pub const OUTSIDE: &[AgentInfo] = &[
    AgentInfo {
        name: EXEC,
        about: "another program, exec:COMMAND, that answers lines of JSON over standard input and output; \
                its games count as irreproducible",
        options: &[PATIENCE, FORBID],
    },
    AgentInfo {
        name: "human",
        about: "a person at the terminal, only in drakkar play",
        options: &[],
    },
];

/// All agents except registered ones.
pub fn all() -> impl Iterator<Item = &'static AgentInfo> {
    AGENTS.iter().chain(OUTSIDE)
}

pub(crate) fn find(name: &str) -> Option<&'static AgentInfo> {
    all().find(|agent| agent.name == name)
}

pub(crate) const PATIENCE: OptionInfo = OptionInfo {
    key: "milliseconds",
    about: "time for each answer, including the start of the process for the first; the game fails after it",
    default: "10000",
    values: Values::Whole(1, 3_600_000),
};

pub(crate) const PLAIN: OptionInfo = OptionInfo {
    key: "plain",
    about: "nothing is looked up; without it, mcts has the root, cutoff, value and weights of the best known \
            search for the game, its rules, seats and the budget, and greedy the best known weights, except for \
            what is given",
    default: NONE,
    values: Values::Alone,
};

pub(crate) const FORBID: OptionInfo = OptionInfo {
    key: "forbid",
    about: "actions that it must not choose, by the words of their text, where * stands for any words; \
            ignored in decisions in which every legal action is forbidden; a search assumes it for \
            its own seat only (restricted play: Jaffe and others 2012)",
    default: NONE,
    values: Values::Patterns,
};

pub(crate) const STRAY: OptionInfo = OptionInfo {
    key: "stray",
    about: "probability that it makes a decision at random, to play weaker; of a range, it is drawn evenly for \
            each seat of each game, as people play better on some days than on others",
    default: "0",
    values: Values::RealOrRange(0.0, 1.0),
};

/// The word of `value` for the net that ships.
pub(crate) const NET: &str = "net";

pub(crate) const VALUE: OptionInfo = OptionInfo {
    key: "value",
    about: "file of a net, as drakkar learn writes it, or the name of one that comes with the game, such as \
            net-1-base-2p, that predicts win shares: of the positions that \
            greedy chooses from, and where roll-outs of a search are cut off; net is the one that comes with \
            the game for these rules and seats, and none is the heuristic (files of these names are ./net and \
            ./none)",
    default: "none; of mcts without plain, the best known net",
    values: Values::File,
};

pub(crate) const WEIGHTS: OptionInfo = OptionInfo {
    key: "weights",
    about: "TOML file with weights of the heuristic, where missing ones keep their default; or the \
            name of a set of weights that comes with the game, such as hand-1",
    default: "of greedy and mcts without plain, the best known; otherwise hand-1",
    values: Values::File,
};

pub(crate) const LOOK: OptionInfo = OptionInfo {
    key: "look",
    about: "how far it looks: the next action only, or the whole turn, including what it can do right \
            after its next action",
    default: "action",
    values: Values::Word(&["action", "turn"]),
};

pub(crate) const ITERATIONS: OptionInfo = OptionInfo {
    key: "iterations",
    about: "iterations per decision, each with one drawn state and one roll-out",
    default: "500",
    values: Values::Whole(1, 10_000_000),
};

pub(crate) const DECISIONS: OptionInfo = OptionInfo {
    key: "decisions",
    about: "limit of simulated decisions, in tree and roll-outs, instead of iterations",
    default: "none, iterations hold",
    values: Values::Whole(1, 1_000_000_000),
};

pub(crate) const MILLISECONDS: OptionInfo = OptionInfo {
    key: "milliseconds",
    about: "limit of time per decision instead of iterations, at least one iteration; the choices then \
            depend on the machine and cannot be reproduced",
    default: "none, iterations hold",
    values: Values::Whole(1, 3_600_000),
};

/// Options of searches of which only one can be given.
pub(crate) const BUDGET: [&OptionInfo; 3] = [&ITERATIONS, &DECISIONS, &MILLISECONDS];

pub(crate) const EARLY: OptionInfo = OptionInfo {
    key: "early",
    about: "whether it stops as soon as the rest of the budget cannot change the choice (early \
            termination: Baier, Winands 2012)",
    default: "yes",
    values: Values::Word(&SWITCH),
};

pub(crate) const ROOT: OptionInfo = OptionInfo {
    key: "root",
    about: "with which actions iterations begin: those of the rule of selection, or ever fewer of the up to \
            16 that the heuristic rates highest (sequential halving: Karnin and others 2013), for which \
            the budget must be in iterations; of mcts without plain, the default is the best known",
    default: "selection",
    values: Values::Word(&["selection", "halving"]),
};

pub(crate) const SELECTION: OptionInfo = OptionInfo {
    key: "selection",
    about: "rule of selection in the tree: ucb1 (Kocsis, Szepesvári 2006), counting availability where \
            something is hidden (Cowling and others 2012), or puct with a prior from the heuristic \
            (Rosin 2011; Silver and others 2017)",
    default: "puct",
    values: Values::Word(&["ucb1", "puct"]),
};

pub(crate) const EXPLORATION: OptionInfo = OptionInfo {
    key: "exploration",
    about: "factor of the exploration term of the rule of selection; values run from 0 to 1",
    default: "0.3",
    values: Values::Real(0.0, 100.0),
};

pub(crate) const PLAIN_EXPLORATION: OptionInfo = OptionInfo {
    key: EXPLORATION.key,
    about: "factor of the exploration term of UCB1 (Kocsis, Szepesvári 2006); win shares run from 0 to 1",
    default: "1.4",
    values: Values::Real(0.0, 100.0),
};

pub(crate) const PRIOR: OptionInfo = OptionInfo {
    key: "prior",
    about: "what ranks the actions before any is tried: the heuristic, or the win shares that the net expects \
            after them, everywhere (net) or only at the decision at hand (root)",
    default: "heuristic",
    values: Values::Word(&["heuristic", "root", "net"]),
};

pub(crate) const TEMPERATURE: OptionInfo = OptionInfo {
    key: "temperature",
    about: "difference between the heuristic's values of two actions with which the one has e times \
            the prior of the other, in units that the game's heuristic sets for priors; of a prior by the net, in \
            units of 0.2 of the logarithm of the win share; a twentieth of the prior is the same for all; only \
            if there is a prior",
    default: "0.2",
    values: Values::Real(0.001, 1000.0),
};

pub(crate) const URGENCY: OptionInfo = OptionInfo {
    key: "urgency",
    about: "first-play urgency (Gelly, Wang 2006): how much more a child without a visit is worth than \
            the mean of the others; none tries all of them first",
    default: "0",
    values: Values::RealOrNone(-1.0, 1.0),
};

pub(crate) const BIAS: OptionInfo = OptionInfo {
    key: "bias",
    about: "progressive bias: bias * prior / (1 + visits) is added to a child's value (Chaslot and others \
            2008); 0 for none",
    default: "0.3",
    values: Values::Real(0.0, 100.0),
};

pub(crate) const WIDEN: OptionInfo = OptionInfo {
    key: "widen",
    about: "progressive widening: a node with n visits considers the widen * sqrt(n) actions that the heuristic \
            rates highest (Coulom 2007); 0 considers all",
    default: "0",
    values: Values::Real(0.0, 1000.0),
};

pub(crate) const BACKUP: OptionInfo = OptionInfo {
    key: "backup",
    about: "what other seats are assumed to want: their own win (maxn: Luckhardt, Irani 1986) or that the \
            searching seat fares badly (paranoid: Sturtevant, Korf 2000)",
    default: "maxn",
    values: Values::Word(&["maxn", "paranoid"]),
};

pub(crate) const SCORE_WEIGHT: OptionInfo = OptionInfo {
    key: "score_weight",
    about: "part of a bounded function of the final margin in the value of a roll-out, the rest being the \
            win share (Pepels and others 2014)",
    default: "0.3",
    values: Values::Real(0.0, 1.0),
};

pub(crate) const POINTS: OptionInfo = OptionInfo {
    key: "points",
    about: "part of a bounded function of each seat's own final score in the value of a roll-out, whatever the \
            others score; the rest is as without it",
    default: "0",
    values: Values::Real(0.0, 1.0),
};

pub(crate) const ROLLOUT: OptionInfo = OptionInfo {
    key: "rollout",
    about: "how all seats play beyond the tree: uniformly, by the game's heuristic (Winands, \
            Björnsson 2010), or by what was good in this search (mast: Finnsson, Björnsson 2008)",
    default: "greedy",
    values: Values::Word(&["random", "greedy", "mast"]),
};

pub(crate) const EPSILON: OptionInfo = OptionInfo {
    key: "epsilon",
    about: "probability of a random action in roll-outs that are not random anyway",
    default: "0.03",
    values: Values::Real(0.0, 1.0),
};

pub(crate) const CUTOFF: OptionInfo = OptionInfo {
    key: "cutoff",
    about: "decisions after which a roll-out stops and the heuristic estimates the win shares (Winands, \
            Björnsson 2010); scoring stops at the next scoring, none plays to the end; of mcts without plain, \
            the default is the best known",
    default: "20",
    values: Values::WholeOrWord(1_000_000, &[SCORING, NONE]),
};

/// The word of `cutoff` for the next scoring.
pub(crate) const SCORING: &str = "scoring";

pub(crate) const REUSE: OptionInfo = OptionInfo {
    key: "reuse",
    about: "whether it keeps its tree when it is to move again at once; single decisions can then not \
            be reproduced",
    default: "no",
    values: Values::Word(&SWITCH),
};

pub(crate) const EPOCHS: OptionInfo = OptionInfo {
    key: "epochs",
    about: "whether the tree ends where something hidden becomes visible (stop), or continues by the names \
            of actions (cross)",
    default: "stop",
    values: Values::Word(&["stop", "cross"]),
};

pub(crate) const ENDGAME: OptionInfo = OptionInfo {
    key: "endgame",
    about: "where nothing is hidden or left to chance any more and the game can end in at most so many \
            ways, it is solved by exhaustive search instead (maxn, or paranoid, as backup says); 0 for never",
    default: "0",
    values: Values::Whole(0, 10_000_000),
};

pub(crate) const SCALE: OptionInfo = OptionInfo {
    key: "scale",
    about: "difference between the heuristic's values of two seats with which the one is estimated to win e \
            times as often as the other where roll-outs are cut off, by round where the game tells rounds \
            apart (later ones have the last number); or the name of a scale that comes with the game, such as \
            fitted-1-base-2p; neither the prior nor score_weight nor points depends on it; not \
            with a net",
    default: "that of the game's heuristic",
    values: Values::Rounds(0.01, 10_000.0),
};
