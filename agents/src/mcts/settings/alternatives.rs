//! What the settings of a search choose among.

/// The budget of a search for a decision; at least one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations.
    Iterations(u32),
    /// So many decisions in tree and roll-outs. The iteration that reaches this number is the last.
    Decisions(u32),
    /// So many milliseconds of wall-clock time. The iteration in which they end is the last.
    Milliseconds(u32),
}

/// Which child an iteration follows; formulas with `N` visits of the parent, `n` of the child, and
/// the exploration factor `c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// `mean + c * sqrt(ln(N) / n)` (Kocsis, Szepesvári, *Bandit Based Monte-Carlo Planning*, 2006).
    Ucb1,
    /// `mean + c * prior * sqrt(N) / (1 + n)` (Rosin, *Multi-armed bandits with episode context*,
    /// 2011; in this form Silver and others, *Mastering the game of Go without human knowledge*,
    /// 2017).
    Puct,
    /// All children equally often, and no tree below them: used by `flat`.
    Uniform,
}

/// With which actions of the decision at hand iterations begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// With those that the rule of selection follows, as further down.
    Selection,
    /// Sequential halving (Karnin, Koren, Somekh, *Almost optimal exploration in multi-armed
    /// bandits*, 2013; at the root of a tree: Cazenave, *Sequential halving applied to trees*, 2015;
    /// Danihelka and others, *Policy improvement by planning with Gumbel*, 2022). The actions that
    /// the heuristic rates highest compete: at most 16, and only so many that each is tried in the
    /// first round. Iterations are split evenly among rounds, and in a round among the actions
    /// left; the better half, by mean value and progressive bias, goes on to the next. The last one
    /// is played. Needs a budget in iterations, and spends all of them.
    Halving,
}

/// What ranks the actions of a decision before any is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriorBy {
    /// The heuristic's values.
    Heuristic,
    /// The win shares that the net expects after them at the root, which costs a search little; the
    /// heuristic below it. Without a net, the heuristic everywhere.
    NetAtRoot,
    /// The same everywhere, which costs an evaluation for each action of a node.
    Net,
}

/// What a choice is credited with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// The value of the seat that made it (max^n; Luckhardt, Irani, *An algorithmic solution of
    /// n-person games*, 1986).
    MaxN,
    /// The value of the searching seat; 1 minus that for the others, which are treated as one
    /// opponent (paranoid; Sturtevant, Korf, *On pruning techniques for multi-player games*, 2000).
    Paranoid,
}

/// How all seats play beyond the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rollout {
    /// Every legal action is equally likely.
    Random,
    /// The action with the highest heuristic value, but a random one with a small probability
    /// (epsilon-greedy; see the [module](crate::mcts)).
    Greedy {
        /// Probability of a random action, from 0 to 1.
        epsilon: f64,
    },
    /// The action after which the seat did best in this search, in any position, but a random one
    /// with a small probability (MAST; Finnsson, Björnsson, *Simulation-based approach to general
    /// game playing*, 2008; epsilon-greedy: Tak and others, *N-grams and the last-good-reply policy
    /// applied in general game playing*, 2012). Where a secret choice is answered, learned answers
    /// synchronise with the choices, and its value is not that of perfect play.
    Mast {
        /// Probability of a random action, from 0 to 1.
        epsilon: f64,
    },
}

/// Where a roll-out stops and the heuristic estimates the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutoff {
    /// At the end of the game.
    Never,
    /// After so many decisions.
    Decisions(u32),
    /// When the game [scores](drakkar_engine::fact::Sink::scoring).
    Scoring,
}

impl From<Option<u32>> for Cutoff {
    fn from(decisions: Option<u32>) -> Cutoff {
        decisions.map_or(Cutoff::Never, Cutoff::Decisions)
    }
}
