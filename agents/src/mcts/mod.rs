//! Monte Carlo tree search over drawn states, for any number of seats.
//!
//! An iteration draws a full state that agrees with what the seat knows (Cowling, Powley, Whitehouse, *Information Set
//! Monte Carlo Tree Search*, 2012), with secret choices of the others as they choose in rollouts, or as the heuristic
//! [guesses](crate::heuristic::Judge::guess), walks down one shared tree, adds one node, plays on from there, and credits
//! each choice on the way. [`Settings`] has the options; every option has its source there or here.
//!
//! The game's heuristic helps in several ways, each an option:
//! - `rollout=greedy`: all seats play the actions that it rates highest, or a random one with probability `rollout_epsilon`;
//! - `truncation=n` or `truncation=scoring`: a rollout stops early, and the heuristic's values of the seats become win shares by
//!   [`Judge::scale`](crate::heuristic::Judge::scale), or by another [`Scale`](crate::scale::Scale) (Winands, Björnsson,
//!   *Evaluation Function Based Monte-Carlo LOA*, 2010);
//! - `widening=c`: a node that was visited `n` times considers only the first `ceil(c * sqrt(n))` actions, in the order of
//!   their values in the state in which the node was first left (progressive widening; Coulom, *Computing Elo Ratings of
//!   Move Patterns in the Game of Go*, 2007; Chaslot and others, *Progressive Strategies for Monte-Carlo Tree Search*,
//!   2008);
//! - `selection=puct` and `progressive_bias=w`: the heuristic gives prior probabilities, a softmax of its values.
//!
//! Where an action reveals something, such as dice, the heuristic judges the actions of the root on average over [several
//! drawn states](crate::heuristic::Judge::DRAWS), further down in one that is drawn for the decision. Without any help of
//! the heuristic, all actions are tried once, in random order, before any is tried again.
//!
//! With `own_score=w`, a part of what every seat wants is its own points: the final score, or what a net expects of it, or
//! the heuristic's values, which must be [expected scores](crate::heuristic::Judge::EXPECTS_SCORES).
//!
//! With `endgame=n`, what is left of a game is solved as soon as everybody [knows
//! everything](drakkar_engine::game::View::has_perfect_information) and it can end in at most `n` ways: each seat takes
//! the first of the actions that are worth most to itself (max^n), or as `backup=paranoid` says. The time for that is not
//! part of the budget.
//!
//! The tree is shared by all drawn states and branches on what everybody sees:
//! - It ends after a secret choice, and the replies are left to rollouts: a node of the next seat must not depend on what
//!   that seat does not know, and one node for everything indistinguishable to it would not find mixed strategies, since
//!   two deterministic rules of selection synchronise (Shafiei, Sturtevant, Schaeffer, *Comparing UCT versus CFR in
//!   simultaneous games*, 2009).
//! - Where something lies face down, rollouts let each seat choose by what it knows; in the tree, the priors of other
//!   seats are judged in the drawn state.
//! - Where legal actions differ between drawn states, choices are found by their action, and each counts how often it was
//!   available.
//! - At a new epoch, when something hidden becomes visible, it ends: a re-dealt lot with the same name is a different one.
//!   With `reveals=cross` it continues by the names alone.
//!
//! A [restriction](crate::restriction) applies to the seat that the search is for, in the tree and in rollouts; the other
//! seats do not know of it.

mod agent;
mod budget;
mod endgame;
mod mast;
mod prior;
mod rollout;
mod scope;
mod search;
mod selection;
pub(crate) mod settings;
mod tree;
mod worth;

pub use agent::{Expected, Mcts, RootChild};
pub use settings::{Backup, Budget, Reveals, Rollout, Root, Selection, Settings, Truncation};
pub use tree::MAX_NODES;
